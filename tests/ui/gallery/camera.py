"""Takes the pictures."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from epicrec_desktop import app
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.ui.common.posters import queue
from epicrec_desktop.ui.common.translation import install_translators
from epicrec_desktop.ui.shell.window import MainWindow
from gallery.library import World, connect_to_club, furnish, open_world
from gallery.scenes import SCENES, Scene, rest

SIZE = (1024, 700)
APPEARANCES = ("light", "dark")


@dataclass(frozen=True)
class View:
    """Appearance and size (logical pixels) of a picture."""

    name: str
    size: tuple[int, int]
    appearance: str = "light"
    direction: Qt.LayoutDirection = Qt.LayoutDirection.LeftToRight


ACCESSIBLE = (
    View("contrast", SIZE, appearance="contrast"),
    View("rtl", SIZE, direction=Qt.LayoutDirection.RightToLeft),
)
"""Views of some pages in high contrast and from right to left. Other sizes are checked by
`test_layout.py`, without pictures."""
QUALITY = 82


class Camera:
    """Takes pictures of all scenes."""

    def __init__(self, work: Path, out: Path, form: str, only_views: Sequence[str] = ()) -> None:
        self._work, self._out = work, out
        self._form = form
        self._only_views = only_views
        ProviderService._http = connect_to_club
        self._application = app.application()
        self._application.setCursorFlashTime(0)
        # A busy computer draws some posters in a later pass: not in a picture of this one.
        self._posters = ExitStack()
        self._posters.enter_context(queue().without_delay())
        install_translators(self._application, "en")

    def make(self, only: Sequence[str]) -> None:
        """Put every picture into the folder."""
        self._out.mkdir(parents=True, exist_ok=True)
        for name, image in self._pictures(only):
            file = self._out / f"{name}.{self._form}"
            if not image.save(str(file), quality=QUALITY if self._form == "webp" else -1):
                raise OSError(f"{file} was not written")
            print(file.name)  # noqa: T201

    def _pictures(self, only: Sequence[str]) -> Iterator[tuple[str, QImage]]:
        for scene in SCENES:
            if only and scene.name not in only:
                continue
            for direction in (Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft):
                views = [
                    view
                    for view in self._views(scene)
                    if view.direction is direction
                    and (not self._only_views or view.name in self._only_views)
                ]
                if views:
                    self._application.setLayoutDirection(direction)
                    yield from self._of(scene, views)

    def _of(self, scene: Scene, views: Sequence[View]) -> Iterator[tuple[str, QImage]]:
        """A scene from all sides: over a copy of the library, in a window of its own."""
        world = self._world(scene)
        window = MainWindow(world.services.paths, world.services.settings)
        window.resize(*views[0].size)
        window.attach_services(world.services)
        window.show()
        rest(window)
        seen = scene.arrange(window, world) or window
        for view in views:
            window.theme.set_appearance(view.appearance)
            window.resize(*view.size)
            rest(window)
            yield f"{scene.name}-{view.name}", picture(window, seen)
        window.close()
        world.services.close()  # Windows removes no file that is open
        window.deleteLater()

    def _world(self, scene: Scene) -> World:
        kind = "new" if scene.first_run else "lived in"
        home, base, copy = self._work / "home", self._work / kind, self._work / scene.name
        if not base.exists():
            furnish(home, base, lived_in=not scene.first_run)
        shutil.rmtree(copy, ignore_errors=True)  # seen from another side before
        shutil.copytree(base, copy)
        return open_world(home, copy)

    def _views(self, scene: Scene) -> Iterator[View]:
        for appearance in APPEARANCES if scene.dark else APPEARANCES[:1]:
            yield View(appearance, SIZE, appearance=appearance)
        if scene.accessible:
            yield from ACCESSIBLE


def picture(window: MainWindow, seen: QWidget) -> QImage:
    """The window, with a dialog of it in its middle as a person sees it."""
    shot = window.grab()
    if seen is not window:
        dialog = seen.grab()
        painter = QPainter(shot)
        painter.fillRect(window.rect(), QColor(0, 0, 0, 60))
        left = (window.width() - seen.width()) // 2
        painter.drawPixmap(left, (window.height() - seen.height()) // 2, dialog)
        painter.end()
    return shot.toImage().convertToFormat(QImage.Format.Format_RGB888)
