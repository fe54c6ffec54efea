"""After every act, whatever it was, every sentence on the screen is true.

A person adds and refuses movies, changes levels, providers and trust, releases, declines, refreshes
and comes back months later, in any order; providers are real servers that refuse or are not there
at times. `ui/walk/person.py` acts, `ui/walk/claims.py` reads the window.
"""

import itertools
import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from fractions import Fraction

import pytest
from malicious_provider import hostile
from PySide6.QtWidgets import QApplication

from epicrec_desktop.door.client import Client
from epicrec_desktop.door.failures import DoorError, Failure
from epicrec_desktop.privacy.quantification import Quantification
from epicrec_desktop.services import mechanism_planner
from epicrec_desktop.ui.privacy import previews
from moments import NOW
from ui.walk.claims import false_sentences
from ui.walk.person import Person
from waiting import wait_until

pytestmark = pytest.mark.usefixtures("unpainted")

WHOLE = "EPICREC_WHOLE_WALK" in os.environ
"""Five hundred acts with ten seeds take an hour; the usual slow run has a part of them."""
ACTS, SEEDS = (500, 10) if WHOLE else (120, 3)


@pytest.fixture
def walking(prepared, tmp_path, qapp, monkeypatch) -> Iterator:
    """Begins a walk with this seed."""
    found = Quantification((Fraction(1, 5),), solves=1)
    monkeypatch.setattr(mechanism_planner, "quantify", lambda *_, **__: found)
    monkeypatch.setattr(previews, "DEBOUNCE_MS", 0)
    made: list[Person] = []
    genuine = Client.exchange

    def exchange(self, call, *arguments):
        if made and any(call.url.startswith(address) for address in made[-1].down):
            made[-1].drops += 1
            raise DoorError(Failure.UNREACHABLE)
        return genuine(self, call, *arguments)

    monkeypatch.setattr(Client, "exchange", exchange)

    def idle(window):
        page = window.stack.built.get("privacy")
        resting = page is not None and page.previews.resting
        return not window.tasks.busy and not resting

    def wait(window):
        rounds = itertools.count(1)

        def at_rest():
            nonlocal rounds
            QApplication.processEvents()
            if not idle(window):
                rounds = itertools.count(1)
            return next(rounds) > 3  # what was queued meanwhile comes too

        wait_until(at_rest, "the window is at work for ever")

    with ExitStack() as stack:
        servers = [stack.enter_context(hostile()) for _ in range(2)]

        def begin(seed):
            base = tmp_path / str(seed)
            shutil.copytree(prepared, base / "data")
            person = Person(base, servers, wait, seed, moment=NOW)
            made.append(person)
            return person

        yield begin
        for person in made:
            person.close()


def go(person: Person, acts: int) -> None:
    for _ in range(acts):
        person.act()
        false = false_sentences(person)
        person.look_around()
        false += false_sentences(person)
        assert not false, "\n".join([*false, "after:", *person.done[-12:]])


def test_every_sentence_is_true_after_each_of_thirty_acts(walking):
    go(walking(1), 30)


@pytest.mark.slow
@pytest.mark.timeout(3600 if WHOLE else 300)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_many_acts(walking, seed):
    go(walking(seed), ACTS)
