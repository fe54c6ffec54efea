"""Snapshots: consistent while a browser writes, private, and gone afterwards."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from epicrec_desktop.domain.errors import Cancelled, HistoryError
from epicrec_desktop.domain.progress import never_cancelled
from epicrec_desktop.history import snapshot as snapshot_module
from epicrec_desktop.history.snapshot import (
    JOURNAL_MAGIC,
    remove_stale_snapshots,
    snapshot,
    stale_snapshots,
)
from private_files import is_private
from sql import sql

PAIRS = 400

# Every transaction moves money between two accounts of a table larger than a page, so a copy that
# mixes two states shows a wrong sum. A small cache makes pages reach the file before the commit.
WRITER = """
    import random, sqlite3, sys, time
    connection = sqlite3.connect(sys.argv[1], isolation_level=None)
    connection.execute("PRAGMA cache_size = 5")
    connection.execute(f"PRAGMA journal_mode = {sys.argv[2]}")
    pause = float(sys.argv[3])
    random.seed(1)
    while True:
        connection.execute("BEGIN IMMEDIATE")
        for _ in range(40):
            one, other = random.sample(range(1, int(sys.argv[4]) + 1), 2)
            connection.execute("UPDATE account SET money = money - 1 WHERE id = ?", (one,))
            connection.execute("UPDATE account SET money = money + 1 WHERE id = ?", (other,))
        connection.execute("INSERT INTO visit VALUES (NULL, zeroblob(300))")
        connection.execute("COMMIT")
        print("committed", flush=True)
        time.sleep(pause)
"""

# A transaction that has changed pages of the main file and does not end.
UNFINISHED = """
    import sqlite3, sys
    connection = sqlite3.connect(sys.argv[1], isolation_level=None)
    connection.execute("PRAGMA cache_size = 2")
    connection.execute("PRAGMA cache_spill = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE account SET money = money + 1000, filler = zeroblob(400)")
    print("written", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def accounts(tmp_path) -> Path:
    database = tmp_path / "profile" / "History"
    database.parent.mkdir()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("CREATE TABLE account (id INTEGER PRIMARY KEY, money INT, filler BLOB)")
        connection.execute("CREATE TABLE visit (id INTEGER PRIMARY KEY, filler BLOB)")
        rows = [(100, b"x" * 400)] * PAIRS
        connection.executemany("INSERT INTO account (money, filler) VALUES (?, ?)", rows)
    return database


@contextmanager
def running(script: str, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout.readline().strip()  # it has begun
        yield process
    finally:
        process.kill()
        process.communicate()


def state_of(copy: Path) -> tuple[int, int, str]:
    (money,) = sql(copy, "SELECT sum(money) FROM account")[0]
    (visits,) = sql(copy, "SELECT count(*) FROM visit")[0]
    (check,) = sql(copy, "PRAGMA integrity_check")[0]
    return money, visits, check


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["WAL", "DELETE", "TRUNCATE", "PERSIST"])
def test_copy_made_during_writes_is_consistent(accounts, snapshots, mode, monkeypatch):
    attempts = []
    original = snapshot_module._attempt

    def counted(*arguments):
        attempts.append(original(*arguments))
        return attempts[-1]

    def slowly():  # asked after each chunk: a copy lasts as long as a large one
        time.sleep(0.0001)
        return False

    monkeypatch.setattr(snapshot_module, "_attempt", counted)
    monkeypatch.setattr(snapshot_module, "_ATTEMPTS", 60)
    monkeypatch.setattr("epicrec_desktop.history.snapshot.CHUNK", 8192)
    seen: list[int] = []

    def met_the_writer():  # a log alone does not change the main file at a commit
        return len(set(seen)) > 3 and (mode == "WAL" or False in attempts)

    with running(WRITER, accounts, mode, 0.06, PAIRS) as writer:
        while len(seen) < 8 or (not met_the_writer() and len(seen) < 80):
            with snapshot(accounts, snapshots, cancelled=slowly) as copy:
                money, visits, check = state_of(copy)
            assert (money, check) == (100 * PAIRS, "ok")
            seen.append(visits)
            time.sleep(0.007)  # drifts through the writer's rhythm
        assert writer.poll() is None  # it was never refused a lock
    assert met_the_writer()
    assert seen == sorted(seen)


def test_a_browser_that_never_pauses_is_busy(accounts, snapshots, monkeypatch):
    monkeypatch.setattr(snapshot_module, "_ATTEMPTS", 3)
    original = snapshot_module.copy_file

    def copy_while_it_changes(source, *arguments, **options):
        original(source, *arguments, **options)
        sql(source, "UPDATE account SET money = money + 1")

    monkeypatch.setattr(snapshot_module, "copy_file", copy_while_it_changes)
    with (
        pytest.raises(HistoryError) as caught,
        snapshot(accounts, snapshots, cancelled=never_cancelled),
    ):
        pass
    assert caught.value.reason == "busy"


def test_a_change_within_one_tick_of_the_clock_is_noticed(accounts, snapshots, monkeypatch):
    """Same size, same mtime, other bytes, once: the first copy is not taken."""
    original = snapshot_module.copy_file
    changed = []

    def copy_then_change(source, *arguments, **options):
        original(source, *arguments, **options)
        if not changed:
            changed.append(True)
            status = source.stat()
            sql(source, "UPDATE account SET money = money + 1")
            os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns))

    monkeypatch.setattr(snapshot_module, "copy_file", copy_then_change)
    with snapshot(accounts, snapshots, cancelled=never_cancelled) as copy:
        assert state_of(copy)[0] == 101 * PAIRS


