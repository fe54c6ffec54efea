"""Movie facts: running times, sequels, and traits that refer to catalog movies."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop import resources
from epicrec_desktop.catalog.movie_facts import (
    SECTIONS,
    load_movie_facts,
    load_running_times,
    load_sequels,
    load_traits,
    named,
    public_ids,
)
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError

MIN_LISTED_MOVIES = 4_000


@pytest.fixture(scope="module")
def starter():
    return load_starter().movies


def test_every_film_is_in_the_starter_catalog_and_in_its_order(starter) -> None:
    place = {movie.label: at for at, movie in enumerate(starter)}
    for found in (load_running_times(), _lines("sequels.txt")):
        places = [place[label] for label in found]
        assert places == sorted(places)
    assert len(load_running_times()) >= MIN_LISTED_MOVIES


def test_the_best_known_films_have_a_length(starter) -> None:
    minutes = load_running_times()
    best = sorted(starter, key=lambda movie: -movie.popularity)[:2_000]
    assert sum(movie.label in minutes for movie in best) > 0.98 * len(best)


def test_lengths_are_those_of_films() -> None:
    """A slip of the pen would be far from what films last: these few are, and are meant."""
    minutes = load_running_times()
    assert all(5 <= length <= 600 for length in minutes.values())
    long = {label for label, length in minutes.items() if length > 240}
    assert {"Shoah (1985)", "Sátántangó (1994)", "War and Peace (1965)"} <= long
    assert len(long) < 15
    usual = sum(75 <= length <= 180 for length in minutes.values())
    assert usual > 0.95 * len(minutes)


@pytest.mark.parametrize(
    ("film", "minutes"),
    [
        ("Heat (1995)", 170),
        ("The Lord of the Rings: The Return of the King (2003)", 201),
        ("Toy Story (1995)", 81),
        ("La Jetée (1962)", 28),
        ("Parasite (2019)", 132),
        ("The Brutalist (2024)", 214),
    ],
)
def test_a_few_that_everybody_can_look_up(film, minutes) -> None:
    assert abs(load_running_times()[film] - minutes) <= 2


def test_a_length_is_known_by_every_public_id(starter) -> None:
    known, minutes = load_movie_facts(), load_running_times()
    for movie in starter:
        for name in public_ids(movie):
            length = known[name].minutes if name in known else None
            assert length == minutes.get(movie.label), movie.label


def test_a_film_of_the_list_follows_another() -> None:
    known = load_movie_facts()
    assert known["starter:top-gun-maverick-2022"].follows
    assert not known["starter:top-gun-1986"].follows
    assert "Aliens (1986)" not in load_sequels(), "its series says so"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# a comment\n",
        "Heat (1995)\n",
        "170\n",
        "170 Heat\n",
        "0 Heat (1995)\n",
        "-170 Heat (1995)\n",
        "1001 Heat (1995)\n",
        "1e2 Heat (1995)\n",
        "170 Heat (1995)\n171 Heat (1995)\n",
        "9" * 5_000 + " Heat (1995)\n",
    ],
)
def test_damaged_running_times_are_reported(tmp_path, text) -> None:
    file = tmp_path / "minutes.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CatalogError, match="damaged"):
        load_running_times(file)


def test_missing_or_binary_file_is_reported(tmp_path) -> None:
    (tmp_path / "sequels.txt").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "sequels.txt", tmp_path / "nowhere.txt"):
        with pytest.raises(CatalogError, match="damaged"):
            load_sequels(path)
        with pytest.raises(CatalogError, match="damaged"):
            load_running_times(path)


def _lines(name: str) -> list[str]:
    text = resources.path("catalog", name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


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


def test_movie_facts_load_fast_enough_for_every_start() -> None:
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
    traits = [trait for trait in load_traits() if trait.section != "subjects"]
    found = named(load_traits(), starter)
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
def test_damaged_file_is_reported(tmp_path: Path, text: str) -> None:
    (tmp_path / "knowledge.txt").write_text(text, encoding="utf-8")
    with pytest.raises(CatalogError, match="damaged"):
        load_traits(tmp_path / "knowledge.txt")
    with pytest.raises(CatalogError, match="missing"):
        load_traits(tmp_path / "nowhere.txt")
