"""The browser profiles of this computer, to tick. None is ticked beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.services.profiles import KnownProfile
from epicrec_desktop.ui.common import browser_profiles
from epicrec_desktop.ui.common.browser_profiles import ProfileCheckBox
from epicrec_desktop.ui.common.buttons import QuietButton
from epicrec_desktop.ui.common.layouts import Panel
from epicrec_desktop.ui.common.page import ScrollContent, vertical_scroll
from epicrec_desktop.ui.common.text import Heading, Note
from epicrec_desktop.ui.common.theme import STEP


class ProfileList(QWidget):
    """A tick is consent; who shows this keeps it."""

    changed = Signal()

    def __init__(self, *, shared: bool = False) -> None:
        """`shared`: several people use this computer account, so that some are somebody else's."""
        super().__init__()
        self._shared = shared
        self.choices: list[ProfileCheckBox] = []
        self.heading = Heading(self.tr("Where may EpicRec look?"), wrap=False)
        self.all = QuietButton(self.tr("Tick all"), name="wizard.profiles.all")
        self.all.clicked.connect(self._tick_all)
        self.folder = QuietButton(
            self.tr("Choose a folder…"), name="wizard.profiles.folder", icon="folder"
        )
        self.note = Note(
            self.tr(
                "Only where you tick. Several people use this computer account: tick what you "
                "alone browse with. The pages you visited are compared with a list of movies on "
                "this computer, and then forgotten."
            )
            if shared
            else self.tr(
                "Only where you tick. The pages you visited are compared with a list of movies on "
                "this computer, and then forgotten."
            ),
            name="wizard.profiles.note",
        )
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        self.panel = Panel(name="wizard.profiles.list", padding=12)
        self.panel.body.addLayout(self._rows)
        head = QHBoxLayout()
        head.setSpacing(STEP)
        head.addWidget(self.heading)
        head.addStretch(1)
        head.addWidget(self.all)
        head.addWidget(self.folder)
        holder = ScrollContent()
        holder.setProperty("kind", "canvas")
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(2 * STEP)
        inner.addWidget(self.panel)
        inner.addWidget(self.note)
        inner.addStretch(1)
        self.area = vertical_scroll(holder, "wizard.profiles.scroll")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * STEP)
        column.addLayout(head)
        column.addWidget(self.area, 1)
        QWidget.setTabOrder(self.all, self.folder)
        self._update()

    def show_profiles(self, known: Sequence[KnownProfile]) -> None:
        """Show these; what was agreed to is ticked."""
        for one in known:
            self._add(one)
        self._update()

    def name(self, profile: BrowserProfile) -> None:
        """Add a profile that the person named, ticked: naming it is consent."""
        for choice in self.choices:
            if choice.known.profile.database == profile.database:
                choice.tick.setChecked(True)
                return
        self._add(KnownProfile(profile, consent=False))
        self.choices[-1].tick.setChecked(True)
        self._update()

    def _add(self, known: KnownProfile) -> None:
        choice = ProfileCheckBox(
            known, browser_profiles.used(known), name=f"wizard.profiles.{len(self.choices)}"
        )
        choice.tick.toggled.connect(self._update)
        before = self.choices[-1].tick if self.choices else None
        self.choices.append(choice)
        self._rows.addWidget(choice)
        choice.show()  # a layout shows it only later, and what is not shown takes no focus
        if before is not None:
            QWidget.setTabOrder(before, choice.tick)
        QWidget.setTabOrder(choice.tick, self.all)

    def _tick_all(self) -> None:
        for choice in self.choices:
            choice.tick.setChecked(True)

    def _update(self) -> None:
        some = bool(self.choices)
        for widget in (self.heading, self.panel, self.note):
            widget.setVisible(some)
        self.all.setVisible(len(self.choices) > 1 and not self._shared)
        self.area.setVisible(some)
        self.changed.emit()

    def ticked(self) -> list[BrowserProfile]:
        """The profiles the person ticked."""
        return [c.known.profile for c in self.choices if c.tick.isChecked()]

    def revoked(self) -> list[BrowserProfile]:
        """The profiles that were agreed to before, and are not any more."""
        return [c.known.profile for c in self.choices if c.known.consent and not c.tick.isChecked()]
