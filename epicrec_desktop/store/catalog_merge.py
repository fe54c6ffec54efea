"""Merge the movies of a catalog source into the movies table, and join rows that are one movie."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import sqlalchemy as sa
from anyascii import anyascii

from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.store import models
from epicrec_desktop.store.browser_profiles import join_rows, sightings_of
from epicrec_desktop.store.raw_sql import parts
from epicrec_desktop.store.records import METADATA
from epicrec_desktop.store.stored_catalog import OWN_SCALE
from epicrec_desktop.store.uncounted import (
    join_months,
    mark_counted,
    mark_uncounted,
    uncounted_movies,
)

if TYPE_CHECKING:
    from sqlalchemy import Table
    from sqlalchemy.orm import Session

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


@dataclass(slots=True)
class Draft:
    """A row of the table of movies, to be written."""

    id: int
    new: bool
    title: str = ""
    year: int | None = None
    imdb_id: str | None = None
    wikidata_id: str | None = None
    movielens_id: int | None = None
    starter_id: str | None = None
    tmdb_id: int | None = None
    alternative_titles: list[str] = field(default_factory=list)
    raters: float | None = None
    fame: float | None = None
    sources: str = ""
    site_ids: list[list[str]] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)
    local_titles: dict[str, str] = field(default_factory=dict)
    changed: bool = False

    @property
    def wire_id(self) -> str | None:
        """The movie's public name on the wire."""
        ids = {name: getattr(self, name) for name in _UNIQUE_IDS}
        return Movie(self.title, self.year, (), **ids).wire_id

    @property
    def nameless(self) -> bool:
        """Whether no public id is left: then whoever took the last one is the same film."""
        return not any(getattr(self, column) for column in _UNIQUE_IDS)

    def values(self) -> dict[str, Any]:
        """Return all columns but the key."""
        return {name: getattr(self, name) for name in _columns()}


def _table() -> Table:
    return cast("Table", models.MovieRow.__table__)


@cache
def _columns() -> tuple[str, ...]:
    return tuple(c.name for c in _table().columns if c.name not in {"id", "named_by"})


def checked(movies: Sequence[Movie], cancelled: IsCancelled) -> Iterator[Movie]:
    """Yield the movies; raises `Cancelled` between them."""
    for number, movie in enumerate(movies):
        if number % _CHECK_EVERY == 0:
            check(cancelled)
        yield movie


