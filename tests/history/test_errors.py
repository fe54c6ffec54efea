"""Everything that can be wrong with a history has its own error, and is left as it was."""

import errno
import io
import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from browser_databases import NOW, Page, chromium, chromium_ticks, firefox

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile
from epicrec_desktop.history import snapshot as snapshot_module
from epicrec_desktop.history.errors import problem
from visits import read_visits

SECRET = "https://secret.example/never-told"


def many_pages(folder: Path) -> BrowserProfile:
    time = chromium_ticks(NOW)
    return chromium(
        folder, [Page(f"{SECRET}/{i}", f"Secret {i} " * 20, (time - i,)) for i in range(2000)]
    )


def reason(profile: BrowserProfile, snapshots: Path) -> str:
    with pytest.raises(HistoryError) as caught, read_visits(profile, snapshots, now=NOW) as history:
        list(history.visits)
    sentence = str(caught.value)
    assert sentence == str(problem(caught.value.reason))
    assert sentence.endswith(".")
    assert "ecret" not in sentence
    assert str(profile.database) not in sentence
    return caught.value.reason


def replace_of_system(patch: pytest.MonkeyPatch, **functions: Any) -> None:
    """Give snapshots other functions of `os`."""
    system = SimpleNamespace(**vars(os) | functions)
    patch.setattr("epicrec_desktop.history.snapshot.os", system)


def at(path: Path) -> BrowserProfile:
    return BrowserProfile("Chrome", BrowserFamily.CHROMIUM, "Test", path)


@pytest.fixture
def profile(tmp_path) -> BrowserProfile:
    return many_pages(tmp_path / "profile")


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda _: None, "missing"),
        (lambda p: p.symlink_to(p.with_name("gone")), "missing"),
        (lambda p: p.write_bytes(b""), "empty"),
        (lambda p: p.write_bytes(b"no database at all" * 100), "not-sqlite"),
        (lambda p: p.write_bytes(b"SQL"), "not-sqlite"),
        (lambda p: p.mkdir(), "not-a-file"),
        pytest.param(
            lambda p: os.mkfifo(p, 0o600),
            "not-a-file",
            marks=pytest.mark.skipif(os.name == "nt", reason="no pipes"),
        ),
        pytest.param(lambda p: p.symlink_to(p), "not-a-file", id="link_loop-not-a-file"),
        (lambda p: p.write_bytes(b"SQLite format 3\0" + bytes(84)), "not-sqlite"),
        (lambda p: p.write_bytes(b"SQLite format 3\0"), "not-sqlite"),
    ],
)
def test_file_without_history_is_rejected(tmp_path, snapshots, make, expected):
    make(tmp_path / "History")
    assert reason(at(tmp_path / "History"), snapshots) == expected


@pytest.mark.skipif(os.name == "nt", reason="access rights are kept differently")
def test_no_permission(profile, snapshots, monkeypatch):
    if os.geteuid() == 0:  # nothing is forbidden to root, so the system's answer is played

        def refuse(path, *_, **__):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))

        replace_of_system(monkeypatch, open=refuse)
    else:
        profile.database.chmod(0)
    assert reason(profile, snapshots) == "permission"


def test_a_file_that_windows_does_not_share(profile, snapshots, monkeypatch):

    def refuse(path, *_, **__):
        error = PermissionError(errno.EACCES, "used by another process")
        error.winerror = 32
        raise error

    replace_of_system(monkeypatch, open=refuse)
    assert reason(profile, snapshots) == "busy"


def too_big_with_its_log(history: Path) -> None:
    with history.with_name("History-wal").open("wb") as log:
        log.truncate(snapshot_module.MAX_BYTES)


def damaged_pages(history: Path) -> None:
    size = history.stat().st_size - 4096
    history.write_bytes(history.read_bytes()[:4096] + random.Random(1).randbytes(size))


@pytest.mark.parametrize(
    ("harm", "expected"),
    [
        (lambda p: os.truncate(p, snapshot_module.MAX_BYTES + 1), "too-big"),  # sparse
        (too_big_with_its_log, "too-big"),
        (lambda p: p.with_name("History-wal").mkdir(), "not-a-file"),
        (damaged_pages, "corrupt"),
        (lambda p: os.truncate(p, p.stat().st_size // 3), "corrupt"),
    ],
)
def test_a_harmed_history_is_rejected(profile, snapshots, harm, expected):
    harm(profile.database)
    assert reason(profile, snapshots) == expected


def test_endless_growth_during_copy_is_reported(profile, snapshots, monkeypatch):
    monkeypatch.setattr(snapshot_module, "MAX_BYTES", profile.database.stat().st_size - 1)
    monkeypatch.setattr(snapshot_module, "_check_sizes", lambda *_: None)
    assert reason(profile, snapshots) == "too-big"


def test_disk_known_to_be_full(profile, snapshots, monkeypatch):
    monkeypatch.setattr(
        snapshot_module.shutil, "disk_usage", lambda _: SimpleNamespace(free=1_000_000)
    )
    assert reason(profile, snapshots) == "disk-full"


def test_disk_full_while_writing(profile, snapshots, monkeypatch):

    class Full(io.BytesIO):
        def write(self, data):
            raise OSError(errno.ENOSPC, "No space left on device")

    def opened(descriptor, mode):
        stream = os.fdopen(descriptor, mode)
        if mode == "rb":
            return stream
        stream.close()
        return Full()

    replace_of_system(monkeypatch, fdopen=opened)
    assert reason(profile, snapshots) == "disk-full"


def test_a_snapshot_folder_that_is_a_file(profile, tmp_path):
    (tmp_path / "taken").write_bytes(b"")
    assert reason(profile, tmp_path / "taken") == "folder"


@pytest.mark.parametrize(
    "change",
    [
        "DROP TABLE visits",
        "DROP TABLE urls",
        "ALTER TABLE urls RENAME COLUMN title TO heading",
        "ALTER TABLE visits RENAME COLUMN visit_time TO moment",
        "ALTER TABLE urls RENAME TO pages; CREATE VIEW urls AS SELECT * FROM pages",
        "ALTER TABLE visits RENAME TO v; CREATE VIEW visits AS SELECT * FROM v",
        (
            "DROP TABLE visits; CREATE TABLE visits (id TEXT, url INT, visit_time INT);"
            "INSERT INTO visits VALUES ('first', 1, 2)"
        ),
        "DROP TABLE moz_historyvisits",
        "ALTER TABLE moz_places RENAME TO p; CREATE VIEW moz_places AS SELECT * FROM p",
        "ALTER TABLE moz_historyvisits RENAME COLUMN place_id TO place",
    ],
)
def test_an_unknown_form_is_reported(tmp_path, snapshots, change):
    build = firefox if "moz_" in change else chromium
    profile = build(tmp_path / "profile", [Page(SECRET, "Secret", (chromium_ticks(NOW),))])
    with closing(sqlite3.connect(profile.database)) as connection:
        connection.executescript(change)
    assert reason(profile, snapshots) == "schema"


def test_a_firefox_history_called_a_chromium_one(tmp_path, snapshots):
    database = firefox(tmp_path / "profile").database
    shutil.copy(database, tmp_path / "History")
    assert reason(at(tmp_path / "History"), snapshots) == "schema"


def test_every_reason_has_a_message_with_a_remedy():
    reasons = ("missing", "permission", "busy", "schema", "corrupt", "folder", "unreadable")
    assert len({str(problem(r)) for r in reasons}) == len(reasons)
    for r in reasons:
        assert len(str(problem(r)).split(". ")) >= 2
