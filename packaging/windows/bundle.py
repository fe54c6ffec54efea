"""Builds the bundle for Windows with PyInstaller: `make bundle-windows`.

    python packaging/windows/bundle.py

On Windows it is built by the Python that runs this, elsewhere under Wine (`system.py`). A folder
with both programs in dist/windows. What belongs to Wine, or to this machine, must not be
in it, and is looked for.
"""

from __future__ import annotations

import marshal
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from system import EnvironmentMissingError, builder

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "packaging"))
from left_out import LINEAR_ALGEBRA, MODELING  # noqa: E402
from packages import moment  # noqa: E402

BUNDLE = ROOT / "dist" / "windows" / "epicrec-desktop"
LOG = ROOT / "build" / "windows" / "pyinstaller.log"
PROGRAMS = ("epicrec.exe", "epicrec-desktop.exe")
LIBRARIES = "_internal"
MODULES = "modules.pyz"
LEFT_OUT = (
    *("Qt6Qml.dll", "Qt6Quick.dll", "Qt6Network.dll", "Qt6OpenGL.dll", "Qt6Pdf.dll"),
    *("opengl32sw.dll", "qdirect2d.dll", "qtiff.dll", "qpdf.dll", "sparsediffpy", "tzdata"),
    *("matplotlib", "hypothesis", "psycopg", "pip"),
)
"""Files and folders that a bundle goes without, beside the modules of `left_out.py`."""
NEEDED = ("epicrec_desktop.cli", "epicrec_desktop.app", "scipy.sparse")
LEAST_PROGRAM, LARGEST_PROGRAM = 200_000, 2_000_000
"""Bytes: more than the loader, and less than the modules."""
LARGEST = 175_000_000
FOREIGN = b"Wine builtin DLL"
LONG_PATHS = b">true</longPathAware>"
"""Of the manifest in a program, which PyInstaller writes."""
LIMIT_S = 3600  # four minutes where nothing else runs


def build() -> int:
    """PyInstaller's exit code; what it said is in the log."""
    LOG.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(BUNDLE, ignore_errors=True)
    work = ROOT / "build" / "windows" / "pyinstaller"
    with builder() as running, LOG.open("wb") as log:
        done = subprocess.run(
            running.command(
                *("python", "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
                *("--workpath", running.path(work)),
                *("--distpath", running.path(BUNDLE.parent)),
                running.path(ROOT / "packaging" / "epicrec.spec"),
            ),
            cwd=ROOT,
            env=running.variables(PYTHONHASHSEED="1", SOURCE_DATE_EPOCH=str(moment())),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            timeout=LIMIT_S,
            check=False,
        )
    if done.returncode != 0:
        print(LOG.read_text(encoding="utf-8", errors="replace"), file=sys.stderr)
    return done.returncode


def faults(bundle: Path) -> Iterator[str]:
    """What is not as it must be, a sentence each."""
    for program in PROGRAMS:
        if not (bundle / program).is_file():
            yield f"{program} is missing."
        elif not LEAST_PROGRAM < (bundle / program).stat().st_size < LARGEST_PROGRAM:
            yield f"{program} has the modules in itself, or nothing."
        elif LONG_PATHS not in (bundle / program).read_bytes():
            yield f"{program} does not say that it can use long paths."
    yield from _superfluous(bundle)
    for library in sorted(bundle.rglob("*.dll")):
        if library.name.lower() == "icuuc.dll":
            yield f"{library.name} is Windows' own, and here a stand-in for tests."
        with library.open("rb") as opened:
            if FOREIGN in opened.read(128):
                yield f"{library.name} is Wine's."


def _superfluous(bundle: Path) -> Iterator[str]:
    """What was to be left out, and what of the modules is not there."""
    for file in sorted(bundle.rglob("*")):
        if file.name in LEFT_OUT or file.match("scipy.libs/libscipy_openblas*"):
            yield f"{file.name} was to be left out."
    archive = bundle / LIBRARIES / MODULES
    names = _modules(archive) if archive.is_file() else set()
    yield from (f"The module {name} is missing." for name in NEEDED if name not in names)
    for name in (*MODELING, *LINEAR_ALGEBRA):
        folder = bundle / LIBRARIES / name.replace(".", "/")
        if name in names or folder.exists():
            yield f"{name} was to be left out."
    size = _size(bundle)
    if size > LARGEST:
        yield f"It has {size / 1e6:.0f} MB, and {LARGEST / 1e6:.0f} MB are enough."


def _modules(archive: Path) -> set[str]:
    """Names in an archive of PyInstaller's: its 9th byte begins the place of its contents."""
    content = archive.read_bytes()
    place = struct.unpack_from("!i", content, 8)[0]
    return {str(name) for name, _ in marshal.loads(content[place:])}


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def main() -> int:
    """Build, look at it, and tell its size."""
    started = time.monotonic()
    try:
        code = build()
    except EnvironmentMissingError as error:
        print(f"There is no Windows to build in. {error}", file=sys.stderr)
        return 1
    if code != 0:
        return code
    found = list(faults(BUNDLE))
    for fault in found:
        print(f"The bundle for Windows: {fault}", file=sys.stderr)
    seconds = time.monotonic() - started
    print(f"{BUNDLE.relative_to(ROOT)}: {_size(BUNDLE) / 1e6:.0f} MB, built in {seconds:.0f} s")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
