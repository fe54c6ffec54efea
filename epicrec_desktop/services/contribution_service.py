"""Propose, sample, commit, send and withdraw contributions.

For each movie of a public list, which ships with this program, a contribution answers whether it
was watched, and chance flips some of the answers (`privacy/randomized_response.py`). A movie is
disclosed in one contribution only, the first that is sampled after it was confirmed; in every
other one its bit is that of a movie never watched. So contributions compose in parallel, and all
receivers have the same bits: ε once, however many get them. `propose` and `contribute` work as for
a release (`services/releases.py`): the ledger comes first, and a repeat sends stored bytes.

Requests of one minute are of one person, so months go to a receiver one a day, and none within a
minute after a release to it: `contribute` stores when each goes, and `send_due` sends it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from fractions import Fraction
from uuid import uuid4

from sqlalchemy import Connection

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice
from epicrec_desktop.domain.errors import (
    AgreementError,
    EpicRecError,
    PrivacyError,
    ProviderBusyError,
    ProviderError,
)
from epicrec_desktop.domain.messages import N_, message
from epicrec_desktop.domain.months import period_of
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import UNATTENDED, IsCancelled, Job, Progress
from epicrec_desktop.domain.release import CommittedContribution
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.privacy.randomized_response import RandomizedResponse
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.provider.address import is_ours
from epicrec_desktop.provider.cache import NOTHING_SENT
from epicrec_desktop.provider.remote import HttpProvider
from epicrec_desktop.recommend.wire_contribution import (
    EPSILON,
    PublicList,
    encode_contribution,
    public_lists,
)
from epicrec_desktop.services.account import read_account
from epicrec_desktop.services.contacts import log_request, was_sent
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.contribution_status import (
    TO_SEND,
    ContributionStatus,
    State,
    read_status,
    waiting_until,
)
from epicrec_desktop.services.periods import clock_jump
from epicrec_desktop.services.privacy_levels import level_chosen
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.sample_store import SampleStore
from epicrec_desktop.services.sampled_contribution import SampledContribution, contributions_of
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.choices import ChoiceRepository
from epicrec_desktop.store.contributions import ContributionRepository, ContributionSend, SendKind
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.samples import SampleRepository

_ON_ITS_WAY = message(
    "No answer is on record. Sending it again costs no more privacy; it can also be withdrawn."
)
_LEAVING = message("No answer is on record. Withdraw it again.")
NOTHING_COUNTED = N_("Nothing of yours is counted there. Nobody was asked.")
_STOPPED = N_(
    "Cancelled. What was on its way may have arrived; your contribution is kept as it is, and "
    "sending it again costs no more privacy."
)
_EXAMPLES = 8
INTERVAL = timedelta(days=1)
"""Between the contributions of two months to one receiver."""
FROM_RELEASE = timedelta(minutes=1)


@dataclass(frozen=True)
class ContributionProposal:
    """What contributing now would be, as it is shown. Passing it to `contribute` is the agreement.

    `period` is the month that would be sampled, None where only stored bytes are sent; `again` are
    months whose stored bytes are. `epsilon` is of what would be sampled. `disclosed` counts the
    user's movies disclosed for the first time: never released. `after`: what an observer could
    conclude of one movie then, of everything together. `first`: nothing was contributed from this
    library yet. `scheduled` are the moments at which other months go there.
    """

    provider: str
    address: str
    movies: str  # the list's name
    size: int
    epsilon: Fraction
    choice: PrivacyChoice
    period: str | None
    again: tuple[str, ...]
    disclosed: int = field(default=0, compare=False)
    first: bool = field(default=False, compare=False)
    scheduled: tuple[datetime, ...] = field(default=(), compare=False)
    after: PosteriorBound | None = field(default=None, compare=False)
    warnings: tuple[str, ...] = field(default=(), compare=False)

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to send."""
        return self.period is None and not self.again


@dataclass(frozen=True)
class ExampleBit:
    """One movie of an example: whether it was watched, and the answer after chance."""

    title: str
    watched: bool
    reported: bool


@dataclass(frozen=True)
class Example:
    """An example of a contribution, sampled from other bits and thrown away.

    `yes` answers of `size` in all, `true` of them right.
    """

    bits: tuple[ExampleBit, ...]
    size: int
    watched: int
    yes: int
    true: int


