"""The first entry of "Add a service": an invitation that is pasted, chosen, dropped or linked."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.progress import Job
from epicrec_desktop.recommend.invitation import MOST_CHARACTERS, SUFFIX
from epicrec_desktop.services.invitations import OpenedInvitation
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.buttons import LinkButton, SecondaryButton
from epicrec_desktop.ui.common.controls import text_field
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, choose_file
from epicrec_desktop.ui.common.layouts import column, row
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.settings.section import Section
from epicrec_desktop.wiring import Services

_tr = translator("Invitation")


def question(opened: OpenedInvitation) -> str:
    """Return what an invitation is for, and what a yes does."""
    invitation = opened.invitation
    lines = [
        _tr("{name} is at {address}.").format(name=invitation.name, address=invitation.address)
    ]
    if opened.replaces is not None:
        lines.append(_tr("It is here already: its certificate and its key become these."))
    if invitation.key:
        lines.append(
            _tr("It is a closed group. With your key it can put together what you send it.")
        )
    for digest in opened.fingerprints:
        digits = digest.upper()
        shown = " ".join(digits[at : at + 4] for at in range(0, 16, 4))
        words = _tr("It comes with a certificate of its own, which begins {fingerprint}.")
        lines.append(words.format(fingerprint=shown))
    if invitation.expires is not None:
        day = wording.day(invitation.expires)
        lines.append(_tr("The invitation can be used until {day}.").format(day=day))
    lines.append(
        _tr(
            "If you add it, EpicRec asks it for its catalog. Nothing about your movies is sent "
            "unless you agree later."
        )
    )
    return "\n\n".join(lines)


class InvitationEntry(QWidget):
    """Field for the line of an invitation, a file that has it, and how to start a service."""

    added = Signal(object)  # ProviderInfo

    def __init__(self, section: Section) -> None:
        super().__init__()
        self._section = section
        self._unanswered: list[str | Path] = []  # the first is being opened, or asked about
        name = "settings.providers.invitation"
        self.line = text_field(self.tr("Invitation"), name=name, longest=2 * MOST_CHARACTERS)
        self.line.setPlaceholderText(self.tr("Paste an invitation: epicrec:…"))
        self.open = SecondaryButton(self.tr("Open"), name=f"{name}.open")
        self.file = SecondaryButton(self.tr("Choose a file…"), name=f"{name}.file")
        self.start = LinkButton(
            self.tr("No invitation? Start a service for a club or a library"), name=f"{name}.start"
        )
        self.line.textChanged.connect(lambda text: self.open.setEnabled(bool(text.strip())))
        self.line.returnPressed.connect(self.open.click)
        self.open.clicked.connect(lambda: self.ask(self.line.text()))
        self.file.clicked.connect(self._choose)
        self.start.clicked.connect(lambda: section.context.show_help.emit("start-service"))
        self.open.setEnabled(False)
        ways = row((self.line, 1), self.open, self.file, spacing=2 * STEP)
        start = (self.start, 0, Qt.AlignmentFlag.AlignLeading)
        column(ways, start, parent=self, spacing=2 * STEP)

    def ask(self, invitation: str | Path) -> None:
        """Open a line or a file and ask about it; nobody else hears of it before the yes.

        One that comes while another is asked about waits for the answer.
        """
        if invitation not in self._unanswered:
            self._unanswered.append(invitation)
            if len(self._unanswered) == 1:
                self._open_first()

    def _open_first(self) -> None:
        invitation = self._unanswered[0]

        def work(services: Services, job: Job) -> OpenedInvitation:
            if isinstance(invitation, Path):
                return services.invitations.open_file(invitation)
            return services.invitations.open(invitation)

        self._section.ask(work, self._ask, on_error=self._refused)

    def _refused(self, sentence: str) -> None:
        self._section.show_error(sentence)
        self._answered()

    def _answered(self) -> None:
        del self._unanswered[0]
        if self._unanswered:
            self._open_first()

    def _choose(self) -> None:
        kinds = self.tr("Invitations (*{suffix} *.txt)").format(suffix=SUFFIX)
        choose_file(self, self.tr("Choose an invitation"), self.ask, kinds)

    def _ask(self, opened: OpenedInvitation) -> None:
        def accept() -> None:
            self._section.ask(
                lambda services, job: services.invitations.accept(opened), self._accepted
            )

        dialog = ConfirmDialog(
            self.tr("Add {name}?").format(name=opened.invitation.name),
            question(opened),
            self.tr("Add"),
            self,
            name="settings.provider.invited",
            destructive=False,
        )
        dialog.finished.connect(self._answered)
        dialog.ask(accept)

    def _accepted(self, info: object) -> None:
        self.line.clear()
        self.added.emit(info)
