"""A catalog without other titles gets those of the starter catalog, film by film."""

from __future__ import annotations

from epicrec_desktop.catalog.known_titles import add_starter_titles
from epicrec_desktop.domain.movies import Catalog, Movie


def test_films_are_told_by_imdb_id_or_by_title_and_year() -> None:
    movies = (
        Movie("Jaws", 1975, (), imdb_id="tt0073195", movielens_id=1387),
        Movie("Jaws", 1975, ()),
        Movie("Jaws", 2031, ()),
        Movie("Star Wars: Episode IV - A New Hope", 1977, (), imdb_id="tt0076759"),
    )
    by_id, by_name, another, renamed = add_starter_titles(Catalog("mine", "1", movies)).movies
    assert "Tiburón" in by_id.alternative_titles
    assert by_id.movielens_id == 1387
    assert by_name.alternative_titles == by_id.alternative_titles
    assert another.alternative_titles == ()
    assert "Star Wars" in renamed.alternative_titles
    assert renamed.title not in renamed.alternative_titles
