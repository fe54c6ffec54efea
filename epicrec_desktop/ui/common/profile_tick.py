"""A browser profile to tick: the person's consent to reading it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from epicrec_desktop.ui.common.plain import set_accessible_description
from epicrec_desktop.ui.common.text import Note
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.toggles import INDENT, CheckBox

if TYPE_CHECKING:
    from epicrec_desktop.services.profiles import KnownProfile


class ProfileCheckBox(QWidget):
    """The profile's name to tick, and a note under it, which is read aloud with it."""

    def __init__(self, known: KnownProfile, note: str, *, name: str, above: int = 0) -> None:
        super().__init__()
        self.known = known
        self.tick = CheckBox(known.profile.label, name=name)
        self.tick.setChecked(known.consent)
        set_accessible_description(self.tick, note)
        self.note = Note(note, name=f"{name}.note")
        self.note.setIndent(INDENT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, above, 0, STEP)
        column.setSpacing(0)
        column.addWidget(self.tick)
        column.addWidget(self.note)
