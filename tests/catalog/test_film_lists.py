"""How long films are, and which follow another: files that a person reads and mends."""

from __future__ import annotations

import pytest

from epicrec_desktop import resources
from epicrec_desktop.catalog.film_lists import load_running_times, load_sequels
from epicrec_desktop.catalog.knowledge import load_movie_facts, public_ids
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError

LEAST_FILMS = 4_000


@pytest.fixture(scope="module")
def starter():
    return load_starter().movies


def test_every_film_is_in_the_starter_catalog_and_in_its_order(starter) -> None:
    place = {movie.label: at for at, movie in enumerate(starter)}
    for found in (load_running_times(), _lines("sequels.txt")):
        places = [place[label] for label in found]
        assert places == sorted(places)
    assert len(load_running_times()) >= LEAST_FILMS


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
def test_damaged_minutes_are_told_of(tmp_path, text) -> None:
    file = tmp_path / "minutes.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CatalogError, match="damaged"):
        load_running_times(file)


def test_a_file_that_is_missing_or_no_text_is_told_of(tmp_path) -> None:
    (tmp_path / "sequels.txt").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "sequels.txt", tmp_path / "nowhere.txt"):
        with pytest.raises(CatalogError, match="damaged"):
            load_sequels(path)
        with pytest.raises(CatalogError, match="damaged"):
            load_running_times(path)


def _lines(name: str) -> list[str]:
    text = resources.path("catalog", name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]
