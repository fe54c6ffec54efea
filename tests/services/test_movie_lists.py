"""Lists of movies: their order, and where a movie of a list becomes another one or goes."""

import csv
from dataclasses import replace
from typing import Any

import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.store.movie_lists import MovieList, MovieListRepository
from epicrec_desktop.store.unlisted import MovieLookup, join_unlisted

TITLES = ("Jaws", "Heat", "Alien", "Casablanca")


@pytest.fixture
def keys(world) -> tuple[int, ...]:
    return tuple(world.services.library.search_catalog(title, 1)[0][0] for title in TITLES)


def on(world: Any, list_id: int) -> list[str]:
    one = next(one for one in world.services.lists.all() if one.id == list_id)
    return [movie.title for _, movie in world.services.lists.movies(one)]


def test_a_list_keeps_its_order_and_every_change_can_be_taken_back(world, keys):
    lists = world.services.lists
    jaws, heat, alien, casablanca = keys
    made = lists.add(MovieList("  By the\n sea ", " Read aloud. ", (jaws, heat)))
    assert (made.name, made.note) == ("By the sea", "Read aloud.")
    steps = (
        (lambda one: one.with_movies([alien, jaws, casablanca]), "Jaws Heat Alien Casablanca"),
        (lambda one: one.ordered([casablanca]), "Casablanca Jaws Heat Alien"),
        (lambda one: one.ordered([jaws, 0, casablanca]), "Jaws Casablanca Heat Alien"),
        (lambda one: one.without([heat, alien]), "Jaws Casablanca"),
        (lambda one: replace(one, name="Coasts", note=""), "Jaws Casablanca"),
    )
    befores = []
    for how, titles in steps:
        before, after = lists.change(made.id, how)
        befores.append(before)
        assert after == lists.all()[0]
        assert on(world, made.id) == titles.split()
    for before in reversed(befores):
        lists.change(made.id, lambda _, before=before: before)
    assert lists.all() == [made]
    lists.delete(made.id)
    assert lists.all() == []
    assert lists.add(made) == made
    assert lists.all() == [made]


def test_a_name_is_there_once_and_no_list_is_changed_by_a_refusal(world, keys):
    lists = world.services.lists
    first, second = lists.add(MovieList("Winter", "", keys)), lists.add(MovieList("autumn"))
    assert [one.name for one in lists.all()] == ["autumn", "Winter"]
    before = lists.all()
    for name in ("WINTER", " winter ", "", "\n", "x" * 101):
        with pytest.raises(EpicRecError, match="Nothing was changed"):
            lists.change(second.id, lambda one, name=name: replace(one, name=name))
        with pytest.raises(EpicRecError):
            lists.add(MovieList(name))
    lists.delete(first.id)
    with pytest.raises(EpicRecError, match="was deleted"):
        lists.change(first.id, lambda one: one.with_movies(keys))
    assert lists.all() == [one for one in before if one.id != first.id]


def test_a_movie_that_turns_out_to_be_another_one_keeps_its_place(world, services, keys):
    own = services.unlisted.add("Salt Road", 2025)
    alone = services.lists.add(MovieList("Alone", "", (keys[0], own, keys[1])))
    both = services.lists.add(MovieList("Both", "", (keys[2], own)))
    with services.context.database.write() as session:
        assert MovieLookup(session).find(Movie("Salt Road", 2025, ())) == own
        join_unlisted(session, own, keys[2])
    assert on(world, alone.id) == ["Jaws", "Alien", "Heat"]
    assert on(world, both.id) == ["Alien"]


def test_a_deleted_list_comes_back_without_a_movie_that_is_gone(world, services, keys):
    """The row of an own movie goes when a catalog has it: the list is worth more than its place."""
    own = services.unlisted.add("Salt Road", 2025)
    one = services.lists.add(MovieList("Mine", "", (keys[0], own, keys[1])))
    services.lists.delete(one.id)
    with services.context.database.write() as session:
        join_unlisted(session, own, keys[2])
    services.lists.undo(one, None)
    assert on(world, one.id) == ["Jaws", "Heat"]
    before, after = services.lists.change(one.id, lambda now: now.with_movies([own]))
    assert before == after == services.lists.all()[0]


