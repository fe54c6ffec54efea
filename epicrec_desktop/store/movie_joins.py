"""Carry over what the person's tables say of a movie to the row that it turned out to be."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import LONGEST_NOTE
from epicrec_desktop.store.browser_profiles import join_rows, sightings_of
from epicrec_desktop.store.movie_rows import (
    ImportRow,
    LibraryRow,
    ListedMovieRow,
    SightingRow,
    WatchlistRow,
)
from epicrec_desktop.store.records import (
    METADATA,
    get,
    put_records,
    remove,
    remove_keys,
    select,
    select_keys,
    table,
)
from epicrec_desktop.store.uncounted import join_months, mark, uncounted_movies


def join_rows_of(session: Connection, other: int, movie: int, *, same: bool) -> None:
    """Carry over to `movie` what is kept under the row `other`, whose id it took.

    Only the period unless it is the `same` movie: `other` has an id left. Else also the person's
    answer, sightings, watchlist, lists, imports and ratings: the movie is then one row of the
    library.
    """
    before = get(session, LibraryRow, other)
    if before is not None:
        _carry_library(session, before, movie, same=same)
    if same:
        carry_evidence(session, other, movie)


def carry_evidence(session: Connection, other: int, movie: int) -> None:
    """Carry over sightings, watchlist, places on lists, imports and ratings."""
    _carry_sightings(session, other, movie)
    _carry_watchlist(session, other, movie)
    _carry_places(session, other, movie)
    _carry_imports(session, other, movie)


def _carry_library(session: Connection, before: LibraryRow, movie: int, *, same: bool) -> None:
    row = get(session, LibraryRow, movie)
    if row is None:
        if not same and before.release_period is None:
            return
        row = LibraryRow(movie, LibraryStatus.SUGGESTED, before.changed, in_library=False)
    row = _join_periods(session, row, before)
    if same:
        row = _join_answers(row, before)
        remove_keys(session, LibraryRow, [before.movie_id])
    put_records(session, [row])


def _join_periods(session: Connection, row: LibraryRow, before: LibraryRow) -> LibraryRow:
    """Return the row with the earliest sampled period, else the earliest, and the other sampled."""
    sampled = set(session.scalars(sa.select(METADATA.tables["release_periods"].c.name)))
    uncounted = uncounted_movies(session)
    named = [w for w in (row.release_period, before.release_period) if w is not None]
    if not named:
        return row
    own, others = (
        [period for period in (one.release_period, *one.also_in) if period and period in sampled]
        for one in (row, before)
    )
    months, counted = join_months(
        own, others, counted=(row.movie_id not in uncounted, before.movie_id not in uncounted)
    )
    if months:
        here = [row.movie_id]
        mark(session, counted=here if counted else (), uncounted=() if counted else here)
    return row.replace(release_period=min(months or named), also_in=tuple(months[1:]))


def _join_answers(row: LibraryRow, before: LibraryRow) -> LibraryRow:
    """Join what the user said of two rows; of two answers the later one counts."""
    says_more = (before.answered, before.in_library, before.changed)
    if not row.in_library or says_more > (row.answered, row.in_library, row.changed):
        row = row.replace(
            status=before.status,
            answered=before.answered,
            by_hand=before.by_hand,
            changed=before.changed,
        )
    in_library = row.in_library or before.in_library
    # Never disclosed more than either was.
    return row.replace(in_library=in_library, weight=min(row.weight, before.weight))


def _carry_sightings(session: Connection, other: int, movie: int) -> None:
    stored = {row.profile_id: row for row in sightings_of(session, movie)}
    for row in sightings_of(session, other):
        same = stored.get(row.profile_id)
        if same is None:
            put_records(session, [row.replace(movie_id=movie)])
        else:
            put_records(session, [join_rows(same, row)])
            remove(session, SightingRow, table(SightingRow).c.id == row.id)


def _carry_watchlist(session: Connection, other: int, movie: int) -> None:
    row = get(session, WatchlistRow, other)
    if row is not None:
        if get(session, WatchlistRow, movie) is None:
            put_records(session, [WatchlistRow(movie, row.added)])
        remove_keys(session, WatchlistRow, [other])


def _carry_places(session: Connection, other: int, movie: int) -> None:
    """Let `movie` be where `other` is on lists; on a list of both it stays where it is."""
    there = {row.list_id for row in select_keys(session, ListedMovieRow, [movie])}
    rows = select_keys(session, ListedMovieRow, [other])
    put_records(session, [row.replace(movie_id=movie) for row in rows if row.list_id not in there])
    remove_keys(session, ListedMovieRow, [other])


def _carry_imports(session: Connection, other: int, movie: int) -> None:
    column = table(ImportRow).c.movie_id
    stored = {row.source: row for row in select(session, ImportRow, column == movie)}
    for row in select(session, ImportRow, column == other):
        known = stored.get(row.source, row)
        joined = ImportRow(
            movie,
            row.source,
            max(filter(None, (known.seen, row.seen)), default=None),
            row.rating if known.rating is None else known.rating,
            known.again or row.again,
            max(known.evidence, row.evidence, key=lambda one: one.strength),
            "\n\n".join(dict.fromkeys(filter(None, (known.note, row.note))))[:LONGEST_NOTE] or None,
            min(filter(None, (known.seen_by, row.seen_by)), default=None),
        )
        put_records(session, [joined])
    remove_keys(session, ImportRow, [other])
