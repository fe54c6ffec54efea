"""Local users section: add, rename, remove and switch users of this computer account."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.services.erasing import remove
from epicrec_desktop.services.local_users import FIRST, LocalUser, LocalUsers, UserList
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import DangerButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, ResultDialog
from epicrec_desktop.ui.common.labels import ElidedStrong, Note, Text
from epicrec_desktop.ui.common.layouts import FlowLayout, RowList, add_items, column, row
from epicrec_desktop.ui.common.tasks import LONG
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.user_name import NameDialog, shared_account_note, user_display_name
from epicrec_desktop.ui.common.wording import number
from epicrec_desktop.ui.settings.section import Section


class LocalUsersSection(Section):
    """Section with a row per user, if several; the current one uses "Erase everything"."""

    KEY = "people"

    def __init__(self, context: Context) -> None:
        note = self.tr(
            "Several people can use EpicRec in one computer account, each with a library, "
            "levels and settings of their own."
        )
        super().__init__(context, self.tr("People on this computer"), note)
        self._local_users = LocalUsers(context.services.paths)
        self._user_list = UserList((LocalUser(FIRST, "", 1),))
        self._own = ""
        self.rows: list[LocalUserRow] = []
        self.status = Text(name="settings.people.status")
        self._list = RowList(2 * STEP)
        self.change = self.button(
            "change", self.tr("Change person…"), lambda: context.change_user.emit("")
        )
        self.add = self.button("add", self.tr("Add a person…"), self._ask_add, icon="plus")
        self.honest = Note(shared_account_note(), name="settings.people.note")
        buttons = FlowLayout(self.change, self.add)
        add_items(self.controls, self.status, self._list, buttons, self.honest)
        context.users_changed.connect(self.load_again)
        self._show(self._user_list)

    def load(self) -> None:
        """Load the users; another window may have changed them."""
        users = self._local_users
        self.ask(lambda services, job: users.read(), self._show)

    def _show(self, user_list: UserList) -> None:
        self._user_list = user_list
        own = self.context.services.paths.added
        self._own = FIRST if own is None else own[0]
        shown = user_list.users if user_list.several else ()
        self.rows = [LocalUserRow(p, p.id == self._own, n) for n, p in enumerate(shown)]
        for entry in self.rows:
            entry.rename.clicked.connect(lambda _=False, entry=entry: self._ask_rename(entry.user))
            entry.remove.clicked.connect(lambda _=False, entry=entry: self._ask_remove(entry.user))
        self._list.show_rows(self.rows)
        self.expander.set_remark(number(len(shown)) if shown else self.tr("Only you"))
        self.status.setText(self.tr("You are the only one."))
        self.status.setVisible(not user_list.several)
        self.change.setVisible(user_list.several)
        if user_list.trouble is not None:
            self.show_error(messages.localized(user_list.trouble))

    # Adding and renaming

    def _ask_add(self) -> None:
        first = self._user_list.get(FIRST)
        dialog = NameDialog(
            self.tr("Add a person"),
            self.tr(
                "They begin with an empty library and settings of their own. From then on EpicRec "
                "asks at its start who is there."
            ),
            self.tr("Add"),
            self,
            own=self._own == FIRST and first is not None and not first.name,
        )
        dialog.answered.connect(
            lambda name, own: self._run(
                lambda: self._local_users.add(name, own), self._added, dialog
            )
        )
        dialog.open()

    def _added(self, user: LocalUser) -> None:
        self.show_message(
            self.tr(
                "{name} was added. “Change person…” closes this window and lets them in."
            ).format(name=user_display_name(user))
        )

    def _ask_rename(self, user: LocalUser) -> None:
        dialog = NameDialog(self.tr("Another name"), "", self.tr("Rename"), self, name=user.name)
        dialog.answered.connect(
            lambda name, _: self._run(
                lambda: self._local_users.rename(user.id, name), lambda _: self.clear(), dialog
            )
        )
        dialog.open()

    def _run(
        self, work: Callable[[], LocalUser], done: Callable[[LocalUser], object], dialog: NameDialog
    ) -> None:
        def on_result(user: LocalUser) -> None:
            done(user)
            self.context.users_changed.emit()

        dialog.setEnabled(False)
        task = self.context.tasks.run(lambda job: work(), on_result, dialog.refuse)
        task.result.connect(dialog.accept)  # by Qt: the user may have closed it meanwhile

    # Removing

    def _ask_remove(self, user: LocalUser) -> None:
        ConfirmDialog(
            self.tr("Remove {name}?").format(name=user_display_name(user)),
            self.tr(
                "Everything EpicRec keeps of {name} is removed from this computer: movies, levels, "
                "settings, the record of what was sent, imported catalogs and logs. The browsers' "
                "own history is not touched, and nothing of anybody else.\n\n"
                "What was already sent cannot be called back, and what was contributed can no "
                "longer be withdrawn. Ask {name} first."
            ).format(name=user_display_name(user)),
            self.tr("Remove"),
            self,
            name="settings.people.question",
            confirmation_word=self.tr("erase"),
        ).ask(lambda: self._remove(user))

    def _remove(self, user: LocalUser) -> None:
        self.setEnabled(False)
        users = self._local_users
        self.ask(
            lambda services, job: remove(users, user.id),
            self._show_proof,
            queue=LONG,
            on_finished=self._tried,
        )

    def _tried(self) -> None:
        self.setEnabled(True)
        self.context.users_changed.emit()

    def _show_proof(self, lines: list[Message]) -> None:
        self.clear()
        sentences = [messages.localized(line) for line in lines]
        ResultDialog(self.tr("Removed"), sentences, self, name="settings.people.proof").open()


class LocalUserRow(QWidget):
    """Row with a user's name and actions."""

    def __init__(self, user: LocalUser, is_current: bool, number: int) -> None:
        super().__init__()
        self.user = user
        words = user_display_name(user)
        key = f"settings.people.{number}"
        self.name = ElidedStrong(words, name=f"{key}.name")
        own = self.tr("In this window. To remove yourself: “Erase everything…”, under Data.")
        self.note = Note(own if is_current else "", name=f"{key}.note")
        self.rename = SecondaryButton(self.tr("Rename…"), name=f"{key}.rename")
        set_accessible_name(self.rename, self.tr("Rename {name}").format(name=words))
        self.remove = DangerButton(self.tr("Remove…"), name=f"{key}.remove")
        set_accessible_name(self.remove, self.tr("Remove {name}").format(name=words))
        about = column(self.name, self.note, spacing=0)
        row((about, 1), self.rename, self.remove, parent=self, spacing=2 * STEP)
        self.note.setVisible(is_current)
        self.remove.setVisible(not is_current)