def test_a_correction_takes_the_place_along_and_gives_it_back(world, services, keys):
    services.library.add(keys[0])
    kept = services.lists.add(MovieList("Kept", "", (keys[1], keys[0])))
    gone = services.lists.add(MovieList("Gone", "", (keys[0],)))
    done = services.unlisted.correct(keys[0], keys[2])
    assert (on(world, kept.id), on(world, gone.id)) == (["Heat", "Alien"], ["Alien"])
    services.lists.delete(gone.id)
    services.unlisted.undo_correction(done)
    assert on(world, kept.id) == ["Heat", "Jaws"]
    assert [one.name for one in services.lists.all()] == ["Kept"], "a deleted list stays deleted"


def test_a_forgotten_movie_is_on_no_list(world, services, keys):
    own = services.unlisted.add("Salt Road", 2025)
    services.lists.add(MovieList("Mine", "", (own, keys[0])))
    services.library.forget([own])
    assert on(world, services.lists.all()[0].id) == ["Jaws"]
    services.close()
    stored = b"".join(f.read_bytes() for f in world.paths.data.rglob("*") if f.is_file())
    assert b"Salt Road" not in stored


def test_undo_brings_back_neither_forgotten_movies_nor_another_list_s_place(world, services, keys):
    own = services.unlisted.add("Salt Road", 2025)
    mine = services.lists.add(MovieList("Mine", "", (own, keys[0])))
    services.lists.delete(mine.id)
    services.library.forget([own])
    other = services.lists.add(MovieList("Other", "", (keys[1],)))
    back = services.lists.add(mine)
    assert on(world, other.id) == ["Heat"]
    assert on(world, back.id) == ["Jaws"]
    services.lists.change(back.id, lambda _: mine)
    assert on(world, back.id) == ["Jaws"]
    assert on(world, other.id) == ["Heat"]


def test_it_is_exported_as_letterboxd_takes_it(world, keys, tmp_path):
    made = world.services.lists.add(MovieList("Mine", "", (keys[3], keys[0])))
    file = tmp_path / "mine.csv"
    movies = [movie for _, movie in world.services.lists.movies(made)]
    world.services.data.export_list(file, movies)
    with file.open(encoding="utf-8", newline="") as opened:
        assert list(csv.reader(opened)) == [
            ["Title", "Year", "imdbID"],
            ["Casablanca", "1942", "tt0034583"],
            ["Jaws", "1975", "tt0073195"],
        ]
    with pytest.raises(EpicRecError, match="Nothing was written"):
        world.services.data.export_list(file, movies)


def test_an_export_brings_lists_along_and_adds_to_those_of_the_same_name(
    world, services, keys, tmp_path
):
    own = services.unlisted.add("Salt Road", 2025)
    services.lists.add(MovieList("Winter", "By the fire.", (keys[1], own, keys[0])))
    empty = services.lists.add(MovieList("Empty"))
    file = tmp_path / "export.json"
    services.data.export(file)
    assert services.backup.plan(file).would.lists == 0, "all of it is here"
    services.lists.delete(empty.id)
    (winter,) = services.lists.all()
    services.lists.change(winter.id, lambda _: MovieList("winter", "", (keys[3],), winter.id))
    plan = services.backup.plan(file)
    assert plan.would.lists == 2
    services.backup.restore(plan)
    empty, winter = services.lists.all()
    assert (winter.name, winter.note) == ("winter", "By the fire.")
    assert on(world, winter.id) == ["Casablanca", "Heat", "Salt Road", "Jaws"]
    assert empty.movies == ()


def test_a_damaged_name_in_a_list_of_an_export_is_no_second_list(world, keys):
    """Names differ in case, or are written twice."""
    with world.services.context.database.write() as session:
        lists = MovieListRepository(session)
        parts = (MovieList("A", "", keys[:1]), MovieList("a", "note", keys[1:2]))
        assert len(lists.restore(parts)) == 2
    (one,) = world.services.lists.all()
    assert (one.name, one.note, one.movies) == ("A", "note", keys[:2])
