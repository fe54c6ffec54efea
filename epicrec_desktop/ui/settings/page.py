"""The Settings page: four parts of sections, and a search over all of them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollBar

from epicrec_desktop.ui.common.accessibility import set_tab_order_from_layout
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, add_items
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.common.search import SearchField
from epicrec_desktop.ui.common.text import Note
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.settings.catalog import CatalogSection
from epicrec_desktop.ui.settings.contributions import ContributionsSection
from epicrec_desktop.ui.settings.data import BrowsersSection, DataSection
from epicrec_desktop.ui.settings.local_users import LocalUsersSection
from epicrec_desktop.ui.settings.look import AboutSection, AppearanceSection, BehaviorSection
from epicrec_desktop.ui.settings.mechanism import MechanismSection
from epicrec_desktop.ui.settings.protection import ProtectionSection
from epicrec_desktop.ui.settings.providers import ProvidersSection
from epicrec_desktop.ui.settings.section import Section


class SettingsPage(Page):
    """Page with all settings."""

    KEY = "settings"

    def __init__(self, context: Context) -> None:
        super().__init__(context, self.tr("Settings"))
        self.subtitle.hide()
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
        self.parts: dict[str, tuple[Section, ...]] = {
            "data": (self.browsers, self.catalog, self.data),
            "services": (self.providers, self.contributions, self.mechanism),
            "look": (self.appearance, self.behavior, self.about),
            "safety": (self.protection, self.people),
        }
        self.sections = tuple(section for part in self.parts.values() for section in part)
        self.choice = SegmentedControl(
            [
                ("data", self.tr("Data")),
                ("services", self.tr("Services")),
                ("look", self.tr("Look and language")),
                ("safety", self.tr("Safety")),
            ],
            name="settings.part",
            label=self.tr("Settings"),
        )
        self.choice.chosen.connect(self.show_part)
        self.search = SearchField(self.tr("Search settings"), name="settings.search")
        self.search.setMinimumWidth(240)
        self.search.textChanged.connect(self._find)
        self.nothing = Note(self.tr("No setting has these words."), name="settings.nothing")
        self.body.setSpacing(2 * STEP)
        head = FlowLayout(self.choice, self.search, spacing=4 * STEP)
        add_items(self.body, head, STEP, self.nothing, *self.sections, STRETCH)
        self.show_part("data")
        self._chained = QTimer(self, singleShot=True, interval=0)
        self._chained.timeout.connect(lambda: set_tab_order_from_layout(self))
        context.month_changed.connect(self.providers.load)
        self.holder.installEventFilter(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
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

    # What is shown

    def show_part(self, part: str) -> None:
        self.choice.set_value(part)
        self.search.clear()
        self._show_sections(self.parts[part])

    def reveal(self, section: Section) -> None:
        self.show_part(next(key for key, held in self.parts.items() if section in held))
        section.set_open(on=True)
        assert self.scroll_area is not None
        self.scroll_area.ensureWidgetVisible(section)

    def show_item(self, key: str) -> None:
        self.reveal(next(section for section in self.sections if key == section.KEY))

    def _find(self, words: str) -> None:
        if not words.strip():
            self._show_sections(self.parts[self.choice.value])
            return
        self._show_sections([section for section in self.sections if section.matches(words)])

    def _show_sections(self, shown: Sequence[Section]) -> None:
        self.nothing.setVisible(not shown)
        for section in self.sections:
            section.setVisible(section in shown)

    # Over a change of language

    def scroll_state(self) -> tuple[int, bool]:
        """Return the scroll position, and whether the switch of the language has the focus."""
        return self._bar.value(), self.appearance.language.hasFocus()

    def restore_scroll_state(self, at: int, focused: bool) -> None:
        """Open the section with the language again; it is the first of its part."""
        self.reveal(self.appearance)
        self._bar.setValue(at)
        if focused:
            self.appearance.language.setFocus(Qt.FocusReason.OtherFocusReason)
        self._chained.start()

    @property
    def _bar(self) -> QScrollBar:
        assert self.scroll_area is not None
        return self.scroll_area.verticalScrollBar()

    def activated(self) -> None:
        for section in self.sections:
            section.load()
