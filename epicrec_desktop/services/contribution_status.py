"""Read what became of contributions from the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Connection

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.release import CommittedContribution
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.services.account import read_account
from epicrec_desktop.services.sampled_contribution import contributions_of
from epicrec_desktop.store.contributions import ContributionRepository, ContributionSend, SendKind


class State(StrEnum):
    """The state of a contribution to one receiver."""

    SCHEDULED = "scheduled"  # it goes on another day than the others there
    SENT = "sent"  # and counted there
    UNCERTAIN = "uncertain"  # it may have arrived; also where an attempt was not noted to its end
    WAITING = "waiting"  # the receiver wants to be asked again later
    FAILED = "failed"
    WITHDRAWN = "withdrawn"
    NOT_WITHDRAWN = "kept-there"  # it was to be taken out again, and that failed


WITHDRAWABLE = (*frozenset(State) - {State.WITHDRAWN},)
"""In these it may be counted there: whoever withdraws one that never arrived changes nothing."""

TO_SEND = (State.UNCERTAIN, State.WAITING, State.FAILED, State.WITHDRAWN)
"""In these the stored bytes go again where the person contributes once more."""


@dataclass(frozen=True)
class ContributionEntry(CommittedContribution):
    """A contribution to one receiver, and what became of it.

    `time` of the last attempt; `error` why it failed.

    `may_have_left` is False where every attempt is known to have failed before a byte left.
    `wait_until`: the receiver asked to wait, or it is scheduled for then.
    """

    state: State
    time: datetime | None
    error: Message | None
    wait_until: datetime | None
    may_have_left: bool = True

    @property
    def withdrawable(self) -> bool:
        """Whether there may be something to withdraw."""
        return self.state in WITHDRAWABLE

    @property
    def unsent(self) -> bool:
        """Whether it is to be sent and did not arrive, as far as is known."""
        return self.state in TO_SEND and self.state is not State.WITHDRAWN


@dataclass(frozen=True)
class ContributionStatus:
    """All contributions, newest first, and what they let an observer conclude of one movie.

    `contributed` of contributions alone, `together` with all releases; None without contributions.
    """

    entries: tuple[ContributionEntry, ...]
    contributed: PosteriorBound | None
    together: PosteriorBound | None


def read_status(session: Connection) -> ContributionStatus:
    """Return what became of everything that was contributed."""
    repository = ContributionRepository(session)
    contributions_of(repository.documents())  # raises where one is damaged
    attempts: dict[tuple[str, str], list[ContributionSend]] = {}
    for send in repository.sends():
        attempts.setdefault((send.period, send.receiver), []).append(send)
    entries = [
        _entry(one, attempts.get((one.period, one.receiver), [])) for one in repository.committed()
    ]
    if not entries:
        return ContributionStatus((), None, None)
    account = read_account(session)
    return ContributionStatus(
        tuple(entries),
        PosteriorBound.of(account.contribution_loss),
        PosteriorBound.of(account.loss),
    )


def waiting_until(
    entries: Sequence[ContributionEntry], receiver: str, now: datetime
) -> datetime | None:
    """Return until when this receiver asked to be left alone; None where that is over."""
    asked = [e for e in entries if e.receiver == receiver and e.state is not State.SCHEDULED]
    until = [e.wait_until for e in asked if e.wait_until is not None]
    return max((moment for moment in until if moment > now), default=None)


def _entry(
    committed: CommittedContribution, tried: Sequence[ContributionSend]
) -> ContributionEntry:
    last = tried[-1] if tried else None
    return ContributionEntry(
        **vars(committed),
        state=_state(last),
        time=last.time if last else None,
        error=last.error if last else None,
        wait_until=last.wait_until if last else None,
        may_have_left=not tried or any(send.left is not False for send in tried),
    )


def _state(last: ContributionSend | None) -> State:
    if last is None:  # sampled, and the program ended; or known from the second copy alone
        return State.UNCERTAIN
    if last.kind is SendKind.WITHDRAWAL:
        return State.WITHDRAWN if last.error is None else State.NOT_WITHDRAWN
    if last.local:
        return State.SCHEDULED
    if last.error is None:
        return State.SENT
    if last.wait_until is not None:
        return State.WAITING
    return State.FAILED if last.left is not None else State.UNCERTAIN


def by_receiver(
    entries: Sequence[ContributionEntry],
) -> Mapping[str, tuple[ContributionEntry, ...]]:
    """Return the entries by the receiver's address."""
    found: dict[str, tuple[ContributionEntry, ...]] = {}
    for entry in entries:
        found[entry.receiver] = (*found.get(entry.receiver, ()), entry)
    return found
