"""What a bundle is made of: its packages, their licences, and the SBOM (CycloneDX 1.6).

    python packaging/contents.py licences BUNDLE FILE
    python packaging/contents.py sbom BUNDLE FILE

The packages are those that the program asks for and everything below them, in the versions that are
installed here, which are those of requirements.lock. Their hashes are of all files of that version
there, of which one was installed. Native libraries are those found in the bundle (`native.py`),
with the hashes of the files that have them in themselves.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import sys
import time
import tomllib
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.utils import getaddresses
from importlib import metadata
from pathlib import Path
from typing import Any

import native
from locked import hashes
from packages import NAME, ROOT, moment, sha256, version
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LEFT_OUT = ("cvxpy-base", "clarabel")
"""What our solvers are compared with, by the lab and where it is installed; not in the bundle."""
GIVEN = {"LGPL-3.0": ("LGPL-3.0.txt", "GPL-3.0.txt")}
"""Texts of licences that packages name and do not bring along, in packaging/licences."""
INSIDE = {"sqlcipher3": ("SQLCipher.txt", "Apache-2.0.txt")}
"""Texts of licences of what a package has compiled into it and does not name."""
READ = {"anyascii": "ISC", "scipy": "BSD-3-Clause", "sqlcipher3": "Zlib"}
"""Licences by SPDX, read in the texts of packages whose metadata name none by it."""
OURS = "The EpicRec Desktop authors"
LICENCE_FILE = re.compile(r"(^|/)(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)
RULE = "=" * 60


@dataclass(frozen=True)
class Component:
    """A package of the bundle."""

    name: str
    version: str
    licence: str
    supplier: str
    texts: tuple[str, ...]


def dependencies() -> list[str]:
    """Return what the desktop asks for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return list(project["dependencies"])


def components(asked: Iterable[str]) -> list[Component]:
    """Return what is asked for and all below it, by name.

    Raises `PackageNotFoundError` where one is missing, and `ValueError` for a licence without a
    name of SPDX's.
    """
    found: dict[str, Component] = {}
    waiting = list(_asked(asked, set(), found))
    while waiting:
        wanted = waiting.pop()
        about = metadata.distribution(wanted.name)
        name = canonicalize_name(wanted.name)
        texts = (*_texts(about), *map(_kept, INSIDE.get(name, ())))
        licence = READ.get(name) or _licence(about)
        found[name] = Component(name, about.version, licence, _supplier(about, name), texts)
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
    """Return the SPDX expression of a package."""
    fields = about.metadata
    text = fields.get("License-Expression") or fields.get("License") or ""
    try:
        return canonicalize_license_expression(text)
    except InvalidLicenseExpression:
        raise ValueError(f"{about.name} names no licence of SPDX's: add it to READ") from None


def _supplier(about: metadata.Distribution, name: str) -> str:
    """Return who publishes a package, without addresses; the project where it names nobody."""
    fields = about.metadata
    for field in ("Author", "Maintainer"):
        people = getaddresses([fields.get(f"{field}-email") or ""])
        named = fields.get(field) or ", ".join(person for person, _ in people if person)
        if named:
            return named
    return f"The {name} project"


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
    for part in components(dependencies()):
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


def sbom(asked: Iterable[str], bundle: Path | None = None, name: str = NAME) -> dict[str, object]:
    """Return a CycloneDX document; the same from the same packages and moment."""
    own_version = version()
    listed = [
        _listed(part, f"pkg:pypi/{part.name}@{part.version}", hashes(part.name, part.version))
        for part in components(asked)
    ]
    for part, files in native.parts(bundle).items() if bundle else ():
        places = [{"location": file.relative_to(bundle).as_posix()} for file in files]
        contained_in = sorted({sha256(file) for file in files})
        listed.append(
            _listed(part, part.purl, contained_in) | {"evidence": {"occurrences": places}}
        )
    seed = json.dumps([name, own_version, moment(), listed], sort_keys=True)
    own = f"pkg:pypi/{name}@{own_version}"
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, seed)}",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment())),
            "supplier": {"name": OURS},
            "component": {
                "type": "application",
                "bom-ref": own,
                "supplier": {"name": OURS},
                "name": name,
                "version": own_version,
                "purl": own,
                "licenses": [{"license": {"id": "MIT"}}],
            },
        },
        "components": listed,
        "dependencies": [
            {"ref": own, "dependsOn": [str(part["bom-ref"]) for part in listed]},
        ],
    }


def _listed(part: Component | native.Part, purl: str, sums: Iterable[str]) -> dict[str, Any]:
    """Return an entry of the SBOM. What a package of the system allows is in its own text."""
    licences = {"licenses": [{"expression": part.licence}]} if part.licence else {}
    return {
        "type": "library",
        "bom-ref": purl,
        "supplier": {"name": part.supplier},
        "name": (isinstance(part, native.Part) and part.package) or part.name,
        "version": part.version,
        "hashes": [{"alg": "SHA-256", "content": content} for content in sums],
        **licences,
        "purl": purl,
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
        text = json.dumps(sbom(dependencies(), options.bundle), indent=1) + "\n"
    options.file.write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
