"""`epicrec people`, and the choice of the user whose data a command works on."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from epicrec_desktop.cli.options import add_action, add_yes
from epicrec_desktop.console.arguments import add_actions
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.erasing import erase_user, finish_removals, remove
from epicrec_desktop.services.local_users import LocalUser, LocalUsers

NOT_PROTECTED = (
    "People who share a computer account are not protected from each other: each can open the "
    "others' files. `epicrec --person NAME protect on --passphrase` encrypts a library."
)


def select_user(first: Paths, options: argparse.Namespace, terminal: Terminal) -> Paths:
    """Return the folders of `--person`; without it, of the first user, whose name is printed.

    Raises `EpicRecError` for an unknown name, and where `erase` would remove the data of one of
    several users without a name.
    """
    local_users = LocalUsers(first)
    finish_removals(local_users)
    if options.command == "people" or getattr(options, "everybody", False):
        return first
    if options.who is not None:
        if getattr(options, "sample", False):
            raise EpicRecError(
                "The sample history is nobody's. Nothing was done. Leave out --person or --sample."
            )
        return local_users.paths_for(local_users.find(options.who))
    user_list = local_users.read()
    if user_list.trouble is not None:
        terminal.note(str(user_list.trouble))
    if not user_list.users:
        return first
    if user_list.several:
        if options.command == "erase":
            raise EpicRecError(
                "Several people use this computer account. Nothing was removed. Say whose data: "
                "epicrec --person NAME erase, or erase --everybody. There are: {names}.",
                names=", ".join(str(user.user_display_name) for user in user_list.users),
            )
        terminal.note(
            f"For {user_list.users[0].user_display_name}; --person NAME means somebody else."
        )
    return local_users.paths_for(user_list.users[0])


def people_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions of `people`."""
    actions = add_actions(parser)
    add_action(actions, "list", "Who there is; the first is meant where nobody is named.")
    add = add_action(actions, "add", "Add somebody, who begins with an empty library.")
    add.add_argument("name")
    rename = add_action(actions, "rename", "Call somebody something else.")
    rename.add_argument("name")
    rename.add_argument("new", metavar="NEW-NAME")
    remove = add_action(actions, "remove", "Remove somebody with everything that is kept of them.")
    remove.add_argument("name")
    add_yes(remove)


def people(first: Paths, options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    """List, add, rename or remove users. Raises `EpicRecError`."""
    local_users = LocalUsers(first)
    if options.action is not None:
        _ACTIONS[options.action](local_users, options, terminal)
    else:
        _list(local_users, options, terminal)
    return 0


def _list(local_users: LocalUsers, _o: argparse.Namespace, terminal: Terminal) -> None:
    user_list = local_users.read()
    if user_list.trouble is not None:
        terminal.note(str(user_list.trouble))
    if user_list.several:
        terminal.table(
            (str(user.user_display_name), str(local_users.paths_for(user).data))
            for user in user_list.users
        )
        terminal.say(NOT_PROTECTED)
    else:
        terminal.say("One person uses EpicRec in this computer account.")
    terminal.document([_document(local_users, user) for user in user_list.users])


def _add(local_users: LocalUsers, options: argparse.Namespace, terminal: Terminal) -> None:
    user = local_users.add(options.name)
    terminal.say(f"{user.name} was added, with an empty library.")
    nameless = next((one for one in local_users.read().users if not one.name), None)
    if nameless is not None:
        terminal.say(
            f"Name the other one, too: epicrec people rename “{nameless.user_display_name}” NAME."
        )
    terminal.say(NOT_PROTECTED)
    terminal.document(_document(local_users, user))


def _rename(local_users: LocalUsers, options: argparse.Namespace, terminal: Terminal) -> None:
    before = local_users.find(options.name)
    user = local_users.rename(before.id, options.new)
    terminal.say(f"{before.user_display_name} is called {user.name} now.")
    terminal.document(_document(local_users, user))


def _remove(local_users: LocalUsers, options: argparse.Namespace, terminal: Terminal) -> None:
    user = local_users.find(options.name)
    if not local_users.read().several:
        raise EpicRecError(
            "There is nobody else. Nothing was removed. `epicrec erase` removes everything."
        )
    question = (
        f"This removes the movies, levels, settings and the record of what was sent of "
        f"{user.user_display_name}, for good. Go on?"
    )
    if not options.yes and not terminal.agrees(question):
        raise Cancelled("Nothing was removed. To go on without being asked, add --yes.")
    removed = [str(line) for line in remove(local_users, user.id)]
    for sentence in removed:
        terminal.say(sentence)
    terminal.document({"removed": removed})


def erase_all_users(first: Paths, options: argparse.Namespace, terminal: Terminal) -> int:
    """Remove everything of every user; what is in use is reported and stays."""
    question = "This removes everything of everybody who uses EpicRec in this account. Go on?"
    if not options.yes and not terminal.agrees(question):
        raise Cancelled("Nothing was removed. To go on without being asked, add --yes.")
    local_users = LocalUsers(first)
    removed: list[str] = []
    problems = 0
    for user in reversed(local_users.read().all_users):  # the list goes with the last of them
        try:
            sentences = [str(line) for line in erase_user(local_users, user)]
        except EpicRecError as error:
            problems += 1
            terminal.problem(f"{user.user_display_name}: {error}")
            continue
        removed += sentences
        for sentence in sentences:
            terminal.say(sentence)
    terminal.document({"removed": removed})
    return 1 if problems else 0


def _document(local_users: LocalUsers, user: LocalUser) -> dict[str, str]:
    return {
        "name": user.name,
        "called": str(user.user_display_name),
        "folder": str(local_users.paths_for(user).data),
    }


_ACTIONS: dict[str, Callable[[LocalUsers, argparse.Namespace, Terminal], None]] = {
    "list": _list,
    "add": _add,
    "rename": _rename,
    "remove": _remove,
}