@dataclass(eq=False, repr=False)
class ContributionService:
    """Proposes, sends and withdraws contributions."""

    _context: ServiceContext
    _providers: ProviderService
    _sample_store: SampleStore
    _source: BitSource

    def status(self) -> ContributionStatus:
        """Return what was contributed, to whom, and what became of it."""
        with self._context.database.read() as session:
            return read_status(session)

    def will_send(self) -> bool:
        """Return whether `send_due` will send something, now or later; to any provider."""
        receivers = {info.address for info in self._providers.all() if info.address}
        with self._context.database.read() as session:
            if ChoiceRepository(session).load().releases_nothing:
                return False
            entries = read_status(session).entries
        return any(e.state is State.SCHEDULED and e.receiver in receivers for e in entries)

    def propose(self, provider: str) -> ContributionProposal:
        """Return what contributing to this provider now would be. Changes nothing, and asks nobody.

        Raises `ProviderError` for one that is not elsewhere, and `PrivacyError` where no level was
        chosen, or none lets anything leave.
        """
        connection = self._providers.elsewhere(provider)
        if not is_ours(connection.address):
            raise ProviderError(
                "{provider} takes no contributions. {kept}",
                provider=connection.name,
                kept=NOTHING_SENT,
            )
        if not level_chosen(self._context):
            raise PrivacyError(
                "You have not said yet what may leave. Nothing was sent. Choose a level on the "
                "Privacy page, or with `epicrec privacy set`, then come back."
            )
        with self._context.database.trial() as session:
            self._sample_store.settle(session, self._context.now())
            return self._view(session, connection, self._context.now())

    def example(self) -> Example:
        """Return an example over the user's own movies, sampled from other bits and thrown away."""
        movies = public_lists()[-1]
        with self._context.database.read() as session:
            mine = _eligible(session, ChoiceRepository(session).load(), movies)
            library = LibraryRepository(session)
            confirmed = CatalogRepository(session).movies(library.confirmed()).values()
        watched = {movie.wire_id for movie in confirmed}
        bits = RandomizedResponse(movies.movies, EPSILON).report(frozenset(mine), self._source)
        catalog = self._context.catalog().catalog
        reported = dict(zip(movies.movies, bits, strict=True))
        known = [wire_id for wire_id in movies.movies if wire_id in catalog.index]
        own = [wire_id for wire_id in known if wire_id in mine]
        others = [wire_id for wire_id in known if wire_id not in watched]
        shown = own[: _EXAMPLES // 2]
        shown += others[: _EXAMPLES - len(shown)]
        return Example(
            tuple(
                ExampleBit(catalog.movies[catalog.index[one]].label, one in mine, reported[one])
                for one in shown
            ),
            size=len(bits),
            watched=len(mine),
            yes=sum(bits),
            true=sum(reported[one] for one in mine),
        )

    def contribute(
        self, proposal: ContributionProposal, *, job: Job = UNATTENDED
    ) -> ContributionStatus:
        """Sample what was agreed to, commit it, and send it or schedule it.

        Raises `AgreementError` where it would be something else by now, and nothing is sampled
        then; `ProviderBusyError` where the receiver asked to wait, then or before;
        `ProviderError`, and the status says what became of it; `Cancelled`.
        """
        connection = self._providers.elsewhere(proposal.provider)
        job.check()
        for disclosed in self.commit(connection, proposal):
            job.report(Progress(message("Asking {provider}", provider=disclosed.provider), 0, 1))
            self._attempt(connection, disclosed, SendKind.CONTRIBUTION, job.cancelled)
        return self.status()

    def send_due(self, *, job: Job = UNATTENDED) -> int:
        """Send scheduled contributions whose time has come; return to how many receivers.

        To be called by a clock. Nothing leaves at No Release, nor to a provider that was removed.
        What fails is in the status, and is not tried again by itself. Raises `StoreError` where the
        second copy of the samples cannot be written; what is due then stays scheduled.
        """
        tried = 0
        known = {info.address: info.name for info in self._providers.all() if info.address}
        for receiver, name in known.items():
            job.check()
            with self._context.database.write() as session:
                disclosed = self._take_due(session, receiver, self._context.now())
            if disclosed is None:
                continue
            tried += 1
            connection = self._providers.elsewhere(name, receiver)
            with suppress(ProviderError):
                self._attempt(connection, disclosed, SendKind.CONTRIBUTION, job.cancelled)
        return tried

    def _take_due(
        self, session: Connection, receiver: str, now: datetime
    ) -> CommittedContribution | None:
        """Return what goes to this receiver now, and move the others there behind it."""
        entries = read_status(session).entries
        scheduled = sorted(
            (entry.wait_until or now, entry.period, entry)
            for entry in entries
            if entry.receiver == receiver and entry.state is State.SCHEDULED
        )
        if (
            not scheduled
            or scheduled[0][0] > now
            or ChoiceRepository(session).load().releases_nothing
            or waiting_until(entries, receiver, now) is not None
            or self._earliest(session, receiver, scheduled[0][1], now) > now
        ):
            return None
        for place, (due, _, entry) in enumerate(scheduled[1:], 1):
            if due < now + place * INTERVAL:
                ContributionRepository(session).schedule(entry, now + place * INTERVAL, now=now)
        return scheduled[0][2]

    def _earliest(self, session: Connection, receiver: str, period: str, now: datetime) -> datetime:
        """Return when this month may go there: apart from other months, and from a release."""
        others = [
            send.time
            for send in ContributionRepository(session).sends()
            if send.receiver == receiver
            and send.period != period
            and send.kind is SendKind.CONTRIBUTION
            and send.left is not False
            and send.time <= now
        ]
        released = LedgerRepository(session).last_attempt(receiver, now)
        moments = [now, *(moment + INTERVAL for moment in others)]
        return max([*moments, *([] if released is None else [released + FROM_RELEASE])])

    def commit(
        self, connection: HttpProvider, proposal: ContributionProposal
    ) -> list[CommittedContribution]:
        """Sample and store; return what may be sent now, at most one. Nothing was sent yet."""
        receiver = str(connection.address)
        with self._context.database.write() as session:
            now = self._context.now()
            self._sample_store.settle(session, now)
            view = self._view(session, connection, now)
            if proposal.nothing or view != proposal:
                raise AgreementError
            self._may_be_asked(session, connection, now)
            if proposal.period is not None and (jump := clock_jump(session, now)):
                raise jump.error()
            repository = ContributionRepository(session)
            sampled = contributions_of(repository.documents())
            periods = list(proposal.again)
            if proposal.period is not None:
                sampled[proposal.period] = self._sample(session, proposal)
                periods.append(proposal.period)
            given = {
                name: sampled[name].issue(receiver, connection.name, uuid4()) for name in periods
            }
            self._sample_store.store_contributions(session, given, now)
            first = self._earliest(session, receiver, periods[0], now)
            first = max([first, *(moment + INTERVAL for moment in view.scheduled)])
            committed = {
                one.period: one for one in repository.committed() if one.receiver == receiver
            }
            at_once = 0 if first > now else 1
            for place, name in enumerate(periods[at_once:], at_once):
                repository.schedule(committed[name], first + place * INTERVAL, now=now)
        self._sample_store.save()
        return [committed[name] for name in periods[:at_once]]

    def withdraw(self, receiver: str, *, job: Job = UNATTENDED) -> ContributionStatus:
        """Have everything that this address received removed from its sums again.

        What never left is withdrawn here, and nobody is asked. Raises as `contribute`; what could
        not be withdrawn can be tried again. The loss stays recorded.
        """
        with self._context.database.read() as session:
            mine = [e for e in read_status(session).entries if e.receiver == receiver]
        left = [entry for entry in mine if entry.withdrawable]
        if not left:
            raise ProviderError(NOTHING_COUNTED)
        # A request to withdraw carries the answers themselves, and would be the first to send them.
        with self._context.database.write() as session:
            for entry in left:
                if not entry.may_have_left:
                    ContributionRepository(session).begin_send(
                        entry, SendKind.WITHDRAWAL, now=self._context.now(), left=False
                    )
        left = [entry for entry in left if entry.may_have_left]
        if not left:
            return self.status()
        connection = self._providers.elsewhere(left[0].provider, receiver)
        with self._context.database.read() as session:
            self._may_be_asked(session, connection, self._context.now())
        for place, entry in enumerate(reversed(left)):
            step = message("Asking {provider}", provider=entry.provider)
            job.report(Progress(step, place, len(left)))
            self._attempt(connection, entry, SendKind.WITHDRAWAL, job.cancelled)
        return self.status()

    def _view(
        self, session: Connection, connection: HttpProvider, now: datetime
    ) -> ContributionProposal:
        choice = ChoiceRepository(session).load()
        if choice.releases_nothing:
            raise PrivacyError(
                "At “Nothing” no movie leaves, so there is nothing to contribute. Nothing was sent."
            )
        receiver, movies = str(connection.address), public_lists()[-1]
        sampled = contributions_of(ContributionRepository(session).documents())
        mine = [entry for entry in read_status(session).entries if entry.receiver == receiver]
        states = {entry.period: entry.state for entry in mine}
        again = tuple(name for name in sampled if name not in states or states[name] in TO_SEND)
        period = None if again or period_of(now) in sampled else period_of(now)
        account = read_account(session)
        new = EPSILON if not account.contribution_loss else Fraction(0)
        return ContributionProposal(
            provider=connection.name,
            address=receiver,
            movies=movies.name,
            size=len(movies.movies),
            epsilon=EPSILON,
            choice=choice,
            period=period,
            again=again,
            disclosed=0 if period is None else len(_fresh(session, choice, movies)),
            first=not sampled,
            scheduled=tuple(
                sorted(e.wait_until or now for e in mine if e.state is State.SCHEDULED)
            ),
            after=PosteriorBound.of(account.loss + new),
            warnings=tuple(
                dict.fromkeys(loss.why for loss in SampleRepository(session).read().prior_losses)
            ),
        )

    def _sample(self, session: Connection, proposal: ContributionProposal) -> SampledContribution:
        """Sample a period: the only place where the bits of a contribution come from."""
        movies = public_lists()[-1]
        repository = ContributionRepository(session)
        fresh = _fresh(session, proposal.choice, movies)
        mechanism = RandomizedResponse(movies.movies, EPSILON)
        bits = mechanism.report(frozenset(fresh), self._source)
        # By every name, because a catalog may prefer another one later.
        repository.record_disclosed(
            {one: (str(proposal.period),) for movie in fresh.values() for one in movie.wire_ids}
        )
        return SampledContribution.of(encode_contribution(movies, EPSILON, bits))

    def _may_be_asked(self, session: Connection, connection: HttpProvider, now: datetime) -> None:
        until = waiting_until(read_status(session).entries, str(connection.address), now)
        if until is not None:
            raise ProviderBusyError(
                "{provider} asked to come back after {time} UTC. Nothing was sent.",
                wait=(until - now).total_seconds(),
                provider=connection.name,
                time=f"{until:%Y-%m-%d %H:%M}",
            )

    def _attempt(
        self,
        connection: HttpProvider,
        disclosed: CommittedContribution,
        kind: SendKind,
        cancelled: IsCancelled,
    ) -> None:
        """Send or withdraw, logged before and after. Raises `StoreError` as `send_due`."""
        self._sample_store.save()  # `send_due` follows no commit
        withdraws = kind is SendKind.WITHDRAWAL
        unsettled = _LEAVING if withdraws else _ON_ITS_WAY

        def begin(session: Connection) -> int:
            return ContributionRepository(session).begin_send(
                disclosed, kind, now=self._context.now(), error=unsettled
            )

        def outcome(error: EpicRecError | None) -> dict[str, object]:
            wait = error.wait if isinstance(error, ProviderBusyError) else None
            until = None if wait is None else self._context.now() + timedelta(seconds=wait)
            return {"left": was_sent(error), "wait_until": until}

        with log_request(self._context, ContributionSend, begin, outcome, _STOPPED):
            connection.contribute(disclosed, withdraws=withdraws, cancelled=cancelled)


def _fresh(session: Connection, choice: PrivacyChoice, movies: PublicList) -> dict[str, Movie]:
    """Return the eligible movies, by public id, that no contribution reported under any name."""
    disclosed = ContributionRepository(session).disclosed().keys()
    found = _eligible(session, choice, movies)
    return {one: movie for one, movie in found.items() if disclosed.isdisjoint(movie.wire_ids)}


def _eligible(session: Connection, choice: PrivacyChoice, movies: PublicList) -> dict[str, Movie]:
    """Return movies of the list that are confirmed and may be disclosed, whether they were or not.

    Withheld ones may not, nor those with a weight below the usual. Movies that are open in
    releases go through chance here as any other.
    """
    library = LibraryRepository(session)
    whole = [key for key, part in library.confirmed_parts().items() if part.weight >= 1]
    public_ids = frozenset(movies.movies)
    return {
        movie.wire_id: movie
        for movie in CatalogRepository(session).movies(whole).values()
        if movie.wire_id in public_ids
        and choice.classify(movie.categories) is not ItemClass.WITHHELD
    }
