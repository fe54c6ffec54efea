"""Who comes in, before anything of theirs is opened; loaded where there is more than one person."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication

from epicrec_desktop.paths import Paths
from epicrec_desktop.services.household.removing import finish
from epicrec_desktop.services.household.roster import FIRST, Household, Person
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.common.translation import install_translators
from epicrec_desktop.ui.shell.chooser import Chooser


def enter(
    application: QApplication, paths: Paths, named: str, *, hidden: bool, ask: bool = False
) -> Paths | None:
    """The folders of whoever comes in; None where the question was closed.

    `named`: somebody by name or id. `hidden`: the session began, and nobody is there to be asked:
    it is the first person, who need not be named for that. `ask`: also where there is nobody else.
    Raises `EpicRecError` where nobody is called so.
    """
    household = Household(paths)
    finish(household)
    if named:
        person: Person | None = household.find(named)
    else:
        roster = household.read()
        people = roster.people
        if hidden or not people:
            person = roster.get(FIRST) or next(iter(people), None)
            return paths.first if person is None else household.paths_of(person)
        quiet = len(people) == 1 and roster.trouble is None and not ask
        person = people[0] if quiet else _ask(application, household)
    if person is None:
        return None
    household.came_in(person)
    return household.paths_of(person)


def _ask(application: QApplication, household: Household) -> Person | None:
    """In the language and the appearance of whoever came in last."""
    settings = Settings.load(household.paths_of(household.last()).settings)
    install_translators(application, settings.language)
    chosen: list[Person] = []
    chooser = Chooser(household, settings)
    chooser.chosen.connect(chosen.append)
    chooser.show()
    chooser.activateWindow()
    application.exec()
    chooser.deleteLater()
    return chosen[0] if chosen else None
