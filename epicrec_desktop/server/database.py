"""The service's database, SQLite or PostgreSQL: migrations, tables, and sums of contributions."""

from __future__ import annotations

import hashlib
import logging
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import numpy as np
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    String,
    create_engine,
    delete,
    event,
    func,
    inspect,
    make_url,
    select,
    text,
)
from sqlalchemy.exc import (
    ArgumentError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.file_permissions import make_private
from epicrec_desktop.recommend.contribution_training import ContributionData, Tally
from epicrec_desktop.recommend.wire_contribution import (
    Contribution,
    find_public_list,
    public_lists,
    unpack,
)

if TYPE_CHECKING:
    from alembic.config import Config


MIGRATIONS = Path(__file__).resolve().parent / "migrations"
HEAD = "0001"
"""The newest migration."""

CONNECT_SECONDS, STATEMENT_SECONDS, POOL_SECONDS = 5, 10, 5
"""How long to wait for a connection of PostgreSQL, a statement of it, and one of the pool."""

MIGRATION_LOCK = 0x45504943  # any numbers that nothing else locks
FOLD_LOCK = 0x45504944
log = logging.getLogger("epicrec_desktop.server")
READS = {"epicrec_reads": True}
"""The option of a connection that only reads, and so does not wait for whoever writes."""


def create(address: str) -> Engine:
    """Return an engine for an SQLAlchemy URL: `sqlite:///file` or `postgresql://…`.

    Raises `StoreError` with a sentence that leaves the address out, which may hold a password.
    """
    try:
        url = _url(address)
        engine = create_engine(
            url,
            hide_parameters=True,
            pool_pre_ping=True,
            connect_args=_postgres_limits(url),
            pool_timeout=POOL_SECONDS,
        )
    except (ArgumentError, ImportError):
        raise StoreError(
            "The database address is none that can be used; nothing was changed. "
            "It looks like sqlite:///service.sqlite3 or postgresql://user@host/name."
        ) from None
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _configure_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _postgres_limits(url: URL) -> dict[str, Any]:
    """Return arguments of psycopg that bound every wait; none for SQLite, which has its own."""
    if url.get_backend_name() != "postgresql":
        return {}
    limits: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS}
    if "options" not in url.query:
        limits["options"] = (
            f"-c statement_timeout={STATEMENT_SECONDS}s -c lock_timeout={STATEMENT_SECONDS}s "
            "-c idle_in_transaction_session_timeout=60s"
        )
    return limits


def _unreachable() -> StoreError:
    return StoreError(
        "The service's database cannot be reached or read; it was left as it is. "
        "Check that it runs and that you may write to it."
    )


def sqlite_address(file: Path) -> str:
    """Return the SQLAlchemy URL of a file, whatever characters its path has."""
    return URL.create("sqlite", database=str(file)).render_as_string()


