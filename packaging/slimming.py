"""Takes out of a Linux bundle what nobody runs: symbols of debuggers, unasked words of ICU.

Called by epicrec.spec over the finished folder. What fails leaves a file as it was: the bundle is
larger then, and as good.
"""

from __future__ import annotations

import filecmp
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

WITH_SYMBOLS = ("libpython*.so*", "*.so", "python3*/lib-dynload/*.so", "sqlalchemy/**/*.so",
                "rapidfuzz/**/*.so", "nacl/*.so", "charset_normalizer/*.so",
                "sqlcipher3/*.so")  # fmt: skip
"""Not numpy, scipy and Qt: their files were changed by patchelf, and `strip` breaks those."""
UNASKED = ("brkitr", "curr", "lang", "rbnf", "region", "translit", "unit", "zone")
"""Parts of ICU that Qt has itself, or not: names of currencies and countries, line breaks,
transcription.

What stays is the order of words in every language, and case. Old encodings go as well: every text
here is UTF-8, and what is read from files is decoded by Python.
"""
ICU_DATA = "libicudata.so.*"
ENVIRONMENT = {**os.environ, "PATH": f"{os.environ.get('PATH', '')}:/usr/sbin", "LC_ALL": "C"}
"""Debian keeps icupkg among the administrator's programs."""
ASSEMBLED = """
    .section .rodata
    .balign 16
    .global {symbol}
    .type {symbol}, @object
{symbol}:
    .incbin "{file}"
    .size {symbol}, .-{symbol}
    .section .note.GNU-stack,"",@progbits
"""


def slim(internal: Path) -> int:
    """Make the files of a bundle smaller; by how many bytes."""
    before = _size(internal)
    for pattern in WITH_SYMBOLS:
        for file in sorted(internal.glob(pattern)):
            if not file.is_symlink():  # to one of numpy's, some of them
                _run("strip", "--strip-unneeded", str(file))
    for file in sorted(internal.glob(f"PySide6/Qt/lib/{ICU_DATA}")):
        _cut_icu(file)
    _share(internal / "numpy.libs", internal / "scipy.libs")
    return before - _size(internal)


def _cut_icu(library: Path) -> None:
    """Build the library of ICU's data again, from the given parts."""
    symbol = _symbol(library)
    if symbol is None or _run("icupkg", "--help") is None:
        print(f"{library.name} stays whole: icupkg (of icu-devtools) is not here.")
        return
    name, start, size = symbol
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        # The entries are named after the file, so it must have ICU's own name.
        data, cut = work / "whole" / f"{_package(name)}.dat", work / "cut" / f"{_package(name)}.dat"
        for file in (data, cut):
            file.parent.mkdir()
        data.write_bytes(library.read_bytes()[start : start + size])
        listed = _run("icupkg", "-l", str(data)) or ""
        unasked = [
            line
            for line in listed.split()
            if line.split("/")[0] in UNASKED or line.endswith(".cnv")
        ]
        (work / "unasked.txt").write_text("\n".join(unasked), encoding="ascii")
        (work / "data.s").write_text(ASSEMBLED.format(symbol=name, file=cut), encoding="ascii")
        made = work / library.name
        steps = (
            ("icupkg", "-r", str(work / "unasked.txt"), str(data), str(cut)),
            ("as", str(work / "data.s"), "-o", str(work / "data.o")),
            (
                *("ld", "-shared", "-soname", library.name, "-z", "noexecstack", "-s"),
                *("-o", str(made), str(work / "data.o")),
            ),
        )
        if unasked and all(_run(*step) is not None for step in steps):
            shutil.copyfile(made, library)


def _share(of: Path, also: Path) -> None:
    """Where two folders have the same library, one of them points to the other's."""
    for file in sorted(also.glob("*.so*")):
        same = of / file.name
        if same.is_file() and not file.is_symlink() and filecmp.cmp(same, file, shallow=False):
            file.unlink()
            file.symlink_to(Path("..") / of.name / file.name)


def _symbol(library: Path) -> tuple[str, int, int] | None:
    """Name, place in the file and length of ICU's data; in this library place and address agree."""
    for line in (_run("readelf", "--dyn-syms", "--wide", str(library)) or "").splitlines():
        found = re.search(r":\s+([0-9a-f]+)\s+(0x[0-9a-f]+|\d+)\s+.*\b(icudt\d+_dat)$", line)
        if found:
            return found[3], int(found[1], 16), int(found[2], 0)
    return None


def _package(symbol: str) -> str:
    return f"{symbol.removesuffix('_dat')}l"  # of a little-endian processor


def _run(*command: str) -> str | None:
    """What it printed; None if it failed."""
    try:
        done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def _size(folder: Path) -> int:
    return sum(
        file.stat().st_size
        for file in folder.rglob("*")
        if file.is_file() and not file.is_symlink()
    )
