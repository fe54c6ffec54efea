"""How long a new person takes to good rows: clicks, words and seconds, counted by really doing it.

    PYTHONPATH=tests:tests/ui:. python -m first_steps                 # Qt's own mouse clicks
    xvfb-run -a env QT_QPA_PLATFORM=xcb … -m first_steps --real-mouse  # the display's mouse

It starts from an empty home with one browser (or none, `--no-browser`), over the real services, and
does what the screen asks for: tick a browser, press the button that goes on. Words are those of the
program's labels and buttons that were seen on the way, each text once; titles of movies and the
rows at the end are not counted. Seconds are the program's own: a person also reads.
"""

import argparse
import ctypes
import json
import re
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QListView, QWidget

from epicrec_desktop import wiring
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.paths import Paths
from epicrec_desktop.ui.shell.window import MainWindow

PATIENCE_S = 120.0
MOST_CLICKS = 30
WORD = re.compile(r"\w+")

Click = Callable[[QWidget, QPoint], None]


@dataclass
class Walk:
    """What it took. `clicked` are the names of what was clicked, in order."""

    clicked: list[str] = field(default_factory=list)
    texts: set[str] = field(default_factory=set)
    seconds: float = 0.0
    first_row: int = 0  # movies in it
    personal: int = 0  # movies it was ranked with

    @property
    def words(self) -> int:
        """Of all texts that were seen, each once."""
        return sum(len(WORD.findall(text)) for text in self.texts)


def qt_click(widget: QWidget, point: QPoint) -> None:
    """A click as Qt's tests make it."""
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, point)


class RealMouse:
    """The mouse of an X display, moved and pressed through its XTEST extension."""

    def __init__(self) -> None:
        self._x11, self._test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._display = ctypes.c_void_p(self._x11.XOpenDisplay(None))
        if not self._display:
            raise SystemExit("There is no X display. Use xvfb-run.")

    def __call__(self, widget: QWidget, point: QPoint) -> None:
        """Move to the place on the screen, press and let go."""
        place = widget.mapToGlobal(point)
        self._test.XTestFakeMotionEvent(self._display, -1, place.x(), place.y(), 0)
        for down in (1, 0):
            self._test.XTestFakeButtonEvent(self._display, 1, down, 0)
        self._x11.XFlush(self._display)
        pump(0.05)


def pump(seconds: float) -> None:
    """Let the window live for a while."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 10)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        time.sleep(0.002)


def walk(window: MainWindow, click: Click = qt_click) -> Walk:
    """Go from the first screen to rows, by what can be seen and clicked."""
    made, start = Walk(), time.monotonic()
    while not rows_of(window):
        if time.monotonic() - start > PATIENCE_S or len(made.clicked) > MOST_CLICKS:
            raise TimeoutError(f"no rows after {made.clicked}")
        pump(0.01)
        wizard = window.first_run.wizard
        if wizard is None or window.first_run.finished_setup():
            continue
        made.texts |= seen(wizard)
        if window.tasks.busy:
            continue
        target, point = wanted(wizard)
        if target is not None:
            made.texts |= seen(wizard)
            made.clicked.append(target.objectName())
            click(target, point)
    made.seconds = time.monotonic() - start
    result = window.page("recommendations").ranking.result
    made.first_row = len(result.rows[0].suggestions)
    made.personal = result.library_size
    return made


def rows_of(window: MainWindow) -> list[QWidget]:
    """The rows that are on the screen."""
    page = window.stack.built.get("recommendations")
    return page.rows if page is not None and page.isVisible() else []


def wanted(wizard: QWidget) -> tuple[QWidget | None, QPoint]:
    """What a person would click next."""
    ticks = [
        tick
        for tick in wizard.findChildren(QAbstractButton)
        if re.fullmatch(r"wizard\.profiles\.\d+", tick.objectName()) and tick.isVisible()
    ]
    if ticks and not any(tick.isChecked() for tick in ticks):
        return ticks[0], QPoint(12, ticks[0].height() // 2)
    button = wizard.findChild(QAbstractButton, "wizard.next")
    if button.isEnabled():
        return button, button.rect().center()
    wall = wizard.findChild(QListView, "wizard.wall")
    if wall is not None and wall.isVisible():
        place = len(wizard.step.model.ticked)
        return wall.viewport(), wall.visualRect(wall.model().index(place, 0)).center()
    other = wizard.findChild(QAbstractButton, "wizard.pick")
    if other is not None and other.isVisible() and not ticks:
        return other, other.rect().center()
    return None, QPoint()


def seen(root: QWidget) -> set[str]:
    """The program's texts on the screen."""
    texts = set()
    for widget in root.findChildren(QWidget):
        if isinstance(widget, (QLabel, QAbstractButton)) and widget.isVisible():
            texts.add(widget.text().strip())
        elif isinstance(widget, QLineEdit) and widget.isVisible():
            texts.add(widget.placeholderText())
    return texts - {""}


def open_new(folder: Path, *, browser: bool = True) -> MainWindow:
    """The window of somebody who starts the program for the first time."""
    home = folder / "home"
    home.mkdir(parents=True)
    if browser:
        write_sample_profile(home / ".config" / "chromium", datetime.now(UTC))
    services = wiring.build(
        Paths.under(folder / "data"), environment=Environment("linux", home, {})
    )
    services.settings.language = "en"
    window = MainWindow(services.paths, services.settings)
    window.resize(1280, 800)
    window.attach_services(services)
    window.show()
    return window


def main() -> None:
    """Do it once, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--real-mouse", action="store_true")
    parser.add_argument("--no-browser", action="store_true")
    parser.add_argument("--texts", action="store_true", help="print the texts too")
    asked = parser.parse_args()
    application = QApplication([])
    with tempfile.TemporaryDirectory() as folder:
        window = open_new(Path(folder), browser=not asked.no_browser)
        if asked.real_mouse:
            QTest.qWaitForWindowExposed(window)
            window.move(0, 0)
            pump(0.3)
        made = walk(window, RealMouse() if asked.real_mouse else qt_click)
        window.close()
    application.processEvents()
    report = asdict(made) | {"clicks": len(made.clicked), "words": made.words}
    report["texts"] = sorted(made.texts) if asked.texts else len(made.texts)
    print(json.dumps(report, indent=2, ensure_ascii=False))  # noqa: T201


if __name__ == "__main__":
    main()
