"""Tests of catalogs in the database, and of joining rows that are one movie."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import Connection, event

from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus, RuleEvidence, weigh
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.store import catalog_merge
from epicrec_desktop.store.catalog import STARTER, CatalogRepository
from epicrec_desktop.store.choices import StateRepository
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.movie_rows import LibraryRow, MovieRow
from epicrec_desktop.store.records import put_records, select
from epicrec_desktop.store.samples import StoredPeriod
from epicrec_desktop.store.uncounted import mark, uncounted_movies
from epicrec_desktop.store.unlisted import MovieLookup
from moments import NOW

HEAT = Movie("Heat", 1995, ("Crime", "Drama"), imdb_id="tt0113277", popularity=80)
MOON = Movie("Moon", 2009, ("Sci-Fi",), starter_id="moon-2009", popularity=40)


def _catalog(*movies: Movie, version: str = "1") -> Catalog:
    return Catalog("test", version, movies)


def _merge(database: Database, source: str, catalog: Catalog) -> list[int]:
    with database.write() as session:
        return list(CatalogRepository(session).merge(source, catalog, now=NOW).tolist())


def _movies(database: Database) -> list[Movie]:
    with database.read() as session:
        return list(CatalogRepository(session).load().catalog.movies)


def test_the_same_id_is_the_same(database):
    first = _merge(database, STARTER, _catalog(HEAT))
    other = Movie("Heat", 1995, ("Action",), imdb_id="tt0113277", movielens_id=6, popularity=102)
    second = _merge(database, "movielens", _catalog(other))
    assert first == second
    (movie,) = _movies(database)
    assert movie.movielens_id == 6
    assert movie.imdb_id == "tt0113277"
    assert movie.categories == ("Action", "Crime", "Drama")  # an import takes none away
    assert movie.popularity == 102


def _shown(database: Database, language: str) -> list[str]:
    database.title_language = language
    return [movie.shown_title for movie in _movies(database)]


def test_movies_are_read_with_their_titles_of_one_language(database):
    kettle = HEAT.replace(local_titles=(("de", "Der Kessel"), ("fr", "La Bouilloire")))
    _merge(database, STARTER, _catalog(kettle, MOON))
    assert _shown(database, "") == ["Heat", "Moon"]
    assert _shown(database, "de") == ["Der Kessel", "Moon"]
    assert _shown(database, "tr") == ["Heat", "Moon"]
    # The titles of a database are better than the starter's, which come again at every update.
    theirs = HEAT.replace(local_titles=(("de", "Hitze"),))
    _merge(database, "wikidata", _catalog(theirs))
    _merge(database, STARTER, _catalog(kettle, MOON, version="2"))
    assert _shown(database, "de")[0] == "Hitze"
    assert _shown(database, "fr")[0] == "La Bouilloire"
    assert [movie.title for movie in _movies(database)] == ["Heat", "Moon"]


def test_title_and_year_stand_in_for_a_missing_id(database):
    _merge(database, STARTER, _catalog(MOON))
    other = Movie("MOON", 2009, ("Drama", "Sci-Fi"), imdb_id="tt1182345", movielens_id=70286)
    _merge(database, "movielens", _catalog(other))
    (movie,) = _movies(database)
    assert movie.wire_id == "imdb:tt1182345"
    assert movie.starter_id == "moon-2009"


@pytest.mark.parametrize(
    "other",
    [
        Movie("Watch Out", 1966, (), imdb_id="tt0060161", alternative_titles=("Beregis",)),
        Movie("Beregís avto", 1967, (), imdb_id="tt0060161"),  # the cinemas, after the festival
        Movie("Beware of the Car!", 1965, (), imdb_id="tt0060161"),
    ],
    ids=["other title", "title without accents, other year", "year before"],
)
def test_a_movie_without_an_id_is_found_by_any_of_its_titles(database, other):
    car = Movie("Beware of the Car", 1966, ("Comedy",), starter_id="car", popularity=9)
    car = car.replace(alternative_titles=("Beregis",))
    if other.year == 1967:
        car = car.replace(title="Beregis Avto", alternative_titles=())
    _merge(database, STARTER, _catalog(car))
    _merge(database, "movietweetings", _catalog(other))
    (movie,) = _movies(database)
    assert (movie.imdb_id, movie.starter_id) == ("tt0060161", "car")


def test_one_word_does_not_join_movies_of_two_years(database):
    ours = Movie("Carmen", 1983, ("Drama",), starter_id="carmen-1983", popularity=9)
    _merge(database, STARTER, _catalog(ours))
    _merge(database, "movietweetings", _catalog(Movie("Carmen", 1984, (), imdb_id="tt0087034")))
    assert [movie.year for movie in _movies(database)] == [1983, 1984]


def test_where_two_movies_may_be_meant_none_is_joined(database):
    home = Movie("Home", 2015, ("Animation",), starter_id="home-2015", popularity=9)
    _merge(database, STARTER, _catalog(home))
    others = (
        Movie("Home", 2014, (), imdb_id="tt0000014"),
        Movie("Home", 2016, (), imdb_id="tt0000016"),
    )
    _merge(database, "movietweetings", _catalog(*others))
    assert len(_movies(database)) == 3
    same = Movie("Home", 2015, (), imdb_id="tt0000015")  # its own year decides
    _merge(database, "movietweetings", _catalog(same, *others))
    ids = {movie.starter_id: movie.imdb_id for movie in _movies(database)}
    assert ids["home-2015"] == "tt0000015"


@pytest.mark.parametrize(
    ("title", "other"),
    [
        ("Three Little Pigs", "The Three Little Pigs"),
        ("Sowon", "So-won"),
        ("Berlin: Die Sinfonie der Großstadt", "Berlin: Die Sinfonie der Grosstadt"),
        ("The Naked Gun 2½", "The Naked Gun 2 1/2"),
    ],
)
def test_a_title_spelled_alike_is_the_same_of_that_year(database, title, other):
    _merge(database, STARTER, _catalog(Movie(title, 1933, ("Comedy",), starter_id="own")))
    _merge(database, "movietweetings", _catalog(Movie(other, 1933, (), imdb_id="tt0024660")))
    (movie,) = _movies(database)
    assert (movie.title, movie.imdb_id, movie.starter_id) == (title, "tt0024660", "own")


def test_a_movie_keeps_the_starter_s_title_beside_movietweetings(database):
    """It has some titles in the language that IMDb answered its crawler in."""
    heidi = Movie("Heidi", 1937, ("Children",), imdb_id="tt0028988", starter_id="heidi-1937")
    _merge(database, STARTER, _catalog(heidi))
    other = Movie("Heidi, het stiefkind", 1937, (), imdb_id="tt0028988", popularity=3)
    _merge(database, "movietweetings", _catalog(other))
    (movie,) = _movies(database)
    assert (movie.title, movie.alternative_titles) == ("Heidi", ("Heidi, het stiefkind",))


@pytest.mark.parametrize(
    "others",
    [
        [Movie("Homes", 2015, (), imdb_id="tt0000014")],
        [Movie("The Home", 2014, (), imdb_id="tt0000014")],
        [
            Movie("The Home", 2015, (), imdb_id="tt0000014"),
            Movie("Le Home", 2016, (), imdb_id="tt0000016"),
        ],
    ],
    ids=["other word", "other year", "two"],
)
def test_a_title_spelled_alike_is_another_movie_if_anything_else_may_be_meant(database, others):
    home = Movie("Home", 2015, ("Animation",), starter_id="home-2015")
    _merge(database, STARTER, _catalog(home))
    _merge(database, "movietweetings", _catalog(*others))
    assert len(_movies(database)) == 1 + len(others)


def test_the_second_and_third_part_of_one_year_are_two(database):
    ours = Movie("Night Train II", 1996, ("Action",), starter_id="night-train-ii-1996")
    third = Movie("Night Train III", 1996, (), imdb_id="tt0000003")
    _merge(database, STARTER, _catalog(ours))
    _merge(database, "movietweetings", _catalog(third))
    assert [movie.title for movie in _movies(database)] == ["Night Train II", "Night Train III"]
    second = Movie("Night Train 2", 1996, (), imdb_id="tt0000002")
    _merge(database, "movielens", _catalog(second))
    assert {movie.imdb_id for movie in _movies(database)} == {"tt0000002", "tt0000003"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (MOON, Movie("Moon", 2011, (), imdb_id="tt1182345")),
        (HEAT, HEAT.replace(imdb_id="tt9999999")),
    ],
)
def test_movies_two_years_apart_or_of_contradicting_ids_are_two(database, one, other):
    _merge(database, STARTER, _catalog(one))
    _merge(database, "movielens", _catalog(other))
    assert len(_movies(database)) == 2


def test_importing_again_changes_nothing(database):
    for _ in range(3):
        _merge(database, STARTER, _catalog(HEAT, MOON))
    assert len(_movies(database)) == 2


def test_fame_is_put_on_the_scale_of_raters(database):
    _merge(database, STARTER, _catalog(HEAT, MOON))
    _merge(database, "movielens", _catalog(HEAT.replace(popularity=160.0)))
    by_title = {movie.title: movie for movie in _movies(database)}
    assert by_title["Heat"].popularity == 160
    assert by_title["Moon"].popularity == 80


def test_a_source_that_drops_a_movie_does_not_take_it_from_the_library(database):
    heat, moon = _merge(database, "movielens", _catalog(HEAT, MOON))
    with database.write() as session:
        LibraryRepository(session).add(heat, now=NOW)
    _merge(database, "movielens", _catalog(version="2"))
    assert _movies(database) == []
    with database.read() as session:
        kept = CatalogRepository(session).movies([heat, moon])
        assert LibraryRepository(session).confirmed(listed=False) == [heat]
    assert [m.title for m in kept.values()] == ["Heat"]


def test_the_version_names_sources_and_their_versions(database):
    versions = set()
    for version in ("1", "2", "1"):
        _merge(database, STARTER, _catalog(HEAT, version=version))
        with database.read() as session:
            versions.add(CatalogRepository(session).version())
    assert len(versions) == 2


def test_an_id_moves_to_the_movie_that_a_newer_import_gives_it(database):
    """MovieLens 1M has no IMDb ids and writes some titles its own way; latest has both."""
    bride = Movie("The Bride of Frankenstein", 1935, ("Horror",), imdb_id="tt0026138")
    _merge(database, STARTER, _catalog(bride))
    _merge(
        database,
        "movielens",
        _catalog(Movie("Frankenstein Returns", 1935, ("Horror",), movielens_id=1340)),
    )
    assert len(_movies(database)) == 2
    _merge(database, "movielens", _catalog(bride.replace(movielens_id=1340), version="2"))
    (movie,) = _movies(database)
    assert (movie.imdb_id, movie.movielens_id) == ("tt0026138", 1340)


@pytest.mark.slow
def test_more_movies_than_one_statement_takes(database):
    movies = tuple(Movie(f"M{i}", 1990, ("Drama",), movielens_id=i) for i in range(1, 40_001))
    keys = _merge(database, STARTER, _catalog(*movies))
    with database.write() as session:
        assert len(CatalogRepository(session).movies(keys)) == 40_000
        library = LibraryRepository(session)
        sure = weigh([RuleEvidence("id", Decision.ACCEPT, Evidence.WATCHED, 0.9, 2, 7000.0)])
        library.add_found(dict.fromkeys(keys, sure), confirm_sure=True, now=NOW)
        assert len(library.confirmed()) == 40_000
        library.forget(keys, now=NOW)
        assert library.confirmed() == []


def _wikidata(movie: Movie, **more: object) -> Movie:
    return movie.replace(movielens_id=None, starter_id=None, **more)


def test_wikidata_adds_to_a_movie_and_does_not_replace_its_description(database):
    _merge(database, "movielens", _catalog(HEAT.replace(movielens_id=6)))
    netflix = (("netflix", "60000861"),)
    other = _wikidata(
        HEAT,
        title="Heat – Fahrt zur Hölle",
        year=1996,
        categories=("War",),
        wikidata_id="Q42198",
        alternative_titles=("Fuego contra fuego", "HEAT"),
        site_ids=netflix,
        popularity=55.0,
    )
    for _ in range(2):
        _merge(database, "wikidata", _catalog(other))
    (movie,) = _movies(database)
    assert (movie.title, movie.year) == ("Heat", 1995)
    assert movie.categories == ("Crime", "Drama", "War")  # the stricter of all sources
    assert (movie.movielens_id, movie.wikidata_id, movie.site_ids) == (6, "Q42198", netflix)
    assert set(movie.alternative_titles) == {"Fuego contra fuego", "Heat – Fahrt zur Hölle"}
    assert movie.popularity == 80  # of those who rated it


def test_a_better_source_describes_what_wikidata_brought(database):
    first = _wikidata(HEAT, title="Heat (film)", categories=("War",), wikidata_id="Q42198")
    _merge(database, "wikidata", _catalog(first))
    _merge(database, "movielens", _catalog(HEAT))
    (movie,) = _movies(database)
    assert (movie.title, movie.categories) == ("Heat", ("Crime", "Drama", "War"))
    assert movie.alternative_titles == ("Heat (film)",)


def test_figures_of_wikidata_are_put_on_the_scale_of_raters(database):
    _merge(database, "movielens", _catalog(HEAT.replace(popularity=200.0)))
    known = _wikidata(HEAT, wikidata_id="Q1", popularity=50.0)
    new = Movie("Dust", 2001, ("Drama",), wikidata_id="Q2", popularity=10.0)
    _merge(database, "wikidata", _catalog(known, new))
    by_title = {movie.title: movie for movie in _movies(database)}
    assert by_title["Heat"].popularity == 200
    assert by_title["Dust"].popularity == 40


def test_movies_may_swap_ids(database):
    first, second = (
        Movie("First", 2001, ("Drama",), imdb_id="tt0000001", movielens_id=1),
        Movie("Second", 2002, ("Drama",), imdb_id="tt0000002", movielens_id=2),
    )
    before = _merge(database, "movielens", _catalog(first, second))
    swapped = _catalog(
        first.replace(imdb_id="tt0000002"), second.replace(imdb_id="tt0000001"), version="2"
    )
    _merge(database, "movielens", swapped)
    assert len(before) == 2
    movies = _movies(database)
    assert len({m.imdb_id for m in movies if m.imdb_id}) == len([m for m in movies if m.imdb_id])
    assert {m.title for m in movies} == {"First", "Second"}


def test_two_entries_of_a_source_for_one_movie_are_one(database):
    twin = HEAT.replace(title="Heat again", categories=("War",), wikidata_id="Q2")
    keys = _merge(database, "wikidata", _catalog(HEAT.replace(wikidata_id="Q1"), twin))
    assert keys[0] == keys[1]
    (movie,) = _movies(database)
    assert (movie.title, movie.wikidata_id, movie.categories) == ("Heat", "Q1", ("Crime", "Drama"))


LATER = datetime(2026, 12, 5, tzinfo=UTC)
BRIDE = Movie("The Bride of Frankenstein", 1935, ("Horror",), imdb_id="tt0026138")
NAMELESS = Movie("Frankenstein Returns", 1935, ("Horror",), movielens_id=1340)


@pytest.fixture
def two_rows(database) -> tuple[int, int]:
    """One movie as two rows: by its IMDb id, and by MovieLens's number and another title."""
    (starter,) = _merge(database, STARTER, _catalog(BRIDE))
    (movielens,) = _merge(database, "movielens", _catalog(NAMELESS))
    return starter, movielens


