"""Recommend: release what the levels allow, ask the provider, rank on this computer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.errors import Cancelled, ProviderError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.release import (
    ProviderAnswer,
    Recommendations,
    Release,
    Row,
    Suggestion,
)
from epicrec_desktop.domain.tasks import IsCancelled, Progress, Report, check, never, quiet
from epicrec_desktop.provider.base import Provider
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.ranking import Ranked, Ranker, Ranking, fresh_first
from epicrec_desktop.services.context import Context
from epicrec_desktop.services.library import count_categories
from epicrec_desktop.services.models import LocalModels
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.releases import ReleaseService
from epicrec_desktop.store import recommendations as store
from epicrec_desktop.store.library import LibraryRepository

OVERALL = "overall"
PROVIDER = "provider"
HERE = "here"
_SHOWN = 60
_SHOWN_PER_CATEGORY = 30


@dataclass(frozen=True)
class Outcome:
    """What was released (None at No Release), whether it was a repeat, and what came back.

    `problem` is the sentence of a provider that did not answer; it is among the notes too.
    """

    release: Release | None
    repeated: bool
    recommendations: Recommendations
    problem: str | None = None


@dataclass(frozen=True)
class _Library:
    """The library as ranking needs it: positions in the catalog."""

    watched: tuple[int, ...]
    refused: tuple[int, ...]


@dataclass(frozen=True)
class _Named:
    """Movies that a provider named (wire ids with its scores, best first), and who ranks them.

    A provider that shares its model has ranked them as well as it can from the release. One that
    shares none gives candidates: the model at hand ranks those with the true history.
    """

    movies: tuple[tuple[str, float], ...]
    ranked: str  # HERE or PROVIDER

    @classmethod
    def answered(cls, answer: ProviderAnswer, shares_model: bool) -> _Named:
        """All that an answer names, or its own list where that is shown as it is."""
        if shares_model:
            return cls(answer.overall, PROVIDER)
        lists = (answer.overall, *answer.categories.values())
        scores = {wire_id: score for one in reversed(lists) for wire_id, score in one}
        order = dict.fromkeys(wire_id for one in lists for wire_id, _ in one)
        return cls(tuple((wire_id, scores[wire_id]) for wire_id in order), HERE)

    @classmethod
    def stored(cls, before: Recommendations | None, provider: str) -> _Named | None:
        """What is left of the provider's last answer in the last result."""
        if before is None or before.provider != provider:
            return None
        for row in before.rows:
            if row.name == PROVIDER:
                return cls(tuple((s.wire_id, s.score) for s in row.suggestions), row.ranked)
        return None


