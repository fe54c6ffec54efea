"""A movie is not taken for a newer work of the same name, nor for one that came out later."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.export_records import MatchReason, Record
from epicrec_desktop.domain.history import Decision, Evidence, Visit
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.matching.decisions import accept_if_new
from epicrec_desktop.matching.export_records import RecordMatcher
from epicrec_desktop.matching.matcher import Matcher
from epicrec_desktop.matching.normalize import key
from epicrec_desktop.matching.sightings import collect_sightings

COMMON = ("The Last House", "House of Night", "Night at the House", "A Night in the House")
MOVIES = (
    Movie("The Night House", 2010, ("Horror",)),
    Movie("Night House Party", 2010, ("Comedy",)),
    Movie("Blade Runner", 1982, ("Sci-Fi",), imdb_id="tt0083658"),
    Movie("House Night", 2023, ("Drama",)),
    Movie("Blitz", 2024, ("Drama",)),
    Movie("Blitz", 2011, ("Action",)),
    Movie("Long Lost Harbor", 2024, ("Drama",), imdb_id="tt9999999"),
    *(Movie(f"{title} {number}", 1990, ("Drama",)) for title in COMMON for number in (3, 4)),
)
CATALOG = Catalog("some", "1", MOVIES)
MATCHER = Matcher(CATALOG)
NETFLIX = "https://www.netflix.com/title/81"
PLAYER = "https://www.netflix.com/watch/81"
VIDEO = "https://www.youtube.com/watch?v=abcdefghijk"


@pytest.mark.parametrize(
    ("title", "decision"),
    [
        ("The Night House", Decision.REVIEW),  # short and of common words: a series may have it
        ("Night House Party", Decision.ACCEPT),
        ("Blade Runner", Decision.ACCEPT),
        ("House Night", Decision.ACCEPT),  # one of the catalog's newest
    ],
)
def test_undated_service_page_is_accepted_only_without_newer_namesake(title, decision):
    match = MATCHER.match(NETFLIX, f"{title} | Netflix")
    assert match.decision is decision
    assert match.rule == "netflix-undated"  # "The page gave no year, so this may be another work"


def test_series_title_is_a_suggestion():
    for title in ("The Gentlemen", "Cape Fear", "Cruel Intentions"):
        matcher = Matcher(Catalog("one", "1", (Movie(title, 1999, ("Drama",)),)))
        assert matcher.match(NETFLIX, f"{title} | Netflix").decision is Decision.REVIEW, title


@pytest.mark.parametrize("title", ["Cruel Intentions", "For All Mankind", "Logan's Run", "M*A*S*H"])
def test_page_of_movies_and_series_does_not_say_which(title):
    matcher = Matcher(Catalog("one", "1", (Movie(title, 1979, ("Drama",)),)))
    entity = "https://www.disneyplus.com/browse/entity-0b7f4a52-91c5-4a0e-8f8b-0a9d3f2c1e11"
    movie = "https://www.disneyplus.com/movies/some-title/3DvPCgTdTKPd"
    assert matcher.match(entity, f"{title} | Disney+").decision is Decision.REVIEW
    assert matcher.match(movie, f"{title} | Disney+").decision is not Decision.NONE


def _visit(url: str, title: str, year: int) -> Visit:
    return Visit(url, title, datetime(year, 4, 2, tzinfo=UTC), 7_200.0)


def test_visit_does_not_mean_a_movie_that_came_out_later():
    found = collect_sightings(MATCHER, [_visit(PLAYER, "Blitz | Netflix", 2023)])
    assert [CATALOG.movies[sighting.movie].year for sighting in found] == [2011]
    assert found[0].verdict.decision is Decision.REVIEW
    early = [_visit(PLAYER, "Long Lost Harbor | Netflix", 2023)]
    assert collect_sightings(MATCHER, early) == []
    assert (
        len(collect_sightings(MATCHER, [_visit(PLAYER, "Long Lost Harbor | Netflix", 2024)])) == 1
    )


def test_id_of_a_movie_to_come_is_interest():
    visit = _visit("https://www.imdb.com/title/tt9999999/", "Long Lost Harbor (2024) - IMDb", 2022)
    (found,) = collect_sightings(MATCHER, [visit])
    assert found.verdict.evidence is Evidence.INTEREST
    played = visit.replace(match=MATCHER.match(visit.url, visit.title))
    played = played.replace(match=played.match.replace(evidence=Evidence.WATCHED))
    (found,) = collect_sightings(MATCHER, [played])
    assert found.verdict.evidence is Evidence.INTEREST


@pytest.mark.parametrize(
    ("title", "year_seen", "reason", "years"),
    [
        ("Blitz", 2023, MatchReason.TITLE_AND_DAY, (2011,)),
        ("Blitz", 2025, MatchReason.SEVERAL, (2024, 2011)),
        ("Long Lost Harbor", 2023, MatchReason.OTHER_YEAR, ()),
        ("Long Lost Harbor", 2025, MatchReason.TITLE_AND_DAY, (2024,)),
        ("The Night House", 2025, MatchReason.TITLE_ALONE, (2010,)),
    ],
)
def test_export_row_means_a_movie_that_was_out_on_that_day(title, year_seen, reason, years):
    match = RecordMatcher(CATALOG).match(Record(title, seen=date(year_seen, 5, 1)))
    assert match.grounds is reason
    assert tuple(CATALOG.movies[i].year for i in match.movies) == years
    assert match.sure == (reason is MatchReason.TITLE_AND_DAY)


def test_export_row_without_a_day_is_not_sure():
    match = RecordMatcher(CATALOG).match(Record("Long Lost Harbor"))
    assert match.grounds is MatchReason.TITLE_ALONE
    assert not match.sure


@pytest.mark.parametrize(
    ("title", "sure"),
    [
        ("Gladiator", True),  # one word, of a movie that is famous
        ("Safe", False),  # of one that is not: many movies have the word
        ("Raw Deal", False),
        ("The Eyes of Tammy Faye", True),  # few works share a long title
    ],
)
def test_short_title_of_a_page_means_a_well_known_movie(starter, title, sure):
    page = starter.match("https://www.rottentomatoes.com/m/some", f"{title} | Rotten Tomatoes")
    assert (page.decision is Decision.ACCEPT) is sure


@pytest.mark.parametrize(
    ("title", "seen", "near", "sure"),
    [
        ("Gladiator", 2024, None, True),
        ("Safe", 2024, None, False),
        ("Raw Deal", 2024, None, False),
        ("The Eyes of Tammy Faye", 2024, None, True),
        ("Snowpiercer", 2014, None, True),  # while it was new
        ("Snowpiercer", 2020, None, False),  # the series of that year
        ("The Equalizer", 2014, None, True),
        ("The Equalizer", 2021, None, False),
        ("The Matrix", 2023, None, True),  # famous
        ("Il cacciatore", 2018, None, False),  # a series; the article is Italian
        ("Como agua para chocolate", 2024, None, False),  # the series has it in every language
        ("Gladiator", None, 2001, True),
        ("The Class", None, 2007, False),  # an Estonian movie, which the catalog lacks
        ("The Eyes of Tammy Faye", None, 2022, True),
    ],
)
def test_short_title_of_a_row_means_a_famous_movie_or_one_that_was_new(
    starter, title, seen, near, sure
):
    day = date(seen, 5, 1) if seen else None
    match = RecordMatcher(starter.catalog).match(Record(title, near, seen=day))
    assert match.movies
    assert match.sure is sure


PAGES = {  # of each kind an address and a title, with the name in both
    "trailer": (VIDEO, "{} - YouTube"),
    "article": ("https://en.wikipedia.org/wiki/{}", "{} - Wikipedia"),
    "film": ("https://www.disneyplus.com/movies/some-film/3DvPCgTdTKPd", "Watch {} | Disney+"),
    "thread": (
        "https://www.reddit.com/r/movies/comments/1b4ch1c/official_discussion/",
        "Official Discussion - {} [SPOILERS] : r/movies",
    ),
}


@pytest.mark.parametrize(
    ("kind", "name", "decision"),
    [
        ("trailer", "BLADE RUNNER 2049 - Official Trailer", Decision.ACCEPT),
        ("trailer", "Mad Max: Fury Road - Official Main Trailer [HD]", Decision.ACCEPT),
        ("trailer", "Dune: Part Two | Official Trailer", Decision.ACCEPT),  # one of the last years
        ("trailer", "Dune: Part Two | Official Trailer | Max", Decision.REVIEW),  # a series'?
        ("trailer", "Mad Max: Fury Road | Fan Made Trailer", Decision.NONE),
        ("trailer", "Mad Max: Fury Road | Official Trailer (Concept)", Decision.REVIEW),
        ("trailer", "Some Like It Hot | Official Trailer", Decision.REVIEW),  # a musical has it
        ("trailer", "The Wages of Fear | Official Trailer", Decision.REVIEW),  # again in 2024
        ("trailer", "Sonic the Hedgehog 2 | Official Trailer", Decision.REVIEW),  # a game
        ("trailer", "Ready or Not - Official Trailer", Decision.REVIEW),
        ("trailer", "Barbie | Main Trailer", Decision.REVIEW),  # one word
        ("trailer", "Ziemlich beste Freunde | Trailer deutsch", Decision.REVIEW),  # of elsewhere
        ("article", "Mad Max: Fury Road", Decision.ACCEPT),
        ("article", "Terminator 2: Judgment Day", Decision.ACCEPT),
        ("article", "Iron Man 3", Decision.ACCEPT),
        ("article", "Air Force One", Decision.REVIEW),  # an airplane
        ("article", "Prince of Persia: The Sands of Time", Decision.REVIEW),  # a game
        ("article", "Sweeney Todd: The Demon Barber of Fleet Street", Decision.REVIEW),  # a musical
        ("article", "The Devil Wears Prada", Decision.REVIEW),  # a novel
        ("article", "Over the Hedge", Decision.REVIEW),  # a comic strip
        ("article", "The Terminator", Decision.REVIEW),
        # Of a book that was made a series a newer movie may follow; this one is famous.
        ("film", "Sense and Sensibility", Decision.REVIEW),
        ("film", "The Exorcist", Decision.ACCEPT),
        ("thread", "Dune: Part Two", Decision.ACCEPT),
        ("thread", "Steel Magnolias", Decision.REVIEW),  # a newer movie has the title
        ("thread", "Watchmen", Decision.REVIEW),  # one word
    ],
)
def test_page_without_a_year_means_a_movie_whose_title_no_other_work_has(
    starter, kind, name, decision
):
    address, title = PAGES[kind]
    match = starter.match(address.format(name.replace(" ", "_")), title.format(name))
    assert match.decision is decision


def test_article_is_about_no_movie_of_a_later_year(starter):
    title = "Joker review – an actor's triumph | Film | The Guardian"
    for day, decision in (
        ("2019/oct/03/", Decision.ACCEPT),
        ("1999/jan/02/", Decision.NONE),  # another, older work
        ("2017/aug/30/", Decision.NONE),
        ("", Decision.ACCEPT),
    ):
        page = f"https://www.theguardian.com/film/{day}some-review"
        assert starter.match(page, title).decision is decision, day


NAMES = Path(__file__).with_name("series_and_remakes.txt")
UUID = "0b7d6b30-1111-4c8e-9a4b-0123456789ab"
SERIES_PAGES = {  # titles as the services write them, of pages that a series may have
    "https://www.netflix.com/title/81000001": "{} | Netflix",
    "https://www.netflix.com/watch/81000001": "{} - Netflix",
    "https://www.primevideo.com/detail/0ABCDEFGHIJKLMNOPQRSTUVW00": "Prime Video: {}",
    "https://www.amazon.com/gp/video/detail/B000000001": "Watch {} | Prime Video",
    f"https://www.disneyplus.com/browse/entity-{UUID}": "{} | Disney+",
    f"https://www.disneyplus.com/play/{UUID}": "{} | Disney+",
    f"https://www.hulu.com/series/some-series-{UUID}": "Watch {} Streaming Online | Hulu",
    f"https://www.hulu.com/watch/{UUID}": "Watch {} | Hulu",
    f"https://play.max.com/show/{UUID}": "{} • Max",
    f"https://play.max.com/video/watch/{UUID}/{UUID}": "{} • Max",
    "https://tv.apple.com/us/show/some-series/umc.cmc.1": "{} - Apple TV+",
}
MOVIE_PAGES = {
    "https://www.netflix.com/title/81000001": "{} | Netflix",
    "https://www.primevideo.com/detail/0ABCDEFGHIJKLMNOPQRSTUVW00": "Prime Video: {}",
    "https://www.disneyplus.com/movies/some-film/3DvPCgTdTKPd": "Watch {} | Disney+",
    f"https://www.hulu.com/movie/some-film-{UUID}": "Watch {} Streaming Online | Hulu",
    f"https://play.max.com/movie/{UUID}": "{} • Max",
    "https://tv.apple.com/us/movie/some-film/umc.cmc.1": "{} - Apple TV",
}


@pytest.fixture(scope="module")
def starter() -> Matcher:
    return Matcher(load_starter())


def _names(kind: str) -> list[str]:
    text = NAMES.read_text(encoding="utf-8").split(f"== {kind}\n")[1]
    return text.split("\n== ")[0].splitlines()


def test_names_of_series_are_no_movies(starter):
    names = _names("series")
    pages = [(name, *page) for name in names for page in SERIES_PAGES.items()]
    matches = [(name, starter.match(url, title.format(name))) for name, url, title in pages]
    assert [name for name, match in matches if match.decision is Decision.ACCEPT] == []
    suggested = [name for name, match in matches if match.movies]
    assert len(suggested) < 0.03 * len(pages)  # a movie of the same name is well known


def test_names_of_series_and_remakes_in_rows_are_no_older_movies(starter):
    records = RecordMatcher(starter.catalog)
    movies = starter.catalog.movies
    for year in (2021, 2024, 2026):
        rows = {
            name: records.match(Record(name, seen=date(year, 5, 1))) for name in _names("series")
        }
        assert [name for name, match in rows.items() if match.sure] == []
    asked = []
    for name in _names("remakes"):
        match = records.match(Record(name, seen=date(2026, 5, 1)))
        newer = bool(match.movies) and (movies[match.movies[0]].year or 0) >= 2018
        assert newer or not match.sure, name
        asked += [newer] if match.movies and not match.sure else []
    assert sum(asked) > 0.9 * len(asked) > 80


TRAILERS = (
    "{} | Official Trailer - YouTube",
    "{} - Official Main Trailer [HD] - YouTube",
    "{} | Final Trailer - YouTube",
    "{} Official Trailer (HD) - YouTube",
    "{} | Official Trailer | Max - YouTube",
)


def test_trailer_of_a_series_is_no_movie(starter):
    titles = [shape.format(name) for name in _names("series") for shape in TRAILERS]
    accepted = [t for t in titles if starter.match(VIDEO, t).decision is Decision.ACCEPT]
    assert accepted == []


@pytest.mark.parametrize("kind", ["remakes", "films of 2019 to 2026"])
def test_trailer_of_a_newer_movie_is_not_an_older_ones(starter, kind):
    movies = starter.catalog.movies
    titles = [shape.format(name) for name in _names(kind) for shape in TRAILERS]
    matches = [(title, starter.match(VIDEO, title)) for title in titles]
    older = [
        (title, match.decision)
        for title, match in matches
        if match.movies and all((movies[i].year or 0) < 2018 for i in match.movies)
    ]
    assert [title for title, decision in older if decision is Decision.ACCEPT] == []
    assert len(older) < 0.05 * len(titles)  # the catalog lacks some of the newer ones


def test_trailer_or_article_of_another_work_is_no_older_movie(starter):
    """Series, games, documentaries, plays and movies, as titles of trailers and of Wikipedia."""
    movies = starter.catalog.movies
    works = Path(__file__).with_name("newer_works.txt").read_text(encoding="utf-8").splitlines()
    wrong = []
    for work in works:
        name, _, year = work.rstrip(")").rpartition(" (")
        pages = [(VIDEO, shape.format(name)) for shape in TRAILERS]
        pages.append((f"https://en.wikipedia.org/wiki/{name.replace(' ', '_')}", name))
        for url, title in pages if name else ():
            match = starter.match(url, title)
            if match.decision is Decision.ACCEPT:
                movie = movies[match.movies[0]]
                if abs((movie.year or 0) - int(year)) > 1:
                    wrong.append((title, movie.label))
    assert wrong == []


@pytest.mark.parametrize("kind", ["series", "remakes", "films of 2019 to 2026"])
def test_no_day_of_a_visit_makes_a_newer_work_an_older_movie(starter, kind):
    """On whatever day since 2019 a page of such a name was visited, and for whatever page."""
    movies = starter.catalog.movies
    pages = [*SERIES_PAGES.items(), *((VIDEO, shape) for shape in TRAILERS)]
    if kind != "series":
        pages.extend(MOVIE_PAGES.items())
    for name in _names(kind):
        for url, title in pages:
            match = starter.match(url, title.format(name))
            for year in range(2019, 2027) if match.if_new else ():
                taken = accept_if_new(match, movies, year)
                new = (movies[match.movies[0]].year or 0) >= 2018
                assert taken.decision is not Decision.ACCEPT or new, (name, url, year)


@pytest.mark.parametrize(
    ("year", "decision"),
    [
        (2019, Decision.ACCEPT),
        (2020, Decision.ACCEPT),
        (2021, Decision.REVIEW),  # another work may have the title by then
        (2026, Decision.REVIEW),
        (2099, Decision.REVIEW),  # a visit without a day
    ],
)
def test_visit_while_a_movie_is_new_means_that_movie(starter, year, decision):
    visits = [_visit(NETFLIX, "Watch The Irishman | Netflix", year)]
    (found,) = collect_sightings(starter, visits)
    assert starter.movies[found.movie].label == "The Irishman (2019)"
    assert found.verdict.decision is decision
    assert found.verdict.rule == "netflix-undated"


def test_first_visit_of_a_page_dates_its_later_ones(starter):
    later = _visit(NETFLIX, "Watch The Irishman | Netflix", 2025)
    first = later.replace(first_time=datetime(2019, 12, 1, tzinfo=UTC))
    (found,) = collect_sightings(starter, [first])
    assert found.verdict.decision is Decision.ACCEPT


@pytest.mark.parametrize(
    ("url", "title", "year"),
    [
        (NETFLIX, "Roma | Netflix", 2018),  # two movies
        (NETFLIX, "The Outsider | Netflix", 2018),  # a series has it
        (NETFLIX, "Heat | Netflix", 1996),  # a word that other titles have
        ("https://en.wikipedia.org/wiki/The_Terminator", "The Terminator - Wikipedia", 1984),
    ],
)
def test_visit_while_a_movie_is_new_is_not_enough_for_a_shared_title(starter, url, title, year):
    found = collect_sightings(starter, [_visit(url, title, year)])
    assert all(one.verdict.decision is not Decision.ACCEPT for one in found)


def test_trailer_of_the_year_before_means_the_movie_to_come(starter):
    title = "JOKER - Final Trailer - Now Playing In Theaters - YouTube"
    for year, decision in ((2018, Decision.ACCEPT), (2019, Decision.ACCEPT)):
        (found,) = collect_sightings(starter, [_visit(VIDEO, title, year)])
        assert found.verdict.decision is decision
        assert found.verdict.evidence is Evidence.INTEREST
    (found,) = collect_sightings(starter, [_visit(VIDEO, title, 2024)])
    assert found.verdict.decision is Decision.REVIEW


def test_article_of_a_movies_year_means_that_movie(starter):
    """A title that newer works may have, of a movie that is well known."""
    title = "The Big Short review – bankers | Film | The Guardian"
    page = "https://www.theguardian.com/film/{}some-review"
    movies = starter.catalog.movies
    for date_in_address, sure in (("2015/nov/20/", True), ("2025/nov/20/", None), ("", None)):
        match = starter.match(page.format(date_in_address), title)
        assert [movies[i].label for i in match.movies] == ["The Big Short (2015)"]
        assert sure is None or (match.decision is Decision.ACCEPT) is sure


def test_short_title_in_another_language_is_a_suggestion(starter):
    """Series of other languages, and their names elsewhere, are not known."""
    for name, movie in (
        ("La caza", "The Hunt"),
        ("Os Outros", "The Others"),
        ("Il cacciatore", "The Deer Hunter"),
        ("La niebla", "The Mist"),
        ("Шерлок Холмс", "Sherlock Holmes"),
    ):
        match = starter.match(NETFLIX, f"{name} | Netflix")
        assert match.decision in {Decision.REVIEW, Decision.WHICH}, name
        assert starter.catalog.movies[match.movies[0]].title == movie
    longer = starter.match(NETFLIX, "Die durch die Hölle gehen | Netflix")
    assert longer.decision is Decision.ACCEPT


@pytest.mark.parametrize("kind", ["remakes", "films of 2019 to 2026"])
def test_newer_movie_is_not_taken_for_an_older_one(starter, kind):
    movies = starter.catalog.movies
    pages = [(name, *page) for name in _names(kind) for page in MOVIE_PAGES.items()]
    older = []
    for name, url, title in pages:
        match = starter.match(url, title.format(name))
        if match.movies and all((movies[i].year or 0) < 2018 for i in match.movies):
            older.append((name, match.decision))
    assert [name for name, decision in older if decision is Decision.ACCEPT] == []
    assert len(older) < 0.05 * len(pages)  # the catalog lacks some of the newer ones


def test_word_of_the_site_and_a_title_are_not_one_title(starter):
    """ "Watch Men" is a page of "Men", though its letters are those of "Watchmen"."""
    page = "https://www.disneyplus.com/movies/some-film/3DvPCgTdTKPd"
    for name in ("Men", "Watchmen"):
        match = starter.match(page, f"Watch {name} | Disney+")
        assert {starter.catalog.movies[i].title for i in match.movies} == {name}


@pytest.mark.parametrize(
    ("title", "decision"),
    [
        ("Well Known Word", Decision.ACCEPT),
        ("Zephyr", Decision.ACCEPT),  # one word, of a movie that everybody knows
        ("Zither", Decision.ACCEPT),  # less known, and of a word that no other title has
        ("Zenith", Decision.REVIEW),
        ("Zircon", Decision.REVIEW),  # hardly known
    ],
)
def test_one_word_is_enough_on_a_movie_page_of_a_famous_movie(title, decision):
    known = (Movie(f"Filler {n} Film", 1990, ("Drama",), popularity=50.0) for n in range(500))
    hardly = (Movie(f"Filler {n} Film", 1990, ("Drama",), popularity=5.0) for n in range(2_000))
    movies = (
        Movie("Zephyr", 1995, ("Drama",), popularity=90.0),
        Movie("Well Known Word", 1995, ("Drama",), popularity=90.0),
        Movie("Zither", 1995, ("Drama",), popularity=10.0),
        Movie("Zenith", 1995, ("Drama",), popularity=10.0),
        Movie("At the Zenith", 1985, ("Drama",), popularity=1.0),
        Movie("Zircon", 1995, ("Drama",), popularity=1.0),
        *known,
        *hardly,
    )
    matcher = Matcher(Catalog("large", "1", movies))
    page = "https://tv.apple.com/us/movie/some-film/umc.cmc.1"
    assert matcher.match(page, f"{title} - Apple TV").decision is decision
    # Netflix has series on such pages.
    netflix = matcher.match(NETFLIX, f"{title} | Netflix")
    assert (netflix.decision is Decision.ACCEPT) == (title == "Well Known Word")


REMADE = (
    Movie("The Crow", 1994, ("Action",), alternative_titles=("El cuervo",), popularity=900.0),
    Movie("The Crow", 2024, ("Action",), popularity=10.0),
    Movie("Raven", 1990, ("Drama",), alternative_titles=("El cuervo negro", "The Raven")),
)
REMAKES = Catalog("remakes", "1", REMADE)


@pytest.mark.parametrize(
    ("title", "year_seen", "reason", "years"),
    [
        ("El cuervo", 2025, MatchReason.SEVERAL, (2024, 1994)),
        ("El cuervo", 2020, MatchReason.TITLE_ALONE, (1994,)),
        ("The Crow", 2025, MatchReason.SEVERAL, (2024, 1994)),
        ("The Crow", 2045, MatchReason.SEVERAL, (1994, 2024)),
        ("El cuervo negro", 2025, MatchReason.TITLE_AND_DAY, (1990,)),
    ],
)
def test_a_remake_has_the_titles_of_the_older_movie_in_every_language(
    title, year_seen, reason, years
):
    match = RecordMatcher(REMAKES).match(Record(title, seen=date(year_seen, 5, 1)))
    assert match.grounds is reason
    assert tuple(REMADE[i].year for i in match.movies) == years


def test_a_question_offers_the_movie_that_was_new_on_that_day_first():
    matcher = Matcher(REMAKES)
    for year, first in ((2025, 1), (2045, 0)):
        time = datetime(year, 5, 1, tzinfo=UTC)
        (found,) = collect_sightings(matcher, [Visit(NETFLIX, "El cuervo | Netflix", time)])
        assert found.movie == first
        assert found.verdict.decision is Decision.WHICH
        assert found.rule_evidence[0].others == (1 - first,)


def test_no_title_of_a_family_means_the_older_movie_once_the_newer_one_is_out(starter):
    """Every title, in every language, of the catalog's movies that were made again since 2018, as
    rows without a year and on pages of six services."""
    movies = starter.catalog.movies
    families: dict[str, list[int]] = {}
    for place, movie in enumerate(movies):
        if movie.year:
            families.setdefault(key(movie.title), []).append(place)
    records = RecordMatcher(starter.catalog)
    asked: dict[str, list[bool]] = {"rows": [], "pages": []}
    for family in families.values():
        newest = max(family, key=lambda place: movies[place].year or 0)
        year = movies[newest].year or 0
        if len(family) < 2 or year < 2018:
            continue
        for title in {t for i in family for t in (movies[i].title, *movies[i].alternative_titles)}:
            match = records.match(Record(title, seen=date(year, 12, 30)))
            assert not match.sure or match.movies == (newest,), title
            if not match.sure:
                asked["rows"].append(match.movies[:1] == (newest,))
            for url, shape in MOVIE_PAGES.items():
                visit = _visit(url, shape.format(title), year).replace(count=2)
                for sighting in collect_sightings(starter, [visit]):
                    assert not sighting.verdict.sure or sighting.movie == newest, (title, url)
                    asked["pages"].append(sighting.movie == newest)
    for first in asked.values():
        assert sum(first) > 0.9 * len(first) > 270
