"""Sample noise for periods and contributions, and keep the samples in two places.

A period is sampled once, all trust tiers together, by the first release in it or after it. It may
have no receiver then: the user sees its list before agreeing, and it costs nothing yet. Samples are
stored in the database and, without true counts, in a small file that no backup of the data folder
restores (`store/sample_file.py`). A library id and the samples in both detect what happened:

    same id, the file has more         the database was restored: the file's samples apply
    same id, other numbers             the database was damaged: the file's samples apply
    no file, but samples exist         the library was copied, or the file was lost
    another id                         the file belongs to another library of this user

In all cases but the second a movie may be sampled twice, so the earlier loss is kept as prior loss
and added to the account. The account never shrinks.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from typing import Any
from uuid import UUID

import numpy as np
from sqlalchemy.orm import Session

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.json_text import fraction, month
from epicrec_desktop.privacy.accountant import Account, Contributed, of_one_movie
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.privacy.period import TRUST_TIERS, Period, ReceiverCopy, sample_period
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.recommend.wire_contribution import (
    MAX_CONTRIBUTION_BYTES,
    Contribution,
    parse_contribution,
)
from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.services.asked_question import asked_question
from epicrec_desktop.services.periods import periods_of, read_periods
from epicrec_desktop.services.release_inputs import ReleaseInputs
from epicrec_desktop.store.choices import KnownProvider
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.sample_file import (
    CONTRIBUTED,
    RELEASED,
    PriorLoss,
    SampleFile,
    Samples,
    join_twice,
)

_log = logging.getLogger(__name__)
Document = Mapping[str, Any]
_MALFORMED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class SecureSource:
    """Uniform integers from the operating system (`privacy.randomness.BitSource`)."""

    def below(self, n: int, /) -> int:
        """Return a uniform integer in [0, n)."""
        return secrets.randbelow(n)


class RepeatableSource:
    """Deterministic bits from a hash of what is public or may leave (SHAKE-256). Never for noise."""

    def __init__(self, seed: bytes) -> None:
        self._seed = hashlib.sha256(seed).digest()
        self._sampled = 0

    def below(self, n: int, /) -> int:
        """Return a uniform integer in [0, n), by rejection."""
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
    """The bytes of a period's contribution, their content, and who was given them, by address."""

    payload: bytes
    disclosure: Contribution
    issued: Mapping[str, Recipient] = field(default_factory=dict)

    @classmethod
    def of(cls, payload: bytes) -> SampledContribution:
        """Return one that nobody was given yet. Raises `WireError`."""
        return cls(payload, parse_contribution(payload))

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> SampledContribution:
        """Return what `to_dict` wrote. Raises `ValueError`, `LookupError` or `TypeError` otherwise."""
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
        """Return the contribution as JSON."""
        issued = {
            receiver: {"id": str(given.id), "name": given.name}
            for receiver, given in self.issued.items()
        }
        sha256 = hashlib.sha256(self.payload).hexdigest()
        return {"payload": self.payload.decode("ascii"), "sha256": sha256, "issued": issued}

    def issue(self, receiver: str, name: str, identifier: UUID) -> SampledContribution:
        """Return the same, given to this receiver; under the id it has there, if it was before."""
        known = self.issued.get(receiver)
        given = Recipient(identifier if known is None else known.id, name)
        return replace(self, issued={**self.issued, receiver: given})

    @property
    def epsilon(self) -> Fraction:
        """Return the most that it costs, for each movie of its list."""
        return self.disclosure.epsilon

    @property
    def account(self) -> Contributed:
        """Return it as the accountant takes it."""
        return Contributed(self.epsilon, frozenset(self.issued))


def contributions_of(
    documents: Mapping[str, Mapping[str, Any]],
) -> dict[str, SampledContribution]:
    """Return stored contributions by period. Raises `StoreError` where one is damaged."""
    try:
        return {
            month(name): SampledContribution.from_dict(document)
            for name, document in documents.items()
        }
    except _MALFORMED:
        raise StoreError(
            "What was drawn for your contributions is damaged in the database, so nothing was "
            "sent. Restore a copy of it, or erase everything to start anew."
        ) from None


RESTORED, COPIED, ELSEWHERE = "restored", "copied", "elsewhere"
JOINED = "joined"
"""Another library was restored that had sampled the same months (`services/backup/samples.py`)."""

_OTHERS = 12
"""Earlier libraries on this computer whose samples are all kept; of older ones only the loss is."""


@dataclass(frozen=True)
class Receiver:
    """The receiver of a release: its address, or its name where it has none, and its known names."""

    key: str
    known_as: tuple[KnownProvider, ...] = ()

    def trust_in(self, period: str) -> Fraction:
        """Return its trust tier in a period: the lowest of its names'; a stranger has the highest."""
        return min((known.trust_in(period) for known in self.known_as), default=TRUST_TIERS[0])


def read_account(session: Session, periods: Mapping[str, Period] | None = None) -> Account:
    """Return the cost of everything that left, with these periods instead of those stored."""
    samples = LedgerRepository(session).samples()
    contributed = contributions_of(samples.contributions)
    periods = read_periods(session) if periods is None else periods
    return Account(
        periods,
        tuple(_by_now(loss, periods, samples.twice) for loss in samples.prior_losses),
        samples.twice,
        {name: sampled.account for name, sampled in contributed.items()},
        samples.contributed_twice,
    )


