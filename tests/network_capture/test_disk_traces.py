"""What two people leave on the disk, outside the database and what they export, is the same."""

import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.erasing import close_log
from epicrec_desktop.store.database_opening import open_database
from epicrec_desktop.store.movie_lists import MovieList
from moments import NOW
from network_capture.traffic_diff import disk_differences, traces
from network_capture.user_sessions import ACTS, ALICE, BOB, CANARY, TO_THE_END

PERTURBED = PrivacyChoice(ReleaseLevel.PERTURBED)
TITLES = [title for person in (ALICE, BOB) for title in person.watched]


@pytest.mark.slow
def test_folders_logs_and_temporary_files_are_alike(run_session, temporary):
    lives = []
    for person in (ALICE, BOB):
        close_log()  # each has one of their own
        lives.append(run_session(person, PERTURBED, acts=ACTS))
    alice, bob = lives
    close_log()
    assert alice.paths.logs.joinpath("epicrec.log").stat().st_size
    assert disk_differences(alice.base, bob.base) == []
    outside = [p for life in lives for p in (life.paths.cache, life.paths.logs, life.paths.state)]
    assert traces(outside, [CANARY, *TITLES]) == []
    for folder in (temporary, temporary.with_name("at home")):
        assert list(folder.rglob("*")) == []


def test_after_erasing_two_people_leave_the_same_nothing(run_session, temporary):
    """Whoever looks into the folders later cannot tell how much there was."""
    for person in (ALICE, BOB):
        close_log()
        life = run_session(person, PERTURBED, acts=TO_THE_END)
        assert not [f for f in life.base.rglob("*") if f.is_file()]
        assert traces([life.base.parent], [CANARY, *TITLES]) == []
    assert list(temporary.rglob("*")) == []


def test_why_something_was_recommended_is_in_no_byte_once_it_is_forgotten(prepared, tmp_path):
    """Not in free pages, not in the log of writes, not in the copy made before an import."""
    base = tmp_path / "base"
    shutil.copytree(prepared, base)
    with closing(wiring.build(Paths.under(base), now=lambda: NOW)) as services:
        keys = [services.library.find(f"imdb:{number}") for number in BOB.watched.values()]
        assert None not in keys
        for key in keys:
            services.library.add(key)
        services.recommend.rank_locally()
        services.context.database.store_copy("import")
        assert len(traces([base], ['"because"'])) >= 2
        services.library.forget(keys)
        left = traces([base], ['"because"'])
    assert left == []


def test_a_removed_key_and_a_deleted_list_are_in_no_byte(prepared, tmp_path):
    base, words = tmp_path / "base", ["a note of mine", "7f" * 20, "8e" * 20]
    shutil.copytree(prepared, base)
    with closing(wiring.build(Paths.under(base), now=lambda: NOW)) as services:
        one = services.lists.add(MovieList("Evenings", words[0]))
        for name, key in (("Club", words[1]), ("Library", words[2])):
            services.providers.add(name, f"https://{name.lower()}.example", key=key)
        services.context.database.store_copy("start")
        assert len(traces([base], words)) >= 2
        services.lists.delete(one.id)
        assert traces([base], words[:1]) == []
        services.context.database.store_copy("import")
        services.providers.remove("Club")
        assert traces([base], words[1:2]) == []
        services.context.database.store_copy("import")
        services.providers.set_key("Library", None)
        assert traces([base], words) == []


