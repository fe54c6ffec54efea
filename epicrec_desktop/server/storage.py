"""Reads and writes the service's database: contributions, added up.

A contribution that was acknowledged is on the disk, first by itself and, some seconds later, in the
sums: `fold` moves whatever is pending there in one transaction, and of the contribution itself
nothing is left but a receipt, a hash. So a service that is killed at any moment has counted every
contribution once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import exp
from uuid import UUID

import numpy as np
from sqlalchemy import Engine, delete, func, select, text
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from epicrec_desktop.recommend.contribution_training import ContributionData, Tally
from epicrec_desktop.recommend.wire_contribution import Contribution, find_public_list, unpack
from epicrec_desktop.server.database import FOLD_LOCK, READS, open_engine
from epicrec_desktop.server.tables import ContributionSums, Pending, Receipt

MOST_PENDING = 50_000
MOST_CONTRIBUTIONS = 100_000_000
AT_ONCE = 2_000
"""Contributions that are folded in one transaction."""

DEVIATIONS = 6.0
"""An honest contribution is refused once in 500 million: its bits are as many as coins allow."""

_INTEGERS = np.dtype("<i8")


class StorageFull(Exception):  # noqa: N818 - a state to be told, which the client did not cause
    """There is no room for another contribution."""


class StorageBusy(Exception):  # noqa: N818
    """The database does not answer, or is being written to for too long."""


class ContributionConflict(Exception):  # noqa: N818 - what the client did, and is told
    """Under this id something else was contributed."""


class ContributionOutcome(Enum):
    """What became of a contribution."""

    NEW = "new"
    KNOWN = "known"


@dataclass(frozen=True)
class ContributionSum:
    """Contributions to a list at a budget, added up."""

    movies: str
    epsilon: Fraction
    tally: Tally

    @property
    def contributed(self) -> ContributionData | None:
        """To be trained on; None where this program does not know the list."""
        known = find_public_list(self.movies)
        if known is None or len(known.movies) != len(self.tally.counts):
            return None
        return ContributionData(known.movies, self.tally, float(self.epsilon))


class Storage:
    """Contributions. Thread-safe: each call is a transaction of its own.

    Every method raises `StorageBusy` where the database does not answer.
    """

    def __init__(
        self, address: str, *, most: int = MOST_CONTRIBUTIONS, migrated: bool = False
    ) -> None:
        self._engine: Engine = open_engine(address, migrated=migrated)
        self._most = most

    def contribute(self, identifier: UUID, told: Contribution) -> ContributionOutcome:
        """Count a contribution once. Raises `ContributionConflict` and `StorageFull`."""
        try:
            return self._contribute(identifier, told)
        except IntegrityError:  # it came twice at once: now it is there
            return self._contribute(identifier, told)

    def _contribute(self, identifier: UUID, told: Contribution) -> ContributionOutcome:
        receipt = _receipt(identifier, told)
        with self._writing() as session:
            known = session.get(Receipt, receipt.id)
            if known is not None:
                if known.report != receipt.report:
                    raise ContributionConflict
                return ContributionOutcome.KNOWN
            if self._room(session) <= 0:
                raise StorageFull
            session.add(receipt)
            session.add(_pending(told, 1))
            session.flush()
        return ContributionOutcome.NEW

    def withdraw(self, identifier: UUID, told: Contribution) -> bool:
        """Take a contribution out of the sums again; False where it was never there, or is gone.

        Raises `ContributionConflict` where something else was contributed under this id.
        """
        receipt = _receipt(identifier, told)
        with self._writing() as session:
            known = session.get(Receipt, receipt.id, with_for_update=True)
            if known is None:
                return False
            if known.report != receipt.report:
                raise ContributionConflict
            session.delete(known)
            session.add(_pending(told, -1))
        return True

    def fold(self) -> int:
        """Move what is pending into the sums; returns how much it was.

        Of several processes one does it and the others wait for it.
        """
        moved = 0
        while True:
            with self._writing() as session:
                if session.get_bind().dialect.name == "postgresql":
                    session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": FOLD_LOCK})
                rows = session.scalars(
                    select(Pending).order_by(Pending.number).limit(AT_ONCE)
                ).all()
                for movies, epsilon in {(row.movies, row.epsilon) for row in rows}:
                    same = [r for r in rows if (r.movies, r.epsilon) == (movies, epsilon)]
                    _add_up(session, movies, epsilon, same)
                numbers = [row.number for row in rows]
                session.execute(delete(Pending).where(Pending.number.in_(numbers)))
            moved += len(rows)
            if len(rows) < AT_ONCE:
                return moved

    def sums(self) -> list[ContributionSum]:
        """All sums, with everything that was contributed before this call."""
        self.fold()
        with self._reading() as session:
            rows = session.scalars(
                select(ContributionSums).order_by(ContributionSums.movies, ContributionSums.epsilon)
            ).all()
            return [ContributionSum(r.movies, Fraction(r.epsilon), _tally(r)) for r in rows]

    def pending(self) -> int:
        """How many contributions and withdrawals are not in the sums yet."""
        with self._reading() as session:
            return int(session.scalar(select(func.count(Pending.number))) or 0)

    def is_ready(self) -> bool:
        """Whether the database answers."""
        try:
            with self._engine.connect() as connection:
                connection.execution_options(**READS).execute(text("SELECT 1"))
        except SQLAlchemyError:
            return False
        return True

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _room(self, session: Session) -> int:
        waiting = session.scalar(select(func.count(Pending.number))) or 0
        counted = session.scalar(select(func.sum(ContributionSums.number))) or 0
        return int(min(MOST_PENDING - waiting, self._most - waiting - counted))

    @contextmanager
    def _writing(self) -> Iterator[Session]:
        try:
            with Session(self._engine) as session, session.begin():
                yield session
        except OperationalError:
            raise StorageBusy from None

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        try:
            with self._engine.connect() as connection:
                yield Session(connection.execution_options(**READS))
        except OperationalError:
            raise StorageBusy from None


def is_plausible(told: Contribution) -> bool:
    """Whether coins and some history can have made these bits.

    Whoever watched nothing has flips alone, and whoever watched everything all but the flips: a
    contribution with fewer or more bits than either, by six standard deviations, is a lie.
    """
    flip, number = _flip(told.epsilon), len(told.bits)
    slack = DEVIATIONS * (number * flip * (1.0 - flip)) ** 0.5
    return bool(number * flip - slack <= sum(told.bits) <= number * (1.0 - flip) + slack)


def _flip(epsilon: Fraction) -> float:
    return 1.0 / (1.0 + exp(float(epsilon)))


def _receipt(identifier: UUID, told: Contribution) -> Receipt:
    content = f"{identifier}\n{told.movies.name}\n{told.epsilon}\n".encode() + told.packed
    return Receipt(
        id=hashlib.sha256(identifier.bytes).hexdigest(), report=hashlib.sha256(content).hexdigest()
    )


def _pending(told: Contribution, sign: int) -> Pending:
    return Pending(movies=told.movies.name, epsilon=str(told.epsilon), sign=sign, bits=told.packed)


def _add_up(session: Session, movies: str, epsilon: str, rows: list[Pending]) -> None:
    """Add what is pending of one list and budget to its sums."""
    known = find_public_list(movies)
    kept = session.get(ContributionSums, (movies, epsilon))
    if known is None:  # a list of another version of this program
        return
    size = len(known.movies)
    tally = _empty(size, epsilon) if kept is None else _tally(kept)
    for sign in (1, -1):
        bits = [unpack(row.bits, size) for row in rows if row.sign == sign]
        if bits:
            tally.add(np.array(bits), sign)
    upper = tally.pairs[np.triu_indices(size)]
    counts, pairs = tally.counts.astype(_INTEGERS).tobytes(), upper.astype(_INTEGERS).tobytes()
    if kept is None:
        kept = ContributionSums(movies=movies, epsilon=epsilon, number=0, counts=b"", pairs=b"")
        session.add(kept)
    kept.number, kept.counts, kept.pairs = tally.number, counts, pairs


def _tally(row: ContributionSums) -> Tally:
    counts = np.frombuffer(row.counts, dtype=_INTEGERS).astype(np.int64)
    size = len(counts)
    pairs = np.zeros((size, size), dtype=np.int64)
    pairs[np.triu_indices(size)] = np.frombuffer(row.pairs, dtype=_INTEGERS)
    pairs += np.triu(pairs, 1).T
    return Tally(_flip(Fraction(row.epsilon)), counts, pairs, row.number)


def _empty(size: int, epsilon: str) -> Tally:
    return Tally.empty(size, _flip(Fraction(epsilon)))
