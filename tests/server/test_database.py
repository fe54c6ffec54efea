"""The service's database: migrations, privacy of the file, SQLite and PostgreSQL alike."""

import os
import socket
import sqlite3
import sys
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from sqlalchemy import Engine, inspect, select, text
from sqlalchemy.exc import OperationalError

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.recommend.contribution_training import Tally
from epicrec_desktop.recommend.wire_contribution import EPSILON, Contribution, public_lists
from epicrec_desktop.server import contributions, database
from epicrec_desktop.server.contributions import (
    ContributionConflict,
    Storage,
    StorageBusy,
    StorageFull,
    is_plausible,
)
from ports import free_port
from service_world import contribution_by


def open_engine(address: str) -> Engine:
    """The engine of a database that was opened and migrated."""
    return Storage(address)._engine


FIRST_REVISION = """
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES ('0001');
CREATE TABLE pending (number {number} PRIMARY KEY, movies VARCHAR(16) NOT NULL,
    epsilon VARCHAR(16) NOT NULL, sign INTEGER NOT NULL, bits {binary} NOT NULL);
CREATE TABLE receipts (id VARCHAR(64) NOT NULL PRIMARY KEY, report VARCHAR(64) NOT NULL);
CREATE TABLE sums (movies VARCHAR(16) NOT NULL, epsilon VARCHAR(16) NOT NULL,
    number INTEGER NOT NULL, folded FLOAT NOT NULL, counts {binary} NOT NULL,
    pairs {binary} NOT NULL, PRIMARY KEY (movies, epsilon))
"""
"""What the first version made."""

KINDS = {
    "sqlite": {"number": "INTEGER NOT NULL", "binary": "BLOB"},
    "postgresql": {"number": "SERIAL", "binary": "BYTEA"},
}


def columns(engine: Engine) -> dict[str, list[tuple[str, str, bool]]]:
    """Name, type and whether it may be empty, of all columns."""
    found = inspect(engine)
    return {
        table: [(c["name"], str(c["type"]), c["nullable"]) for c in found.get_columns(table)]
        for table in found.get_table_names()
    }


def test_a_database_of_the_first_version_becomes_what_a_new_one_is(address):
    new = open_engine(address)
    expected = columns(new)
    assert set(expected) == {"alembic_version", "pending", "receipts", "sums"}
    with new.begin() as connection:
        for table in expected:
            connection.execute(text(f"DROP TABLE {table}"))
        for statement in FIRST_REVISION.format(**KINDS[new.dialect.name]).split(";"):
            connection.execute(text(statement))
    new.dispose()
    storage = Storage(address)
    assert columns(storage._engine) == expected
    assert storage.contribute(uuid.UUID(int=1), contribution_by(1))
    assert only(storage).number == 1
    storage.close()


@pytest.fixture
def storage(address) -> Iterator[Storage]:
    """An empty database of each kind, opened."""
    with closing(Storage(address)) as opened:
        yield opened


def only(storage: Storage) -> Tally:
    (found,) = storage.sums()
    return found.tally


def test_contributions_become_sums_and_nothing_else_is_kept(address):
    first, second = contribution_by(1, (0, 5)), contribution_by(2, (5,))
    storage = Storage(address)
    assert storage.contribute(uuid.UUID(int=1), first)
    assert storage.contribute(uuid.UUID(int=2), second)
    assert storage.pending() == 2
    storage.close()
    storage = Storage(address)  # as after the end of a process
    bits = np.array([first.bits, second.bits], dtype=np.int64)
    tally = only(storage)
    assert tally.number == 2
    assert np.array_equal(tally.counts, bits.sum(axis=0))
    assert np.array_equal(tally.pairs, bits.T @ bits)
    assert storage.pending() == 0
    assert storage.is_ready()
    storage.close()


def test_a_contribution_counts_once_however_often_it_comes(storage):
    contribution, identifier = contribution_by(1), uuid.uuid4()
    with ThreadPoolExecutor(8) as pool:
        counted = list(pool.map(lambda _: storage.contribute(identifier, contribution), range(16)))
    assert counted.count(True) == 1
    assert only(storage).number == 1
    assert not storage.contribute(identifier, contribution)
    with pytest.raises(ContributionConflict):
        storage.contribute(identifier, contribution_by(2))
    assert only(storage).number == 1


