"""MovieLens titles as a person writes them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.catalog.movielens_format import (
    ARTICLES,
    ParsedTitle,
    move_article,
    parse_title,
)


@pytest.mark.parametrize(
    ("text", "title", "year", "others"),
    [
        ("Toy Story (1995)", "Toy Story", 1995, ()),
        ("Matrix, The (1999)", "The Matrix", 1999, ()),
        (
            "City of Lost Children, The (Cité des enfants perdus, La) (1995)",
            "The City of Lost Children",
            1995,
            ("La Cité des enfants perdus",),
        ),
        ("Seven (a.k.a. Se7en) (1995)", "Seven", 1995, ("Se7en",)),
        ("Hidden (a.k.a. Cache) (Caché) (2005)", "Hidden", 2005, ("Cache", "Caché")),
        ("Holiday (aka Other Holiday) (1985)", "Holiday", 1985, ("Other Holiday",)),
        ("One (a.k.a. Two a.k.a. Three; Four) (1985)", "One", 1985, ("Two", "Three", "Four")),
        ("Avventura, L' (Adventure, The) (1960)", "L'Avventura", 1960, ("The Adventure",)),
        ("Vitelloni, I (1953)", "I Vitelloni", 1953, ()),
        ("Boot, Das (1981)", "Das Boot", 1981, ()),
        ("femme est une femme, Une (1961)", "Une femme est une femme", 1961, ()),
        ("Good, the Bad and the Ugly, The (1966)", "The Good, the Bad and the Ugly", 1966, ()),
        ("Play It Again, Sam (1972)", "Play It Again, Sam", 1972, ()),
        ("Food, Inc. (2008)", "Food, Inc.", 2008, ()),
        ("(500) Days of Summer (2009)", "(500) Days of Summer", 2009, ()),
        ("Frontière(s) (2007)", "Frontière(s)", 2007, ()),
        ("You Are (Not) Alone (Jo) (2007)", "You Are (Not) Alone", 2007, ("Jo",)),
        ("Birdman: Or (The Virtue) (2014)", "Birdman: Or (The Virtue)", 2014, ()),
        ("Some Saga (Part 2) (2011)", "Some Saga (Part 2)", 2011, ()),
        ("Babylon 5", "Babylon 5", None, ()),
        ("Slow Series (1995–)", "Slow Series", 1995, ()),
        ("Slow Series (1995– )", "Slow Series", 1995, ()),
        ("Slow Series (2006–2007)", "Slow Series", 2006, ()),
        ("Slow Series (1975-1979)", "Slow Series", 1975, ()),
        ("On Video (1995) (V)", "On Video", 1995, ()),
        ("2001: A Space Odyssey (1968)", "2001: A Space Odyssey", 1968, ()),
        ("1984 (1984)", "1984", 1984, ()),
        ("Number (9999)", "Number", None, ("9999",)),
        ("  Too   many spaces (2007) ", "Too many spaces", 2007, ()),
        ("Same (Same) (2000)", "Same", 2000, ()),
        ("Nested (Tale (of two), A) (2000)", "Nested", 2000, ("A Tale (of two)",)),
        ("Unclosed (1984", "Unclosed (1984", None, ()),
        ("(1999)", "(1999)", None, ()),
        ("", "", None, ()),
    ],
)
def test_known_titles(text, title, year, others):
    assert parse_title(text) == ParsedTitle(title, year, others)


PIECES = (
    "(",
    ")",
    " ",
    ", ",
    "The",
    "L'",
    "1995",
    "–",
    "a.k.a. ",
    "aka",
    "Or",
    ":",
    "é",
    "x",
    "Part",
)
pieces = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


@given(st.one_of(st.text(), pieces))
def test_no_text_breaks_the_parser(text):
    parsed = parse_title(text)
    assert bool(parsed.title) == bool(text.split())
    assert parsed.title not in parsed.alternative_titles
    assert all(parsed.alternative_titles)
    assert len(set(parsed.alternative_titles)) == len(parsed.alternative_titles)


words = st.text(st.characters(whitelist_categories=["Lu", "Ll", "Nd"]), min_size=1, max_size=8)
names = st.lists(words, min_size=1, max_size=5).map(" ".join)


def in_movielens_style(article: str, name: str) -> str:
    return f"{name}, {article}"


def in_order(article: str, name: str) -> str:
    return article + name if article[-1] in "'’" else f"{article} {name}"


@given(st.sampled_from(sorted(ARTICLES)), names)
def test_moving_an_article_undoes_what_movielens_does(article, name):
    assert move_article(in_movielens_style(article, name)) == in_order(article, name)


@given(
    st.sampled_from(sorted(ARTICLES)),
    names,
    st.lists(st.tuples(st.sampled_from(sorted(ARTICLES)), names), max_size=3),
    st.integers(1880, 2099),
)
def test_a_written_title_is_read_back(article, name, others, year):
    groups = "".join(f" ({in_movielens_style(*other)})" for other in others)
    parsed = parse_title(f"{in_movielens_style(article, name)}{groups} ({year})")
    assert parsed.title == in_order(article, name)
    assert parsed.year == year
    expected = dict.fromkeys(in_order(*other) for other in others)
    expected.pop(parsed.title, None)
    assert parsed.alternative_titles == tuple(expected)


@given(names)
def test_a_title_without_a_moved_article_stays(name):
    assert move_article(name) == name
    assert move_article(f"{name}, the") == f"{name}, the"
