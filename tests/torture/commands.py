"""What is ended: every command that changes something, and the window. What is not, and why."""

import argparse
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from epicrec_desktop.privacy.families import FAMILIES

ERASE, WINDOW, USED_WINDOW = "erase", "window", "window, used"
PASSPHRASES = ("the first of two of mine", "the second of two of mine")
LETTERBOXD = """Date,Name,Year,Letterboxd URI,Rating
2024-01-02,Heat,1995,https://boxd.it/1,4.5
2024-01-03,A row that names no film,,https://boxd.it/2,
"""


@dataclass
class Known:
    """What was seen to be done, and must stay so. Keys are public ids."""

    movies: set[str] = field(default_factory=set)
    ratings: dict[str, str] = field(default_factory=dict)
    wanted: set[str] = field(default_factory=set)
    tiers: dict[str, object] = field(default_factory=dict)
    encrypted: bool | None = False  # None: it may be, or not
    passphrase: str = ""  # the one that opens it; "": any of them may


@dataclass
class Choices:
    """What arguments are made of: by chance, of what there is. Folders are made by `run.make`."""

    chance: random.Random
    films: tuple[str, ...]
    given: Path  # what the commands read
    own: Path  # where exports go: on the tortured disk, and not ours
    known: Known

    def any(self) -> str:
        """A film of the catalog."""
        return self.chance.choice(self.films)

    def mine(self) -> str:
        """A film of the library, where one is known to be in it."""
        return self.chance.choice(sorted(self.known.movies) or self.films)

    def one(self, *of: str) -> str:
        """One of these."""
        return self.chance.choice(of)


Make = Callable[[Choices], tuple[str, ...]]


def _profile(c: Choices) -> tuple[str, str]:
    return "--profile", str(c.given / "sample" / "Default")


KINDS: Mapping[str, Make] = {
    "run": _profile,
    "browsers": lambda c: ("--revoke", str(c.given / "sample" / "Default")),
    "scan": _profile,
    "preview": lambda c: (),
    # Ended between its two steps too: what was sampled and shown is what a later one sends.
    "release": lambda c: ("--draw",) if c.chance.random() < 0.5 else (),
    "recommend": lambda c: (),
    "library confirm": lambda c: (c.mine(),),
    "library reject": lambda c: (c.any(),),
    "library forget": lambda c: (c.any(), "--yes"),
    "library add": lambda c: (c.any(),),
    "library refuse": lambda c: (c.any(),),
    "library review": lambda c: (c.any(), c.one("1", "none")),
    "library weight": lambda c: (c.mine(), c.one("0", "0.5", "1")),
    "library seen": lambda c: (c.mine(), c.one("2024-05-03", "none")),
    "library rate": lambda c: (c.mine(), c.one("liked", "disliked", "again")),
    "library correct": lambda c: (c.mine(), c.any()),
    "library place": lambda c: ("1", c.one("--own", "--drop", c.any())),
    "library import": lambda c: (str(c.given / "watched.csv"),),
    "library export": lambda c: (str(c.own / f"films{c.one('1', '2')}.csv"), "--force"),
    "watchlist add": lambda c: (c.any(),),
    "watchlist remove": lambda c: (c.chance.choice(sorted(c.known.wanted) or c.films),),
    "lists add": lambda c: (c.one("Winter", "Trains"), c.any()),
    "lists remove": lambda c: ("Winter", c.any()),
    "lists move": lambda c: ("Winter", c.any(), c.one("1", "2")),
    "lists edit": lambda c: ("Trains", "--note", c.one("By night.", "")),
    "lists delete": lambda c: ("Trains",),
    "lists export": lambda c: ("Winter", str(c.own / f"list{c.one('1', '2')}.csv"), "--force"),
    "catalog import": lambda c: (str(c.given / "ratings"),),
    "train": lambda c: (),
    "privacy set": lambda c: (
        c.one("overall", "Crime", "Drama"),
        c.one("all", "perturbed", "perturbed", "no"),
    ),
    "privacy mechanism": lambda c: (c.one(*FAMILIES),),
    "providers add": lambda c: (
        *(c.one("Other", "Third"), f"http://127.0.0.1:{c.chance.randint(1, 9)}", "--replace"),
        *("--trust", c.one("1", "1/2", "1/8")),
    ),
    "providers trust": lambda c: (c.one("Theirs", "Other"), c.one("1", "1/2", "1/4")),
    "providers remove": lambda c: (c.one("Other", "Third"),),
    "providers use": lambda c: (c.one("Theirs", "Theirs", "This computer"),),
    "providers test": lambda c: ("Theirs",),
    "providers refresh": lambda c: (),
    "contribute send": lambda c: ("--provider", "Theirs"),
    "contribute withdraw": lambda c: ("--provider", "Theirs"),
    "export": lambda c: (str(c.own / f"mine{c.one('1', '2')}.json"), "--force"),
    "import": lambda c: (str(c.given / "back.json"), "--yes"),
    "erase": lambda c: ("--yes",),
    "update check": lambda c: (),
    "protect on": lambda c: ("--passphrase", "--yes"),
    "protect off": lambda c: ("--yes",),
    "protect change": lambda c: ("--passphrase",),
}
"""The arguments of each command, by chance."""

LEFT_OUT: Mapping[str, str] = {
    **dict.fromkeys(("library search", "lists show"), "changes nothing"),
    **dict.fromkeys(("library unplaced", "library year", "tonight"), "changes nothing"),
    "assistant": "waits for questions; what it writes is as by `watchlist add`",
    "catalog info": "changes nothing",
    "catalog update": "asks Wikidata; what comes is merged as by `catalog import`",
    "match": "changes nothing",
    "privacy show": "changes nothing but the budget that `preview` keeps, too",
    "providers as-nobody": "one row, as `providers trust` changes one",
    "providers list": "changes nothing",
    "ledger": "changes nothing",
    "activity": "changes nothing",
    "contribute status": "changes nothing",
    "contribute preview": "changes nothing",
    "providers show": "changes nothing",
    "providers accept": "adds a row and a key as `providers add` and `providers key` do",
    "providers key": "one row, by its address, as `providers trust` changes one",
    "protect status": "changes nothing",
    **dict.fromkeys(("protect recover", "protect code"), "one file, as `protect change` writes it"),
    "protect start-anew": "renames, done again from the start",
    "people list": "changes nothing",
    **dict.fromkeys(
        ("people add", "people rename", "people remove"),
        "ended at each of their steps in tests/services/test_local_users.py",
    ),
    "restore": "needs a damaged library; done again from the start",
    "completion": "changes nothing",
    "selfcheck": "a folder of its own",
}
"""Commands that are not ended, each with its reason."""


WEIGHTS: Mapping[str, float] = {
    ERASE: 0.5,
    WINDOW: 1.0,
    USED_WINDOW: 2.0,
    "release": 3.0,
    "recommend": 2.0,
    "contribute send": 2.0,
    "scan": 2.0,
    "library add": 2.0,
    "import": 2.0,
    "protect on": 3.0,
    "protect off": 2.0,
    "catalog import": 0.5,
    "train": 0.5,
    "privacy mechanism": 0.3,
}
"""How often, where it is not 1."""


def commands(parser: argparse.ArgumentParser, before: str = "") -> Iterator[str]:
    """Every command of a parser; of one with actions, each of them."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from commands(inner, f"{before} {name}".strip())
            return
    yield before
