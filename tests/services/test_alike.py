"""Movies like one, by what the program itself knows."""

from __future__ import annotations


def wire_id(world, label: str) -> str:
    title = label.rpartition(" (")[0]
    found = world.services.library.search_catalog(title, 50)
    return next(movie.wire_id for _, movie in found if movie.label == label)


def test_of_one_series_is_most_alike_and_what_was_answered_is_left_out(world) -> None:
    asked = wire_id(world, "The Godfather (1972)")
    found = world.services.alike.like(asked)
    titles = [suggestion.title for suggestion in found]
    assert "The Godfather Part II" in titles[:3]
    assert "The Godfather" not in titles
    assert len(titles) == 24
    world.add("The Godfather Part II (1974)")
    assert "The Godfather Part II" not in [s.title for s in world.services.alike.like(asked)]


def test_a_movie_that_is_not_known_has_none(world) -> None:
    assert world.services.alike.like("imdb:tt9999999") == ()
