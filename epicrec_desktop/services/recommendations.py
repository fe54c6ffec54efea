"""Recommend movies: release what the levels allow, ask the provider, and rank on this computer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.preferences import Filters, Part
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress, Report, no_progress
from epicrec_desktop.domain.release import (
    NEW,
    OVERALL,
    PROVIDER,
    ProviderAnswer,
    Recommendations,
    Release,
    Row,
    Suggestion,
)
from epicrec_desktop.provider.base import Provider
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.ranking import (
    WEIGHTS,
    Ranked,
    Ranker,
    Ranking,
    Taste,
    deduplicate_heads,
)
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.learned_row import rank_learned, with_new
from epicrec_desktop.services.library import count_categories
from epicrec_desktop.services.local_models import LocalModels
from epicrec_desktop.services.movie_facts import MovieFactsService
from epicrec_desktop.services.personas import PersonaService
from epicrec_desktop.services.privacy_levels import stored_choice
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.release_proposal import Proposal
from epicrec_desktop.services.releases import ReleaseService, check_released
from epicrec_desktop.store import recommendations as store
from epicrec_desktop.store.library import LibraryRepository, WatchlistRepository
from epicrec_desktop.store.ratings import ratings

LOCAL = "here"
ROW_LENGTH = 60
CATEGORY_ROW_LENGTH = 30
FEWEST_NEW = 5
"""Movies in the row of new ones: with fewer there is no such row."""
_SEEN_FIRST = 10  # of the first row: what is there is not new on the screen


def read_taste(session: Connection, position: Mapping[int, int]) -> Taste:
    """Return a library by the catalog positions of its local keys; movies without one are out.

    Ratings are for ranking alone: releases are made from `release_inputs.py`, which reads none.
    """
    repository = LibraryRepository(session)
    rejected = (record.movie_id for record in repository.all(LibraryStatus.REJECTED))

    def places(keys: Iterable[int]) -> tuple[int, ...]:
        return tuple(position[key] for key in keys if key in position)

    rated = ratings(session).items()
    weights = {position[key]: WEIGHTS[rating] for key, rating in rated if key in position}
    confirmed = repository.confirmed(listed=False)
    return Taste(places(confirmed), weights, places(rejected))


@dataclass(frozen=True)
class ProviderMovies:
    """Movies that a provider named (wire ids with its scores, best first), and who ranks them.

    A provider that shares its model has ranked them as well as it can from the release. One that
    shares none gives candidates: the model at hand ranks those with the true history.
    """

    movies: tuple[tuple[str, float], ...]
    ranked: str  # HERE or PROVIDER

    @classmethod
    def answered(cls, answer: ProviderAnswer, shares_model: bool) -> ProviderMovies:
        """Return all that an answer names, or its own list where that is shown as it is."""
        if shares_model:
            return cls(answer.overall, PROVIDER)
        lists = (answer.overall, *answer.categories.values())
        scores = {wire_id: score for one in reversed(lists) for wire_id, score in one}
        order = dict.fromkeys(wire_id for one in lists for wire_id, _ in one)
        return cls(tuple((wire_id, scores[wire_id]) for wire_id in order), LOCAL)

    @classmethod
    def stored(cls, before: Recommendations | None, provider: str) -> ProviderMovies | None:
        """Return what is left of the provider's last answer in the last result."""
        if before is None or before.provider != provider:
            return None
        for row in before.rows:
            if row.name == PROVIDER:
                return cls(tuple((s.wire_id, s.score) for s in row.suggestions), row.ranked)
        return None


def category_rows(ranking: Ranking, catalog: Catalog, watched: Mapping[str, int]) -> list[Row]:
    """Rows per category, those of which most movies were watched first."""
    order = sorted(catalog.categories, key=lambda name: (-watched.get(name, 0), name))
    rows = [ranking.overall, *(ranking.categories[name] for name in order)]
    first = deduplicate_heads(
        [row[:CATEGORY_ROW_LENGTH] for row in rows]
    )  # what follows stays behind
    return [
        Row(
            name,
            LOCAL,
            local_suggestions((*head, *row[CATEGORY_ROW_LENGTH:]), catalog),
            watched.get(name, 0),
        )
        for name, head, row in zip(order, first[1:], rows[1:], strict=True)
    ]


def new_movies(ranker: Ranker, library: Taste, shown: Iterable[int], year: int) -> Row:
    """Return the row of movies of this year and the last one, without those `shown` already.

    Few people rated them, so that they are far down in a list of all movies.
    """
    catalog = ranker.catalog
    recent = np.flatnonzero(np.isin(catalog.years, (year - 1, year)) & ranker.listable).tolist()
    ranked = ranker.among(
        library.watched,
        recent,
        limit=CATEGORY_ROW_LENGTH,
        exclude=(*library.refused, *shown),
        weights=library.weights,
    )
    return Row(NEW, LOCAL, local_suggestions(ranked, catalog) if len(ranked) >= FEWEST_NEW else ())


