"""A new library is a copy of the one that ships, and has what a first start would have made."""

import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.paths import Paths
from epicrec_desktop.services import mechanism_planner
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.mechanism_planner import Planner
from epicrec_desktop.settings import Settings
from epicrec_desktop.store import integrity
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.catalog_sum import damaged_sources
from epicrec_desktop.store.commit_count import NAME
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.database_opening import HEAD, open_database
from epicrec_desktop.store.driver import PLAIN
from moments import NOW

DIFFERENT = {("catalog_sources", "imported"), ("checksums", "value")}
"""Columns that are other ones in each library."""


def context(base: Path, database: Database) -> ServiceContext:
    paths = Paths.under(base)
    return ServiceContext(paths, Settings.load(paths.settings), database, lambda: NOW)


def rows(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of each table, in the order of their keys."""
    found = {}
    with closing(PLAIN.connect(database.path)) as connection:
        schema = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in schema.fetchall():
            columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
            same = ", ".join(name for name in columns if (table, name) not in DIFFERENT)
            found[table] = connection.execute(f"SELECT {same} FROM {table} ORDER BY 1").fetchall()
    return found


def test_what_ships_is_what_a_first_start_would_make(tmp_path):
    made = open_database(tmp_path / "made" / "epicrec.sqlite3")
    copied = open_database(
        tmp_path / "copied" / "epicrec.sqlite3", ready_made=wiring.starter_library
    )
    with closing(made), closing(copied):
        wiring._ensure_starter_catalog(context(tmp_path, made))
        Planner(context(tmp_path, made)).plan(PrivacyChoice())
        assert rows(copied) == rows(made)
        assert len(rows(copied)["movies"]) == len(load_starter().movies)
        assert len(rows(copied)["budgets"]) == 1
        with copied.read() as session:
            assert damaged_sources(session) == set()
        assert integrity.differing(copied.path) == []


def test_every_build_makes_the_same_file():
    """SQLAlchemy makes the indexes of a table in an order that differs between processes."""
    with closing(PLAIN.connect(wiring.starter_library())) as connection:
        made = "SELECT name FROM sqlite_master WHERE type = 'index' AND sql > '' ORDER BY rowid"
        names = [name for (name,) in connection.execute(made)]
    assert len(names) > 5
    assert names == sorted(names)


def test_a_new_library_merges_nothing_and_quantifies_no_budget(tmp_path, monkeypatch):
    monkeypatch.setattr(wiring, "open_database", open_database)
    monkeypatch.setattr(CatalogRepository, "merge", None)
    monkeypatch.setattr(mechanism_planner, "quantify_levels", None)
    services = wiring.build(Paths.under(tmp_path), now=lambda: NOW)
    assert len(services.context.catalog().catalog.movies) == len(load_starter().movies)
    assert Planner(services.context).plan(PrivacyChoice()) is not None
    services.close()


def test_each_library_counts_its_commits_from_another_number(tmp_path):
    counts = set()
    for name in "ab":
        path = tmp_path / name / "epicrec.sqlite3"
        open_database(path, ready_made=wiring.starter_library).close()
        counts.add((integrity.stored(path) or {})[NAME])
    assert len(counts) == 2


def older(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.commit()


def damaged(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2 :] = b"\xff" * (len(content) - len(content) // 2)
    file.write_bytes(content)


@pytest.mark.parametrize(
    "spoil",
    [Path.unlink, older, damaged, partial(Path.write_bytes, data=b"none"), Path.touch],
    ids=["missing", "older", "damaged", "no database", "sound"],
)
def test_a_new_library_is_empty_where_the_file_that_ships_is_of_no_use(tmp_path, spoil):
    file, path = tmp_path / "starter.sqlite3", tmp_path / "data" / "epicrec.sqlite3"
    file.write_bytes(wiring.starter_library().read_bytes())
    spoil(file)
    with closing(open_database(path, ready_made=lambda: file)) as database:
        with database.read() as session:
            assert bool(CatalogRepository(session).sources()) == (spoil is Path.touch)
        with closing(PLAIN.connect(path)) as connection:
            assert connection.execute("SELECT * FROM alembic_version").fetchall() == [(HEAD,)]
