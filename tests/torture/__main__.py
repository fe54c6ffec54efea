"""Ends commands and the window at random moments, for minutes or for a night.

    make torture MINUTES=10

Each round runs one command that changes something, or opens the window, and ends it with SIGKILL
(TerminateProcess on Windows); on a disk whose power can be cut, every second round cuts it then.
The program is started once more, and the invariants are checked (`invariants.py`). The first thing
that does not hold ends the run, with the seed to do it again.
"""

import argparse
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.cli import COMMANDS
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.recommend.wire_published import encode_catalog
from torture.child import Task
from torture.commands import (
    ERASE,
    KINDS,
    LETTERBOXD,
    PASSPHRASES,
    USED_WINDOW,
    WEIGHTS,
    WINDOW,
    Choices,
    Known,
)
from torture.disk import Disk
from torture.plants import PLANTS, met_by
from torture.processes import Child, empty
from torture.recording_provider import RecordingProvider
from ui.made_ratings import made_ratings

for _name, _command in COMMANDS.items():
    _command.load(_name)  # imported once, before the children are forked

START = datetime(2026, 11, 21, 12, tzinfo=UTC)
A_MONTH = timedelta(days=31)
ROUNDS_A_MONTH = 12
EVERY = (*KINDS, WINDOW, USED_WINDOW)
PATIENCE_S = 600
USUALLY_S = 10.0
LASTS_S = {WINDOW: 10.0, USED_WINDOW: 20.0}
"""Seconds that a process is left alone for at first, where it is not so many; then what it took."""
LONGER, LONGEST_S = 1.3, 120.0
"""One that was ended is left alone for longer the next time, until it is seen to be done."""


@dataclass
class Run:
    """One run: its folders, what is known to be done, and what was counted."""

    folder: Path
    chance: random.Random
    disk: Disk
    recorder: RecordingProvider
    kinds: tuple[str, ...] = EVERY
    films: tuple[str, ...] = ()
    known: Known = field(default_factory=Known)
    counts: Counter[str] = field(default_factory=Counter)
    lasts: dict[str, float] = field(default_factory=dict)  # seconds of a command left alone
    guesses: dict[str, float] = field(default_factory=dict)  # of one that was never
    moment: datetime = START
    before: int = 0  # the number of the last message that was got before the last beginning
    prepared: int = 0  # that of the last one of the preparation
    plant: str = ""  # what is planted into what is ended

    @property
    def base(self) -> Path:
        """The folder that is tortured. (`Person` in ui/walk wants it to be named so.)"""
        return self.disk.at / "data"

    @property
    def own(self) -> Path:
        """Where exports go."""
        return self.disk.at / "own"

    @property
    def temporary(self) -> Path:
        """The system's temporary folder, as the program sees it."""
        return self.folder / "tmp"

    def task(self, kind: str, arguments: tuple[str, ...] = (), **more: object) -> Task:
        """A task over this run's folder."""
        return Task(
            kind,
            str(self.base),
            str(self.temporary),
            self.recorder.address,
            self.moment.isoformat(),
            arguments,
            self.chance.randrange(10**9),
            more,
        )


def one_round(run: Run, number: int) -> None:
    """Run, end, cut the power, look. Raises `AssertionError`."""
    (kind,) = run.chance.choices(run.kinds, [WEIGHTS.get(kind, 1.0) for kind in run.kinds])
    choices = Choices(run.chance, run.films, run.folder, run.own, run.known)
    arguments = KINDS[kind](choices) if kind in KINDS else ()
    start_time = time.monotonic()
    typed = run.chance.choice(PASSPHRASES)
    child = Child(run.task(kind, arguments, typed=typed, plant=run.plant))
    last = run.lasts.get(kind) or run.guesses.get(kind) or LASTS_S.get(kind, USUALLY_S)
    code = child.wait(run.chance.uniform(0, 1.3 * last))
    if code is None:
        child.kill()
        run.counts[f"{kind}: ended"] += 1
        run.counts["ended"] += 1
        if kind not in run.lasts:
            run.guesses[kind] = min(last * LONGER, LONGEST_S)
    else:
        assert code in (0, 1), f"{kind} ended by itself with {code}"
        run.lasts[kind] = time.monotonic() - start_time
        run.counts[f"{kind}: {'refused' if code else 'done'}"] += 1
    _remember(run.known, kind, arguments, done=code == 0)
    if code != 1:  # what was refused changed nothing
        _remember_protection(run.known, kind, typed, done=code == 0)
    if run.disk.can_lose_power and number % 2 == 0:
        run.disk.cut_power()
        run.counts["power cut"] += 1
        empty(run.temporary)  # as the system does at a start
    if kind == ERASE:
        _after_erase(run)
    _look(run)
    empty(run.temporary)


def _remember(known: Known, kind: str, arguments: tuple[str, ...], *, done: bool) -> None:
    """What a command that ended well promised; of one that was ended, what may be otherwise now."""
    film = arguments[0] if arguments else ""
    if kind == "library add" and done:
        known.movies.add(film)
    elif kind in ("library forget", "library correct"):
        known.movies.discard(film)
        known.ratings.pop(film, None)
    elif kind == "library rate":
        known.ratings.pop(film, None)
        if done and arguments[1] != "again":
            known.ratings[film] = arguments[1]
    elif kind in ("import", USED_WINDOW):
        known.ratings.clear()  # those of the export may be newer
    elif kind == "watchlist remove":
        known.wanted.discard(film)
    elif kind == "watchlist add" and done:
        known.wanted.add(film)