def test_file_of_sqlite_does_not_keep_the_order_of_arrival(tmp_path):
    file = tmp_path / "service.sqlite3"
    storage = Storage(f"sqlite:///{file}")
    for _ in range(20):
        storage.contribute(uuid.uuid4(), contribution_by(1))
    storage.close()
    with closing(sqlite3.connect(file)) as connection:
        with pytest.raises(sqlite3.OperationalError, match="rowid"):
            connection.execute("SELECT rowid FROM receipts")
        found = [row[0] for row in connection.execute("SELECT id FROM receipts")]
    assert found == sorted(found)
    assert len(found) == 20


def readable(address: str, contributed: list[Contribution]) -> int:
    """How many of these can be read in the database's files, PostgreSQL's own log left aside."""
    if address.startswith("sqlite"):
        files = list(Path(address.removeprefix("sqlite:///")).parent.iterdir())
    else:
        import psycopg

        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("CHECKPOINT")
            row = connection.execute("SHOW data_directory").fetchone()
        files = [file for file in Path(row[0], "base").rglob("*") if file.is_file()]
    content = [file.read_bytes() for file in files]
    return sum(any(one.packed in bytes_ for bytes_ in content) for one in contributed)


@pytest.mark.skipif(os.name != "posix", reason="Windows lets nobody read a database in use")
def test_nothing_of_a_contribution_is_readable_once_it_is_folded(address):
    storage, contributed = Storage(address), [contribution_by(number) for number in range(30)]
    storage.fold()  # what tests before this one left
    for one in contributed:
        storage.contribute(uuid.uuid4(), one)
    assert readable(address, contributed) == 30
    with storage._reading() as session:  # as pg_dump does: for as long as it reads, they stay
        session.execute(text("SELECT * FROM pending")).all()
        assert storage.fold() == 30
    assert storage.fold() == 0  # a minute later
    assert readable(address, contributed) == 0
    storage.close()


def test_what_a_killed_process_left_is_wiped_by_the_next(postgres, monkeypatch):
    storage, contribution = Storage(postgres), contribution_by(1)
    storage.contribute(uuid.uuid4(), contribution)
    with monkeypatch.context() as killed:
        killed.setattr(database, "wipe", lambda _: False)
        assert storage.fold() == 1
    storage.close()
    assert readable(postgres, [contribution]) == 1
    storage = Storage(postgres)
    storage.fold()
    assert readable(postgres, [contribution]) == 0
    storage.close()


def test_receipts_of_postgresql_do_not_tell_their_order_once_sorted(postgres, monkeypatch, caplog):
    storage = Storage(postgres)
    order = "SELECT id FROM receipts ORDER BY xmin::text::bigint, ctid"
    identifiers = [uuid.uuid4() for _ in range(20)]
    for identifier in identifiers:
        storage.contribute(identifier, contribution_by(1))

    def found():
        with storage._reading() as session:
            return list(session.scalars(text(order)))

    before = found()
    with monkeypatch.context() as large:
        large.setattr(database, "MOST_SORTED", 1)
        storage.sort_receipts()
    assert found() == before
    assert "receipts stay in the order" in caplog.text
    storage.sort_receipts()
    assert found() == sorted(before) != before
    with storage._reading() as session:
        assert session.scalar(text("SELECT count(DISTINCT xmin::text) FROM receipts")) == 1
    assert storage.withdraw(identifiers[3], contribution_by(1))
    assert only(storage).number == 19
    storage.close()


@pytest.mark.parametrize("folds", [True, False])
def test_what_is_withdrawn_is_in_no_sum(folds, storage):
    stays, goes = contribution_by(1, (3,)), contribution_by(2, (3, 4))
    storage.contribute(uuid.UUID(int=1), stays)
    storage.contribute(uuid.UUID(int=2), goes)
    if folds:
        storage.fold()
    with pytest.raises(ContributionConflict):
        storage.withdraw(uuid.UUID(int=2), stays)  # whoever knows the id alone
    assert storage.withdraw(uuid.UUID(int=2), goes)
    assert not storage.withdraw(uuid.UUID(int=2), goes)
    assert not storage.withdraw(uuid.UUID(int=9), goes)
    tally = only(storage)
    assert tally.number == 1
    assert np.array_equal(tally.counts, np.array(stays.bits))
    assert np.array_equal(tally.pairs, np.outer(stays.bits, stays.bits))


