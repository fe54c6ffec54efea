"""The native libraries of a finished bundle: their versions, and whether one is too old to ship.

    python packaging/native.py BUNDLE --on 2026-11-23

Versions are read from the files themselves, so a copy that is linked into another library counts
too; CPython is the one that runs this. Libraries of the Linux that the bundle was built on are
named by that system's packages.
"""

from __future__ import annotations

import argparse
import functools
import importlib.util
import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

LIBRARY = re.compile(r"\.(so|dll|pyd)(\.[0-9.]+)?$|\.so\.")
_NUMBERS = rb"(\d+\.\d+(?:\.\d+)?)"
_ALONE = rb"(?<![\d.])"  # no part of a longer number; on Windows any text can stand before it
MARKS = {
    "OpenSSL": (r"", rb"OpenSSL (\d+\.\d+\.\d+[a-z]?) +(\d+ \w{3} \d{4})"),
    "SQLite": (r"sqlite3", _ALONE + rb"(3\.\d\d\.\d+)\0"),
    "SQLCipher": (r"sqlite3", _ALONE + rb"(4\.\d+\.\d+)\0"),
    "Qt": (r"Qt6Core", rb"Qt (6\.\d+\.\d+) \("),
    "ICU": (r"icuuc", rb"icudt(\d+)"),
    "Expat": (r"", rb"expat_" + _NUMBERS),
    "zlib": (r"", rb"(?:deflate|inflate) " + _NUMBERS + rb"[0-9.]* Copyright"),
    "bzip2": (r"", rb"\0(1\.0\.\d), \d+-\w+-\d{4}"),
    "libpng": (r"", rb"libpng (?:version |warning: %s\0+)" + _NUMBERS),
    "libjpeg-turbo": (r"", rb"libjpeg-turbo version " + _NUMBERS),
    "OpenBLAS": (r"openblas", rb"(?s)OpenBLAS.{0,4}? " + _NUMBERS),
    "libsodium": (r"sodium", rb"\0(1\.0\.\d+)\0"),
}
"""A file's name, all if empty, and what it contains; the version is the first group."""
LICENCES = {
    "CPython": "PSF-2.0", "OpenSSL": "Apache-2.0", "SQLite": "blessing", "ICU": "Unicode-3.0",
    "SQLCipher": "BSD-3-Clause", "Qt": "LGPL-3.0-only", "Expat": "MIT", "zlib": "Zlib",
    "bzip2": "bzip2-1.0.6", "libpng": "libpng-2.0", "libjpeg-turbo": "IJG",
    "OpenBLAS": "BSD-3-Clause", "libsodium": "ISC",
}  # fmt: skip
"""By SPDX; the texts are in packaging/licences, or in those of the Python package."""
SUPPLIERS = {
    "CPython": "Python Software Foundation", "OpenSSL": "OpenSSL Software Foundation",
    "SQLite": "Hipp, Wyrick & Company", "ICU": "Unicode Consortium", "SQLCipher": "Zetetic",
    "Qt": "The Qt Company", "Expat": "The Expat project", "zlib": "Jean-loup Gailly, Mark Adler",
    "bzip2": "The bzip2 project", "libpng": "The PNG Reference Library authors",
    "libjpeg-turbo": "The libjpeg-turbo project", "OpenBLAS": "The OpenBLAS project",
    "libsodium": "Frank Denis",
}  # fmt: skip
"""Who publishes it; a package of the system comes from that."""
_SQLITE_DAY = re.compile(rb"(20\d\d-\d\d-\d\d) \d\d:\d\d:\d\d [0-9a-f]{40}")
FORBIDDEN = {"libreadline": "GPL-3.0"}

