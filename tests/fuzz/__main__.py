"""`python -m fuzz --seconds 60 [--target NAME]`: each target for a while, in a process of its own.

With atheris (`pip install atheris`) the search is led by what of the program is reached; without
it bytes of the kept corpus are mutated. What is found is kept in `tests/fuzz/corpus`, and so
becomes a test.
"""

import argparse
import hashlib
import random
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"
SLOW_S = 5.0
UNGUIDED = ("ledger",)
"""Reads a whole database at every entry: watched by atheris, an entry would take seconds."""
TOKENS = (
    *(b"9" * 400, b"9" * 5000, b"1e999", b"-1", b"0", b"NaN", b"null", b"true", b'"', b",", b":"),
    *(b"[" * 2000, b"{" * 2000, b"\\ud800", b"\xff\xfe", b"\x00", b"\r\n", b"\n", b";", b"\t"),
    *("😀".encode(), "\u202e".encode(), b"'", b"(1995)", b"2024-02-30", b"%00", b"&amp;"),
)


def mutate(data: bytes, chance: random.Random, others: list[bytes]) -> bytes:
    """A few changes: bytes, tokens, pieces taken out, doubled, or of another entry."""
    made = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(made) + 1)
        end = min(len(made), at + chance.randint(0, 40))
        kind = chance.randrange(6)
        if kind == 0 and made:
            made[at % len(made)] = chance.randrange(256)
        elif kind == 1:
            made[at:at] = chance.choice(TOKENS)
        elif kind == 2:
            made[at:end] = chance.choice(TOKENS)
        elif kind == 3:
            del made[at:end]
        elif kind == 4:
            made[at:at] = made[at:end] * chance.randint(1, 20)
        else:
            other = chance.choice(others)
            start = chance.randrange(len(other) + 1)
            made[at:end] = other[start : start + chance.randint(0, 200)]
    return bytes(made[:200_000])


def search(name: str, seconds: float, seed: int) -> int:
    """Mutate the corpus; the exit code is 1 where something was found."""
    from fuzz.targets import TARGETS

    target, chance = TARGETS[name], random.Random(seed)
    entries = [file.read_bytes() for file in sorted(CORPUS.joinpath(name).iterdir())]
    target(b"")  # some make what they need at the first time
    end, count, longest = time.monotonic() + seconds, 0, 0.0
    while time.monotonic() < end:
        data = mutate(chance.choice(entries), chance, entries)
        start_time = time.process_time()  # a busy machine finds no slow input
        try:
            target(data)
        except Exception as error:
            _keep(name, data, f"{type(error).__name__}")
            raise
        took = time.process_time() - start_time
        longest = max(longest, took)
        if took > SLOW_S:
            _keep(name, data, f"{took:.1f} s")
            return 1
        count += 1
    sys.stdout.write(f"{count:9,}  {name} (longest {longest * 1000:.0f} ms)\n")
    return 0


def _keep(name: str, data: bytes, why: str) -> None:
    file = CORPUS / name / hashlib.sha256(data).hexdigest()[:16]
    file.write_bytes(data)
    sys.stdout.write(f"{name}: {why}, kept as {file}\n")


def guided(name: str, seconds: float) -> None:
    """With atheris, which ends the process itself."""
    import atheris

    with atheris.instrument_imports(include=["epicrec_desktop"]):
        from fuzz.targets import TARGETS
    folder = str(CORPUS / name)
    TARGETS[name](b"")  # some make what they need at the first time
    limits = [f"-max_total_time={int(seconds)}", "-timeout=10", "-rss_limit_mb=2500"]
    quiet = ["-print_final_stats=1", "-verbosity=0", f"-artifact_prefix={folder}/"]
    fresh = tempfile.mkdtemp(prefix=f"fuzz-{name}-")  # what is new and harmless is not kept
    atheris.Setup([sys.argv[0], *limits, *quiet, "-max_len=65536", fresh, folder], TARGETS[name])
    atheris.Fuzz()


def main() -> int:
    """All targets, or one."""
    parser = argparse.ArgumentParser(prog="fuzz")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--target", action="append")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9))
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        (name,) = options.target
        if find_spec("atheris") and name not in UNGUIDED:
            guided(name, options.seconds)
        return search(name, options.seconds, options.seed)
    found = 0
    for name in options.target or sorted(file.name for file in CORPUS.iterdir()):
        command = [sys.executable, "-m", "fuzz", "--here", "--target", name]
        command += ["--seconds", str(options.seconds), "--seed", str(options.seed)]
        found += subprocess.run(command, check=False).returncode != 0
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
