"""Merge the movies of a catalog source into the movies table, and join rows that are one movie."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sa
from anyascii import anyascii
from sqlalchemy import Connection

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.store.movie_rows import MovieRow
from epicrec_desktop.store.records import parts, put_records, select, table
from epicrec_desktop.store.stored_catalog import OWN_SCALE

STARTER = "starter"

_RANK = {"wikidata": 0, "tmdb": 1, "movietweetings": 2, STARTER: 3}
"""Who describes a movie (title, year, categories) that several sources have: the highest; of
equals the newest. All others, MovieLens above all, are above these. A source's part, such as
"wikidata-2026", counts as the source. MovieTweetings has some titles in the language that IMDb
answered its crawler in, such as "Heidi, het stiefkind"."""
_HIGHEST = 4

_UNIQUE_IDS = ("imdb_id", "wikidata_id", "movielens_id", "starter_id")
_WORD = re.compile(r"[^\W_]+")
_ARTICLES = frozenset(
    ["the", "a", "an", "le", "la", "les", "l", "der", "die", "das", "il", "lo", "el", "los", "las"]
)
_NUMERALS = {"ii": "2", "iii": "3", "vii": "7", "viii": "8", "xii": "12", "xiii": "13"}
_SHORTEST_SPELLING = 4  # letters
_NEAR_YEARS = 2
_CHECK_EVERY = 2_000
_AT_ONCE = 5_000  # rows written between two looks at whether it was cancelled


_MOVIES = table(MovieRow)


@dataclass(slots=True)
class Draft:
    """A row of the table of movies, to be written."""

    row: MovieRow
    new: bool = False
    changed: bool = False

    @property
    def id(self) -> int:
        """The movie's local key."""
        return self.row.id

    @property
    def wire_ids(self) -> tuple[str, ...]:
        """The names that the movie could have on the wire."""
        ids = {name: getattr(self.row, name) for name in _UNIQUE_IDS}
        return Movie(self.row.title, self.row.year, (), **ids).wire_ids

    @property
    def nameless(self) -> bool:
        """Whether no public id is left: then whoever took the last one is the same movie."""
        return not any(getattr(self.row, column) for column in _UNIQUE_IDS)

    def set(self, **values: Any) -> None:
        """Change columns of the row."""
        self.row, self.changed = self.row.replace(**values), True


def checked(movies: Sequence[Movie], cancelled: IsCancelled) -> Iterator[Movie]:
    """Yield the movies; raises `Cancelled` between them."""
    for number, movie in enumerate(movies):
        if number % _CHECK_EVERY == 0:
            check(cancelled)
        yield movie


