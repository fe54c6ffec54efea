"""Correct what a movie of the library stands for, and remember where it was read: page, export."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy import Connection

from epicrec_desktop.store.browser_profiles import sightings_of
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.catalog_merge import title_key
from epicrec_desktop.store.choices import StateRepository
from epicrec_desktop.store.library import confirm, take_out
from epicrec_desktop.store.movie_joins import carry_evidence
from epicrec_desktop.store.movie_rows import (
    CorrectedPageRow,
    LibraryRow,
    MovieCategoryRow,
    MovieRow,
)
from epicrec_desktop.store.ratings import by_movie
from epicrec_desktop.store.records import get, put_records, select, table
from epicrec_desktop.store.stored_catalog import PAGE_KEY
from epicrec_desktop.store.unlisted import MovieRows, rows_of

if TYPE_CHECKING:
    from epicrec_desktop.domain.movies import Movie

_KEY_BYTES = 32
_DIGEST_BYTES = 12


def page_key(session: Connection) -> bytes:
    """Return the key of this library's digests of pages; empty before `make_page_key`."""
    return bytes.fromhex(StateRepository(session).get(PAGE_KEY) or "")


def make_page_key(session: Connection) -> None:
    """Make the key, if there is none."""
    if not page_key(session):
        StateRepository(session).put(PAGE_KEY, secrets.token_hex(_KEY_BYTES))


def corrected_pages(session: Connection) -> dict[str, int]:
    """Return the local key of the movie that each corrected page, or export, stands for."""
    return {row.page: row.movie_id for row in select(session, CorrectedPageRow)}


def export_digest(key: bytes, source: str, movie: Movie) -> str:
    """Return a keyed digest of what exports of a service call this movie, kept as a page's is."""
    name = movie.wire_id or f"{title_key(movie.title)}\n{movie.year or ''}"
    text = f"{source}\n{name}".encode("utf-8", "replace")
    return blake2b(text, key=key, digest_size=_DIGEST_BYTES, person=b"export").hexdigest()


def restore_corrections(session: Connection, key: str, pages: Mapping[str, int]) -> None:
    """Take over the corrections of an export, where digests here have the same key or none."""
    if not pages or len(key) != 2 * _KEY_BYTES or page_key(session).hex() not in ("", key):
        return
    StateRepository(session).put(PAGE_KEY, key)
    here = corrected_pages(session)
    put_records(session, [CorrectedPageRow(*one) for one in pages.items() if one[0] not in here])


def correct(
    session: Connection, wrong: int, right: int, *, now: datetime, new: bool = False
) -> MovieRows:
    """Let everything that was taken for one movie stand for another one, which is confirmed.

    Its pages, and what exports of the same services call so, mean the other one from now on. That
    keeps what is known of it, and gets a release period of its own: the period of the wrong one
    stays with it, since a sample may have counted it. `new`: the other one was added for this, and
    goes when it is undone, unless an export or the watchlist had it before.

    Return what was stored of both before, for `put_back`.
    """
    both = rows_of(session, wrong, right)
    # Whether no more is stored of it than that it was added to the library.
    added = (MovieRow, MovieCategoryRow, LibraryRow)
    only_added = new and all(isinstance(row, added) for row in rows_of(session, right).rows)
    before = MovieRows(both.ids, rows_of(session, wrong).rows) if only_added else both
    make_page_key(session)
    pages = [p for row in sightings_of(session, wrong) for p in row.pages]
    pages += _exports(session, wrong)
    corrected = table(CorrectedPageRow)
    of_wrong = sa.update(corrected).where(corrected.c.movie_id == wrong)
    session.execute(of_wrong.values(movie_id=right))
    put_records(session, [CorrectedPageRow(page, right) for page in dict.fromkeys(pages)])
    carry_evidence(session, wrong, right)
    old = get(session, LibraryRow, wrong)
    by_hand = old is not None and old.by_hand
    confirm(session, right, now=now, by_hand=by_hand)
    if old is not None:
        take_out(session, old, now=now)
    return before


def _exports(session: Connection, movie_id: int) -> list[str]:
    """Return digests of what exports call this movie.

    Without the services whose rows call it otherwise and were corrected to it: rows that do name it
    mean it.
    """
    key, catalog = page_key(session), CatalogRepository(session)
    sources = {one.source.value for one in by_movie(session, [movie_id]).get(movie_id, ())}
    corrected = {page for page, right in corrected_pages(session).items() if right == movie_id}
    if sources and corrected:
        every = catalog.movies(session.scalars(sa.select(table(MovieRow).c.id))).values()
        sources = {
            source
            for source in sources
            if corrected.isdisjoint(export_digest(key, source, other) for other in every)
        }
    movie = catalog.movies([movie_id])[movie_id]
    return [export_digest(key, source, movie) for source in sorted(sources)]
