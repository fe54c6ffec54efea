"""What a provider knows that it was never told: releases, and what is learned as nobody.

A fifth of the films is known to the provider alone, at random or the newest. It trained on public
people; others are tried, with the films that the program knows, and the films only the provider
has should be found. Everything is asked over HTTP, by the program's own code: personas in one and
two rounds, releases of the learned question as a list that is scored as if watched and as numbers
that are read by a service that knows the mechanism, and the whole history.

Half of the people are tried: nothing of the personas and their reader was chosen on them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from epicrec_desktop.catalog.movie_facts import model_traits
from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.domain.question import Question
from epicrec_desktop.door.client import Client
from epicrec_desktop.door.request import HttpRequest, Waits
from epicrec_desktop.lab.confidence import quality, resamples
from epicrec_desktop.lab.experiments.foreign_services import (
    FactorModel,
    NeighborModel,
    SameForEverybody,
)
from epicrec_desktop.lab.experiments.recommendation_folds import fold_questions, training_ratings
from epicrec_desktop.lab.experiments.recommendation_methods import EVERYTHING, learned_release
from epicrec_desktop.lab.population import public_ratings, with_ids
from epicrec_desktop.lab.second_round import TwoRoundReader, second_round
from epicrec_desktop.lab.service_process import responding, running_service
from epicrec_desktop.privacy.learned import AskedQuestion, PublicHistories
from epicrec_desktop.provider.cache import Cache
from epicrec_desktop.provider.personas import AskedPersonas
from epicrec_desktop.provider.session import ProviderSession
from epicrec_desktop.recommend.film_factors import FilmFactors
from epicrec_desktop.recommend.hyperparameter_search import select_and_train
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.metrics import ndcg
from epicrec_desktop.recommend.persona_reader import PersonaReader, agreement
from epicrec_desktop.recommend.personas import (
    FEWEST,
    PersonaAnswers,
    PersonaSet,
    load_personas,
)
from epicrec_desktop.recommend.ranking import Ranker
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.wire import (
    MAX_ANSWER_BYTES,
    MAX_LIMIT,
    RecommendationRequest,
    encode_request,
    parse_answer,
)
from epicrec_desktop.server.publications import Publication, Publications
from epicrec_desktop.services.public_profiles import PublicProfiles

FOLDS = 1
EPSILONS = (0.3, 1.0)
COUNTS = (100, 300, 1000)
"""Personas of the first round."""

FEWEST_GIVEN = 5
SHOWN = 0.5
"""Part of the films only the provider has that is in the library, where some are."""

RANDOM, NEWEST, SOME = "random", "newest", "newest, some of them watched"
OURS, NEIGHBORS, SAME = "our service", "neighbors of items", "the same for everybody"
FOREIGN = {NEIGHBORS: NeighborModel, "factors of films": FactorModel, SAME: SameForEverybody}
POPULARITY, LIST, AWARE = "popularity", "release, list scored", "release, aware"
LIES = (0.1, 1.0)
"""Parts of the answers that are lies: films in random order, behind one that is pushed."""
ONE, TWO, WHOLE = "personas, one round", "personas, two rounds", "whole history"

_CONFIGURATION = """[service]
folder = "service"
[listen]
port = 0
[limits]
requests_per_minute = 0
[log]
level = "warning"
"""

_NOW = datetime(2026, 1, 1, tzinfo=UTC)

Key = tuple[str, str, str, float | None, str | None, int | None]
"""Service, kind of films, name, ε, question, personas."""


@dataclass(frozen=True)
class Tried:
    """One person, as ids: `given` films the program knows; of those that only the provider has,
    those in the library all the same, and those to be found.
    """

    given: tuple[str, ...]
    shown: frozenset[str]
    hidden: frozenset[str]


@dataclass(frozen=True)
class ProgramSide:
    """What the program knows: a catalog without the provider's own films, and public facts.

    `personas` are the shipped ones without those films; `known`: the starter's films.
    """

    catalog: Catalog
    popularity: Floats
    histories: PublicHistories
    personas: PersonaSet
    known: frozenset[str]
    factors: FilmFactors
    ranker: Ranker
    movie: Callable[[str], Movie | None]


@dataclass
class Measured:
    """NDCG@10 of each person; what personas cost, and their agreement with the local order."""

    ndcg: list[float]
    agreement: list[float]
    requests: int | None = None
    bytes: int | None = None


Found = dict[Key, Measured]


def run(
    imported: ImportedCatalog,
    *,
    seed: int = 1,
    counts: Sequence[int] = COUNTS,
    folds: int = FOLDS,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return rows {service, films, name, question, epsilon, personas, requests, bytes, users,
    ndcg10, ci, over_popularity, over_popularity_ci, agreement}.

    Raises `CatalogError` without ratings, or where nobody can be tried; `Cancelled`.
    """
    imported = with_ids(imported)
    public = public_ratings(imported)
    generator = np.random.default_rng(seed)
    people = generator.permutation(np.arange(0, public.user_count, 2))
    found: Found = {}
    for number in job.steps("Training on public users", range(folds)):
        _fold(imported.catalog, public, people[number::folds], counts, generator, found, job)
    if not any(measured.ndcg for measured in found.values()):
        raise CatalogError(
            "Nobody has watched both films that the program knows and others, so nothing was "
            "measured. Give a MovieLens folder with --catalog."
        )
    return {"folds": folds, "seed": seed, "rows": _rows(found, generator)}


