"""Messages: what the terminal shows of them, and what is stored of them."""

import ast
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import epicrec_desktop
from epicrec_desktop.domain.errors import Cancelled, EpicRecError, StoreError
from epicrec_desktop.domain.messages import (
    _PLACE,
    Message,
    counted,
    dump,
    load,
    message,
)
from epicrec_desktop.domain.progress import Progress

PACKAGE = Path(epicrec_desktop.__file__).parent
texts = st.text(max_size=20)
values = st.recursive(
    st.one_of(texts, st.integers(), st.floats(allow_nan=False)),
    lambda inner: st.builds(
        Message, texts, st.dictionaries(st.sampled_from("abc"), inner), st.just("")
    ),
    max_leaves=6,
)
messages = st.builds(
    Message,
    st.lists(st.one_of(texts, st.sampled_from(["{a}", "{b:,}", "{c}", "{d}"]))).map("".join),
    st.dictionaries(st.sampled_from("abc"), values),
    texts,
)


def test_values_stand_in_their_places():
    said = message("{files:,} files in {path}", files=12_345, path=Path("a"))
    assert str(said) == "12,345 files in a"
    assert (
        str(message("{what} Try again.", what=message("{n} is odd.", n=3)))
        == "3 is odd. Try again."
    )


def test_braces_in_values_mean_nothing():
    assert str(message("{a} and {b}", a="{b}", b="{0}%1{a!r}")) == "{b} and {0}%1{a!r}"


def test_a_place_without_a_value_stays():
    assert str(message("{a} of {b}, {not one}, {", a=1)) == "1 of {b}, {not one}, {"


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 films"), (1, "One film"), (2000, "2,000 films")]
)
def test_a_count_has_its_form(count, said):
    assert str(counted("One film", "{count:,} films", count=count)) == said


@given(messages)
def test_a_message_is_shown_on_one_harmless_line(said):
    shown = str(said)
    assert not any(char in shown for char in "\n\r\x1b\x07\x9b\u202e\u2028\ud800")


@given(messages)
def test_a_stored_message_comes_back(said):
    kept = load(dump(said))
    assert str(kept) == str(said)
    assert kept == said or not said.values


def test_plain_sentences_are_read_as_messages():
    for text in (
        "Film club did not answer in time.",
        "{broken",
        '{"template": 3}',
        "{}",
        '{"a": []}',
    ):
        assert load(text) == Message(text)
    assert load(dump(message("Nothing was sent."))) == message("Nothing was sent.")
    assert json.loads(dump(message("At {path}.", path=Path("x"))))["values"] == {"path": "x"}


def test_values_of_other_kinds_are_stored_as_what_they_are():
    for value, kept in (
        (np.float64(0.5), 0.5),
        (np.int64(3), "3"),
        (float("inf"), float("inf")),
        ("half \ud800", "half \ud800"),
    ):
        assert load(dump(message("{a}", a=value))) == message("{a}", a=kept)


def test_errors_carry_their_message_through_a_process_border():
    errors = (
        StoreError("The database {path} is damaged.", path=Path("x")),
        EpicRecError(counted("One film", "{count} films", count=3)),
        Cancelled(),
    )
    for error in errors:
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error)
        assert copy.message == error.message
        assert str(copy) == str(error) == str(error.message)
    assert str(errors[0]) == "The database x is damaged."
    step = Progress(message("Reading {profile}", profile="Chrome"), 1, 2)
    assert pickle.loads(pickle.dumps(step)) == step
    assert step.text == "Reading Chrome"


def calls() -> list[tuple[str, ast.Call, int]]:
    """Every call in the package that makes a message, with the number of its templates."""
    kinds = {"EpicRecError", *_names(EpicRecError)}
    makers = {**dict.fromkeys(kinds, 1), "message": 1, "counted": 2, "catalog_error": 2}
    found = []
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name):
                name = node.func.id
                if name in makers or name == "Progress":
                    found.append((f"{file.name}:{node.lineno}", node, makers.get(name, 1)))
    return found


def _names(kind: type) -> set[str]:
    below = kind.__subclasses__()
    return {k.__name__ for k in below} | {name for k in below for name in _names(k)}


def test_every_place_of_a_template_has_its_value_and_every_value_a_place():
    """No template is an f-string: that cannot be translated, or a stranger's text is one."""
    checked, wrong, formatted = 0, [], []
    for where, call, count in calls():
        if any(isinstance(a, (ast.JoinedStr, ast.BinOp)) for a in call.args[:count]):
            formatted.append(where)
        templates = [a.value for a in call.args[:count] if isinstance(a, ast.Constant)]
        given_names = {keyword.arg for keyword in call.keywords}
        if isinstance(call.func, ast.Name) and call.func.id.endswith("Error"):
            given_names -= {"sent", "wait"}  # ProviderError's own
        if not templates or None in given_names:
            continue
        checked += 1
        places = {name for text in templates for name, _ in _PLACE.findall(text)}
        if places != given_names:
            wrong.append((where, sorted(places ^ given_names)))
    assert (wrong, formatted) == ([], [])
    assert checked > 150
