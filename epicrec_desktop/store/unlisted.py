"""Movies that no catalog has: in the table of movies, and never part of a catalog.

They are the user's own, so nothing public may depend on them: a merge of a catalog does not see
them (`catalog_merge.py`), and a movie that turns out to be one of them takes nothing from it but
what the user's own tables say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from epicrec_desktop.domain.export_records import MatchReason, RecordKind
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.store import models
from epicrec_desktop.store.catalog_merge import join_rows_of, title_key
from epicrec_desktop.store.raw_sql import rows
from epicrec_desktop.store.records import METADATA, put_rows

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

EXPORT = "export"
"""Who named a movie that came with a restored export, where the export does not say."""


def _own_tables() -> tuple[type[models.Base], ...]:
    """Return the user's own tables, each with a `movie_id`."""
    return (
        models.LibraryRow, models.SightingRow, models.WatchlistRow, models.ImportRow,
        models.UnplacedRow, models.CorrectedPageRow,
    )  # fmt: skip


_IDS = ("imdb", "wikidata", "movielens", "starter", "tmdb")
_PREFIXES = {"imdb": "imdb", "wd": "wikidata", "ml": "movielens", "starter": "starter"}


class MovieLookup:
    """All movies by their ids, in one session; those that no catalog has by their title, too."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.joined: dict[int, int] = {}
        """Unlisted movies that turned out to be another one: both local keys."""
        self._listed: dict[tuple[str, str], int] = {}
        self._unlisted: dict[int, Movie] = {}
        self._by_id: dict[tuple[str, str], int] = {}
        self._by_title: dict[tuple[str, int | None], list[int]] = {}
        for key, *ids in rows(
            session,
            "SELECT id, imdb_id, wikidata_id, movielens_id, starter_id, tmdb_id "
            "FROM movies WHERE named_by IS NULL",
        ):
            for name, value in zip(_IDS, ids, strict=True):
                if value is not None:
                    self._listed.setdefault((name, str(value)), key)
        for key, movie in unlisted_movies(session).items():
            self._index(key, movie)

    def _index(self, key: int, movie: Movie) -> None:
        self._unlisted[key] = movie
        for identity in movie.identities.items():
            self._by_id[identity] = key
        keys = self._by_title.setdefault((title_key(movie.title), movie.year), [])
        if key not in keys:
            keys.append(key)

    def find(self, movie: Movie) -> int | None:
        """Return the local key of a movie: by the first of its ids that is known here.

        Of movies that no catalog has also by title and year, where ids do not contradict.
        """
        for identity in movie.identities.items():
            if (key := self._listed.get(identity)) is not None:
                return key
        return next(iter(self._same_unlisted(movie)), None)

    def _same_unlisted(self, movie: Movie) -> list[int]:
        identities = movie.identities
        by_id = [key for one in identities.items() if (key := self._by_id.get(one)) is not None]
        titled = self._by_title.get((title_key(movie.title), movie.year), ())
        there = [k for k in titled if k in self._unlisted]
        by_title = [k for k in there if _agree(self._unlisted[k].identities, identities)]
        return [k for k in dict.fromkeys((*by_id, *by_title)) if k in self._unlisted]

    def discard(self, key: int) -> None:
        """Know an unlisted movie no longer: it was removed."""
        self._unlisted.pop(key, None)

    def key(self, movie: Movie) -> int:
        """Return the local key of a movie; one that is not known here becomes an unlisted one.

        It has no category: what it counts as is said by the catalog that names it later. Unlisted
        movies that turn out to be one are joined.
        """
        for identity in movie.identities.items():
            if (key := self._listed.get(identity)) is not None:
                return key
        first, *others = self._same_unlisted(movie) or [self._add(movie)]
        known = self._unlisted[first]
        ids = known.identities | movie.identities
        for other in others:
            ids = self._unlisted.pop(other).identities | ids
            join_unlisted(self._session, other, first)
            self.joined[other] = first
        if ids != known.identities:
            pairs = tuple(ids.items())
            self._session.execute(
                sa.update(models.MovieRow)
                .where(models.MovieRow.id == first)
                .values(site_ids=[list(pair) for pair in pairs])
            )
            self._index(first, Movie(known.title, known.year, (), None, site_ids=pairs))
        return first

    def _add(self, movie: Movie) -> int:
        ids = movie.identities
        title = movie.title or movie.wire_id or "?"
        # Exports have thousands of them: a flush of the session for each takes ten times as long.
        table = models.Base.metadata.tables[models.MovieRow.__tablename__]
        adding = sa.insert(table).returning(table.c.id)
        values: dict[str, Any] = {
            "title": title,
            "year": movie.year,
            "alternative_titles": [],
            "sources": "",
            "site_ids": [list(pair) for pair in ids.items()],
            "figures": {},
            "named_by": movie.named_by or EXPORT,
        }
        key = int(self._session.connection().execute(adding, values).scalar_one())
        numbers = [1 + CATEGORIES.index(name) for name in movie.categories if name in CATEGORIES]
        stored = set(self._session.scalars(sa.select(models.CategoryRow.id))) if numbers else set()
        self._session.add_all(
            models.MovieCategoryRow(movie_id=key, category_id=n) for n in numbers if n in stored
        )
        self._index(key, Movie(title, movie.year, (), site_ids=tuple(ids.items())))
        return key

    def named(self, wire_ids: Iterable[str]) -> tuple[int, ...]:
        """Return local keys of movies by their wire ids; those not known here are left out."""
        found = []
        for wire_id in wire_ids:
            prefix, _, name = wire_id.partition(":")
            identity = (_PREFIXES.get(prefix, ""), name)
            key = self._listed.get(identity, self._by_id.get(identity))
            if key is not None:
                found.append(key)
        return tuple(found)


def _agree(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return all(other.get(site, at) == at for site, at in one.items())


def unlisted_movies(session: Session) -> dict[int, Movie]:
    """Return the movies that no catalog has, by local key, in the order in which they came."""
    rows = session.execute(
        sa.select(
            models.MovieRow.id,
            models.MovieRow.title,
            models.MovieRow.year,
            models.MovieRow.site_ids,
            models.MovieRow.named_by,
        )
        .where(models.MovieRow.named_by.is_not(None))
        .order_by(models.MovieRow.id)
    )
    return {
        key: Movie(
            title, year, (), site_ids=tuple((site, at) for site, at in ids), named_by=named_by or ""
        )
        for key, title, year, ids, named_by in rows
    }


def unplaced(session: Session) -> dict[int, tuple[RecordKind, MatchReason]]:
    """Return the rows of exports that stand for no movie yet: what they say, and why."""
    found = rows(session, "SELECT movie_id, kind, reason FROM unplaced ORDER BY movie_id")
    return {key: (RecordKind(kind), MatchReason(reason)) for key, kind, reason in found}


def put_unplaced(session: Session, unknown: Mapping[int, tuple[RecordKind, MatchReason]]) -> None:
    """Keep unlisted movies as rows that were not placed: what they say, and why."""
    values = [
        {"movie_id": key, "kind": kind.value, "reason": reason.value}
        for key, (kind, reason) in unknown.items()
    ]
    put_rows(session, METADATA.tables["unplaced"], values)


def keep(session: Session, key: int, year: int | None) -> None:
    """Let a row that was not placed be a movie of its own."""
    session.execute(sa.delete(models.UnplacedRow).where(models.UnplacedRow.movie_id == key))
    if year is not None:
        session.execute(
            sa.update(models.MovieRow).where(models.MovieRow.id == key).values(year=year)
        )
    session.flush()


def join_unlisted(session: Session, unlisted: int, movie: int) -> None:
    """Carry all that the user's tables say of an unlisted movie over to the movie that it is."""
    join_rows_of(session, unlisted, movie, same_film=True)
    session.execute(
        sa.update(models.CorrectedPageRow)
        .where(models.CorrectedPageRow.movie_id == unlisted)
        .values(movie_id=movie)
    )
    session.execute(sa.delete(models.UnplacedRow).where(models.UnplacedRow.movie_id == unlisted))
    session.execute(sa.delete(models.MovieRow).where(models.MovieRow.id == unlisted))
    session.flush()