CHECKED = ("CPython", "OpenSSL", "SQLite", "SQLCipher", "Qt", "ICU", "Expat", "GLib")
OF_LINUX = ("ICU", "GLib")
"""Windows has an ICU of its own, and a bundle for it no GLib."""
RELEASED = {
    "Expat 2.5.0": date(2022, 10, 25),
    "Expat 2.6.0": date(2024, 2, 6),
    "Expat 2.6.4": date(2024, 11, 6),
    "Expat 2.7.1": date(2025, 3, 27),
    "Expat 2.7.2": date(2025, 9, 16),
    "Expat 2.7.3": date(2025, 9, 24),
    "Expat 2.7.4": date(2026, 1, 31),
    "Expat 2.7.5": date(2026, 3, 17),
    "Expat 2.8.0": date(2026, 4, 24),
    "Expat 2.8.1": date(2026, 5, 10),
    "Expat 2.8.2": date(2026, 6, 25),
    "Expat 2.8.3": date(2026, 8, 10),
    "Expat 2.8.4": date(2026, 8, 31),
    "Expat 2.8.5": date(2026, 9, 22),
    "Expat 2.9.0": date(2026, 10, 5),
    "ICU 73": date(2023, 4, 13),
    "Qt 6.11.3": date(2026, 10, 26),
    "SQLCipher 4.19.0": date(2026, 10, 13),
}
"""Of a part of a wheel: when the wheel was published. Of Expat: what a CPython of this year has, by
Expat's list of changes. OpenSSL, SQLite and CPython have their dates in themselves."""
EXCUSED = {
    "ICU 73": (date(2027, 6, 1), "the newest Qt has it; it only sorts words"),
    "OpenSSL 3.6.0": (date(2027, 3, 1), "the newest wheel of sqlcipher3 has it, for AES and HMAC"),
}
"""Known to be old: until when that is accepted, and why."""
BUILT_UNDER_WINE = ("CPython", "OpenSSL", "SQLite", "Expat")
"""Of a bundle built under Wine: the newest CPython that runs there brings them."""
MAINTAINED = {"debian 12": date(2028, 6, 30), "debian 13": date(2030, 6, 30),
              "ubuntu 22.04": date(2027, 4, 1), "ubuntu 24.04": date(2029, 4, 1)}  # fmt: skip
"""Until when a system mends its libraries, under version numbers that stay."""
INTERNAL = "_internal"
OLDEST = timedelta(days=365)


@dataclass(frozen=True, order=True)
class Part:
    """A native library; `system` is the Debian or Ubuntu whose package it is, else empty."""

    name: str
    version: str
    released: date | None = None
    system: str = ""
    package: str = ""

    @property
    def licence(self) -> str:
        """Return the SPDX id; empty for a package of the system, whose text says it."""
        return "" if self.package else LICENCES.get(self.name, "")

    @property
    def supplier(self) -> str:
        """Return who publishes it."""
        return self.system.partition(" ")[0].title() if self.package else SUPPLIERS[self.name]

    @property
    def purl(self) -> str:
        """Return its package URL."""
        if self.package:
            distribution = self.system.partition(" ")[0]
            return f"pkg:deb/{distribution}/{self.package}@{self.version}"
        return f"pkg:generic/{self.name.lower()}@{self.version}"


def parts(bundle: Path) -> dict[Part, list[Path]]:
    """Return every native library that is recognized, each version once, and its files."""
    found: dict[Part, list[Path]] = {}
    for file in libraries(bundle):
        owned = system_package(file.name) if file.parent.name == INTERNAL else None
        for part in [owned] if owned else _in(file.name, file.read_bytes()):
            found.setdefault(part, []).append(file)
    order = sorted(found, key=lambda part: (part.name.lower(), part.version, part.package))
    return {part: found[part] for part in order}


def libraries(bundle: Path) -> Iterator[Path]:
    """Yield the libraries of a bundle, without links."""
    for file in sorted(bundle.rglob("*")):
        if file.is_file() and not file.is_symlink() and LIBRARY.search(file.name):
            yield file


def _in(file: str, content: bytes) -> Iterator[Part]:
    major, minor = sys.version_info[:2]
    if file.startswith((f"libpython{major}.{minor}.so", f"python{major}{minor}.dll")):
        version = platform.python_version()
        yield Part("CPython", version, python_released())
    for name, (where, mark) in MARKS.items():
        match = re.search(mark, content) if re.search(where, file) else None
        if match is None:
            continue
        version = match[1].decode()
        released = RELEASED.get(f"{name} {version}")
        if name == "OpenSSL":
            released = datetime.strptime(match[2].decode(), "%d %b %Y").date()  # noqa: DTZ007
        if name == "SQLite" and (day := _SQLITE_DAY.search(content)):
            released = date.fromisoformat(day[1].decode())
        yield Part(name, version, released)


