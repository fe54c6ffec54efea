"""Dialog for the name of a local user who is added or renamed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.services.local_users import LONGEST_NAME, LocalUser
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.controls import labeled, text_field
from epicrec_desktop.ui.common.dialogs import FormDialog
from epicrec_desktop.ui.common.labels import Note, Text
from epicrec_desktop.ui.common.text import display_name


def user_display_name(user: LocalUser) -> str:
    """Return a local user's name as shown."""
    if user.name:
        return display_name(user.name)
    return messages.localized(user.user_display_name)


def shared_account_note() -> str:
    """Return what local users of one account must know about each other."""
    return QCoreApplication.translate(
        "PersonName",
        "People who share a computer account are not protected from each other: each can open the "
        "others' files. To keep yours to yourself, encrypt your library with a passphrase, under "
        "Settings → Safety → Encryption.",
    )


class NameDialog(FormDialog):
    """Dialog for a name. `answered` carries it, and the user's own name where it was asked."""

    answered = Signal(str, str)

    def __init__(
        self,
        heading: str,
        text: str,
        yes: str,
        parent: QWidget | None = None,
        *,
        own: bool = False,
        name: str = "",
    ) -> None:
        super().__init__(parent, heading, name="person")
        self.name = text_field(self.tr("Name"), name="person.name", longest=LONGEST_NAME)
        self.name.setText(name)
        self.name.selectAll()
        self.own = text_field(self.tr("Your own name"), name="person.own", longest=LONGEST_NAME)
        fields = [self.name, self.own] if own else [self.name]
        above = [Text(text, name="person.text")] if text else []
        below = [Note(self.tr("So that the two of you can be told apart."))] if own else []
        self.lay_out(yes, *above, *map(labeled, fields), *below)
        self.require(lambda: all(field.text().strip() for field in fields), *fields)

    def confirm(self) -> None:
        self.answered.emit(self.name.text(), self.own.text())
