"""A record of an export and the movie it names: sure, doubtful, one of several, or none and why."""

from datetime import date

import pytest

from epicrec_desktop.domain.export_records import MatchReason, Record, RecordMatch
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.matching.export_records import RecordMatcher, episodes

MOVIES = (
    Movie("Heat", 1995, ("Crime",), imdb_id="tt0113277", popularity=9),
    Movie("Heat", 1986, ("Action",), imdb_id="tt0093164", popularity=1),
    Movie("The Matrix", 1999, ("Action",), imdb_id="tt0133093", popularity=8),
    Movie("Se7en", 1995, ("Crime",), imdb_id="tt0114369", alternative_titles=("Seven",)),
    Movie("Amélie", 2001, ("Comedy",), wikidata_id="Q484048"),
    Movie("The Lord of the Rings: The Two Towers", 2002, ("Fantasy",), imdb_id="tt0167261"),
    Movie("Undated", None, ("Drama",), imdb_id="tt0000001"),
    Movie("Twins", 2000, ("Drama",), imdb_id="tt0000002"),
    Movie("Twins", 2000, ("Drama",), imdb_id="tt0000003"),
    Movie("Ocean's Eleven", 2001, ("Crime",), imdb_id="tt0240772"),
)


@pytest.fixture(scope="module")
def matcher() -> RecordMatcher:
    return RecordMatcher(Catalog("some", "1", MOVIES))


@pytest.mark.parametrize(
    ("record", "grounds", "movies"),
    [
        (Record("anything", 1900, "tt0133093"), MatchReason.IMDB_ID, (2,)),
        (Record("", None, "tt0133093"), MatchReason.IMDB_ID, (2,)),
        (Record("heat", 1995), MatchReason.TITLE_YEAR, (0,)),
        (Record("Matrix, The", 1999), MatchReason.TITLE_YEAR, (2,)),
        (Record("Sieben", 1995, other_titles=("Se7en",)), MatchReason.TITLE_YEAR, (3,)),
        (Record("The Matrix", 1998), MatchReason.NEAR_YEAR, (2,)),
        (Record("Ocean's Eleven", 2002), MatchReason.NEAR_YEAR, (9,)),
        (Record("AMELIE", 2001, "tt0211915"), MatchReason.TITLE_YEAR, (4,)),
        (Record("Amélie"), MatchReason.TITLE_ALONE, (4,)),
        (Record("The Matrix (Extended Edition)", 1999), MatchReason.TITLE_YEAR, (2,)),
        (Record("Heat"), MatchReason.SEVERAL, (0, 1)),
        (Record("Twins", 2000), MatchReason.SEVERAL, (7, 8)),
        (Record("The Two Towers", 2002), MatchReason.PART, (5,)),
        (Record("O Matrix do Mundo - The Matrix", 1999), MatchReason.PART, (2,)),
        (Record("Amélie - Das wunderbare Leben"), MatchReason.PART, (4,)),
        (Record("The Matrix: O Filme", seen=date(2020, 1, 1)), MatchReason.PART, (2,)),
        (Record("Undated/アンデイテッド"), MatchReason.PART, (6,)),
        (Record("Nothing - Like It"), MatchReason.UNKNOWN, ()),
        (Record("Undated", 1990), MatchReason.PART, (6,)),
        (Record("Heat", 2010), MatchReason.OTHER_YEAR, ()),
        (Record("Heat", 1995, "tt9999999"), MatchReason.OTHER_ID, ()),
        (Record("Nothing Like It", 1995), MatchReason.UNKNOWN, ()),
        (Record("", None, "tt9999999"), MatchReason.UNKNOWN, ()),
        (Record("???"), MatchReason.UNKNOWN, ()),
    ],
)
def test_record_matches_the_expected_movie(matcher, record, grounds, movies):
    assert matcher.match(record) == RecordMatch(grounds, movies)


def test_only_an_id_or_a_title_with_year_or_day_is_sure(matcher):
    sure = {grounds for grounds in MatchReason if RecordMatch(grounds).sure}
    assert sure == {
        MatchReason.IMDB_ID,
        MatchReason.TITLE_YEAR,
        MatchReason.NEAR_YEAR,
        MatchReason.TITLE_AND_DAY,
        MatchReason.PAGES,
        MatchReason.CORRECTED,
    }


def _episodes(matcher: RecordMatcher, *rows: tuple[str, int]) -> set[str]:
    records = [Record(title, seen=date(2023, 6, day)) for title, day in rows]
    return set(episodes((record, matcher.match(record)) for record in records))


def test_many_titles_that_begin_alike_are_episodes(matcher):
    """As Netflix writes a series of one season: without the season, in every language."""
    one_day = [("FUBAR: Stole Train", 7), ("FUBAR: Honeyplot", 7), ("FUBAR: Urine Luck", 7)]
    assert _episodes(matcher, *one_day, ("FUBAR: Here Today", 8)) == set()
    assert len(_episodes(matcher, *one_day, ("FUBAR: Here Today", 7))) == 4
    over_days = [(f"鬼滅の刃: {chr(0x3042 + i)}", i + 1) for i in range(6)]
    assert _episodes(matcher, *over_days[:5], ("Heat", 9)) == set()
    assert len(_episodes(matcher, *over_days, ("Heat", 9))) == 6


def test_what_follows_a_known_series_is_an_episode(matcher):
    watched = [("Squid Game: Rød lys", 7), ("Mr. Robot: eps1.2_d3bug.mkv", 7)]
    assert _episodes(matcher, *watched, ("Squid: Rød lys", 7)) == {title for title, _ in watched}


def test_movies_of_a_series_of_movies_are_no_episodes(matcher):
    """One of them is in the catalog, so that what begins alike may be movies too."""
    parts = ["The Two Towers", *(f"Another {i}" for i in range(6))]
    watched = [(f"The Lord of the Rings: {part}", 7) for part in parts]
    assert _episodes(matcher, *watched) == set()
    assert len(_episodes(matcher, *watched[1:])) == 6
