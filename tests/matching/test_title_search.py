"""Finding a movie by what somebody types."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import Job, doing
from epicrec_desktop.matching.title_search import SearchEntry, TitleSearch, is_named, search_entry


@cache
def starter() -> tuple[Movie, ...]:
    return load_starter().movies


@cache
def search() -> TitleSearch:
    return TitleSearch([search_entry(movie) for movie in starter()])


@cache
def titles(letters: int = 0) -> list[tuple[int, str]]:
    """Return places and titles of at least that many letters."""
    return [
        (place, title)
        for place, movie in enumerate(starter())
        for title in (movie.title, *movie.alternative_titles)
        if sum(map(str.isalpha, title)) >= letters
    ]


TITLES = st.deferred(lambda: st.sampled_from(titles()))
LONG = st.deferred(lambda: st.sampled_from(titles(6)))


def found(text: str, limit: int = 10) -> list[str]:
    return [starter()[place].label for place in search().find(text, limit).places]


def filtered(text: str) -> list[str]:
    return [starter()[place].label for place in search().find(text).filtered]


@given(TITLES)
def test_any_title_finds_its_movie(known):
    place, title = known
    assert place in search().find(title, 10).places
    assert place in search().find(title.upper(), 10).places


@given(LONG, st.data())
def test_a_letter_may_be_missing(known, data):
    place, title = known
    letters = [at for at, letter in enumerate(title) if letter.isalpha()]
    at = data.draw(st.sampled_from(letters))
    assert place in search().find(title[:at] + title[at + 1 :], 10).places


@given(TITLES, st.randoms(use_true_random=False))
def test_words_come_in_any_order(known, shuffler):
    place, title = known
    asked = title.split()
    shuffler.shuffle(asked)
    assert place in search().find(" ".join(asked)).filtered


@given(st.text(max_size=80))
def test_any_text_is_answered(text):
    answer = search().find(text, 20)
    assert len(answer.places) == len(set(answer.places)) <= 20
    assert set(answer.direct) <= set(answer.places)
    assert search().find(text, 20) == answer


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("amelie", "Amélie (2001)"),
        ("das leben der anderen", "The Lives of Others (2006)"),
        ("metropolis 1927", "Metropolis (1927)"),
        ("Metropolis (2001)", "Metropolis (2001)"),
        ("metropolis 1930", "Metropolis (1927)"),  # the year is remembered wrongly
        ("godfather", "The Godfather (1972)"),
        ("matrix, the", "The Matrix (1999)"),
        ("the amelie", "Amélie (2001)"),
        ("spiderman", "Spider-Man (2002)"),
        ("wall-e", "WALL·E (2008)"),
        ("wall e", "WALL·E (2008)"),
        ("avventura", "L'Avventura (1960)"),
        ("seven", "Se7en (1995)"),
        ("godfather 2", "The Godfather Part II (1974)"),
        ("dune part 2", "Dune: Part Two (2024)"),
        ("天使爱美丽", "Amélie (2001)"),
        ("жизнь других", "The Lives of Others (2006)"),
        ("blade runner 2049", "Blade Runner 2049 (2017)"),
        ("1917", "1917 (2019)"),
        ("fur elise", None),
    ],
)
def test_typed_queries_find_their_movie(typed, first):
    assert next(iter(found(typed)), None) == first


@pytest.mark.parametrize(
    ("typed", "label"),
    [
        ("godfahter", "The Godfather (1972)"),  # two letters in each other's place
        ("godfahter", "The Godfather Part II (1974)"),
        ("schindlers lisd", "Schindler's List (1993)"),
        ("etrenal sunshin spotless", "Eternal Sunshine of the Spotless Mind (2004)"),
        ("qternal sunshine of the spotless minq", "Eternal Sunshine of the Spotless Mind (2004)"),
        ("metrpol", "Metropolis (1927)"),  # mistyped, and not done yet
        ("fight clbu 1999", "Fight Club (1999)"),
    ],
)
def test_slips_of_the_hand(typed, label):
    assert label in found(typed)


def test_a_movie_is_found_from_its_first_letters_on():
    title = "the lives of others"
    for length in range(5, len(title) + 1):
        assert "The Lives of Others (2006)" in filtered(title[:length])
    for typed in ("metropolis 19", "metropolis 192", "star w", "lord ring"):
        assert found(typed)


def test_a_year_alone_gives_its_movies_best_known_first():
    labels = filtered("1927")
    assert labels[0] == "Metropolis (1927)"
    assert set(labels) == {movie.label for movie in starter() if movie.year == 1927}


def test_beside_a_title_the_year_may_be_one_off():
    assert found("metropolis 1928")[0] == "Metropolis (1927)"
    assert "Metropolis (2001)" not in found("metropolis 1928")


def test_better_known_of_equal_matches_comes_first():
    things = [
        SearchEntry((title,), 2000, fame) for title, fame in (("Heat", 1), ("Heat", 9), ("Heat", 5))
    ]
    assert TitleSearch(things).find("heat").places == (1, 2, 0)


def test_filter_shows_mistyped_matches_only_without_exact_ones():
    things = [SearchEntry(("Sing",)), SearchEntry(("The Sting",)), SearchEntry(("String",))]
    search = TitleSearch(things)
    assert search.find("sing").filtered == (0,)
    assert search.find("strinng").filtered == (2,)


def test_a_number_off_is_another_movie():
    search = TitleSearch(
        [SearchEntry(("Rocky II",)), SearchEntry(("Rocky III",)), SearchEntry(("Rocky 4",))]
    )
    assert search.find("rocky 2").places == (0,)
    assert search.find("rocky 5").places == ()


def test_words_beside_the_title_count():
    search = TitleSearch([SearchEntry(("Heat",), 1995, also=("Crime", "Film noir"))])
    for typed in ("crime", "heat crime", "noir 1995", "crim"):
        assert search.find(typed).direct == (0,)
    assert search.find("comedy").places == ()


@pytest.mark.parametrize(
    "typed",
    ["", " ", "***", "\0\x1b[2J\x07", "\ud800", "x" * 10_000, "a " * 5_000, "\u202e" * 50,
     "的" * 10_000, "1" * 10_000, "🎬", "%_\\'\";--", "\u0301" * 9_999],
)  # fmt: skip
def test_hostile_text_finds_little_and_harms_nothing(typed):
    assert len(search().find(typed, 20).places) <= 20


@pytest.mark.parametrize("title", ["", "\0", "x" * 10_000, "的" * 10_000, "\ud800", "!!!"])
def test_hostile_titles_do_not_stand_in_the_way(title):
    things = [
        search_entry(Movie(title, None, (), alternative_titles=(title,))),
        search_entry(starter()[0]),
    ]
    search = TitleSearch(things)
    assert 1 in search.find(starter()[0].title).places
    assert search.find("metropolis 1930").places == ()


def test_empty_search_finds_nothing():
    assert TitleSearch([]).find("heat").places == ()
    assert TitleSearch([SearchEntry(())]).find("heat").places == ()


@pytest.mark.parametrize(
    ("text", "movie", "certain"),
    [
        ("Bugonia 2025", Movie("Big Fish & Begonia", 2016, ()), False),
        ("Bugonia", Movie("Big Fish & Begonia", 2016, ()), False),
        ("Superman 2025", Movie("The Science of Superman", 2006, ()), False),
        ("Sinners 2025", Movie("Sinners", 1960, ()), False),
        ("Sinners 1960", Movie("Sinners", 1960, ()), True),
        ("sinners", Movie("Sinners", 1960, ()), True),
        ("Sinners 1961", Movie("Sinners", 1960, ()), False),
        ("blade runner 2049", Movie("Blade Runner 2049", 2017, ()), True),
        ("godfather part 2", Movie("The Godfather Part II", 1974, ()), True),
        ("amelie 2001", Movie("Amélie", 2001, ()), True),
        ("...", Movie("Amélie", 2001, ()), False),
    ],
)
def test_only_exact_words_and_year_name_a_movie_without_doubt(text, movie, certain):
    assert is_named(movie, text) is certain


def test_year_that_no_movie_has_finds_others_and_none_directly():
    search = TitleSearch([search_entry(Movie("Sinners", 1960, ()))])
    assert search.find("Sinners 2025").places == (0,)
    assert search.find("Sinners 2025").direct == ()
    assert search.find("Sinners 1960").direct == (0,)


def test_making_a_search_ends_when_the_window_is_closed():
    asked = []

    def closed():
        asked.append(True)
        return len(asked) > 2

    entries = [search_entry(movie) for movie in starter()]
    with doing(Job(cancelled=closed)), pytest.raises(Cancelled):
        TitleSearch(entries)
    assert len(asked) == 3
