"""Second step: which browser profiles may be read. None is ticked beforehand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QVBoxLayout, QWidget

from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.services.profiles import KnownProfile
from epicrec_desktop.ui import profile_words
from epicrec_desktop.ui.tasks import Tasks
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.buttons import SecondaryButton
from epicrec_desktop.ui.widgets.page import vertical_scroll
from epicrec_desktop.ui.widgets.panel import Panel
from epicrec_desktop.ui.widgets.states import EmptyState
from epicrec_desktop.ui.widgets.text import Note
from epicrec_desktop.ui.widgets.toggles import INDENT, CheckBox
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services


class ProfileChoice(QWidget):
    """A profile to tick."""

    def __init__(self, known: KnownProfile, name: str) -> None:
        super().__init__()
        self.known = known
        self.tick = CheckBox(known.profile.label, name=name)
        self.tick.setChecked(known.consent)
        note = profile_words.used(known)
        self.tick.setAccessibleDescription(note)
        self.note = Note(note, name=f"{name}.note")
        self.note.setIndent(INDENT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, STEP, 0, STEP)
        column.setSpacing(0)
        column.addWidget(self.tick)
        column.addWidget(self.note)


class ProfilesStep(Step):
    """A tick is consent; it is stored when the step is left."""

    KEY = "profiles"

    def __init__(self, services: Services, tasks: Tasks) -> None:
        super().__init__(
            services,
            tasks,
            self.tr("Which browsers may be read?"),
            self.tr(
                "Only the ones you tick, and only on this computer. The pages you visited are "
                "compared with a list of movies and then forgotten."
            ),
        )
        self.choices: list[ProfileChoice] = []
        self._loaded = False
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        panel = Panel(name="wizard.profiles.list")
        panel.body.addLayout(self._list)
        holder = QWidget()
        holder.setProperty("kind", "canvas")
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3 * STEP)
        column.addWidget(panel)
        self.area = vertical_scroll(holder, "wizard.profiles.scroll")
        self.empty = EmptyState(
            "empty",
            self.tr("No browser was found"),
            self.tr(
                "Chrome, Chromium, Edge, Brave, Firefox and their relatives are looked for in "
                "their usual places. You can choose the folder of a profile yourself."
            ),
            name="wizard.profiles.empty",
        )
        self.empty.hide()
        self.folder = SecondaryButton(
            self.tr("Choose a folder…"), name="wizard.profiles.folder", icon="folder"
        )
        self.folder.clicked.connect(self._choose_folder)
        self.forgets = Note(
            self.tr(
                "Chrome and its relatives forget visits after about 90 days. Movies from before "
                "cannot be found there; you can add them by hand later."
            ),
            name="wizard.profiles.forgets",
        )
        self.forgets.hide()
        row = QHBoxLayout()
        row.addWidget(self.folder)
        row.addStretch(1)
        column.addWidget(self.forgets)
        column.addStretch(1)
        self.body.addWidget(self.area, 1)
        self.body.addWidget(self.empty, 1)
        self.body.addLayout(row)

    def enter(self) -> None:
        """Look for profiles; once, so that coming back keeps the ticks."""
        if self._loaded:
            return
        self._loaded = True
        profiles = self.services.profiles
        self.tasks.run(
            lambda report, cancelled: profiles.discover(),
            on_result=self._show,
            on_error=self.error.show_text,
        )

    def _show(self, known: list[KnownProfile]) -> None:
        for one in known:
            self._add(one)
        self._update()
        if self.choices and self.isVisible():
            self.choices[0].tick.setFocus()

    def _add(self, known: KnownProfile) -> None:
        choice = ProfileChoice(known, f"wizard.profiles.{len(self.choices)}")
        choice.tick.toggled.connect(self._update)
        before = self.choices[-1].tick if self.choices else None
        self.choices.append(choice)
        self._list.addWidget(choice)
        choice.show()  # a layout shows it only later, and what is not shown takes no focus
        if before is not None:
            QWidget.setTabOrder(before, choice.tick)
        QWidget.setTabOrder(choice.tick, self.folder)

    def _update(self) -> None:
        self.area.setVisible(bool(self.choices))
        self.empty.setVisible(not self.choices)
        self.forgets.setVisible(any(profile_words.forgets(c.known) for c in self.choices))
        self.changed.emit()

    def _choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Choose a browser profile"))
        if name:
            self.add_folder(Path(name))

    def add_folder(self, folder: Path) -> None:
        """Add the profile in this folder, ticked: naming it is consent."""
        profiles = self.services.profiles
        self.error.hide()
        self.tasks.run(
            lambda report, cancelled: profiles.at(folder),
            on_result=self._named,
            on_error=self.error.show_text,
        )

    def _named(self, profile: BrowserProfile) -> None:
        for choice in self.choices:
            if choice.known.profile.database == profile.database:
                choice.tick.setChecked(True)
                return
        self._add(KnownProfile(profile, consent=False))
        self.choices[-1].tick.setChecked(True)
        self._update()

    def ticked(self) -> list[BrowserProfile]:
        """The profiles the person ticked."""
        return [c.known.profile for c in self.choices if c.tick.isChecked()]

    def next_text(self) -> str:
        """Going on without any profile is an answer too."""
        return self.tr("Look for movies") if self.ticked() else self.tr("Go on without")

    def take_return(self) -> bool:
        """The first Return on a browser ticks it: going on without any is to be meant."""
        for choice in self.choices:
            if choice.tick.hasFocus() and not self.ticked():
                choice.tick.setChecked(True)
                return True
        return False

    def following(self, usual: str) -> str:
        """With nothing to read there is nothing to confirm."""
        return usual if self.ticked() else "level"

    def leave(self, then: Callable[[], object]) -> None:
        """Store consent, and take it back from what was unticked."""
        profiles, agreed = self.services.profiles, self.ticked()
        revoked = [
            c.known.profile for c in self.choices if c.known.consent and not c.tick.isChecked()
        ]

        def work(report: object, cancelled: object) -> None:
            if agreed:
                profiles.set_consent(agreed, consent=True)
            if revoked:
                profiles.set_consent(revoked, consent=False)

        self.keep(work, then)
