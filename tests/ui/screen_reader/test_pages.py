"""What every page and dialog exposes over the bus: a stored text, and rules.

`make spoken` writes the stored texts again: read them before they stay.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from screen_reader.desk import PAGES, Desk
from screen_reader.reader import Node
from screen_reader.rules import faults, text, titles

KEPT = Path(__file__).parents[1] / "screen_reader_baseline" / "at_spi"
pytestmark = pytest.mark.timeout(300)


DRAWN = (
    (r"(Your data is kept in) .*", r"\1 FOLDER"),
    (r"bout [\d,]+ movies", "bout N movies"),
    (r"[\d,]+ in the list", "N in the list"),
    (r"(list: Movies that would leave) \{\d+\}\n(?:\s*list item: .*\n)*", r"\1 {N}\n"),
)
"""What differs from run to run: where it runs, and an example that is sampled again each time."""


COMPUTED_S = 20.0
"""What a page shows may still be computed when it stands still; it is looked at again."""


def compare(name: str, look: Callable[[], Node]) -> None:
    file, end = KEPT / f"{name}.txt", time.monotonic() + COMPUTED_S
    if os.environ.get("EPICREC_KEEP"):
        time.sleep(COMPUTED_S / 4)
        file.parent.mkdir(exist_ok=True)
        file.write_text(spoken(look()), encoding="utf-8")
    kept = file.read_text(encoding="utf-8")
    while (now := spoken(look())) != kept and time.monotonic() < end:
        time.sleep(0.2)
    assert now == kept, "`make spoken`, and read what is new"


def spoken(root: Node) -> str:
    now = text(root)
    for drawn, instead in DRAWN:
        now = re.sub(drawn, instead, now)
    return now


@pytest.mark.parametrize("key", PAGES)
def test_page_matches_the_screen_reader_baseline_and_rules(desk: Desk, key: str) -> None:
    page = desk.go_to(key)
    assert faults(page) == []
    assert [title.name for title in titles(page)] == [page.name]
    compare(key, lambda: desk.page(key))


def test_so_is_the_window_around_it(desk: Desk) -> None:
    desk.go_to("activity")
    window = desk.at_rest(desk.window().at)
    assert faults(window) == []
    navigation = next(node for node in window.all() if node.id.endswith(".nav"))
    chosen = [node.id for node in navigation.all() if "checked" in node.states]
    assert [name.rpartition(".")[2] for name in chosen] == ["activity"]
    compare("navigation", lambda: navigation)


DIALOGS = {
    "add-a-movie": ("movies", ["movies.add"]),
    "release": ("privacy", ["privacy.details", "privacy.release"]),
    "erase": ("settings", ["settings.data.open", "settings.data.erase"]),
}
"""Where they are, and what is pressed there, by object names: words may change."""


@pytest.mark.parametrize("name", DIALOGS)
def test_so_is_a_dialog(desk: Desk, name: str) -> None:
    page, pressed = DIALOGS[name]
    desk.go_to(page)
    desk.awake()
    for one in pressed:
        desk.press(one)
    dialog = desk.dialog()
    try:
        assert faults(dialog) == []
        compare(name, desk.dialog)
    finally:
        desk.escape()


def test_lists_say_which_of_how_many(desk: Desk) -> None:
    """A screen reader counts by the place in the parent and its children: both are right."""
    page = desk.go_to("recommendations")
    lists = [node for node in page.all() if node.role == "list"]
    assert lists
    for node in lists:
        assert node.count > len(node.children) > 0, node
        places = [desk.reader.place(child) for child in node.children]
        assert places == list(range(len(places))), node
