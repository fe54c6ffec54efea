"""Who comes in, before anything of theirs is opened; loaded where there is more than one person."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from epicrec_desktop.paths import Paths
from epicrec_desktop.services.household.removing import finish_removals
from epicrec_desktop.services.household.roster import FIRST, LocalUser, LocalUsers
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.translation import install_translators
from epicrec_desktop.ui.shell.chooser import UserSelectionWindow


def select_user(
    application: QApplication, paths: Paths, named: str, *, hidden: bool, ask: bool = False
) -> Paths | None:
    """The folders of whoever comes in; None where the question was closed.

    `named`: somebody by name or id. `hidden`: the session began, and nobody is there to be asked:
    it is the first person, who need not be named for that. `ask`: also where there is nobody else.
    Raises `EpicRecError` where nobody is called so.
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
    """In the language and the appearance of whoever came in last."""
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
