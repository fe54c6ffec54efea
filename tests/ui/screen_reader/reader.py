"""A screen reader without a voice: trees, actions and events of one program, over the bus."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule, Message, MessageType, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection

from waiting import LIMIT_S

ACCESSIBLE = "org.a11y.atspi.Accessible"
ROOT = "/org/a11y/atspi/accessible/root"
REGISTRY = "org.a11y.atspi.Registry"
STATES = (
    "invalid", "active", "armed", "busy", "checked", "collapsed", "defunct", "editable", "enabled",
    "expandable", "expanded", "focusable", "focused", "has-tooltip", "horizontal", "iconified",
    "modal", "multi-line", "multiselectable", "opaque", "pressed", "resizable", "selectable",
    "selected", "sensitive", "showing", "single-line", "stale", "transient", "vertical", "visible",
    "manages-descendants", "indeterminate", "required", "truncated", "animated", "invalid-entry",
    "supports-autocompletion", "selectable-text", "is-default", "visited", "checkable",
    "has-popup", "read-only",
)  # fmt: skip
LABELLED_BY = 2
ITEMS = 3
"""Of a long list so many are read: the others are told in the same way."""
LISTS = ("list", "list box", "table", "tree", "tree table")
WAITING = 64
"""Questions on their way at once."""
TAB, ESCAPE, SHIFT = 0xFF09, 0xFF1B, 50  # keysyms; SHIFT is the key's number on the keyboard
_PRESS, _RELEASE, _KEYSYM = 0, 1, 3

Reference = tuple[str, str]


@dataclass(frozen=True)
class Box:
    """A rectangle on the screen, in points."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def meets(self, other: Box) -> bool:
        """Whether a point is in both."""
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + other.height
            and other.y < self.y + self.height
        )