def confirm(database: Database, key: int, period: str | None) -> None:
    with database.write() as session:
        library = LibraryRepository(session)
        library.add(key, now=NOW)
        if period is not None:
            library.assign_period([key], period)


def join_rows_of(database: Database) -> LibraryRow | None:
    """The import that knows both names; the one row of the library afterwards."""
    _merge(database, "movielens", _catalog(BRIDE.replace(movielens_id=1340), version="2"))
    with database.read() as session:
        assert len(select(session, MovieRow)) == 1
        rows = select(session, LibraryRow)
    assert len(rows) <= 1
    return rows[0] if rows else None


def sample(database: Database, *names: str) -> None:
    with database.write() as session:
        put_records(session, [StoredPeriod(name, NOW, {}) for name in names])


def test_a_movie_keeps_the_window_of_the_row_that_goes(database, two_rows):
    starter, movielens = two_rows
    confirm(database, movielens, "2026-11")
    sample(database, "2026-11")
    row = join_rows_of(database)
    assert (row.movie_id, row.release_period, row.also_in) == (starter, "2026-11", ())
    assert (row.status, row.answered) == ("confirmed", True)


@pytest.mark.parametrize(
    ("sampled", "period", "also_in"),
    [
        ((), "2026-11", []),
        (("2026-11",), "2026-11", []),  # and never in the later one
        (("2026-12",), "2026-12", []),  # it is in that one already
        (("2026-11", "2026-12"), "2026-11", ["2026-12"]),
    ],
)
def test_of_two_windows_the_earliest_that_was_drawn(database, two_rows, sampled, period, also_in):
    starter, movielens = two_rows
    confirm(database, starter, "2026-12")
    confirm(database, movielens, "2026-11")
    sample(database, *sampled)
    row = join_rows_of(database)
    assert (row.release_period, list(row.also_in)) == (period, also_in)
    with database.read() as session:
        twice = LibraryRepository(session).counted_twice()
    assert twice == ([(period, *also_in)] if also_in else [])


