"""What is installed beside our own code: whose licence we may use it under, and how it comes."""

import re
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from test_locks import ROOT, pins

ALLOWED = {
    *("MIT", "MIT-0", "MIT-CMU", "ISC", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "BSD", "Zlib"),
    *("Apache-2.0", "PSF-2.0", "CC0-1.0", "MPL-2.0", "LGPL-3.0-only"),
}
"""Free, and no demand on what is ours. Of MPL and LGPL what they ask for is done: their own files
stay as they are, their texts come along (packaging/licences), and a person can replace them."""
TOOLS = {
    "pyinstaller": "GPL-2.0 with an exception for what it bundles",
    "pyinstaller-hooks-contrib": "Apache-2.0 for what runs in a bundle, GPL-2.0 for what makes it",
}
"""Nothing that we give away has these in it but by their exception."""
_SAID = {
    "MIT License": "MIT",
    "ISC License (ISCL)": "ISC",
    "BSD License": "BSD",
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache Software License": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "GNU General Public License v2 (GPLv2)": "GPL-2.0",
    "DFSG approved": "",
}


def licences(about: metadata.PackageMetadata) -> list[set[str]]:
    """Choices that a distribution gives, each a set of licences that hold together."""
    said = about.get("License-Expression")
    if said is None:
        classed = [
            c.rpartition(" :: ")[2] for c in about.get_all("Classifier") or () if "License ::" in c
        ]
        if classed:
            return [{_SAID.get(c, c) for c in classed} - {""}]
        plain = about.get("License")
        said = _of_text(about) if plain is None else _SAID.get(plain, plain)
    return [{part.strip("() ") for part in one.split(" AND ")} for one in said.split(" OR ")]


def _of_text(about: metadata.PackageMetadata) -> str:
    """The licence of a distribution that only brings its text; "unknown" where it does not."""
    try:
        files = metadata.files(str(about.get("Name"))) or ()
    except metadata.PackageNotFoundError:
        return "unknown"
    zlib = ("provided 'as-is'", "Altered source versions must be plainly marked as such")
    for file in files:
        if file.name.upper().startswith("LICENSE"):
            text = " ".join(file.read_text(encoding="utf-8").split())
            if all(part in text for part in zlib):
                return "Zlib"
    return "unknown"


@pytest.mark.parametrize("name", sorted(pins("linux")))
def test_every_locked_distribution_may_be_used(name):
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        pytest.skip(f"{name} is not installed in this environment")
    if name in TOOLS:
        assert name not in _given_away()
        return
    choices = licences(about)
    assert any(choice <= ALLOWED for choice in choices), choices


def _given_away() -> set[str]:
    """Names of all that a package for people has: the program's requirements, and theirs."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    waiting = [Requirement(text) for text in project["dependencies"]]
    found: set[str] = set()
    while waiting:
        name = canonicalize_name(waiting.pop().name)
        if name in found:
            continue
        found.add(name)
        try:
            wanted = metadata.requires(name) or ()
        except metadata.PackageNotFoundError:
            continue
        for requirement in map(Requirement, wanted):
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                waiting.append(requirement)
    return found


def test_what_is_given_away_is_locked():
    assert _given_away() <= set(pins("linux")) | set(pins("win32"))


@pytest.mark.parametrize(
    ("said", "allowed"),
    [
        ("License-Expression: MIT AND Zlib", True),
        ("License-Expression: GPL-3.0-only OR MIT", True),
        ("License-Expression: GPL-3.0-only", False),
        ("License-Expression: MIT AND GPL-3.0-only", False),
        ("License: Proprietary", False),
        ("Classifier: License :: OSI Approved :: GNU General Public License v2 (GPLv2)", False),
        ("Classifier: License :: OSI Approved :: MIT License", True),
        ("Name: nothing-said", False),
    ],
)
def test_a_licence_that_is_not_allowed_is_seen(said, allowed):
    from email.message import Message

    about = Message()
    name, _, value = said.partition(": ")
    about[name] = value
    assert any(one <= ALLOWED for one in licences(about)) is allowed


def test_nothing_that_is_installed_runs_code_of_its_own_at_that():
    """Wheels are unpacked; a source distribution would run its own build."""
    for file in ("Makefile", "packaging/windows/environment.py"):
        text = (ROOT / file).read_text(encoding="utf-8")
        installs = [
            line
            for line in text.splitlines()
            if re.search(r"requirements\.(lock|txt)", line) and "pip" in line and "install" in line
        ]
        assert all("--only-binary" in line for line in installs), (file, installs)
    assert "--require-hashes" in Path(ROOT / "Makefile").read_text(encoding="utf-8")


def test_pythons_that_are_accepted_have_all_wheels(monkeypatch):
    """On any other, pip says so at once, and does not try to compile what has no wheel."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import wheels

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    accepted = SpecifierSet(project["requires-python"])
    supported = {python for python, _ in wheels.SUPPORTED}
    assert {python for python in (*wheels.PYTHONS, "3.10") if python in accepted} == supported
    script = (ROOT / "packaging" / "find_python.sh").read_text(encoding="utf-8")
    assert set(re.findall(r"python(3\.\d+)", script)) == supported
