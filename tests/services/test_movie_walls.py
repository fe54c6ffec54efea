"""Walls of a movie's page and of a person's: what is on them, in which order, and what was seen."""

from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.preferences import OwnRating
from epicrec_desktop.services.movie_walls import ACTOR, ALIKE, DIRECTOR, LEAST, MOST, SERIES, Wall
from epicrec_desktop.store import ratings
from epicrec_desktop.store.ratings import Imported
from services.conftest import World

ALIEN, INCEPTION = "Alien (1979)", "Inception (2010)"
DARK_KNIGHT = "The Dark Knight (2008)"


def walls_of(world: World, label: str) -> dict[str, Wall]:
    view = world.services.walls.movie(world.wire_id(label))
    return {wall.kind: wall for wall in view.walls}


def titles(wall: Wall) -> list[str]:
    return [one.movie.label for one in wall.movies]


def test_a_series_is_in_its_order_with_the_movie_itself(world):
    series = walls_of(world, "Aliens (1986)")[SERIES]
    assert series.name == "Alien"
    assert titles(series)[:2] == [ALIEN, "Aliens (1986)"]


def test_no_movie_is_on_two_walls_and_no_wall_is_too_small_or_too_large(world):
    for label in (ALIEN, INCEPTION, DARK_KNIGHT, "Spirited Away (2001)"):
        walls = world.services.walls.movie(world.wire_id(label)).walls
        assert [wall.kind for wall in walls if wall.kind == ALIKE]
        shown = [one.key for wall in walls for one in wall.movies]
        assert len(set(shown)) == len(shown)
        assert all(LEAST <= len(wall.movies) <= MOST for wall in walls)
        others = [title for wall in walls if wall.kind != SERIES for title in titles(wall)]
        assert label not in others


def test_walls_name_who_made_it_and_who_leads_in_it(world):
    walls = walls_of(world, INCEPTION)
    assert (walls[DIRECTOR].name, walls[ACTOR].name) == ("Christopher Nolan", "Leonardo DiCaprio")
    assert titles(walls[DIRECTOR])[0] == DARK_KNIGHT, "the best known one first"
    assert INCEPTION not in titles(walls[DIRECTOR])
    assert walls[DIRECTOR].total > len(walls[DIRECTOR].movies)


def test_what_the_user_did_is_on_the_walls(world, services):
    assert walls_of(world, INCEPTION)[DIRECTOR].seen == 0
    (key,) = world.add(DARK_KNIGHT)
    services.library.rate(key, OwnRating(stars=9))
    later = services.library.find(world.wire_id("Interstellar (2014)"))
    services.library.watch_later(later, wanted=True)
    wall = walls_of(world, INCEPTION)[DIRECTOR]
    assert wall.seen == 1
    movies = {one.movie.title: one for one in wall.movies}
    assert movies["The Dark Knight"].stars == 9
    (prestige,) = world.add("The Prestige (2006)")
    with services.context.database.write() as session:
        ratings.put_imports(session, [(prestige, Imported(Service.LETTERBOXD, None, 0.7))])
    stars = {one.movie.title: one.stars for one in walls_of(world, INCEPTION)[DIRECTOR].movies}
    assert stars["The Prestige"] == 7, "imported ones, as My movies has them"
    person = services.walls.person("Christopher Nolan")
    assert {one.movie.title: one.stars for one in person.directed}["The Prestige"] == 7
    assert movies["Interstellar"].wanted


def test_a_person_has_all_movies_by_year_and_others_near_them(world):
    view = world.services.walls.person("Clint Eastwood")
    for movies in (view.directed, view.played):
        years = [one.movie.year for one in movies]
        assert years == sorted(years)
        assert len(movies) > 1
    both = {one.key for one in view.directed} & {one.key for one in view.played}
    assert both, "he plays in his own"
    assert len(view.movies) == len({one.key for one in view.movies})
    assert view.near
    assert not {one.key for one in view.near} & {one.key for one in view.movies}


def test_a_movie_or_person_that_nothing_is_known_of_has_no_walls(world):
    assert world.services.walls.movie("imdb:tt9999999").walls == ()
    nobody = world.services.walls.person("Nobody At All")
    assert (nobody.movies, nobody.near) == ((), ())
