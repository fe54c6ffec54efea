"""A disk that is full, read-only, gone or locked: a true sentence each time, nothing is lost."""

import errno
import os
import shutil
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from unittest.mock import Mock

import pytest

from epicrec_desktop import locks, wiring
from epicrec_desktop.cli import main
from epicrec_desktop.domain.errors import Cancelled, EpicRecError, StoreError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.domain.progress import Job, Progress, doing
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.paths import Paths
from epicrec_desktop.store import database_errors
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.database_opening import open_database
from epicrec_desktop.store.integrity import damaged_tables
from epicrec_desktop.wiring import Services
from moments import NOW
from sql import sql

FULL = "The disk is full"
LEFT = (0, 4_096, 40_000, 300_000)
"""Bytes: no write, the first page, the log of a small write, and of one that is not small."""


@pytest.fixture
def services(disk, prepared) -> Iterator[Services]:
    base = disk.at / "base"
    shutil.copytree(prepared, base)
    built = wiring.build(Paths.under(base), now=lambda: NOW)
    yield built
    built.close()


def _actions(services: Services, profile: object) -> dict[str, Callable[[], object]]:
    key = services.library.find("imdb:tt0078748")
    other = services.library.find("imdb:tt0113277")
    assert key is not None
    assert other is not None
    return {
        "add": lambda: services.library.add(other),
        "rate": lambda: services.library.rate(key, OwnRating(Rating.LIKED)),
        "scan": lambda: services.scan.scan([profile]),
        "level": lambda: services.privacy.restore(services.privacy.choice()),
        "provider": lambda: services.providers.add("Theirs", "http://127.0.0.1:9", replace=True),
        "release": lambda: services.recommend.release(services.releases.propose()),
        "export": lambda: services.data.export(services.paths.data.parent / "export", replace=True),
    }


def _said(action: Callable[[], object]) -> str:
    try:
        action()
    except EpicRecError as error:
        return str(error)
    return ""


@pytest.mark.slow
def test_a_full_disk_is_said_to_be_full_and_keeps_what_there_was(services, disk, tmp_path):
    key = services.library.find("imdb:tt0078748")
    assert key is not None
    services.library.add(key)
    profile = write_sample_profile(tmp_path / "sample", datetime.now(UTC))
    said = []
    for left in LEFT:
        for name, action in _actions(services, profile).items():
            disk.leave(left)
            sentence = _said(action)
            assert sentence == "" or FULL in sentence or "No space left" in sentence, (
                name,
                left,
                sentence,
            )
            said.append(sentence)
    assert said[0].startswith(FULL)
    disk.empty()
    for name, action in _actions(services, profile).items():
        assert _said(action) == "", name
    assert key in {entry.id for entry in services.library.entries()}
    assert damaged_tables(services.paths.database) == []
    assert sql(services.paths.database, "PRAGMA integrity_check")[0] == ("ok",)


def test_a_start_on_a_full_disk_is_reported(disk, capsys):
    disk.leave(0)
    assert main(["--base-dir", str(disk.at / "base"), "library"]) == 1
    output = capsys.readouterr().err
    assert FULL in output or "No space left" in output
    assert "damaged" not in output
    assert "nexpected" not in output


def test_a_read_only_disk_is_reported(services, disk, capsys):
    key = services.library.find("imdb:tt0078748")
    assert key is not None
    services.close()
    disk.read_only(True)
    try:
        assert main(["--base-dir", str(disk.at / "base"), "library", "add", "Alien"]) == 1
    finally:
        disk.read_only(False)
    output = capsys.readouterr().err
    assert "ead-only" in output
    assert "damaged" not in output


def test_sqlite_says_full_and_so_do_we(tmp_path):
    """Everywhere, also where nothing can be mounted."""
    with closing(open_database(tmp_path / "epicrec.sqlite3")) as database:
        with pytest.raises(StoreError, match=FULL):
            _write_too_much(database)
        with database.read() as session:
            assert session.exec_driver_sql("SELECT count(*) FROM state").scalar() == 0


def _write_too_much(database: Database) -> None:
    with database.write() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        values = ", ".join(f"('{n}', '{'x' * 500}')" for n in range(500))
        connection.exec_driver_sql(f"INSERT INTO state VALUES {values}")


@pytest.fixture
def at_home(prepared, tmp_path) -> Iterator[Services]:
    base = tmp_path / "base"
    shutil.copytree(prepared, base)
    built = wiring.build(Paths.under(base), now=lambda: NOW)
    yield built
    built.close()


