"""`epicrec people`, and the choice of the user whose data a command works on."""

from __future__ import annotations

from argparse import Namespace

from epicrec_desktop.console.options import NAME, YES, Actions, action, option
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


def select_user(first: Paths, options: Namespace, terminal: Terminal) -> Paths:
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


@action("list", "List the people; commands without --person are for the first.")
def _list(first: Paths, options: Namespace, terminal: Terminal, job: Job) -> None:
    local_users = LocalUsers(first)
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


@action("add", "Add a person, with an empty library.", NAME)
def _add(first: Paths, options: Namespace, terminal: Terminal, job: Job) -> None:
    local_users = LocalUsers(first)
    user = local_users.add(options.name)
    terminal.say(f"{user.name} was added, with an empty library.")
    nameless = next((one for one in local_users.read().users if not one.name), None)
    if nameless is not None:
        terminal.say(
            f"Name the other one, too: epicrec people rename “{nameless.user_display_name}” NAME."
        )
    terminal.say(NOT_PROTECTED)
    terminal.document(_document(local_users, user))


@action("rename", "Rename a person.", NAME, option("new", metavar="NEW-NAME"))
def _rename(first: Paths, options: Namespace, terminal: Terminal, job: Job) -> None:
    local_users = LocalUsers(first)
    before = local_users.find(options.name)
    user = local_users.rename(before.id, options.new)
    terminal.say(f"{before.user_display_name} is called {user.name} now.")
    terminal.document(_document(local_users, user))


@action("remove", "Remove a person with everything that is stored of them.", NAME, YES)
def _remove(first: Paths, options: Namespace, terminal: Terminal, job: Job) -> None:
    local_users = LocalUsers(first)
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
    terminal.say_each(removed)
    terminal.document({"removed": removed})


def erase_all_users(first: Paths, options: Namespace, terminal: Terminal) -> int:
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
        terminal.say_each(sentences)
    terminal.document({"removed": removed})
    return 1 if problems else 0


def _document(local_users: LocalUsers, user: LocalUser) -> dict[str, str]:
    return {
        "name": user.name,
        "called": str(user.user_display_name),
        "folder": str(local_users.paths_for(user).data),
    }


people = Actions(_list, _add, _rename, _remove, default=_list)
