"""The schemas of the wire format: held against JSON Schema itself where the two must agree."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.recommend.wire import ANSWER, REQUEST
from epicrec_desktop.recommend.wire_published import CATALOG
from epicrec_desktop.recommend.wire_schema import WireError, check_schema

NUMBERS = {"type": "object", "maxProperties": 2, "additionalProperties": {"type": "number"}}
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
UNDERSTOOD = {
    *("type", "enum", "anyOf", "title", "description", "examples", "default", "format", "pattern"),
    *(
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "items",
        "minItems",
        "maxItems",
        "properties",
    ),
    *("required", "additionalProperties", "propertyNames", "maxProperties"),
}


def schemas(schema: Any) -> list[dict[str, Any]]:
    """Return a schema and all that are in it."""
    below = [schema["items"]] if "items" in schema else []
    below += schema.get("anyOf", []) + list(schema.get("properties", {}).values())
    below += [
        s
        for s in (schema.get("propertyNames"), schema.get("additionalProperties"))
        if isinstance(s, dict)
    ]
    return [schema, *(found for one in below for found in schemas(one))]


@pytest.mark.parametrize("schema", [REQUEST, ANSWER, CATALOG], ids=["request", "answer", "catalog"])
def test_nothing_in_a_schema_goes_unchecked(schema):
    for each in schemas(schema):
        assert set(each) <= UNDERSTOOD
        assert all("type" in one for one in each.get("anyOf", []))


@given(json_values)
def test_any_document_is_valid_or_rejected(value):
    for schema in (REQUEST, ANSWER, CATALOG):
        with pytest.raises(WireError):
            check_schema(value, schema)


@pytest.mark.parametrize(
    ("value", "schema", "pointer"),
    [
        (True, {"type": "integer"}, ""),
        (True, {"enum": [1]}, ""),
        (1.0, {"type": "integer"}, ""),
        (float("inf"), {"type": "number"}, ""),
        (10**400, {"type": "number"}, ""),
        ("a\u202eb", {"type": "string", "format": "line"}, ""),
        ("ml:1\n", {"type": "string", "pattern": "ml:[0-9]+"}, ""),
        ([1, "2"], {"type": "array", "items": {"type": "number"}}, "/1"),
        ([], {"type": "array", "minItems": 1}, ""),
        ({"my film": "x"}, NUMBERS, "/…"),
        ({"a": 1, "b": 2, "c": 3}, NUMBERS, ""),
        ({}, {"type": "object", "required": ["name"]}, "/name"),
        ("x", {"anyOf": [{"type": "boolean"}, {"type": "null"}]}, ""),
    ],
)
def test_error_names_the_place_without_quoting_content(value, schema, pointer):
    with pytest.raises(WireError) as caught:
        check_schema(value, schema)
    assert caught.value.pointer == pointer
    assert "film" not in str(caught.value)


def test_what_is_within_bounds_passes():
    check_schema({"a": 1, "b": -2.5}, NUMBERS)
    check_schema(None, {"type": ["number", "null"], "minimum": 1})
    check_schema(
        ["x"], {"anyOf": [{"type": "boolean"}, {"type": "array", "items": {"type": "string"}}]}
    )
