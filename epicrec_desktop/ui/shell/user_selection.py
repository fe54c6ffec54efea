"""Selection of the user at startup, where several people share a computer account.

It comes before the lock screen: the library decides whether a passphrase is asked for. This module
is imported only where there is more than one user.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTextBoundaryFinder, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.erasing import finish_removals
from epicrec_desktop.services.local_users import FIRST, LocalUser, LocalUsers
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import SecondaryButton, TileButton
from epicrec_desktop.ui.common.labels import ElidedStrong, Note, PlainLabel, Title
from epicrec_desktop.ui.common.layouts import add_items, available_size, column, row
from epicrec_desktop.ui.common.notices import ErrorBanner
from epicrec_desktop.ui.common.page import centered_scroll_area
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import install_translators
from epicrec_desktop.ui.common.user_name import NameDialog, shared_account_note, user_display_name
from epicrec_desktop.ui.common.window_frame import TopWindow

LEAST, DEFAULT_SIZE = (540, 360), (640, 560)


class UserButton(TileButton):
    """Row of one user: the initial in a circle, and the name."""

    def __init__(self, user: LocalUser, name: str) -> None:
        words = user_display_name(user)
        initial, label = PlainLabel(_initial(words)), ElidedStrong(words)
        super().__init__(words, initial, label, name=name)
        self.user = user
        self.setAutoDefault(True)  # Return chooses, too
        initial.setProperty("kind", "initial")
        initial.setAlignment(Qt.AlignmentFlag.AlignCenter)
        row(initial, (label, 1), parent=self, margins=10, spacing=10)


class UserSelectionWindow(TopWindow):
    """Window to choose a user. `chosen` carries the user. Closing it chooses nobody."""

    chosen = Signal(object)

    def __init__(self, local_users: LocalUsers, settings: Settings) -> None:
        super().__init__("window.chooser", "EpicRec", settings)
        self._local_users = local_users
        self.rows: list[UserButton] = []
        self.setMinimumSize(QSize(*LEAST).boundedTo(available_size(self)))
        self.resize(QSize(*DEFAULT_SIZE).boundedTo(available_size(self)))
        self.load()

    def load(self) -> None:
        user_list = self._local_users.read()
        last = self._local_users.last()
        users = sorted(user_list.users, key=lambda user: user.id != last.id)
        page = QWidget()
        self.error = ErrorBanner(name="chooser.error")
        layout = column(parent=page, margins=(0, 6 * STEP, 0, 6 * STEP), spacing=2 * STEP)
        add_items(layout, Title(self.tr("Who is this?"), name="chooser.heading"), self.error, STEP)
        self.rows = [UserButton(p, f"chooser.person.{n}") for n, p in enumerate(users)]
        for button in self.rows:
            button.clicked.connect(lambda _=False, user=button.user: self._choose(user))
            layout.addWidget(button)
        self.add = SecondaryButton(self.tr("Add a person…"), name="chooser.add", icon="plus")
        self.add.clicked.connect(self._ask_name)
        note = Note(shared_account_note(), name="chooser.note")
        add_items(layout, STEP, (self.add, 0, Qt.AlignmentFlag.AlignLeading), STEP, note)
        self._room = centered_scroll_area(page)
        self.setCentralWidget(self._room)
        if user_list.trouble is not None:
            self.error.show_text(messages.localized(user_list.trouble))
        stops: list[QPushButton] = [*self.rows, self.add]
        for stop in stops:
            stop.installEventFilter(self)
        stops[0].setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move through the users with the arrow keys and stop at the ends; Qt would wrap."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
            if step is not None:
                stops: list[QPushButton] = [*self.rows, self.add]
                focus = self.focusWidget()
                current = next((n for n, stop in enumerate(stops) if stop is focus), -step)
                to = stops[min(max(current + step, 0), len(stops) - 1)]
                to.setFocus(Qt.FocusReason.TabFocusReason)
                self._room.ensureWidgetVisible(to)
                return True
        return super().eventFilter(watched, event)

    def _ask_name(self) -> None:
        words = self.tr("They begin with an empty library and settings of their own.")
        dialog = NameDialog(self.tr("Add a person"), words, self.tr("Add"), self)

        def add(name: str, _: str) -> None:
            try:
                user = self._local_users.add(name)
            except EpicRecError as error:
                dialog.refuse(messages.localized(error.message))
                return
            dialog.close()
            self._choose(user)

        dialog.answered.connect(add)
        dialog.open()

    def _choose(self, user: LocalUser) -> None:
        self._local_users.record_last_user(user)
        self.chosen.emit(user)
        self.close()


def _initial(words: str) -> str:
    finder = QTextBoundaryFinder(QTextBoundaryFinder.BoundaryType.Grapheme, words)
    end = finder.toNextBoundary()
    return words[: end if end > 0 else 1].upper()


def select_user(
    application: QApplication, paths: Paths, named: str, *, hidden: bool, ask: bool = False
) -> Paths | None:
    """Return the folders of the chosen user; None where the window was closed.

    `named`: a user by name or id. `hidden`: a login start, which takes the first user without
    asking. `ask`: ask also where there is only one. Raises `EpicRecError` for an unknown name.
    """
    local_users = LocalUsers(paths)
    finish_removals(local_users)
    if named:
        user: LocalUser | None = local_users.find(named)
    else:
        user_list = local_users.read()
        users = user_list.users
        if hidden or not users:
            user = user_list.get(FIRST) or next(iter(users), None)
            return paths.first if user is None else local_users.paths_for(user)
        quiet = len(users) == 1 and user_list.trouble is None and not ask
        user = users[0] if quiet else _ask_user(application, local_users)
    if user is None:
        return None
    local_users.record_last_user(user)
    return local_users.paths_for(user)


def _ask_user(application: QApplication, local_users: LocalUsers) -> LocalUser | None:
    """Ask in the language and appearance of the most recent user."""
    settings = Settings.load(local_users.paths_for(local_users.last()).settings)
    install_translators(application, settings.language)
    chosen: list[LocalUser] = []
    selection_window = UserSelectionWindow(local_users, settings)
    selection_window.chosen.connect(chosen.append)
    selection_window.show()
    selection_window.activateWindow()
    application.exec()
    selection_window.deleteLater()
    return chosen[0] if chosen else None
