"""The Settings page: sections one below the other."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent

from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.pages.settings.behavior import BehaviorSection
from epicrec_desktop.ui.pages.settings.browsers import BrowsersSection
from epicrec_desktop.ui.pages.settings.catalog import CatalogSection
from epicrec_desktop.ui.pages.settings.general import AboutSection, AppearanceSection, DataSection
from epicrec_desktop.ui.pages.settings.providers import ProvidersSection
from epicrec_desktop.ui.widgets.page import Page

NARROW = 760


class SettingsPage(Page):
    """Everything that is set once and then forgotten."""

    KEY = "settings"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Settings"),
            self.tr("What is read, who is asked, how it looks, and what is kept."),
        )
        self.browsers = BrowsersSection(context)
        self.providers = ProvidersSection(context)
        self.catalog = CatalogSection(context)
        self.appearance = AppearanceSection(context)
        self.behavior = BehaviorSection(context)
        self.data = DataSection(context)
        self.about = AboutSection(context)
        self.sections = (
            self.browsers,
            self.providers,
            self.catalog,
            self.appearance,
            self.behavior,
            self.data,
            self.about,
        )
        for section in self.sections:
            self.body.addWidget(section)
        self.body.addStretch(1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the sections where there is no room for two columns."""
        for section in self.sections:
            section.set_narrow(self.width() < NARROW)
        super().resizeEvent(event)

    def activated(self) -> None:
        """Load every section."""
        for section in self.sections:
            section.load()
