"""Sample noise for periods and contributions, and keep the samples in two places.

A period is sampled once, all trust tiers together, by the first release in it or after it. It may
have no receiver then: the user sees its list before agreeing, and it costs nothing yet. Samples are
stored in the database and, without true counts, in a small file that no backup of the data folder
restores (`store/sample_file.py`). A library id and a count of samples in both detect restored and
copied databases:

    same id, the file counts more      the database was restored: the file's samples apply
    no file, but samples exist         the library was copied, or the file was lost
    another id                         the file belongs to another library of this user

In each case a movie may be sampled twice, so the earlier loss is kept as prior loss and added to
the account.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Any
from uuid import UUID

import numpy as np
from sqlalchemy.orm import Session

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.json_text import fraction, month
from epicrec_desktop.privacy.accountant import Account, Contributed, parallel
from epicrec_desktop.privacy.period import TRUST_TIERS, Period, ReceiverCopy, sample_period
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.recommend.wire_contribution import (
    MAX_CONTRIBUTION_BYTES,
    Contribution,
    parse_contribution,
)
from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.services.periods import periods_of, read_periods
from epicrec_desktop.services.release_inputs import ReleaseInputs
from epicrec_desktop.store.choices import KnownProvider
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.sample_file import CONTRIBUTED, RELEASED, PriorLoss, SampleFile, Samples


class SecureSource:
    """Uniform integers from the operating system (`privacy.randomness.BitSource`)."""

    def below(self, n: int, /) -> int:
        """A uniform integer in [0, n)."""
        return secrets.randbelow(n)


class RepeatableSource:
    """Coins from a hash of what is public or may leave (SHAKE-256). Never for noise."""

    def __init__(self, seed: bytes) -> None:
        self._seed = hashlib.sha256(seed).digest()
        self._sampled = 0

    def below(self, n: int, /) -> int:
        """A uniform integer in [0, n), by rejection."""
        bits = n.bit_length()
        size = -(-bits // 8)
        while True:
            self._sampled += 1
            block = hashlib.shake_256(self._seed + self._sampled.to_bytes(8, "big")).digest(size)
            value = int.from_bytes(block, "big") >> (8 * size - bits)
            if value < n:
                return value


@dataclass(frozen=True)
class Recipient:
    """A contribution given to one receiver: under which random id, and its provider's name."""

    id: UUID
    name: str


@dataclass(frozen=True)
class SampledContribution:
    """The bytes of a window's contribution, what they say, and who was given them by address."""

    payload: bytes
    disclosure: Contribution
    issued: Mapping[str, Recipient] = field(default_factory=dict)

    @classmethod
    def of(cls, payload: bytes) -> SampledContribution:
        """One that nobody was given yet. Raises `WireError`."""
        return cls(payload, parse_contribution(payload))

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> SampledContribution:
        """Read what `to_dict` wrote. Raises `ValueError` and its kin for anything else."""
        payload = document["payload"].encode("ascii")
        if len(payload) > MAX_CONTRIBUTION_BYTES:
            raise ValueError("no contribution is as long")
        if hashlib.sha256(payload).hexdigest() != document["sha256"]:
            raise ValueError("the bytes are other ones")
        issued = {
            str(receiver): Recipient(UUID(given["id"]), str(given["name"]))
            for receiver, given in document["issued"].items()
        }
        try:
            return cls(payload, parse_contribution(payload), issued)
        except WireError:
            raise ValueError("no contribution") from None

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        issued = {
            receiver: {"id": str(given.id), "name": given.name}
            for receiver, given in self.issued.items()
        }
        sha256 = hashlib.sha256(self.payload).hexdigest()
        return {"payload": self.payload.decode("ascii"), "sha256": sha256, "issued": issued}

    def issue(self, receiver: str, name: str, identifier: UUID) -> SampledContribution:
        """The same, given to this receiver; under the id it has there, if it was before."""
        known = self.issued.get(receiver)
        given = Recipient(identifier if known is None else known.id, name)
        return replace(self, issued={**self.issued, receiver: given})

    @property
    def epsilon(self) -> Fraction:
        """What it costs at most, for each movie of its list."""
        return self.disclosure.epsilon

    @property
    def account(self) -> Contributed:
        """As the accountant takes it."""
        return Contributed(self.epsilon, frozenset(self.issued))


def contributions_of(
    documents: Mapping[str, Mapping[str, Any]],
) -> dict[str, SampledContribution]:
    """Contributions as they are stored, by window. Raises `StoreError` where one is damaged."""
    try:
        return {
            month(name): SampledContribution.from_dict(document)
            for name, document in documents.items()
        }
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise StoreError(
            "What was drawn for your contributions is damaged in the database, so nothing was "
            "sent. Restore a copy of it, or erase everything to start anew."
        ) from None


RESTORED, COPIED, ELSEWHERE = "restored", "copied", "elsewhere"
JOINED = "joined"
"""Another library was brought in that had drawn the same months (`services/backup/samples.py`)."""