def test_counted_twice_in_one_draw_is_remembered(database, two_rows):
    for key in two_rows:
        confirm(database, key, "2026-11")
    sample(database, "2026-11")
    row = join_rows_of(database)
    assert (row.release_period, row.also_in) == ("2026-11", ("2026-11",))


@pytest.mark.parametrize(
    ("uncounted", "period", "also_in", "left_out"),
    [
        ({0}, "2026-12", [], False),
        ({1}, "2026-11", [], False),
        ({0, 1}, "2026-11", ["2026-12"], True),
    ],
)
def test_windows_that_counted_neither_row_are_not_said_to(
    database, two_rows, uncounted, period, also_in, left_out
):
    for key, name in zip(two_rows, ("2026-11", "2026-12"), strict=True):
        confirm(database, key, name)
    sample(database, "2026-11", "2026-12")
    with database.write() as session:
        mark(session, uncounted=[two_rows[place] for place in uncounted])
    row = join_rows_of(database)
    assert (row.release_period, list(row.also_in)) == (period, also_in)
    with database.read() as session:
        assert (row.movie_id in uncounted_movies(session)) is left_out


def test_key_of_a_removed_movie_says_nothing_of_the_one_that_has_it_now(database, two_rows):
    """The greatest key is free again once its movie is gone."""
    starter, movielens = two_rows
    for key in two_rows:
        confirm(database, key, OPEN_PERIOD)
    with database.write() as session:
        StateRepository(session).put("uncounted", json.dumps([starter]))
        LibraryRepository(session).close_period("2026-11", [starter])
        assert uncounted_movies(session) == {movielens}


