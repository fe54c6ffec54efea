"""Tests of the learned question: its text, its exact rows, and what is refused."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.question import Question, QuestionError, parts_in_series
from epicrec_desktop.recommend.learned_question import SHIPPED_BEFORE, load_question, read_question

SHIPPED_DIGEST = "beff112a046b455feb26d13108d951aee65f8025fec719bc5a48aba2ca30075c"
EARLIER_DIGEST = "76903c15a4c52fe8bf94b49bcfed95aefdbde405eeeef9b9b8586febd29d522b"
"""Of releases that are in ledgers."""

SMALL = Question(
    "small",
    10,
    ("New", "Loud"),
    {"Action": (0, 5), "Drama": (0, -5)},
    ((0, (-3, 0)), (2000, (3, 0))),
    {"ml:7": (-4, 6)},
)
TRILOGY = replace(SMALL, series=(("imdb:tt0000001", "imdb:tt0000002"), ("ml:7", "wd:Q1")))
weights = st.integers(-(10**9), 10**9)
movies = st.builds(
    Movie,
    st.just("Made up"),
    st.none() | st.integers(1880, 2060),
    st.lists(st.sampled_from((*CATEGORIES, "IMAX")), max_size=6).map(tuple),
    movielens_id=st.none() | st.integers(1, 9),
)


@st.composite
def questions(draw: st.DrawFn) -> Question:
    width = draw(st.integers(1, 4))
    row = st.tuples(*[weights] * width)
    multiplier = draw(st.integers(1, 1 << 16))
    years = sorted(draw(st.sets(st.integers(0, 2030), max_size=5)))
    own = st.tuples(*[st.integers(-(multiplier // width), multiplier // width)] * width)
    return Question(
        "random",
        multiplier,
        tuple(f"Cell {j}" for j in range(width)),
        draw(st.dictionaries(st.sampled_from(CATEGORIES), row, max_size=5)),
        tuple((year, draw(row)) for year in years),
        draw(st.dictionaries(st.sampled_from(["ml:1", "ml:2", "imdb:tt0000003"]), own)),
    )


@given(question=questions(), catalog=st.lists(movies, max_size=8))
def test_no_movie_costs_more_than_the_multiplier(question, catalog):
    rows = question.rows(catalog)
    assert rows.shape == (len(catalog), len(question.cells))
    for row in rows.tolist():
        assert sum(abs(Fraction(value, question.multiplier)) for value in row) <= 1


@given(question=questions(), catalog=st.lists(movies, min_size=1, max_size=8))
def test_a_movie_has_the_same_row_and_features_whatever_is_beside_it(question, catalog):
    def features(some):
        return question.features(question.kinds_of(some))

    for describe in (question.rows, features):
        alone = [describe([movie])[0].tolist() for movie in catalog]
        assert describe(catalog).tolist() == alone


@given(question=questions())
def test_text_is_read_back_and_names_the_question(question):
    again = Question.from_text(question.to_text())
    assert again == question
    assert again.digest == question.digest


def test_a_row_follows_from_categories_and_year():
    catalog = [
        Movie("A", 2005, ("Action",)),
        Movie("B", 1990, ("Action", "Drama")),
        Movie("C", None, ("Drama", "IMAX")),
        Movie("D", 2005, (), movielens_id=7),
        Movie("E", None, ()),
    ]
    # 10·3/8 and 10·5/8, rounded towards zero; -10·6/6; a row of its own; nothing known.
    assert SMALL.rows(catalog).tolist() == [[3, 6], [-10, 0], [0, -10], [-4, 6], [0, 0]]


def test_movies_of_a_series_are_found_by_any_id_and_leave_room_for_rounding():
    catalog = [
        Movie("A", 2005, ("Action",), imdb_id="tt0000002"),
        Movie("B", 2005, ("Action",), imdb_id="tt0000003", movielens_id=7),
        Movie("C", 2005, ("Action",), imdb_id="tt0000003"),
    ]
    assert TRILOGY.series_of(catalog).tolist() == [0, 1, -1]
    assert TRILOGY.rows(catalog).tolist() == [[2, 4], [-3, 4], [3, 6]]  # at most 8, 8 and 10
    assert Question.from_text(TRILOGY.to_text()) == TRILOGY
    assert TRILOGY.digest != SMALL.digest


def test_one_person_counts_a_part_of_each_movie_of_a_series():
    users, items = np.array([1, 1, 1, 2, 1]), np.array([0, 1, 2, 1, 3])
    series = np.array([5, 5, 5, -1])
    assert parts_in_series(users, items, series).tolist() == pytest.approx([1 / 3] * 3 + [1, 1])


@pytest.mark.parametrize(
    "changed",
    [
        {"series": (("imdb:tt0000001",),)},
        {"series": (("imdb:tt0000002", "imdb:tt0000001"),)},
        {"series": (("ml:7", "wd:Q1"), ("imdb:tt0000001", "ml:7"))},
        {"series": (("imdb:tt0000001", "The Matrix"),)},
        {"series": (("ml:7", "wd:Q1"),), "multiplier": 2, "movies": {}},
        {"movies": {"ml:7": (-5, 6)}},
        {"movies": {"The Matrix": (1, 1)}},
        {"categories": {"Western films": (1, 1)}},
        {"categories": {"Action": (1,)}},
        {"categories": {"Action": (1, 10**10)}},
        {"eras": ((2000, (1, 1)), (0, (1, 1)))},
        {"cells": ("Drama", "Loud")},
        {"cells": ("Loud", "Loud")},
        {"cells": ()},
        {"multiplier": 0},
        {"name": "two\nlines"},
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(changed):
    values = {name: getattr(SMALL, name) for name in SMALL.__dataclass_fields__}
    with pytest.raises(QuestionError):
        Question(**{**values, **changed})


def test_a_planted_row_of_one_and_a_half_is_refused_at_load():
    text = SMALL.to_text().replace("movie ml:7 -4 6", "movie ml:7 -9 6")
    with pytest.raises(QuestionError, match="costs more"):
        Question.from_text(text)


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("rule formula-1", "rule formula-2"),
        ("multiplier 10", "multiplier 010"),
        ("category Action 0 5\n", "category Action 0 5\ncategory Action 0 5\n"),
        ("category Action 0 5", "category Action 0 5.0"),
        ("question small\n", ""),
        ("cell New", "circle New"),
    ],
)
def test_text_in_another_form_is_refused(was, becomes):
    assert was in SMALL.to_text()
    with pytest.raises(QuestionError):
        Question.from_text(SMALL.to_text().replace(was, becomes))


def test_the_shipped_question_is_the_published_one(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "packaging"))
    from question import public_series

    question = load_question()
    assert question.digest == SHIPPED_DIGEST
    assert not question.movies
    assert set(question.categories) == set(CATEGORIES)
    rows = question.rows(load_starter().movies)
    costs = np.abs(rows).sum(axis=1)
    assert costs.max() <= question.multiplier
    assert costs.min() >= 0.98 * question.multiplier  # hardly any of ε is left unused
    assert question.series == public_series()
    before = load_question(SHIPPED_BEFORE)  # read for the releases that asked it
    assert before.digest == EARLIER_DIGEST
    assert (before.categories, before.eras) == (question.categories, question.eras)


def test_a_movie_of_two_series_joins_them():
    series = load_question().series
    assert len(series) > 60
    of = {wire_id: one for one in series for wire_id in one}
    spider_man, avengers, homecoming = "imdb:tt0145487", "imdb:tt0848228", "imdb:tt2250912"
    assert of[spider_man] == of[avengers] == of[homecoming]


def test_a_damaged_file_is_reported(tmp_path):
    for content in (b"", b"question x", "question ü\n".encode("latin-1")):
        (tmp_path / "question.txt").write_bytes(content)
        with pytest.raises(CatalogError, match="Install the program again"):
            read_question(tmp_path / "question.txt")
    with pytest.raises(CatalogError):
        read_question(tmp_path / "missing.txt")
