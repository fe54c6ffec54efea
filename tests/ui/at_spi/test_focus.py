"""Tab, typed at the display: where the focus goes, as the bus tells it, page by page."""

from __future__ import annotations

from itertools import pairwise

import pytest

from at_spi.desk import PAGES, Desk
from at_spi.reader import Box, Node
from at_spi.rules import goes_back
from at_spi.session import SCREEN

MOST = 150
pytestmark = pytest.mark.timeout(300)


def walk(desk: Desk, *, back: bool = False) -> list[Node]:
    """Every stop of Tab from the navigation on, until it comes round."""
    stops: list[Node] = []
    for _ in range(MOST):
        node = desk.tab(back=back)
        assert node is not None, f"after {stops[-1:]} the focus went nowhere"
        if stops and node.at == stops[0].at:
            return stops
        stops.append(node)
    raise AssertionError("Tab does not come round")


@pytest.mark.parametrize("key", PAGES)
def test_tab_goes_as_one_reads_and_where_one_sees(desk: Desk, key: str) -> None:
    desk.go_to(key)
    desk.awake()
    stops = walk(desk)
    screen, window = Box(0, 0, *SCREEN), desk.window().box
    for node in stops:
        assert node.name, f"nothing is said of {node.id}"
        assert "focused" in node.states or node.role == "list", node
        for around in (screen, window):
            assert node.box.meets(around), f"{node} is out of sight"
    places = [node for node in stops if ".nav." in node.id]
    assert [node.id.rpartition(".")[2] for node in places] == [key], "Tab comes to where one is"
    # Where everything is at one time: the page scrolled while Tab went on.
    boxes = {node.at: desk.reader.look(node.at).box for node in stops}
    first = stops.index(places[0])
    inside = [n for n in (*stops[first + 1 :], *stops[:first]) if f".page.{key}." in n.id]
    assert len(inside) >= 2
    jumps = [
        f"{before} → {after}"
        for before, after in pairwise(inside)
        if goes_back(boxes[before.at], boxes[after.at])
    ]
    assert jumps == []


def test_tab_backwards_comes_to_the_same(desk: Desk) -> None:
    desk.go_to("movies")
    desk.awake()
    there, back = walk(desk), walk(desk, back=True)
    names = [node.id for node in there]
    assert set(names) == {node.id for node in back}


def test_a_dialog_takes_the_focus_and_gives_it_back(desk: Desk) -> None:
    desk.go_to("movies")
    desk.awake()
    desk.press("movies.add")
    dialog = desk.dialog()
    inside = walk(desk)
    assert all(node.box.meets(dialog.box) for node in inside)
    assert all(".movies.add." in node.id for node in inside), [node.id for node in inside]
    desk.escape()
    desk.awake()
    node = desk.tab()
    assert node is not None
    assert ".window." in node.id
