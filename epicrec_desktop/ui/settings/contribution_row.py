"""Everything that one receiver was contributed: where it stands, its bytes, and taking it out."""

from __future__ import annotations

from PySide6.QtCore import QLocale
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from epicrec_desktop.domain.exact import month
from epicrec_desktop.domain.plain_text import escaped_json, plain
from epicrec_desktop.services.contributing import telling
from epicrec_desktop.services.contributing.standing import ContributionEntry
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.controls import ExpanderButton
from epicrec_desktop.ui.common.text import ElidedStrong, Note, Text, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP


class ContributionRow(QWidget):
    """One receiver, with what it was given by month, newest first."""

    def __init__(self, entries: tuple[ContributionEntry, ...], name: str) -> None:
        super().__init__()
        self.entries = entries
        self.setObjectName(name)
        newest = entries[0]
        who = ElidedStrong(plain(newest.provider, limit=60), name=f"{name}.provider")
        self.withdraw = SecondaryButton(self.tr("Withdraw"), name=f"{name}.withdraw", icon="undo")
        set_accessible_name(
            self.withdraw, self.tr("Withdraw from {name}").format(name=newest.provider)
        )
        self.again = SecondaryButton(self.tr("Send again…"), name=f"{name}.again", icon="send")
        set_accessible_name(
            self.again, self.tr("Send again to {name}").format(name=newest.provider)
        )
        head = QHBoxLayout()
        head.setSpacing(2 * STEP)
        head.addWidget(who, 1)
        head.addWidget(self.again)
        head.addWidget(self.withdraw)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, STEP, 0, STEP)
        column.setSpacing(STEP)
        column.addLayout(head)
        column.addWidget(Note(plain(newest.receiver, limit=600), name=f"{name}.address"))
        self.states = [
            Text(self._state(entry), name=f"{name}.state.{n}") for n, entry in enumerate(entries)
        ]
        for words in self.states:
            column.addWidget(words)
        self.undone = Note(messages.localized(telling.WITHDRAWING), name=f"{name}.undone")
        column.addWidget(self.undone)
        self.exact = ExpanderButton(self.tr("The exact bytes"), name=f"{name}.bytes.open")
        self.payload = _payload(entries, f"{name}.bytes")
        set_accessible_name(self.payload, self.tr("The exact bytes"))
        self.payload.hide()
        self.exact.toggled.connect(self.payload.setVisible)
        column.addWidget(self.exact)
        column.addWidget(self.payload)
        there = any(entry.withdrawable for entry in entries)
        # Not before they have a parent: each would be a window for a moment.
        self.withdraw.setVisible(there)
        self.again.setVisible(any(entry.unsent for entry in entries))
        self.undone.setVisible(there)

    def _state(self, entry: ContributionEntry) -> str:
        said = messages.localized(telling.state(entry, wording.moment))
        if len(self.entries) == 1:
            return said
        return self.tr("{month}: {state}").format(month=_month(entry.period), state=said)


def _month(period: str) -> str:
    """A window as shown: "November 2026"."""
    year, number = map(int, month(period).split("-"))
    name = QLocale().standaloneMonthName(number)
    return f"{name[:1].upper()}{name[1:]} {year}"


def _payload(entries: tuple[ContributionEntry, ...], name: str) -> QPlainTextEdit:
    """The bytes of each, and a checksum."""
    view = QPlainTextEdit()
    view.setObjectName(name)
    view.setReadOnly(True)
    view.setTabChangesFocus(True)
    view.setFixedHeight(140)
    face = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    face.setStyleHint(QFont.StyleHint.Monospace)
    face.setPixelSize(12)
    view.setFont(face)
    view.setPlainText(
        "\n\n".join(
            f"{escaped_json(entry.payload.decode('ascii'))}\nSHA-256 {entry.sha256}"
            for entry in entries
        )
    )
    return view
