"""The pages, and what of them is shown only when it is asked for."""

from collections.abc import Iterator

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.common.list_menu import ListDialog
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.common.shortcuts import page_titles
from epicrec_desktop.ui.movies.add_movie import AddMovieDialog
from epicrec_desktop.ui.recommendations.tonight import TonightDialog
from epicrec_desktop.ui.shell.crash_reports import CrashDialog
from epicrec_desktop.ui.shell.help import ShortcutsDialog
from epicrec_desktop.ui.shell.help_dialog import HelpDialog
from epicrec_desktop.ui.shell.window import MainWindow

PAGES = tuple(page_titles())
PARTS = (
    "movies.diary",
    "movies.lists",
    "privacy.details",
    "activity.overview",
    "settings.data",
    "settings.services",
    "settings.look",
    "settings.safety",
)
PLACES = (*PAGES, *PARTS)


def open_dialogs(window: MainWindow) -> list[QDialog]:
    """Open dialogs of the window and of its pages; a crash is on record."""
    page = window.page("movies")
    window.help_dialogs.show_shortcuts_dialog()
    window.help_dialogs.show_help()
    window.crash.open_report()
    page.add_by_hand()
    page.entry_actions.ask_forget()
    page.lists.edit.click()
    window.page("recommendations").tonight_button.click()
    kinds = (
        ShortcutsDialog, HelpDialog, CrashDialog, AddMovieDialog, ConfirmDialog, ListDialog,
        TonightDialog,
    )  # fmt: skip
    dialogs = [dialog for kind in kinds for dialog in window.findChildren(kind)]
    assert len(dialogs) == len(kinds)
    return dialogs


def page_key(place: str) -> str:
    return place.partition(".")[0]


def show_place(window: MainWindow, place: str) -> Page:
    """Show a page; of a part of it, with all that is folded away there."""
    key, _, part = place.partition(".")
    window.show_page(key)
    page = window.page(key)
    if key == "movies":
        page._show_part(page.model.part)
    if part:
        unfold(page, part)
    return page


def come_to(window: MainWindow, place: str, qtbot) -> Page:
    """Show a place with all its data, and wait until it stands still."""
    page = show_place(window, place)
    rest(window, qtbot)
    return page


def rest(window: MainWindow, qtbot) -> None:
    """Wait until the window has no work, all rows of posters are there and layouts are done."""

    def idle() -> bool:
        built = window.stack.built
        posters = getattr(built.get("recommendations"), "stack", None)
        loading = posters is not None and posters.isVisible() and posters.waiting
        previews = getattr(built.get("privacy"), "previews", None)
        return not (window.tasks.busy or loading or (previews is not None and previews.resting))

    qtbot.waitUntil(idle)
    settle_layouts(window)


ROUNDS, NESTED = 100, 8


def settle_layouts(root: QWidget) -> None:
    """Process events until two rounds leave every visible widget under `root` where it is.

    Qt lays out nested layouts and scroll areas over several rounds of the event loop, and a label
    that wraps has its final height only after the last one.
    """
    before, same = None, 0
    for _ in range(ROUNDS):
        QApplication.processEvents()
        for _ in range(NESTED):  # what came with the last event is laid out before it is looked at
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        now = [(widget, widget.geometry()) for widget in _visible(root)]
        same = same + 1 if now == before else 0
        before = now
        if same == 2:
            return
    raise AssertionError("the layouts never settle")


def _visible(root: QWidget) -> Iterator[QWidget]:
    """Yield a widget and what is visible in it. Hidden pages, most of a window, are not entered."""
    yield root
    for child in root.children():
        if isinstance(child, QWidget) and child.isVisible():
            yield from _visible(child)


def unfold(page: Page, part: str) -> None:
    """Open what is folded away in a part of a page."""
    if page.KEY == "movies":
        getattr(page.filters, part).click()
        return
    if page.KEY != "settings":
        getattr(page, part).setChecked(True)
        if page.KEY == "privacy":
            page.by_category.setChecked(True)
        return
    page.show_part(part)
    for section in page.part(part):
        section.unfold()
