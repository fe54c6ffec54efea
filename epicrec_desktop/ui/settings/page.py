"""The Settings page: sections one below the other."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollBar

from epicrec_desktop.ui.common.accessibility import set_tab_order_from_layout
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.settings.about import AboutSection
from epicrec_desktop.ui.settings.browsers import BrowsersSection
from epicrec_desktop.ui.settings.catalog import CatalogSection
from epicrec_desktop.ui.settings.contributions import ContributionsSection
from epicrec_desktop.ui.settings.general import AppearanceSection, BehaviorSection, DataSection
from epicrec_desktop.ui.settings.local_users import LocalUsersSection
from epicrec_desktop.ui.settings.mechanism import MechanismSection
from epicrec_desktop.ui.settings.protection import ProtectionSection
from epicrec_desktop.ui.settings.providers import ProvidersSection

_HOLD_MS = 2000
"""Milliseconds for which the scroll position is held while the sections load."""


class SettingsPage(Page):
    """Page with all settings."""

    KEY = "settings"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Settings"),
            self.tr("What is read, who is asked, how it looks, and what is kept."),
        )
        self.browsers = BrowsersSection(context)
        self.providers = ProvidersSection(context)
        self.contributions = ContributionsSection(context)
        self.mechanism = MechanismSection(context)
        self.catalog = CatalogSection(context)
        self.appearance = AppearanceSection(context)
        self.behavior = BehaviorSection(context)
        self.protection = ProtectionSection(context)
        self.people = LocalUsersSection(context)
        self.data = DataSection(context)
        self.about = AboutSection(context)
        self.sections = (
            self.browsers,
            self.providers,
            self.contributions,
            self.mechanism,
            self.catalog,
            self.appearance,
            self.behavior,
            self.protection,
            self.people,
            self.data,
            self.about,
        )
        for section in self.sections:
            self.body.addWidget(section)
        self.body.addStretch(1)
        self._chained = QTimer(self, singleShot=True, interval=0)
        self._chained.timeout.connect(lambda: set_tab_order_from_layout(self))
        self._held_widget: int | None = None
        self._chained.timeout.connect(self._hold_position)
        self._loaded = QTimer(self, singleShot=True, interval=_HOLD_MS)
        self._loaded.timeout.connect(self._release_position)
        self._bar.actionTriggered.connect(self._release_position)
        context.month_changed.connect(self.providers.load)
        self.holder.installEventFilter(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the sections where there is no room for two columns."""
        self._fold()
        super().resizeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update the folding, of all sections together, when one of them needs more room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fold()
            self._chained.start()  # a section that has loaded replaces its content
        return super().eventFilter(watched, event)

    def _fold(self) -> None:
        room = self.width() - 2 * self.margin()
        narrow = room < max(section.sidebar_width() for section in self.sections)
        for section in self.sections:
            section.set_narrow(narrow)

    # Scroll position over a change of language

    @property
    def _bar(self) -> QScrollBar:
        assert self.scroll_area is not None
        return self.scroll_area.verticalScrollBar()

    def scroll_state(self) -> tuple[int, bool]:
        """Return the distance of the language section from the top, and whether its switch has the
        focus.
        """
        return self.appearance.y() - self._bar.value(), self.appearance.language.hasFocus()

    def restore_scroll_state(self, at: int, focused: bool) -> None:
        """Hold the scroll position while sections above it load, until the user scrolls."""
        self._held_widget = at
        self._loaded.start()
        if focused:
            self.appearance.language.setFocus(Qt.FocusReason.OtherFocusReason)
        self._chained.start()

    def _hold_position(self) -> None:
        if self._held_widget is not None:
            self._bar.setValue(self.appearance.y() - self._held_widget)

    def _release_position(self) -> None:
        self._held_widget = None

    def activated(self) -> None:
        """Load every section."""
        for section in self.sections:
            section.load()
