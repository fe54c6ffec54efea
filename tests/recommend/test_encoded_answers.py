"""The answer that is written is the one that a document of it would dump, byte for byte."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.recommend.wire import Scored, encode_answer, parse_answer

FINITE = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e12, max_value=1e12)
IDS = st.from_regex(r"imdb:tt[0-9]{7,10}|wd:Q[0-9]{1,9}|starter:[a-z0-9-]{1,9}", fullmatch=True)
LISTS = st.lists(st.tuples(IDS, FINITE), max_size=5, unique_by=lambda e: e[0]).map(tuple)
NAMES = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=9)


def dumped(answer: ProviderAnswer) -> bytes:
    """An answer as a document, dumped."""

    def document(found: Scored) -> list[dict[str, object]]:
        return [{"id": wire_id, "score": round(score, 6)} for wire_id, score in found]

    whole = {
        "model": answer.model_id,
        "known": answer.known,
        "unknown": answer.unknown,
        "overall": document(answer.overall),
        "categories": {name: document(found) for name, found in answer.categories.items()},
    }
    return json.dumps(whole, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()


@given(LISTS, st.dictionaries(NAMES, LISTS, max_size=4), st.integers(0, 20_000))
def test_it_is_what_the_format_dumps(
    overall: Scored, categories: dict[str, Scored], known: int
) -> None:
    answer = ProviderAnswer("als-0123456789abcdef", known, 3, overall, categories)
    assert encode_answer(answer) == dumped(answer)


def test_any_name_of_a_category_is_written_as_text() -> None:
    found = (("imdb:tt0133093", 0.5),)
    answer = ProviderAnswer("als-0", 1, 0, found, {'Sci-Fi "new"\\': found, "Krimi – für alle": ()})
    assert parse_answer(encode_answer(answer)) == answer


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -float("inf")])
def test_a_score_that_is_no_number_is_never_written(score: float) -> None:
    answer = ProviderAnswer("als-0", 1, 0, (("imdb:tt0133093", score),), {})
    with pytest.raises(ValueError, match="finite"):
        encode_answer(answer)


def test_numbers_are_those_that_were_scored() -> None:
    answer = ProviderAnswer(
        "als-0", 1, 0, (("wd:Q1", 1e-6), ("wd:Q2", 123456.7), ("wd:Q3", 0.1)), {}
    )
    scores = [entry["score"] for entry in json.loads(encode_answer(answer))["overall"]]
    assert scores == [1e-6, 123456.7, 0.1]