def migrate(connection: Connection) -> None:
    """Bring the database to the newest revision, in the caller's transaction.

    Raises `StoreError` where it is newer than this program.
    """
    if _revision(connection) == HEAD:
        return
    # Slow to import.
    from alembic import command  # noqa: PLC0415
    from alembic.runtime.migration import MigrationContext  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    if connection.dialect.name == "postgresql":
        # Two services that start together take turns.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
    config = alembic_config(connection)
    current = MigrationContext.configure(connection).get_current_revision()
    known = {revision.revision for revision in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise StoreError(
            "The service's database was made by a newer version; it was left as it is. "
            "Update the program."
        )
    command.upgrade(config, "head")


def _revision(connection: Connection) -> str | None:
    """Return the revision of the database; None without one."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    return str(found[0]) if len(found) == 1 else None


def alembic_config(connection: Connection) -> Config:
    """Alembic's configuration, with the migrations found wherever the package is installed."""
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _url(address: str) -> URL:
    url = make_url(address)
    if url.drivername in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise ArgumentError("another kind of database")
    if url.get_backend_name() == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise ArgumentError("a database in memory is not shared between threads")
        _private_file(Path(str(url.database)))
    return url


def _private_file(file: Path) -> None:
    """Make the file before SQLite does, readable by its owner alone."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        # Not opened where it is there: closing it would take the locks of this process away.
        with suppress(FileExistsError):
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        if not os.access(file, os.R_OK | os.W_OK):
            raise PermissionError
        make_private(file)
    except OSError:
        raise StoreError(
            "The service's database file cannot be written; nothing was changed. "
            "Choose a file in a folder you may write to."
        ) from None


def _begin_sqlite(connection: Connection) -> None:
    """A transaction that writes says so first, and waits: one that reads first is turned away."""
    reads = connection.get_execution_options().get("epicrec_reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _configure_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy begins them
    cursor = connection.cursor()
    for pragma in (
        *("busy_timeout = 5000", "journal_mode = WAL", "synchronous = FULL"),
        "secure_delete = ON",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Base(DeclarativeBase):
    """Base of the service's tables, which share nothing with the database of the desktop."""


class Receipt(Base):
    """That a contribution was counted: hashes of its random id, and of id and contribution.

    Who has both can withdraw it. Neither says anything of a person, and there is no time.
    """

    __tablename__ = "receipts"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    report: Mapped[str] = mapped_column(String(64))


class Pending(Base):
    """A contribution (`sign` 1), or a withdrawal (−1), that is not in the sums yet: for seconds."""

    __tablename__ = "pending"

    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    movies: Mapped[str] = mapped_column(String(16))
    epsilon: Mapped[str] = mapped_column(String(16))
    sign: Mapped[int] = mapped_column(Integer)
    bits: Mapped[bytes] = mapped_column(LargeBinary)


class ContributionSums(Base):
    """All contributions to a list at a budget, added up: all that is trained on.

    `counts` are k and `pairs` k·(k+1)/2 little-endian int64: the upper triangle, row by row.
    """

    __tablename__ = "sums"

    movies: Mapped[str] = mapped_column(String(16), primary_key=True)
    epsilon: Mapped[str] = mapped_column(String(16), primary_key=True)
    number: Mapped[int] = mapped_column(Integer)
    counts: Mapped[bytes] = mapped_column(LargeBinary)
    pairs: Mapped[bytes] = mapped_column(LargeBinary)


MOST_PENDING = 50_000
MOST_CONTRIBUTIONS = 100_000_000
AT_ONCE = 2_000
"""Contributions that are folded in one transaction."""

DEVIATIONS = 6.0
"""An honest contribution is refused once in 500 million: its bits are as many as coins allow."""

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


class ContributionOutcome(Enum):
    """Result of a contribution: counted now, or before."""

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

    Every method logs the kind of an error of the database, and raises `StorageBusy`, or
    `StorageFull` for a full disk.
    """

    def __init__(
        self,
        address: str,
        *,
        most: int = MOST_CONTRIBUTIONS,
        migrated: bool = False,
        required: bool = True,
    ) -> None:
        """Open the database and migrate it, unless another process did (`migrated`).

        Raises `StoreError`; unless `required`, not for a PostgreSQL that does not answer: then it
        is migrated by the first call that reaches it.
        """
        self._engine = create(address)
        self._most = most
        self._migrating = threading.Lock()
        self.migrated = migrated
        try:
            self._migrate()
        except SQLAlchemyError as error:
            if required or self._engine.dialect.name != "postgresql":
                self._engine.dispose()
                raise _unreachable() from None
            log.error("the database cannot be reached: %s", error_kind(error))
        except BaseException:
            self._engine.dispose()
            raise

    def _migrate(self) -> None:
        with self._migrating:
            if not self.migrated:
                with self._engine.begin() as connection:
                    migrate(connection)
                self.migrated = True

    def contribute(self, identifier: UUID, contribution: Contribution) -> ContributionOutcome:
        """Count a contribution once. Raises `ContributionConflict` and `StorageFull`."""
        try:
            return self._contribute(identifier, contribution)
        except IntegrityError:  # it came twice at once: now it is there
            return self._contribute(identifier, contribution)

    def _contribute(self, identifier: UUID, contribution: Contribution) -> ContributionOutcome:
        receipt = _receipt(identifier, contribution)
        with self._writing() as session:
            stored = session.get(Receipt, receipt.id)
            if stored is not None:
                if stored.report != receipt.report:
                    raise ContributionConflict
                return ContributionOutcome.KNOWN
            if self._room(session) <= 0:
                raise StorageFull
            session.add(receipt)
            session.add(_pending(contribution, 1))
            session.flush()
        return ContributionOutcome.NEW

    def withdraw(self, identifier: UUID, contribution: Contribution) -> bool:
        """Take a contribution out of the sums again; False where it was never there, or is gone.

        Raises `ContributionConflict` where something else was contributed under this id.
        """
        receipt = _receipt(identifier, contribution)
        with self._writing() as session:
            stored = session.get(Receipt, receipt.id, with_for_update=True)
            if stored is None:
                return False
            if stored.report != receipt.report:
                raise ContributionConflict
            session.delete(stored)
            session.add(_pending(contribution, -1))
        return True

    def fold(self) -> int:
        """Add pending contributions to the sums and return how many; one process at a time.

        Those to a list that this version does not know stay, for a node that does.
        """
        moved = 0
        while True:
            with self._writing() as session:
                if session.get_bind().dialect.name == "postgresql":
                    session.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": FOLD_LOCK})
                rows = session.scalars(
                    select(Pending)
                    .where(Pending.movies.in_([movies.name for movies in public_lists()]))
                    .order_by(Pending.number)
                    .limit(AT_ONCE)
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
        """Return all sums, with everything that was contributed before this call."""
        self.fold()
        with self._reading() as session:
            rows = session.scalars(
                select(ContributionSums).order_by(ContributionSums.movies, ContributionSums.epsilon)
            ).all()
            return [ContributionSum(r.movies, Fraction(r.epsilon), _tally(r)) for r in rows]

    def pending(self) -> int:
        """Return the number of contributions and withdrawals that are not in the sums yet."""
        with self._reading() as session:
            return int(session.scalar(select(func.count(Pending.number))) or 0)

    def is_ready(self) -> bool:
        """Return whether the database answers."""
        try:
            with self._reading() as session:
                session.execute(text("SELECT 1"))
        except (StorageBusy, StorageFull, StoreError):
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
        with self._errors(), Session(self._engine) as session, session.begin():
            yield session

    @contextmanager
    def _reading(self) -> Iterator[Session]:
        with self._errors(), self._engine.connect() as connection:
            yield Session(connection.execution_options(**READS))

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


def _receipt(identifier: UUID, contribution: Contribution) -> Receipt:
    content = (
        f"{identifier}\n{contribution.movies.name}\n{contribution.epsilon}\n".encode()
        + contribution.packed
    )
    return Receipt(
        id=hashlib.sha256(identifier.bytes).hexdigest(), report=hashlib.sha256(content).hexdigest()
    )


def _pending(contribution: Contribution, sign: int) -> Pending:
    return Pending(
        movies=contribution.movies.name,
        epsilon=str(contribution.epsilon),
        sign=sign,
        bits=contribution.packed,
    )


def _add_up(session: Session, movies: str, epsilon: str, rows: list[Pending]) -> None:
    """Add what is pending of one list and budget to its sums."""
    known = find_public_list(movies)
    assert known is not None
    row = session.get(ContributionSums, (movies, epsilon))
    size = len(known.movies)
    tally = _empty(size, epsilon) if row is None else _tally(row)
    for sign in (1, -1):
        bits = [unpack(row.bits, size) for row in rows if row.sign == sign]
        if bits:
            tally.add(np.array(bits), sign)
    upper = tally.pairs[np.triu_indices(size)]
    counts, pairs = tally.counts.astype(_INTEGERS).tobytes(), upper.astype(_INTEGERS).tobytes()
    if row is None:
        row = ContributionSums(movies=movies, epsilon=epsilon, number=0, counts=b"", pairs=b"")
        session.add(row)
    row.number, row.counts, row.pairs = tally.number, counts, pairs


def _tally(row: ContributionSums) -> Tally:
    counts = np.frombuffer(row.counts, dtype=_INTEGERS).astype(np.int64)
    size = len(counts)
    pairs = np.zeros((size, size), dtype=np.int64)
    pairs[np.triu_indices(size)] = np.frombuffer(row.pairs, dtype=_INTEGERS)
    pairs += np.triu(pairs, 1).T
    return Tally(_flip(Fraction(row.epsilon)), counts, pairs, row.number)


def _empty(size: int, epsilon: str) -> Tally:
    return Tally.empty(size, _flip(Fraction(epsilon)))
