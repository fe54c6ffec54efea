"""Propose, sample, commit and send releases.

`propose` and `preview` say what a release now would be. `sample` samples the periods that are due
and gives nobody anything; from then on the list is the real one. Passing `commit` the proposal
whose list was shown is the agreement, and anything else is refused, to the byte, whatever happened
in between; where nothing was sampled before, it samples. `send` commits and sends. Everything that
leaves is made from the receiver's copies of the periods, whose noise was sampled once. A second
release with nothing newly eligible sends the stored bytes, so noise cannot be averaged away. Open
movies are the user's exact choice and are listed as they are now.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from sqlalchemy import Connection

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import AgreementError, Cancelled, EpicRecError
from epicrec_desktop.domain.messages import N_, message
from epicrec_desktop.domain.months import open_month, period_of
from epicrec_desktop.domain.progress import UNATTENDED, IsCancelled, Job, Progress, check
from epicrec_desktop.domain.release import Draft, ProviderAnswer, Release, places_of
from epicrec_desktop.privacy.mechanism import Mechanism, perturbed_items
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.provider.base import Provider
from epicrec_desktop.services.account import read_account
from epicrec_desktop.services.asked_question import asked_question, asked_questions, find_question
from epicrec_desktop.services.contacts import log_request, was_sent
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.library import count_categories
from epicrec_desktop.services.mechanism_planner import Budget, Planner
from epicrec_desktop.services.periods import accept_clock, clock_jump
from epicrec_desktop.services.privacy_levels import level_chosen, stored_choice
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.public_profiles import NOBODY, PublicProfilesService, PublicUsers
from epicrec_desktop.services.release_difference import (
    Difference,
    compare,
    knowledge_of,
    read_numbers,
)
from epicrec_desktop.services.release_inputs import ReleaseInputs, read_inputs
from epicrec_desktop.services.release_list import ReleaseList, build_list, posterior_of
from epicrec_desktop.services.release_proposal import Preview, Proposal, warnings_before
from epicrec_desktop.services.release_worth import Query, Worth, WorthService
from epicrec_desktop.services.sample_store import SampleStore
from epicrec_desktop.services.sampling import Receiver, issue_to, receiver_copies, sample_due
from epicrec_desktop.store.choices import ChoiceRepository, ProviderRepository
from epicrec_desktop.store.ledger import LedgerRepository, SendRecord

_EXACT = "exact"  # the mechanism's name in the ledger where nothing was perturbed
_ON_ITS_WAY = message(
    "No answer is on record, so the release may have arrived. Sending it again costs nothing."
)
_MADE_ALREADY = N_(
    "Cancelled, but the release was already made; its record says whether it was sent. "
    "The recommendations are still the earlier ones."
)
_NOT_SHOWN = N_(
    "The list would no longer be the one you were shown, so it was not made, and nothing was "
    "sent. Look at it once more, and decide again."
)


class _Plan(NamedTuple):
    """How a release is blurred, and public users to read its noisy counts with."""

    choice: PrivacyChoice
    mechanism: Mechanism | None = None
    public: PublicUsers = NOBODY


@dataclass(frozen=True)
class _Candidate:
    """A proposal with everything it was read from; `last` is the release that would be repeated."""

    plan: _Plan
    proposal: Proposal
    inputs: ReleaseInputs
    receiver: Receiver
    last: Release | None


@dataclass(eq=False, repr=False)
class ReleaseService:
    """Proposes, samples, commits and sends releases."""

    _context: ServiceContext
    _planner: Planner
    _providers: ProviderService
    _sample_store: SampleStore
    _source: BitSource
    _public_profiles: PublicProfilesService
    _worth: WorthService = field(init=False)

    def __post_init__(self) -> None:
        self._worth = WorthService(self._context.public_cache("simulated-people"))

    def propose(
        self,
        choice: PrivacyChoice | None = None,
        *,
        provider: str | None = None,
        job: Job = UNATTENDED,
    ) -> Proposal:
        """Return what a release now would be, under the stored levels or these. Changes nothing."""
        return self.propose_to(self._providers.connect(provider), choice, job=job)

    def propose_to(
        self, connection: Provider, choice: PrivacyChoice | None = None, *, job: Job = UNATTENDED
    ) -> Proposal:
        """Return what a release to this provider now would be. Changes nothing."""
        return self._read(connection, choice, job).proposal

    def preview(
        self,
        choice: PrivacyChoice | None = None,
        *,
        provider: str | None = None,
        job: Job = UNATTENDED,
    ) -> Preview:
        """Return what would leave under this choice, before anything leaves. Changes nothing."""
        connection = self._providers.connect(provider)
        candidate = self._read(connection, choice, job)
        shown = self._preview(connection, candidate)
        job.check()
        return shown

    def prepare(self, *, job: Job = UNATTENDED) -> None:
        """Compute what a preview under the stored levels reads of public data. Raises `Cancelled`.

        It stays in memory; nothing is read of the library.
        """
        choice, mechanism, public = self._plan(stored_choice(self._context), job)
        if mechanism is None:
            return
        job.check()
        self.expected_worth(mechanism, choice, movies=0, periods=1)
        catalog = self._context.catalog().catalog
        _ = catalog.index
        asked = asked_question(self._context.paths, catalog, mechanism.question)
        if asked is not None:
            job.check()
            posterior_of(asked, perturbed_items(catalog.groups, choice), catalog, public)
            Budget.of(mechanism, asked)

    def sample(self, proposal: Proposal, *, job: Job = UNATTENDED) -> Preview:
        """Sample the periods that are due, for good, and return the real list. Nothing is sent.

        As `commit` samples: there is no second sample, and where another process sampled meanwhile,
        its sample holds. Stored in both places when it returns. Can be cancelled until the write.
        Raises `AgreementError` where what would be sampled is not what was shown, and
        `ProviderError`; nothing is sampled then.
        """
        connection = self._providers.connect(proposal.provider)
        job.report(Progress("Making the list"))
        if connection.address != proposal.address:
            raise AgreementError(_NOT_SHOWN)
        if not proposal.choice.releases_nothing:
            _check_service(connection)
        with self._agreed(connection, proposal, AgreementError(_NOT_SHOWN), job) as (
            session,
            agreed,
        ):
            found, inputs = agreed, agreed.inputs
            if inputs.due:
                sampled = {**inputs.sampled, **sample_due(inputs, self._source)}
                # What cannot be encoded leaves nothing sampled, as at a commit.
                build_list(inputs, found.receiver, issue_to(sampled, found.receiver))
                self._sample_store.store_periods(
                    session, inputs.sampled, sampled, self._context.now(), counted=inputs.open_keys
                )
                found = self._candidate(session, connection, found.plan)
        self._sample_store.save()
        return self._preview(connection, found)

    def commit(
        self, connection: Provider, proposal: Proposal, *, job: Job = UNATTENDED
    ) -> tuple[Release | None, bool]:
        """Sample what is due, write the ledger, and return the release and whether it is a repeat.

        None at No Release. After this the release may be sent; nothing was sent yet. Raises
        `AgreementError` if a release now would not be what was agreed to, to the byte where its
        list was shown; nothing is sampled or issued then.
        """
        if connection.address != proposal.address:
            raise AgreementError
        if proposal.choice.releases_nothing:
            return None, False
        if not proposal.repeats:
            _check_service(connection)
        with self._agreed(connection, proposal, AgreementError(), job) as (session, found):
            release = found.last or self._make(session, found)
            if proposal.sha256 not in (None, release.sha256):
                raise AgreementError
        self._sample_store.save()
        return release, found.last is not None

    def send(
        self, proposal: Proposal, *, job: Job = UNATTENDED
    ) -> tuple[Release | None, bool, ProviderAnswer | None]:
        """Commit what was agreed to and send it: the release, whether it is a repeat, the answer.

        Raises `AgreementError`, and `ProviderError`: the ledger then says why.
        """
        connection = self._providers.connect(proposal.provider)
        release, repeated = self.commit(connection, proposal, job=job)
        answer = self.deliver(connection, release, job.cancelled) if release is not None else None
        return release, repeated, answer

    def deliver(
        self, connection: Provider, release: Release, cancelled: IsCancelled
    ) -> ProviderAnswer:
        """Send a committed release, logged before and after; raises `ProviderError`."""

        def begin(session: Connection) -> int:
            return LedgerRepository(session).record_send(
                release.id, now=self._context.now(), error=_ON_ITS_WAY
            )

        def outcome(error: EpicRecError | None) -> dict[str, object]:
            return {"left": was_sent(error)}

        with log_request(self._context, SendRecord, begin, outcome, _MADE_ALREADY):
            return connection.recommend(release, cancelled=cancelled)

    def accept_clock(self) -> None:
        """Store that the user said that the clock is right (`Proposal.clock`)."""
        with self._context.database.write() as session:
            accept_clock(session, self._context.now())

    def repeat(self, connection: Provider, *, job: Job = UNATTENDED) -> Release | None:
        """Return the stored release to this provider if one now would be the same."""
        if stored_choice(self._context).releases_nothing:
            return None
        found = self._read(connection, None, job)
        self._sample_store.save()
        return found.last

    def _list(self, connection: Provider, found: _Candidate) -> ReleaseList:
        """Return the stored list, or the one `commit` makes; an example where periods are due."""
        if found.last is not None:
            return ReleaseList(found.last.items, None, found.last.payload)
        if found.proposal.choice.releases_nothing:
            return ReleaseList((), None, b"")
        _check_service(connection)
        periods = {**found.inputs.sampled, **sample_due(found.inputs, self._source)}
        periods = issue_to(periods, found.receiver)
        return build_list(found.inputs, found.receiver, periods)

    def _preview(self, connection: Provider, found: _Candidate) -> Preview:
        proposal, inputs = found.proposal, found.inputs
        release_list = self._list(connection, found)
        movies = inputs.catalog.having(release_list.items)
        now = self._context.now()
        blurs = inputs.mechanism is not None
        before, silenced = (inputs.counted_before, inputs.silenced) if blurs else (0, 0)
        seen = release_list.sha256 if release_list.payload and not proposal.due else None
        budget, worth = self._budget_and_worth(inputs, proposal.epsilon)
        difference, arrived = self._difference(found, release_list)
        return Preview(
            proposal=replace(proposal, sha256=seen),
            budget=budget,
            true_counts=inputs.true_counts,
            released_counts=count_categories(movies),
            items=movies,
            open_items=inputs.classes[ItemClass.OPEN],
            perturbed_items=inputs.classes[ItemClass.PERTURBED],
            withheld_items=inputs.classes[ItemClass.WITHHELD] - before - silenced,
            counted_before=before,
            silenced_items=silenced,
            waiting_items=inputs.waiting,
            period=period_of(now),
            next_period=open_month({*inputs.sampled, period_of(now)}, now),
            made=period_of(found.last.created) if found.last is not None else "",
            arrived=arrived,
            difference=difference,
            level_chosen=level_chosen(self._context),
            worth=worth,
            later=open_month({*inputs.sampled, *inputs.due}, now),
        )

    def _difference(self, found: _Candidate, release_list: ReleaseList) -> tuple[Difference, bool]:
        """Return what the receiver would learn; whether it ever answered these stored bytes."""
        with self._context.database.read() as session:
            ledger = LedgerRepository(session)
            known = knowledge_of(ledger.sent_to(found.receiver.key))
            arrived = found.last is not None and ledger.was_answered(
                found.last.receiver, found.last.sha256
            )
        named = set(found.proposal.open_items).intersection(release_list.items)
        # An example's numbers are thrown away: the real ones are new to everybody.
        numbers = None if found.proposal.due else read_numbers(release_list.payload)
        last, sampled = found.last, found.inputs.sampled
        period = last.period if last is not None else max(sampled, default=None)
        return compare(named, numbers, release_list.sha256, known, period=period), arrived

    def _budget_and_worth(
        self, inputs: ReleaseInputs, epsilon: Fraction | None
    ) -> tuple[Budget | None, Worth | None]:
        """Return the budget of a release and what one of so many movies would disclose.

        None without noise. The budget is by series only if every sampled period counts so.
        """
        if inputs.newest is None or not epsilon:
            return None, None
        mechanism, choice = inputs.newest[0].at(epsilon), inputs.newest[1]
        by_series = all(period.mechanism.by_series for period in inputs.sampled.values())
        asked = find_question(inputs.questions, mechanism.question) if by_series else None
        movies = inputs.classes[ItemClass.PERTURBED] - inputs.waiting
        worth = self.expected_worth(mechanism, choice, movies, len(inputs.summed))
        return Budget.of(mechanism, asked), worth

    def expected_worth(
        self, mechanism: Mechanism, choice: PrivacyChoice, movies: int, periods: int
    ) -> Worth | None:
        """Return what numbers of this mechanism tell of so many movies; None if unknown here.

        Each of the `periods` that they are the sum of has noise of its own.
        """
        catalog = self._context.catalog().catalog
        asked = asked_question(self._context.paths, catalog, mechanism.question)
        if asked is None and mechanism.question is not None:
            return None
        histories = self._public_profiles.watched(catalog).histories
        return self._worth.worth(
            Query(mechanism, catalog, choice, histories, asked), movies, periods
        )

    def _plan(self, choice: PrivacyChoice, job: Job) -> _Plan:
        """Return what takes time, before a session is opened."""
        mechanism = self._planner.plan(choice, job=job)
        if mechanism is None:
            return _Plan(choice)
        public = self._public_profiles.watched(self._context.catalog().catalog)
        return _Plan(choice, mechanism, public)

    def _read(self, connection: Provider, choice: PrivacyChoice | None, job: Job) -> _Candidate:
        """Read what a release now would be, in a transaction that is rolled back."""
        while True:
            plan = self._plan(choice or stored_choice(self._context), job)
            with self._context.database.trial() as session:
                # Periods are assigned on trial and rolled back: a look must not fix anything.
                self._sample_store.settle(session, self._context.now())
                found = self._candidate(session, connection, plan)
            if choice is not None or found.proposal.stored == plan.choice:
                return found

    @contextmanager
    def _agreed(
        self, connection: Provider, proposal: Proposal, refusal: AgreementError, job: Job
    ) -> Iterator[tuple[Connection, _Candidate]]:
        """Yield a session that writes, and the release that is due now, which was agreed to.

        Raises the refusal if it is another one, and `PrivacyError` where a period is due and the
        clock jumped.
        """
        plan = self._plan(proposal.choice, job)
        job.check()
        with self._context.database.write() as session:
            self._sample_store.settle(session, self._context.now())
            found = self._candidate(session, connection, plan)
            if found.proposal.clock is not None:
                raise found.proposal.clock.error()
            # Where another process just sampled or released the same, that is what was agreed to.
            sampled = replace(proposal, due=())
            if found.proposal not in (proposal, sampled, replace(sampled, repeats=True)):
                raise refusal
            yield session, found

    def _candidate(self, session: Connection, connection: Provider, plan: _Plan) -> _Candidate:
        now = self._context.now()
        levels, mechanism, public = plan
        inputs = read_inputs(session, self._context.catalog(), levels, mechanism, now, public)
        asked = {period.mechanism.question for period in inputs.sampled.values()}
        questions = asked_questions(self._context.paths, inputs.catalog, asked)
        inputs = replace(inputs, questions=questions)
        receiver = receiver_of(session, connection, period_of(now))
        last = (
            LedgerRepository(session).find(connection.name, inputs.fingerprint(receiver.key))
            if not inputs.due
            else None
        )
        nothing = levels.releases_nothing
        proposal = Proposal(
            provider=connection.name,
            address=connection.address,
            choice=levels,
            stored=ChoiceRepository(session).load(),
            level=ReleaseLevel.NO if nothing else inputs.level,
            open_items=() if nothing else inputs.open_items,
            epsilon=_epsilon(inputs, receiver),
            mechanism=mechanism.name if mechanism is not None else None,
            repeats=last is not None and not nothing,
            due=() if nothing else inputs.due,
            warnings=() if nothing else warnings_before(session, inputs, connection),
            clock=clock_jump(session, now) if inputs.due and not nothing else None,
            uncounted=0 if nothing else inputs.uncounted(receiver.key),
        )
        return _Candidate(plan, proposal, inputs, receiver, None if nothing else last)

    def _make(self, session: Connection, found: _Candidate) -> Release:
        """Sample and write a new entry. What cannot be encoded leaves nothing sampled."""
        now = self._context.now()
        inputs, periods = found.inputs, dict(found.inputs.sampled)
        if inputs.mechanism is not None:
            periods = issue_to({**periods, **sample_due(inputs, self._source)}, found.receiver)
        release_list = build_list(inputs, found.receiver, periods)
        disclosure = release_list.disclosure
        self._sample_store.store_periods(
            session, inputs.sampled, periods, now, counted=inputs.open_keys
        )
        draft = Draft(
            provider=found.proposal.provider,
            receiver=found.receiver.key,
            level=inputs.level,
            mechanism=disclosure.mechanism if disclosure is not None else _EXACT,
            epsilon=disclosure.epsilon if disclosure is not None else None,
            joint=read_account(session).loss if disclosure is not None else None,
            period=max(periods) if disclosure is not None else None,
            fingerprint=inputs.fingerprint(found.receiver.key),
            open_places=places_of({*inputs.open_items}, release_list.payload),
            payload=release_list.payload,
        )
        return LedgerRepository(session).add(draft, now=now)


def _check_service(connection: Provider) -> None:
    """Raise `ProviderError` where no catalog ever came: the address may be of no service at all.

    What is in the catalog plays no part: no list is cut to it.
    """
    connection.catalog()


def receiver_of(session: Connection, connection: Provider, month: str) -> Receiver:
    """Receiver of releases to this provider in a month.

    The address tells receivers apart: a name can be given to another one. One address under several
    names is trusted as the least trusted of them.
    """
    if connection.address is None:
        return Receiver(connection.name)
    known = ProviderRepository(session).all()
    names = tuple(one for one in known if one.address == connection.address)
    return Receiver(connection.address, names, month)


def _epsilon(inputs: ReleaseInputs, receiver: Receiver) -> Fraction | None:
    if inputs.mechanism is None:
        return None
    copies = receiver_copies(receiver, issue_to(inputs.sampled, receiver))
    return max(
        *(copy.mechanism.epsilon for copy in copies.values()),
        *(inputs.mechanism.epsilon * receiver.trust_in(name) for name in inputs.due),
        Fraction(0),
    )


def check_released(cancelled: IsCancelled, release: Release | None) -> None:
    """Raise `Cancelled` as `check` does; its sentence says so where a release was committed."""
    if release is None:
        check(cancelled)
    elif cancelled():
        raise Cancelled(_MADE_ALREADY)
