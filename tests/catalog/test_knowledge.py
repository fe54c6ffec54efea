"""What the program knows of films: controlled words, and films that are in the catalog."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop import resources
from epicrec_desktop.catalog.knowledge import SECTIONS, load_traits, named
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError

LEAST_FILMS = 2_000


def test_every_film_is_in_the_starter_catalog_and_named_once() -> None:
    labels = Counter(movie.label for movie in load_starter().movies)
    for trait in load_traits():
        assert len(trait.films) > 1, trait.name
        assert len(set(trait.films)) == len(trait.films), trait.name
        for film in trait.films:
            assert labels[film] == 1, f"{trait.name}: {film}"


def test_sections_and_names_are_a_controlled_vocabulary() -> None:
    traits = load_traits()
    assert [s for s in SECTIONS if any(t.section == s for t in traits)] == list(SECTIONS)
    names = Counter((trait.section, trait.name) for trait in traits)
    assert max(names.values()) == 1
    assert all(name.strip() == name and name for _, name in names)
    themes = [trait for trait in traits if trait.section == "themes"]
    assert 50 <= len(themes) <= 150


def test_the_best_known_films_are_known_about() -> None:
    known = {film for trait in load_traits() for film in trait.films}
    assert len(known) >= LEAST_FILMS
    movies = sorted(load_starter().movies, key=lambda movie: -movie.popularity)
    best = [movie.label in known for movie in movies[:1_000]]
    assert np.mean(best) > 0.9


def test_the_best_known_films_have_neighbors() -> None:
    """Some ten films each, with which they share a circle."""
    neighbors: dict[str, set[str]] = {}
    for trait in load_traits():
        if trait.section == "circles":
            for film in trait.films:
                neighbors.setdefault(film, set()).update(set(trait.films) - {film})
    movies = sorted(load_starter().movies, key=lambda movie: -movie.popularity)[:2_000]
    assert [m.label for m in movies if len(neighbors.get(m.label, ())) < 10] == []
    near = np.array([len(found) for found in neighbors.values()])
    assert np.median(near) < 0.03 * len(load_starter().movies)  # circles tell films apart


def test_what_is_known_is_small_enough_to_read_at_every_start() -> None:
    assert resources.path("catalog", "knowledge.txt").stat().st_size < 400_000


def test_directors_are_of_their_time() -> None:
    """Nobody made films 75 years apart: a film of another name would show here."""
    year = {movie.label: movie.year or 0 for movie in load_starter().movies}
    for trait in load_traits():
        if trait.section in {"directors", "actors"}:
            years = sorted(year[film] for film in trait.films)
            assert years[-1] - years[0] <= 56, trait.name
            assert max(np.diff(years)) <= 25, trait.name


def test_films_are_their_directors_own_and_no_others_of_that_name() -> None:
    """These were listed by their titles alone once, for a film of another time."""
    named_so = {trait.name: trait.films for trait in load_traits()}
    assert "Legend (1985)" in named_so["Ridley Scott"]
    assert "Sisters (1973)" in named_so["Brian De Palma"]
    assert "The Hills Have Eyes (1977)" in named_so["Wes Craven"]
    assert "Little Women (1994)" in named_so["Winona Ryder"]
    assert "Mutiny on the Bounty (1962)" in named_so["Marlon Brando"]
    wrong = {"Always: Sunset on Third Street (2005)", "Happening (2021)", "New World (2013)"}
    directed = {f for t in load_traits() if t.section == "directors" for f in t.films}
    assert not wrong & directed


def test_films_have_every_public_id() -> None:
    starter = load_starter()
    traits = load_traits()
    found = named(traits, starter)
    assert [section for section, _ in found] == [trait.section for trait in traits]
    assert all(len(ids) >= len(trait.films) for (_, ids), trait in zip(found, traits, strict=True))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Heat (1995)\n",
        "[colors]\nred = Heat (1995)\n",
        "[themes]\na = Heat (1995)\n[directors]\nb = Heat (1995)\n",
        "[themes]\nno films\n",
    ],
)
def test_a_damaged_file_is_told_of(tmp_path: Path, text: str) -> None:
    (tmp_path / "knowledge.txt").write_text(text, encoding="utf-8")
    with pytest.raises(CatalogError, match="damaged"):
        load_traits(tmp_path / "knowledge.txt")
    with pytest.raises(CatalogError, match="missing"):
        load_traits(tmp_path / "nowhere.txt")