def _remember_protection(known: Known, kind: str, typed: str, *, done: bool) -> None:
    """Whether it is encrypted now, and what opens it."""
    if kind == "protect on" and known.encrypted is not True:
        known.encrypted, known.passphrase = (True, typed) if done else (None, "")
    elif kind == "protect off" and known.encrypted is not False:
        known.encrypted = False if done else None
    elif kind == "protect change":
        known.passphrase = typed if done else ""
    elif kind == ERASE:
        known.encrypted, known.passphrase = None, ""


def _after_erase(run: Run) -> None:
    """All of it is there, or nothing: then everything starts over."""
    code = Child(run.task("after erase", movies=sorted(run.known.movies))).wait(PATIENCE_S)
    assert code in (0, 10), "the start after an erasing"
    if code == 10:
        run.counts["erased whole"] += 1
        prepare(run)


def _look(run: Run) -> None:
    """In a process of its own, as the next start is one."""
    tiers, known = run.folder / "rungs.json", asdict(run.known)
    known |= {"movies": sorted(run.known.movies), "wanted": sorted(run.known.wanted)}
    got = {"got": str(run.folder / "got"), "before": run.before, "prepared": run.prepared}
    child = Child(run.task("look", known=known, tiers=str(tiers), own=str(run.own), **got))
    assert child.wait(PATIENCE_S) == 0, "what must hold does not (see above)"
    run.known.tiers = json.loads(tiers.read_text(encoding="utf-8"))


def prepare(run: Run) -> None:
    """A library in use, with a provider."""
    for folder in (run.base, run.own):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(run.folder / "prepared" / "data", run.base)
    run.own.mkdir()
    (run.disk.at / "home").mkdir(exist_ok=True)
    if hasattr(os, "sync"):
        os.sync()
    run.known = Known(movies=set(run.films[:5]))
    run.before = run.recorder.last()


def make(folder: Path, seed: int) -> Run:
    """Everything that a run needs."""
    starter = load_starter()
    run = Run(
        folder,
        random.Random(seed),
        Disk(folder),
        RecordingProvider(folder / "got", encode_catalog(starter)),
    )
    run.films = tuple(f"imdb:{m.imdb_id}" for m in starter.movies[:300] if m.imdb_id)
    (folder / "watched.csv").write_text(LETTERBOXD)
    (folder / "ratings").mkdir()
    for name, content in made_ratings(starter.movies).items():
        (folder / "ratings" / name).write_bytes(content)
    write_sample_profile(folder / "sample", START)
    run.temporary.mkdir()
    prepared = folder / "prepared" / "data"
    task = run.task(
        "prepare",
        films=list(run.films),
        other=str(folder / "other"),
        export=str(folder / "back.json"),
    )
    last_month = (run.moment - A_MONTH).isoformat()
    changed = {"base": str(prepared), "arguments": (), "moment": last_month}
    child = Child(Task(**{**asdict(task), **changed}))
    assert child.wait(PATIENCE_S) == 0, "the beginning"
    run.prepared = run.recorder.last()
    prepare(run)
    return run


def torture(
    minutes: float, seed: int, kinds: Sequence[str] = EVERY, plant: str = ""
) -> Counter[str]:
    """Rounds until the time is over. Raises `AssertionError` at the first that does not hold."""
    with tempfile.TemporaryDirectory(prefix="torture-", ignore_cleanup_errors=True) as name:
        run = make(Path(name), seed)
        run.kinds, run.plant = tuple(kinds), plant
        try:
            _look(run)
        except AssertionError as error:  # else it would find every planted fault
            run.recorder.close()
            run.disk.close()
            raise RuntimeError("the prepared library is not sound") from error
        end = time.monotonic() + 60 * minutes
        number = 0
        try:
            while time.monotonic() < end:
                number += 1
                one_round(run, number)
                if number % ROUNDS_A_MONTH == 0:
                    run.moment += A_MONTH
                    run.counts["months"] += 1
                    _say(f"{number} rounds, {run.counts['ended']} ended")
            run.counts["releases a provider got"] = len(run.recorder.bodies())
            run.counts["contributions a provider got"] = len(run.recorder.bodies("*.contribution"))
        finally:
            run.recorder.close()
            run.disk.close()
    run.counts["rounds"] = number
    return run.counts


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Of the command line."""
    parser = argparse.ArgumentParser(prog="torture")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--only", metavar="WORD", help="kinds that begin with it: protect")
    parser.add_argument(
        "--plant", choices=["all", *PLANTS], help="a fault that is to be found, or all in turn"
    )
    options = parser.parse_args()
    kinds = [kind for kind in EVERY if kind.startswith(options.only or "")]
    if not kinds:
        parser.error(f"no kind begins with {options.only}")
    chosen = random.SystemRandom().randrange(10**9) if options.seed is None else options.seed
    _say(f"seed {chosen}, {os.name}")
    if options.plant:
        for plant in met_by(kinds) if options.plant == "all" else [options.plant]:
            _find(plant, options.minutes, chosen, kinds)
        return
    for what, count in sorted(torture(options.minutes, chosen, kinds).items()):
        _say(f"{count:6}  {what}")


def _find(plant: str, minutes: float, seed: int, kinds: Sequence[str]) -> None:
    """Say whether a planted fault is found; ends with 1 where it is not."""
    start = time.monotonic()
    try:
        torture(minutes, seed, kinds, plant)
    except AssertionError as error:
        _say(f"{plant}: found after {time.monotonic() - start:.0f} s: {error}")
    else:
        sys.exit(f"{plant}: not found in {minutes:g} minutes")


if __name__ == "__main__":
    main()
