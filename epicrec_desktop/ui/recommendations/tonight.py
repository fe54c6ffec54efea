"""Dialog in which two people find a film for tonight."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, QRect, QSize
from PySide6.QtWidgets import QStackedWidget, QWidget

from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.local_users import LocalUser
from epicrec_desktop.services.protection.library_encryption import PassphraseRequiredError
from epicrec_desktop.services.tonight import Guest, Pick
from epicrec_desktop.ui.common import messages, theme, wording
from epicrec_desktop.ui.common.accessibility import announce
from epicrec_desktop.ui.common.buttons import PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import ComboBox
from epicrec_desktop.ui.common.dialogs import Dialog, choose_file
from epicrec_desktop.ui.common.layouts import STRETCH, row
from epicrec_desktop.ui.common.lists import Cell, CellDelegate, ItemView, ListModel
from epicrec_desktop.ui.common.notices import ErrorBanner
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.passphrase import password_field
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import Task
from epicrec_desktop.ui.common.text import Note, Text, Title
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.wiring import Services

SIZE = (780, 660)
POSTER, EDGE = QSize(120, 180), 2 * STEP
LENGTHS = (0, 90, 105, 120, 150)
PATIENCE_MS = 400

_tr = translator("TonightDialog")


def why(pick: Pick, name: str) -> str:
    """Return why a film is for both."""
    return " ".join(map(messages.localized, pick.why(name, wording.category)))


class PickModel(ListModel["Pick"]):
    """Films for both, with the reasons in words."""

    name = ""

    def text(self, item: Pick) -> str:
        return ". ".join(filter(None, (item.movie.label, _length(item), self.tip(item))))

    def tip(self, item: Pick) -> str:
        return why(item, self.name)


def _length(pick: Pick) -> str:
    return wording.length(pick.minutes) if pick.minutes else ""


class PickDelegate(CellDelegate):
    """A poster with year and length."""

    SIZE = QSize(POSTER.width() + 2 * EDGE, POSTER.height() + EDGE + 30)

    def paint_cell(self, cell: Cell) -> None:
        pick: Pick = cell.item
        box = QRect(cell.rect.left() + EDGE, cell.rect.top() + EDGE, *POSTER.toTuple())
        cell.poster(box, pick.movie)
        if cell.selected or cell.focused:
            cell.ring(box, theme.tokens().accent)
        words = " · ".join(filter(None, (str(pick.movie.year or ""), _length(pick))))
        cell.caption(box, 6, pick.movie, words)


class TonightDialog(Dialog):
    """Who is there, how long the evening is, and what both like; forgotten when it closes."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        title = _tr("Tonight, together")
        super().__init__(parent, name="tonight", title=title, label=title, size=SIZE)
        self._context = context
        self._guest: Guest | None = None
        self._task: Task | None = None
        self._build_choices()
        self._build_wall()
        self.error = ErrorBanner(name="tonight.error")
        self.error.button.hide()
        self.progress = ProgressStrip(name="tonight.progress")
        self.close_button = PrimaryButton(_tr("Close"), name="tonight.close")
        self.close_button.clicked.connect(self.accept)
        self.close_button.setAutoDefault(False)
        promise = Note(
            _tr("Nothing is kept or sent. As a reason, only films that you both watched are named.")
        )
        self.set_content(
            Title(title),
            row(self.who, self.file_button, STRETCH, self.minutes, spacing=2 * STEP),
            self.locked,
            self.error,
            self.progress,
            (self.layers, 1),
            self.reason,
            row((promise, 1), self.close_button, spacing=3 * STEP),
            spacing=3 * STEP,
        )
        context.run(lambda services, job: services.tonight.others(), self._offer)

    def _build_choices(self) -> None:
        self.who = ComboBox(_tr("Who is with you?"), name="tonight.who")
        self.who.setMinimumWidth(180)
        self.who.setPlaceholderText(_tr("Who is with you?"))
        self.who.activated.connect(self._choose_person)
        self.file_button = SecondaryButton(
            _tr("A friend's list…"), name="tonight.file", icon="folder"
        )
        self.file_button.setAutoDefault(False)
        self.file_button.clicked.connect(self._choose_file)
        self.minutes = ComboBox(_tr("How long the film may be"), name="tonight.minutes")
        for most in LENGTHS:
            up_to = _tr("Up to {length}").format(length=wording.length(most))
            self.minutes.addItem(up_to if most else _tr("Any length"), most)
        self.minutes.activated.connect(self._choose)
        self.minutes.hide()
        self.passphrase = password_field(_tr("Passphrase"), name="tonight.passphrase")
        self.locked_words = Text(name="tonight.locked.text")
        self.open_button = SecondaryButton(_tr("Open"), name="tonight.open")
        self.open_button.clicked.connect(self._unlock)
        self.passphrase.returnPressed.connect(self._unlock)
        self.locked = QWidget()
        row((self.locked_words, 1), self.passphrase, self.open_button, parent=self.locked)
        self.locked.hide()

    def _build_wall(self) -> None:
        self.model = PickModel(self)
        self.wall = ItemView(
            self.model, PickDelegate(), name="tonight.wall", label=_tr("Films for both"),
            scroll_step=24,
        )  # fmt: skip
        self.wall.wrap()
        self.wall.selectionModel().currentChanged.connect(self._show_reason)
        self.empty = EmptyState("empty", "", "", name="tonight.empty")
        self.layers = QStackedWidget()
        self.layers.addWidget(self.empty)
        self.layers.addWidget(self.wall)
        self.reason = Text(name="tonight.reason")
        self.reason.setMinimumHeight(40)
        self._show_begin()

    # Who

    def _show_begin(self, *, users: bool = False) -> None:
        words = (
            _tr(
                "Choose somebody who uses EpicRec on this computer, or a list that a friend "
                "exported from EpicRec, Letterboxd or another service."
            )
            if users
            else _tr("Choose a list that a friend exported from EpicRec or Letterboxd.")
        )
        self.empty.show_state("empty", _tr("A film that both of you would like"), words)
        self.layers.setCurrentWidget(self.empty)

    def _offer(self, users: tuple[LocalUser, ...]) -> None:
        for user in users:
            self._add(messages.localized(user.user_display_name), user)
        self.who.setVisible(bool(users))
        if users:
            self._show_begin(users=True)
        (self.who if users else self.file_button).setFocus()

    def _add(self, name: str, value: object) -> None:
        self.who.addItem(name, value)
        if self.who.count() == 1:
            self.who.setCurrentIndex(-1)
        self.who.show()

    def _choose_person(self) -> None:
        self.locked.hide()
        value = self.who.currentData()
        if isinstance(value, LocalUser):
            self._read_person(value)
        elif value is not None:
            self._take(value)

    def _read_person(self, user: LocalUser, passphrase: str | None = None) -> None:
        def read(services: Services, job: Job) -> Guest | None:
            try:
                return services.tonight.person(user, passphrase)
            except PassphraseRequiredError:
                return None

        self._run(read, self._taken)

    def _taken(self, guest: Guest | None) -> None:
        if guest is None:
            words = _tr("This library is locked. Its person can open it for this evening.")
            self.locked_words.setText(words)
            self.locked.show()
            self.passphrase.setFocus()
            return
        self.locked.hide()
        self._take(guest)

    def _unlock(self) -> None:
        user, passphrase = self.who.currentData(), self.passphrase.text()
        self.passphrase.clear()
        if isinstance(user, LocalUser) and passphrase:
            self._read_person(user, passphrase)

    def _choose_file(self) -> None:
        file = choose_file(self, self.file_button.text())
        if file is not None:
            self.read_file(file)

    def read_file(self, file: Path) -> None:
        self.locked.hide()
        self._run(lambda services, job: services.tonight.file(file, job), self._read)

    def _read(self, guests: tuple[Guest, ...]) -> None:
        for guest in guests:
            self._add(guest.name, guest)
        if len(guests) == 1:
            self.who.setCurrentIndex(self.who.count() - 1)
            self._take(guests[0])
        else:
            self.who.setCurrentIndex(-1)
            self.who.setFocus()
            self.who.showPopup()

    # What

    def _take(self, guest: Guest) -> None:
        self._guest = guest
        self.minutes.show()
        self._choose()

    def _choose(self) -> None:
        guest, minutes = self._guest, self.minutes.currentData() or None
        if guest is not None:
            self._run(lambda services, job: services.tonight.choose(guest, minutes), self._show)

    def _show(self, picks: tuple[Pick, ...]) -> None:
        self.model.name = self._guest.name if self._guest is not None else ""
        self.model.show_items(picks)
        self.reason.setText("")
        if not picks:
            words = _tr("Allow a longer film, or choose somebody else.")
            self.empty.show_state("empty", _tr("Nothing fits both of you"), words)
            self.layers.setCurrentWidget(self.empty)
            return
        self.layers.setCurrentWidget(self.wall)
        self.wall.setCurrentIndex(self.model.index(0))
        count = wording.plural("TonightDialog", "%Ln films for both of you", len(picks))
        announce(self.wall, count)

    def _show_reason(self, current: QModelIndex) -> None:
        if current.isValid():
            pick = self.model.items[current.row()]
            name = pick.movie.label
            self.reason.setText(f"{name}\n{why(pick, self.model.name)}")

    def _run(self, work: Callable[[Services, Job], object], then: Callable[[Any], object]) -> None:
        """Run work; of what was asked before, no answer is shown."""
        self.error.hide()
        if self._task is not None:
            self._task.silence()
        self._task = self._context.run(work, then, self.error.show_text)
        self.progress.follow(self._task, _tr("Looking for a film…"), after_ms=PATIENCE_MS)
