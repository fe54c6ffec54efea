"""Contributions stored by the service: received, pending, and added up."""

from __future__ import annotations

import hashlib
import threading
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import exp
from typing import Any
from uuid import UUID

import numpy as np
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from epicrec_desktop.domain.arrays import Ints
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.recommend.contribution_training import ContributionData, Tally
from epicrec_desktop.recommend.wire_contribution import (
    Contribution,
    find_public_list,
    public_lists,
    unpack,
)
from epicrec_desktop.server import database
from epicrec_desktop.server.database import FOLD_LOCK, READS, create, log, migrate, unreachable

METADATA = sa.MetaData()
"""The service's tables, which share nothing with the database of the desktop."""

RECEIPTS = sa.Table(
    "receipts",
    METADATA,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("report", sa.String(64), nullable=False),
    sqlite_with_rowid=False,  # SQLite's file does not keep the order in which they came
)
"""That a contribution was counted: hashes of its random id, and of id and contribution.

Who has both can withdraw it. Neither says anything of a person, and there is no time.
"""

PENDING = sa.Table(
    "pending",
    METADATA,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("movies", sa.String(16), nullable=False),
    sa.Column("epsilon", sa.String(16), nullable=False),
    sa.Column("sign", sa.Integer, nullable=False),
    sa.Column("bits", sa.LargeBinary, nullable=False),
)
"""Contributions (`sign` 1) and withdrawals (−1) that are not in the sums yet."""

