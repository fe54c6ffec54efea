"""What is ended: a command or the window, with the clock and the addresses of the run.

As a program of its own, where a process cannot be forked: `python -m torture.child TASK`.
"""

import json
import sys
import time
from contextlib import closing
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from announcing import KEY, public
from epicrec_desktop import wiring
from epicrec_desktop.cli import main
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.paths import Paths
from epicrec_desktop.services import update_check
from epicrec_desktop.updates.source import Source
from torture import encrypted_library, invariants
from torture.commands import USED_WINDOW, WINDOW, Known
from torture.plants import PLANTS
from waiting import LIMIT_S


@dataclass(frozen=True)
class Task:
    """What a process is to do, as it is passed on: `kind` is a command, or one of those below."""

    kind: str
    base: str
    temporary: str
    address: str
    moment: str
    arguments: tuple[str, ...] = ()
    seed: int = 0
    more: dict[str, Any] = field(default_factory=dict)

    def text(self) -> str:
        """JSON."""
        return json.dumps(asdict(self))


def do(task: Task) -> int:
    """Do it in this process; the exit code."""
    moment = datetime.fromisoformat(task.moment)
    wiring.build.__kwdefaults__["now"] = lambda: moment
    address = f"{task.address}/newest/{moment:%Y-%m-%d}"
    update_check.update_source = lambda: Source(address, (public(KEY),))
    encrypted_library.unlock_alone(task.more.get("typed", ""))
    if plant := task.more.get("plant"):
        PLANTS[plant]()
    other = {
        WINDOW: _window,
        USED_WINDOW: _used_window,
        "prepare": _prepare,
        "look": _look,
        "after erase": _after_erase,
    }.get(task.kind)
    if other is not None:
        return other(task)
    return main(["--base-dir", task.base, *task.kind.split(), *task.arguments])


def _window(task: Task) -> int:
    from epicrec_desktop.__main__ import main as opened

    return opened(["--base-dir", task.base])


def _used_window(task: Task) -> int:
    """Somebody who does anything at the window, until it is ended."""
    from PySide6.QtWidgets import QApplication

    from ui.walk.person import Person

    application = QApplication.instance() or QApplication(["epicrec"])

    def wait(window: Any) -> None:
        end, rounds = time.monotonic() + LIMIT_S, 0
        while rounds < 3:
            application.processEvents()
            rounds = 0 if window.tasks.busy else rounds + 1
            assert time.monotonic() < end, "the window is at work for ever"
            time.sleep(0.002)

    class AtTheBase(Person):
        """Without what a round does itself, or what writes elsewhere."""

        bring_in = decline = month = day = restart = remove_provider = _nothing

    far = SimpleNamespace(address=task.address, requests=[], status=200, catalog=b"")
    base = Path(task.base)
    assert base.name == "data"
    opened = encrypted_library.unlocked(Paths.under(base), Known(encrypted=None))
    wiring.build.__defaults__ = (opened,)
    moment = datetime.fromisoformat(task.moment)
    # What is in the library stays there, whatever this person takes back.
    person = AtTheBase(base.parent, [far], wait, task.seed, moment=moment)
    mine = {entry.id for entry in person.services.library.entries()}
    person.keys = [key for key in person.keys if key not in mine]
    while True:
        person.act()


def _nothing(_: object) -> str:
    return "left out"


def _prepare(task: Task) -> int:
    """A library in use with a provider that has a list of last month; an export of another one."""
    moment = datetime.fromisoformat(task.moment)
    films: list[str] = task.more["films"]

    def library(base: str, some: list[str]) -> wiring.Services:
        services = wiring.build(Paths.under(Path(base)), now=lambda: moment)
        services.providers.add("Theirs", task.address)
        services.providers.choose("Theirs")
        services.providers.fetch_first()
        services.privacy.restore(PrivacyChoice(ReleaseLevel.PERTURBED))
        services.privacy.budget()
        services.settings.wizard_step = "done"
        services.settings.save(services.paths.settings)
        for film in some:
            key = services.library.find(film)
            assert key is not None
            services.library.add(key)
        return services

    other = library(task.more["other"], films[5:10])
    other.data.export(Path(task.more["export"]), replace=True)
    other.close()
    services = library(task.base, films[:5])
    assert services.recommend.release(services.releases.propose()).release is not None
    encrypted_library.plant(services.context.database)
    services.close()
    return 0


def _look(task: Task) -> int:
    known = Known(**{**task.more["known"], "movies": set(task.more["known"]["movies"])})
    known.wanted = set(known.wanted)
    got = Path(task.more["got"])

    def since(kind: str) -> list[bytes]:
        """What the provider got since the library began."""
        prepared, before = task.more["prepared"], task.more["before"]
        files = ((file, int(file.stem)) for file in sorted(got.glob(kind)))
        return [file.read_bytes() for file, at in files if at <= prepared or at > before]

    paths, temporary = Paths.under(Path(task.base)), Path(task.temporary)
    moment = datetime.fromisoformat(task.moment)
    found = invariants.look(
        paths,
        temporary,
        known,
        since("*.body"),
        moment,
        own=Path(task.more["own"]),
        reported=[*since("*.contribution"), *since("*.withdrawal")],
    )
    Path(task.more["tiers"]).write_text(json.dumps(found.tiers), encoding="utf-8")
    return 0


def _after_erase(task: Task) -> int:
    """10 where all is gone, 0 where nothing is."""
    moment = datetime.fromisoformat(task.moment)
    paths = Paths.under(Path(task.base))
    opened = encrypted_library.unlocked(paths, Known(encrypted=None))
    with closing(wiring.build(paths, opened, now=lambda: moment)) as services:
        found = {entry.movie.wire_id for entry in services.library.entries()}
        theirs = any(info.name == "Theirs" for info in services.providers.all())
        clean = not found and not services.ledger.entries() and not theirs
        assert clean or set(task.more["movies"]) <= found, "an erasing left a part"
        return 10 if clean else 0


if __name__ == "__main__":
    sys.exit(
        do(Task(**{**(said := json.loads(sys.argv[1])), "arguments": tuple(said["arguments"])}))
    )
