"""A word that is in every address and every page title of a history, and afterwards nowhere.

Neither under the base folder nor among temporary files, in no log, in no message, in no error of
the process that reads, and in no report of a crash that is forced with the visits in memory.
"""

import logging
import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from browser_databases import Page, firefox, firefox_ticks

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.history import NO_MATCH, BrowserFamily, BrowserProfile, StoredProfile
from epicrec_desktop.domain.progress import Job, never_cancelled, no_progress
from epicrec_desktop.history.reader import read_copy
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.services import scan as scan_module
from epicrec_desktop.services.child_process import run_in_child
from sql import sql
from visits import read_visits
from waiting import LIMIT_S

CANARY = "Kanarienvogel8417"
SPELLINGS = [
    spelling.encode(encoding)
    for spelling in (CANARY, CANARY.lower(), CANARY.upper())
    for encoding in ("utf-8", "utf-16-le", "utf-16-be")
]


@pytest.fixture
def chrome(tmp_path) -> BrowserProfile:
    """A Chromium history of movies and of ordinary pages, with the canary in every row."""
    profile = write_sample_profile(tmp_path / "browsers" / "chrome", datetime.now(UTC))
    sql(
        profile.database,
        "UPDATE urls SET title = title || ' ' || :canary, url = CASE WHEN instr(url, '#') "
        "THEN url || '&' ELSE iif(instr(url, '?'), url || '&', url || '?') END || :canary",
        values={"canary": CANARY},
    )
    return profile


@pytest.fixture
def fox(tmp_path) -> BrowserProfile:
    """A Firefox history with a row for every way of reading, and damaged rows."""
    times = tuple(firefox_ticks(datetime.now(UTC) - timedelta(days=days)) for days in (1, 3))
    pages = [
        ("https://www.imdb.com/title/tt0133093/?", "The Matrix (1999) - IMDb "),
        ("https://letterboxd.com/film/heat-1995/?", "Heat (1995) directed by "),
        ("https://www.google.com/search?q=alien+1979+film&", "alien 1979 film "),
        ("https://en.wikipedia.org/wiki/Fargo_(1996_film)?", "Fargo (1996 film) "),
        ("https://www.youtube.com/watch?v=", "Jaws (1975) Official Trailer "),
        ("https://www.reddit.com/r/movies/comments/1/x/?", "Watched Heat (1995) again : "),
        ("http://jellyfin.lan:8096/web/#/video?", "Psycho (1960) "),
        ("file:///home/me/Heat%20(1995)%20", "Heat (1995) "),
        ("https://bank.example/", "My account "),
        ("about:", "about "),
    ]
    rows = [Page(url + CANARY, title + CANARY, times) for url, title in pages]
    rows.append(Page(f"https://damaged.example/{CANARY}".encode() + b"\xff", CANARY, times))
    rows.append(Page(f"https://late.example/{CANARY}", CANARY, ("not a time", -5, None)))
    return firefox(tmp_path / "browsers" / "fox.default", rows)


def assert_no_canary(data: bytes, where: str) -> None:
    assert not any(spelling in data for spelling in SPELLINGS), where


def assert_no_file_has_it(*folders: Path) -> None:
    seen = 0
    for folder in folders:
        for path in folder.rglob("*"):
            assert_no_canary(os.fsencode(path.name), f"the name {path}")
            if path.is_file():
                assert_no_canary(path.read_bytes(), str(path))
                seen += 1
    assert seen


def test_the_canary_would_be_found(chrome, tmp_path):
    with pytest.raises(AssertionError, match="History"):
        assert_no_file_has_it(tmp_path / "browsers")


@pytest.mark.slow
def test_after_scans_from_the_command_line(chrome, fox, tmp_path):
    """The real program over both histories and one that is damaged, in full and read on."""
    broken = write_sample_profile(tmp_path / "browsers" / "broken", datetime.now(UTC))
    whole = chrome.database.read_bytes()
    broken.database.write_bytes(whole[:4096] + whole[8192:])
    base, temporary = tmp_path / "base", tmp_path / "temporary"
    temporary.mkdir()
    environment = os.environ | {
        "TMPDIR": str(temporary), "TEMP": str(temporary), "TMP": str(temporary),
        "PYTHONDEVMODE": "1", "PYTHONWARNINGS": "ignore",
    }  # fmt: skip
    output = b""
    found = 0
    for profile, command in [
        (chrome, "scan"), (fox, "scan"), (broken, "scan"), (chrome, "scan"), (fox, "run"),
    ]:  # fmt: skip
        done = subprocess.run(
            [
                sys.executable, "-m", "epicrec_desktop.cli", "--base-dir", str(base),
                command, "--profile", str(profile.database),
            ],
            capture_output=True, timeout=2 * LIMIT_S, check=False, env=environment,
        )  # fmt: skip
        output += done.stdout + done.stderr
        found += done.returncode == 0
        assert_no_file_has_it(base)
        assert not list(temporary.rglob("*")), "a temporary file stayed"
    assert found >= 3
    assert_no_canary(output, "what the program printed")
    assert sql(next(base.rglob("epicrec.sqlite3")), "SELECT count(*) FROM sightings")[0][0] > 20


