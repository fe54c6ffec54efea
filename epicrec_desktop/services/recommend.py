"""Recommend: release what the levels allow, ask the provider, rank on this computer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.errors import Cancelled, ProviderError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.messages import N_, Message, message
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.release import (
    ProviderAnswer,
    Recommendations,
    Release,
    Row,
    Suggestion,
)
from epicrec_desktop.domain.tasks import (
    IsCancelled,
    Progress,
    Report,
    check,
    never_cancelled,
    no_progress,
)
from epicrec_desktop.provider.base import Provider
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.ranking import WEIGHTS, Ranked, Ranker, Ranking, fresh_first
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.library import count_categories
from epicrec_desktop.services.models import LocalModels
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.releases import Proposal, ReleaseService, stored_choice
from epicrec_desktop.store import recommendations as store
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.ratings import ratings

OVERALL = "overall"
PROVIDER = "provider"
HERE = "here"
_SHOWN = 60
_SHOWN_PER_CATEGORY = 30
_MADE_ALREADY = N_(
    "Cancelled, but the release was already made; its record says whether it was sent. "
    "The recommendations are still the earlier ones."
)


@dataclass(frozen=True)
class Outcome:
    """What was released (None at No Release), whether it was a repeat, and what came back.

    `problem` is the message of a provider that did not answer; it is among the notes too.
    `waiting`: there is something to release that nobody agreed to yet, so nothing was sent.
    """

    release: Release | None
    repeated: bool
    recommendations: Recommendations
    problem: Message | None = None
    waiting: bool = False


@dataclass(frozen=True)
class _Library:
    """The library as ranking needs it: positions in the catalog.

    `weights`: how much a rated movie speaks for what is like it. They are used here, and nowhere
    else: what a release says comes from `release_inputs.py`, which reads no rating.
    """

    watched: tuple[int, ...]
    refused: tuple[int, ...]
    weights: Mapping[int, float]


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
        context: ServiceContext,
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
        provider: str | None = None,
        report: Report = no_progress,
        cancelled: IsCancelled = never_cancelled,
    ) -> Outcome:
        """Send the last release again if one now would say the same, and rank; the rest waits.

        Repeats, and never begins: where there is something else to release, nothing is sent, and
        `Outcome.waiting` says so. The result is stored. A provider that is down does not raise: the
        rows ranked here are still made, and `Recommendations.notes` says what happened.
        """
        connection = self._providers.connect(provider)
        report(Progress("Preparing the release", 0, 3))
        release = self._releases.repeat(connection)
        outcome = self._ask(connection, release, repeated=True, report=report, cancelled=cancelled)
        waiting = release is None and not stored_choice(self._context).releases_nothing
        return replace(outcome, repeated=release is not None, waiting=waiting)

    def propose(
        self,
        choice: PrivacyChoice | None = None,
        *,
        provider: str | None = None,
        report: Report = no_progress,
        cancelled: IsCancelled = never_cancelled,
    ) -> Proposal:
        """What a release now would be, under the stored levels or these, to be agreed to."""
        connection = self._providers.connect(provider)
        return self._releases.propose(
            connection, choice, report=report, cancelled=cancelled
        ).proposal

    def release(
        self,
        proposal: Proposal,
        *,
        report: Report = no_progress,
        cancelled: IsCancelled = never_cancelled,
    ) -> Outcome:
        """Release what was agreed to, ask and rank; the result is stored.

        Raises `AgreementError` where it would be something else now; nothing is sent then.
        """
        connection = self._providers.connect(proposal.provider)
        report(Progress("Preparing the release", 0, 3))
        try:
            release, repeated = self._releases.commit(
                connection, proposal, report=report, cancelled=cancelled
            )
        except ProviderError as error:  # what it publishes is not to be had
            problem = error.message
            return Outcome(None, False, self._rank(connection, None, [problem], report), problem)
        return self._ask(connection, release, repeated=repeated, report=report, cancelled=cancelled)

    def send(
        self,
        proposal: Proposal,
        *,
        report: Report = no_progress,
        cancelled: IsCancelled = never_cancelled,
    ) -> tuple[Release | None, bool, ProviderAnswer | None]:
        """Release what was agreed to and send it, without ranking.

        Raises `AgreementError`, and `ProviderError`: the ledger then says why.
        """
        connection = self._providers.connect(proposal.provider)
        release, repeated = self._releases.commit(
            connection, proposal, report=report, cancelled=cancelled
        )
        answer = self._send(connection, release, cancelled) if release is not None else None
        return release, repeated, answer

    def _ask(
        self,
        connection: Provider,
        release: Release | None,
        *,
        repeated: bool,
        report: Report,
        cancelled: IsCancelled,
    ) -> Outcome:
        """Send a committed release, if there is one, and rank with what comes back."""
        notes: list[Message] = []
        answer: ProviderAnswer | None = None
        _check_released(cancelled, release)
        if release is not None:
            report(Progress(message("Asking {provider}", provider=connection.name), 1, 3))
            try:
                answer = self._send(connection, release, cancelled)
            except ProviderError as error:
                notes.append(error.message)
        _check_released(cancelled, release)
        recommendations = self._rank(connection, answer, notes, report)
        return Outcome(release, repeated, recommendations, notes[0] if notes else None)

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
            named: _Named | None = _Named.answered(answer, shared is not None)
        else:  # what a provider that is down said before; nothing where nothing was to be asked
            named = _Named.stored(self.latest(), connection.name) if unanswered else None
        recommendations = self._combine(connection.name, shared or self._own_model(), named, notes)
        self._save(recommendations)
        report(Progress("Done", 3, 3))
        return recommendations

    def rank_here(self, *, report: Report = no_progress) -> Recommendations:
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

    def _send(
        self, connection: Provider, release: Release, cancelled: IsCancelled
    ) -> ProviderAnswer:
        """Send, and note what came of it. What is cancelled may have arrived: so it is noted."""
        attempt = self._releases.begin_send(release)
        try:
            answer = connection.recommend(release, cancelled=cancelled)
        except ProviderError as error:
            self._releases.settle_send(attempt, error.message, left=error.sent)
            raise
        except Cancelled:
            raise Cancelled(_MADE_ALREADY) from None
        self._releases.settle_send(attempt)
        return answer

    def _kept_model(self, provider: str) -> ItemModel | None:
        """The model that a provider shared before; None too where it cannot be talked to."""
        try:
            return self._providers.connect(provider).model()
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
            rated = ratings(session)

        def places(keys: Iterable[int]) -> tuple[int, ...]:
            return tuple(position[key] for key in keys if key in position)

        weights = {position[k]: WEIGHTS[rating] for k, rating in rated.items() if k in position}
        return _Library(places(confirmed), places(rejected), weights)

    def _combine(
        self,
        provider: str,
        model: ItemModel,
        named: _Named | None,
        notes: Sequence[Message],
    ) -> Recommendations:
        catalog = self._context.catalog().catalog
        library = self._library()
        ranker = self._models.ranker(model, catalog)
        ranking = ranker.rank(
            library.watched,
            limit=_SHOWN,
            per_category=_SHOWN_PER_CATEGORY,
            exclude=library.refused,
            weights=library.weights,
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
        raise Cancelled(_MADE_ALREADY)


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
        ranked = ranker.among(
            library.watched,
            candidates,
            limit=_SHOWN,
            exclude=library.refused,
            weights=library.weights,
        )
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
