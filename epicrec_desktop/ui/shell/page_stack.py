"""The pages of the window, each built when it is first asked for."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.shell.page_registry import page_specs


class PageStack(QStackedWidget):
    """One page at a time. `attach` gives it the context that pages are built with."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pages")
        self.specs = {spec.key: spec for spec in page_specs()}
        self.built: dict[str, Page] = {}
        self._context: Context | None = None

    def attach(self, context: Context) -> None:
        """From now on pages can be built."""
        self._context = context

    def page(self, key: str) -> Page:
        """The page of this key, built when it is first asked for."""
        if key not in self.built:
            assert self._context is not None, "the services are not there yet"
            page = self.specs[key].build(self._context)
            self.built[key] = page
            self._context.theme.apply_style_sheet(page)
            self.addWidget(page)
        return self.built[key]

    @property
    def current_key(self) -> str | None:
        """The key of the page in front."""
        return next((k for k, p in self.built.items() if p is self.currentWidget()), None)

    def drop_pages(self) -> None:
        """Let all pages go, to be built anew in another language."""
        for page in self.built.values():
            self.removeWidget(page)
            page.hide()
            page.deleteLater()
        self.built.clear()
        self.specs = {spec.key: spec for spec in page_specs()}
