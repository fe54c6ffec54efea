"""How each browser family keeps visits, and the query that reads them.

Visits are added up per page in SQLite, on numbers only; URL and title are joined afterwards. So the
sort is small, and a million visits never are a million Python objects.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from epicrec_desktop.domain.history import BrowserFamily
from epicrec_desktop.history.cleaning import APPLE_EPOCH, CHROMIUM_EPOCH, UNIX_EPOCH
from epicrec_desktop.history.errors import problem

Columns = Mapping[str, frozenset[str]]

_VIEW_COLUMNS = {"place_id", "total_view_time", "created_at"}


@dataclass(frozen=True)
class Schema:
    """The tables of a browser family; v stands for a visit and p for its page in conditions.

    `visits` and `pages` are tables, or queries in brackets that make of a browser's tables what the
    others have; `tables` are then the tables that they ask, with the columns they need. `page`,
    `time` (whole µs) and `duration` are columns of `visits`. Conditions belong to a column: they
    hold for visits and pages that are kept, and are left out where a browser has no such column.
    """

    visits: str
    pages: str
    page: str
    time: str
    epoch: datetime
    duration: str | None = None
    views: str | None = None  # SQL: µs that the page `added` was looked at, from a table beside
    views_table: str | None = None
    visit_conditions: Mapping[str, str] = field(default_factory=dict)
    page_conditions: Mapping[str, str] = field(default_factory=dict)
    tables: tuple[tuple[str, frozenset[str]], tuple[str, frozenset[str]]] | None = None

    @property
    def required(self) -> tuple[tuple[str, str, frozenset[str]], ...]:
        """What visits and pages are read from: with its table, and the columns it must have."""
        if self.tables is not None:
            return (self.visits, *self.tables[0]), (self.pages, *self.tables[1])
        return (
            (self.visits, self.visits, frozenset({"id", self.page, self.time})),
            (self.pages, self.pages, frozenset({"id", "url", "title"})),
        )


SCHEMAS: Mapping[BrowserFamily, Schema] = {
    BrowserFamily.CHROMIUM: Schema(
        visits="visits",
        pages="urls",
        page="url",
        time="visit_time",
        epoch=CHROMIUM_EPOCH,
        duration="visit_duration",
        visit_conditions={
            # Chromium's page_transition_types.h. A redirect's source is not the end of its chain,
            # and it carries the target's title: a wrong page with a right title. Visits without any
            # of the chain's bits were brought in by other programs, and count. What Chromium's own
            # history page hides is left out too: frames (3, 4) and searches by keyword (10).
            "transition": "((ifnull(v.transition, 0) & 0xF0000000) = 0"
            " OR (v.transition & 0x20000000) != 0)"
            " AND (ifnull(v.transition, 0) & 0xFF) NOT IN (3, 4, 10)"
        },
        page_conditions={"hidden": "p.hidden IS NOT 1"},  # frames, and pages that did not load
    ),
    BrowserFamily.FIREFOX: Schema(
        visits="moz_historyvisits",
        pages="moz_places",
        page="place_id",
        time="visit_date",
        epoch=UNIX_EPOCH,
        # Milliseconds. Firefox counts how long a page was in front, beside the visits and not for
        # every one of them: what began with these visits or later is theirs.
        views="""(SELECT sum(max(0, min(m.total_view_time * 1000, :longest)))
            FROM moz_places_metadata AS m WHERE m.place_id = added.page
            AND typeof(m.total_view_time) = 'integer' AND m.created_at >= added.first / 1000 - 2000)
            """,
        views_table="moz_places_metadata",
        # Embedded (4) and framed (8): nsINavHistoryService.idl. Redirect sources are hidden pages.
        visit_conditions={"visit_type": "v.visit_type IS NOT 4 AND v.visit_type IS NOT 8"},
        page_conditions={"hidden": "p.hidden IS NOT 1"},
    ),
    # WebKit's WBSHistory: seconds since 2001 with a fraction, and a title at each visit; a page
    # has the last one.
    BrowserFamily.SAFARI: Schema(
        visits="""(SELECT *, iif(typeof(visit_time) IN ('real', 'integer'),
            CAST(visit_time * 1000000 AS INTEGER), NULL) AS ticks FROM history_visits)""",
        pages="""(SELECT i.id, i.url, t.title FROM history_items AS i LEFT JOIN
            (SELECT history_item, title, max(visit_time) FROM history_visits
            WHERE ifnull(title, '') != '' GROUP BY history_item) AS t ON t.history_item = i.id)""",
        page="history_item",
        time="ticks",
        epoch=APPLE_EPOCH,
        visit_conditions={
            # A visit that led on to another one at once, and one of which nothing was shown.
            "redirect_destination": "v.redirect_destination IS NULL",
            "load_successful": "v.load_successful IS NOT 0",
        },
        tables=(
            ("history_visits", frozenset({"id", "history_item", "visit_time", "title"})),
            ("history_items", frozenset({"id", "url"})),
        ),
    ),
    # Epiphany's ephy-history-service: microseconds, as they are read here.
    BrowserFamily.GNOME_WEB: Schema(
        visits="visits", pages="urls", page="url", time="visit_time", epoch=UNIX_EPOCH
    ),
    # qutebrowser's browser/history.py: seconds, and a row for each visit, URL and title included.
    # A redirect's source has the title of the page that it led to.
    BrowserFamily.QUTEBROWSER: Schema(
        visits="""(SELECT rowid AS id, rowid AS page, redirect,
            iif(typeof(atime) = 'integer', atime * 1000000, NULL) AS ticks FROM History)""",
        pages="(SELECT rowid AS id, url, title FROM History)",
        page="page",
        time="ticks",
        epoch=UNIX_EPOCH,
        visit_conditions={"redirect": "v.redirect IS NOT 1"},
        tables=(
            ("History", frozenset({"url", "title", "atime"})),
            ("History", frozenset({"url", "title", "atime"})),
        ),
    ),
}


def columns_of(connection: sqlite3.Connection, schema: Schema) -> Columns:
    """Return the columns that are there, by what visits and pages are read from.

    Raises `HistoryError` with reason `schema` if a table is missing or is a view, or if a column is
    missing.
    """
    found: dict[str, frozenset[str]] = {}
    for source, table, required in schema.required:
        real = connection.execute(
            "SELECT 1 FROM sqlite_master WHERE name = ? AND type = 'table' AND rootpage > 0",
            (table,),
        ).fetchone()
        found[source] = _column_names(connection, table)
        if real is None or not required <= found[source]:
            raise problem("schema")
    if schema.views_table:
        found[schema.views_table] = _column_names(connection, schema.views_table)
    return found


def _column_names(connection: sqlite3.Connection, table: str) -> frozenset[str]:
    found = connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
    return frozenset(name for (name,) in found)


def select_last(schema: Schema, condition: str) -> str:
    """SQL: id, time and page of one visit."""
    return f"SELECT v.id, v.{schema.time}, v.{schema.page} FROM {schema.visits} AS v {condition}"  # noqa: S608


def select_texts(schema: Schema, columns: Columns, *, new_only: bool) -> str:
    """SQL: a row per page — id, url, title; only those with visits to be read, if `new_only`.

    Parameters: `url_characters`, `title_characters`, and `after` and `until` as `select_pages`.
    """
    conditions = _present(schema.page_conditions, columns[schema.pages])
    if new_only:
        visits = f"SELECT v.{schema.page} FROM {schema.visits} AS v"  # noqa: S608
        conditions.append(f"p.id IN ({visits} WHERE v.id > :after AND v.id <= :until)")
    return (
        f"SELECT p.id, {_cut('p.url', ':url_characters')}, {_cut('p.title', ':title_characters')} "  # noqa: S608
        f"FROM {schema.pages} AS p WHERE {_all(conditions)}"
    )


def select_pages(schema: Schema, columns: Columns) -> str:
    """SQL: a row for each of some pages — id, visits, duration in µs, first, last.

    Parameters: `pages` (a JSON array of their ids), `after` (last visit id not to read), `until`
    (last to read), `earliest` (ticks), `longest` (a visit, µs).
    """
    duration, seen = "0", "added.duration"
    if schema.views_table and columns[schema.views_table] >= _VIEW_COLUMNS:
        seen = f"ifnull({schema.views}, 0)"
    if schema.duration in columns[schema.visits]:
        value = f"v.{schema.duration}"
        duration = f"sum(iif(typeof({value}) = 'integer', max(0, min({value}, :longest)), 0))"
    # The + sorts the visits: following the index on pages reads the file all over the place.
    return f"""
        WITH added AS (
            SELECT v.{schema.page} AS page, count(*) AS visits, {duration} AS duration,
                   min(v.{schema.time}) AS first, max(v.{schema.time}) AS last
            FROM {schema.visits} AS v
            WHERE {_visit_filter(schema, columns)} AND {_usable(schema)}
                AND v.{schema.page} IN (SELECT value FROM json_each(:pages))
            GROUP BY +v.{schema.page})
        SELECT added.page, added.visits, {seen}, added.first, added.last FROM added
        """  # noqa: S608 - only names of the table above


def select_untitled(schema: Schema, columns: Columns) -> str:
    """SQL: the first of the newest visits whose page has no title yet, or NULL.

    A browser writes a visit when a page begins to load, and its title when it knows it. Parameters:
    `recent` and `now` (ticks), `until` and `after` as `select_pages`.
    """
    return f"""
        SELECT min(v.id) FROM {schema.visits} AS v
        JOIN {schema.pages} AS p ON p.id = v.{schema.page}
        WHERE {_visit_filter(schema, columns)}
            AND {_all(_present(schema.page_conditions, columns[schema.pages]))}
            AND typeof(v.{schema.time}) = 'integer' AND v.{schema.time} BETWEEN :recent AND :now
            AND ifnull(p.title, '') = ''
        """  # noqa: S608 - only names of the table above


def select_times(schema: Schema) -> str:
    """SQL: those times (ticks, a JSON array, the one parameter) at which there is a visit.

    Of any kind: a visit that is no longer read, or whose page is hidden now, was not deleted.
    """
    return (
        f"SELECT DISTINCT {schema.time} FROM {schema.visits} "  # noqa: S608
        f"WHERE {schema.time} IN (SELECT value FROM json_each(?))"
    )


def select_overview(schema: Schema, columns: Columns) -> str:
    """SQL: one row — the time of the oldest visit of any kind, or NULL; how many visits to be read
    have an impossible time; and how many are of no page.

    In one go, because each reads all visits. Parameters: as `select_pages`.
    """
    where_clause, usable = _visit_filter(schema, columns), _usable(schema)
    return (
        f"SELECT min(iif({usable}, v.{schema.time}, NULL)), "  # noqa: S608
        f"count(iif({usable} OR NOT ({where_clause}), NULL, 1)), "
        f"count(iif(v.{schema.page} IN (SELECT id FROM {schema.pages}), NULL, "
        f"iif({where_clause} AND {usable}, 1, NULL))) "
        f"FROM {schema.visits} AS v"
    )


def _cut(column: str, characters: str) -> str:
    """Return the first characters of a text. Counting bytes is faster than characters.

    What comes after a NUL is not cut off, and a number stays one: unlike in `substr`.
    """
    return (
        f"iif(length(CAST({column} AS BLOB)) > {characters}, "
        f"substr({column}, 1, {characters}), {column})"
    )


def _usable(schema: Schema) -> str:
    time = f"v.{schema.time}"
    return f"(typeof({time}) = 'integer' AND {time} >= :earliest)"


def _visit_filter(schema: Schema, columns: Columns) -> str:
    conditions = _present(schema.visit_conditions, columns[schema.visits])
    return _all(["v.id > :after", "v.id <= :until", *conditions])


def _all(conditions: list[str]) -> str:
    return " AND ".join(conditions) or "true"


def _present(conditions: Mapping[str, str], columns: frozenset[str]) -> list[str]:
    return [f"({condition})" for column, condition in conditions.items() if column in columns]
