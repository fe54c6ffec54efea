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
    (rules.entries_are_labelled, page(node("text"))),
    (rules.pictures_speak_or_are_silent, page(node("graphic"))),
    (rules.named_groups_have_a_role, page(node("filler", "For you"))),
    (rules.progress_has_a_value, page(node("progress bar", "Reading"))),
    (rules.what_shows_is_there, page(node("heading", "Gone", box=Box(900, 900, 9, 9)))),
    (rules.what_shows_is_there, page(node("heading", "Flat", box=Box(0, 0, 9, 0)))),
]
RIGHT = page(
    node("heading", "Page"),
    node("filler", "", node("push button", "Test", box=Box(70, 10, 50, 20))),
    node("push button", "Test", description="the other one", box=BELOW),
    node("progress bar", "Reading", interfaces=("org.a11y.atspi.Value",), box=Box(0, 150, 9, 9)),
)


@pytest.mark.parametrize(("rule", "tree"), WRONG)
def test_a_rule_names_what_breaks_it(rule, tree):
    assert len(list(rule(tree))) == 1


def test_what_is_right_is_left_alone():
    assert rules.faults(RIGHT) == []
    assert [title.name for title in rules.titles(RIGHT)] == ["Page"]