class RecommendService:
    """The whole of C-6."""

    def __init__(
        self,
        context: Context,
        models: LocalModels,
        providers: ProviderService,
        releases: ReleaseService,
    ) -> None:
        self._context = context
        self._models = models
        self._providers = providers
        self._releases = releases

    def refresh(
        self,
        *,
        choice: PrivacyChoice | None = None,
        provider: str | None = None,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> Outcome:
        """Release, ask and rank; the result is stored.

        A provider that is down does not raise: rows ranked here are still made, and
        `Recommendations.notes` says what happened.
        """
        connection = self._providers.connect(provider)
        notes: list[str] = []
        release: Release | None = None
        repeated = False
        answer: ProviderAnswer | None = None
        report(Progress("Preparing the release", 0, 4))
        try:
            release, repeated = self._releases.commit(
                connection, choice, report=report, cancelled=cancelled
            )
            _check_released(cancelled, release)
            if release is not None:
                report(Progress(f"Asking {connection.name}", 1, 4))
                answer = self._send(connection, release)
        except ProviderError as error:
            notes.append(str(error))
        unanswered = bool(notes)  # a model that is not to be had, below, is another matter
        _check_released(cancelled, release)
        report(Progress("Fetching the public model", 2, 4))
        shared = self._shared_model(connection, notes)
        report(Progress("Ranking on this computer", 3, 4))
        if answer is not None:
            named: _Named | None = _Named.answered(answer, shared is not None)
        else:  # what a provider that is down said before; nothing where nothing was to be asked
            named = _Named.stored(self.latest(), connection.name) if unanswered else None
        recommendations = self._combine(connection.name, shared or self._own_model(), named, notes)
        self._save(recommendations)
        report(Progress("Done", 4, 4))
        return Outcome(release, repeated, recommendations, notes[0] if notes else None)

    def send(
        self,
        *,
        choice: PrivacyChoice | None = None,
        provider: str | None = None,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> tuple[Release | None, bool, ProviderAnswer | None]:
        """Release and send, without ranking. Raises `ProviderError`; the ledger then says why."""
        connection = self._providers.connect(provider)
        release, repeated = self._releases.commit(
            connection, choice, report=report, cancelled=cancelled
        )
        answer = self._send(connection, release) if release is not None else None
        return release, repeated, answer

    def rank_here(self, *, report: Report = quiet) -> Recommendations:
        """Rank with the model at hand and the true history; sends nothing. The result is stored.

        What the provider answered last stays among the rows, but for movies known by now.
        """
        report(Progress("Ranking on this computer"))
        provider = self._providers.current()
        recommendations = self._combine(
            provider,
            self._kept_model(provider) or self._own_model(),
            _Named.stored(self.latest(), provider),
            [],
        )
        self._save(recommendations)
        return recommendations

    def latest(self) -> Recommendations | None:
        """The last result, shown at once at start and offline."""
        with self._context.database.read() as session:
            return store.load(session)

    def _save(self, recommendations: Recommendations) -> None:
        with self._context.database.write() as session:
            store.save(session, recommendations)

    def _send(self, connection: Provider, release: Release) -> ProviderAnswer:
        attempt = self._releases.begin_send(release)
        try:
            answer = connection.recommend(release)
        except ProviderError as error:
            self._releases.settle_send(attempt, str(error))
            raise
        self._releases.settle_send(attempt, None)
        return answer

    def _shared_model(self, connection: Provider, notes: list[str]) -> ItemModel | None:
        """The provider's public model, an earlier one where it is down; None if it shares none."""
        try:
            return connection.model()
        except ProviderError as error:
            if not notes:
                notes.append(str(error))
            return connection.kept_model()

    def _kept_model(self, provider: str) -> ItemModel | None:
        """The model that a provider shared before; None too where it cannot be talked to."""
        try:
            return self._providers.connect(provider).kept_model()
        except ProviderError:
            return None

    def _own_model(self) -> ItemModel:
        return self._models.current(self._context.catalog().catalog)

    def _library(self) -> _Library:
        position = self._context.catalog().position()
        with self._context.database.read() as session:
            repository = LibraryRepository(session)
            confirmed = repository.confirmed()
            rejected = [r.movie_id for r in repository.all(LibraryStatus.REJECTED)]

        def places(keys: Iterable[int]) -> tuple[int, ...]:
            return tuple(position[key] for key in keys if key in position)

        return _Library(places(confirmed), places(rejected))

    def _combine(
        self,
        provider: str,
        model: ItemModel,
        named: _Named | None,
        notes: Sequence[str],
    ) -> Recommendations:
        catalog = self._context.catalog().catalog
        library = self._library()
        ranker = self._models.ranker(model, catalog)
        ranking = ranker.rank(
            library.watched,
            limit=_SHOWN,
            per_category=_SHOWN_PER_CATEGORY,
            exclude=library.refused,
        )
        watched = count_categories(catalog.movies[p] for p in library.watched)
        rows = [Row(OVERALL, HERE, _here(ranking.overall, catalog))]
        if named is not None:
            rows.append(Row(PROVIDER, named.ranked, _theirs(named, ranker, library)))
        rows += _category_rows(ranking, catalog, watched)
        return Recommendations(
            rows=tuple(row for row in rows if row.suggestions),
            created=self._context.now(),
            provider=provider,
            model_id=model.id,
            library_size=len(library.watched),
            notes=tuple(notes),
        )


def _check_released(cancelled: IsCancelled, release: Release | None) -> None:
    """As `check`, but a release that was made stays made, and the person is told so."""
    if release is None:
        check(cancelled)
    elif cancelled():
        raise Cancelled(
            "Cancelled. The release is in the ledger, which says whether it was sent. "
            "The recommendations are those of before."
        )


def _category_rows(ranking: Ranking, catalog: Catalog, watched: Mapping[str, int]) -> list[Row]:
    """Rows per category, those of which most movies were watched first."""
    order = sorted(catalog.categories, key=lambda name: (-watched.get(name, 0), name))
    lists = fresh_first([ranking.overall, *(ranking.categories[name] for name in order)])
    return [
        Row(name, HERE, _here(ranked, catalog), watched.get(name, 0))
        for name, ranked in zip(order, lists[1:], strict=True)
    ]


def _here(ranked: Iterable[Ranked], catalog: Catalog) -> tuple[Suggestion, ...]:
    return tuple(
        _suggestion(
            catalog.movies[r.movie],
            r.score,
            HERE,
            catalog.movies[r.because].label if r.because is not None else None,
        )
        for r in ranked
    )


def _theirs(named: _Named, ranker: Ranker, library: _Library) -> tuple[Suggestion, ...]:
    """What the provider named, without what was watched or refused: it cannot know.

    Movies that the catalog here does not have are left out.
    """
    catalog = ranker.catalog
    places = [(catalog.index[w], score) for w, score in named.movies if w in catalog.index]
    if named.ranked == HERE:
        candidates = [position for position, _ in places]
        ranked = ranker.among(library.watched, candidates, limit=_SHOWN, exclude=library.refused)
        return _here(ranked, catalog)
    left_out = {*library.watched, *library.refused}
    return tuple(
        _suggestion(catalog.movies[position], score, PROVIDER, None)
        for position, score in places
        if position not in left_out
    )[:_SHOWN]


def _suggestion(movie: Movie, score: float, ranked: str, because: str | None) -> Suggestion:
    return Suggestion(
        wire_id=movie.wire_id or "",
        title=movie.title,
        year=movie.year,
        categories=movie.categories,
        score=float(score),
        ranked=ranked,
        because=because,
    )
