"""Restore an export: plan it, describe what it would change, and apply it in one transaction."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.errors import AgreementError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.months import next_period, period_of
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.privacy.families import FAMILIES
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.recommend.learned_question import cells_of
from epicrec_desktop.services.account import read_account
from epicrec_desktop.services.backup.export_document import (
    LibraryMovie,
    NamedList,
    StoredMonths,
    Unplaced,
)
from epicrec_desktop.services.backup.export_reader import Export, read_export, unreadable_export
from epicrec_desktop.services.backup.library_restore import LibraryRestorer, RestoredCounts
from epicrec_desktop.services.backup.samples import JoinedSamples, TimedSamples, join_samples
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.mechanism_planner import store_family
from epicrec_desktop.services.movie_lists import one_line
from epicrec_desktop.services.periods import assign_periods
from epicrec_desktop.services.sample_store import SampleStore
from epicrec_desktop.services.unlisted import match_unlisted
from epicrec_desktop.store import recommendations
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.choices import ChoiceRepository, KnownProvider, ProviderRepository
from epicrec_desktop.store.contacts import Contact, ContactRepository
from epicrec_desktop.store.contributions import ContributionRepository, joined_periods
from epicrec_desktop.store.corrections import restore_corrections
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.library import LibraryRepository, WatchlistRepository
from epicrec_desktop.store.movie_joins import join_rows_of
from epicrec_desktop.store.movie_lists import MovieList, MovieListRepository
from epicrec_desktop.store.ratings import put_imports
from epicrec_desktop.store.samples import SampleRepository
from epicrec_desktop.store.unlisted import (
    MovieLookup,
    put_unplaced,
    unlisted_movies,
    unplaced,
    wire_names,
)


@dataclass(frozen=True)
class RestoreResult:
    """What restoring an export changes, or has changed.

    `unknown` movies are in no catalog here. `choice` are levels that come along, None where those
    here stay; `providers` those that are new here, `other_address` names that have another address
    here. `before`, `after`: what all releases let an observer conclude.
    """

    created: datetime
    movies: RestoredCounts
    unknown: int
    watchlist: int
    lists: int
    unplaced: int
    choice: PrivacyChoice | None
    choice_stays: bool
    providers: tuple[KnownProvider, ...]
    other_address: tuple[str, ...]
    releases: int
    contacts: int
    contributions: int
    samples: JoinedSamples
    before: PosteriorBound | None
    after: PosteriorBound | None

    @property
    def changes(self) -> bool:
        """Whether anything is new here."""
        done = self.movies
        rows = (done.new, done.answered, done.ratings, self.watchlist, self.lists, self.unplaced)
        sent = (self.releases, self.contacts, self.contributions, self.samples.periods.taken)
        more = (self.choice, self.providers, self.samples.contributions.taken)
        return any(rows) or any(sent) or any(more)


def restore(session: Connection, export: Export, now: datetime) -> RestoreResult:
    """Bring an export back. In a session that is rolled back it is on trial."""
    library, document = LibraryRepository(session), export.document
    before = _bound(session)
    joined = _restore_samples(session, export, now)
    answered = {
        key for key, status in library.statuses().items() if status is not LibraryStatus.SUGGESTED
    }
    finder = MovieLookup(session)
    parts: tuple[LibraryMovie | StoredMonths, ...] = (*document.library, *document.months_kept)
    pages = document.corrections.pages
    named = (*parts, *document.watchlist, *(f for one in document.lists for f in one.films))
    keys = finder.keys(part.movie for part in (*named, *document.unplaced, *pages))
    movies = [(keys[part.movie], part) for part in parts]
    restorer = LibraryRestorer(
        session,
        finder.known_keys,
        sampled=joined.periods.documents,
        exported_periods=joined.exported,
        opened=joined.opened,
        now=now,
    )
    restore_movies = restorer.restore_movies(movies)
    listed = [key for part in document.watchlist if (key := keys[part.movie]) not in answered]
    wanted = _watchlist(session, listed, now)
    lists = _lists(session, keys, document.lists)
    rows = _unplaced(session, keys, document.unplaced)
    corrected = {part.page: keys[part.movie] for part in pages}
    restore_corrections(session, document.corrections.key, corrected)
    _carry_to_other_ids(session, finder, export, movies)
    match_unlisted(session, lambda: CatalogRepository(session).load(), now)
    unlisted = unlisted_movies(session)
    unknown = sum(key in unlisted for key, _ in movies[: len(document.library)])
    choice, choice_stays = _choice(session, export)
    providers, other_address = _providers(session, export.providers)
    ledger = LedgerRepository(session)
    releases = sum(ledger.restore(*release) for release in export.releases)
    contacts = ContactRepository(session).restore(
        Contact(**part.fields()) for part in document.contacts
    )
    assign_periods(session)
    recommendations.forget(session)  # they were made for another library
    return RestoreResult(
        created=document.created,
        movies=restore_movies,
        unknown=unknown,
        watchlist=wanted,
        lists=lists,
        unplaced=rows,
        choice=choice,
        choice_stays=choice_stays,
        providers=providers,
        other_address=other_address,
        releases=releases,
        contacts=contacts,
        contributions=_contributions(session, export, joined),
        samples=joined,
        before=before,
        after=_bound(session),
    )


def _choice(session: Connection, export: Export) -> tuple[PrivacyChoice | None, bool]:
    """Restore levels where none was chosen here; return them, and whether other ones stay."""
    choices, exported = ChoiceRepository(session), export.document.privacy
    choice = PrivacyChoice(exported.overall, exported.categories)
    if choices.chosen() or not exported.chosen:
        return None, exported.chosen and choice != choices.load()
    choices.save(choice)
    if exported.mechanism is not None:
        store_family(session, FAMILIES[exported.mechanism])
    return choice, False


def _bound(session: Connection) -> PosteriorBound | None:
    """Return what all lists let somebody elsewhere conclude; None where nothing went anywhere."""
    account = read_account(session)
    if not account.receivers - {THIS_COMPUTER} and not account.prior_losses:
        return None
    return PosteriorBound.of(account.loss)


def _restore_samples(session: Connection, export: Export, now: datetime) -> JoinedSamples:
    """Samples first: they decide which periods movies may still join."""
    repository = SampleRepository(session)
    contributed = ContributionRepository(session).sampled()
    stored = TimedSamples(repository.read(), repository.sampling_times(), contributed)
    joined = join_samples(
        stored,
        export.samples,
        latest=next_period(period_of(now)),  # a clock may be ahead by a day
        is_known=lambda question: cells_of(question) is not None,
    )
    both = joined.both
    if not both.samples.leave_room:
        raise unreadable_export("too-big")
    repository.store(both.samples, now=now, sampled=both.sampled, contributed=both.contributed)
    return joined


def _contributions(session: Connection, export: Export, joined: JoinedSamples) -> int:
    """Restore which movies were reported, and the sends; return how many of these are new here.

    A movie that both reported has the months of both, so that both count. Months that both sampled,
    each for itself, are counted as "joined" instead, and so are those to come.
    """
    repository = ContributionRepository(session)
    known = repository.disclosed()
    twice, ahead = joined.contributions.twice, joined.contributions.ahead
    repository.record_disclosed(
        {
            wire_id: months
            for wire_id, names in export.document.contributions.disclosed.items()
            if (
                months := [
                    n for n in names if n not in ahead and (wire_id not in known or n not in twice)
                ]
            )
        }
    )
    mine = {
        (name, receiver)
        for name, document in joined.contributions.documents.items()
        if name not in twice
        for receiver in document["issued"]
    }
    return repository.restore(
        send for send in export.contribution_sends if (send.period, send.receiver) in mine
    )


def _unplaced(session: Connection, keys: Mapping[Movie, int], rows: Iterable[Unplaced]) -> int:
    """Keep rows that were not placed there either; how many are new."""
    known, statuses = unplaced(session), LibraryRepository(session).statuses()
    new = 0
    for row in rows:
        key = keys[row.movie]
        if key in known or key in statuses:
            continue
        put_unplaced(session, {key: (row.kind, row.reason)})
        put_imports(session, ((key, one.imported) for one in row.imports))
        new += 1
    return new


def _carry_to_other_ids(
    session: Connection,
    finder: MovieLookup,
    export: Export,
    parts: Sequence[tuple[int, LibraryMovie | StoredMonths]],
) -> None:
    """Let a movie that catalogs know by other ids by now count, and be reported, once.

    Where none of its ids is known, every movie of its title and year gets its period, and was
    reported when it was.
    """
    disclosed = export.document.contributions.disclosed
    reported: list[tuple[int, set[str]]] = []
    unlisted = unlisted_movies(session)
    for key, part in parts:
        movie = part.movie
        names = wire_names(movie.identities) & disclosed.keys()
        same = [key]
        if key in unlisted and (names or part.release_period is not None):
            same = finder.namesakes(movie)
            for other in same:
                join_rows_of(session, key, other, same=False)
        if names:
            periods = {period for name in names for period in disclosed[name]}
            reported += [(one, periods) for one in same]
    movies = CatalogRepository(session).movies(key for key, _ in reported)
    named = ((movies[key].wire_ids, periods) for key, periods in reported if key in movies)
    ContributionRepository(session).record_disclosed(joined_periods(named))


def _watchlist(session: Connection, keys: list[int], now: datetime) -> int:
    """Put movies on the watchlist, in their order, the newest first; how many are new."""
    watchlist = WatchlistRepository(session)
    known = set(watchlist.all())
    new = [key for key in dict.fromkeys(keys) if key not in known]
    places = enumerate(reversed(new), start=1)
    watchlist.put({key: now + timedelta(microseconds=place) for place, key in places})
    return len(set(watchlist.all()) - known)


def _lists(session: Connection, keys: Mapping[Movie, int], saved: Iterable[NamedList]) -> int:
    lists = (
        MovieList(one_line(one.name), one.note, tuple(keys[item.movie] for item in one.films))
        for one in saved
    )
    return len(MovieListRepository(session).restore(lists))


def _providers(
    session: Connection, saved: Iterable[KnownProvider]
) -> tuple[tuple[KnownProvider, ...], tuple[str, ...]]:
    """Add those that are new here. One of a name that is known stays as it is here."""
    repository = ProviderRepository(session)
    new, other = [], []
    for provider in saved:
        names = {known.name.casefold(): known for known in repository.all()}
        local = names.get(provider.name.casefold())
        if local is None:
            repository.put(provider)
            new.append(provider)
        elif local.address != provider.address:
            other.append(provider.name)
    return tuple(new), tuple(other)


_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RestorePlan:
    """What restoring an export would do; `restore` does it."""

    export: Export
    would: RestoreResult


class BackupService:
    """Brings back what `DataService.export` wrote."""

    def __init__(self, context: ServiceContext, sample_store: SampleStore) -> None:
        self._context = context
        self._sample_store = sample_store

    def plan(self, file: Path, *, job: Job = UNATTENDED) -> RestorePlan:
        """Return what restoring this file would do; changes nothing. Raises `EpicRecError`."""
        job.report(Progress("Reading"))
        export = read_export(file)
        job.check()
        with self._context.database.trial() as session:
            self._sample_store.settle(session, self._context.now())
            would = restore(session, export, self._context.now())
        return RestorePlan(export, would)

    def restore(self, plan: RestorePlan) -> RestoreResult:
        """Do what the plan says, all of it or nothing; the previous state is stored for a month.

        Raises `AgreementError` where it would be something else by now, and `StoreError` where no
        copy can be kept; nothing is changed then.
        """
        now = self._context.now()
        with self._context.database.write() as session:
            self._sample_store.settle(session, now)
            done = restore(session, plan.export, now)
            if done != plan.would:
                raise AgreementError(
                    "Your library changed since the preview, so nothing was restored. Look at it "
                    "once more, and decide again."
                )
            self._context.database.store_copy(f"import-{now:%Y%m%d-%H%M%S-%f}")
        self._sample_store.save()
        _log.info("export restored")
        return done