_OTHERS = 12
"""Libraries of before on this computer of which every draw is kept; of older ones only the loss."""


@dataclass(frozen=True)
class Receiver:
    """Who gets a release: its address, or its name where it has none, and who it is known as."""

    key: str
    known_as: tuple[KnownProvider, ...] = ()

    def trust_in(self, period: str) -> Fraction:
        """The rung it is trusted with in a window: the lowest of its names'; a stranger has all."""
        return min((known.trust_in(period) for known in self.known_as), default=TRUST_TIERS[0])


def read_account(session: Session, periods: Mapping[str, Period] | None = None) -> Account:
    """What everything that left costs, with these windows instead of those stored."""
    samples = LedgerRepository(session).samples()
    contributed = contributions_of(samples.contributions)
    periods = read_periods(session) if periods is None else periods
    return Account(
        periods,
        tuple(_by_now(loss, periods) for loss in samples.prior_losses),
        tuple(LibraryRepository(session).counted_twice()),
        {name: sampled.account for name, sampled in contributed.items()},
    )


def _by_now(prior_losses: PriorLoss, periods: Mapping[str, Period]) -> Fraction:
    """What an earlier loss has become.

    Windows that a restored database had forgotten are held here, and may have been given to
    somebody since, or to somebody trusted more; their movies may be in later windows too.
    """
    loss = fraction(prior_losses.loss)
    if prior_losses.why != RESTORED or prior_losses.kind != RELEASED:
        return loss
    return max(loss, parallel(periods[n].loss() for n in prior_losses.periods if n in periods))


def issue_periods(
    sampled: Mapping[str, Period], due: Mapping[str, Period], receiver: Receiver
) -> dict[str, Period]:
    """All windows, each with this receiver's rung given to it. Raises `PrivacyError`."""
    periods = {**sampled, **due}
    return {
        name: periods[name].issue(receiver.key, receiver.trust_in(name)) for name in sorted(periods)
    }


def sample_due(inputs: ReleaseInputs, source: BitSource) -> dict[str, Period]:
    """Draw the windows that are due. Changes nothing in the database.

    Raises `PrivacyError` if the noise would not keep the budget; then nothing is drawn.
    """
    mechanism, groups, choice = inputs.mechanism, inputs.catalog.groups, inputs.choice
    if mechanism is None:
        return {}
    values = (level.value for level in choice.levels(groups.categories))
    levels = dict(zip(groups.categories, values, strict=True))
    sampled = {}
    for name in inputs.due:
        items = inputs.members.get(name, {})
        positions = np.fromiter(items, dtype=np.int64, count=len(items))
        counts = mechanism.count(groups, choice, positions, list(items.values()))
        sampled[name] = sample_period(mechanism, levels, counts, source)
    return sampled


def receiver_copies(receiver: Receiver, periods: Mapping[str, Period]) -> dict[str, ReceiverCopy]:
    """What a receiver holds, by window."""
    copies = ((name, period.copy_of(receiver.key)) for name, period in periods.items())
    return {name: copy for name, copy in copies if copy is not None}


class SampleStore:
    """Keeps both places in step."""

    def __init__(self, database: Database, file: SampleFile) -> None:
        self._database = database
        self._file = file

    def begin(self, now: datetime) -> None:
        """At a start: see whether the library was restored or copied, and give it its epoch."""
        with self._database.read() as session:
            stored = LedgerRepository(session).samples()
        if _settled(stored, self._beside()) != stored:
            with self._database.write() as session:
                self.settle(session, now)
        self.save()

    def _beside(self) -> Samples | None:
        """What the file knows; None where it is missing, or holds no windows that can be."""
        found = self._file.read()
        try:
            periods_of({} if found is None else found.periods)
            contributions_of({} if found is None else found.contributions)
        except StoreError:
            return None
        return found

    def settle(self, session: Session, now: datetime) -> None:
        """Bring the database up to what the file knows, in a writing session."""
        ledger = LedgerRepository(session)
        stored = ledger.samples()
        settled = _settled(stored, self._beside())
        if settled != stored:
            ledger.store_samples(settled, now=now)

    def store_periods(
        self,
        session: Session,
        before: Mapping[str, Period],
        after: Mapping[str, Period],
        now: datetime,
    ) -> None:
        """Write windows that were drawn or given to one more receiver: this charges them."""
        changed = {n: w.to_dict() for n, w in after.items() if w != before.get(n)}
        if changed:
            ledger = LedgerRepository(session)
            samples = ledger.samples()
            periods = {**samples.periods, **changed}
            ledger.store_samples(
                replace(samples, count=samples.count + len(changed), periods=periods), now=now
            )

    def store_contributions(
        self, session: Session, changed: Mapping[str, SampledContribution], now: datetime
    ) -> None:
        """Write contributions that were drawn or given to one more receiver: this charges them."""
        ledger = LedgerRepository(session)
        samples = ledger.samples()
        documents = {name: sampled.to_dict() for name, sampled in changed.items()}
        after = {**samples.contributions, **documents}
        if after != samples.contributions:
            count = samples.count + len(documents)
            ledger.store_samples(replace(samples, count=count, contributions=after), now=now)

    def save(self) -> None:
        """Write the file, unless it says the same. Before anything is sent, and after the commit.

        Raises `StoreError`: then nothing may be sent.
        """
        with self._database.read() as session:
            stored = LedgerRepository(session).samples()
        if self._file.read() != stored:
            self._file.write(stored)


