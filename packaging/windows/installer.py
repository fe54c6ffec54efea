"""Packs the bundle for Windows: an installer, and an archive to carry along.

    python packaging/windows/installer.py [--quick]

Into dist/packages, with an SBOM, a list of what nobody has signed and SHA-256 sums beside them.
NSIS is fetched where this machine has none (nsis.py). EPICREC_SIGN may name a command that signs
the file it is given: every unsigned file of the bundle, installer and uninstaller; without it
nothing is signed. `--quick` packs less tightly, to try the installer soon.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from nsis import makensis  # noqa: E402
from packages import NAME, OUT, ROOT, begin, differs, files, moment, numbers, sums, version  # noqa: E402
from signatures import unsigned  # noqa: E402
from system import EnvironmentMissingError, builder  # noqa: E402

from epicrec_desktop.paths import PORTABLE  # noqa: E402

BUNDLE = ROOT / "dist" / "windows" / NAME
SUMS = "SHA256SUMS.windows"
SIGN = "EPICREC_SIGN"
"""Variable of the environment with a command that signs the file it is given."""


def main(quick: bool = False) -> int:
    if not (BUNDLE / f"{NAME}.exe").is_file():
        print("There is no bundle for Windows: make bundle-windows", file=sys.stderr)
        return 1
    if fault := differs(BUNDLE):
        print(fault, file=sys.stderr)
        return 1
    begin(OUT / SUMS)
    stem = f"{NAME}-{version()}-windows-x86_64"
    try:
        sign(unsigned(BUNDLE))
        made = [
            unsigned_list(OUT / f"{stem}-unsigned.txt"),
            sbom(OUT / f"{stem}.cdx.json"),
            installer(OUT / f"{stem}-setup.exe", quick),
            portable(OUT / f"{stem}-portable.zip", quick),
        ]
    except EnvironmentMissingError as error:
        print(f"The packages for Windows cannot be made here. {error}", file=sys.stderr)
        return 1
    sums(made, OUT / SUMS)
    for file in made:
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.1f} MB")
    return 0


def sign(programs: Iterable[Path]) -> None:
    """Sign programs where there is a command for it. Raises `CalledProcessError`."""
    if signed_by := os.environ.get(SIGN):
        for program in programs:
            subprocess.run(f'{signed_by} "{program}"', shell=True, check=True)


def unsigned_list(target: Path) -> Path:
    """Write the names of the files in the bundle that are not signed."""
    names = (file.relative_to(BUNDLE).as_posix() for file in unsigned(BUNDLE))
    text = "".join(f"{name}\n" for name in names) or "Every file is signed.\n"
    target.write_text(text, encoding="utf-8", newline="\n")
    return target


def sbom(target: Path) -> Path:
    """What the bundle is made of, as the Python that built it has it installed."""
    with builder() as running, tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / target.name
        subprocess.run(
            running.command(
                *("python", running.path(HERE.parent / "contents.py"), "sbom"),
                running.path(BUNDLE),
                running.path(written),
            ),
            cwd=ROOT,
            env=running.variables(),
            stdin=subprocess.DEVNULL,
            check=True,
        )
        shutil.copyfile(written, target)
    return target


def installer(target: Path, quick: bool) -> Path:
    """An installer that asks nothing of an administrator."""
    size = sum(file.stat().st_size for file in files(BUNDLE) if file.is_file())
    values = {
        "VERSION": version(),
        "NUMBERS": numbers(),
        "BUNDLE": BUNDLE,
        "TARGET": target,
        "ICON": HERE.parent / f"{NAME}.ico",
        "LICENCE": ROOT / "LICENSE",
        "KILOBYTES": size // 1024,
    }
    if signed_by := os.environ.get(SIGN):
        values["SIGN"] = signed_by
    for file in (*files(BUNDLE), ROOT / "LICENSE"):  # NSIS keeps their times
        os.utime(file, (moment(), moment()))
    makensis(
        [
            *("-V2", "-NOCD", "-INPUTCHARSET", "UTF8"),
            *(("-XSetCompressor /FINAL zlib",) if quick else ()),
            *(f"-D{name}={value}" for name, value in values.items()),
            HERE / "installer.nsi",
        ],
        SOURCE_DATE_EPOCH=str(moment()),
    )
    return target


def portable(target: Path, quick: bool) -> Path:
    """An archive whose program keeps everything beside itself."""
    when = time.gmtime(max(moment(), 315532800))[:6]  # zip's years begin with 1980
    with zipfile.ZipFile(
        target, "w", zipfile.ZIP_DEFLATED, compresslevel=1 if quick else 9
    ) as made:
        for file in files(BUNDLE):
            if file.is_file():
                inner = f"{NAME}/{file.relative_to(BUNDLE).as_posix()}"
                entry = zipfile.ZipInfo(inner, when)
                entry.compress_type = zipfile.ZIP_DEFLATED
                made.writestr(entry, file.read_bytes())
        for name, text in ((PORTABLE, b""), ("LICENCE.txt", (ROOT / "LICENSE").read_bytes())):
            made.writestr(zipfile.ZipInfo(f"{NAME}/{name}", when), text)
    return target


if __name__ == "__main__":
    sys.exit(main(quick="--quick" in sys.argv[1:]))
