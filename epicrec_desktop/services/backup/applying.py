"""Brings an export back, in one session: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.privacy.families import FAMILIES
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.services.backup.draws import JoinedSamples, TimedSamples, join_samples
from epicrec_desktop.services.backup.reading import Export, ExportedEntry
from epicrec_desktop.services.draws import read_account
from epicrec_desktop.services.planning import store_family
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.services.windows import assign_periods, first_period, restore_calendar
from epicrec_desktop.store import recommendations
from epicrec_desktop.store.choices import ChoiceRepository, KnownProvider, ProviderRepository
from epicrec_desktop.store.contacts import ContactRepository
from epicrec_desktop.store.contributions import ContributionRepository
from epicrec_desktop.store.films import MovieLookup
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.restoring import (
    ExportedMovie,
    LibraryRestorer,
    RestoredCounts,
    unassign_periods,
)
from epicrec_desktop.store.watchlist import WatchlistRepository


@dataclass(frozen=True)
class RestoreResult:
    """What bringing an export back changes, or has changed.

    `empty`: nothing was in the library before. `unknown` films are in no catalog here. `choice` are
    levels that come along, None where those here stay; `providers` those that are new here,
    `other_address` names that have another address here. `before`, `after`: what all releases let
    an observer conclude.
    """

    created: datetime
    empty: bool
    films: RestoredCounts
    unknown: int
    watchlist: int
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
        films = self.films
        return bool(
            films.new
            or films.answered
            or films.ratings
            or self.watchlist
            or self.choice
            or self.providers
            or self.releases
            or self.contacts
            or self.samples.taken
            or self.samples.contributions_taken
            or self.contributions
        )


def restore(session: Session, export: Export, now: datetime) -> RestoreResult:
    """Bring an export back. In a session that is rolled back it is on trial."""
    library = LibraryRepository(session)
    before = _bound(session)
    empty = not library.periods() and not sum(library.counts().values())
    joined = _restore_samples(session, export, now)
    finder = MovieLookup(session)
    films, unknown = _found(finder, export.films)
    restorer = LibraryRestorer(
        session,
        sampled=joined.samples.periods,
        exported_periods=joined.exported,
        first=first_period(session, now),
        now=now,
    )
    restore_movies = restorer.restore_movies(films)
    wanted = _watchlist(session, [finder.key(movie) for movie in export.watchlist], now)
    choices = ChoiceRepository(session)
    choice = None if choices.chosen() else export.choice
    if choice is not None:
        choices.save(choice)
        store_family(session, FAMILIES[export.mechanism])
    providers, other_address = _providers(session, export.providers)
    ledger = LedgerRepository(session)
    releases = sum(ledger.restore(r.draft, r.created, r.sends) for r in export.releases)
    contacts = ContactRepository(session).restore(export.contacts)
    assign_periods(session, now=now)
    recommendations.forget(session)  # they were made for another library
    return RestoreResult(
        created=export.created,
        empty=empty,
        films=restore_movies,
        unknown=unknown,
        watchlist=wanted,
        choice=choice,
        choice_stays=export.choice is not None
        and choice is None
        and export.choice != choices.load(),
        providers=providers,
        other_address=other_address,
        releases=releases,
        contacts=contacts,
        contributions=_contributions(session, export, joined),
        samples=joined,
        before=before,
        after=_bound(session),
    )


def _bound(session: Session) -> PosteriorBound | None:
    """What all lists let somebody elsewhere conclude; None where nothing went anywhere."""
    account = read_account(session)
    receivers = {receiver for period in account.periods.values() for receiver in period.issued}
    receivers |= {one for disclosed in account.contributed.values() for one in disclosed.receivers}
    if not receivers - {THIS_COMPUTER} and not account.prior_losses:
        return None
    return PosteriorBound.of(account.loss)


def _restore_samples(session: Session, export: Export, now: datetime) -> JoinedSamples:
    """The draws first: which windows films may still join follows from them."""
    ledger = LedgerRepository(session)
    contributed = ContributionRepository(session).sampled()
    stored = TimedSamples(ledger.samples(), ledger.sampled(), contributed)
    joined = join_samples(stored, export.samples)
    if export.first_period is not None and not stored.samples.periods:
        restore_calendar(session, export.first_period)
    unassign_periods(session, joined.taken)
    ledger.store_samples(
        joined.samples, now=now, sampled=joined.sampled, contributed=joined.contributed
    )
    return joined


def _contributions(session: Session, export: Export, joined: JoinedSamples) -> int:
    """Which movies were told of, and what became of it; how many attempts are new here."""
    repository = ContributionRepository(session)
    repository.record_disclosed(export.disclosed)
    mine = {
        (name, receiver)
        for name, document in joined.samples.contributions.items()
        if name not in joined.contributed_twice
        for receiver in document["issued"]
    }
    return repository.restore(
        send for send in export.contribution_sends if (send.period, send.receiver) in mine
    )


def _found(finder: MovieLookup, saved: Iterable[ExportedEntry]) -> tuple[list[ExportedMovie], int]:
    """The films by their keys here, and how many of those listed no catalog here has."""
    films, unknown = [], 0
    for one in saved:
        key = finder.key(one.movie)
        unknown += one.film.in_library and not finder.in_catalog(key)
        sighting = one.film.sighting
        if sighting is not None:
            evidence = tuple(
                replace(item, others=finder.named(others))
                for item, others in zip(sighting.rule_evidence, one.others, strict=True)
            )
            sighting = replace(sighting, rule_evidence=evidence)
        films.append(replace(one.film, movie_id=key, sighting=sighting))
    return films, unknown


def _watchlist(session: Session, keys: list[int], now: datetime) -> int:
    """Put films on the watchlist, in their order, the newest first; how many are new."""
    watchlist = WatchlistRepository(session)
    known = set(watchlist.all())
    new = [key for key in dict.fromkeys(keys) if key not in known]
    for place, key in enumerate(reversed(new)):
        watchlist.add(key, now=now + timedelta(microseconds=place))
    return len(set(watchlist.all()) - known)


def _providers(
    session: Session, saved: Iterable[KnownProvider]
) -> tuple[tuple[KnownProvider, ...], tuple[str, ...]]:
    """Add those that are new here. One of a name that is known stays as it is here."""
    repository = ProviderRepository(session)
    new, other = [], []
    for provider in saved:
        names = {known.name.casefold(): known for known in repository.all()}
        here = names.get(provider.name.casefold())
        if here is None:
            repository.put(provider)
            new.append(provider)
        elif here.address != provider.address:
            other.append(provider.name)
    return tuple(new), tuple(other)