def _fold(
    catalog: Catalog,
    public: PublicRatings,
    held: Ints,
    counts: Sequence[int],
    generator: np.random.Generator,
    found: Found,
    job: Job,
) -> None:
    ratings = training_ratings(catalog, public, held)
    users, items = ratings.users.astype(np.int64), ratings.items.astype(np.int64)
    questions = fold_questions(catalog, ratings, job)[::-1]
    wire_ids = [str(movie.wire_id) for movie in catalog.movies]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="epicrec-lab-")))
        _publish(folder, catalog, ratings, questions, job)
        service = stack.enter_context(running_service(folder, _CONFIGURATION))
        addresses = {OURS: service.address}
        for name, kind in FOREIGN.items():
            model = kind(users, items, wire_ids)
            addresses[name] = stack.enter_context(responding(model.respond))
        popularity = np.bincount(items, minlength=len(catalog.movies)).astype(np.float64)
        for kind in (RANDOM, NEWEST, SOME):
            new = _new_films(catalog, popularity, kind, generator)
            side = _program_side(catalog, ratings, popularity, new)
            part = SHOWN if kind == SOME else 0.0
            tried = list(_people(catalog, public, held, new, part, generator))
            for name, address in addresses.items():
                folder_of = folder / f"{kind} {name}"
                trial = _Trial(address, folder_of, side, tried, (name, kind), found, job)
                trial.popularity(catalog, popularity)
                trial.personas(counts)
                if name != SAME:
                    trial.releases(questions if name == OURS else questions[-1:], generator)


def _publish(
    folder: Path, catalog: Catalog, ratings: Ratings, questions: Sequence[Question], job: Job
) -> None:
    model = select_and_train(ratings, job=job)
    aware = None
    with suppress(ValueError):  # too few people
        aware = ReleaseScorer.for_catalog(model, catalog, ratings, questions)
    publication = Publication(catalog, model, aware)
    Publications(folder / "service" / "publications").publish(publication)