@pytest.mark.parametrize(
    "address", ["https://club.example", "https://elsewhere.example"], ids=["key", "address"]
)
def test_a_key_that_an_invitation_replaces_is_in_no_byte(prepared, tmp_path, address):
    base, key = tmp_path / "base", "7f" * 20
    shutil.copytree(prepared, base)
    with closing(wiring.build(Paths.under(base), now=lambda: NOW)) as services:
        services.providers.add("Club", "https://club.example", key=key)
        services.context.database.store_copy("start")
        assert traces([base], [key])
        services.providers.add("Club", address, key="8e" * 20, replace=True)
        assert traces([base], [key]) == []


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux which files are open")
def test_what_is_sorted_is_in_no_temporary_file(tmp_path):
    """Such a file has no name; its blocks would stay on the disk as they are."""
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "epicrec.sqlite3"
    with closing(open_database(file)) as database, database.read() as session:
        connection = session.connection.driver_connection
        assert connection is not None
        assert not _opened_by_sorting(connection)
    with closing(sqlite3.connect(tmp_path / "plain")) as plain:
        plain.execute("PRAGMA temp_store=FILE")
        assert _opened_by_sorting(plain)


def _opened_by_sorting(connection: Any) -> list[str]:
    rows = connection.execute(
        "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 40000)"
        " SELECT hex(randomblob(200)) AS t FROM n ORDER BY t"
    )
    rows.fetchone()
    opened = []
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            opened.append(str(entry.readlink()))
    rows.close()
    return [name for name in opened if "etilqs" in name]


# Leaks that are put in.


def _title_in_the_log(base: Path) -> None:
    with base.joinpath("data/logs/epicrec.log").open("a", encoding="utf-8") as log:
        log.write("2026-11-21 12:00:00,000 INFO x found Heat (1995)\n")


def _count_in_the_log(base: Path) -> None:
    with base.joinpath("data/logs/epicrec.log").open("a", encoding="utf-8") as log:
        log.write("2026-11-21 12:00:00,000 INFO x scan: 7 movies\n")


def _file(name: str, content: str) -> Callable[[Path], None]:
    def leave(base: Path) -> None:
        base.joinpath(name).parent.mkdir(parents=True, exist_ok=True)
        base.joinpath(name).write_text(content, encoding="utf-16-le")

    return leave


LEFT: dict[str, Callable[[Path], None]] = {
    "a title in the log": _title_in_the_log,
    "a number of movies in the log": _count_in_the_log,
    "a file left": _file("cache/snapshots/copy.sqlite", CANARY),
    "a folder left": lambda base: base.joinpath("cache", "7").mkdir(),
    "a larger file in the cache": _file("cache/catalog", "{}  "),
    "a crash report": _file("data/crashes/0001.json", CANARY),
}


@pytest.fixture
def alike(tmp_path) -> tuple[Path, Path]:
    """Two folders as the program leaves them."""
    bases = tmp_path / "one", tmp_path / "two"
    for number, base in enumerate(bases):
        for name in ("data/logs", "cache", "state"):
            base.joinpath(name).mkdir(parents=True)
        line = f"2026-11-21 12:00:0{number},123 INFO x scan: 1 profiles\n"
        base.joinpath("data/logs/epicrec.log").write_text(line, encoding="utf-8")
        base.joinpath("data/epicrec.sqlite3").write_text(str(number))
        base.joinpath("cache/catalog").write_text("{}")
    return bases


@pytest.mark.parametrize("leak", LEFT)
def test_what_is_left_is_found(alike, leak):
    one, two = alike
    assert disk_differences(one, two) == []
    assert traces([two], [CANARY, *TITLES]) == []
    LEFT[leak](two)
    assert disk_differences(one, two)
    assert bool(traces([two], [CANARY, *TITLES])) is (
        leak in {"a title in the log", "a file left", "a crash report"}
    )


def test_an_error_with_private_values_in_every_place_makes_a_report_without(tmp_path):
    pytest.importorskip("PySide6")
    from epicrec_desktop.ui.shell.crash_reports import CrashReports

    def fails(address):
        error = ExceptionGroup(address, [KeyError(address), ValueError(address)])
        error.add_note(address)
        raise error from LookupError(address)

    reports = CrashReports(tmp_path / "crashes")
    try:
        fails(f"https://films.example/{CANARY}")
    except ExceptionGroup as error:
        reports.record(error)
    assert len(reports.all()) == 1
    assert traces([tmp_path], [CANARY]) == []