def test_processes_fold_by_turns_and_the_sums_are_small(address, monkeypatch):
    first, second = Storage(address), Storage(address)
    monkeypatch.setattr(contributions.time, "time", lambda: 1e9)
    for number in range(100):
        first.contribute(uuid.UUID(int=number), contribution_by(number))
    assert first.fold_if_due() == 0
    for number, (later, left) in enumerate([(10, 1), (289, 2), (290, 0), (300, 1), (-9999, 0)]):
        monkeypatch.setattr(contributions.time, "time", lambda: 1e9 + later)  # noqa: B023
        second.contribute(uuid.UUID(int=1000 + number), contribution_by(number))
        assert second.fold_if_due() == left
    with first._reading() as session:
        (row,) = session.execute(select(contributions.SUMS)).all()
        assert len(row.pairs) < 8 * 1000 * 1001 / 2 / 10
    assert only(first).number == 105
    monkeypatch.setattr(contributions, "AT_ONCE", 2)  # many do not wait for their time
    for number, left in enumerate([1, 0]):
        first.contribute(uuid.UUID(int=2000 + number), contribution_by(number))
        assert second.fold_if_due() == left
    first.close()
    second.close()


def test_a_contribution_costs_postgresql_little_log(postgres):
    storage = Storage(postgres)

    def logged():
        with storage._reading() as session:
            return int(session.scalar(text("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")))

    for number in range(100):
        storage.contribute(uuid.UUID(int=number), contribution_by(number))
    storage.fold()
    begun = logged()
    storage.contribute(uuid.UUID(int=100), contribution_by(100))
    assert storage.fold_if_due() == 1
    assert logged() - begun < 50_000
    storage.fold()
    assert logged() - begun < 1_500_000
    begun = logged()
    assert storage.fold_if_due() == 0
    assert logged() == begun
    storage.close()


def test_processes_that_fold_at_once_count_everything_once(address):
    storages = [Storage(address) for _ in range(3)]

    def one(number):
        storages[number % 3].contribute(uuid.UUID(int=number), contribution_by(number))
        if number % 4 == 0:
            storages[number % 3].fold()

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(one, range(24)))
    together = np.array([contribution_by(number).bits for number in range(24)], dtype=np.int64)
    assert only(storages[0]).number == 24
    assert np.array_equal(only(storages[1]).counts, together.sum(axis=0))
    for storage in storages:
        storage.close()


def test_contributions_have_a_limit_that_outlives_a_restart(address):
    storage = Storage(address, most=2)
    storage.contribute(uuid.UUID(int=1), contribution_by(1))
    storage.contribute(uuid.UUID(int=2), contribution_by(2))
    storage.fold()
    storage.close()
    storage = Storage(address, most=2)
    with pytest.raises(StorageFull):
        storage.contribute(uuid.UUID(int=3), contribution_by(3))
    assert not storage.contribute(uuid.UUID(int=2), contribution_by(2))
    storage.withdraw(uuid.UUID(int=1), contribution_by(1))
    storage.fold()
    assert storage.contribute(uuid.UUID(int=3), contribution_by(3))
    storage.close()


def test_a_migration_keeps_what_was_contributed(address, monkeypatch):
    storage = Storage(address)
    storage.contribute(uuid.uuid4(), contribution_by(1))
    storage.close()
    statements = ("CREATE TABLE added (x INTEGER)", "INSERT INTO added VALUES (1)")
    monkeypatch.setattr(database, "MIGRATIONS", {"9998": statements})
    monkeypatch.setattr(database, "HEAD", "9998")
    for _ in range(2):  # the second start finds it done
        storage = Storage(address)
        assert only(storage).number == 1
        with storage._reading() as connection:
            assert connection.scalar(text("SELECT count(*) FROM added")) == 1
        storage.close()


@pytest.mark.parametrize("count", [0, 1000])
def test_bits_that_no_coins_make_are_implausible(count):
    movies = public_lists()[-1]
    bits = tuple(k < count for k in range(1000))
    assert not is_plausible(Contribution(movies, EPSILON, bits))
    assert is_plausible(contribution_by(1))
    assert is_plausible(contribution_by(1, tuple(range(1000))))  # who watched everything


