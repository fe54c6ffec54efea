"""Safari's `History.db`, brought over from a Mac: found by its path, and read as any other."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from browser_databases import NOW, ago

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.history import (
    NO_MATCH,
    BrowserFamily,
    BrowserProfile,
    Decision,
    Evidence,
    Match,
    Visit,
    Watermark,
)
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.history.discovery import open_profile_at
from epicrec_desktop.history.reader import ProfileHistory
from epicrec_desktop.services.deleted_visits import forgets_before
from epicrec_desktop.services.profile_reader import RemainingVisits
from visits import read_visits

# Tables and indexes as Safari 17 writes them.
SCHEMA = """
CREATE TABLE history_items (id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL UNIQUE,
    domain_expansion TEXT NULL, visit_count INTEGER NOT NULL, daily_visit_counts BLOB NOT NULL,
    weekly_visit_counts BLOB NULL, autocomplete_triggers BLOB NULL,
    should_recompute_derived_visit_counts INTEGER NOT NULL, visit_count_score INTEGER NOT NULL,
    status_code INTEGER NOT NULL DEFAULT 0);
CREATE TABLE history_visits (id INTEGER PRIMARY KEY AUTOINCREMENT,
    history_item INTEGER NOT NULL REFERENCES history_items(id) ON DELETE CASCADE,
    visit_time REAL NOT NULL, title TEXT NULL, load_successful BOOLEAN NOT NULL DEFAULT 1,
    http_non_get BOOLEAN NOT NULL DEFAULT 0, synthesized BOOLEAN NOT NULL DEFAULT 0,
    redirect_source INTEGER NULL UNIQUE REFERENCES history_visits(id) ON DELETE CASCADE,
    redirect_destination INTEGER NULL UNIQUE REFERENCES history_visits(id) ON DELETE CASCADE,
    origin INTEGER NOT NULL DEFAULT 0, generation INTEGER NOT NULL DEFAULT 0,
    attributes INTEGER NOT NULL DEFAULT 0, score INTEGER NOT NULL DEFAULT 0);
CREATE TABLE history_tombstones (id INTEGER PRIMARY KEY AUTOINCREMENT, start_time REAL NOT NULL,
    end_time REAL NOT NULL, url TEXT, generation INTEGER NOT NULL DEFAULT 0);
CREATE TABLE metadata (key TEXT NOT NULL UNIQUE, value);
CREATE INDEX history_visits__last_visit ON history_visits
    (history_item, visit_time DESC, synthesized ASC);
CREATE INDEX history_visits__origin ON history_visits (origin, generation);
"""
SECONDS_TO_2001 = 978_307_200  # from 1970


@dataclass(frozen=True)
class SafariVisit:
    """A visit with the title that the page had then."""

    url: str
    title: str | None
    time: object
    loaded: int = 1
    leads_on: bool = False  # to the next visit of the list


def seconds(moment: datetime) -> float:
    return moment.timestamp() - SECONDS_TO_2001


def write(database: Path, visits: Iterable[SafariVisit]) -> BrowserProfile:
    """A `History.db` with these visits, in the form that its write-ahead log leaves."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executescript(SCHEMA)
        add(connection, visits)
    return open_profile_at(database, Environment("linux", database.parent, {}))


def add(connection: sqlite3.Connection, visits: Iterable[SafariVisit]) -> None:
    led_from = None
    for visit in visits:
        connection.execute(
            "INSERT OR IGNORE INTO history_items (url, domain_expansion, visit_count, "
            "daily_visit_counts, should_recompute_derived_visit_counts, visit_count_score) "
            "VALUES (?, 'example', 1, x'01000000', 0, 100)",
            (visit.url,),
        )
        cursor = connection.execute(
            "INSERT INTO history_visits (history_item, visit_time, title, load_successful, "
            "redirect_source) SELECT id, ?, ?, ?, ? FROM history_items WHERE url = ?",
            (visit.time, visit.title, visit.loaded, led_from, visit.url),
        )
        if led_from is not None:
            connection.execute(
                "UPDATE history_visits SET redirect_destination = ? WHERE id = ?",
                (cursor.lastrowid, led_from),
            )
        led_from = cursor.lastrowid if visit.leads_on else None


def read(
    profile: BrowserProfile, snapshots: Path, since: Watermark | None = None
) -> tuple[ProfileHistory, list[Visit]]:
    with read_visits(profile, snapshots, since=since, now=NOW) as history:
        visits = sorted(history.visits, key=lambda visit: visit.url)
    return history, visits


def test_visits_with_their_times_and_the_last_title(tmp_path, snapshots):
    profile = write(
        tmp_path / "Safari/History.db",
        [
            SafariVisit("https://a.example/", "Loading", seconds(ago(days=3))),
            SafariVisit("https://a.example/", "Heat (1995) - IMDb", seconds(ago(days=2))),
            SafariVisit("https://a.example/", None, seconds(ago(days=1))),
            SafariVisit("https://b.example/", None, seconds(ago(hours=1))),
        ],
    )
    assert (profile.family, profile.label) == (BrowserFamily.SAFARI, "Safari")
    history, (a, b) = read(profile, snapshots)
    assert (a.title, a.count) == ("Heat (1995) - IMDb", 3)
    assert (a.first_time, a.time, a.time.tzinfo) == (ago(days=3), ago(days=1), UTC)
    assert (b.title, b.count) == ("", 1)
    assert (history.total, history.skipped, history.full) == (4, 0, True)
    assert history.oldest == ago(days=3)


