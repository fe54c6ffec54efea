"""A program on its desktop, and who uses it by ear: opens pages and dialogs, walks with Tab."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

from at_spi.reader import ESCAPE, TAB, Event, Node, Reader, Reference
from at_spi.rules import text
from at_spi.session import Session, connected

T = TypeVar("T")
PATIENCE_S = 60.0
QUIET_S = 0.4
PLACES = ("Recommendations", "My movies", "Privacy", "Activity", "Settings")


@dataclass
class Desk:
    """One running program. `window` is its main one."""

    session: Session
    process: subprocess.Popen[bytes]
    reader: Reader

    # What is there

    def window(self) -> Node:
        """The main window, without what is in it."""
        return self._until(lambda: next(iter(self._windows(("frame",))), None), "a window")

    def _windows(self, roles: tuple[str, ...]) -> list[Node]:
        return [window for window in self.reader.windows() if window.role in roles]

    def dialog(self) -> Node:
        """The dialog or menu that is open over it, whole."""
        roles = ("dialog", "alert", "popup menu", "window", "menu")
        found = self._until(lambda: next(iter(self._windows(roles)), None), "a dialog")
        return self.at_rest(found.at)

    def closed(self) -> None:
        """Wait until no dialog is open."""
        self._until(lambda: len(self.reader.windows()) == 1 or None, "the dialog to close")

    def _until(self, look: Callable[[], T | None], what: str) -> T:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end and self.process.poll() is None:
            found = look()
            if found is not None:
                return found
            time.sleep(0.05)
        raise TimeoutError(f"waited in vain for {what}: {self.session.said[-2000:]}")

    def at_rest(self, at: Reference) -> Node:
        """The tree under it once it changes no more."""
        end = time.monotonic() + PATIENCE_S
        tree = self.reader.tree(at)
        while time.monotonic() < end:
            time.sleep(QUIET_S)
            again = self.reader.tree(at)
            if text(again) == text(tree) and len(text(tree)) > 200:
                return again
            tree = again
        return tree

    # What one does

    def go_to(self, place: str) -> Node:
        """Press a place of the navigation; the page, whole."""
        window = self.window()
        tree = self._until(
            lambda: (t := self.reader.tree(window.at)) and (t if find(t, place) else None), place
        )
        button = find(tree, place)
        assert button is not None
        self.reader.act(button)
        self._until(lambda: find(self.reader.tree(window.at), place, "panel"), f"the page {place}")
        return self.page(place)

    def page(self, place: str) -> Node:
        """The page that is shown, once it changes no more."""
        found = find(self.at_rest(self.window().at), place, "panel")
        assert found is not None, f"{place} is not shown"
        return found

    def press(self, name: str, role: str = "push button") -> None:
        """Press what has this name, as a screen reader does."""
        node = self._until(
            lambda: find(self.reader.tree(self.window().at), name, role), f"{role} “{name}”"
        )
        self.reader.act(node)

    def escape(self) -> None:
        """Leave a dialog by the keyboard."""
        self.reader.press(ESCAPE)
        self.closed()

    def tab(self, *, back: bool = False) -> Node | None:
        """Press Tab; what has the focus then, a list where it is on one of its items."""
        self.reader.events()
        self.reader.press(TAB, shift=back)
        try:
            event = self.reader.until(_got_focus, 2.0)
        except TimeoutError:
            return None
        with suppress(TimeoutError):  # a list says first that it has it, then which of its items
            event = self.reader.until(_got_focus, 0.06)
        node = self.reader.look(event.at)
        if node.role in ("list item", "table cell", "tree item"):
            node = self.reader.look(self.reader.parent(node.at))
        return node


def _got_focus(event: Event) -> bool:
    return event.kind == "StateChanged" and event.detail == "focused" and event.value == 1


def find(tree: Node, name: str, role: str = "radio button") -> Node | None:
    """The first with this name."""
    return next((n for n in tree.all() if n.role == role and n.name == name), None)


@contextmanager
def at_desk(session: Session, command: list[str], **environment: str) -> Iterator[Desk]:
    """A program, started and heard."""
    with (
        session.running(command, **environment) as process,
        connected(session.spoken) as connection,
    ):
        reader = Reader(connection)
        reader.attach(lambda: process.poll() is None)
        yield Desk(session, process, reader)
