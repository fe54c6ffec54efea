"""What every page and dialog exposes over the bus keeps the rules."""

import pytest

from screen_reader.desk import PAGES
from screen_reader.rules import faults, titles
from waiting import LIMIT_S

pytestmark = pytest.mark.timeout(5 * LIMIT_S)


@pytest.mark.parametrize("key", PAGES)
def test_a_page_keeps_the_rules(desk, key):
    page = desk.go_to(key)
    assert faults(page) == []
    assert [title.name for title in titles(page)] == [page.name]


def test_the_window_around_it_keeps_them(desk):
    desk.go_to("activity")
    window = desk.at_rest(desk.window().at)
    assert faults(window) == []
    navigation = next(node for node in window.all() if node.id.endswith(".nav"))
    chosen = [node.id for node in navigation.all() if "checked" in node.states]
    assert [name.rpartition(".")[2] for name in chosen] == ["activity"]


DIALOGS = {
    "add-a-movie": ("movies", ["movies.add"]),
    "release": ("privacy", ["privacy.details", "privacy.release"]),
    "erase": ("settings", ["settings.data.open", "settings.data.erase"]),
}
"""Where they are, and what is pressed there, by object names: words may change."""


@pytest.mark.parametrize("name", DIALOGS)
def test_a_dialog_keeps_them(desk, name):
    page, pressed = DIALOGS[name]
    desk.go_to(page)
    desk.awake()
    for one in pressed:
        desk.press(one)
    dialog = desk.dialog()
    desk.escape()
    assert faults(dialog) == []


def test_lists_say_which_of_how_many(desk):
    """A screen reader counts by the place in the parent and its children: both are right."""
    page = desk.go_to("recommendations")
    lists = [node for node in page.all() if node.role == "list"]
    assert lists
    for node in lists:
        assert node.count > len(node.children) > 0, node
        places = [desk.reader.place(child) for child in node.children]
        assert places == list(range(len(places))), node
