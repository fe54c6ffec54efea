"""What requirements.lock has: versions, hashes, and what asks for what."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from packages import ROOT

LOCK = ROOT / "requirements.lock"
_PIN = re.compile(r"^(\S+)==(\S+?)(?: ; .+)? \\$", re.MULTILINE)
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_ASKED_BY = re.compile(r"^ +#(?: via)? +(?!via$)(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Pin:
    """A version of a package. `hashes` are of its files, of which one is installed."""

    name: str
    version: str
    hashes: tuple[str, ...]
    asked_by: frozenset[str]
    text: str
    """Its lines for pip, without who asks for it."""


@cache
def pins() -> tuple[Pin, ...]:
    """Return everything that is locked, some packages in a version for each of some Pythons."""
    lines = [line for line in LOCK.read_text("utf-8").splitlines(True) if not line.startswith("#")]
    return tuple(map(_pin, re.split(r"^(?=\S)", "".join(lines), flags=re.MULTILINE)[1:]))


def _pin(block: str) -> Pin:
    found = _PIN.match(block)
    if found is None:
        raise ValueError(f"requirements.lock: {block[:60]}")
    text = "".join(line for line in block.splitlines(True) if not line.lstrip().startswith("#"))
    asked_by = frozenset(_ASKED_BY.findall(block))
    return Pin(found[1], found[2], tuple(_HASH.findall(block)), asked_by, text)


def hashes(name: str, version: str) -> tuple[str, ...]:
    """Return the SHA-256 of each file of this version; empty if another one is locked."""
    found = (pin.hashes for pin in pins() if (pin.name, pin.version) == (name, version))
    return next(found, ())


def below(names: Iterable[str]) -> list[Pin]:
    """Return the pins of these packages and of all that they ask for, on every system."""
    found = set(names)
    while more := {pin.name for pin in pins() if pin.asked_by & found} - found:
        found |= more
    return [pin for pin in pins() if pin.name in found]
