"""What axe would say of a tree: each rule gives its faults, and each fault names the node."""

from collections.abc import Callable, Iterator

from screen_reader.reader import Box, Node

SILENT = (
    "label",
    "filler",
    "layered pane",
    "panel",
    "split pane",
    "scroll pane",
    "invalid",
    "unknown",
)
"""Only hold others, unless they have a name."""
NEVER = ("scroll bar",)
CONTROLS = (
    "push button", "toggle button", "check box", "radio button", "text", "entry", "password text",
    "combo box", "list", "list box", "slider", "spin button", "link", "menu item",
    "check menu item", "radio menu item", "page tab", "table", "tree", "tree table",
)  # fmt: skip
ENTRIES = ("text", "entry", "password text", "spin button")
PICTURES = ("graphic", "image", "icon", "image map", "canvas")
HEADING, PROGRESS = "heading", "progress bar"
ROOTS = ("frame", "window", "dialog", "application")

Rule = Callable[[Node], Iterator[str]]


def is_announced(node: Node) -> bool:
    """Whether a screen reader says anything of it."""
    return node.role not in NEVER and (bool(node.name) or node.role not in SILENT)


def _words(text: str) -> bool:
    return any(character.isalnum() for character in text)


def controls_are_named(root: Node) -> Iterator[str]:
    """Who comes to it with the keyboard, or can press it, hears what it is."""
    for node in root.all():
        pressed = node.role in CONTROLS or ("focusable" in node.states and node.role not in ROOTS)
        if pressed and not _words(node.name):
            yield f"has no name in words: {node} at {node.box}"


def entries_are_labelled(root: Node) -> Iterator[str]:
    """A field says what is to be typed there."""
    for node in root.all():
        if node.role in ENTRIES and not (node.labels or _words(node.name)):
            yield f"no label: {node} at {node.box}"


def pictures_speak_or_are_silent(root: Node) -> Iterator[str]:
    """A picture has a name, or is not exposed."""
    for node in root.all():
        if node.role in PICTURES and not _words(node.name):
            yield f"a picture without a name: {node} at {node.box}"


def named_groups_have_a_role(root: Node) -> Iterator[str]:
    """A named container is exposed as a group: the name of a filler is not read."""
    for node in root.all():
        if node.role in ("filler", "invalid", "unknown") and node.name:
            yield f"a name that nobody hears: {node}"


def progress_has_a_value(root: Node) -> Iterator[str]:
    """How far it is can be asked."""
    for node in root.all():
        if node.role == PROGRESS:
            if not any(name.endswith(".Value") for name in node.interfaces):
                yield f"no value: {node}"
            if not _words(node.name):
                yield f"no name: {node} at {node.box}"


def what_shows_is_there(root: Node) -> Iterator[str]:
    """Nothing is exposed as shown that has no size, or that no scrolling reaches."""
    for node in root.all():
        if not (node.shown and is_announced(node)) or "transient" in node.states:
            continue
        if node.box.width <= 0 or node.box.height <= 0:
            yield f"shown, without room: {node} {node.box}"
        elif not node.box.meets(_whole(node, root)):
            yield f"shown, and out of sight: {node} {node.box}"


def _whole(node: Node, root: Node) -> Box:
    """The window, or as much as what it is in can be scrolled."""
    around = [root.box, *(above.box for above in node.above())]
    left, top = min(box.x for box in around), min(box.y for box in around)
    right = max(box.x + box.width for box in around)
    bottom = max(box.y + box.height for box in around)
    return Box(left, top, right - left, bottom - top)


SLACK = 6
"""Points: letters of two sizes on one line do not begin at the same height."""


def goes_back(before: Box, after: Box) -> bool:
    """Whether somebody who reads would have met `after` first."""
    lower, upper = before.y + SLACK, after.y + after.height - SLACK
    if upper <= lower:  # wholly above: only the head of a next column may be
        return after.x < before.x + before.width - SLACK
    beside = after.y + SLACK < before.y + before.height
    same_line = beside and abs(before.middle[1] - after.middle[1]) <= max(
        min(before.height, after.height) / 2, SLACK
    )
    return same_line and after.x + after.width <= before.x + SLACK


RULES: tuple[Rule, ...] = (
    controls_are_named,
    entries_are_labelled,
    pictures_speak_or_are_silent,
    named_groups_have_a_role,
    progress_has_a_value,
    what_shows_is_there,
)
"""What holds of every page, beside the rules of `test_screen_reader.py`: twins, groups and headings
are exposed over the bus as the widgets have them."""


def faults(root: Node) -> list[str]:
    """All that is wrong with a tree."""
    return [f"{rule.__name__}: {fault}" for rule in RULES for fault in rule(root)]


def titles(page: Node) -> list[Node]:
    """The headings that say which page it is."""
    return [node for node in page.all() if node.role == HEADING and node.name == page.name]


def text(root: Node) -> str:
    """Return what is read of a tree, a line for each node: two such texts are compared."""
    return "\n".join(
        f"{node.role}: {node.name} ({node.description}) of {node.count}"
        for node in root.all()
        if is_announced(node)
    )
