"""Real profiles of Chromium 156 and Firefox ESR 153, finished and while running."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from epicrec_desktop.domain.history import BrowserFamily, Visit
from epicrec_desktop.history.discovery import open_profile_at, profile_key
from epicrec_desktop.history.reader import ProfileHistory
from visits import read_visits


def read(path: Path, snapshots: Path) -> tuple[ProfileHistory, list[Visit]]:
    with read_visits(open_profile_at(path), snapshots) as history:
        return history, list(history.visits)


def fingerprint(folder: Path) -> dict[str, tuple[str, int, int]]:
    return {
        str(file.relative_to(folder)): (
            hashlib.sha256(file.read_bytes()).hexdigest(),
            file.stat().st_mtime_ns,
            file.stat().st_mode,
        )
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def urls_without_log(database: Path, folder: Path) -> set[str]:
    """What a reader sees that copies the main file alone."""
    folder.mkdir()
    copy = folder / "main-alone.sqlite"
    copy.write_bytes(database.read_bytes())
    with closing(sqlite3.connect(copy)) as connection:
        rows = connection.execute(
            "SELECT p.url FROM moz_historyvisits v JOIN moz_places p ON p.id = v.place_id"
        )
        return {url for (url,) in rows}


@pytest.mark.parametrize(
    ("path", "total"),
    [
        ("chromium", 61),
        ("chromium/Default", 61),
        ("chromium/Default/History", 61),
        ("chromium_killed_uncommitted_journal", 59),
        ("firefox", 70),
        ("firefox/adv4rmo7.default-esr", 70),
        ("firefox_running_wal", 68),
    ],
)
def test_every_visit_is_read_and_the_profile_is_unchanged(unpacked, snapshots, path, total):
    before = fingerprint(unpacked)
    history, visits = read(unpacked / path, snapshots)
    assert history.full
    assert history.total == total
    assert history.skipped == 0
    assert fingerprint(unpacked) == before
    by_url = {v.url: v for v in visits}
    assert len(by_url) == len(visits)
    matrix = by_url["https://www.imdb.com/title/tt0133093/"]
    assert matrix.title == "The Matrix (1999) - IMDb"
    assert matrix.count == 2
    assert matrix.first_time is not None
    assert 10 < (matrix.time - matrix.first_time).total_seconds() < 60
    assert matrix.time.strftime("%Y-%m-%d %H") == "2026-11-21 00"


def test_the_names_people_gave_their_profiles(unpacked):
    chromium = open_profile_at(unpacked / "chromium")
    firefox = open_profile_at(unpacked / "firefox")
    assert (chromium.family, chromium.name) == (BrowserFamily.CHROMIUM, "Your Chromium")
    assert (firefox.family, firefox.name) == (BrowserFamily.FIREFOX, "default-esr")
    assert profile_key(firefox) == profile_key(open_profile_at(firefox.database))
    assert profile_key(firefox) != profile_key(chromium)


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_redirect_counts_once_at_its_target(unpacked, snapshots, browser):
    _, visits = read(unpacked / browser, snapshots)
    by_url = {v.url: v for v in visits}
    assert "https://m.imdb.com/title/tt0068646/" not in by_url
    assert "https://www.imdb.com/title/tt0111161" not in by_url
    assert by_url["https://www.imdb.com/title/tt0068646/"].count == 2


def test_chromium_says_how_long_and_hides_pages_that_did_not_load(unpacked, snapshots):
    _, visits = read(unpacked / "chromium", snapshots)
    by_url = {v.url: v for v in visits}
    assert by_url["https://www.imdb.com/gen/MARK1"].duration_s == pytest.approx(18.613677)
    # A sum of three visits; the script redirect that led to it kept its own tenth of a second.
    assert by_url["https://www.imdb.com/title/tt1375666/"].duration_s == pytest.approx(6.640528)
    assert "https://missing.example/404" not in by_url
    assert "https://www.netflix.com/jsredir" not in by_url


def test_newest_visits_of_a_running_firefox_are_only_in_its_log(unpacked, snapshots, tmp_path):
    newest = "https://www.imdb.com/gen/KILLED1"
    profile = open_profile_at(unpacked / "firefox_running_wal")
    assert newest not in urls_without_log(profile.database, tmp_path / "main-alone")
    _, visits = read(unpacked / "firefox_running_wal", snapshots)
    assert newest in {v.url for v in visits}


def test_uncommitted_visits_of_a_killed_chromium_are_not_read(unpacked, snapshots):
    folder = unpacked / "chromium_killed_uncommitted_journal"
    assert (folder / "Default" / "History-journal").stat().st_size > 0
    _, visits = read(folder, snapshots)
    pages = {v.url.rpartition("/")[2] for v in visits if "/gen/" in v.url}
    assert pages == {"MARK1", "HELD1"}


def test_firefox_history_is_read_incrementally(unpacked, snapshots):
    earlier, _ = read(unpacked / "firefox_running_wal", snapshots)
    with read_visits(
        open_profile_at(unpacked / "firefox"), snapshots, since=earlier.watermark
    ) as history:
        urls = {v.url for v in history.visits}
    assert not history.full
    assert urls == {"https://en.wikipedia.org/wiki/The_Godfather", "https://www.imdb.com/gen/LAST"}