def python_released() -> date | None:
    """Return when this Python was released, whoever built it: its help is written on that day."""
    found = importlib.util.find_spec("pydoc_data.topics")
    if found is None or found.origin is None:
        return None
    text = Path(found.origin).read_text(encoding="utf-8")
    day = re.search(r"Sphinx on \w{3} (\w{3}) +(\d+) [\d:]+ (\d{4})", text[:200])
    if day is None:
        return None
    return datetime.strptime(" ".join(day.groups()), "%b %d %Y").date()  # noqa: DTZ007


@functools.cache
def _system() -> str:
    """Return for example "debian 12"; empty where it is neither that nor Ubuntu."""
    release = Path("/etc/os-release")
    text = release.read_text(encoding="utf-8") if release.is_file() else ""
    fields = dict(re.findall(r'^(ID|VERSION_ID)="?([^"\n]*)', text, re.MULTILINE))
    known = fields.get("ID") in ("debian", "ubuntu")
    return f"{fields['ID']} {fields.get('VERSION_ID', '')}" if known else ""


@functools.cache
def _packages() -> dict[str, str]:
    """Return the packages of the system's libraries, by the name of the file."""
    if not _system() or os.name == "nt":
        return {}
    folder = f"/usr/lib/{os.uname().machine}-linux-gnu/*.so.*"
    places = (folder, folder.removeprefix("/usr"))
    command = ("dpkg-query", "--search", *places)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    rows = (line.partition(": ") for line in done.stdout.splitlines())
    return {Path(path).name: owner.partition(",")[0] for owner, _, path in rows}


def system_package(file: str) -> Part | None:
    """Return the system's package that a library of this name comes from."""
    owner = _packages().get(file)
    if owner is None or file.startswith("libpython"):  # that of the build, wherever it is from
        return None
    command = ("dpkg-query", "--show", "--showformat", "${Version} ${source:Package}", owner)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    version, source = done.stdout.split()
    names = {"openssl": "OpenSSL", "sqlite3": "SQLite", "expat": "Expat", "glib2.0": "GLib"}
    package = owner.partition(":")[0]
    return Part(names.get(source, source), version, None, _system(), package)


def licence_text(part: Part) -> str:
    """Return the licence of a system's package, as it is installed."""
    file = Path("/usr/share/doc") / part.package / "copyright"
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""


def forbidden(bundle: Path) -> Iterator[str]:
    """Yield the libraries whose licences this program must not ship, a sentence each."""
    for file in libraries(bundle):
        for name, licence in FORBIDDEN.items():
            if file.name.startswith(name):
                yield f"{file.name} is under {licence}."


def faults(bundle: Path, today: date, *, wine: bool = False) -> Iterator[str]:
    """Yield what must not be shipped on this day, a sentence each."""
    yield from forbidden(bundle)
    found = parts(bundle)
    expected = set(CHECKED) - set(OF_LINUX if (bundle / "epicrec.exe").exists() else ())
    for name in sorted(expected - {part.name for part in found}):
        yield f"{name} was not recognized in the bundle."
    for part in found:
        if part.name in CHECKED and not (wine and part.name in BUILT_UNDER_WINE):
            fault = _fault(part, today)
            if fault:
                yield fault


def _fault(part: Part, today: date) -> str:
    until, _why = EXCUSED.get(f"{part.name} {part.version}", (date.min, ""))
    if today <= until:
        return ""
    if part.system:
        ended = MAINTAINED.get(part.system, date.min)
        return "" if today <= ended else f"{part.name} comes from {part.system}: not maintained."
    if part.released is None:
        return f"{part.name} {part.version} has no release date in packaging/native.py."
    if today - part.released > OLDEST:
        return f"{part.name} {part.version} is of {part.released}: more than a year old."
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--on", type=date.fromisoformat, required=True, help="the day of the check")
    parser.add_argument("--wine", action="store_true", help="the bundle was built under Wine")
    options = parser.parse_args()
    for part in parts(options.bundle):
        print(part.name, part.version, part.released or part.system)
    found = list(faults(options.bundle, options.on, wine=options.wine))
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