class CatalogMerge:
    """One merge of one source: `merge` each movie, then `write`."""

    def __init__(self, session: Connection, source: str, movies: Sequence[Movie] = ()) -> None:
        """`movies`: all that the source will put; which a title means is known from the start."""
        self._session = session
        self._source = source
        self._drafts: list[Draft] = []
        self._by_id: dict[tuple[str, object], Draft] = {}
        self._by_tmdb: dict[int, Draft] = {}
        self._by_title: defaultdict[tuple[str, int | None], dict[int, Draft]] = defaultdict(dict)
        self._titles: defaultdict[tuple[str, int | None], set[int]] = defaultdict(set)  # theirs
        self._by_spelling: defaultdict[str, dict[int, Draft]] = defaultdict(dict)
        self._spellings: defaultdict[str, set[tuple[int, int | None]]] = defaultdict(set)  # theirs
        self._key = cache(lambda name: title_key(anyascii(name)))  # each is asked for some times
        self._next = (session.scalar(sa.select(sa.func.max(_MOVIES.c.id))) or 0) + 1
        # At a first start every movie of the starter catalog is new: no two have an id in common.
        self._all_new = self._next == 1 and _distinguished(movies)
        for number, movie in enumerate(() if self._all_new else movies):
            for key in self._keys(movie.title, movie.alternative_titles):
                self._titles[key, movie.year].add(number)
                self._spellings[_spelling(key)].add((number, movie.year))
        self.moved: list[tuple[Draft, Draft]] = []  # whose ids went to whom
        # Unlisted movies are private: what a catalog says must not depend on them.
        for row in select(session, MovieRow, _MOVIES.c.named_by.is_(None), order=[_MOVIES.c.id]):
            draft = Draft(row)
            if f",{source}," in row.sources:  # what this source said of who has it is taken back
                rest = row.sources.replace(f",{source},", ",")
                draft.set(sources="" if rest == "," else rest)
            self._drafts.append(draft)
            self._index(draft)

    def merge(self, movie: Movie) -> Draft:
        """Take a movie in: as the row of its id, or of title and year if ids allow, else as new."""
        draft = None if self._all_new else self._find(movie)
        if draft is None:
            draft = Draft(MovieRow(movie.title, movie.year, self._next), new=True)
            self._next += 1
            self._drafts.append(draft)
        if f",{self._source}," not in draft.row.sources:  # a source's second entry adds nothing
            self._take_ids(movie, draft)
            _fill(draft, movie, self._source)
            if not self._all_new:
                self._index(draft)
        return draft

    def with_wire_ids(self, wire_ids: Collection[str]) -> list[tuple[str, Draft]]:
        """Return the rows that have one of these public names now, each with it."""
        drafts = self._drafts if wire_ids else []
        return [(name, one) for one in drafts for name in one.wire_ids if name in wire_ids]

    def returned(self, lost: MovieRow) -> list[Draft]:
        """Return the rows that are a movie which catalogs had lost: by an id, else by title and
        year, of those that are new.
        """
        for name, value in lost.site_ids:
            column, stored = f"{name}_id", int(value) if name == "movielens" else value
            draft = self._by_id.get((column, stored))
            if draft and draft.id != lost.id and getattr(draft.row, column) == stored:
                return [draft]
        titled = self._by_title.get((self._key(lost.title), lost.year), {}).values()
        same = title_key(lost.title)
        return [draft for draft in titled if draft.new and title_key(draft.row.title) == same]

    def write(self, cancelled: IsCancelled = never_cancelled) -> None:
        """Write all that changed. Raises `Cancelled` between some movies and the next."""
        # Ids are free before another movie has them, whoever swaps with whom.
        this = sa.update(_MOVIES).where(_MOVIES.c.id == sa.bindparam("key"))
        free = this.values(dict.fromkeys(_UNIQUE_IDS))
        for some in _some([d for d in self._drafts if d.changed and not d.new], cancelled):
            self._session.execute(free, [{"key": d.id} for d in some])
        for some in _some([d for d in self._drafts if d.changed], cancelled):
            put_records(self._session, [d.row for d in some])

    def _keys(self, title: str, others: Sequence[str]) -> set[str]:
        """Return a movie's titles without accents: "Céline et Julie" is "Celine et Julie"."""
        return {key for name in (title, *others) if (key := self._key(name))}

    def _index(self, draft: Draft) -> None:
        row = draft.row
        for column in _UNIQUE_IDS:
            value = getattr(row, column)
            if value is not None:
                self._by_id[column, value] = draft
        if row.tmdb_id is not None:
            self._by_tmdb[row.tmdb_id] = draft
        for key in self._keys(row.title, row.alternative_titles):
            self._by_title[key, row.year][draft.id] = draft
            self._by_spelling[_spelling(key)][draft.id] = draft

    def _find(self, movie: Movie) -> Draft | None:
        for column in _UNIQUE_IDS:
            value = getattr(movie, column)
            if value is not None and (draft := self._by_id.get((column, value))) is not None:
                return draft
        by_tmdb = self._by_tmdb.get(movie.tmdb_id) if movie.tmdb_id is not None else None
        if by_tmdb is not None and not _contradict(by_tmdb, movie):
            return by_tmdb
        return None if movie.year is None else self._find_by_title(movie, movie.year)

    def _find_by_title(self, movie: Movie, year: int) -> Draft | None:
        """Return the row of this title and year; else the only one with one of its titles.

        A row of the year before or after is the same movie if nothing else here or in this source
        may be meant: catalogs differ in whether a festival or the cinemas count. Titles of one word
        are not enough for that: movies named "Carmen" are of 1983 and 1984.
        """
        main = title_key(movie.title)
        exact = self._by_title.get((main, year), {}).values()
        own = [d for d in exact if title_key(d.row.title) == main and not _contradict(d, movie)]
        if own:
            return own[-1]
        keys = self._keys(movie.title, movie.alternative_titles)
        found = self._of_titles(keys, (year,), movie)
        if len(found) == 1 and all(len(self._titles[key, year]) <= 1 for key in keys):
            return found[0]
        beside = (year - 1, year, year + 1)
        found = found or self._of_titles(keys, beside, movie)
        if not found:
            return self._find_by_spelling({_spelling(key) for key in keys}, year, movie)
        if len(found) != 1 or title_key(found[0].row.title) not in keys:
            return None
        shared = self._keys(found[0].row.title, found[0].row.alternative_titles) & keys
        if found[0].row.year != year and not any(" " in key for key in shared):
            return None
        around = range(year - 2, year + 3)
        meant = set().union(*(self._titles[key, near] for key in shared for near in around))
        return found[0] if len(meant) <= 1 else None

    def _find_by_spelling(self, spellings: set[str], year: int, movie: Movie) -> Draft | None:
        """Return the row of a title spelled alike and this year, if nothing else may be meant.

        Nothing else: no other row and no other movie of the source within two years.
        """
        long = {key for key in spellings if len(key) >= _SHORTEST_SPELLING}
        near = {
            key: draft
            for spelling in long
            for key, draft in self._by_spelling.get(spelling, {}).items()
            if draft.row.year is not None and abs(draft.row.year - year) <= _NEAR_YEARS
        }
        if len(near) != 1:
            return None
        (found,) = near.values()
        meant = {
            number
            for spelling in long
            for number, other in self._spellings.get(spelling, ())
            if other is None or abs(other - year) <= _NEAR_YEARS
        }
        same = found.row.year == year and len(meant) <= 1 and not _contradict(found, movie)
        return found if same else None

    def _of_titles(self, keys: set[str], years: Sequence[int], movie: Movie) -> list[Draft]:
        """Rows with one of these titles and years that may be this movie."""
        found = {
            key: draft
            for title in keys
            for year in years
            for key, draft in self._by_title.get((title, year), {}).items()
        }
        return [draft for draft in found.values() if not _contradict(draft, movie)]

    def _take_ids(self, movie: Movie, draft: Draft) -> None:
        """Take this movie's ids from any other row: an id is one movie's, the newest source's.

        Happens where an earlier import did not know that two rows are one movie (MovieLens 1M has
        no IMDb ids and other titles), or where a source corrected an id.
        """
        for column in _UNIQUE_IDS:
            value = getattr(movie, column)
            other = self._by_id.get((column, value)) if value is not None else None
            if other is not None and other is not draft:
                other.set(**{column: None})
                self.moved.append((other, draft))


