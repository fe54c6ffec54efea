"""The loss of the last commits is noticed, and nothing else is taken for one."""

import shutil
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.paths import wrapped_keys
from epicrec_desktop.store import commit_count, encryption, integrity
from epicrec_desktop.store.database import Database, start_copy
from epicrec_desktop.store.database_opening import open_database, restore_start_copy
from epicrec_desktop.store.driver import PLAIN, Driver

KEY = Driver(bytes(range(32)))


def write(database: Database, value: str) -> None:
    with database.write() as session:
        session.execute(text("INSERT OR REPLACE INTO state VALUES (:key, 'x')"), {"key": value})


def killed(database: Database, folder: Path) -> Path:
    """Return a copy of a database as a kill now would leave it, with its log."""
    folder.mkdir(mode=0o700)
    for file in database.path.parent.iterdir():
        if file.suffix not in (".lock", ".sqlite3-shm"):
            shutil.copy(file, folder)
    return folder / database.path.name


def values(path: Path, opened: Driver = PLAIN) -> list[str]:
    with closing(open_database(path, opened)) as database, database.read() as session:
        return list(session.scalars(text("SELECT key FROM state ORDER BY key")))


def sentence(path: Path, opened: Driver = PLAIN) -> str:
    with closing(open_database(path, opened)) as database:
        missing = database.missing()
        return str(missing.sentence(command=True)) if missing is not None else ""


@pytest.mark.parametrize("opened", [PLAIN, KEY], ids=["plain", "encrypted"])
def test_a_log_cut_by_a_flipped_bit_is_said(database, tmp_path, opened):
    if opened is not PLAIN:
        database.close()
        encryption.convert(database.path, PLAIN, opened, job=UNATTENDED)
        wrapped_keys(database.path).write_text("{}")
        database = open_database(database.path, opened)
    for value in ("a", "b", "c"):
        write(database, value)
    path = killed(database, tmp_path / "killed")
    whole = killed(database, tmp_path / "whole")
    database.close()
    assert (sentence(whole, opened), values(whole, opened)) == ("", ["a", "b", "c"])

    log = path.with_name(path.name + "-wal")
    content = bytearray(log.read_bytes())
    content[-100] ^= 1  # in the last page of the last transaction
    log.write_bytes(bytes(content))
    # It is said until something is written, and not again by who opens it then.
    for _ in range(2):
        assert "The last change to your library is missing" in sentence(path, opened)
    assert values(path, opened) == ["a", "b"]
    with closing(open_database(path, opened)) as once_more:
        write(once_more, "d")
        assert once_more.missing() is not None
    assert sentence(path, opened) == ""


def test_a_kill_before_the_second_place_is_no_loss(database, tmp_path, monkeypatch):
    write(database, "a")
    with monkeypatch.context() as killing:
        killing.setattr(commit_count, "acknowledge", lambda *_, **__: None)
        write(database, "b")
    path = killed(database, tmp_path / "killed")
    assert (sentence(path), values(path)) == ("", ["a", "b"])


def test_a_slower_writer_does_not_take_back_what_another_acknowledged(database, tmp_path):
    with closing(open_database(database.path)) as other:
        write(other, "a")
        late = commit_count.acknowledged(database.path) or 0
        write(database, "b")
        commit_count.acknowledge(other.path, late)
        assert commit_count.acknowledged(database.path) == late + 1


def test_the_count_of_another_library_or_a_damaged_one_proves_nothing(database):
    write(database, "a")
    database.close()
    counts = database.path.with_name(database.path.name + ".commits")
    stored = counts.read_bytes()
    older = database.path.read_bytes()
    with closing(open_database(database.path)) as again:
        write(again, "b")
    newer = counts.read_bytes()
    database.path.write_bytes(older)
    assert sentence(database.path)
    for place in range(len(newer) * 8):
        flipped = bytearray(newer)
        flipped[place // 8] ^= 1 << place % 8
        counts.write_bytes(bytes(flipped))
        assert not commit_count.lost(database.path, lambda: {commit_count.NAME: 0}), place
    counts.unlink()
    assert not sentence(database.path)
    counts.write_bytes(stored)
    database.path.unlink()
    with closing(open_database(database.path)) as new:
        assert new.missing() is None


def test_flipped_bits_of_the_count_stop_no_write(database):
    for number, damaged in enumerate((-5, (1 << 63) - 1, 1e300, -1e300, "x", b"x", 7.5)):
        with closing(PLAIN.connect(database.path)) as connection, connection:
            connection.execute("UPDATE checksums SET value = ? WHERE name = 'commits'", (damaged,))
        write(database, f"a{number}")
        write(database, f"b{number}")
        stored = commit_count.acknowledged(database.path)
        assert stored == integrity.stored(database.path)[commit_count.NAME], damaged
    database.store_start_copy()
    write(database, "lost")
    with closing(PLAIN.connect(start_copy(database.path))) as connection, connection:
        connection.execute("UPDATE checksums SET value = -5 WHERE name = 'commits'")
    database.close()
    database.path.write_bytes(bytes(100))
    restore_start_copy(database.path, PLAIN)
    assert ("lost" in values(database.path), sentence(database.path)) == (False, "")


def test_an_older_file_gives_way_to_a_newer_copy(database):
    write(database, "a")
    database.close()
    older = database.path.read_bytes()
    with closing(open_database(database.path)) as again:
        write(again, "b")
        again.store_start_copy()
        with pytest.raises(StoreError, match="using the library"):
            restore_start_copy(database.path, PLAIN)
    database.path.write_bytes(older)
    with closing(open_database(database.path)) as opened:
        opened.store_start_copy(checked=True)  # it does not replace the newer copy
        assert opened.missing() == (1, True)
    restore_start_copy(database.path, PLAIN)
    assert values(database.path) == ["a", "b"]
    assert not sentence(database.path)
    assert start_copy(database.path).exists()
    with pytest.raises(StoreError, match="not damaged"):
        restore_start_copy(database.path, PLAIN)


def test_a_restored_copy_is_no_second_loss(database):
    write(database, "a")
    database.store_start_copy()
    write(database, "b")
    database.close()
    content = bytearray(database.path.read_bytes())
    content[:100] = bytes(100)
    database.path.write_bytes(bytes(content))
    restore_start_copy(database.path, PLAIN)
    assert (values(database.path), sentence(database.path)) == (["a"], "")


def test_commits_of_others_are_noticed_and_its_own_are_not(database):
    write(database, "a")
    before = database.commits_of_others()
    write(database, "b")
    assert database.commits_of_others() == before
    with closing(open_database(database.path)) as other:
        assert other.commits_of_others() is not None
        write(other, "c")
    assert database.commits_of_others() != before


def test_its_own_commits_are_none_of_others_while_two_threads_write(database, monkeypatch):
    """The later of two commits may be acknowledged first."""
    write(database, "a")
    before, trial = database.commits_of_others(), database.trial

    @contextmanager
    def overtaken():
        with trial() as session:
            yield session
        monkeypatch.undo()
        write(database, "c")  # between the commit of the other and its acknowledgement
        assert database.commits_of_others() == before

    monkeypatch.setattr(database, "trial", overtaken)
    write(database, "b")
    assert database.commits_of_others() == before
