"""Pages of the window: registry, page stack, and the first-run wizard."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget

from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.common.shortcuts import page_titles

if TYPE_CHECKING:
    from epicrec_desktop.services.import_service import AppliedImport
    from epicrec_desktop.ui.wizard.wizard import FirstRunWizard


def import_pages(keys: Iterable[str]) -> None:
    """Import the pages with these keys; on a worker, so that a first visit need not."""
    for key in keys:
        import_module(f"epicrec_desktop.ui.{key}.page")


def build_page(key: str, context: Context) -> Page:
    """Return a new page: the one with this key in the package of this name.

    It is imported by then, or now: it needs the services, which load after the window.
    """
    module = import_module(f"epicrec_desktop.ui.{key}.page")
    kinds = (kind for kind in vars(module).values() if isinstance(kind, type))
    make: Any = next(kind for kind in kinds if issubclass(kind, Page) and key == kind.KEY)
    page: Page = make(context)
    return page


class PageStack(QStackedWidget):
    """Shows one page at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("pages")
        self.titles = page_titles()
        self.built: dict[str, Page] = {}
        self._prepared: dict[str, Page] = {}
        self.context: Context | None = None
        """What pages are built with; set once the services are there."""

    def page(self, key: str) -> Page:
        if key not in self.built:
            assert self.context is not None, "the services are not there yet"
            page = self._prepared.pop(key, None) or build_page(key, self.context)
            self.built[key] = page
            # In a hidden window Qt would give it the system's typeface; in a shown one each of its
            # hundreds of widgets would be styled twice.
            if shown := self.isVisible():
                self.addWidget(page)
            self.context.theme.apply_style_sheet(page)
            if not shown:
                self.addWidget(page)
        return self.built[key]

    def prepare_next(self) -> bool:
        """Do a step for a page that was not visited yet; return whether one was left to do.

        A page takes two: it is built, and then added and styled, so that no step blocks the window
        for long. In a hidden window, which may stay so for days, it loads nothing.
        """
        key = next((key for key in self.titles if key not in self.built), None)
        if key is None or self.context is None:
            return False
        if key in self._prepared:
            page = self.page(key)
            if self.isVisible():
                page.prepare()
        else:
            self._prepared[key] = build_page(key, self.context)
        return True

    def drop_prepared(self) -> None:
        """Delete the pages that were built and have no place in the window yet."""
        for page in self._prepared.values():
            page.deleteLater()
        self._prepared.clear()

    @property
    def current_key(self) -> str | None:
        return next((k for k, p in self.built.items() if p is self.currentWidget()), None)

    def drop_pages(self) -> None:
        """Remove all pages, to rebuild them in another language.

        They are deleted once nothing runs anymore: a page hears how its work ended, and says so to
        the others, as after an import.
        """
        for page in (*self.built.values(), *self._prepared.values()):
            self.removeWidget(page)
            page.hide()
            if page.context.tasks.busy:
                page.context.tasks.busy_changed.connect(page.deleteLater)
            else:
                page.deleteLater()
        self.built.clear()
        self._prepared.clear()
        self.titles = page_titles()


class FirstRun(QObject):
    """Shows the first-run wizard in `root`, whose first widget is the usual window."""

    finished = Signal()
    imported = Signal(object)  # AppliedImport

    def __init__(self, root: QStackedWidget) -> None:
        super().__init__(root)
        self._root = root
        self._context: Context | None = None
        self.wizard: FirstRunWizard | None = None

    def finished_setup(self) -> bool:
        return self._root.currentIndex() == 0

    def show(self, context: Context) -> None:
        from epicrec_desktop.ui.wizard.wizard import FirstRunWizard  # noqa: PLC0415

        self._drop()
        self._context = context
        self.wizard = FirstRunWizard(context)
        context.theme.apply_style_sheet(self.wizard)
        self.wizard.finished.connect(self._finished)
        self.wizard.welcome.files_chosen.connect(self.import_files)
        self._root.addWidget(self.wizard)
        self._root.setCurrentWidget(self.wizard)

    def import_files(self, files: list[Path]) -> None:
        from epicrec_desktop.ui.movies.import_dialog import show_preview  # noqa: PLC0415

        assert self._context is not None
        assert self.wizard is not None
        show_preview(self._context, files, self.wizard, self._imported)

    def _imported(self, applied: AppliedImport) -> None:
        self.imported.emit(applied)
        if self.wizard is not None:
            self.wizard.continue_after(applied)

    def _finished(self) -> None:
        self.finished.emit()
        QTimer.singleShot(0, self, self._drop)

    def _drop(self) -> None:
        if self.wizard is not None:
            self._root.removeWidget(self.wizard)
            self.wizard.deleteLater()
            self.wizard = None