def test_the_later_answer_counts(database, two_rows):
    starter, movielens = two_rows
    confirm(database, starter, None)
    confirm(database, movielens, None)
    with database.write() as session:
        library = LibraryRepository(session)
        library.put_status({movielens: LibraryStatus.REJECTED}, now=LATER)
        library.set_weight(starter, 0.5)
    row = join_rows_of(database)
    assert (row.status, row.weight) == ("rejected", 0.5)


def test_an_id_that_was_corrected_takes_the_window_and_nothing_else(database):
    """The other row has a name left, so it may be another movie: it stays in the library."""
    _merge(database, STARTER, _catalog(BRIDE))
    (other,) = _merge(database, "movielens", _catalog(NAMELESS.replace(wikidata_id="Q1")))
    confirm(database, other, "2026-11")
    _merge(database, "movielens", _catalog(BRIDE.replace(movielens_id=1340), version="2"))
    with database.read() as session:
        rows = {row.movie_id: row for row in select(session, LibraryRow)}
    assert rows[other].status == "confirmed"
    assert {row.release_period for row in rows.values()} == {"2026-11"}
    assert [row.in_library for key, row in rows.items() if key != other] == [False]


@pytest.mark.parametrize(("users", "size"), [(0, None), (1, None), (49, None), (50, 1.0)])
def test_ratings_of_few_users_decide_no_profile_size(database, users, size):
    """One movie with one rating moved the budget from 0.184 to 0.274."""
    catalog = replace(_catalog(HEAT), mean_profile_size=1.0)
    with database.write() as session:
        CatalogRepository(session).merge("movielens", catalog, now=NOW, ratings=users, users=users)
    with database.read() as session:
        assert CatalogRepository(session).load().catalog.mean_profile_size == size


