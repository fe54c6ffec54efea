"""The Settings page: four parts of sections, and a search over all of them."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollBar, QWidget

from epicrec_desktop.ui.common.accessibility import set_tab_order_from_layout
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import SearchField, SegmentedControl
from epicrec_desktop.ui.common.labels import Note
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, add_items
from epicrec_desktop.ui.common.page import Page
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

PARTS = {
    "data": ("browsers", "catalog", "data"),
    "services": ("providers", "contributions", "mechanism"),
    "look": ("appearance", "behavior", "about"),
    "safety": ("protection", "people"),
}
_KEYS = [key for keys in PARTS.values() for key in keys]
SomeSection = TypeVar("SomeSection", bound=Section)


class SettingsPage(Page):
    """Page with all settings. A section is made when it is shown or searched first."""

    KEY = "settings"

    browsers = cached_property(lambda page: page.add_section(BrowsersSection(page.context)))
    providers = cached_property(lambda page: page.add_section(ProvidersSection(page.context)))
    contributions = cached_property(
        lambda page: page.add_section(ContributionsSection(page.context))
    )
    mechanism = cached_property(lambda page: page.add_section(MechanismSection(page.context)))
    catalog = cached_property(lambda page: page.add_section(CatalogSection(page.context)))
    appearance = cached_property(lambda page: page.add_section(AppearanceSection(page.context)))
    behavior = cached_property(lambda page: page.add_section(BehaviorSection(page.context)))
    protection = cached_property(lambda page: page.add_section(ProtectionSection(page.context)))
    people = cached_property(lambda page: page.add_section(LocalUsersSection(page.context)))
    data = cached_property(lambda page: page.add_section(DataSection(page.context)))
    about = cached_property(lambda page: page.add_section(AboutSection(page.context)))

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.subtitle.hide()
        self._loaded = False
        parts = [
            ("data", self.tr("Data")),
            ("services", self.tr("Services")),
            ("look", self.tr("Look and language")),
            ("safety", self.tr("Safety")),
        ]
        self.choice = SegmentedControl(parts, name="settings.part", label=self.tr("Settings"))
        self.choice.chosen.connect(self.show_part)
        self.search = SearchField(self.tr("Search settings"), name="settings.search")
        self.search.setMinimumWidth(240)
        self.search.textChanged.connect(self._find)
        self.nothing = Note(self.tr("No setting has these words."), name="settings.nothing")
        self.body.setSpacing(2 * STEP)
        head = FlowLayout(self.choice, self.search, spacing=4 * STEP)
        add_items(self.body, head, STEP, self.nothing, STRETCH)
        self.show_part("data")
        self._chained = QTimer(self, singleShot=True, interval=0)
        self._chained.timeout.connect(lambda: set_tab_order_from_layout(self))
        self.holder.installEventFilter(self)

    def add_section(self, section: SomeSection) -> SomeSection:
        """Put a new section in its place on the page, hidden."""
        section.hide()
        above = sum(key in vars(self) for key in _KEYS[: _KEYS.index(section.KEY)])
        self.body.insertWidget(self.body.indexOf(self.nothing) + 1 + above, section)
        if self._loaded:
            section.activate()
        return section

    @property
    def _made(self) -> list[Section]:
        return [vars(self)[key] for key in _KEYS if key in vars(self)]

    @property
    def sections(self) -> tuple[Section, ...]:
        return tuple(getattr(self, key) for key in _KEYS)

    def part(self, part: str) -> tuple[Section, ...]:
        return tuple(getattr(self, key) for key in PARTS[part])

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fold()
        super().resizeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Update the folding, of all shown sections together, when one of them needs more room."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fold()
            self._chained.start()  # a section that has loaded replaces its content
        return super().eventFilter(watched, event)

    def _fold(self) -> None:
        room = self.width() - 2 * self.margin()
        shown = [section for section in self._made if not section.isHidden()]
        narrow = room < max((section.sidebar_width() for section in shown), default=0)
        for section in shown:
            section.set_narrow(narrow)

    # What is shown

    def show_part(self, part: str) -> None:
        self.choice.set_value(part)
        self.search.clear()
        self._show_sections(self.part(part))

    def reveal(self, section: Section) -> None:
        self.show_part(next(part for part, keys in PARTS.items() if section.KEY in keys))
        section.unfold()
        assert self.scroll_area is not None
        self.scroll_area.ensureWidgetVisible(section)

    def show_item(self, key: str) -> None:
        """Show a section by its key, and what is named behind it: "providers.invitation"."""
        section: Section = getattr(self, key.partition(".")[0])
        self.reveal(section)
        widget = section.findChild(QWidget, f"settings.{key}")
        area = self.scroll_area
        if widget is not None and area is not None:
            widget.setFocus(Qt.FocusReason.OtherFocusReason)
            QTimer.singleShot(0, widget, lambda: area.ensureWidgetVisible(widget))  # laid out then

    def _find(self, words: str) -> None:
        if not words.strip():
            self._show_sections(self.part(self.choice.value))
            return
        self._show_sections([section for section in self.sections if section.matches(words)])

    def _show_sections(self, shown: Collection[Section]) -> None:
        self.nothing.setVisible(not shown)
        for section in self._made:
            section.setVisible(section in shown)

    # Over a change of language

    def scroll_state(self) -> tuple[int, bool]:
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
        self._loaded = True
        for section in self._made:
            section.activate()
