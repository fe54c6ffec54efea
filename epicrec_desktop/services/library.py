"""List, search and change the library: movies found, and the user's answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from msgspec.structs import asdict
from sqlalchemy import Connection

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.history import Evidence, LibraryStatus
from epicrec_desktop.domain.months import local_day
from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating
from epicrec_desktop.domain.release import Recommendations, Suggestion
from epicrec_desktop.services.context import OfCatalog, ServiceContext
from epicrec_desktop.services.periods import assign_periods
from epicrec_desktop.store import recommendations
from epicrec_desktop.store.catalog import CatalogRepository, StoredCatalog
from epicrec_desktop.store.library import LibraryRecord, LibraryRepository, WatchlistRepository
from epicrec_desktop.store.movie_lists import MovieListRepository
from epicrec_desktop.store.ratings import Imported, own_ratings, put_own

if TYPE_CHECKING:
    from epicrec_desktop.services.movie_search import MovieSearch, Reason

# A search of titles brings RapidFuzz and NumPy, which a look at the library does without.


SCREEN = 14
"""So many are seen at once; among them no decade and no category has most of the room."""
OF_A_DECADE, OF_A_CATEGORY = 4, 3


def varied_selection(movies: Sequence[Movie], count: int) -> list[int]:
    """Positions of `count` movies, the best known first, each screenful of many kinds.

    A movie counts for the rarest of its categories, which says most about it.
    """
    common = Counter(name for movie in movies for name in movie.categories)
    left = sorted(range(len(movies)), key=lambda place: -movies[place].popularity)
    left = [place for place in left if movies[place].wire_id and movies[place].categories]
    chosen: list[int] = []
    while left and len(chosen) < count:
        screen = _screen(left, movies, common)
        chosen += screen
        taken = set(screen)
        left = [place for place in left if place not in taken]
    return chosen[:count]


def _screen(order: Sequence[int], movies: Sequence[Movie], common: Counter[str]) -> list[int]:
    """Return one screenful; never empty, so that the next one has others."""
    decades: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    series: set[str] = set()
    screen = []
    for place in order:
        movie = movies[place]
        decade = (movie.year or 0) // 10
        kind = min(movie.categories, key=lambda name: (common[name], name))
        name = movie.title.partition(":")[0]
        room = decades[decade] < OF_A_DECADE and kinds[kind] < OF_A_CATEGORY
        if room and name not in series:
            series.add(name)
            decades[decade] += 1
            kinds[kind] += 1
            screen.append(place)
        if len(screen) == SCREEN:
            break
    return screen


@dataclass(frozen=True)
class FoundMovie:
    """A movie that a search found. `key` is local; `reasons` are empty where the title says it."""

    key: int
    movie: Movie
    reasons: tuple[Reason, ...] = ()
    status: LibraryStatus | None = None  # None: not in the library
    wanted: bool = False  # on the watchlist
    stars: int | None = None  # the user's, in halves


class OwnMovies:
    """What the user did with movies, by local key: the whole library, and the watchlist."""

    def __init__(self, session: Connection) -> None:
        self.statuses = LibraryRepository(session).statuses()
        self.wanted = frozenset(WatchlistRepository(session).all())

    def found(self, key: int, movie: Movie, reasons: tuple[Reason, ...] = ()) -> FoundMovie:
        """Return a movie that was found, with what the user did with it."""
        return FoundMovie(key, movie, reasons, self.statuses.get(key), key in self.wanted)


class LibraryPart(StrEnum):
    """A list of the library: a status, or the suggestions of movies that were only looked at."""

    SUGGESTED = LibraryStatus.SUGGESTED.value
    LOOKED_AT = "looked-at"
    CONFIRMED = LibraryStatus.CONFIRMED.value
    REJECTED = LibraryStatus.REJECTED.value

    @property
    def status(self) -> LibraryStatus:
        """The status of its movies."""
        looked_at = self is LibraryPart.LOOKED_AT
        return LibraryStatus.SUGGESTED if looked_at else LibraryStatus(self.value)


class LibraryEntry(LibraryRecord, frozen=True, kw_only=True):
    """One movie of the library, with its title and the rest that a catalog says of it."""

    movie: Movie
    wanted: bool = False  # on the watchlist

    @property
    def id(self) -> int:
        """Return the local key: it never leaves this computer."""
        return self.movie_id

    @property
    def part(self) -> LibraryPart:
        """The list that has it."""
        return LibraryPart.LOOKED_AT if self.looked_at else _PARTS[self.status]

    @property
    def watched_day(self) -> date | None:
        """The day that the user said, else the last that an export names, else the last on which
        a browser played it; None of a movie that nothing says was watched.

        A page about a movie says nothing of when it was watched. The days of all pages are stored
        as one span: where some played it and others were about it, it must be a single day.
        """
        if self.evidence is not Evidence.WATCHED:
            return None
        if self.own.day is not None:
            return self.own.day
        days = [one.seen for one in self.imports if one.seen is not None]
        if days:
            return max(days)
        played = [one.played for one in self.rule_evidence]
        if not any(played) or self.first_seen is None or self.last_seen is None:
            return None
        first, last = local_day(self.first_seen), local_day(self.last_seen)
        return last if all(played) or first == last else None

    @property
    def seen_by(self) -> Imported | None:
        """The import with the first day by which it was watched, where no day is known."""
        dated = [one for one in self.imports if one.seen_by is not None]
        if self.watched_day is not None or not dated:
            return None
        return min(dated, key=lambda one: one.seen_by or date.max)


_PARTS = {status: LibraryPart(status.value) for status in LibraryStatus}


class Answer(TypedDict, total=False):
    """What the user says of a movie; what is left out stays as it is."""

    status: LibraryStatus | None  # None: the user did not put it in the library
    own: OwnRating
    weight: float  # share of the budget that it may cost: 1 usual, 0 never disclosed
    wanted: bool


def answer_which(asked: int, chosen: int) -> dict[int, Answer]:
    """Return the answer to "which one?": the chosen movie, instead of the suggested one."""
    # In this order: they may be the same movie.
    return {asked: {"status": LibraryStatus.REJECTED}, chosen: {"status": LibraryStatus.CONFIRMED}}


def _is_about_entry(answer: Answer) -> bool:
    """Return whether an answer neither puts a movie into the library nor takes it out."""
    if "status" in answer:
        return answer["status"] is LibraryStatus.SUGGESTED
    return bool(answer.keys() & {"own", "weight"})


class LibraryService:
    """Lists and changes the library."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._search = OfCatalog(context, self._search_over)

    def entries(
        self, status: LibraryStatus | None = None, *, only: int | None = None
    ) -> list[LibraryEntry]:
        """Return the library: suggestions first, the surest on top; then by newest sighting.

        `only`: one movie, by its local key.
        """
        with self._context.database.read() as session:
            records = LibraryRepository(session).all(status, only=only)
            movies = self._context.movies(session, (r.movie_id for r in records))
            wanted = frozenset(WatchlistRepository(session).all())
        entries = [
            LibraryEntry(**asdict(r), movie=movies[r.movie_id], wanted=r.movie_id in wanted)
            for r in records
        ]
        # One key at a time, the last one first: a sort of tuples keeps the window waiting.
        for key in (attrgetter("movie.title"), _last_seen, _doubt, _is_answered):
            entries.sort(key=key)
        return entries

    def entry(self, movie_id: int) -> LibraryEntry | None:
        """Return a movie of the library by its local key."""
        return next(iter(self.entries(only=movie_id)), None)

    def set_status(self, ids: Iterable[int], status: LibraryStatus) -> None:
        """Store the same answer for these movies, which wins over later scans."""
        self.answer({key: {"status": status} for key in ids})

    def answer(self, answers: Mapping[int, Answer]) -> None:
        """Store what the user says of movies: an answer, or what they said before it, for undo.

        A movie with the status None leaves the library, unless visits, an import or a rating is
        stored of it (`LibraryRepository.undo_adding`). Raises `EpicRecError`, and stores nothing,
        where something else is said of a movie that left the library meanwhile.
        """
        statuses = {key: one["status"] for key, one in answers.items() if "status" in one}
        with self._context.database.write() as session:
            library, now = LibraryRepository(session), self._context.now()
            said = [key for key, one in answers.items() if _is_about_entry(one)]
            if not library.are_listed(said):
                raise EpicRecError(
                    "This movie is no longer in your library, so nothing was changed."
                )
            for key, one in answers.items():
                if "own" in one:
                    put_own(session, key, one["own"])
                if "weight" in one:
                    library.set_weight(key, one["weight"])
            if gone := [key for key, status in statuses.items() if status is None]:
                library.undo_adding(gone, now=now)
            if given := {key: one for key, one in statuses.items() if one is not None}:
                library.put_status(given, now=now)
            if statuses:
                assign_periods(session)
            wanted = {key: one["wanted"] for key, one in answers.items() if "wanted" in one}
            watchlist = WatchlistRepository(session)
            watchlist.remove(*(key for key, on in wanted.items() if not on))
            for key in (key for key, on in wanted.items() if on):
                # Later than the answer, which takes movies off the watchlist.
                watchlist.add(key, now=self._context.now())

    def set_weight(self, movie_id: int, weight: float) -> None:
        """Set the share of the budget that this movie may cost.

        Raises `ValueError` outside [0, 1].
        """
        if not 0.0 <= weight <= 1.0:
            raise ValueError("a weight is between 0 and 1")
        self.answer({movie_id: {"weight": weight}})

    def rate(self, movie_id: int, rating: OwnRating) -> None:
        """Store the user's rating of a movie of the library.

        Recommendations made here count it (`RecommendService`). No release reads it.
        """
        self.answer({movie_id: {"own": rating}})

    def own_rating(self, movie_id: int | None) -> OwnRating:
        """Return what the person says of a movie."""
        if movie_id is None:
            return NOT_RATED
        with self._context.database.read() as session:
            return own_ratings(session, [movie_id]).get(movie_id, NOT_RATED)

    def search_catalog(self, text: str, limit: int = 20) -> list[tuple[int, Movie]]:
        """Movies of the catalog by any of their titles, to add by hand; what fits best first.

        How they are found is in `matching.title_search`. The first call after the catalog changed
        prepares the search, which takes a moment.
        """
        stored, search = self._search.get()
        movies = stored.catalog.movies
        return [(stored.keys[at], movies[at]) for at in search.titles.find(text, limit).places]

    def prepare_search(self) -> None:
        """Make the search over the catalog, where it can be stored for later starts.

        Raises `Cancelled`.
        """
        if self._search_file is not None:
            self._search.get()

    @property
    def _search_file(self) -> Path | None:
        return self._context.public_cache("search")

    def _search_over(self, stored: StoredCatalog) -> MovieSearch:
        from epicrec_desktop.services.stored_search import search_over  # noqa: PLC0415

        return search_over(stored.catalog.movies, self._search_file, stored.sum)

    def best_known(self, count: int = 120) -> list[tuple[int, Movie]]:
        """Return the catalog's best-known movies of many decades and kinds, to pick from."""
        stored = self._context.catalog()
        movies = stored.catalog.movies
        return [(int(stored.ids[i]), movies[i]) for i in varied_selection(movies, count)]

    def search(
        self, text: str, limit: int = 60, names: Mapping[str, str] | None = None
    ) -> list[FoundMovie]:
        """Movies of the library and the catalog by title, person, theme, country, tone or likeness.

        How they are found is in `movie_search`. `names`: names of what movies have in common in the
        user's language. Movies that no catalog has are found by title, and come first.
        """
        with self._context.database.read() as session:
            own = OwnMovies(session)
            others = {*own.statuses, *own.wanted}.difference(self._context.catalog().ids.tolist())
            unlisted = CatalogRepository(session).movies(others)
        stored, search = self._search.get()
        hits = [
            (stored.keys[hit.position], stored.catalog.movies[hit.position], hit.reasons)
            for hit in search.find(text, limit, names)
        ]
        return [
            own.found(key, movie, reasons)
            for key, movie, reasons in [*_own_hits(unlisted, text), *hits][:limit]
        ]

    def add(self, movie_id: int) -> LibraryEntry:
        """Add a movie of the catalog by hand, confirmed."""
        with self._context.database.write() as session:
            LibraryRepository(session).add(movie_id, now=self._context.now())
            assign_periods(session)
        return self.entries(only=movie_id)[0]

    def find(self, wire_id: str) -> int | None:
        """Return the local key of a movie of the catalog in use by its public name."""
        stored = self._context.catalog()
        position = stored.catalog.index.get(wire_id)
        return int(stored.ids[position]) if position is not None else None

    def movie(self, movie_id: int) -> Movie:
        """Return the movie of a local key that `find` returned."""
        with self._context.database.read() as session:
            return CatalogRepository(session).movies([movie_id])[movie_id]

    def refuse(self, movie_id: int) -> None:
        """Never recommend this movie again: it is in the library as rejected."""
        self.answer({movie_id: {"status": LibraryStatus.REJECTED}})

    def watchlist(self) -> list[tuple[int, Movie]]:
        """Return the watchlist, newest first, without movies that were answered since."""
        with self._context.database.read() as session:
            ids = WatchlistRepository(session).all()
            movies = CatalogRepository(session).movies(ids)
        return [(key, movies[key]) for key in ids]

    def watch_later(self, movie_id: int, wanted: bool) -> None:
        """Put a movie on the watchlist, or take it off."""
        self.answer({movie_id: {"wanted": wanted}})

    def candidates(self, movie_id: int) -> list[tuple[int, Movie]]:
        """Return the movies that a suggestion may mean: its own, which fits its day, and others.

        Its own alone where nothing was left open.
        """
        with self._context.database.read() as session:
            rule_evidence = LibraryRepository(session).rule_evidence(movie_id)
            ids = dict.fromkeys((movie_id, *(i for item in rule_evidence for i in item.others)))
            movies = CatalogRepository(session).movies(ids)
        return [(key, movies[key]) for key in ids if key in movies]

    def forget(self, ids: Sequence[int]) -> None:
        """Remove movies with all sightings and places on lists; a full scan may suggest them again.

        The recommendations shown last go too: they name movies of the library as reasons.
        """
        with self._context.database.write() as session:
            MovieListRepository(session).forget(ids)
            LibraryRepository(session).forget(ids, now=self._context.now())
            recommendations.forget(session)
        self._context.database.scrub()

    def last_recommendations(self) -> Recommendations | None:
        """Return the last result, shown at once at start and offline."""
        with self._context.database.read() as session:
            found = recommendations.load(session)
        language = self._context.database.title_language
        if found is None or found.language == language:
            return found
        return _relabeled(found, self._context.catalog().catalog, language)

    def counts(self) -> Mapping[LibraryStatus, int]:
        """Return how many movies have each status."""
        with self._context.database.read() as session:
            return LibraryRepository(session).counts()

    def waiting(self) -> int:
        """Return how many suggestions wait for an answer, without those only looked at."""
        with self._context.database.read() as session:
            return LibraryRepository(session).waiting()

    def confirmed(self) -> list[tuple[Movie, float]]:
        """Return the confirmed movies with their weights, without what was seen of them."""
        with self._context.database.read() as session:
            library = LibraryRepository(session)
            keys, weights = library.confirmed(listed=False), library.weights()
            movies = self._context.movies(session, keys)
        return [(movies[key], float(weights.get(key, 1))) for key in keys]