def test_no_log_line_has_it_even_where_everything_is_logged(world, chrome, fox, caplog):
    caplog.set_level(logging.DEBUG)
    for profile in (chrome, fox):
        world.services.scan.scan([profile], confirm_sure=True)
    world.release()
    assert len(world.services.library.entries()) > 20
    assert caplog.records
    assert_no_canary(caplog.text.encode(), "the log")
    world.services.close()
    assert_no_file_has_it(world.paths.data)


def fails_while_reading(database: Path, folder: Path, *, job: Job) -> None:
    """Stands for a fault of the program that comes up with the visits in hand."""
    profile = BrowserProfile("Chrome", BrowserFamily.CHROMIUM, "x", database)
    with read_visits(profile, folder) as history:
        visits = list(history.visits)
        assert CANARY in visits[0].url
        raise RuntimeError(f"{visits[0].url} {visits[0].title}")


def test_an_error_of_the_process_that_reads_does_not_tell_it(chrome, tmp_path, capfd):
    folder = tmp_path / "snapshots"
    with pytest.raises(EpicRecError) as caught:
        run_in_child(
            fails_while_reading, (chrome.database, folder), job=Job(no_progress, never_cancelled)
        )
    assert "RuntimeError at test_canary.py" in str(caught.value)
    assert_no_canary(repr(caught.value).encode(), "the error")
    out, err = capfd.readouterr()
    assert_no_canary((out + err).encode(), "what the process printed")
    assert list(folder.iterdir()) == []


def dies_while_reading(_known: bytes, profiles: list[StoredProfile], *, job: Job) -> None:
    """Stands for a process that the system ends, with the private copy on the disk."""
    with read_copy(profiles[0].profile, wanted=lambda *_: True, find=lambda *_: NO_MATCH):
        assert profiles[0].profile.database.name == "copy.sqlite"
        os._exit(9)


def test_a_process_that_died_leaves_no_copy_of_the_history(
    world, child_process, chrome, monkeypatch
):
    monkeypatch.setattr(scan_module, "read_profiles", dies_while_reading)
    with pytest.raises(EpicRecError, match="broke off"):
        world.services.scan.scan([chrome])
    assert_no_file_has_it(world.paths.data)
    assert list(world.paths.snapshots.iterdir()) == []


CRASH = """
import ctypes, os, sys
from pathlib import Path
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile, StoredProfile
from epicrec_desktop.history.reader import read_copy
from epicrec_desktop.history.snapshot import snapshot
from epicrec_desktop.matching.matcher import Matcher
from epicrec_desktop.matching.sightings import collect_sightings
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.ui.shell.crash_reports import CrashReports

how, crashes, snapshots, database = sys.argv[1:]
reports = CrashReports(Path(crashes))
reports.watch()

class Crashing(Matcher):
    def match(self, url, title):
        if how == "exception":
            raise KeyError(f"{url} {title}")
        ctypes.string_at(0)

try:
    with (
        snapshot(Path(database), Path(snapshots), cancelled=lambda: False) as copy,
        read_copy(
            BrowserProfile("Chrome", BrowserFamily.CHROMIUM, "x", copy),
            wanted=lambda *_: True,
            find=(crashing := Crashing(Catalog("x", "1", ()))).match,
        ) as history,
    ):
        collect_sightings(crashing, history.visits)
except KeyError as error:
    reports.record(error)
"""


@pytest.fixture
def crash_reports(tmp_path) -> Path:
    pytest.importorskip("PySide6")
    return tmp_path / "crashes"


@pytest.mark.qt
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("how", ["exception", "segmentation"])
def test_a_forced_crash_report_does_not_have_it(chrome, crash_reports, tmp_path, how):
    from epicrec_desktop.ui.shell.crash_reports import CrashReports

    snapshots = tmp_path / "snapshots"
    done = subprocess.run(
        [sys.executable, "-c", CRASH, how, crash_reports, snapshots, str(chrome.database)],
        capture_output=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert (done.returncode == 0) is (how == "exception")
    assert_no_canary(done.stdout + done.stderr, "what the process printed")
    assert_no_file_has_it(crash_reports)  # what the fault itself wrote
    reports = CrashReports(crash_reports)
    reports.watch()  # the next start makes a report of it
    reports.stop_watching()
    (report,) = reports.all()
    assert any("match" in place for place in report.places)
    assert_no_canary(report.text().encode(), "the report")
    assert_no_file_has_it(crash_reports)