def _distinguished(movies: Sequence[Movie]) -> bool:
    """Return whether all movies have ids of one kind, and no two the same id of any kind.

    Then none is another one, whatever their titles: see `_contradict`.
    """
    complete = False
    for column in (*_UNIQUE_IDS, "tmdb_id"):
        ids = [value for movie in movies if (value := getattr(movie, column)) is not None]
        if len(set(ids)) < len(ids):
            return False
        complete |= len(ids) == len(movies) and column != "tmdb_id"
    return complete


def _fill(draft: Draft, movie: Movie, source: str) -> None:
    """Take over what the source says; ids it does not know, and other figures, stay."""
    row = draft.row
    others = [name for name in row.sources.split(",") if name]
    values: dict[str, Any] = {
        column: value
        for column in (*_UNIQUE_IDS, "tmdb_id")
        if (value := getattr(movie, column)) is not None
    }
    titles = [*movie.alternative_titles, *row.alternative_titles]
    title, year = row.title, row.year
    if all(_rank(source) >= _rank(other) for other in others):
        if others:
            titles.append(row.title)
        title, year = movie.title, movie.year
    else:
        titles.append(movie.title)
    # The titles of other sources come from their databases.
    ours_first = source == STARTER and bool(others)
    local = (dict(movie.local_titles), row.local_titles)
    former, latter = local if ours_first else reversed(local)
    draft.set(
        **values,
        **_popularity(row, movie, source),
        title=title,
        year=year,
        alternative_titles=_distinct(titles, title),
        local_titles={**former, **latter},
        site_ids=(*row.site_ids, *(p for p in movie.site_ids if p not in row.site_ids)),
        sources=f"{row.sources or ','}{source},",
    )


def _popularity(row: MovieRow, movie: Movie, source: str) -> dict[str, Any]:
    """Return the column of the figure that the source gives."""
    if source == STARTER:
        return {"fame": movie.popularity}
    if not movie.popularity:
        return {}
    if _source_without_year(source) in OWN_SCALE:
        return {"figures": {**row.figures, _source_without_year(source): movie.popularity}}
    return {"raters": movie.popularity}


def _rank(source: str) -> int:
    return _RANK.get(_source_without_year(source), _HIGHEST)


def _source_without_year(source: str) -> str:
    return source.partition("-")[0]


def _distinct(titles: Sequence[str], title: str) -> tuple[str, ...]:
    """Titles that differ by more than case and punctuation from those before, and from `title`."""
    found = {title_key(t) or t: t for t in reversed(titles)}
    found.pop(title_key(title) or title, None)
    return tuple(reversed(found.values()))


def _contradict(draft: Draft, movie: Movie) -> bool:
    return any(
        getattr(draft.row, column) is not None
        and getattr(movie, column) is not None
        and getattr(draft.row, column) != getattr(movie, column)
        for column in _UNIQUE_IDS
    )


def _some(drafts: Sequence[Draft], cancelled: IsCancelled) -> Iterator[Sequence[Draft]]:
    """Yield the drafts, some at a time. Raises `Cancelled` in between."""
    for some in parts(drafts, _AT_ONCE):
        check(cancelled)
        yield some


def title_key(title: str) -> str:
    """Return a title without case and punctuation."""
    return " ".join(_WORD.findall(title.casefold().replace("&", " and ")))


def _spelling(key: str) -> str:
    """Return a title's key without article, spaces and doubled letters.

    So “So-won” is “Sowon”, and “Grosstadt” is “Großstadt”. Numerals stay apart: “II” is 2.
    """
    words = [_NUMERALS.get(word, word) for word in key.split()]
    if len(words) > 1 and words[0] in _ARTICLES:
        del words[0]
    letters = "".join(words)
    before = f" {letters}"
    return "".join(c for c, last in zip(letters, before, strict=False) if c != last or c.isdigit())
