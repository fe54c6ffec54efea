"""Ends commands and the window at random moments, for minutes or for a night.

    make torture MINUTES=10

Each round runs one command that changes something, or opens the window, and ends it with SIGKILL;
on a disk whose power can be cut, every second round cuts it then. The program is started once
more, and what must hold is looked at (`checks.py`). The first thing that does not hold ends the
run, with the seed to do it again.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from epicrec_desktop import wiring
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.cli import commands, main
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.catalogs import encode_catalog
from torture.checks import Known, look
from torture.disk import Disk
from torture.recorder import Recorder

for _place in commands.WITH_SERVICES.values():
    commands.function(_place)  # loaded before it forks

START = datetime(2026, 11, 21, 12, tzinfo=UTC)
A_MONTH = timedelta(days=31)
ROUNDS_A_MONTH = 12
ERASE, WINDOW = "erase", "window"
LETTERBOXD = "Date,Name,Year,Letterboxd URI,Rating\n2024-01-02,Heat,1995,https://boxd.it/1,4.5\n"


@dataclass
class Run:
    """One run: its folders, what is known to be done, and what was counted."""

    folder: Path
    chance: random.Random
    disk: Disk
    recorder: Recorder
    known: Known = field(default_factory=Known)
    counts: Counter[str] = field(default_factory=Counter)
    lasts: dict[str, float] = field(default_factory=dict)  # seconds of a command left alone
    moment: datetime = START

    @property
    def base(self) -> Path:
        """The folder that is tortured."""
        return self.disk.at / "base"

    @property
    def temporary(self) -> Path:
        """The system's temporary folder, as the program sees it."""
        return self.folder / "tmp"

    def commands(self) -> dict[str, tuple[str, ...]]:
        """Arguments of the next command of each kind."""
        return {
            "add": ("library", "add", self.chance.choice(self.films)),
            "rate": ("library", "rate", self.chance.choice(self.films), "liked"),
            "forget": ("library", "forget", self.chance.choice(self.films), "--yes"),
            "import": ("library", "import", str(self.folder / "watched.csv")),
            "scan": ("scan", "--profile", str(self.folder / "sample" / "Default")),
            "level": ("privacy", "set", "Crime", self.chance.choice(["all", "perturbed", "no"])),
            "release": ("release",),
            "recommend": ("recommend",),
            "provider": ("providers", "refresh"),
            "watchlist": ("watchlist", "add", self.chance.choice(self.films)),
            ERASE: ("erase", "--yes"),
            WINDOW: (),
        }

    films: tuple[str, ...] = ()


def fork(work: Callable[[], int], temporary: Path) -> int:
    """Do work in a process of its own, with a group of its own; returns its id."""
    child = os.fork()
    if child:
        return child
    code = 70
    try:
        os.setsid()
        os.environ["TMPDIR"] = tempfile.tempdir = str(temporary)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1):
            os.dup2(nowhere, stream)
        code = work()
    except SystemExit as wrong:  # a command that does not exist: a mistake in this file
        code = 71
        sys.stderr.write(f"{wrong!r}\n")
    except BaseException:  # noqa: BLE001 - whatever it is, it must not reach the caller's code
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def wait(child: int, seconds: float) -> int | None:
    """The exit code; None where it did not end in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    return None


def kill(child: int) -> None:
    """End a process and what it started, at once."""
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def begin(run: Run, kind: str, arguments: tuple[str, ...]) -> int:
    """Start a command, or the window; returns its process's id."""
    if kind == WINDOW:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "TMPDIR": str(run.temporary)}
        command = [sys.executable, "-m", "epicrec_desktop", "--base-dir", str(run.base)]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            command, env=environment, start_new_session=True, stdout=quiet, stderr=quiet
        ).pid

    def work() -> int:
        assert wiring.build.__kwdefaults__ is not None
        wiring.build.__kwdefaults__["now"] = lambda: run.moment
        return main(["--base-dir", str(run.base), *arguments])

    return fork(work, run.temporary)


