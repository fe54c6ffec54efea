"""Documents as they are declared: what is refused is named by its place, and never quoted."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from epicrec_desktop.recommend.wire import Answer, Name, Number, Request
from epicrec_desktop.recommend.wire_published import CatalogDocument
from epicrec_desktop.recommend.wire_schema import WireError, check_lines, convert, schema_of

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


class Part(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    kind: Literal["film", "list"] = "film"
    numbers: Annotated[dict[Name, Number], Meta(max_length=2)] = {}


class Whole(msgspec.Struct, forbid_unknown_fields=True):
    id: Annotated[str, Meta(pattern=r"\Aml:[0-9]+\Z")]
    part: Part = Part()
    count: int = 0
    switch: bool | list[str] = False
    several: Annotated[tuple[Number, ...], Meta(min_length=1)] = (1.0,)


@given(json_values)
def test_any_document_is_valid_or_refused(value):
    for kind in (Request, Answer, CatalogDocument):
        with pytest.raises(WireError):
            convert(value, kind)


SECRET = "heat - at `$.part`"


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"id": "ml:1\n"}, "/id"),
        ({"id": SECRET}, "/id"),
        ({"count": True}, "/count"),
        ({"count": 1.0}, "/count"),
        ({"count": SECRET}, "/count"),
        ({"switch": SECRET}, "/switch"),
        ({"switch": ["a", 1]}, "/switch/1"),
        ({"several": []}, "/several"),
        ({"several": [1, SECRET]}, "/several/1"),
        ({"several": [float("inf")]}, "/several/0"),
        ({"several": [10**400]}, "/several/0"),
        ({"part": {"kind": SECRET}}, "/part/kind"),
        ({"part": {"numbers": {SECRET: "x"}}}, "/part/numbers/…"),
        ({"part": {"numbers": {SECRET * 9: 1}}}, "/part/numbers"),
        ({"part": {"numbers": {"a": 1, "b": 2, "c": 3}}}, "/part/numbers"),
        ({"part": {SECRET: 1}}, "/part"),
        ({SECRET: 1}, ""),
    ],
)
def test_an_error_names_the_place_without_quoting_content(change, pointer):
    with pytest.raises(WireError) as caught:
        convert({"id": "ml:1", **change}, Whole)
    assert caught.value.pointer == pointer
    assert "heat" not in str(caught.value)


@pytest.mark.parametrize(
    ("value", "pointer", "reason"),
    [
        ([], "", "must be an object"),
        ({}, "/id", "is missing"),
        ({"id": 1}, "/id", "must be text"),
        ({"id": "ml:1", "several": [1e300]}, "/several/0", "must be a number <= 1000000000000.0"),
        ({"id": "ml:1", "switch": None}, "/switch", "must be true or false or a list"),
        ({"id": "ml:1", "x": 1}, "", "has a member that is not part of the format"),
    ],
)
def test_an_error_says_what_is_wanted(value, pointer, reason):
    with pytest.raises(WireError) as caught:
        convert(value, Whole)
    assert (caught.value.pointer, caught.value.reason) == (pointer, reason)


def test_a_line_has_no_signs_that_turn_or_break_it():
    check_lines("/name", "Film club", "")
    with pytest.raises(WireError, match="/name must be printable text"):
        check_lines("/name", "a\u202eb")


def test_a_schema_is_whole_and_says_what_is_read():
    schema: Any = schema_of(Whole)
    assert "$ref" not in str(schema)
    assert schema["required"] == ["id"]
    assert schema["properties"]["part"]["additionalProperties"] is False


def test_a_pattern_has_nothing_that_only_some_languages_know():
    schema: Any = schema_of(Request)
    assert schema["properties"]["profile"]["items"]["pattern"].endswith("$")
    assert "(?" not in str(schema)
    with pytest.raises(WireError):
        convert({"profile": ["ml:1\n"], "release": {"level": "all"}}, Request)
