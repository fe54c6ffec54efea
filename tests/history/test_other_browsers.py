"""GNOME Web and qutebrowser: found, read, read on, and found in a scan."""

import json
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from browser_databases import GNOME_WEB_SCHEMA, NOW, QUTEBROWSER_SCHEMA, ago

from epicrec_desktop.cli import main
from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile, Visit, Watermark
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.history.discovery import discover, open_profile_at
from epicrec_desktop.services.deleted_visits import forgets_before
from epicrec_desktop.services.profile_reader import RemainingVisits
from sql import sql
from visits import read_visits

FAMILIES = {
    BrowserFamily.GNOME_WEB: ("ephy-history.db", GNOME_WEB_SCHEMA),
    BrowserFamily.QUTEBROWSER: ("history.sqlite", QUTEBROWSER_SCHEMA),
}
families = pytest.mark.parametrize("family", FAMILIES)
HEAT = ("https://www.imdb.com/title/tt0113277/", "Heat (1995) - IMDb")


def add(
    database: Path, family: BrowserFamily, *visits: tuple[str, str, datetime], redirect: int = 0
) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        for url, title, time in visits:
            if family is BrowserFamily.QUTEBROWSER:
                row = (url, title, int(time.timestamp()), redirect)
                connection.execute("INSERT INTO History VALUES (?, ?, ?, ?)", row)
                continue
            known = connection.execute("SELECT id FROM urls WHERE url = ?", (url,)).fetchone()
            page = (
                known
                or connection.execute(
                    "INSERT INTO urls (url, title) VALUES (?, ?) RETURNING id", (url, title)
                ).fetchone()
            )
            connection.execute(
                "INSERT INTO visits (url, visit_time, visit_type) VALUES (?, ?, 0)",
                (*page, int(time.timestamp()) * 1_000_000),
            )


def write(
    folder: Path, family: BrowserFamily, *visits: tuple[str, str, datetime]
) -> BrowserProfile:
    name, schema = FAMILIES[family]
    folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(folder / name)) as connection, connection:
        connection.executescript(schema)
    add(folder / name, family, *visits)
    return open_profile_at(folder, Environment("linux", folder, {}))


def read(
    profile: BrowserProfile, snapshots: Path, since: Watermark | None = None
) -> tuple[list[Visit], Watermark]:
    with read_visits(profile, snapshots, since=since, now=NOW) as history:
        return sorted(history.visits, key=lambda visit: visit.time), history.watermark


@families
def test_visits_are_read_and_read_on(tmp_path, snapshots, family):
    profile = write(
        tmp_path / "data", family, (*HEAT, ago(days=9)), ("https://b/", "B", ago(days=2))
    )
    assert profile.family is family
    visits, watermark = read(profile, snapshots)
    assert [(v.url, v.title, v.time) for v in visits] == [
        (*HEAT, ago(days=9)),
        ("https://b/", "B", ago(days=2)),
    ]
    add(profile.database, family, ("https://c/", "C", ago(hours=1)))
    visits, _ = read(profile, snapshots, watermark)
    assert [visit.title for visit in visits] == ["C"]


@families
def test_it_is_found_where_the_browser_keeps_it(tmp_path, family):
    app, name = {
        BrowserFamily.GNOME_WEB: ("org.gnome.Epiphany", "epiphany"),
        BrowserFamily.QUTEBROWSER: ("org.qutebrowser.qutebrowser", "qutebrowser"),
    }[family]
    write(tmp_path / ".local/share" / name, family)
    write(tmp_path / ".var/app" / app / "data" / name, family)
    write(tmp_path / "elsewhere" / name, family)
    env = {"XDG_DATA_HOME": str(tmp_path / "elsewhere")}
    found = discover(Environment("linux", tmp_path, env))
    assert [profile.family for profile in found] == [family] * 3
    assert {profile.label for profile in found} == {found[0].browser}


def test_qutebrowser_on_windows(tmp_path):
    write(tmp_path / "Roaming/qutebrowser/data", BrowserFamily.QUTEBROWSER)
    env = {"APPDATA": str(tmp_path / "Roaming")}
    (found,) = discover(Environment("win32", tmp_path, env))
    assert found.label == "qutebrowser"


def test_what_only_led_on_is_no_visit(tmp_path, snapshots):
    profile = write(tmp_path / "data", BrowserFamily.QUTEBROWSER)
    add(profile.database, profile.family, ("https://t.co/1", HEAT[1], ago(days=1)), redirect=1)
    add(profile.database, profile.family, (*HEAT, ago(days=1)))
    visits, _ = read(profile, snapshots)
    assert [visit.url for visit in visits] == [HEAT[0]]


@pytest.mark.parametrize(
    "row", [("x", "x", "soon", 0), (None, None, -1, 0), (b"\xff", 7, 2**62, 2)]
)
def test_damaged_rows_of_qutebrowser_cost_only_themselves(tmp_path, snapshots, row):
    profile = write(tmp_path / "data", BrowserFamily.QUTEBROWSER, (*HEAT, ago(days=1)))
    with closing(sqlite3.connect(profile.database)) as connection, connection:
        connection.execute("DROP TABLE History")
        connection.execute("CREATE TABLE History (url, title, atime, redirect)")
        connection.execute("INSERT INTO History VALUES (?, ?, ?, ?)", row)
    add(profile.database, profile.family, (*HEAT, ago(days=1)))
    visits, _ = read(profile, snapshots)
    assert HEAT[0] in [visit.url for visit in visits]


def test_a_history_of_another_program_is_refused(tmp_path, snapshots):
    sql(tmp_path / "history.sqlite", "CREATE TABLE commands (line TEXT)")
    with (
        pytest.raises(HistoryError) as caught,
        read_visits(open_profile_at(tmp_path), snapshots) as history,
    ):
        list(history.visits)
    assert caught.value.reason == "schema"


@families
def test_a_visit_older_than_all_that_is_left_was_not_deleted_by_hand(family):
    remaining = RemainingVisits("key", "label", oldest=ago(days=400))
    assert forgets_before(family, remaining, NOW) == ago(days=400)
    assert forgets_before(family, RemainingVisits("key", "label"), NOW) == NOW


@families
def test_a_scan_finds_its_movies(tmp_path, capsys, family):
    times = [(*HEAT, ago(days=day)) for day in (1, 2, 3)]
    profile = write(tmp_path / "data", family, *times)
    base = ["--base-dir", str(tmp_path / "base"), "--json"]
    assert main([*base, "scan", "--profile", str(profile.database.parent)]) == 0
    capsys.readouterr()
    assert main([*base, "library"]) == 0
    (movie,) = json.loads(capsys.readouterr().out)
    assert movie["title"] == "Heat"