def one_round(run: Run, number: int) -> None:
    """Run, end, cut the power, look. Raises `AssertionError`."""
    every = run.commands()
    weights = [0.5 if kind in (ERASE, WINDOW) else 1.0 for kind in every]
    (kind,) = run.chance.choices(list(every), weights)
    arguments = every[kind]
    begun = time.monotonic()
    child = begin(run, kind, arguments)
    last = run.lasts.get(kind, 10.0 if kind == WINDOW else 5.0)
    code = wait(child, run.chance.uniform(0, 1.3 * last))
    if code is None:
        kill(child)
        run.counts[f"{kind}, ended"] += 1
    else:
        run.lasts[kind] = time.monotonic() - begun
        run.counts[f"{kind}, done" if code == 0 else f"{kind}, refused"] += 1
    if code == 0 and kind == "add":
        run.known.movies.add(arguments[-1])
    if kind == "forget":
        run.known.movies.discard(arguments[-1])
    cut = run.disk.can_lose_power and number % 2 == 0
    if cut:
        run.disk.cut_power()
        run.counts["power cut"] += 1
    shutil.rmtree(run.temporary, ignore_errors=True)  # the system's at a start
    run.temporary.mkdir()
    if kind == ERASE:
        _after_erase(run)
    _look(run)


def _after_erase(run: Run) -> None:
    """All of it is there, or nothing: then everything begins anew."""
    paths = Paths.under(run.base)
    before = set(run.known.movies)

    def work() -> int:
        services = wiring.build(paths, now=lambda: run.moment)
        found = {entry.movie.wire_id for entry in services.library.entries()}
        theirs = any(info.name == "Theirs" for info in services.providers.all())
        clean = not found and not services.ledger.entries() and not theirs
        services.close()
        assert clean or before <= found, "an erasing left a part"
        return 10 if clean else 0

    code = wait(fork(work, run.temporary), 120)
    assert code in (0, 10), "the start after an erasing"
    if code == 10:
        run.counts["erased whole"] += 1
        prepare(run)


def _look(run: Run) -> None:
    """In a process of its own, as the next start is one."""
    kept = run.folder / "known"

    def work() -> int:
        bodies = run.recorder.bodies()[run.counts["bodies before"] :]
        known = look(Paths.under(run.base), run.temporary, run.known, bodies, run.moment)
        kept.write_text(repr(known.rungs))
        return 0

    code = wait(fork(work, run.temporary), 120)
    assert code == 0, "what must hold does not (see above)"
    run.known.rungs = eval(kept.read_text(), {"__builtins__": {}})  # our own numbers


def prepare(run: Run) -> None:
    """A library in use, with a provider."""
    shutil.rmtree(run.base, ignore_errors=True)
    shutil.copytree(run.folder / "prepared", run.base)
    os.sync()
    run.known = Known()
    run.counts["bodies before"] = len(run.recorder.bodies())


def make(folder: Path, seed: int) -> Run:
    """Everything that a run needs."""
    starter = load_starter()
    disk = Disk(folder)
    run = Run(folder, random.Random(seed), disk, Recorder(folder / "got", encode_catalog(starter)))
    run.films = tuple(f"imdb:{m.imdb_id}" for m in starter.movies[:300] if m.imdb_id)
    (folder / "watched.csv").write_text(LETTERBOXD)
    write_sample_profile(folder / "sample", START)
    run.temporary.mkdir()
    run.moment = START

    def work() -> int:
        services = wiring.build(Paths.under(folder / "prepared"), now=lambda: START)
        services.providers.add("Theirs", run.recorder.address)
        services.providers.choose("Theirs")
        services.providers.fetch_first()
        services.privacy.budget()
        services.settings.wizard_step = "done"
        services.settings.save(services.paths.settings)
        services.close()
        return 0

    assert wait(fork(work, run.temporary), 300) == 0
    prepare(run)
    return run


def torture(minutes: float, seed: int) -> Counter[str]:
    """Rounds until the time is over. Raises `AssertionError` at the first that does not hold."""
    with tempfile.TemporaryDirectory(prefix="torture-") as name:
        run = make(Path(name), seed)
        end = time.monotonic() + 60 * minutes
        number = 0
        try:
            while time.monotonic() < end:
                number += 1
                one_round(run, number)
                if number % ROUNDS_A_MONTH == 0:
                    run.moment += A_MONTH
                    run.counts["months"] += 1
            run.counts["releases a provider got"] = len(run.recorder.bodies())
        finally:
            run.recorder.close()
            run.disk.close()
    del run.counts["bodies before"]
    run.counts["rounds"] = number
    return run.counts


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="torture")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=None)
    options = parser.parse_args()
    chosen = random.SystemRandom().randrange(10**9) if options.seed is None else options.seed
    sys.stdout.write(f"seed {chosen}\n")
    sys.stdout.flush()
    for what, count in sorted(torture(options.minutes, chosen).items()):
        sys.stdout.write(f"{count:6}  {what}\n")
