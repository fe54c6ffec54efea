"""The rules find what they are for: each on a small tree that breaks it, and on one that does not.

Made by hand, so that a rule that finds nothing any more is noticed without a program or a bus.
"""

from collections.abc import Callable

import pytest

from screen_reader import rules
from screen_reader.reader import Box, Node

AT = ("", "")
SHOWN = frozenset({"showing", "visible", "sensitive"})


def node(role: str, name: str = "", *children: Node, **more: object) -> Node:
    more.setdefault("states", SHOWN)
    more.setdefault("box", Box(10, 10, 50, 20))
    made = Node(AT, role, name, **more)
    made.children = list(children)
    for child in children:
        child.parent = made
    return made


def page(*children: Node) -> Node:
    return node("panel", "Page", *children, box=Box(0, 0, 400, 300))


BELOW = Box(10, 100, 50, 20)
WRONG: list[tuple[Callable, Node]] = [
    (rules.controls_are_named, page(node("push button", "…"))),
    (rules.controls_are_named, page(node("panel", "", states=SHOWN | {"focusable"}))),
    (rules.no_two_alike, page(node("push button", "Test"), node("push button", "Test"))),
    (rules.entries_are_labelled, page(node("text"))),
    (rules.radio_buttons_are_grouped, node("frame", "EpicRec", node("radio button", "A"))),
    (rules.pictures_speak_or_are_silent, page(node("graphic"))),
    (rules.headings_have_words, page(node("heading", "—"))),
    (rules.named_groups_have_a_role, page(node("filler", "For you"))),
    (rules.progress_has_a_value, page(node("progress bar", "Reading"))),
    (rules.what_shows_is_there, page(node("heading", "Gone", box=Box(900, 900, 9, 9)))),
    (rules.what_shows_is_there, page(node("heading", "Flat", box=Box(0, 0, 9, 0)))),
    (rules.read_as_shown, page(node("push button", "Low", box=BELOW), node("push button", "High"))),
]
RIGHT = page(
    node("heading", "Page"),
    node("filler", "", node("push button", "Test", box=Box(70, 10, 50, 20))),
    node("push button", "Test", description="the other one", box=BELOW),
    node("panel", "Which", node("radio button", "A", box=BELOW), box=Box(0, 90, 90, 40)),
    node("progress bar", "Reading", interfaces=("org.a11y.atspi.Value",), box=Box(0, 150, 9, 9)),
)


@pytest.mark.parametrize(("rule", "tree"), WRONG)
def test_a_rule_names_what_breaks_it(rule, tree):
    assert len(list(rule(tree))) == 1


def test_what_is_right_is_left_alone():
    assert rules.faults(RIGHT) == []
    assert [title.name for title in rules.titles(RIGHT)] == ["Page"]


def test_what_is_scrolled_away_is_where_it_would_be_unscrolled():
    first = node("panel", "First", box=Box(0, -500, 300, 50))
    content = node("filler", "", first, box=Box(0, -500, 300, 900))
    area = node("filler", "", content, box=Box(0, 100, 300, 200))
    whole = page(node("heading", "Page"), area)
    assert rules.faults(whole) == []
    assert rules.unscrolled(first).y == 100