def test_a_first_catalog_is_written_alike_with_and_without_a_search_for_equal_movies(
    database, monkeypatch
):
    """Where every movie has an id of its own nothing is compared, and nothing else results."""
    same_title = Movie("Moon", 2009, ("Drama",), starter_id="moon-2009-2", popularity=4)
    accents = Movie("Amélie", 2001, ("Comedy",), starter_id="amelie-2001", tmdb_id=194)
    movies = [
        HEAT.replace(starter_id="heat-1995", alternative_titles=("Fuego", "heat!", "Hitze")),
        *(MOON, same_title, accents),
    ]
    found = []
    for all_new in (True, False):
        if not all_new:
            monkeypatch.setattr(catalog_merge, "_distinguished", lambda _movies: False)
        with database.trial() as session:
            keys = CatalogRepository(session).merge(STARTER, _catalog(*movies), now=NOW)
            found.append((keys.tolist(), select(session, MovieRow), read_links(session)))
    assert found[0] == found[1]
    assert found[0][0] == [1, 2, 3, 4]


def read_links(session: Connection) -> list[tuple[int, int]]:
    query = "SELECT movie_id, category_id FROM movie_categories ORDER BY 1, 2"
    return [tuple(row) for row in session.exec_driver_sql(query)]


def test_movies_of_the_same_title_and_year_are_read_once_for_all(database):
    """An export of tens of thousands of movies asks for each."""
    _merge(database, STARTER, _catalog(HEAT, MOON, HEAT.replace(imdb_id="tt2", year=None)))
    statements: list[str] = []
    with database.read() as session:
        lookup = MovieLookup(session)
        event.listen(
            session, "before_cursor_execute", lambda _c, _d, text, *_: statements.append(text)
        )
        found = [
            lookup.namesakes(Movie(title, year, ()))
            for title, year in (("heat!", 1995), ("Moon", 2009), ("Heat", None), ("Moon", 1995))
        ]
    assert found == [[1], [2], [3], []]
    assert len(statements) == 1
