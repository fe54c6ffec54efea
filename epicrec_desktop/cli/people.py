"""`epicrec people`, and whose data every other command means."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from epicrec_desktop.cli.terminal import Terminal
from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.household.removing import erase, finish, remove
from epicrec_desktop.services.household.roster import Household, Person

HONEST = (
    "People who share a computer account are not protected from each other: each can open the "
    "others' files. `epicrec --person NAME protect on --passphrase` encrypts a library."
)


def whose(first: Paths, options: argparse.Namespace, terminal: Terminal) -> Paths:
    """The folders of `--person`; without it, of the first on the list, which is said.

    Raises `EpicRecError` where nobody is called so, and where everything of somebody would be
    erased who was not named.
    """
    household = Household(first)
    finish(household)
    if options.command == "people" or getattr(options, "everybody", False):
        return first
    if options.who is not None:
        if getattr(options, "sample", False):
            raise EpicRecError(
                "The sample history is nobody's. Nothing was done. Leave out --person or --sample."
            )
        return household.paths_of(household.find(options.who))
    roster = household.read()
    if roster.trouble is not None:
        terminal.note(str(roster.trouble))
    if not roster.people:
        return first
    if roster.several:
        if options.command == "erase":
            raise EpicRecError(
                "Several people use this computer account. Nothing was removed. Say whose data: "
                "epicrec --person NAME erase, or erase --everybody. There are: {names}.",
                names=", ".join(str(person.called) for person in roster.people),
            )
        terminal.note(f"For {roster.people[0].called}; --person NAME means somebody else.")
    return household.paths_of(roster.people[0])


def people(first: Paths, options: argparse.Namespace, terminal: Terminal) -> int:
    """Do what was asked; the exit code. Raises `EpicRecError`."""
    household = Household(first)
    if options.action is not None:
        _ACTIONS[options.action](household, options, terminal)
    else:
        _list(household, options, terminal)
    return 0


def _list(household: Household, _o: argparse.Namespace, terminal: Terminal) -> None:
    roster = household.read()
    if roster.trouble is not None:
        terminal.note(str(roster.trouble))
    if roster.several:
        terminal.table(
            (str(person.called), str(household.paths_of(person).data)) for person in roster.people
        )
        terminal.say(HONEST)
    else:
        terminal.say("One person uses EpicRec in this computer account.")
    terminal.document([_document(household, person) for person in roster.people])


def _add(household: Household, options: argparse.Namespace, terminal: Terminal) -> None:
    person = household.add(options.name)
    terminal.say(f"{person.name} was added, with an empty library.")
    nameless = next((one for one in household.read().people if not one.name), None)
    if nameless is not None:
        terminal.say(f"Name the other one, too: epicrec people rename “{nameless.called}” NAME.")
    terminal.say(HONEST)
    terminal.document(_document(household, person))


def _rename(household: Household, options: argparse.Namespace, terminal: Terminal) -> None:
    before = household.find(options.name)
    person = household.rename(before.id, options.new)
    terminal.say(f"{before.called} is called {person.name} now.")
    terminal.document(_document(household, person))


def _remove(household: Household, options: argparse.Namespace, terminal: Terminal) -> None:
    person = household.find(options.name)
    if not household.read().several:
        raise EpicRecError(
            "There is nobody else. Nothing was removed. `epicrec erase` removes everything."
        )
    question = (
        f"This removes the movies, levels, settings and the record of what was sent of "
        f"{person.called}, for good. Go on?"
    )
    if not options.yes and not terminal.agrees(question):
        raise Cancelled("Nothing was removed. To go on without being asked, add --yes.")
    removed = [str(line) for line in remove(household, person.id)]
    for sentence in removed:
        terminal.say(sentence)
    terminal.document({"removed": removed})


def erase_everybody(first: Paths, options: argparse.Namespace, terminal: Terminal) -> int:
    """Remove everything of everybody; what is in use is said, and stays."""
    question = "This removes everything of everybody who uses EpicRec in this account. Go on?"
    if not options.yes and not terminal.agrees(question):
        raise Cancelled("Nothing was removed. To go on without being asked, add --yes.")
    household = Household(first)
    removed: list[str] = []
    problems = 0
    for person in reversed(household.read().everybody):  # the list goes with the last of them
        try:
            said = [str(line) for line in erase(household, person)]
        except EpicRecError as error:
            problems += 1
            terminal.problem(f"{person.called}: {error}")
            continue
        removed += said
        for sentence in said:
            terminal.say(sentence)
    terminal.document({"removed": removed})
    return 1 if problems else 0


def _document(household: Household, person: Person) -> dict[str, str]:
    return {
        "name": person.name,
        "called": str(person.called),
        "folder": str(household.paths_of(person).data),
    }


_ACTIONS: dict[str, Callable[[Household, argparse.Namespace, Terminal], None]] = {
    "list": _list,
    "add": _add,
    "rename": _rename,
    "remove": _remove,
}
