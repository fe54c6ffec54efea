"""Flips one bit at a time in a file of a person, and looks at all of it in a fresh process.

    PYTHONPATH=tests:tests/hostile .venv/bin/python -m torture.flips --flips 300

Of each flip it must be said what is damaged, or nothing may be different. "restored": it is said,
and everything is as it was. A difference that nobody reports is printed with the place of the bit.
"""

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path

from epicrec_desktop import wiring
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.cli import main
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.local_users import LocalUsers
from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
from epicrec_desktop.settings import Settings
from keyrings import CHEAP
from torture.commands import PASSPHRASES
from torture.encrypted_library import unlock_alone
from ui.made_ratings import made_ratings

PASSPHRASE = PASSPHRASES[0]
COMMANDS = (("library",), ("privacy", "show"), ("ledger",), ("people",))
FOR_MODELS = ("recommend",)
SHARES = {
    "library": 5, "encrypted library": 5, "log": 4, "encrypted log": 2, "settings": 3, "draws": 4,
    "people": 2, "models": 3, "keys": 2,
}  # fmt: skip
UNEXPECTED = "Something unexpected"


def say(*words: object) -> None:
    """Print a line at once."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def look(base: Path, kind: str) -> int:
    """Print all that a person sees of a folder; the exit code of the first command that fails."""
    unlock_alone(PASSPHRASE)
    for command in (*COMMANDS, *([FOR_MODELS] if kind == "models" else [])):
        code = main(["--base-dir", str(base), "--json", *command])
        if code:
            return code
    settings = Settings.load(Paths.under(base).settings)
    say(json.dumps([settings.tray, settings.lock_minutes, settings.movies_view]))
    return 0


def prepare(folder: Path) -> dict[str, Path]:
    """Make a lived-in folder, plain and encrypted, and each as a kill leaves it with a log."""
    plain = folder / "plain"
    ratings = folder / "ratings"
    ratings.mkdir()
    for name, content in made_ratings(load_starter().movies).items():
        (ratings / name).write_bytes(content)
    with closing(wiring.build(Paths.under(plain))) as services:
        services.privacy.set_overall(ReleaseLevel.PERTURBED)
        for key, _ in services.library.search_catalog("the", 30):
            services.library.add(key)
        services.catalogs.import_path(ratings)
        services.catalogs.train()
        services.recommend.release(services.releases.propose())
        services.settings.tray, services.settings.lock_minutes = True, 6
        services.settings.movies_view = "wall"
        services.settings.save(services.paths.settings)
    LocalUsers(Paths.under(plain)).add("Somebody else")
    encrypted = folder / "encrypted"
    shutil.copytree(plain, encrypted)
    LibraryEncryption(Paths.under(encrypted), cost=CHEAP).enable_encryption(PASSPHRASE)
    bases = {"plain": plain, "encrypted": encrypted}
    for name in tuple(bases):
        opened = LibraryEncryption(Paths.under(bases[name])).unlock(
            PASSPHRASE if name == "encrypted" else None
        )
        wiring.build(Paths.under(bases[name]), opened).close()
        with closing(wiring.build(Paths.under(bases[name]), opened)) as services:
            for key, _ in services.library.search_catalog("man", 6):
                services.library.add(key)
            bases[f"{name} log"] = folder / f"{name} log"
            shutil.copytree(
                bases[name], bases[f"{name} log"], ignore=shutil.ignore_patterns("*-shm")
            )
    return bases


def place_of(kind: str, base: Path, chance: random.Random) -> tuple[Path, int]:
    """Return a file of this kind, and a byte of it."""
    paths = Paths.under(base)
    file = {
        "settings": paths.settings,
        "draws": paths.samples,
        "people": paths.users / "people.json",
        "keys": paths.database.with_name(paths.database.name + ".keys"),
    }.get(kind, paths.database)
    if kind.endswith("log"):
        file = paths.database.with_name(paths.database.name + "-wal")
    if kind == "models":
        file = chance.choice(sorted(f for f in paths.models.rglob("*") if f.is_file()))
    return file, chance.randrange(file.stat().st_size)


def base_of(kind: str) -> str:
    """Return which prepared folder a flip of this kind is made in."""
    encrypted = kind == "keys" or kind.startswith("encrypted")
    return ("encrypted" if encrypted else "plain") + (" log" if kind.endswith("log") else "")


def seen(base: Path, kind: str) -> tuple[int, str, str]:
    """Return exit code, output and errors of a look at a folder in a fresh process."""
    command = [sys.executable, "-m", "torture.flips", "--look", str(base), "--kind", kind]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def verdict(before: tuple[int, str, str], after: tuple[int, str, str]) -> str:
    """Return what became of a flip; "SILENT" and "UNEXPECTED" are faults."""
    if UNEXPECTED in after[2] or "Traceback" in after[2]:
        return "UNEXPECTED"
    # Part of the answer: why the account is larger (the samples beside the library were lost), and
    # notes of what is recommended.
    causes = [re.findall(r'"(?:causes|notes)": \[[^\]]*\]', out) for out in (before[1], after[1])]
    reported = after[2] != before[2] or causes[0] != causes[1]
    if after[0] == 0 and after[1] == before[1]:
        return "restored" if reported else "the same"
    return "said" if reported else "SILENT"


def run(flips: int, seed: int) -> int:
    """Flip so many bits, and print the table; return 1 where one was a fault."""
    chance, table, faults = random.Random(seed), Counter[tuple[str, str]](), 0
    with tempfile.TemporaryDirectory(prefix="flips-") as name:
        bases = prepare(Path(name))
        copy = Path(name) / "copy"
        whole = {}
        for kind in SHARES:
            shutil.copytree(bases[base_of(kind)], copy)
            whole[kind] = seen(copy, kind)
            shutil.rmtree(copy)
            assert whole[kind][0] == 0, whole[kind][2]
        kinds = [kind for kind, share in SHARES.items() for _ in range(share)]
        for number in range(flips):
            kind = kinds[number % len(kinds)]
            shutil.copytree(bases[base_of(kind)], copy)
            file, at = place_of(kind, copy, chance)
            content = bytearray(file.read_bytes())
            content[at] ^= 1 << chance.randrange(8)
            file.write_bytes(bytes(content))
            after = seen(copy, kind)
            what = verdict(whole[kind], after)
            table[kind, what] += 1
            say(f"{number} {kind}: byte {at} of {file.name}: {what}")
            if what.isupper():
                faults += 1
                say(after[2][-300:])
            shutil.rmtree(copy)
    for kind in SHARES:
        say(kind, {what: n for (of, what), n in sorted(table.items()) if of == kind})
    return 1 if faults else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--flips", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--look", type=Path)
    parser.add_argument("--kind", default="")
    options = parser.parse_args()
    sys.exit(look(options.look, options.kind) if options.look else run(options.flips, options.seed))