def test_a_newer_database_is_refused_and_left_alone(address):
    engine = open_engine(address)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match="newer version; it was left as it is"):
        open_engine(address)


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_the_file_is_readable_by_its_owner_alone(tmp_path):
    file = tmp_path / "deep" / "service.sqlite3"
    storage = Storage(f"sqlite:///{file}")
    storage.contribute(uuid.uuid4(), contribution_by(1))
    assert {f.stat().st_mode & 0o077 for f in file.parent.iterdir()} == {0}
    storage.close()


@pytest.mark.parametrize(
    "wrong",
    [
        "not a url",
        "mysql://root:secret@localhost/x",
        "sqlite://",
        "sqlite:///:memory:",
        "postgresql://me:secret@127.0.0.1:1/x?connect_timeout=2",
    ],
)
def test_a_wrong_address_is_a_sentence_without_the_password(wrong):
    with pytest.raises(StoreError) as caught:
        open_engine(wrong)
    assert "secret" not in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_file_that_is_no_database_is_a_sentence_and_kept(tmp_path):
    file = tmp_path / "notes.txt"
    file.write_text("These are not the rows you are looking for. " * 100)
    before = file.read_bytes()
    with pytest.raises(StoreError, match="left as it is"):
        open_engine(f"sqlite:///{file}")
    assert file.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        open_engine(f"sqlite:///{tmp_path / 'file' / 'service.sqlite3'}")


def test_a_contribution_to_an_unknown_list_waits_for_a_node_that_knows_it(storage, monkeypatch):
    storage.contribute(uuid.uuid4(), contribution_by(1))
    with monkeypatch.context() as older:
        older.setattr(contributions, "public_lists", lambda: ())
        assert storage.fold() == 0
        assert storage.pending() == 1
    assert storage.fold() == 1
    assert storage.pending() == 0
    (sums,) = storage.sums()
    assert sums.tally.number == 1


def test_errors_are_logged_by_kind_and_without_their_text(tmp_path, monkeypatch, caplog):
    storage = Storage(f"sqlite:///{tmp_path / 'service.sqlite3'}")

    class Full(sqlite3.OperationalError):
        sqlite_errorname = "SQLITE_FULL"

    fail = Mock(side_effect=OperationalError("INSERT secret", {}, Full("secret")))
    with monkeypatch.context() as broken:
        broken.setattr("sqlalchemy.engine.Engine.connect", fail)
        with pytest.raises(StorageFull):
            storage.pending()
    assert "the database failed: SQLITE_FULL" in caplog.text
    assert "secret" not in caplog.text
    assert storage.pending() == 0
    storage.close()


def test_postgresql_bounds_every_wait(postgres, caplog):
    storage = Storage(postgres)
    with storage._engine.connect() as connection:
        assert connection.execute(text("SHOW statement_timeout")).scalar() == "10s"
        assert connection.execute(text("SHOW lock_timeout")).scalar() == "10s"
        driver = connection.connection.driver_connection
        if sys.platform == "linux":  # a computer that is gone without a word
            with socket.socket(fileno=os.dup(driver.fileno())) as own:
                waits = own.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
            assert waits == 15_000

    def sleep():
        with storage._writing() as session:
            session.execute(text("SET LOCAL statement_timeout = 50"))
            session.execute(text("SELECT pg_sleep(5)"))

    with pytest.raises(StorageBusy):
        sleep()
    assert "the database failed: QueryCanceled 57014" in caplog.text
    storage.close()


def test_a_database_that_comes_later_is_migrated_then(postgres, monkeypatch, caplog):
    nowhere = f"postgresql://epicrec@127.0.0.1:{free_port()}/postgres"
    with pytest.raises(StoreError, match="cannot be reached"):
        Storage(nowhere)
    storage = Storage(nowhere, required=False)
    assert "the database cannot be reached: OperationalError" in caplog.text
    assert not storage.is_ready()
    with pytest.raises(StorageBusy):
        storage.contribute(uuid.uuid4(), contribution_by(1))
    monkeypatch.setattr(storage, "_engine", database.create(postgres))
    storage.contribute(uuid.uuid4(), contribution_by(1))
    assert storage.is_ready()
    storage.close()
