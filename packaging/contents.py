"""What a bundle is made of: its packages, their licences, and the SBOM (CycloneDX 1.6).

    python packaging/contents.py licences BUNDLE FILE
    python packaging/contents.py sbom BUNDLE FILE

The packages are those that the program asks for and everything below them, in the versions that are
installed here, which are those of requirements.lock. Native libraries are those found in the bundle
(`native.py`).
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import sys
import tomllib
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import native
from packages import NAME, ROOT, version
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LEFT_OUT = ("cvxpy-base", "clarabel")
"""What our solvers are compared with, by the lab and where it is installed; not in the bundle."""
GIVEN = {"LGPL-3.0": ("LGPL-3.0.txt", "GPL-3.0.txt")}
"""Texts of licences that packages name and do not bring along, in packaging/licences."""
INSIDE = {"sqlcipher3": ("SQLCipher.txt", "Apache-2.0.txt")}
"""Texts of licences of what a package has compiled into it and does not name."""
LICENCE_FILE = re.compile(r"(^|/)(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)
RULE = "=" * 60


@dataclass(frozen=True)
class Component:
    """A package of the bundle."""

    name: str
    version: str
    licence: str
    texts: tuple[str, ...]


def components() -> list[Component]:
    """Every package of a bundle, by name. Raises `PackageNotFoundError` where one is missing."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found: dict[str, Component] = {}
    waiting = list(_asked(project["dependencies"], set(), found))
    while waiting:
        wanted = waiting.pop()
        about = metadata.distribution(wanted.name)
        name = canonicalize_name(wanted.name)
        texts = (*_texts(about), *map(_kept, INSIDE.get(name, ())))
        found[name] = Component(name, about.version, _licence(about), texts)
        waiting += _asked(about.requires or (), wanted.extras, found)
    return [found[name] for name in sorted(found)]


def _asked(
    lines: Iterable[str], extras: set[str], known: dict[str, Component]
) -> Iterator[Requirement]:
    """What requirements ask for on this system, but for what is known."""
    for requirement in map(Requirement, lines):
        name = canonicalize_name(requirement.name)
        places = [{**default_environment(), "extra": extra} for extra in (*extras, "")]
        marker = requirement.marker
        asked = marker is None or any(marker.evaluate(place) for place in places)
        if asked and name not in known and name not in LEFT_OUT:
            yield requirement


def _licence(about: metadata.Distribution) -> str:
    """An SPDX expression where the package has one, else the words it uses."""
    fields = about.metadata
    license_text = fields.get("License-Expression") or fields.get("License") or ""
    if license_text and "\n" not in license_text and len(license_text) < 80:
        return license_text
    classified = (line for line in fields.get_all("Classifier", []) if line.startswith("License"))
    return ", ".join(line.rpartition(" :: ")[2] for line in classified) or "see its text"


def _texts(about: metadata.Distribution) -> Iterator[str]:
    for file in sorted(about.files or (), key=str):
        if ".dist-info" in str(file) and LICENCE_FILE.search(str(file)):
            yield Path(str(file.locate())).read_text(encoding="utf-8", errors="replace").strip()


def licences(bundle: Path) -> str:
    """Every licence's text, in one document."""
    parts = [_own(), _kept("native.txt")]
    for library in native.parts(bundle):
        if text := native.licence_text(library):
            title = f"{library.package} {library.version} of {library.system}"
            parts.append("\n".join((RULE, title, RULE, text.strip())))
    for part in components():
        texts = part.texts or tuple(_given(part.licence)) or (f"Its licence: {part.licence}.",)
        parts.append("\n".join((RULE, f"{part.name} {part.version}: {part.licence}", RULE, *texts)))
    return "\n\n".join(parts) + "\n"


def _given(licence: str) -> Iterator[str]:
    for name, files in GIVEN.items():
        if licence.startswith(name):
            for file in files:
                yield _kept(file)


def _kept(file: str) -> str:
    return (ROOT / "packaging" / "licences" / file).read_text(encoding="utf-8").strip()


def _own() -> str:
    font = (ROOT / "resources" / "fonts" / "OFL.txt").read_text(encoding="utf-8").strip()
    python = Path(platform.__file__).with_name("LICENSE.txt")
    text = python.read_text(encoding="utf-8", errors="replace") if python.is_file() else ""
    return "\n".join(
        (
            "EpicRec Desktop, and what it is made of.\n",
            (ROOT / "LICENSE").read_text(encoding="utf-8").strip(),
            *("", RULE, "The typeface Inter: OFL-1.1", RULE, font),
            *("", RULE, f"Python {platform.python_version()}: PSF-2.0", RULE, text.strip()),
        )
    )


def sbom(bundle: Path) -> dict[str, object]:
    """A CycloneDX document; the same from the same packages."""
    own_version = version()
    listed: list[dict[str, object]] = [
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/{part.name}@{part.version}",
            "name": part.name,
            "version": part.version,
            "purl": f"pkg:pypi/{part.name}@{part.version}",
            "licenses": [{"license": {"name": part.licence}}],
        }
        for part in components()
    ]
    listed += [
        {
            "type": "library",
            "bom-ref": part.purl,
            "name": part.package or part.name,
            "version": part.version,
            "purl": part.purl,
            **({"licenses": [{"license": {"id": part.licence}}]} if part.licence else {}),
        }
        for part in native.parts(bundle)
    ]
    seed = json.dumps([own_version, listed], sort_keys=True)
    own = f"pkg:pypi/{NAME}@{own_version}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, seed)}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": own,
                "name": NAME,
                "version": own_version,
                "purl": own,
                "licenses": [{"license": {"id": "MIT"}}],
            }
        },
        "components": listed,
        "dependencies": [
            {"ref": own, "dependsOn": [str(part["bom-ref"]) for part in listed]},
        ],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["licences", "sbom"])
    parser.add_argument("bundle", type=Path)
    parser.add_argument("file", type=Path)
    options = parser.parse_args()
    if options.what == "licences":
        text = licences(options.bundle)
    else:
        text = json.dumps(sbom(options.bundle), indent=1) + "\n"
    options.file.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