def local_suggestions(ranked: Iterable[Ranked], catalog: Catalog) -> tuple[Suggestion, ...]:
    """Return what was ranked on this computer, with its reasons."""
    return tuple(
        Suggestion.of(
            catalog.movies[r.movie],
            LOCAL,
            float(r.score),
            catalog.movies[r.because] if r.because is not None else None,
        )
        for r in ranked
    )


def provider_suggestions(
    named: ProviderMovies, ranker: Ranker, library: Taste
) -> tuple[Suggestion, ...]:
    """Return what the provider named, without what was watched or refused: it cannot know.

    Movies that the catalog here does not have are left out.
    """
    catalog = ranker.catalog
    places = [(catalog.index[w], score) for w, score in named.movies if w in catalog.index]
    if named.ranked == LOCAL:
        candidates = [position for position, _ in places]
        ranked = ranker.among(
            library.watched,
            candidates,
            limit=ROW_LENGTH,
            exclude=library.refused,
            weights=library.weights,
        )
        return local_suggestions(ranked, catalog)
    left_out = {*library.watched, *library.refused}
    return tuple(
        Suggestion.of(catalog.movies[position], PROVIDER, float(score))
        for position, score in places
        if position not in left_out
    )[:ROW_LENGTH]


@dataclass(frozen=True)
class Narrowed:
    """Rows under filters, what else could be chosen, and the movies of the watchlist they keep."""

    recommendations: Recommendations
    offered: tuple[Part, ...]
    watchlist: frozenset[str]


@dataclass(frozen=True)
class RecommendResult:
    """What was released (None at No Release), whether it was a repeat, and what came back.

    `problem` is the message of a provider that did not answer; it is among the notes too.
    `waiting`: a release needs agreement first, so nothing was sent.
    """

    release: Release | None
    repeated: bool
    recommendations: Recommendations
    problem: Message | None = None
    waiting: bool = False