def _own_hits(
    movies: Mapping[int, Movie], text: str
) -> list[tuple[int, Movie, tuple[Reason, ...]]]:
    from epicrec_desktop.matching.title_search import TitleSearch, search_entry  # noqa: PLC0415

    found = TitleSearch([search_entry(movie) for movie in movies.values()]).find(text).filtered
    known = list(movies.items())
    return [(*known[place], ()) for place in found]


def count_categories(movies: Iterable[Movie]) -> dict[str, int]:
    """Return how many of these movies each of the 18 categories has."""
    sets = Counter(movie.categories for movie in movies)  # few different ones
    return {
        name: sum(count for categories, count in sets.items() if name in categories)
        for name in CATEGORIES
    }


def _last_seen(entry: LibraryEntry) -> float:
    return -entry.last_seen.timestamp() if entry.last_seen else 0.0


def _doubt(entry: LibraryEntry) -> float:
    """Sure suggestions come first: they are answered at once, and doubt is met where it begins."""
    return 0.0 if _is_answered(entry) else -(entry.decision.strength + entry.confidence)


def _is_answered(entry: LibraryEntry) -> bool:
    return entry.status is not LibraryStatus.SUGGESTED


def _relabeled(shown: Recommendations, catalog: Catalog, language: str) -> Recommendations:
    watched = {movie.public_label: movie for movie in catalog.movies}

    def again(one: Suggestion) -> Suggestion:
        movie = catalog.movie(one.wire_id)
        because = watched.get(one.because or "")
        return replace(
            one,
            local_title=movie.local_title if movie is not None else "",
            local_because=because.label if because and because.local_title else "",
        )

    rows = (replace(row, suggestions=tuple(map(again, row.suggestions))) for row in shown.rows)
    return replace(shown, rows=tuple(rows), language=language)