def _new_films(
    catalog: Catalog, popularity: Floats, kind: str, generator: np.random.Generator
) -> frozenset[str]:
    """Return the ids of the films that only the provider has: a fifth of what was watched."""
    rated = np.flatnonzero(popularity > 0)
    if kind == RANDOM:
        chosen = rated[generator.random(len(rated)) < 0.2]
    else:
        years = catalog.years[rated]
        chosen = rated[years >= np.sort(years)[len(years) * 4 // 5]]
    return frozenset(str(catalog.movies[i].wire_id) for i in chosen.tolist())


def _program_side(
    catalog: Catalog, ratings: Ratings, popularity: Floats, new: frozenset[str]
) -> ProgramSide:
    starter = load_starter()
    here = [i for i, movie in enumerate(catalog.movies) if movie.wire_id not in new]
    own = replace(catalog, movies=tuple(catalog.movies[i] for i in here))
    famous = [movie for movie in starter.movies if movie.wire_id not in new]
    traits = [
        (section, tuple(film for film in films if film not in new))
        for section, films in model_traits(starter)
    ]
    shipped = load_personas()
    kept = (
        (name, tuple(film for film in films if film not in new)) for name, films in shipped.personas
    )
    known = KnowledgeModel.from_catalog(replace(starter, movies=tuple(famous)), traits)

    def movie(film: str) -> Movie | None:
        for one in (own, starter):
            if film in one.index:
                return one.movies[one.index[film]]
        return None

    return ProgramSide(
        own,
        popularity[here],
        PublicProfiles.sample(ratings).histories(own),
        replace(shipped, personas=tuple(one for one in kept if len(one[1]) >= FEWEST)),
        frozenset(str(one.wire_id) for one in famous),
        FilmFactors.of(famous, traits),
        Ranker(known, own),
        movie,
    )


def _people(
    catalog: Catalog,
    public: PublicRatings,
    held: Ints,
    new: frozenset[str],
    part: float,
    generator: np.random.Generator,
) -> Iterator[Tried]:
    """Yield the people who watched enough that the program knows, and something it does not."""
    for user in np.sort(held).tolist():
        start, end = np.searchsorted(public.users, [user, user + 1])
        films = {str(catalog.movies[i].wire_id) for i in public.items[start:end].tolist()}
        own = sorted(films & new)
        shown = {film for film in own if generator.random() < part}
        given, hidden = tuple(sorted(films - new)), frozenset(own) - shown
        if len(given) >= FEWEST_GIVEN and hidden:
            yield Tried(given, frozenset(shown), hidden)


def _with_lies(answers: PersonaAnswers, part: float) -> PersonaAnswers:
    """Return the answers with so many of them replaced, the same each time."""
    generator = np.random.default_rng(0)
    pushed, *films = (answers.films[i] for i in generator.permutation(len(answers.films)))
    lists = tuple(
        (pushed, *(films[i] for i in generator.permutation(len(films))[: len(listed) - 1]))
        if listed and generator.random() < part
        else listed
        for listed in answers.lists
    )
    return replace(answers, lists=lists)


@dataclass
class _Trial:
    """All methods with one service and one kind of films."""

    address: str
    folder: Path
    side: ProgramSide
    people: Sequence[Tried]
    key: tuple[str, str]
    found: Found
    job: Job

    def popularity(self, catalog: Catalog, popularity: Floats) -> None:
        """Measure what the provider's people watched most."""
        order = np.argsort(-popularity, kind="stable").tolist()
        ranked = [str(catalog.movies[i].wire_id) for i in order if popularity[i] > 0]
        measured = self._measured(POPULARITY)
        for person in self.people:
            self._note(measured, person, ranked)

    def personas(self, counts: Sequence[int]) -> None:
        """Ask about personas, and measure what is learned from some or all of the answers."""
        side = self.side
        session = ProviderSession(self.key[0], self.address, Client(Waits(30.0)))
        for count in counts:
            some = replace(side.personas, personas=side.personas.personas[:count])
            cache = Cache(self.folder / str(count), self.address)
            asking = AskedPersonas(session, cache, pause=0.0)
            one, bytes_of_one = self._answers(asking, some)
            made = second_round(one, side.known)
            more = PersonaSet("second", tuple((str(i), films) for i, films in enumerate(made)))
            two, bytes_of_two = self._answers(asking, more)
            readers = (
                (ONE, len(one.lists), bytes_of_one, self._reader(one)),
                (
                    TWO,
                    len(one.lists) + len(two.lists),
                    bytes_of_one + bytes_of_two,
                    TwoRoundReader(one, two, side.factors, side.movie, side.known),
                ),
            )
            for name, requests, size, reader in readers:
                measured = self._measured(name, personas=count)
                measured.requests, measured.bytes = requests, size
                self._learned(reader, measured)
            if count == max(counts) and self.key == (OURS, RANDOM):
                for part in LIES:
                    measured = self._measured(f"{ONE}, {part:.0%} lies", personas=count)
                    self._learned(self._reader(_with_lies(one, part)), measured)

    def _answers(self, asking: AskedPersonas, personas: PersonaSet) -> tuple[PersonaAnswers, int]:
        """Ask about all of them; return what is answered, and the bytes of both directions."""
        self.job.step("Asking as nobody")
        while not asking.ask(_NOW, personas, self.job):
            self.job.check()
        asked = asking.asked(personas.digest)
        assert asked is not None
        return asked.answers(personas), asked.sent + asked.received

    def _reader(self, answers: PersonaAnswers) -> PersonaReader:
        return PersonaReader(answers, self.side.factors, self.side.movie)

    def _learned(self, reader: PersonaReader, measured: Measured) -> None:
        side = self.side
        index = side.catalog.index
        both = [
            (i, index[film])
            for i, film in enumerate(reader.films)
            if film in index and side.ranker.listable[index[film]]
        ]
        columns, places = [i for i, _ in both], [place for _, place in both]
        for person in self.people:
            scores = reader.scores(dict.fromkeys((*person.given, *person.shown), 1.0))
            order = np.argsort(-scores, kind="stable").tolist()
            self._note(measured, person, [reader.films[i] for i in order])
            watched = [index[film] for film in person.given]
            local = side.ranker.scores_of(places, watched)
            measured.agreement.append(agreement(scores[columns], local))

    def releases(self, questions: Sequence[Question], generator: np.random.Generator) -> None:
        """Release by the engine, and ask with the list and with the numbers; and with all."""
        side = self.side
        for number, question in enumerate(questions):
            asked = AskedQuestion.of(question, side.catalog.movies)
            label = "shipped" if number == 0 and len(questions) > 1 else "learned"
            for epsilon in EPSILONS:
                listed = self._measured(LIST, epsilon, label)
                aware = self._measured(AWARE, epsilon, label) if self.key[0] == OURS else None
                for person in self.job.steps("Releasing", self.people):
                    given = np.array([side.catalog.index[film] for film in person.given])
                    made = learned_release(side, asked, given, EVERYTHING, epsilon, generator)
                    ids = tuple(str(side.catalog.movies[i].wire_id) for i in made.movies.tolist())
                    request = RecommendationRequest(ids, ReleaseLevel.ALL)
                    self._note(listed, person, self._ask(request))
                    if aware is not None:
                        numbers = RecommendationRequest(
                            (),
                            ReleaseLevel.PERTURBED,
                            made.name,
                            epsilon,
                            made.counts,
                            made.variance,
                            question=question.digest,
                        )
                        self._note(aware, person, self._ask(numbers))
        whole = self._measured(WHOLE)
        for person in self.people:
            films = (*person.given, *person.shown)
            request = RecommendationRequest(films, ReleaseLevel.ALL)
            self._note(whole, person, self._ask(request))

    def _ask(self, request: RecommendationRequest) -> list[str]:
        """Return what the service names for this request, best first."""
        body = encode_request(
            replace(
                request, limit=MAX_LIMIT, categories=False, per_category=0, exclude_profile=True
            )
        )
        call = HttpRequest(f"{self.address}/v1/recommendations", MAX_ANSWER_BYTES, body=body)
        reply = Client(Waits(30.0)).exchange(call)
        return [film for film, _ in parse_answer(reply.body).overall]

    def _measured(
        self,
        name: str,
        epsilon: float | None = None,
        question: str | None = None,
        personas: int | None = None,
    ) -> Measured:
        key = (*self.key, name, epsilon, question, personas)
        return self.found.setdefault(key, Measured([], []))

    def _note(self, measured: Measured, person: Tried, ranked: Sequence[str]) -> None:
        """Measure the first ten of a list that only the provider has."""
        catalog = self.side.catalog
        out = person.shown
        first = [film for film in ranked if film not in catalog.index and film not in out][:10]
        names = {film: i for i, film in enumerate({*first, *person.hidden})}
        places = np.array([names[film] for film in first], dtype=np.int64)
        measured.ndcg.append(ndcg(places, np.array([names[film] for film in person.hidden])))


def _rows(found: Mapping[Key, Measured], generator: np.random.Generator) -> list[dict[str, Any]]:
    rows = []
    for (service, films, name, epsilon, question, personas), measured in found.items():
        values = np.array(measured.ndcg)
        base = np.array(found[service, films, POPULARITY, None, None, None].ndcg)
        rows.append(
            {
                "service": service,
                "films": films,
                "name": name,
                "question": question,
                "epsilon": epsilon,
                "personas": personas,
                "requests": measured.requests,
                "bytes": measured.bytes,
                "users": len(values),
                **quality(values, resamples(len(values), generator), over_popularity=base),
                "agreement": float(np.mean(measured.agreement)) if measured.agreement else None,
            }
        )
    return rows