@dataclass(eq=False, repr=False)
class RecommendService:
    """The whole of C-6."""

    _context: ServiceContext
    _models: LocalModels
    _providers: ProviderService
    _releases: ReleaseService
    _facts: MovieFactsService
    _personas: PersonaService

    def refresh(self, *, provider: str | None = None, job: Job = UNATTENDED) -> RecommendResult:
        """Send the last release again if nothing changed since, and rank.

        Never makes a new release: if one is due, nothing is sent, and `waiting` is set.
        The result is stored. A provider that is down does not raise: the rows ranked here are
        still made, and `Recommendations.notes` has the reason.
        """
        connection = self._providers.connect(provider)
        job.report(Progress("Preparing the release", 0, 3))
        release = self._releases.repeat(connection, job=job)
        outcome = self._ask(connection, release, repeated=True, job=job)
        waiting = release is None and not stored_choice(self._context).releases_nothing
        result = replace(outcome, repeated=release is not None, waiting=waiting)
        self._context.last_result = result
        return result

    def release(self, proposal: Proposal, *, job: Job = UNATTENDED) -> RecommendResult:
        """Release what was agreed to, ask and rank; the result is stored.

        Raises `AgreementError` where it would be something else now; nothing is sent then.
        """
        connection = self._providers.connect(proposal.provider)
        job.report(Progress("Preparing the release", 0, 3))
        try:
            release, repeated = self._releases.commit(connection, proposal, job=job)
        except ProviderError as error:  # what it publishes is not to be had
            problem = error.message
            ranked = self._rank(connection, None, [problem], job.report)
            result = RecommendResult(None, False, ranked, problem)
        else:
            result = self._ask(connection, release, repeated=repeated, job=job)
        self._context.last_result = result
        return result

    def _ask(
        self, connection: Provider, release: Release | None, *, repeated: bool, job: Job
    ) -> RecommendResult:
        notes: list[Message] = []
        answer: ProviderAnswer | None = None
        check_released(job.cancelled, release)
        if release is not None:
            job.report(Progress(message("Asking {provider}", provider=connection.name), 1, 3))
            try:
                answer = self._releases.deliver(connection, release, job.cancelled)
            except ProviderError as error:
                notes.append(error.message)
        check_released(job.cancelled, release)
        recommendations = self._rank(connection, answer, notes, job.report)
        return RecommendResult(release, repeated, recommendations, notes[0] if notes else None)

    def _rank(
        self,
        connection: Provider,
        answer: ProviderAnswer | None,
        notes: list[Message],
        report: Report,
    ) -> Recommendations:
        unanswered = bool(notes)
        shared = connection.model()  # as it was fetched, on a schedule that knows of no release
        report(Progress("Ranking on this computer", 2, 3))
        if answer is not None:
            named: ProviderMovies | None = ProviderMovies.answered(answer, shared is not None)
        else:  # what a provider that is down said before; nothing where nothing was to be asked
            named = ProviderMovies.stored(self._latest(), connection.name) if unanswered else None
        recommendations = self._combine(connection.name, shared or self._own_model(), named, notes)
        self._save(recommendations)
        report(Progress("Done", 3, 3))
        return recommendations

    def rank_locally(self, *, report: Report = no_progress) -> Recommendations:
        """Rank with the model at hand and the true history; sends nothing. The result is stored.

        What the provider answered last stays among the rows, but for movies known by now.
        """
        report(Progress("Ranking on this computer"))
        provider = self._providers.current()
        recommendations = self._combine(
            provider, self._model_of(provider), ProviderMovies.stored(self._latest(), provider), []
        )
        self._save(recommendations)
        return recommendations

    def narrowed(self, filters: Filters, *, further: int = 0) -> Narrowed:
        """Return the rows as `rank_locally` makes them, of movies that the filters let through.

        They are looked for in the whole catalog. `further`: so many more in each row. Sends
        nothing, and the result is not stored.
        """
        provider = self._providers.current()
        stored = self._context.catalog()
        model = self._model_of(provider)
        let = self._facts.matching(filters)
        named = ProviderMovies.stored(self._latest(), provider)
        result = self._combine(provider, model, named, [], ~let, further)
        there = self._models.ranker(model, stored.catalog).listable.copy()
        library = self._library()
        there[[*library.watched, *library.refused]] = False
        with self._context.database.read() as session:
            wanted = WatchlistRepository(session).all()
        place = stored.position
        found = [place[key] for key in wanted if key in place]
        movies = [stored.catalog.movies[position] for position in found if let[position]]
        matching_ids = frozenset(movie.wire_id or "" for movie in movies)
        # The row of the category that everything has would be the first row again.
        rows = tuple(row for row in result.rows if row.name != filters.category)
        offered = self._facts.offered(filters, there)
        return Narrowed(replace(result, rows=rows), offered, matching_ids)

    def _latest(self) -> Recommendations | None:
        with self._context.database.read() as session:
            return store.load(session)

    def _save(self, recommendations: Recommendations) -> None:
        language = self._context.database.title_language
        with self._context.database.write() as session:
            store.save(session, replace(recommendations, language=language))

    def _model_of(self, provider: str) -> ItemModel:
        """Return the model that a provider shared before, else the one at hand."""
        try:
            shared = self._providers.connect(provider).model()
        except ProviderError:  # it cannot be talked to
            shared = None
        return shared or self._own_model()

    def _own_model(self) -> ItemModel:
        return self._models.current(self._context.catalog().catalog)

    def local_ranker(self) -> Ranker:
        """Return what `rank_locally` ranks with. Sends nothing."""
        catalog = self._context.catalog().catalog
        model = self._model_of(self._providers.current())
        return self._models.ranker(model, catalog)

    def _library(self) -> Taste:
        position = self._context.catalog().position
        with self._context.database.read() as session:
            return read_taste(session, position)

    def _combine(
        self,
        provider: str,
        model: ItemModel,
        named: ProviderMovies | None,
        notes: Sequence[Message],
        held_back: NDArray[np.bool_] | None = None,
        further: int = 0,
    ) -> Recommendations:
        """`held_back`: movies of the catalog that are not to be listed, (n,)."""
        catalog = self._context.catalog().catalog
        library = self._library()
        if held_back is not None:
            library = replace(library, refused=(*library.refused, *np.flatnonzero(held_back)))
        ranker = self._models.ranker(model, catalog)
        ranking = ranker.rank(
            library.watched,
            limit=ROW_LENGTH,
            per_category=CATEGORY_ROW_LENGTH,
            exclude=library.refused,
            weights=library.weights,
            further=further,
        )
        watched = count_categories(catalog.movies[p] for p in library.watched)
        overall = local_suggestions(ranking.overall, catalog)
        own_movies = held_back is None  # filters know nothing of movies that are not here
        answers = self._personas.learned(provider) if library.watched else None
        of_provider: list[Row] = []
        if answers is not None:
            row, ahead = rank_learned(answers, ranker, library, ROW_LENGTH, own_movies)
            of_provider.append(row)
            if row.learned is not None and row.learned.insertable:
                overall = with_new(overall, ahead)
        rows = [Row(OVERALL, LOCAL, overall)]
        if named is not None:
            rows.append(Row(PROVIDER, named.ranked, provider_suggestions(named, ranker, library)))
        rows += of_provider
        first = [one.movie for one in ranking.overall[:_SEEN_FIRST]]
        rows.append(new_movies(ranker, library, first, self._context.now().year))
        rows += category_rows(ranking, catalog, watched)
        return Recommendations(
            rows=tuple(row for row in rows if row.suggestions),
            created=self._context.now(),
            provider=provider,
            model_id=model.id,
            library_size=len(library.watched),
            notes=(*notes, *filter(None, [self._models.problem])),
        )