def _by_now(
    prior_loss: PriorLoss, periods: Mapping[str, Period], twice: tuple[tuple[str, ...], ...]
) -> Fraction:
    """Return what a prior loss has become.

    Periods that a restored database had forgotten are stored here, and may have been given to
    somebody since, or to somebody trusted more; their movies may be in later periods too.
    """
    loss = fraction(prior_loss.loss)
    if prior_loss.why != RESTORED or prior_loss.kind != RELEASED:
        return loss
    known = {name: periods[name].loss() for name in prior_loss.periods if name in periods}
    return max(loss, of_one_movie(known, twice))


def issue_periods(
    sampled: Mapping[str, Period], due: Mapping[str, Period], receiver: Receiver
) -> dict[str, Period]:
    """Return all periods, each with this receiver's tier issued to it. Raises `PrivacyError`."""
    periods = {**sampled, **due}
    return {
        name: periods[name].issue(receiver.key, receiver.trust_in(name)) for name in sorted(periods)
    }


def sample_due(inputs: ReleaseInputs, source: BitSource) -> dict[str, Period]:
    """Sample the periods that are due. Changes nothing in the database.

    Raises `PrivacyError` if the noise would not keep the budget; then nothing is sampled.
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
        counts = mechanism.count(
            groups, choice, positions, list(items.values()), asked=_asked(inputs)
        )
        sampled[name] = sample_period(mechanism, levels, counts, source)
    return sampled


def _asked(inputs: ReleaseInputs) -> AskedQuestion | None:
    """The rows of a learned mechanism's question; None for a mechanism without one."""
    if inputs.mechanism is None or inputs.mechanism.question is None:
        return None
    return asked_question(inputs.catalog)


def receiver_copies(receiver: Receiver, periods: Mapping[str, Period]) -> dict[str, ReceiverCopy]:
    """Return the receiver's copies, by period."""
    copies = ((name, period.copy_of(receiver.key)) for name, period in periods.items())
    return {name: copy for name, copy in copies if copy is not None}


class SampleStore:
    """Keeps the database and the file of samples the same."""

    def __init__(self, database: Database, file: SampleFile) -> None:
        self._database = database
        self._file = file

    def begin(self, now: datetime) -> None:
        """At a start, find out whether the library was restored, copied or damaged.

        Gives a new library its id. Raises `StoreError` where the file cannot be read or written.
        """
        with self._database.read() as session:
            stored = LedgerRepository(session).samples()
        if _settled(stored, self._beside()) != stored:
            with self._database.write() as session:
                self.settle(session, now)
        self.save()

    def _beside(self) -> Samples | None:
        """Return the samples of the file; None where it is missing or damaged."""
        found = self._file.read()
        try:
            periods_of({} if found is None else found.periods)
            contributions_of({} if found is None else found.contributions)
        except StoreError:
            return None
        return found

    def settle(self, session: Session, now: datetime) -> None:
        """Bring the database up to the file's samples, in a session that writes."""
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
        """Store periods that were sampled or given to one more receiver: this charges them."""
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
        """Store contributions that were sampled or given to one more receiver: this charges them."""
        ledger = LedgerRepository(session)
        samples = ledger.samples()
        documents = {name: sampled.to_dict() for name, sampled in changed.items()}
        after = {**samples.contributions, **documents}
        if after != samples.contributions:
            count = samples.count + len(documents)
            ledger.store_samples(replace(samples, count=count, contributions=after), now=now)

    def save(self) -> None:
        """Write the file, unless it is the same: after the commit, before anything is sent.

        Raises `StoreError`: then nothing may be sent.
        """
        with self._database.read() as session:
            ledger = LedgerRepository(session)
            stored = ledger.samples()
            up_to_date = ledger.twice_is_kept(stored)
        if not up_to_date:
            with self._database.write() as session:
                ledger = LedgerRepository(session)
                stored = ledger.samples()
                ledger.keep_twice(stored)
        if self._file.read() != stored:
            self._file.write(stored)


def _settled(stored: Samples, beside: Samples | None) -> Samples:
    """Return what the database should hold, given what the file does."""
    if (
        stored.library_id is not None
        and beside is not None
        and beside.library_id == stored.library_id
    ):
        return restored(stored, beside)
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
        return stored  # nothing was sampled yet: the file is written again
    return replace(
        stored,
        library_id=secrets.token_hex(16),
        prior_losses=(*stored.prior_losses, *lost),
        others=dict(list(others.items())[-_OTHERS:]),
    )


