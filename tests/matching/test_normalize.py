"""Titles written in different ways have the same key, and different titles do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.matching.normalize import (
    key,
    page_text,
    short_form,
    title_variants,
    title_words,
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("WALL·E", "wall-e"),
        ("Amélie", "Amelie"),
        ("Fast & Furious", "Fast and Furious"),
        ("The Godfather: Part II", "the godfather part 2"),
        ("The Godfather: Part II", "The Godfather 2"),
        ("Ocean's Eleven", "oceans 11"),
        ("Alien³", "Alien 3"),
        ("Kill Bill: Vol. 2", "Kill Bill Volume Two"),
        ("Сталкер", "Stalker"),
        ("Can't Buy Me Love", "can’t buy me love"),
        ("E.T. the Extra-Terrestrial", "ET the Extraterrestrial"),
        ("Spider-Man 2", "spiderman 2"),
    ],
)
def test_the_same_title(one, other):
    assert key(one) == key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alien", "Aliens"),
        ("Halloween", "Halloween II"),
        ("Dune", "Dune: Part Two"),
        ("The Matrix", "The Matrix Reloaded"),
        ("Part One", "Part Two"),
    ],
)
def test_different_titles(one, other):
    assert key(one) != key(other)


@given(st.text(max_size=80))
def test_words_are_stable(text):
    found = title_words(text)
    assert title_words(" ".join(found)) == found
    assert all(word.isascii() and word.isalnum() and word == word.lower() for word in found)


@given(
    st.lists(
        st.sampled_from(["the", "part", "ii", "2", "v", "x", "vol", "two", "pt", "a", "heat"]),
        max_size=8,
    )
)
def test_words_with_numbers_and_parts_are_stable(given_words):
    found = title_words(" ".join(given_words))
    assert title_words(" ".join(found)) == found


@pytest.mark.parametrize(
    ("title", "variants"),
    [
        ("Matrix, The (1999)", ["The Matrix"]),
        ("Hate (Haine, La) (1995)", ["Hate", "La Haine"]),
        ("Seven (a.k.a. Se7en) (1995)", ["Seven", "Se7en"]),
        ("Welle, Die", ["Die Welle"]),
        ("Ennemi, L'", ["L'Ennemi"]),
        ("(500) Days of Summer", ["(500) Days of Summer"]),
        ("The Matrix", ["The Matrix"]),
        ("Che (Part One)", ["Che (Part One)"]),
    ],
)
def test_titles_of_catalogs(title, variants):
    found = title_variants(title)
    assert list(found[: len(variants)]) == variants
    assert "Part One" not in found


def test_short_form():
    assert short_form("Star Wars: Episode IV - A New Hope") == "Star Wars"
    assert short_form("Heat") is None


def test_page_text_strips_everything_but_the_title():
    assert page_text("(3) \u200eHeat\u00a0 (1995) ") == "Heat (1995)"
    assert page_text("(500) Days of Summer") == "(500) Days of Summer"
