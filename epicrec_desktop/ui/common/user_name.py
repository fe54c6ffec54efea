"""Dialog for the name of a local user who is added or renamed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.services.local_users import LONGEST_NAME, LocalUser
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.controls import field_label, text_field
from epicrec_desktop.ui.common.dialogs import WrappedTextDialog
from epicrec_desktop.ui.common.notices import ErrorBanner
from epicrec_desktop.ui.common.text import Heading, Note, Text, display_name
from epicrec_desktop.ui.common.theme import STEP


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


class NameDialog(WrappedTextDialog):
    """Dialog for a name. `answered` carries the name, and the user's own name where it was asked.
    It stays open until `close` is called, and shows what is wrong with a name.
    """

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
        super().__init__(parent, name="person", label=heading)
        self.error = ErrorBanner(name="person.error")
        self.name = text_field(self.tr("Name"), name="person.name", longest=LONGEST_NAME)
        self.name.setText(name)
        self.name.selectAll()
        self.own = text_field(self.tr("Your own name"), name="person.own", longest=LONGEST_NAME)
        self._fields = [self.name, self.own] if own else [self.name]
        answers = self.add_answers(yes)
        items: list[QWidget] = [Heading(heading)]
        if text:
            items.append(Text(text, name="person.text"))
        items.append(self.error)
        for field in self._fields:
            items += [field_label(field.accessibleName(), field), field]
            field.textChanged.connect(self._follow)
        if own:
            items.append(Note(self.tr("So that the two of you can be told apart.")))
        self.set_content(*items, STEP, answers)
        self._follow()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def confirm(self) -> None:
        """Emit the names, and stay open."""
        own = self.own.text() if self.own in self._fields else ""
        self.answered.emit(self.name.text(), own)

    def _follow(self) -> None:
        self.yes.setEnabled(all(field.text().strip() for field in self._fields))

    def refuse(self, sentence: str) -> None:
        """Show what is wrong with the name, and keep the input."""
        self.setEnabled(True)
        self.error.show_text(sentence)
        self.fit()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)
