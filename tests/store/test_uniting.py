"""Two rows of the catalog that turn out to be one film: its window, answer and evidence stay."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.models import LibraryRow, MovieRow

NOW = datetime(2026, 11, 5, tzinfo=UTC)
LATER = datetime(2026, 12, 5, tzinfo=UTC)
BRIDE = Movie("The Bride of Frankenstein", 1935, ("Horror",), imdb_id="tt0026138")
NAMELESS = Movie("Bride of Frankenstein", 1935, ("Horror",), movielens_id=1340)


def merge(database: Database, source: str, movie: Movie, version: str = "1") -> int:
    with database.write() as session:
        catalog = Catalog(source, version, (movie,))
        return int(CatalogRepository(session).merge(source, catalog, now=NOW)[0])


@pytest.fixture
def two_rows(database: Database) -> tuple[int, int]:
    """One film as two rows: by its IMDb id, and by MovieLens's number and another title."""
    return merge(database, "starter", BRIDE), merge(database, "movielens", NAMELESS)


def confirm(database: Database, key: int, period: str | None, *, now: datetime = NOW) -> None:
    with database.write() as session:
        library = LibraryRepository(session)
        library.add(key, now=now)
        if period is not None:
            library.assign_period([key], period)


def join_rows_of(database: Database) -> LibraryRow | None:
    """The import that knows both names; the one row of the library afterwards."""
    merge(database, "movielens", replace(BRIDE, movielens_id=1340), version="2")
    with database.read() as session:
        assert len(list(session.scalars(select(MovieRow)))) == 1
        rows = list(session.scalars(select(LibraryRow)))
    assert len(rows) <= 1
    return rows[0] if rows else None


def sample(database: Database, *names: str) -> None:
    with database.write() as session:
        for name in names:
            LedgerRepository(session).store_period(name, {}, now=NOW)


def test_a_film_keeps_the_window_of_the_row_that_goes(database: Database, two_rows) -> None:
    starter, movielens = two_rows
    confirm(database, movielens, "2026-11")
    sample(database, "2026-11")
    row = join_rows_of(database)
    assert row is not None
    assert (row.movie_id, row.release_period, row.also_in) == (starter, "2026-11", [])
    assert (row.status, row.answered) == ("confirmed", True)


@pytest.mark.parametrize(
    ("sampled", "period", "also_in"),
    [
        ((), "2026-11", []),
        (("2026-11",), "2026-11", []),  # and never in the later one
        (("2026-12",), "2026-12", []),  # it is in that one already
        (("2026-11", "2026-12"), "2026-11", ["2026-12"]),
    ],
)
def test_of_two_windows_the_earliest_that_was_drawn(
    database: Database, two_rows, sampled: tuple[str, ...], period: str, also_in: list[str]
) -> None:
    starter, movielens = two_rows
    confirm(database, starter, "2026-12")
    confirm(database, movielens, "2026-11")
    sample(database, *sampled)
    row = join_rows_of(database)
    assert row is not None
    assert (row.release_period, row.also_in) == (period, also_in)
    with database.read() as session:
        twice = LibraryRepository(session).counted_twice()
    assert twice == ([(period, *also_in)] if also_in else [])


def test_counted_twice_in_one_draw_is_remembered(database: Database, two_rows) -> None:
    for key in two_rows:
        confirm(database, key, "2026-11")
    sample(database, "2026-11")
    row = join_rows_of(database)
    assert row is not None
    assert (row.release_period, row.also_in) == ("2026-11", ["2026-11"])


def test_the_later_answer_counts(database: Database, two_rows) -> None:
    starter, movielens = two_rows
    confirm(database, starter, None)
    confirm(database, movielens, None)
    with database.write() as session:
        library = LibraryRepository(session)
        library.set_status([movielens], LibraryStatus.REJECTED, now=LATER)
        library.set_weight(starter, 0.5)
    row = join_rows_of(database)
    assert row is not None
    assert (row.status, row.weight) == ("rejected", 0.5)


def test_an_id_that_was_corrected_takes_the_window_and_nothing_else(database: Database) -> None:
    """The other row has a name left, so it may be another film: it stays in the library."""
    merge(database, "starter", BRIDE)
    other = merge(database, "movielens", replace(NAMELESS, wikidata_id="Q1"))
    confirm(database, other, "2026-11")
    merge(database, "movielens", replace(BRIDE, movielens_id=1340), version="2")
    with database.read() as session:
        rows = {row.movie_id: row for row in session.scalars(select(LibraryRow))}
    assert rows[other].status == "confirmed"
    assert {row.release_period for row in rows.values()} == {"2026-11"}
    assert [row.listed for key, row in rows.items() if key != other] == [False]
