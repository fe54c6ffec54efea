"""Tests of similar movies, sequels and filters."""

import dataclasses
from contextlib import closing
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.catalog.movie_facts import minutes_of
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.preferences import LENGTHS, WITHOUT, Filters
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.movie_facts import SimilarMovies, follows_by_title
from epicrec_desktop.services.recommendations import CATEGORY_ROW_LENGTH, FEWEST_NEW, ROW_LENGTH
from moments import NOW
from services.conftest import Clock, World


def test_of_one_series_is_most_alike_and_what_was_answered_is_left_out(world):
    asked = world.wire_id("The Godfather (1972)")
    found = world.services.alike.like(asked)
    titles = [suggestion.title for suggestion in found]
    assert "The Godfather Part II" in titles[:3]
    assert "The Godfather" not in titles
    assert len(titles) == 24
    world.add("The Godfather Part II (1974)")
    assert "The Godfather Part II" not in [s.title for s in world.services.alike.like(asked)]


def test_alike_is_what_its_viewers_would_watch_next_and_not_what_shares_a_lead(world):
    for movie, there, not_there in (
        ("Arrival (2016)", "Interstellar", "Enchanted"),
        ("Inception (2010)", "Interstellar", "Legend"),
        ("Her (2013)", "Ex Machina", "Enchanted"),
    ):
        found = world.services.alike.like(world.wire_id(movie), left_out=())
        titles = [suggestion.title for suggestion in found]
        assert there in titles
        assert not_there not in titles


def test_a_movie_that_is_not_known_has_none(world):
    assert world.services.alike.like("imdb:tt9999999") == ()


def test_a_movie_that_only_the_model_has_is_like_none_by_category(world):
    whole = world.services.context.catalog().catalog
    model = world.services.alike._models.current(whole)
    asked = world.wire_id("The Godfather (1972)")
    movies = [movie for movie in whole.movies if movie.wire_id != asked]

    def like(movies):
        catalog = Catalog("Made", "1", tuple(movies))
        context = SimpleNamespace(catalog=lambda: SimpleNamespace(catalog=catalog))
        models = SimpleNamespace(current=lambda _: model)
        return [s.wire_id for s in SimilarMovies(context, models).like(asked, left_out=())]

    last = next(movie for movie in movies if "Horror" in movie.categories)
    others = [movie for movie in movies if movie is not last]
    assert like([*others, last]) == like([last, *others])


DRAMA, OTHER = ("Drama",), ("Documentary",)


def following(
    *works: tuple[str, int | None] | tuple[str, int | None, tuple[str, ...]],
) -> list[str]:
    movies = tuple(Movie(f[0], f[1], f[2] if len(f) > 2 else DRAMA) for f in works)
    follows = follows_by_title(Catalog("Made", "1", movies))
    return [movie.title for movie, is_one in zip(movies, follows, strict=True) if is_one]


def test_a_number_or_more_words_behind_the_name():
    for first, later in (
        (("Rocky", 1976), ("Rocky II", 1979)),
        (("Jaws", 1975), ("Jaws 2", 1978)),
        (("The Raid: Redemption", 2011), ("The Raid 2", 2014)),
        (("The Incredibles", 2004), ("Incredibles 2", 2018)),
        (("Happy Feet", 2006), ("Happy Feet Two", 2011)),
        (("It", 2017), ("It Chapter Two", 2019)),
        (("Avatar", 2009), ("Avatar: The Way of Water", 2022)),
        (("Top Secret", 1984), ("Top Secret: Part III", 1990)),
    ):
        assert following(first, later) == [later[0]]


def test_what_only_looks_like_it():
    for movies in (
        (("Super", 2010), ("Super 8", 2011)),
        (("District", 1990), ("District 9", 1995)),
        (("Apollo 13", 1995),),
        (("Henry V", 1944), ("Henry V", 1989)),
        (("Robin Hood", 1973), ("Robin Hood: Prince of Thieves", 1991)),
        (("Exodus", 2007, OTHER), ("Exodus: Gods and Kings", 2014)),
        (("Rocky", None), ("Rocky II", None)),
        (("Rocky II", 1979),),
        (("Rocky II", 1979), ("Rocky", 1990)),
        (("The Kid", 1921), ("The Kid Brother", 1927)),
        ((": ", 1990), (": :", 1991)),
        (("", 1990), ("2", 1991)),
    ):
        assert following(*movies) == []