def test_a_hot_journal_rolls_the_copy_back_and_not_the_original(accounts, snapshots, monkeypatch):
    slept: list[float] = []
    clock = SimpleNamespace(sleep=slept.append, monotonic=lambda: sum(slept), time=time.time)
    monkeypatch.setattr(snapshot_module, "time", clock)
    with running(UNFINISHED, accounts):
        journal = accounts.with_name("History-journal")
        assert journal.read_bytes()[:8] == JOURNAL_MAGIC
        before = accounts.read_bytes(), journal.read_bytes()
        with snapshot(accounts, snapshots, cancelled=never_cancelled) as copy:
            assert sum(slept) == pytest.approx(2.0, abs=0.1), "it waits for the browser a little"
            assert copy.read_bytes() == before[0]
            assert state_of(copy)[0] == 100 * PAIRS
        assert (accounts.read_bytes(), journal.read_bytes()) == before


def test_a_log_cut_short_ends_at_its_last_commit(accounts, snapshots):
    with closing(sqlite3.connect(accounts, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("INSERT INTO visit VALUES (NULL, zeroblob(300))")
        after_first = accounts.with_name("History-wal").stat().st_size
        connection.execute("INSERT INTO visit VALUES (NULL, zeroblob(300))")
        torn = accounts.parent.parent / "torn"
        shutil.copytree(accounts.parent, torn)
    os.truncate(torn / "History-wal", after_first + 100)
    with snapshot(torn / "History", snapshots, cancelled=never_cancelled) as copy:
        assert state_of(copy) == (100 * PAIRS, 1, "ok")


def test_the_copy_is_private_and_gone_after_an_error(accounts, snapshots):
    def use():
        with snapshot(accounts, snapshots, cancelled=never_cancelled) as copy:
            assert is_private(snapshots)
            assert is_private(copy.parent)
            assert os.name == "nt" or is_private(copy)  # there its folder's rights are handed on
            raise RuntimeError

    with pytest.raises(RuntimeError):
        use()
    assert list(snapshots.iterdir()) == []


def test_cancelling_between_chunks_leaves_nothing(accounts, snapshots, monkeypatch):
    monkeypatch.setattr("epicrec_desktop.history.snapshot.CHUNK", 4096)
    asked = []

    def after_ten_questions():
        asked.append([p.name for p in snapshots.rglob("copy.sqlite")])
        return len(asked) > 10

    with pytest.raises(Cancelled), snapshot(accounts, snapshots, cancelled=after_ten_questions):
        pass
    assert asked[-1] == ["copy.sqlite"]  # it was in the middle of copying


def test_sweep_removes_stale_snapshots_only(accounts, tmp_path):
    snapshots = tmp_path / "swept"
    script = """
        import sys
        from pathlib import Path
        from epicrec_desktop.history.snapshot import snapshot
        with snapshot(Path(sys.argv[1]), Path(sys.argv[2]), cancelled=lambda: False):
            print("copied", flush=True)
            sys.stdin.read()
    """
    with running(script, accounts, snapshots) as killed:
        killed.send_signal(signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        killed.wait()
    (left,) = (p for p in snapshots.iterdir() if p.is_dir())
    assert (left / "copy.sqlite").is_file()
    with running(script, accounts, snapshots):
        assert remove_stale_snapshots(snapshots) == 1
        assert not left.exists()
        (used,) = (p for p in snapshots.iterdir() if p.is_dir())
        assert (used / "copy.sqlite").is_file()
    assert remove_stale_snapshots(snapshots) == 1
    assert list(snapshots.iterdir()) == []


def test_a_copy_that_cannot_be_removed_is_emptied_and_removed_later(
    accounts, tmp_path, monkeypatch, caplog
):
    """As on Windows, where a virus scanner may have the copy open."""
    folder = tmp_path / "snapshots"
    monkeypatch.setattr("epicrec_desktop.history.snapshot._PATIENCE_S", (0.0, 0.01))
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "rmtree", lambda *_, **__: None)
        with snapshot(accounts, folder, cancelled=never_cancelled) as copy:
            assert copy.stat().st_size > 0
            assert stale_snapshots(folder) == 0  # in use
        assert copy.stat().st_size == 0
        assert stale_snapshots(folder) == 1
        assert remove_stale_snapshots(folder) == 0
    assert "could not be removed" in caplog.text
    assert remove_stale_snapshots(folder) == 1
    assert stale_snapshots(folder) == 0
    assert list(folder.iterdir()) == []


def test_a_copy_that_is_open_for_a_moment_is_removed(accounts, snapshots, monkeypatch):
    script = """
        import sys
        with open(sys.argv[1], "rb") as opened:
            print("open", flush=True)
            sys.stdin.read()
    """
    with ExitStack() as stack:
        # Windows: the other program ends at the first pause.
        monkeypatch.setattr(time, "sleep", lambda pause: pause and stack.close())
        with snapshot(accounts, snapshots, cancelled=never_cancelled) as copy:
            stack.enter_context(running(script, copy))
        assert list(snapshots.iterdir()) == []


def test_sweeping_where_there_is_nothing(tmp_path):
    assert remove_stale_snapshots(tmp_path / "not-there") == 0