def test_pages_that_say_something_are_found(tmp_path, snapshots):
    heat = "https://www.imdb.com/title/tt0113277/"
    profile = write(
        tmp_path / "History.db",
        [
            SafariVisit(heat, "Heat (1995) - IMDb", seconds(ago(days=2))),
            SafariVisit(heat, "Heat (1995) - IMDb", seconds(ago(days=1))),
            SafariVisit("https://weather.example/", "Rain", seconds(ago(hours=1))),
        ],
    )
    said = Match(Decision.ACCEPT, (7,), Evidence.INTEREST, "imdb-id", 0.99)
    with read_visits(
        profile,
        snapshots,
        wanted=lambda url, title: "Heat" in title,
        find=lambda url, title: said if url == heat else NO_MATCH,
        now=NOW,
    ) as history:
        (visit,) = history.visits
    assert (visit.match, visit.count, visit.time) == (said, 2, ago(days=1))


def test_redirect_sources_and_failed_pages_are_left_out(tmp_path, snapshots):
    profile = write(
        tmp_path / "History.db",
        [
            SafariVisit("https://short.example/x", "Heat", seconds(ago(hours=3)), leads_on=True),
            SafariVisit("https://films.example/heat", "Heat", seconds(ago(hours=3))),
            SafariVisit("https://broken.example/", "Heat", seconds(ago(hours=2)), loaded=0),
        ],
    )
    _, visits = read(profile, snapshots)
    assert [visit.url for visit in visits] == ["https://films.example/heat"]


def test_incremental_read_returns_new_visits(tmp_path, snapshots):
    profile = write(
        tmp_path / "History.db", [SafariVisit("https://a.example/", "A", seconds(ago(days=2)))]
    )
    first, _ = read(profile, snapshots)
    again, nothing = read(profile, snapshots, first.watermark)
    assert (nothing, again.full, again.watermark) == ([], False, first.watermark)
    with closing(sqlite3.connect(profile.database)) as connection, connection:
        add(connection, [SafariVisit("https://b.example/", "B", seconds(ago(days=1)))])
    more, visits = read(profile, snapshots, again.watermark)
    assert ([visit.url for visit in visits], more.full) == (["https://b.example/"], False)


def test_another_history_in_its_place_is_read_from_the_start(tmp_path, snapshots):
    database = tmp_path / "History.db"
    first, _ = read(
        write(database, [SafariVisit("https://a.example/", "A", seconds(ago(days=2)))]), snapshots
    )
    database.unlink()
    profile = write(database, [SafariVisit("https://b.example/", "B", seconds(ago(days=1)))])
    history, visits = read(profile, snapshots, first.watermark)
    assert ([visit.url for visit in visits], history.full) == (["https://b.example/"], True)


def test_write_ahead_log_is_read_and_the_file_is_unchanged(tmp_path, snapshots):
    profile = write(tmp_path / "History.db", [])
    with closing(sqlite3.connect(profile.database)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        with connection:
            add(connection, [SafariVisit("https://a.example/", "A", seconds(ago(days=1)))])
        before = profile.database.read_bytes()
        _, visits = read(profile, snapshots)
        assert profile.database.read_bytes() == before
    assert [visit.url for visit in visits] == ["https://a.example/"]


@pytest.mark.parametrize("time", ["yesterday", b"\x00", -1e12, float("-inf")])
def test_invalid_time_is_reported_as_damage(tmp_path, snapshots, time):
    profile = write(tmp_path / "History.db", [SafariVisit("https://a.example/", "A", time)])
    history, visits = read(profile, snapshots)
    assert (visits, history.skipped) == ([], 1)


def test_a_time_in_the_future_is_now(tmp_path, snapshots):
    profile = write(tmp_path / "History.db", [SafariVisit("https://a.example/", "A", 1e300)])
    _, (visit,) = read(profile, snapshots)
    assert visit.time == NOW


def test_moments_that_are_still_there(tmp_path, snapshots):
    moment = ago(days=1)
    profile = write(
        tmp_path / "History.db", [SafariVisit("https://a.example/", "A", seconds(moment))]
    )
    with read_visits(profile, snapshots, now=NOW) as history:
        (visit,) = history.visits
        assert history.remaining_visits([visit.time, NOW]) == {visit.time}


def test_profile_folder_and_another_file_are_handled(tmp_path):
    write(tmp_path / "Mac/History.db", [])
    nobody = Environment("linux", tmp_path, {})
    profile = open_profile_at(tmp_path / "Mac", nobody)
    assert (profile.family, profile.label) == (BrowserFamily.SAFARI, "Safari · Mac")
    (tmp_path / "Bookmarks.db").write_bytes(b"x")
    with pytest.raises(HistoryError, match=r"History\.db"):
        open_profile_at(tmp_path / "Bookmarks.db", nobody)


@pytest.mark.parametrize(
    "instead",
    [
        "",
        "CREATE VIEW history_visits AS SELECT 1 id, 2 history_item, 3 visit_time, 4 title",
        "CREATE TABLE history_visits (id INTEGER, history_item INTEGER, title TEXT)",
    ],
)
def test_unknown_schema_is_reported(tmp_path, snapshots, instead):
    database = tmp_path / "History.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(f"CREATE TABLE history_items (id INTEGER, url TEXT); {instead}")
    profile = open_profile_at(database, Environment("linux", tmp_path, {}))
    with pytest.raises(HistoryError) as caught:
        read(profile, snapshots)
    assert caught.value.reason == "schema"


def test_visits_missing_from_a_copied_file_do_not_count_as_deleted():
    remaining = RemainingVisits("k", "Safari", oldest=ago(days=300))
    assert forgets_before(BrowserFamily.SAFARI, remaining, NOW) >= ago(days=1)
