"""A year in movies: counted from the days that the library knows, and from nothing else."""

from datetime import UTC, date, datetime, timedelta

from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus, RuleEvidence
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.services.year_in_movies import (
    WatchedMovie,
    library_in_movies,
    on_this_day,
    watched_movies,
    year_in_movies,
    years,
)
from epicrec_desktop.store.ratings import Imported


def _watched(title: str, made: int | None, day: str | None, **more: object) -> WatchedMovie:
    popularity = float(more.pop("popularity", 0.0))
    movie = Movie(title, made, ("Drama",) if made else (), popularity=popularity)
    return WatchedMovie(movie, date.fromisoformat(day) if day else None, **more)


WATCHED = [
    _watched("Heat", 1995, "2025-12-31", minutes=170, directors=("Mann",), popularity=900),
    _watched("Thief", 1981, "2025-01-01", minutes=123, directors=("Mann",), popularity=40),
    _watched("Ran", 1985, "2025-06-05", minutes=162, directors=("Kurosawa",), popularity=0),
    _watched("Past Lives", 2023, "2024-11-23", minutes=105),
    _watched("Aftersun", 2022, "2023-11-23"),
    _watched("No day", None, None),
]


def test_a_year_counts_its_own_days_alone():
    found = year_in_movies(WATCHED, 2025)
    assert [one.movie.title for one in found.movies] == ["Thief", "Ran", "Heat"]
    assert found.months == (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1)
    assert found.decades == ((1980, 2), (1990, 1))
    assert found.categories == (("Drama", 3),)
    assert found.directors == (("Mann", 2),), "a director of one movie is no favorite"
    assert found.minutes == 170 + 123 + 162
    named = (found.first, found.last, found.longest, found.oldest, found.least_known)
    titles = [one.movie.title for one in named if one is not None]
    assert titles == ["Thief", "Heat", "Heat", "Thief", "Thief"], "unknown fame is not rare"
    assert (found.timed, found.hours) == (True, 8)
    assert found.undated == 1
    assert years(WATCHED) == [2025, 2024, 2023]


def test_all_movies_are_counted_with_and_without_a_day():
    found = library_in_movies(WATCHED)
    assert len(found.movies) == len(WATCHED)
    assert found.decades == ((1980, 2), (2020, 2), (1990, 1))
    named = (found.first, found.last, found.longest, found.oldest)
    # 560 minutes, and two movies of which nobody wrote the length down: no hour more is claimed.
    assert (found.timed, found.hours) == (False, 9)
    titles = [one.movie.title for one in named if one is not None]
    assert titles == ["Aftersun", "Heat", "Heat", "Thief"]
    undated = library_in_movies(WATCHED[-1:])
    assert (undated.first, undated.undated) == (None, 1)


def test_an_empty_year_has_no_first_movie():
    found = year_in_movies(WATCHED, 1999)
    assert found.movies == ()
    assert found.first is None
    assert found.longest is None
    assert sum(found.months) == 0
    assert found.undated == 1


def test_on_this_day_of_an_earlier_year():
    found = on_this_day(WATCHED, date(2026, 11, 23))
    assert found.movie.title == "Past Lives"
    assert on_this_day(WATCHED, date(2024, 11, 23)) == WATCHED[4]
    assert on_this_day(WATCHED, date(2025, 12, 31)) is None, "today is no anniversary"


def _entry(evidence: Evidence, *imports: Imported, later: int = 0) -> LibraryEntry:
    """An entry that was seen on 1 March 2024, and `later` days after it on a page about it."""
    first = datetime(2024, 3, 1, 12, tzinfo=UTC)
    rules = [RuleEvidence("rule", Decision.ACCEPT, evidence, 1.0)]
    if later:
        rules.append(RuleEvidence("page", Decision.ACCEPT, Evidence.INTEREST, 1.0))
    return LibraryEntry(
        movie_id=1,
        movie=WATCHED[0].movie,
        status=LibraryStatus.CONFIRMED,
        changed=first,
        answered=True,
        evidence=evidence,
        rule="rule",
        decision=Decision.ACCEPT,
        confidence=1.0,
        count=1,
        first_seen=first,
        last_seen=first + timedelta(days=later),
        brief_visit=False,
        rule_evidence=tuple(rules),
        imports=imports,
    )


def test_a_page_about_a_movie_says_no_day():
    assert _entry(Evidence.INTEREST).watched_day is None
    assert _entry(Evidence.WATCHED).watched_day == date(2024, 3, 1)
    seen = Imported(Service.LETTERBOXD, date(2025, 7, 1))
    assert _entry(Evidence.WATCHED, seen).watched_day == date(2025, 7, 1)


def test_the_day_of_a_rating_is_no_day_of_watching():
    """It is one by which the movie was seen: of several the first, and none beside a day."""
    rated = Imported(Service.IMDB, None, 0.9, seen_by=date(2024, 6, 1))
    marked = Imported(Service.TRAKT, seen_by=date(2023, 6, 1))
    entry = _entry(Evidence.WATCHED, rated, marked).replace(first_seen=None, last_seen=None)
    assert entry.watched_day is None
    assert entry.seen_by == marked
    year = year_in_movies(watched_movies([entry], None), 2024)
    assert (year.movies, year.undated) == ((), 1)
    dated = rated.joined(Imported(Service.IMDB, date(2025, 7, 1)))
    assert (dated.seen, dated.seen_by) == (date(2025, 7, 1), None)


def test_a_movie_that_was_played_again_is_of_the_last_day():
    entry = _entry(Evidence.WATCHED)
    again = entry.replace(last_seen=datetime(2025, 2, 3, 12, tzinfo=UTC))
    assert again.watched_day == date(2025, 2, 3)


def test_a_page_about_a_movie_on_another_day_leaves_its_day_open():
    """Either of the two days may be the one on which it was played: only the span is kept."""
    assert _entry(Evidence.WATCHED, later=200).watched_day is None
    seen = Imported(Service.LETTERBOXD, date(2025, 7, 1))
    assert _entry(Evidence.WATCHED, seen, later=200).watched_day == date(2025, 7, 1)