def test_a_hostile_title_takes_no_time():
    """A pattern that goes back and forth over a long title would not come to an end."""
    assert following(("a" * 100_000, 1990), ("a, " * 50_000 + "x", 1999)) == []


@pytest.fixture(scope="module")
def watched(whole):
    whole.add("Alien (1979)", "Blade Runner (1982)", "Heat (1995)")
    whole.services.recommend.rank_locally()
    return whole.services


def shown(narrowed):
    return [s for row in narrowed.recommendations.rows for s in row.suggestions]


def test_without_filters_the_rows_are_those_of_always(watched):
    rows = watched.recommend.rank_locally().rows
    assert watched.recommend.narrowed(Filters()).recommendations.rows == rows


def test_a_decade_fills_whole_rows_from_the_whole_catalog(watched):
    found = watched.recommend.narrowed(Filters(decade="1970"))
    assert {s.year // 10 for s in shown(found)} == {197}
    assert len(found.recommendations.rows[0].suggestions) == ROW_LENGTH
    assert "Alien" not in {s.title for s in shown(found)}, "watched"
    assert watched.library.last_recommendations().rows == watched.recommend.rank_locally().rows, (
        "not stored"
    )


def test_a_category_leaves_out_its_own_row(watched):
    found = watched.recommend.narrowed(Filters(category="Horror"))
    assert all("Horror" in s.categories for s in shown(found))
    names = [row.name for row in found.recommendations.rows]
    assert names[0] == "overall"
    assert "Horror" not in names


def test_no_sequels_neither_of_a_known_series_nor_by_their_titles(watched):
    def titles(filters):
        return {s.title for s in shown(watched.recommend.narrowed(filters, further=300))}

    usual, without = titles(Filters()), titles(Filters(sequels=WITHOUT))
    assert {"Aliens", "Alien 3", "Paddington 2"} <= usual
    assert not {"Aliens", "Alien 3", "Paddington 2"} & without
    assert {"Paddington", "The Terminator", "Apollo 13", "Seven Samurai"} <= without


def test_sequels_that_only_somebody_who_knows_them_finds(watched):
    movies = watched.context.catalog().catalog.movies
    follows = ~watched.facts.matching(Filters(sequels=WITHOUT))
    found = {movies[i].title for i in range(len(movies)) if follows[i]}
    assert {"Top Gun: Maverick", "Incredibles 2", "Magnum Force", "Finding Dory"} <= found
    assert {"Avatar: The Way of Water", "The Raid 2", "Escape from the Planet of the Apes"} <= found
    assert not {"Avatar", "Top Gun", "Robin Hood: Men in Tights", "Bad Lieutenant"} & found


def test_a_length_lets_through_what_lasts_so_long_and_is_known(watched):
    for length, (least, most) in LENGTHS.items():
        found = shown(watched.recommend.narrowed(Filters(length=length), further=200))
        minutes = [watched.facts.minutes(s.wire_id) for s in found]
        assert len(found) > 100
        assert all(m is not None and least <= m <= most for m in minutes)


def test_movies_are_listed_without_lengths_where_these_are_damaged(world, monkeypatch):
    damaged = Mock(side_effect=CatalogError("missing or damaged"))
    monkeypatch.setattr("epicrec_desktop.catalog.movie_facts.known_movie_facts", damaged)
    wire_id = world.services.context.catalog().catalog.movies[0].wire_id
    assert world.services.facts.minutes(wire_id) is None
    with pytest.raises(CatalogError):
        world.services.facts.about(wire_id)


def test_what_no_length_can_be_said_of_is_counted(watched):
    offered = {part.name: part for part in watched.recommend.narrowed(Filters()).offered}
    length, counts = offered["length"], dict(offered["length"].choices)
    assert list(counts) == list(LENGTHS), "the shortest first"
    assert counts["to 90"] < counts["to 105"] < counts["to 120"]
    movies = watched.context.catalog().catalog.movies
    unknown = [m for m in movies if minutes_of(m) is None]
    assert length.unknown == len(unknown), "nothing of them is watched"
    assert length.anything - length.unknown > counts["to 120"] + counts["from 150"]
    assert all(part.unknown == 0 for name, part in offered.items() if name != "length")


def test_more_go_on_behind_those_that_were_there(watched):
    for filters in (Filters(), Filters(decade="1990")):
        few = watched.recommend.narrowed(filters).recommendations.rows
        more = watched.recommend.narrowed(filters, further=40).recommendations.rows
        assert len(more[0].suggestions) == ROW_LENGTH + 40
        for before, after in zip(few, more, strict=True):
            assert after.suggestions[: len(before.suggestions)] == before.suggestions
            keys = [s.wire_id for s in after.suggestions]
            assert len(set(keys)) == len(keys)
            if len(before.suggestions) < CATEGORY_ROW_LENGTH:
                assert len(after.suggestions) == len(before.suggestions), "there are no more"


def test_what_is_offered_leaves_as_many_as_it_says(watched):
    filters = Filters(category="War", decade="1990")
    offered = {part.name: part for part in watched.recommend.narrowed(filters).offered}
    for part, value in (("decade", "1970"), ("category", "Comedy"), ("country", "France")):
        count = dict(offered[part].choices).get(value, 0)
        changed = dataclasses.replace(filters, **{part: value})
        found = watched.recommend.narrowed(changed, further=5000).recommendations.rows
        assert count == (len(found[0].suggestions) if found else 0)
    loosened = watched.recommend.narrowed(filters.without("decade"), further=5000)
    assert offered["decade"].anything == len(loosened.recommendations.rows[0].suggestions)
    assert all(count for part in offered.values() for _, count in part.choices)


def test_an_empty_result_says_what_each_filter_holds_back(watched):
    found = watched.recommend.narrowed(Filters(category="Western", decade="2010", country="India"))
    assert not found.recommendations.rows
    offered = {part.name: part for part in found.offered}
    assert offered["category"].anything > 0
    assert offered["country"].anything > 0


def test_a_theme_that_is_no_more_known_lets_nothing_through(watched):
    assert not watched.recommend.narrowed(Filters(theme="talking teapots")).recommendations.rows


def test_the_watchlist_is_narrowed_too(world):
    world.add("Heat (1995)")
    world.services.recommend.rank_locally()
    library = world.services.library
    for title in ("Casablanca", "Fargo"):
        key, movie = library.search_catalog(title, 1)[0]
        library.watch_later(key, True)
    found = world.services.recommend.narrowed(Filters(decade="1990"))
    assert found.watchlist == {movie.wire_id}


def test_what_is_known_of_a_movie(watched):
    _key, movie = watched.library.search_catalog("Heat 1995", 1)[0]
    about = watched.facts.about(movie.wire_id)
    assert about.directors == ("Michael Mann",)
    assert {"Al Pacino", "Robert De Niro"} <= set(about.actors)
    assert "heists and con artists" in about.themes
    assert about.minutes == watched.facts.minutes(movie.wire_id) == 170
    assert watched.facts.about("imdb:tt9999999").directors == ()


def test_catalog_is_asked_for_once_for_all_rows(services, monkeypatch):
    movies = services.context.catalog().catalog.movies[:50]
    asked: list[None] = []
    catalog = type(services.context).catalog

    def counting(context):
        asked.append(None)
        return catalog(context)

    monkeypatch.setattr(type(services.context), "catalog", counting)
    for movie in movies:
        services.facts.minutes(movie.wire_id)
    assert len(asked) == 1
    services.facts.minutes("imdb:tt0000000")
    assert len(asked) == 2, "one that it does not have may be in a newer catalog"


def test_new_movies_have_a_row_without_what_is_shown_first(tmp_path):
    """They are of this year and the last one, and ranked by what was watched."""
    clock = Clock()
    with closing(wiring.build(Paths.under(tmp_path), now=clock)) as services:
        world = World(services, clock, services.paths)
        world.add("Knives Out (2019)", "Parasite (2019)", "Dunkirk (2017)")

        def rows():
            found = services.recommend.rank_locally().rows
            return {row.name: [movie.wire_id for movie in row.suggestions] for row in found}

        before = rows()
        assert list(before)[:2] == ["overall", "new"]
        new = before["new"]
        years = {services.library.movie(services.library.find(movie)).year for movie in new}
        assert years <= {NOW.year - 1, NOW.year}
        assert len(set(new)) == len(new) >= FEWEST_NEW
        assert not set(before["overall"][:10]) & set(new)
        services.library.refuse(services.library.find(new[0]))
        assert new[0] not in rows()["new"]
        clock.moment = NOW.replace(year=2045)
        assert "new" not in rows(), "nothing is known of that year"
