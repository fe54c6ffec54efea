"""A program on its desktop, and who uses it by ear: opens pages and dialogs, walks with Tab."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TypeVar

from epicrec_desktop.ui.common.shortcuts import page_titles
from screen_reader.focus import give_focus
from screen_reader.reader import ESCAPE, TAB, Event, Node, Reader, Reference
from screen_reader.rules import PROGRESS, text
from screen_reader.session import Session, connected
from waiting import LIMIT_S

T = TypeVar("T")
QUIET_S = 0.4
PAGES = tuple(page_titles())


@dataclass
class Desk:
    """One running program. `window` is its main one."""

    session: Session
    process: subprocess.Popen[bytes]
    reader: Reader

    def awake(self) -> None:
        """Give the window the keyboard, as a window manager would."""
        self.window()
        assert give_focus(self.session.environment["DISPLAY"])
        self._until(lambda: "active" in self.window().states or None, "the window to be active")

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
        end = time.monotonic() + LIMIT_S
        while time.monotonic() < end and self.process.poll() is None:
            found = look()
            if found is not None:
                return found
            time.sleep(0.05)
        raise TimeoutError(f"waited in vain for {what}: {self.session.said[-2000:]}")

    def at_rest(self, at: Reference) -> Node:
        """The tree under it once it changes no more, and nothing is under way in it."""
        end = time.monotonic() + LIMIT_S
        tree = self.reader.tree(at)
        while time.monotonic() < end:
            time.sleep(QUIET_S)
            again = self.reader.tree(at)
            if text(again) == text(tree) and len(text(tree)) > 200 and not _busy(again):
                return again
            tree = again
        return tree

    # What one does

    def go_to(self, key: str) -> Node:
        """Press a place of the navigation; the page, whole."""
        self.press(f"nav.{key}")
        self.named(f"page.{key}")
        return self.page(key)

    def page(self, key: str) -> Node:
        """The page that is shown, once it changes no more."""
        whole = self.at_rest(self.window().at)
        return next(node for node in whole.all() if node.id.endswith(f".page.{key}"))

    def named(self, name: str) -> Node:
        """What the program calls so: an object name, whatever its words are."""
        return self._until(
            lambda: next(
                (
                    node
                    for window in self.reader.windows()
                    for node in self.reader.tree(window.at).all()
                    if node.shown and f".{node.id}".endswith(f".{name}")
                ),
                None,
            ),
            name,
        )

    def press(self, name: str) -> None:
        """Press what the program calls so, as a screen reader does."""
        self.reader.act(self.named(name))

    def escape(self) -> None:
        """Leave a dialog by the keyboard."""
        self.reader.press(ESCAPE)
        self.closed()

    def tab(self, *, back: bool = False) -> Node | None:
        """Press Tab; what has the focus then, a list where it is on one of its items."""
        self.reader.events()
        self.reader.press(TAB, shift=back)
        try:
            event = self.reader.until(_got_focus)
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


def _busy(tree: Node) -> bool:
    return any(node.role == PROGRESS and node.shown for node in tree.all())
