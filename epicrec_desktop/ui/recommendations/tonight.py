"""Dialog in which two people find a movie for tonight."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, QRect, QSize
from PySide6.QtWidgets import QStackedWidget, QWidget

from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.local_users import LocalUser
from epicrec_desktop.services.protection.library_encryption import PassphraseRequiredError
from epicrec_desktop.services.tonight import Guest, Pick
from epicrec_desktop.ui.common import messages, theme, wording
from epicrec_desktop.ui.common.accessibility import announce, set_tab_order_from_layout
from epicrec_desktop.ui.common.buttons import PrimaryButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context, Host
from epicrec_desktop.ui.common.controls import ComboBox, password_field
from epicrec_desktop.ui.common.dialogs import Dialog, choose_file
from epicrec_desktop.ui.common.feedback import LIKED
from epicrec_desktop.ui.common.labels import Note, Text, Title
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, column, row
from epicrec_desktop.ui.common.lists import Cell, CellDelegate, ItemView, ListModel
from epicrec_desktop.ui.common.movie_picker import MoviePicker, PosterWallDelegate
from epicrec_desktop.ui.common.notices import ErrorBanner
from epicrec_desktop.ui.common.page import EmptyState
from epicrec_desktop.ui.common.poster_wall import ACTIONS, disc_box
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.common.user_name import user_display_name
from epicrec_desktop.wiring import Services

SIZE = (840, 660)
POSTER, EDGE = QSize(120, 180), 2 * STEP
LENGTHS = (0, 90, 105, 120, 150)

_tr = translator("TonightDialog")


def why(pick: Pick, name: str) -> str:
    """Return why a movie is for both."""
    return " ".join(map(messages.localized, pick.why(name, wording.category)))


class PickModel(ListModel[Pick]):
    """Movies for both, with the reasons in words."""

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


class LikeDelegate(PosterWallDelegate):
    """Paints a poster with the heart of those that are picked."""

    def action_boxes(self, cell: QRect, item: Any) -> dict[str, QRect]:
        return {LIKED: disc_box(self.poster_box(cell), len(ACTIONS) - 1)}


class TonightDialog(Host, Dialog):
    """Who is there, how long the evening is, and what both like; forgotten when it closes."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        title = _tr("For two")
        super().__init__(parent, name="tonight", title=title, label=title, size=SIZE)
        self.context = context
        self._guest: Guest | None = None
        self._build_choices()
        self._build_picker()
        self._build_wall()
        self.error = ErrorBanner(name="tonight.error")
        self.progress = ProgressStrip(name="tonight.progress")
        self.close_button = self._button(_tr("Close"), "tonight.close", self.accept)
        promise = Note(
            _tr("Nothing is kept or sent. As a reason, only films that you both watched are named.")
        )
        ways = FlowLayout(self.who, self.pick_button, self.file_button, self.minutes)
        head = row((self.prompt, 1), ways, spacing=2 * STEP)
        foot = row((promise, 1), self.close_button, spacing=3 * STEP)
        parts = (Title(title), head, self.locked, self.error, self.progress, (self.layers, 1), foot)
        self.set_content(*parts, spacing=3 * STEP)
        context.run(lambda services, job: services.tonight.others(), self._list_users)
        self.ask(lambda services, job: services.library.best_known(), self.picker.show_known)
        self._pick()
        set_tab_order_from_layout(self)

    def _button(
        self, text: str, name: str, do: Callable[[], object], icon: str = ""
    ) -> SecondaryButton:
        """Return a button that Return in a field does not click."""
        button = SecondaryButton(text, name=name, icon=icon, on_click=do)
        button.setAutoDefault(False)
        return button

    def _build_choices(self) -> None:
        self.who = ComboBox(_tr("Who is with you?"), name="tonight.who")
        self.who.setMinimumWidth(180)
        self.who.setPlaceholderText(_tr("Who is with you?"))
        self.who.activated.connect(self._choose_person)
        self.prompt = Text(name="tonight.prompt")
        self.pick_button = self._button(_tr("Pick films here"), "tonight.pick", self._pick, "heart")
        file_words = _tr("A friend's list…")
        self.file_button = self._button(file_words, "tonight.file", self._choose_file, "folder")
        self.minutes = ComboBox(_tr("How long the film may be"), name="tonight.minutes")
        for most in LENGTHS:
            up_to = _tr("Up to {length}").format(length=wording.length(most))
            self.minutes.addItem(up_to if most else _tr("Any length"), most)
        self.minutes.activated.connect(self._choose)
        self.minutes.hide()
        self.passphrase = password_field(_tr("Passphrase"), name="tonight.passphrase")
        self.locked_words = Text(name="tonight.locked.text")
        self.open_button = self._button(_tr("Open"), "tonight.open", self._unlock)
        self.passphrase.returnPressed.connect(self._unlock)
        self.locked = QWidget()
        row((self.locked_words, 1), self.passphrase, self.open_button, parent=self.locked)
        self.locked.hide()

    def _build_picker(self) -> None:
        self.picker = MoviePicker(self, LikeDelegate(), name="tonight.friend")
        self.find_button = PrimaryButton(_tr("Films for both"), name="tonight.find")
        self.find_button.setAutoDefault(False)
        self.find_button.setEnabled(False)
        self.find_button.clicked.connect(self._find)
        model = self.picker.model
        model.toggled.connect(
            lambda key, on: model.show_answers({key: frozenset({LIKED} if on else ())})
        )
        model.answered.connect(lambda: self.find_button.setEnabled(self.picker.enough))
        self.picker.wall.acted.connect(self._like)
        self.friend = QWidget()
        search, picked = self.picker.search, self.picker.picked
        head = row((search, 1), STRETCH, picked, self.find_button, spacing=2 * STEP)
        column(head, (self.picker, 1), parent=self.friend, spacing=2 * STEP)

    def _build_wall(self) -> None:
        self.model = PickModel(self)
        self.wall = ItemView(
            self.model, PickDelegate(), name="tonight.wall", label=_tr("Films for both"),
            scroll_step=24,
        )  # fmt: skip
        self.wall.wrap()
        self.wall.selectionModel().currentChanged.connect(self._show_reason)
        self.reason = Text(name="tonight.reason")
        self.reason.setMinimumHeight(40)
        self.seen_button = self._button(_tr("One of us has seen it"), "tonight.seen", self._seen)
        self.found = QWidget()
        below = row((self.reason, 1), self.seen_button, spacing=3 * STEP)
        column((self.wall, 1), below, parent=self.found, spacing=3 * STEP)
        nothing = _tr("Nothing fits both of you")
        advice = _tr("Allow a longer film, or choose somebody else.")
        self.empty = EmptyState("empty", nothing, advice, name="tonight.empty")
        self.layers = QStackedWidget()
        for layer in (self.friend, self.found, self.empty):
            self.layers.addWidget(layer)

    # Who

    def _pick(self) -> None:
        self._forget()
        self.locked.hide()
        self._guest = None
        self.who.setCurrentIndex(-1)
        self.prompt.setText(_tr("Your friend picks films that they like. Three are enough."))
        self.pick_button.hide()
        self.minutes.hide()
        self.layers.setCurrentWidget(self.friend)
        self.picker.wall.setFocus()

    def _like(self, item: tuple[int, Movie], answer: str) -> None:
        if answer == LIKED:
            model = self.picker.model
            model.toggle([*model.items].index(item))

    def _find(self) -> None:
        keys = sorted(self.picker.model.ticked)
        self._run(lambda services, job: services.tonight.friend(keys), self._use_guest)

    def _list_users(self, users: tuple[LocalUser, ...]) -> None:
        for user in users:
            self._add(user_display_name(user), user)
        self.who.setVisible(bool(users))

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
            self._use_guest(value)

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
        self._use_guest(guest)

    def _unlock(self) -> None:
        user, passphrase = self.who.currentData(), self.passphrase.text()
        self.passphrase.clear()
        if isinstance(user, LocalUser) and passphrase:
            self._read_person(user, passphrase)

    def _choose_file(self) -> None:
        choose_file(self, self.file_button.text(), self.read_file)

    def read_file(self, file: Path) -> None:
        self._run(lambda services, job: services.tonight.file(file, job), self._read)

    def _read(self, guests: tuple[Guest, ...]) -> None:
        self.locked.hide()
        for guest in guests:
            self._add(guest.name, guest)
        if len(guests) == 1:
            self.who.setCurrentIndex(self.who.count() - 1)
            self._use_guest(guests[0])
        else:
            self.who.setCurrentIndex(-1)
            self.who.setFocus()
            self.who.showPopup()

    # What

    def _use_guest(self, guest: Guest) -> None:
        self._guest = guest
        self.locked.hide()
        self.model.show_items(())
        self._choose()

    def _choose(self) -> None:
        guest, minutes = self._guest, self.minutes.currentData() or None
        if guest is not None:
            self._run(lambda services, job: services.tonight.choose(guest, minutes), self._show)

    def _show(self, picks: tuple[Pick, ...]) -> None:
        self.model.name = self._guest.name if self._guest is not None else ""
        place = max(self.wall.currentIndex().row(), 0)
        self.model.show_items(picks)
        self.reason.setText("")
        self.prompt.setText("")
        self.minutes.show()
        self.pick_button.show()
        if not picks:
            self.layers.setCurrentWidget(self.empty)
            return
        self.layers.setCurrentWidget(self.found)
        self.wall.setFocus()
        self.wall.setCurrentIndex(self.model.index(min(place, len(picks) - 1)))
        count = wording.plural("TonightDialog", "%Ln films for both of you", len(picks))
        announce(self.wall, count)

    def _show_reason(self, current: QModelIndex) -> None:
        if current.isValid():
            pick = self.model.items[current.row()]
            name = pick.movie.label
            self.reason.setText(f"{name}\n{why(pick, self.model.name)}")

    def _seen(self) -> None:
        """Offer the selected movie no more; somebody who is chosen again is offered it again."""
        if self._guest is not None and self.wall.currentIndex().isValid():
            self._guest = self._guest.without(self.model.items[self.wall.currentIndex().row()])
            self._choose()

    def _run(self, work: Callable[[Services, Job], object], then: Callable[[Any], object]) -> None:
        """Run work; of what was asked before, no answer is shown."""
        self._forget()
        self.task = self.ask(work, then)
        self.progress.follow(self.task, _tr("Looking for a film…"), patient=True)

    def _forget(self) -> None:
        self.error.hide()
        if self.task is not None:
            self.task.silence()