def restored(stored: Samples, beside: Samples) -> Samples:
    """Return the samples of both copies of a library; of two samples of a period the file's.

    The file has a checksum, and what was sent was in it before. Movies of periods that the database
    had forgotten may be confirmed again and be in a later period: their loss is kept. A period that
    was forgotten before, and not sampled since, adds no second time.
    """
    forgotten = {n: d for n, d in beside.periods.items() if n not in stored.periods}
    unreported = {n: d for n, d in beside.contributions.items() if n not in stored.contributions}
    newer = beside if beside.count > stored.count else stored
    prior_losses = newer.prior_losses
    if beside.count == stored.count:
        prior_losses = tuple(dict.fromkeys((*stored.prior_losses, *beside.prior_losses)))
    lost = (
        *_forgotten(_unknown(beside, forgotten, RELEASED), stored.library_id, beside.twice),
        *contribution_loss(
            _unknown(beside, unreported, CONTRIBUTED),
            RESTORED,
            stored.library_id,
            beside.contributed_twice,
        ),
    )
    return Samples(
        stored.library_id,
        max(stored.count, beside.count),
        (*prior_losses, *lost),
        _documents(stored.periods, beside.periods, join_issued),
        newer.others or stored.others,
        newer.ours or stored.ours,
        _documents(stored.contributions, beside.contributions, join_recipients),
        join_twice(stored.twice, beside.twice),
        join_twice(stored.contributed_twice, beside.contributed_twice),
    )


def _documents(
    stored: Mapping[str, Document],
    beside: Mapping[str, Document],
    join: Callable[[Document, Document], Document],
) -> dict[str, Document]:
    """Return the documents of both by month, each with everybody who has a copy of it."""
    documents = {**beside, **stored}
    for name in stored.keys() & beside.keys():
        if stored[name] == beside[name]:
            continue
        if sample_of(stored[name]) != sample_of(beside[name]):
            _log.warning("a sample differed from its second copy, which is used instead")
        try:
            documents[name] = join(beside[name], stored[name])
        except _MALFORMED:
            documents[name] = beside[name]
    return documents


def sample_of(document: Document) -> dict[str, Any]:
    """Return a stored sample without who was given a copy of it."""
    return {name: value for name, value in document.items() if name != "issued"}


def join_issued(ours: Document, other: Document) -> Document:
    """Return a period with everybody who has a copy of it, of two tiers the less private one."""
    issued = dict(ours["issued"])
    for receiver, tier in other["issued"].items():
        if receiver not in issued or Fraction(tier) > Fraction(issued[receiver]):
            issued[receiver] = tier
    return ours if issued == ours["issued"] else {**ours, "issued": issued}


def join_recipients(ours: Document, other: Document) -> Document:
    """Return a contribution with everybody who was given it."""
    return {**ours, "issued": {**other["issued"], **ours["issued"]}}


def _forgotten(
    documents: Mapping[str, Document], library_id: str | None, twice: tuple[tuple[str, ...], ...]
) -> list[PriorLoss]:
    """Return the loss of periods that a database had forgotten.

    It is kept where nobody has a copy too: one may be given later, and then it counts (`_by_now`).
    """
    named = tuple(sorted(documents))
    return prior_loss_of(documents, RESTORED, library_id, twice=twice) or (
        [PriorLoss("0", RESTORED, named, library_id)] if named else []
    )


def _unknown(beside: Samples, documents: Mapping[str, Document], kind: str) -> dict[str, Document]:
    """Return those that no earlier restore has counted."""
    before = (e for e in beside.prior_losses if (e.why, e.kind) == (RESTORED, kind))
    known = {name for loss in before for name in loss.periods}
    return {name: document for name, document in documents.items() if name not in known}


def all_lost(samples: Samples, why: str) -> list[PriorLoss]:
    """Return the loss of all samples of a library, where other samples of its movies add to it.

    Where that library may live on, what it had sampled and given to nobody is taken as given.
    """
    library_id = samples.library_id
    lives_on = why == COPIED
    return [
        *prior_loss_of(samples.periods, why, library_id, lives_on=lives_on, twice=samples.twice),
        *contribution_loss(samples.contributions, why, library_id, samples.contributed_twice),
    ]


def prior_loss_of(
    documents: Mapping[str, Document],
    why: str,
    library_id: str | None = None,
    *,
    lives_on: bool = False,
    twice: tuple[tuple[str, ...], ...] = (),
) -> list[PriorLoss]:
    """Return the loss of these periods, which other samples add to; none where nobody has a copy.

    `lives_on`: those that nobody has a copy of may be given to somebody where this cannot be seen.
    `twice` are the periods of each movie that several of them counted.
    """
    losses = {
        name: period.mechanism.loss if lives_on and not period.issued else period.loss()
        for name, period in periods_of(documents).items()
    }
    loss = of_one_movie(losses, twice)
    return [PriorLoss(str(loss), why, tuple(sorted(documents)), library_id)] if loss else []


def contribution_loss(
    documents: Mapping[str, Document],
    why: str,
    library_id: str | None = None,
    twice: tuple[tuple[str, ...], ...] = (),
) -> list[PriorLoss]:
    """Return the loss of these contributions, as `prior_loss_of` does for periods."""
    losses = {n: sampled.account.loss() for n, sampled in contributions_of(documents).items()}
    loss = of_one_movie(losses, twice)
    names = tuple(sorted(documents))
    return [PriorLoss(str(loss), why, names, library_id, CONTRIBUTED)] if loss else []