def drop_orphans(session: Session) -> None:
    """Remove movies that no catalog has and the user's tables do not name either."""
    first, *others = (sa.select(_movie_id(table)) for table in _own_tables())
    stored = first.union(*others)
    session.execute(
        sa.delete(models.MovieRow).where(
            models.MovieRow.sources == "", models.MovieRow.id.not_in(stored)
        ),
        execution_options={"synchronize_session": False},
    )


if TYPE_CHECKING:
    Rows = tuple[tuple[type[models.Base], Mapping[str, Any]], ...]
"""What the user's tables, and the table of movies, said of some movies."""


def rows_of(session: Session, ids: Iterable[int]) -> Rows:
    """Return all that is stored of these movies, for `put_back`."""
    session.flush()
    keys = list(ids)
    unlisted = sa.select(models.MovieRow).where(
        models.MovieRow.id.in_(keys), models.MovieRow.named_by.is_not(None)
    )
    rows: list[models.Base] = list(session.scalars(unlisted))
    named = [row.id for row in rows if isinstance(row, models.MovieRow)]
    rows += session.scalars(
        sa.select(models.MovieCategoryRow).where(models.MovieCategoryRow.movie_id.in_(named))
    )
    for table in _own_tables():
        rows += session.scalars(sa.select(table).where(_movie_id(table).in_(keys)))
    return tuple(
        (type(row), {c.key: getattr(row, c.key) for c in sa.inspect(type(row)).column_attrs})
        for row in rows
    )


def put_back(session: Session, ids: Iterable[int], rows: Rows, now: datetime) -> None:
    """Let the user's tables say of these movies what they said when `rows_of` read them.

    Release periods stay as they are by now: a sample may have counted the movie since.
    """
    keys = list(ids)
    session.flush()
    assigned = sa.select(models.LibraryRow).where(models.LibraryRow.movie_id.in_(keys))
    periods = {row.movie_id: (row.release_period, row.also_in) for row in session.scalars(assigned)}
    for table in _own_tables():
        session.execute(sa.delete(table).where(_movie_id(table).in_(keys)))
    session.expunge_all()
    for table, values in rows:
        if table is models.MovieRow and session.get(models.MovieRow, values["id"]) is not None:
            continue
        period = _period(periods, values) if table is models.LibraryRow else {}
        insertion = sa.insert(table).values(**{**values, **period})
        if table is models.MovieCategoryRow:
            insertion = insertion.prefix_with("OR IGNORE")
        session.execute(insertion)
    for key, (name, also_in) in periods.items():
        if name is not None:
            row = models.LibraryRow(movie_id=key, status="suggested", in_library=False, changed=now)
            row.release_period, row.also_in = name, also_in
            session.add(row)
    session.flush()
    drop_orphans(session)


def _period(
    periods: dict[int, tuple[str | None, list[str]]], before: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the period of a restored row: today's, as an open one may have been sampled since."""
    now = periods.pop(before["movie_id"], None)
    if now is None:
        waits = before["release_period"] in (None, OPEN_PERIOD)
        now = (None, []) if waits else (before["release_period"], before["also_in"])
    return {"release_period": now[0], "also_in": now[1]}


def _movie_id(table: type[models.Base]) -> Any:
    return sa.inspect(table).columns["movie_id"]
