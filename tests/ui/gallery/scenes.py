"""Every page and state that there is a picture of, and how to come to it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QEventLoop
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.release import Recommendations
from epicrec_desktop.ui.widgets.shortcuts_help import ShortcutsDialog
from epicrec_desktop.ui.window import MainWindow
from gallery.library import NOW, World

PATIENCE_S = 60.0
ANIMATIONS_S = 0.35


@dataclass(frozen=True)
class Scene:
    """`arrange` brings a window to it; `whole`: in every size, appearance and resolution."""

    name: str
    arrange: Callable[[MainWindow, World], QWidget | None]
    whole: bool = True
    first_run: bool = False


def rest(window: MainWindow) -> None:
    """Until nothing is under way, queued or moving."""
    end = time.monotonic() + PATIENCE_S
    quiet_since = time.monotonic()
    while time.monotonic() < end:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        stack = getattr(window._pages.get("recommendations"), "stack", None)
        if window.tasks.busy or (stack is not None and stack.isVisible() and stack.waiting):
            quiet_since = time.monotonic()
        elif time.monotonic() - quiet_since > ANIMATIONS_S:
            return
        else:
            time.sleep(0.005)
    raise TimeoutError("the window did not come to rest")


def _page(key: str) -> Callable[[MainWindow, World], None]:
    def arrange(window: MainWindow, world: World) -> None:
        world.source.again()
        window.show_page(key)

    return arrange


def _card(window: MainWindow, world: World) -> None:
    _page("recommendations")(window, world)
    rest(window)
    page = window.page("recommendations")
    page._open(page._shown.rows[0].suggestions[1])


def _wall(window: MainWindow, world: World) -> None:
    world.services.settings.movies_view = "wall"
    _page("movies")(window, world)
    rest(window)
    page = window.page("movies")
    page.filter._pick("confirmed")


def _movie(window: MainWindow, world: World) -> None:
    _page("movies")(window, world)
    rest(window)
    page = window.page("movies")
    page.filter._pick("confirmed")
    rest(window)
    page.view.select_row(1)
    page.library.open_card()


def _levels(window: MainWindow, world: World) -> None:
    own = {"Sci-Fi": ReleaseLevel.ALL, "Romance": ReleaseLevel.NO, "Horror": ReleaseLevel.NO}
    world.services.privacy.restore(PrivacyChoice(ReleaseLevel.PERTURBED, own))
    _page("privacy")(window, world)
    window.page("privacy").by_category.setChecked(True)


def _release(window: MainWindow, world: World) -> QWidget:
    world.clock.moment = NOW.replace(month=12)  # a new window: there is something to decide
    _page("privacy")(window, world)
    rest(window)
    window.page("privacy").release.click()
    rest(window)
    return window.findChild(QWidget, "privacy.confirm")


def _bottom(window: MainWindow, world: World) -> None:
    _page("settings")(window, world)
    rest(window)
    for area in window.page("settings").findChildren(QScrollArea):
        bar = area.verticalScrollBar()
        bar.setValue(bar.maximum())


def _offline(window: MainWindow, world: World) -> None:
    _page("recommendations")(window, world)
    rest(window)
    note = "Film club cannot be reached. Check the address and whether the service is running."
    window.page("recommendations").show_recommendations(
        Recommendations((), NOW, "Film club", "", 3, (note,))
    )


def _nothing(window: MainWindow, world: World) -> None:
    _page("recommendations")(window, world)
    rest(window)
    window.page("recommendations")._show_empty(0)


def _keys(window: MainWindow, world: World) -> QWidget:
    _page("recommendations")(window, world)
    window.show_shortcuts()
    rest(window)
    return window.findChild(ShortcutsDialog)


def _step(key: str) -> Callable[[MainWindow, World], None]:
    def arrange(window: MainWindow, world: World) -> None:
        wizard = window._wizard
        world.source.again()
        while key != wizard.step.KEY:
            if wizard.step.KEY == "profiles":
                rest(window)
                wizard.findChild(QWidget, "wizard.profiles.0").setChecked(True)
            before = wizard.step.KEY
            wizard.next()
            rest(window)
            assert before != wizard.step.KEY, f"the first run stays at {before}"

    return arrange


SCENES = (
    Scene("recommendations", _page("recommendations")),
    Scene("recommendations-card", _card, whole=False),
    Scene("recommendations-offline", _offline, whole=False),
    Scene("recommendations-empty", _nothing, whole=False),
    Scene("movies", _page("movies")),
    Scene("movies-card", _movie, whole=False),
    Scene("movies-wall", _wall),
    Scene("privacy", _page("privacy")),
    Scene("privacy-levels", _levels),
    Scene("privacy-release", _release, whole=False),
    Scene("activity", _page("activity")),
    Scene("settings", _page("settings")),
    Scene("settings-end", _bottom, whole=False),
    Scene("keys", _keys, whole=False),
    Scene("first-run-welcome", _step("welcome"), first_run=True),
    Scene("first-run-browsers", _step("profiles"), whole=False, first_run=True),
    Scene("first-run-scan", _step("scan"), whole=False, first_run=True),
    Scene("first-run-movies", _step("movies"), whole=False, first_run=True),
    Scene("first-run-level", _step("level"), whole=False, first_run=True),
    Scene("first-run-ready", _step("ready"), whole=False, first_run=True),
)