class CatalogMerge:
    """One merge of one source: `put` each movie, then `write`."""

    def __init__(self, session: Session, source: str, movies: Sequence[Movie] = ()) -> None:
        """`movies` are all that the source is going to put: which of them a title means is then
        known from the start.
        """
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
        for number, movie in enumerate(movies):
            for key in self._keys(movie.title, movie.alternative_titles):
                self._titles[key, movie.year].add(number)
                self._spellings[_spelling(key)].add((number, movie.year))
        self.moved: list[tuple[Draft, Draft]] = []  # whose ids went to whom
        columns = [models.MovieRow.id, *(getattr(models.MovieRow, name) for name in _columns())]
        # Unlisted movies are private: what a catalog says must not depend on them.
        for key, *values in session.execute(
            sa.select(*columns).where(models.MovieRow.named_by.is_(None))
        ):
            draft = Draft(key, False, **dict(zip(_columns(), values, strict=True)))
            self._forget(draft)
            self._drafts.append(draft)
            self._index(draft)
        self._next = (session.scalar(sa.select(sa.func.max(models.MovieRow.id))) or 0) + 1

    def put(self, movie: Movie) -> Draft:
        """Take a movie in; its row has the same id, or the same title and year where ids do not
        contradict, else it is new."""
        draft = self._find(movie)
        if draft is None:
            draft = Draft(self._next, new=True)
            self._next += 1
            self._drafts.append(draft)
        if f",{self._source}," not in draft.sources:  # a source's second entry adds nothing
            self._take_ids(movie, draft)
            _fill(draft, movie, self._source)
            self._index(draft)
        return draft

    def named(self, wire_ids: Collection[str]) -> list[tuple[str, Draft]]:
        """Return the rows that have one of these public names now, each with it."""
        drafts = self._drafts if wire_ids else []
        return [(name, one) for one in drafts if (name := one.wire_id) in wire_ids and name]

    def write(self, cancelled: IsCancelled = never_cancelled) -> None:
        """Write all that changed. Raises `Cancelled` between some movies and the next."""
        changed = [d for d in self._drafts if d.changed and not d.new]
        this = sa.update(_table()).where(_table().c.id == sa.bindparam("key"))
        if changed:
            # Ids are free before another movie has them, whoever swaps with whom.
            free = dict.fromkeys(_UNIQUE_IDS)
            for some in _some(changed, cancelled):
                self._session.execute(this.values(free), [{"key": d.id} for d in some])
            for some in _some(changed, cancelled):
                self._session.execute(this, [{"key": d.id, **d.values()} for d in some])
        for some in _some([d for d in self._drafts if d.new], cancelled):
            self._session.execute(sa.insert(_table()), [{"id": d.id, **d.values()} for d in some])

    def _keys(self, title: str, others: Sequence[str]) -> set[str]:
        """Return a movie's titles without accents: "Céline et Julie" is "Celine et Julie"."""
        return {key for name in (title, *others) if (key := self._key(name))}

    def _forget(self, draft: Draft) -> None:
        """Take back what this source said of who has the movie."""
        marked = f",{self._source},"
        if marked in draft.sources:
            rest = draft.sources.replace(marked, ",")
            draft.sources = "" if rest == "," else rest
            draft.changed = True

    def _index(self, draft: Draft) -> None:
        for column in _UNIQUE_IDS:
            value = getattr(draft, column)
            if value is not None:
                self._by_id[column, value] = draft
        if draft.tmdb_id is not None:
            self._by_tmdb[draft.tmdb_id] = draft
        for key in self._keys(draft.title, draft.alternative_titles):
            self._by_title[key, draft.year][draft.id] = draft
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

        A row of the year before or after is the same film if nothing else here or in this source
        may be meant: catalogs differ in whether a festival or the cinemas count. Titles of one word
        are not enough for that: films named "Carmen" are of 1983 and 1984.
        """
        main = title_key(movie.title)
        exact = self._by_title.get((main, year), {}).values()
        own = [d for d in exact if title_key(d.title) == main and not _contradict(d, movie)]
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
        if len(found) != 1 or title_key(found[0].title) not in keys:
            return None
        shared = self._keys(found[0].title, found[0].alternative_titles) & keys
        if found[0].year != year and not any(" " in key for key in shared):
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
            if draft.year is not None and abs(draft.year - year) <= _NEAR_YEARS
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
        same = found.year == year and len(meant) <= 1 and not _contradict(found, movie)
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
                setattr(other, column, None)
                other.changed = True
                self.moved.append((other, draft))


def _fill(draft: Draft, movie: Movie, source: str) -> None:
    """Take over what the source says; ids it does not know, and other figures, stay."""
    others = [name for name in draft.sources.split(",") if name]
    for column in (*_UNIQUE_IDS, "tmdb_id"):
        value = getattr(movie, column)
        if value is not None:
            setattr(draft, column, value)
    titles = [*movie.alternative_titles, *draft.alternative_titles]
    if all(_rank(source) >= _rank(other) for other in others):
        if others:
            titles.append(draft.title)
        draft.title, draft.year = movie.title, movie.year
    else:
        titles.append(movie.title)
    draft.alternative_titles = _distinct(titles, draft.title)
    added = dict(movie.local_titles)
    by_others = source == STARTER and bool(others)  # whose titles come from their databases
    draft.local_titles = (
        {**added, **draft.local_titles} if by_others else {**draft.local_titles, **added}
    )
    known = {tuple(pair): pair for pair in draft.site_ids}
    draft.site_ids = [*draft.site_ids, *(list(p) for p in movie.site_ids if p not in known)]
    _note_popularity(draft, movie, source)
    draft.sources = f"{draft.sources or ','}{source},"
    draft.changed = True


def _note_popularity(draft: Draft, movie: Movie, source: str) -> None:
    if source == STARTER:
        draft.fame = movie.popularity
    elif not movie.popularity:
        return
    elif _whole(source) in OWN_SCALE:
        draft.figures = {**draft.figures, _whole(source): movie.popularity}
    else:
        draft.raters = movie.popularity


def _rank(source: str) -> int:
    return _RANK.get(_whole(source), _HIGHEST)


def _whole(source: str) -> str:
    return source.partition("-")[0]


def _distinct(titles: Sequence[str], title: str) -> list[str]:
    """Titles that differ by more than case and punctuation from those before, and from `title`."""
    found = {title_key(t) or t: t for t in reversed(titles)}
    found.pop(title_key(title) or title, None)
    return list(reversed(found.values()))


def _contradict(draft: Draft, movie: Movie) -> bool:
    return any(
        getattr(draft, column) is not None
        and getattr(movie, column) is not None
        and getattr(draft, column) != getattr(movie, column)
        for column in _UNIQUE_IDS
    )


def _some(drafts: Sequence[Draft], cancelled: IsCancelled) -> Iterator[Sequence[Draft]]:
    """Them, some at a time. Raises `Cancelled` in between."""
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


def join_rows_of(session: Session, other: int, film: int, *, same_film: bool) -> None:
    """Carry over to `film` what is kept under the row `other`, whose id it took.

    Only the period where `other` has an id left and may be another film. Else also the person's
    answer, sightings, watchlist, imports and ratings: the film is then one row of the library.
    """
    before = session.get(models.LibraryRow, other)
    if before is not None:
        _carry_library(session, before, film, same_film=same_film)
    if same_film:
        carry_evidence(session, other, film)
    session.flush()


def carry_evidence(session: Session, other: int, film: int) -> None:
    """Carry over sightings, watchlist, imports and ratings."""
    _carry_sightings(session, other, film)
    _carry_watchlist(session, other, film)
    _carry_imports(session, other, film)
    session.flush()


def _carry_library(
    session: Session, before: models.LibraryRow, film: int, *, same_film: bool
) -> None:
    row = session.get(models.LibraryRow, film)
    if row is None:
        if not same_film and before.release_period is None:
            return
        row = models.LibraryRow(
            movie_id=film, status="suggested", in_library=False, changed=before.changed, also_in=[]
        )
        session.add(row)
    _join_periods(session, row, before)
    if same_film:
        _join_answers(row, before)
        session.delete(before)


def _join_periods(session: Session, row: models.LibraryRow, before: models.LibraryRow) -> None:
    """Return the earliest sampled period, else the earliest; the other sampled ones beside it."""
    sampled = set(session.scalars(sa.select(METADATA.tables["release_periods"].c.name)))
    uncounted = uncounted_movies(session)
    named = [w for w in (row.release_period, before.release_period) if w is not None]
    if not named:
        return
    own, others = (
        [w for w in (one.release_period, *(one.also_in or ())) if w in sampled]
        for one in (row, before)
    )
    months, counted = join_months(
        own, others, counted=(row.movie_id not in uncounted, before.movie_id not in uncounted)
    )
    row.release_period = min(months or named)
    row.also_in = months[1:]
    if months:
        (mark_counted if counted else mark_uncounted)(session, [row.movie_id])


def _join_answers(row: models.LibraryRow, before: models.LibraryRow) -> None:
    """Join what the user said of two rows; of two answers the later one counts."""
    says_more = (before.answered, before.in_library, before.changed)
    if not row.in_library or says_more > (row.answered, row.in_library, row.changed):
        row.status, row.answered = before.status, before.answered
        row.by_hand, row.changed = before.by_hand, before.changed
    row.in_library = row.in_library or before.in_library
    row.weight = min(_weight(row), _weight(before))  # never disclosed more than either was


def _weight(row: models.LibraryRow) -> float:
    return 1.0 if row.weight is None else row.weight


def _carry_sightings(session: Session, other: int, film: int) -> None:
    stored = {row.profile_id: row for row in sightings_of(session, film)}
    for row in sightings_of(session, other):
        same = stored.get(row.profile_id)
        if same is None:
            row.movie_id = film
        else:
            join_rows(same, row)
            session.delete(row)


def _carry_watchlist(session: Session, other: int, film: int) -> None:
    row = session.get(models.WatchlistRow, other)
    if row is not None:
        if session.get(models.WatchlistRow, film) is None:
            session.add(models.WatchlistRow(movie_id=film, added=row.added))
        session.delete(row)


def _carry_imports(session: Session, other: int, film: int) -> None:
    for row in list(
        session.scalars(sa.select(models.ImportRow).where(models.ImportRow.movie_id == other))
    ):
        known = session.get(models.ImportRow, (film, row.source))
        if known is None:
            known = models.ImportRow(
                movie_id=film, source=row.source, again=False, evidence=row.evidence
            )
            session.add(known)
        if row.evidence == Evidence.WATCHED:
            known.evidence = row.evidence
        known.seen = max(filter(None, (known.seen, row.seen)), default=None)
        known.rating = row.rating if known.rating is None else known.rating
        known.again = known.again or row.again
        session.delete(row)