@dataclass
class Node:
    """One thing that is told. `count`: of its children, also of those that were not read."""

    at: Reference
    role: str = ""
    name: str = ""
    description: str = ""
    states: frozenset[str] = frozenset()
    box: Box = Box(0, 0, 0, 0)
    interfaces: tuple[str, ...] = ()
    labels: tuple[Reference, ...] = ()
    attributes: dict[str, str] = field(default_factory=dict)
    count: int = 0
    id: str = ""
    children: list[Node] = field(default_factory=list)
    parent: Node | None = field(default=None, repr=False)

    def all(self) -> Iterator[Node]:
        """It and everything under it, in order."""
        yield self
        for child in self.children:
            yield from child.all()

    def above(self) -> Iterator[Node]:
        """What it is in, from the nearest."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def shown(self) -> bool:
        return "showing" in self.states

    def __str__(self) -> str:
        where = " in ".join(f"{n.role} “{n.name}”" for n in self.above() if n.name)
        return f"{self.role} “{self.name}”" + (f" in {where}" if where else "")


@dataclass(frozen=True)
class Event:
    """Something that happened: "StateChanged" with "focused", "Announcement" …"""

    kind: str
    detail: str
    at: Reference
    value: int
    words: Any


class RefusedError(Exception):
    """The program did not answer a question: most often its subject is gone."""


class Reader:
    """One connection to the bus of screen readers, about one program: `attach` first."""

    def __init__(self, connection: DBusConnection) -> None:
        self._connection = connection
        self._replies: dict[int, Message] = {}
        self._events: deque[Event] = deque()
        self.program = ""
        for interface in ("org.a11y.atspi.Event.Object", "org.a11y.atspi.Event.Window"):
            rule = MatchRule(type="signal", interface=interface)
            self._ask([message_bus.AddMatch(rule)])
        registry = DBusAddress("/org/a11y/atspi/registry", REGISTRY, REGISTRY)
        for kind in ("object:", "window:"):
            self._ask([new_method_call(registry, "RegisterEvent", "s", (kind,))])

    # --- questions

    def _ask(self, messages: Sequence[Message]) -> list[Message]:
        """Send them all, and wait for the answers."""
        serials: list[int] = []
        for message in messages:
            serial = next(self._connection.outgoing_serial)
            self._connection.send(message, serial=serial)
            serials.append(serial)
            if len(serials) >= WAITING:
                self._wait(serials[-WAITING])
        for serial in serials:
            self._wait(serial)
        return [self._replies.pop(serial) for serial in serials]

    def _wait(self, serial: int) -> None:
        while serial not in self._replies:
            self._take(LIMIT_S)

    def _take(self, seconds: float) -> None:
        message = self._connection.receive(timeout=seconds)
        fields = message.header.fields
        if message.header.message_type is MessageType.signal:
            self._note(message)
        elif HeaderFields.reply_serial in fields:
            self._replies[fields[HeaderFields.reply_serial]] = message

    def _note(self, message: Message) -> None:
        fields = message.header.fields
        if fields.get(HeaderFields.sender) != self.program or len(message.body) < 4:
            return
        detail, value, _, words = message.body[:4]
        at = (fields[HeaderFields.sender], fields[HeaderFields.path])
        self._events.append(Event(fields[HeaderFields.member], detail, at, value, words[1]))

    def _call(
        self, at: Reference, interface: str, member: str, signature: str = "", body: tuple = ()
    ) -> Message:
        where = DBusAddress(at[1], bus_name=at[0], interface=interface)
        return new_method_call(where, member, signature or None, body)

    def _property(self, at: Reference, name: str, interface: str = ACCESSIBLE) -> Message:
        return self._call(at, "org.freedesktop.DBus.Properties", "Get", "ss", (interface, name))

    def answers(self, messages: Sequence[Message]) -> list[Any]:
        """The first value of each answer; None where it was refused."""
        return [
            None
            if reply.header.message_type is MessageType.error or not reply.body
            else _bare(reply.body[0])
            for reply in self._ask(messages)
        ]

    # --- trees

    def attach(self, running: Callable[[], bool]) -> None:
        """Wait until a program is on the bus."""
        end = time.monotonic() + LIMIT_S
        root = (REGISTRY, ROOT)
        while True:
            (children,) = self.answers([self._call(root, ACCESSIBLE, "GetChildren")])
            if children:
                self.program = children[0][0]
                return
            if not running() or time.monotonic() > end:
                raise TimeoutError("no program came onto the bus")
            time.sleep(0.05)

    def windows(self) -> list[Node]:
        """The program's windows that are shown, without what is in them."""
        (children,) = self.answers([self._call((self.program, ROOT), ACCESSIBLE, "GetChildren")])
        nodes = self._nodes([tuple(child) for child in children or []])
        return [node for node in nodes if node.shown]

    def tree(self, at: Reference, items: int = ITEMS) -> Node:
        """Everything under it that is not hidden, as it is told."""
        (root,) = self._nodes([at])
        level = [root]
        while level:
            asked: list[tuple[Node, int | None, Message]] = []
            for node in level:
                if node.role in LISTS and node.count > items:
                    asked += [
                        (node, n, self._call(node.at, ACCESSIBLE, "GetChildAtIndex", "i", (n,)))
                        for n in range(items)
                    ]
                elif node.count:
                    asked.append((node, None, self._call(node.at, ACCESSIBLE, "GetChildren")))
            found: list[tuple[Node, Reference]] = []
            for (node, one, _), reply in zip(
                asked, self._ask([message for *_, message in asked]), strict=True
            ):
                if reply.header.message_type is MessageType.error:
                    continue
                references = reply.body if one is not None else reply.body[0]
                found += [(node, tuple(reference)) for reference in references]
            level = []
            nodes = self._nodes([reference for _, reference in found])
            for (parent, _), node in zip(found, nodes, strict=True):
                if "visible" in node.states and "defunct" not in node.states:
                    node.parent = parent
                    parent.children.append(node)
                    level.append(node)
        return root

    def _nodes(self, references: Sequence[Reference]) -> list[Node]:
        questions: list[Message] = []
        for at in references:
            questions += [
                self._call(at, ACCESSIBLE, "GetRoleName"),
                self._property(at, "Name"),
                self._property(at, "Description"),
                self._call(at, ACCESSIBLE, "GetState"),
                self._call(at, "org.a11y.atspi.Component", "GetExtents", "u", (0,)),
                self._call(at, ACCESSIBLE, "GetInterfaces"),
                self._call(at, ACCESSIBLE, "GetRelationSet"),
                self._call(at, ACCESSIBLE, "GetAttributes"),
                self._property(at, "ChildCount"),
                self._property(at, "AccessibleId"),
            ]
        answers = self.answers(questions)
        each = len(questions) // max(len(references), 1)
        return [
            _node(at, *answers[place * each : (place + 1) * each])
            for place, at in enumerate(references)
        ]

    def parent(self, at: Reference) -> Reference:
        """What it is in."""
        (found,) = self.answers([self._property(at, "Parent")])
        return (found[0], found[1])

    def place(self, node: Node) -> int:
        """Which one of its parent's children it is."""
        (found,) = self.answers([self._call(node.at, ACCESSIBLE, "GetIndexInParent")])
        return int(found)

    def look(self, at: Reference) -> Node:
        """One thing as it is now."""
        return self._nodes([at])[0]

    def look_at(self, several: Sequence[Reference]) -> list[Node]:
        """Several things, asked of at once: nothing scrolls between one and the next."""
        return self._nodes(several)

    # --- what a person does

    def act(self, node: Node, place: int = 0) -> None:
        """Do its first action, as a screen reader does it for a person.

        The answer is not waited for: a menu that opens gives it when it closes.
        """
        message = self._call(node.at, "org.a11y.atspi.Action", "DoAction", "i", (place,))
        self._connection.send(message)

    def write(self, node: Node, text: str) -> None:
        """Put this text in place of what stands there."""
        interface = "org.a11y.atspi.EditableText"
        self.answers([self._call(node.at, interface, "SetTextContents", "s", (text,))])

    def press(self, keysym: int, *, shift: bool = False) -> None:
        """Press and release a key, as the keyboard does: the registry has it typed at the display.

        It goes to the window that has the display's focus.
        """
        where = DBusAddress(
            "/org/a11y/atspi/registry/deviceeventcontroller",
            REGISTRY,
            "org.a11y.atspi.DeviceEventController",
        )
        strokes = [(keysym, _KEYSYM)]
        if shift:
            strokes = [(SHIFT, _PRESS), *strokes, (SHIFT, _RELEASE)]
        for key, kind in strokes:
            message = new_method_call(where, "GenerateKeyboardEvent", "isu", (key, "", kind))
            (reply,) = self._ask([message])
            if reply.header.message_type is MessageType.error:
                raise RefusedError(f"no key was pressed: {reply.body}")

    # --- events

    def events(self, seconds: float = 0.0) -> list[Event]:
        """What happened since the last call, and happens within this time."""
        end = time.monotonic() + seconds
        while True:
            try:
                self._take(max(end - time.monotonic(), 0))
            except TimeoutError:
                break
        found = list(self._events)
        self._events.clear()
        return found

    def until(self, wanted: Callable[[Event], bool], seconds: float = LIMIT_S) -> Event:
        """The next event of this kind; what came before it is dropped."""
        end = time.monotonic() + seconds
        while True:
            while self._events:
                event = self._events.popleft()
                if wanted(event):
                    return event
            self._take(max(end - time.monotonic(), 0))


_SIGNATURES = ("s", "i", "u", "d", "x", "b", "(so)")


def _bare(value: Any) -> Any:
    """Without its signature, where it is a variant."""
    variant = isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str)
    return value[1] if variant and value[0] in _SIGNATURES else value


def _node(  # noqa: PLR0917 - one for each question
    at: Reference,
    role: Any,
    name: Any,
    description: Any,
    state: Any,
    extents: Any,
    interfaces: Any,
    relations: Any,
    attributes: Any,
    count: Any,
    identifier: Any,
) -> Node:
    low, high = (*(state or ()), 0, 0)[:2]
    bits = low | high << 32
    return Node(
        at,
        role or "",
        (name or "").strip(),
        (description or "").strip(),
        frozenset(word for place, word in enumerate(STATES) if bits >> place & 1),
        Box(*(extents or (0, 0, 0, 0))),
        tuple(interfaces or ()),
        tuple(tuple(one) for kind, to in relations or () if kind == LABELLED_BY for one in to),
        dict(attributes or {}),
        count or 0,
        identifier or "",
    )
