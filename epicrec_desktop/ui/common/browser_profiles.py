"""Browser profiles: their description, and the check box that gives consent to read one."""

from __future__ import annotations

from datetime import UTC, datetime

from PySide6.QtWidgets import QWidget

from epicrec_desktop.services.profiles import KnownProfile
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.controls import INDENT, CheckBox
from epicrec_desktop.ui.common.labels import Note
from epicrec_desktop.ui.common.layouts import column
from epicrec_desktop.ui.common.text import set_accessible_description
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator

_tr = translator("Profiles")


def found_movies(count: int) -> str:
    """Return how many movies were found in a profile, in words."""
    return wording.plural("Profiles", "%Ln movies found", count)


def status(known: KnownProfile) -> str:
    """Return the status of a profile: when it was read, and what was found."""
    if not known.present:
        return _tr("No longer on this computer. Its movies are kept.")
    if not known.consent:
        return _tr("Not read.")
    if known.last_scan is None:
        return _tr("Will be read at the next scan.")
    return _tr("Last read {when} · {found}").format(
        when=wording.moment(known.last_scan), found=found_movies(known.movies)
    )


def used(known: KnownProfile) -> str:
    """Return when the browser last wrote its history, and how it is installed."""
    profile = known.profile
    parts = []
    try:
        moment = datetime.fromtimestamp(profile.database.stat().st_mtime, UTC)
        parts.append(_tr("Last used {when}").format(when=wording.moment(moment)))
    except OSError:
        pass
    if profile.packaging != "native":
        parts.append(profile.packaging)
    return " · ".join(parts)


class ProfileCheckBox(QWidget):
    """Check box with a profile's name and a note below it, which is read aloud with the name."""

    def __init__(self, known: KnownProfile, note: str, *, name: str) -> None:
        super().__init__()
        self.known = known
        self.tick = CheckBox(known.profile.label, name=name)
        self.tick.setChecked(known.consent)
        set_accessible_description(self.tick, note)
        self.note = Note(note, name=f"{name}.note")
        self.note.setIndent(INDENT)
        column(self.tick, self.note, parent=self, margins=(0, 0, 0, STEP), spacing=0)
