"""What a provider knows that it was never told: releases, and what is learned as nobody.

A fifth of the movies is known to the provider alone, at random or the newest. It trained on public
people; others are tried, with the movies that the program knows, and the movies only the provider
has should be found. Everything is asked over HTTP, by the program's own code: personas, releases of
the learned question as a list that is scored as if watched and as numbers that are read by a
service that knows the mechanism, and the whole history.

Half of the people are tried: nothing of the personas and their reader was chosen on them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

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
from epicrec_desktop.lab.experiments.recommendation_folds import (
    SHIPPED,
    fold_questions,
    training_ratings,
)
from epicrec_desktop.lab.experiments.recommendation_methods import EVERYTHING, learned_release
from epicrec_desktop.lab.population import public_ratings, with_ids
from epicrec_desktop.lab.service_process import responding, running_service
from epicrec_desktop.privacy.learned import AskedQuestion, ProfilePosterior, PublicHistories
from epicrec_desktop.privacy.mechanism import perturbed_items
from epicrec_desktop.provider.cache import Cache
from epicrec_desktop.provider.personas import AskedPersonas
from epicrec_desktop.provider.session import ProviderSession
from epicrec_desktop.recommend.hyperparameter_search import select_and_train
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.metrics import ndcg
from epicrec_desktop.recommend.movie_factors import MovieFactors
from epicrec_desktop.recommend.persona_reader import PersonaReader, agreement
from epicrec_desktop.recommend.personas import FEWEST, PersonaAnswers, PersonaSet, load_personas
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
from epicrec_desktop.services.personas import movie_finder
from epicrec_desktop.services.public_profiles import PublicProfiles

FOLDS = 1
EPSILONS = (0.3, 1.0)
COUNTS = (100, 300, 1000)
"""Personas: the answers to the first so many."""

USERS = 10_000
"""People tried at most with one kind of movies."""

FEWEST_GIVEN = 5

RANDOM, NEWEST = "random", "newest"
OURS, NEIGHBORS, SAME = "our service", "neighbors of items", "the same for everybody"
FOREIGN = {NEIGHBORS: NeighborModel, "factors of films": FactorModel, SAME: SameForEverybody}

POPULARITY, LIST, AWARE = "popularity", "release, list scored", "release, aware"
LIES = (0.1, 1.0)
"""Parts of the answers that are lies: movies in random order, behind one that is pushed."""
PERSONAS, WHOLE = "personas", "whole history"

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


class Key(NamedTuple):
    """What is measured: `films` are the kind of movies."""

    service: str
    films: str
    name: str
    question: str | None = None
    epsilon: float | None = None
    personas: int | None = None


@dataclass(frozen=True)
class Tried:
    """One person, as ids: movies that the program knows, and those that only the provider has."""

    given: tuple[str, ...]
    hidden: frozenset[str]


@dataclass(frozen=True)
class ProgramSide:
    """What the program knows: a catalog without the provider's own movies, and public facts.

    `personas` are the shipped ones without those movies.
    """

    catalog: Catalog
    popularity: Floats
    histories: PublicHistories
    personas: PersonaSet
    factors: MovieFactors
    ranker: Ranker
    movie: Callable[[str], Movie | None]


@dataclass
class Measured:
    """NDCG@10 of each person; what personas cost, and their agreement with the local order."""

    ndcg: list[float] = field(default_factory=list)
    agreement: list[float] = field(default_factory=list)
    requests: int | None = None
    bytes: int | None = None


Found = dict[Key, Measured]
Asked = tuple[RecommendationRequest, RecommendationRequest]
"""A release as a list that is taken for what was watched, and as its numbers."""


def run(
    imported: ImportedCatalog,
    *,
    seed: int = 1,
    counts: Sequence[int] = COUNTS,
    folds: int = FOLDS,
    users: int = USERS,
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
        held = people[number::folds]
        for trial in _trials(imported.catalog, public, held, users, generator, found, job):
            trial.run(counts)
    if not any(measured.ndcg for measured in found.values()):
        raise CatalogError(
            "Nobody has watched both films that the program knows and others, so nothing was "
            "measured. Give a MovieLens folder with --catalog."
        )
    rows = []
    for key, measured in found.items():
        values = np.array(measured.ndcg)
        base = np.array(found[Key(key.service, key.films, POPULARITY)].ndcg)
        rows.append(
            {
                **key._asdict(),
                "requests": measured.requests,
                "bytes": measured.bytes,
                "users": len(values),
                **quality(values, resamples(len(values), generator), over_popularity=base),
                "agreement": float(np.mean(measured.agreement)) if measured.agreement else None,
            }
        )
    return {"folds": folds, "seed": seed, "rows": rows}


def _trials(
    catalog: Catalog,
    public: PublicRatings,
    held: Ints,
    most: int,
    generator: np.random.Generator,
    found: Found,
    job: Job,
) -> Iterator[_Trial]:
    """Yield a trial of each service and kind of movies, while the services run."""
    ratings = training_ratings(catalog, public, held)
    users, items = ratings.users.astype(np.int64), ratings.items.astype(np.int64)
    questions = fold_questions(catalog, ratings, job)
    wire_ids = [str(movie.wire_id) for movie in catalog.movies]
    popularity = np.bincount(items, minlength=len(wire_ids)).astype(np.float64)
    order = np.argsort(-popularity, kind="stable").tolist()
    popular = [wire_ids[i] for i in order if popularity[i] > 0]
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="epicrec-lab-")))
        own = select_and_train(ratings, job=job)
        aware = None
        with suppress(ValueError):  # too few people
            aware = ReleaseScorer.for_catalog(own, catalog, ratings, list(questions.values()))
        publication = Publication(catalog, own, aware)
        Publications(folder / "service" / "publications").publish(publication)
        addresses = {OURS: stack.enter_context(running_service(folder, _CONFIGURATION)).address}
        for name, foreign in FOREIGN.items():
            model = foreign(users, items, wire_ids)
            addresses[name] = stack.enter_context(responding(model.respond))
        for kind in (RANDOM, NEWEST):
            new = _new_movies(catalog, popularity, kind, generator)
            side = _program_side(catalog, ratings, popularity, new)
            tried = _people(catalog, public, held, new)[:most]
            released = _releases(side, tried, questions, generator, job)
            for name, address in addresses.items():
                session = ProviderSession(
                    name, address, Client(Waits(30.0)), Cache(folder / f"{kind} {name}", address)
                )
                yield _Trial(session, kind, side, tried, popular, released, found, job)


def _new_movies(
    catalog: Catalog, popularity: Floats, kind: str, generator: np.random.Generator
) -> frozenset[str]:
    """Return the ids of the movies that only the provider has: a fifth of what was watched."""
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
    def known(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(wire_id for wire_id in ids if wire_id not in new)

    starter, shipped = load_starter(), load_personas()
    here = [i for i, movie in enumerate(catalog.movies) if movie.wire_id not in new]
    own = replace(catalog, movies=tuple(catalog.movies[i] for i in here))
    famous = tuple(movie for movie in starter.movies if movie.wire_id not in new)
    traits = [(section, known(ids)) for section, ids in model_traits()]
    kept = [(name, known(ids)) for name, ids in shipped.personas]
    return ProgramSide(
        own,
        popularity[here],
        PublicProfiles.sample(ratings).histories(own),
        replace(shipped, personas=tuple(one for one in kept if len(one[1]) >= FEWEST)),
        MovieFactors.of(famous, traits),
        Ranker(KnowledgeModel.from_catalog(replace(starter, movies=famous), traits), own),
        movie_finder(own, starter),
    )


def _people(
    catalog: Catalog, public: PublicRatings, held: Ints, new: frozenset[str]
) -> list[Tried]:
    """Return the people who watched enough that the program knows, and something it does not."""
    found = []
    for user in np.sort(held).tolist():
        start, end = np.searchsorted(public.users, [user, user + 1])
        movies = {str(catalog.movies[i].wire_id) for i in public.items[start:end].tolist()}
        given, hidden = tuple(sorted(movies - new)), frozenset(movies & new)
        if len(given) >= FEWEST_GIVEN and hidden:
            found.append(Tried(given, hidden))
    return found


def _releases(
    side: ProgramSide,
    people: Sequence[Tried],
    questions: Mapping[str, Question],
    generator: np.random.Generator,
    job: Job,
) -> dict[tuple[str, float], list[Asked]]:
    """Release by the engine for each person; return what is asked, by question and ε.

    Every service gets the same releases.
    """
    found: dict[tuple[str, float], list[Asked]] = {}
    groups = side.catalog.groups
    for label, question in questions.items():
        asked = AskedQuestion.of(question, side.catalog.movies)
        posterior = ProfilePosterior.of(
            asked,
            perturbed_items(groups, EVERYTHING),
            popularity=side.popularity,
            histories=side.histories,
        )
        for epsilon in EPSILONS:
            requests = found[label, epsilon] = []
            for person in job.steps("Releasing", people):
                given = np.array([side.catalog.index[movie] for movie in person.given])
                made = learned_release(
                    groups, asked, posterior, given, EVERYTHING, epsilon, generator
                )
                ids = tuple(str(side.catalog.movies[i].wire_id) for i in made.movies.tolist())
                listed = RecommendationRequest(ids, ReleaseLevel.ALL)
                requests.append((listed, made.request(question.digest)))
    return found


def _with_lies(answers: PersonaAnswers, part: float) -> PersonaAnswers:
    """Return the answers with so many of them replaced, the same each time."""
    generator = np.random.default_rng(0)
    pushed, *movies = (answers.movies[i] for i in generator.permutation(len(answers.movies)))
    lists = tuple(
        (pushed, *(movies[i] for i in generator.permutation(len(movies))[: len(listed) - 1]))
        if listed and generator.random() < part
        else listed
        for listed in answers.lists
    )
    return replace(answers, lists=lists)


@dataclass
class _Trial:
    """One service, asked by the program's code; `popular` is what its people watched most."""

    session: ProviderSession
    kind: str
    side: ProgramSide
    people: Sequence[Tried]
    popular: Sequence[str]
    released: Mapping[tuple[str, float], Sequence[Asked]]
    found: Found
    job: Job

    def run(self, counts: Sequence[int]) -> None:
        """Measure popularity, what is learned of personas, and what is asked with releases."""
        self._measure(POPULARITY, [self.popular] * len(self.people))
        self._personas(counts)
        if self.session.name != SAME:
            self._releases()

    def _personas(self, counts: Sequence[int]) -> None:
        """Ask about personas, and measure what is learned from the first so many answers."""
        self.job.step("Asking as nobody")
        shipped = self.side.personas
        some = replace(shipped, personas=shipped.personas[: max(counts)])
        asking = AskedPersonas(self.session, pause=0.0)
        while not asking.ask(_NOW, some, self.job):
            self.job.check()
        asked = asking.asked(some.digest)
        assert asked is not None
        whole = asked.answers(some)
        for count in counts:
            answers = PersonaAnswers(whole.personas[:count], whole.lists[:count])
            measured = self._learned(answers, PERSONAS, count)
            measured.requests = len(answers.lists)
            share = measured.requests / len(whole.lists)
            measured.bytes = round(share * (asked.sent + asked.received))
        if (self.session.name, self.kind) == (OURS, RANDOM):
            for part in LIES:
                self._learned(_with_lies(whole, part), f"{PERSONAS}, {part:.0%} lies", max(counts))

    def _learned(self, answers: PersonaAnswers, name: str, count: int) -> Measured:
        side = self.side
        reader = PersonaReader(answers, side.factors, side.movie)
        index = side.catalog.index
        both = [
            (i, index[movie])
            for i, movie in enumerate(reader.movies)
            if movie in index and side.ranker.listable[index[movie]]
        ]
        columns, places = [i for i, _ in both], [place for _, place in both]
        rankings, agreements = [], []
        for person in self.people:
            scores = reader.scores(dict.fromkeys(person.given, 1.0))
            order = np.argsort(-scores, kind="stable").tolist()
            rankings.append([reader.movies[i] for i in order])
            local = side.ranker.scores_of(places, [index[movie] for movie in person.given])
            agreements.append(agreement(scores[columns], local))
        measured = self._measure(name, rankings, personas=count)
        measured.agreement += agreements
        return measured

    def _releases(self) -> None:
        """Ask with the list and with the numbers of each release; and with all movies."""
        ours = self.session.name == OURS
        for (label, epsilon), asked in self.released.items():
            if ours or label != SHIPPED:
                lists, numbers = zip(*asked, strict=True) if asked else ((), ())
                self._measure(LIST, map(self._ask, lists), label, epsilon)
                if ours:
                    self._measure(AWARE, map(self._ask, numbers), label, epsilon)
        whole = (RecommendationRequest(one.given, ReleaseLevel.ALL) for one in self.people)
        self._measure(WHOLE, map(self._ask, whole))

    def _ask(self, request: RecommendationRequest) -> list[str]:
        request = replace(
            request, limit=MAX_LIMIT, categories=False, per_category=0, exclude_profile=True
        )
        address = f"{self.session.address}/v1/recommendations"
        call = HttpRequest(address, MAX_ANSWER_BYTES, body=encode_request(request))
        reply = Client(Waits(30.0)).exchange(call)
        return [movie for movie, _ in parse_answer(reply.body).overall]

    def _measure(
        self,
        name: str,
        rankings: Iterable[Sequence[str]],
        question: str | None = None,
        epsilon: float | None = None,
        personas: int | None = None,
    ) -> Measured:
        """Measure each person's first ten movies that only the provider has."""
        key = Key(self.session.name, self.kind, name, question, epsilon, personas)
        measured = self.found.setdefault(key, Measured())
        for person, ranked in zip(self.people, rankings, strict=True):
            first = [movie for movie in ranked if movie not in self.side.catalog.index][:10]
            names = {movie: i for i, movie in enumerate({*first, *person.hidden})}
            places = np.array([names[movie] for movie in first], dtype=np.int64)
            measured.ndcg.append(ndcg(places, np.array([names[movie] for movie in person.hidden])))
        return measured
