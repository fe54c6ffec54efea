"""First step: what this is, and which browsers may be looked at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from epicrec_desktop.services.profiles import KnownProfile
from epicrec_desktop.ui.common.buttons import QuietButton
from epicrec_desktop.ui.common.dialogs import choose_file, choose_folder
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.shell import window_frame
from epicrec_desktop.ui.wizard.picture import WelcomePicture
from epicrec_desktop.ui.wizard.profiles import ProfileList
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services

ROOM = 420
"""Below this height there is no room for a picture beside the browsers."""


class WelcomeStep(Step):
    """A tick is consent; it is stored when the step is left by the button that says so.

    Somebody who used EpicRec on another computer brings an export from there instead.
    """

    KEY = "welcome"

    export_chosen = Signal(object)  # Path of an export to bring back

    def __init__(self, services: Services, tasks: Tasks) -> None:
        super().__init__(
            services,
            tasks,
            self.tr("Good movies, without telling what you watched"),
            self.tr(
                "EpicRec finds the movies you watched in the history of your browsers, and "
                "recommends others. All of it happens on this computer. Nothing about your movies "
                "leaves it, unless you choose so later."
            ),
        )
        self._loaded = False
        self.picture = WelcomePicture()
        self.profiles = ProfileList(shared=window_frame.several(services.paths))
        self.profiles.changed.connect(self.changed)
        self.profiles.folder.clicked.connect(self._choose_folder)
        self.empty = EmptyState(
            "empty",
            self.tr("No browser was found"),
            self.tr(
                "You can pick some movies you liked instead, or choose the folder of a browser "
                "profile."
            ),
            name="wizard.profiles.empty",
        )
        self.empty.add_below(self._other_sources())
        self.empty.hide()
        self.bring = self._bring_button("wizard.bring-back")
        self.body.addSpacing(2 * STEP)
        self.body.addWidget(self.picture)
        self.body.addWidget(self.empty)
        self.body.addWidget(self.profiles, 1)
        self.body.addWidget(self.bring, 0, Qt.AlignmentFlag.AlignLeft)

    def _bring_button(self, name: str) -> QuietButton:
        button = QuietButton(
            self.tr("Bring back an export of EpicRec…"), name=name, icon="download"
        )
        button.clicked.connect(self._choose_export)
        return button

    def _other_sources(self) -> QWidget:
        """What else there is to begin with, where there is no browser."""
        folder = QuietButton(
            self.tr("Choose a folder…"), name="wizard.profiles.empty.folder", icon="folder"
        )
        folder.clicked.connect(self._choose_folder)
        doors = QWidget()
        row = QHBoxLayout(doors)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2 * STEP)
        row.addWidget(folder)
        row.addWidget(self._bring_button("wizard.profiles.empty.bring-back"))
        return doors

    @property
    def choices(self) -> list[object]:
        """The profiles to tick."""
        return list(self.profiles.choices)

    def enter(self) -> None:
        """Look which browsers there are; once, so that coming back keeps the ticks."""
        if self._loaded:
            return
        profiles = self.services.profiles
        self.tasks.run(
            lambda report, cancelled: profiles.discover(),
            on_result=self._show,
            on_error=self.error.show_text,
        )

    def _show(self, known: list[KnownProfile]) -> None:
        self._loaded = True
        self.profiles.show_profiles(known)
        self._arrange()
        self.changed.emit()
        if self.isVisible():
            (self.first_focus() or self).setFocus()

    def _arrange(self) -> None:
        none = self._loaded and not self.profiles.choices
        self.body.setStretchFactor(self.empty, 1 if none else 0)
        self.empty.setVisible(none)
        self.profiles.setVisible(not none)
        self.bring.setVisible(not none)
        self.picture.setVisible(not none and self.height() >= ROOM)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The picture is there where it takes nothing from the browsers."""
        super().resizeEvent(event)
        self._arrange()

    def _choose_export(self) -> None:
        file = choose_file(
            self, self.tr("Bring back an export"), self.tr("Exports of EpicRec (*.json)")
        )
        if file is not None:
            self.export_chosen.emit(file)

    def _choose_folder(self) -> None:
        folder = choose_folder(self, self.tr("Choose a browser profile"))
        if folder is not None:
            self.add_folder(folder)

    def add_folder(self, folder: Path) -> None:
        """Add the profile in this folder, ticked: naming it is consent."""
        profiles = self.services.profiles
        self.error.hide()
        self.tasks.run(
            lambda report, cancelled: profiles.at(folder),
            on_result=self._named,
            on_error=self.error.show_text,
        )

    def _named(self, profile: object) -> None:
        self.profiles.name(profile)  # type: ignore[arg-type]
        self._arrange()

    def ticked(self) -> list[object]:
        """The profiles the person ticked."""
        return list(self.profiles.ticked())

    def first_focus(self) -> QWidget | None:
        """The first browser: the space bar ticks it."""
        choices = self.profiles.choices
        return choices[0].tick if choices else None

    def handle_return(self) -> bool:
        """The first Return on a browser ticks it; the next one goes on."""
        for choice in self.profiles.choices:
            if choice.tick.hasFocus() and not self.profiles.ticked():
                choice.tick.setChecked(True)
                return True
        return False

    def can_continue(self) -> bool:
        """Not before the browsers are there, and not while none of them is ticked."""
        return self._loaded and bool(self.profiles.ticked() or not self.profiles.choices)

    def next_text(self) -> str:
        """What is done next."""
        if self._loaded and not self.profiles.choices:
            return self.tr("Pick movies I liked")
        return self.tr("Look for movies")

    def next_key(self) -> str:
        """With nothing to read, movies are picked."""
        return "scan" if self.profiles.ticked() else "pick"

    def other_text(self) -> str:
        """Nobody has to give a browser."""
        return self.tr("Pick movies myself") if self.profiles.choices else ""

    def other(self) -> str:
        """The wall."""
        return "pick"

    def leave(self, then: Callable[[], object]) -> None:
        """Store consent, and take it back from what was unticked."""
        profiles = self.services.profiles
        agreed, revoked = self.profiles.ticked(), self.profiles.revoked()

        def work(report: object, cancelled: object) -> None:
            if agreed:
                profiles.set_consent(agreed, consent=True)
            if revoked:
                profiles.set_consent(revoked, consent=False)

        self.save(work, then)