SUMS = sa.Table(
    "sums",
    METADATA,
    sa.Column("movies", sa.String(16), primary_key=True),
    sa.Column("epsilon", sa.String(16), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("folded", sa.Float, nullable=False),
    sa.Column("counts", sa.LargeBinary, nullable=False),
    sa.Column("pairs", sa.LargeBinary, nullable=False),
)
"""All contributions to a list at a budget, added up: all that is trained on.

`counts` are k and `pairs` k·(k+1)/2 whole numbers (`_pack`): the upper triangle, row by row.
`folded`: seconds since 1970. Neither tiles nor deltas are written instead: a contribution
changes numbers all over the triangle, and the sums of a few contributions alone tell each.
"""

MOST_PENDING, MOST_CONTRIBUTIONS = 50_000, 100_000_000

AT_ONCE = 2_000
"""Contributions that are folded in one transaction."""

DEVIATIONS = 6.0
"""An honest contribution is refused once in 500 million: its bits are as many as coins allow."""

FOLD_SECONDS = 290.0
"""Between two folds of all processes, unless `AT_ONCE` wait: each rewrites the sums, up to 1 MB a
list."""

_INTEGERS = np.dtype("<i8")


class StorageFull(Exception):  # noqa: N818 - a state, not a fault of the client
    """There is no room for another contribution."""


class StorageBusy(StoreError):  # noqa: N818
    """The database does not answer, or is being written to for too long."""

    def __init__(self) -> None:
        super().__init__(
            "The service's database does not answer; nothing was changed. Check that it runs."
        )


class ContributionConflict(Exception):  # noqa: N818
    """Under this id something else was contributed."""


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

    Every method logs the kind of an error of the database, and raises `StorageBusy`, or
    `StorageFull` for a full disk.
    """

    def __init__(
        self, address: str, *, most: int = MOST_CONTRIBUTIONS, required: bool = True
    ) -> None:
        """Open the database and migrate it.

        Raises `StoreError`; unless `required`, not for a PostgreSQL that does not answer: then it
        is migrated by the first call that reaches it.
        """
        self._engine = create(address)
        self._most = most
        self._migrating = threading.Lock()
        self._migrated = False
        self._wiped = False  # a process that was killed may have left something to wipe
        try:
            self._migrate()
        except SQLAlchemyError as error:
            if required or self._engine.dialect.name != "postgresql":
                self._engine.dispose()
                raise unreachable() from None
            log.error("the database cannot be reached: %s", error_kind(error))
        except BaseException:
            self._engine.dispose()
            raise

    def _migrate(self) -> None:
        with self._migrating:
            if not self._migrated:
                with self._engine.begin() as connection:
                    migrate(connection, METADATA)
                self._migrated = True

    def contribute(self, identifier: UUID, contribution: Contribution) -> bool:
        """Count a contribution once, and return whether it was not counted before.

        Raises `ContributionConflict` and `StorageFull`.
        """
        try:
            return self._contribute(identifier, contribution)
        except IntegrityError:  # it came twice at once: now it is there
            return self._contribute(identifier, contribution)

    def _contribute(self, identifier: UUID, contribution: Contribution) -> bool:
        receipt = _receipt(identifier, contribution)
        with self._writing() as connection:
            if _is_counted(connection, receipt):
                return False
            waiting = connection.scalar(sa.select(sa.func.count(PENDING.c.number))) or 0
            counted = connection.scalar(sa.select(sa.func.sum(SUMS.c.number))) or 0
            if waiting >= min(MOST_PENDING, self._most - counted):
                raise StorageFull
            connection.execute(sa.insert(RECEIPTS).values(receipt))
            connection.execute(_pending(contribution, 1))
        return True

    def withdraw(self, identifier: UUID, contribution: Contribution) -> bool:
        """Take a contribution out of the sums again; False where it was never there, or is gone.

        Raises `ContributionConflict` where something else was contributed under this id.
        """
        receipt = _receipt(identifier, contribution)
        with self._writing() as connection:
            if not _is_counted(connection, receipt):
                return False
            connection.execute(sa.delete(RECEIPTS).where(RECEIPTS.c.id == receipt["id"]))
            connection.execute(_pending(contribution, -1))
        return True

    def fold_if_due(self) -> int:
        """Fold what is pending if much is, or no process did so lately; return what is left."""
        waiting = self.pending()
        with self._reading() as connection:
            folded = connection.scalar(sa.select(sa.func.max(SUMS.c.folded))) or 0.0
        is_due = waiting >= AT_ONCE or abs(time.time() - folded) >= FOLD_SECONDS
        if is_due and (waiting or not self._wiped):
            self.fold()
        return self.pending()

    def fold(self) -> int:
        """Add pending contributions to the sums and return how many; one process at a time.

        Those to a list that this version does not know stay, for a node that does. What was added
        up is removed from the database's files; if that fails, by the next call.
        """
        moved = 0
        while True:
            with self._writing() as connection:
                if connection.dialect.name == "postgresql":
                    lock = sa.text("SELECT pg_advisory_xact_lock(:key)")
                    connection.execute(lock, {"key": FOLD_LOCK})
                rows = connection.execute(
                    sa.select(PENDING)
                    .where(PENDING.c.movies.in_([movies.name for movies in public_lists()]))
                    .order_by(PENDING.c.number)
                    .limit(AT_ONCE)
                ).all()
                for movies, epsilon in {(row.movies, row.epsilon) for row in rows}:
                    same = [r for r in rows if (r.movies, r.epsilon) == (movies, epsilon)]
                    _add_up(connection, movies, epsilon, same)
                numbers = [row.number for row in rows]
                connection.execute(sa.delete(PENDING).where(PENDING.c.number.in_(numbers)))
            moved += len(rows)
            if len(rows) < AT_ONCE:
                break
        if moved or not self._wiped:
            self._wiped = database.wipe(self._engine)
        return moved

    def sort_receipts(self) -> None:
        """Store receipts in an order that does not tell when they came; log where that fails."""
        with self._errors():
            if not database.sort_receipts(self._engine):
                log.warning("PostgreSQL's receipts stay in the order in which they came")

    def sums(self) -> list[ContributionSum]:
        """Return all sums, with everything that was contributed before this call."""
        self.fold()
        with self._reading() as connection:
            rows = connection.execute(sa.select(SUMS).order_by(SUMS.c.movies, SUMS.c.epsilon))
            return [ContributionSum(r.movies, Fraction(r.epsilon), _tally(r)) for r in rows]

    def pending(self) -> int:
        """Return the number of contributions and withdrawals that are not in the sums yet."""
        with self._reading() as connection:
            return int(connection.scalar(sa.select(sa.func.count(PENDING.c.number))) or 0)

    def is_ready(self) -> bool:
        """Return whether the database answers."""
        try:
            with self._reading() as connection:
                connection.execute(sa.text("SELECT 1"))
        except (StorageBusy, StorageFull, StoreError):
            return False
        return True

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        with self._errors(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with self._errors(), self._engine.connect() as connection:
            yield connection.execution_options(**READS)

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Migrate if that is still to do; log errors of the database and raise them as ours."""
        try:
            self._migrate()
            yield
        except (OperationalError, InterfaceError, PoolTimeoutError) as error:
            kind = error_kind(error)
            log.error("the database failed: %s", kind)
            if kind.startswith(DISK_FULL):
                raise StorageFull from None
            raise StorageBusy from None


DISK_FULL = ("DiskFull", "SQLITE_FULL")


def error_kind(error: SQLAlchemyError) -> str:
    """Return the kind of an error without its text, which may hold an address or values."""
    original = getattr(error, "orig", None)
    name = getattr(original, "sqlite_errorname", None) or type(original or error).__name__
    code = getattr(original, "sqlstate", None)
    return f"{name} {code}" if code else str(name)


def is_plausible(contribution: Contribution) -> bool:
    """Return whether randomized response of some history can have made these bits.

    Whoever watched nothing has flips alone, and whoever watched everything all but the flips: a
    contribution with fewer or more bits than either, by six standard deviations, is a lie.
    """
    flip, number = _flip(contribution.epsilon), len(contribution.bits)
    slack = DEVIATIONS * (number * flip * (1.0 - flip)) ** 0.5
    return bool(number * flip - slack <= sum(contribution.bits) <= number * (1.0 - flip) + slack)


def _flip(epsilon: Fraction) -> float:
    return 1.0 / (1.0 + exp(float(epsilon)))


def _receipt(identifier: UUID, contribution: Contribution) -> dict[str, str]:
    content = (
        f"{identifier}\n{contribution.movies.name}\n{contribution.epsilon}\n".encode()
        + contribution.packed
    )
    digests = (hashlib.sha256(identifier.bytes), hashlib.sha256(content))
    return dict(zip(("id", "report"), (one.hexdigest() for one in digests), strict=True))


def _is_counted(connection: sa.Connection, receipt: Mapping[str, str]) -> bool:
    """Return whether it was counted; its row is locked. Raises `ContributionConflict`."""
    stored = connection.scalar(
        sa.select(RECEIPTS.c.report).where(RECEIPTS.c.id == receipt["id"]).with_for_update()
    )
    if stored not in (None, receipt["report"]):
        raise ContributionConflict
    return stored is not None


def _pending(contribution: Contribution, sign: int) -> sa.Insert:
    return sa.insert(PENDING).values(
        movies=contribution.movies.name,
        epsilon=str(contribution.epsilon),
        sign=sign,
        bits=contribution.packed,
    )


def _add_up(
    connection: sa.Connection, movies: str, epsilon: str, rows: Sequence[sa.Row[Any]]
) -> None:
    known = find_public_list(movies)
    assert known is not None
    here = (SUMS.c.movies == movies) & (SUMS.c.epsilon == epsilon)
    stored = connection.execute(sa.select(SUMS).where(here)).first()
    size = len(known.movies)
    tally = Tally.empty(size, _flip(Fraction(epsilon))) if stored is None else _tally(stored)
    for sign in (1, -1):
        bits = [unpack(row.bits, size) for row in rows if row.sign == sign]
        if bits:
            tally.add(np.array(bits), sign)
    values = {
        "number": tally.number,
        "folded": time.time(),
        "counts": _pack(tally.counts),
        "pairs": _pack(tally.pairs[np.triu_indices(size)]),
    }
    if stored is None:
        connection.execute(sa.insert(SUMS).values(movies=movies, epsilon=epsilon, **values))
    else:
        connection.execute(sa.update(SUMS).where(here).values(values))


def _pack(numbers: Ints) -> bytes:
    """Return whole numbers compressed: all first bytes, then all second ones, which are alike."""
    return zlib.compress(numbers.astype(_INTEGERS).view(np.uint8).reshape(-1, 8).T.tobytes(), 1)


def _unpack(packed: bytes) -> Ints:
    found = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(8, -1).T
    return np.ascontiguousarray(found).view(_INTEGERS)[:, 0].astype(np.int64)


def _tally(row: sa.Row[Any]) -> Tally:
    counts = _unpack(row.counts)
    size = len(counts)
    pairs = np.zeros((size, size), dtype=np.int64)
    pairs[np.triu_indices(size)] = _unpack(row.pairs)
    pairs += np.triu(pairs, 1).T
    return Tally(_flip(Fraction(row.epsilon)), counts, pairs, row.number)