def _settled(stored: Samples, beside: Samples | None) -> Samples:
    """What the database should say, after a look at the file."""
    if (
        stored.library_id is not None
        and beside is not None
        and beside.library_id == stored.library_id
    ):
        return restored(stored, beside) if beside.count > stored.count else stored
    lost: list[PriorLoss] = []
    others = dict(stored.others)
    if beside is not None:
        lost += [loss for loss in beside.prior_losses if loss not in stored.prior_losses]
        lost += all_lost(beside, ELSEWHERE)
        others |= beside.others
        if beside.library_id is not None and (beside.periods or beside.contributions):
            others[beside.library_id] = replace(beside, others={}, ours=())
    if stored.library_id is not None:
        lost += all_lost(stored, COPIED)
    if stored.library_id is not None and beside is None and not stored.count:
        return stored  # nothing was drawn yet: the file is written anew
    return replace(
        stored,
        library_id=secrets.token_hex(16),
        prior_losses=(*stored.prior_losses, *lost),
        others=dict(list(others.items())[-_OTHERS:]),
    )


def restored(stored: Samples, beside: Samples) -> Samples:
    """The file's draws hold. Movies they had may be confirmed again, and be in a later window.

    A window that was forgotten before, and not drawn since, adds no second time.
    """
    forgotten = {n: d for n, d in beside.periods.items() if n not in stored.periods}
    untold = {n: d for n, d in beside.contributions.items() if n not in stored.contributions}
    lost = (
        *_forgotten(_unknown(beside, forgotten, RELEASED), stored.library_id),
        *contribution_loss(_unknown(beside, untold, CONTRIBUTED), RESTORED, stored.library_id),
    )
    return Samples(
        stored.library_id,
        beside.count,
        (*beside.prior_losses, *lost),
        {**stored.periods, **beside.periods},
        beside.others or stored.others,
        beside.ours or stored.ours,
        {**stored.contributions, **beside.contributions},
    )


def _forgotten(
    documents: Mapping[str, Mapping[str, Any]], library_id: str | None
) -> list[PriorLoss]:
    """The loss of windows that a database had forgotten. Kept also where nobody has a copy: one
    may be given later, and then it counts (`_by_now`)."""
    named = tuple(sorted(documents))
    return prior_loss_of(documents, RESTORED, library_id) or (
        [PriorLoss("0", RESTORED, named, library_id)] if named else []
    )


def _unknown(
    beside: Samples, documents: Mapping[str, Mapping[str, Any]], kind: str
) -> dict[str, Mapping[str, Any]]:
    """Those that no restore before has counted."""
    before = (e for e in beside.prior_losses if (e.why, e.kind) == (RESTORED, kind))
    known = {name for loss in before for name in loss.periods}
    return {name: document for name, document in documents.items() if name not in known}


def all_lost(samples: Samples, why: str) -> list[PriorLoss]:
    """The loss of all that a library drew, where other draws of the same movies add to it.

    Where that library may live on, what it had drawn and given to nobody is taken as given.
    """
    return [
        *prior_loss_of(samples.periods, why, samples.library_id, lives_on=why == COPIED),
        *contribution_loss(samples.contributions, why, samples.library_id),
    ]


def prior_loss_of(
    documents: Mapping[str, Mapping[str, Any]],
    why: str,
    library_id: str | None = None,
    *,
    lives_on: bool = False,
) -> list[PriorLoss]:
    """The loss of these windows, which other draws add to; nothing where nobody has a copy.

    `lives_on`: those that nobody has a copy of may be given to somebody where this cannot be seen.
    """
    losses = (
        period.mechanism.loss if lives_on and not period.issued else period.loss()
        for period in periods_of(documents).values()
    )
    loss = parallel(losses)
    return [PriorLoss(str(loss), why, tuple(sorted(documents)), library_id)] if loss else []


def contribution_loss(
    documents: Mapping[str, Mapping[str, Any]], why: str, library_id: str | None = None
) -> list[PriorLoss]:
    """As `prior_loss_of`, of contributions."""
    loss = parallel(sampled.account.loss() for sampled in contributions_of(documents).values())
    names = tuple(sorted(documents))
    return [PriorLoss(str(loss), why, names, library_id, CONTRIBUTED)] if loss else []