@pytest.mark.skipif(os.name != "posix", reason="Windows moves no folder that is open")
@pytest.mark.parametrize("how", ["moved", "removed"])
def test_a_folder_removed_meanwhile_is_reported(at_home, tmp_path, how):
    key = at_home.library.find("imdb:tt0078748")
    assert key is not None
    base = tmp_path / "base"
    if how == "moved":
        base.rename(tmp_path / "elsewhere")
    else:
        shutil.rmtree(base)
    with pytest.raises(EpicRecError, match="moved or removed meanwhile"):
        at_home.library.add(key)
    if how == "moved":
        (tmp_path / "elsewhere").rename(base)
        at_home.context.database.close()
        again = wiring.build(Paths.under(base), now=lambda: NOW)
        again.library.add(key)
        again.close()


@pytest.mark.skipif(sys.platform != "linux", reason="counts descriptors in /proc")
def test_too_many_open_files_are_reported(at_home):
    import resource

    key = at_home.library.find("imdb:tt0078748")
    assert key is not None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    used = len(os.listdir("/proc/self/fd"))  # noqa: PTH208
    held: list[int] = []
    at_home.context.database._engine.dispose()  # so that a connection has to be opened
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (used + 8, hard))
        while True:
            try:
                held.append(os.open(os.devnull, os.O_RDONLY))
            except OSError as error:
                assert error.errno == errno.EMFILE  # noqa: PT017
                break
        with pytest.raises(StoreError, match="opens no more files"):
            at_home.library.add(key)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        for descriptor in held:
            os.close(descriptor)
    at_home.library.add(key)


@pytest.mark.slow
def test_a_database_that_somebody_keeps_locked_is_not_called_damaged(at_home):
    at_home.close()
    file = at_home.paths.database
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("INSERT INTO state VALUES ('a', 'b')")
        with pytest.raises(StoreError, match="Another EpicRec has been writing"):
            open_database(file)
        other.execute("ROLLBACK")


def test_a_command_waits_for_another_one_that_writes_and_can_be_cancelled(at_home):
    """Longer than SQLite's own patience: the other one ends when the waiting was reported."""
    key = at_home.library.find("imdb:tt0078748")
    stop = threading.Event()
    other = sqlite3.connect(at_home.paths.database, isolation_level=None, check_same_thread=False)
    reports: list[Progress] = []

    def end_other(progress):
        reports.append(progress)
        if len(reports) == 2:
            other.execute("ROLLBACK")

    with closing(other):
        other.execute("BEGIN IMMEDIATE")
        with doing(Job(end_other)):
            at_home.library.add(key)
        assert [one.text for one in reports] == [str(database_errors.WAITING)] * 2
        assert at_home.library.entry(key) is not None
        other.execute("BEGIN IMMEDIATE")
        with doing(Job(lambda _: stop.set(), stop.is_set)), pytest.raises(Cancelled):
            at_home.library.refuse(key)
        other.execute("ROLLBACK")
    at_home.library.refuse(key)
    assert at_home.library.entry(key).status is LibraryStatus.REJECTED


def test_writers_wait_for_each_other(at_home):
    """Two programs on one folder: the second one's turn comes, and nothing is lost."""
    keys = [at_home.library.find(f"imdb:{i}") for i in ("tt0078748", "tt0113277", "tt0133093")]
    with closing(wiring.build(at_home.paths, now=lambda: NOW)) as second:
        threads = [
            threading.Thread(target=of.library.add, args=(key,))
            for key in keys
            for of in (at_home, second)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert {e.id for e in second.library.entries()} == set(keys)


def test_a_drive_that_cannot_lock_is_reported(at_home, monkeypatch):
    """Two computers on one network drive would write at once."""
    refuses = Mock(side_effect=OSError(errno.ENOLCK, "No locks available"))
    at_home.close()
    monkeypatch.setattr(locks, "lock", refuses)
    with pytest.raises(StoreError, match="cannot lock files"):
        wiring.build(at_home.paths, now=lambda: NOW)


@pytest.mark.skipif(os.name != "posix", reason="Windows says so by itself")
def test_a_drive_that_cannot_lock_is_not_another_program(tmp_path, monkeypatch):
    """SQLite calls both busy."""
    import fcntl

    refuses = Mock(side_effect=OSError(errno.ENOLCK, "No locks available"))
    file = tmp_path / "library"
    with (
        closing(sqlite3.connect(file, isolation_level=None)) as other,
        closing(sqlite3.connect(file, timeout=0)) as connection,
    ):
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError) as caught:
            connection.execute("CREATE TABLE mine (value)")
    assert database_errors.error_for(caught.value, file).message == database_errors.BUSY
    monkeypatch.setattr(fcntl, "lockf", refuses)
    assert "cannot lock files" in str(database_errors.error_for(caught.value, file))
