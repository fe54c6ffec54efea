"""Makes the wheel of the program, and that of the service without window and solver.

    python packaging/distributions.py

Into dist/packages: both wheels, an SBOM of the service and `epicrec-server-VERSION.tar.gz`, from
which a service is installed: its wheel, what it asks for by version and hash, the files of
packaging/service and the manual. Sums are in SHA256SUMS.python.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from contents import sbom
from locked import below
from packages import OUT, ROOT, add_tree, begin, commit, moment, sums, version
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from ready_made import main as make_files

SUMS = "SHA256SUMS.python"
SERVER = "epicrec-server"
WITHOUT = ("pyside6-essentials", "cvxpy-base", "clarabel")
"""What the desktop asks for and a service does not: Qt, and what our solvers are compared with."""
MODULES = ("ui", "lab", "app.py", "__main__.py")
"""Of the package, what a service has not. The command `epicrec` imports its catalog and ratings."""
EXTRAS = ("parquet", "spark", "tracing")
_TRIALS = re.compile(r"try_.*\.py$")


def main() -> int:
    begin(OUT / SUMS)
    with tempfile.TemporaryDirectory() as name:
        staged = Path(name) / "epicrec-server"
        stage(staged)
        made = [wheel(ROOT), wheel(staged)]
    bill = OUT / f"{SERVER}-{version()}.cdx.json"
    bill.write_text(json.dumps(sbom(requirements(), name=SERVER), indent=1) + "\n", "utf-8")
    made += [archive(made[1]), bill]
    sums(made, OUT / SUMS)
    for file in made:
        print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")
    return 0


def requirements() -> list[str]:
    """Return what the service asks for, from pyproject.toml."""
    project = _project()
    asked = [*project["dependencies"], *project["optional-dependencies"]["server"]]
    return [line for line in asked if _name(line) not in WITHOUT]


def locked() -> str:
    """Return the part of requirements.lock that is below these, for `pip --require-hashes`."""
    return "".join(pin.text for pin in below(map(_name, requirements())))


def stage(folder: Path) -> None:
    """Write the source of the service's wheel: a part of the package, and a project of its own."""
    package = folder / "epicrec_desktop"
    source = ROOT / "epicrec_desktop"

    def ignored(place: str, names: list[str]) -> list[str]:
        return ["__pycache__", *(MODULES if place == str(source) else ())]

    make_files()  # a checkout that was never run has none
    shutil.copytree(source, package, ignore=ignored)
    shutil.copytree(ROOT / "resources", package / "resources")
    if found := commit():
        (package / "resources" / "commit.txt").write_text(f"{found}\n", "ascii", newline="\n")
    for file, name in (("docs/service.md", "README.md"), ("LICENSE", "LICENSE")):
        shutil.copy(ROOT / file, folder / name)
    text = "\n".join(_lines()) + "\n"
    (folder / "pyproject.toml").write_text(text, "utf-8", newline="\n")


def _lines() -> Iterator[str]:
    """Yield the lines of the project file. JSON's texts and lists are TOML's."""
    project = _project()
    yield from ("[build-system]", 'requires = ["hatchling>=1.26"]')
    yield from ('build-backend = "hatchling.build"', "[project]")
    for name, value in (
        ("name", SERVER),
        ("version", version()),
        ("description", "The recommendation service of EpicRec, without the desktop program"),
        ("readme", "README.md"),
        ("requires-python", project["requires-python"]),
        ("license", project["license"]),
        ("license-files", ["LICENSE"]),
        ("dependencies", requirements()),
    ):
        yield f"{name} = {json.dumps(value)}"
    yield "[project.scripts]"
    for name in ("epicrec", SERVER):
        yield f"{name} = {json.dumps(project['scripts'][name])}"
    yield "[project.optional-dependencies]"
    for name in EXTRAS:
        yield f"{name} = {json.dumps(project['optional-dependencies'][name])}"
    yield from ("[tool.hatch.build.targets.wheel]", 'packages = ["epicrec_desktop"]')


def wheel(source: Path) -> Path:
    """Build the wheel of a project into the folder of packages."""
    with tempfile.TemporaryDirectory() as name:
        subprocess.run(
            [
                *(sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"),
                *("--no-deps", "--wheel-dir", name, str(source)),
            ],
            env={**os.environ, "SOURCE_DATE_EPOCH": str(moment())},
            check=True,
        )
        (built,) = Path(name).glob("*.whl")
        return Path(shutil.copy(built, OUT))


def archive(built: Path) -> Path:
    """Pack what a service is installed from."""
    below_name = f"{SERVER}-{version()}"
    target = OUT / f"{below_name}.tar.gz"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(built, folder)
        (folder / "requirements.txt").write_text(locked(), "ascii", newline="\n")
        shutil.copy(ROOT / "docs" / "service.md", folder)
        shutil.copy(ROOT / "LICENSE", folder)
        for file in (ROOT / "packaging" / "service").iterdir():
            if file.is_file() and not _TRIALS.match(file.name):
                shutil.copy(file, folder)
        plain = target.with_suffix("")
        with tarfile.open(plain, "w", format=tarfile.PAX_FORMAT) as packed:
            add_tree(packed, folder, below_name)
    subprocess.run(["gzip", "--best", "--no-name", "--force", str(plain)], check=True)
    return target


def unpacked(folder: Path) -> Path:
    """Build the archive, unpack it into a folder, and return what is then in there."""
    if (code := main()) != 0:
        raise RuntimeError(f"it ended with {code}")
    with tarfile.open(OUT / f"{SERVER}-{version()}.tar.gz") as packed:
        packed.extractall(folder, filter="data")
    return folder / f"{SERVER}-{version()}"


def _project() -> dict[str, Any]:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return dict(tomllib.loads(text)["project"])


def _name(requirement: str) -> str:
    return canonicalize_name(Requirement(requirement).name)


if __name__ == "__main__":
    sys.exit(main())
