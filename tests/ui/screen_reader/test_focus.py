"""Tab, typed at the display: where the focus goes, as the bus tells it, page by page."""

from itertools import pairwise

import pytest

from screen_reader.desk import PAGES, Desk
from screen_reader.reader import Box, Node, Reference
from screen_reader.rules import goes_back
from screen_reader.session import SCREEN
from waiting import LIMIT_S

MOST = 150
pytestmark = pytest.mark.timeout(5 * LIMIT_S)


Jump = tuple[str, tuple[Reference, Reference]]


def walk(desk: Desk, *, back: bool = False, back_jumps: list[Jump] | None = None) -> list[Node]:
    """Every stop of Tab until it comes round. `back_jumps`: takes the steps against reading order.

    Each step is judged where both are at that moment: the page scrolls while Tab goes on.
    """
    stops: list[Node] = []
    for _ in range(MOST):
        node = desk.tab(back=back)
        assert node is not None, f"after {stops[-1:]} the focus went nowhere"
        if stops and back_jumps is not None:
            before, now = desk.reader.look_at([stops[-1].at, node.at])
            if goes_back(before.box, now.box):
                back_jumps.append((f"{before} → {node}", (before.at, node.at)))
        if stops and node.at == stops[0].at:
            return stops
        stops.append(node)
    raise AssertionError("Tab does not come round")


@pytest.mark.parametrize("key", PAGES)
def test_tab_goes_as_one_reads_and_where_one_sees(desk, key):
    desk.go_to(key)
    desk.awake()
    back: list[Jump] = []
    stops = walk(desk, back_jumps=back)
    screen, window = Box(0, 0, *SCREEN), desk.window().box
    for node in stops:
        assert node.name, f"nothing is said of {node.id}"
        assert "focused" in node.states or node.role == "list", node
        for around in (screen, window):
            assert node.box.meets(around), f"{node} is out of sight"
    places = [node for node in stops if ".nav." in node.id]
    assert [node.id.rpartition(".")[2] for node in places] == [key], "Tab comes to where one is"
    first = stops.index(places[0])
    inside = [n for n in (*stops[first + 1 :], *stops[:first]) if f".page.{key}." in n.id]
    assert len(inside) >= 2
    pairs = {(before.at, after.at) for before, after in pairwise(inside)}
    jumps = [jump for jump, pair in back if pair in pairs]
    assert jumps == []


def test_tab_backwards_comes_to_the_same(desk):
    desk.go_to("movies")
    desk.awake()
    there, back = walk(desk), walk(desk, back=True)
    names = [node.id for node in there]
    assert set(names) == {node.id for node in back}


def test_a_dialog_takes_the_focus_and_gives_it_back(desk):
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
    assert ".window." in node.id
