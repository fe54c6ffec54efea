"""The lock file: what is installed for tests, CI and bundles, on Linux and on Windows."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PIN = re.compile(r"^(\S+)==(\S+)(?: ; (.+?))? \\$", re.MULTILINE)


def environment(system: str) -> dict[str, str]:
    """Python 3.11 on "linux" or "win32", as markers see it."""
    return {
        "python_full_version": "3.11.7",
        "python_version": "3.11",
        "sys_platform": system,
        "os_name": "nt" if system == "win32" else "posix",
        "platform_system": "Windows" if system == "win32" else "Linux",
    }


def pins(system: str) -> dict[str, Version]:
    """Versions by name, for this system."""
    here = environment(system)
    found: dict[str, Version] = {}
    for name, version, marker in PIN.findall(LOCK):
        if marker and not Requirement(f"{name} ; {marker}").marker.evaluate(here):
            continue
        assert name not in found
        found[canonicalize_name(name)] = Version(version)
    return found


def wanted() -> list[Requirement]:
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project, groups = document["project"], document["dependency-groups"]
    extras = project["optional-dependencies"]
    return [
        Requirement(text)
        for texts in (
            project["dependencies"],
            extras["server"],
            extras["plots"],
            groups["dev"],
            groups["bundle"],
        )
        for text in texts
    ]


@pytest.mark.parametrize("system", ["linux", "win32"])
def test_the_lock_has_a_version_in_the_range_of_everything_wanted(system: str) -> None:
    locked = pins(system)
    for requirement in wanted():
        if requirement.marker and not requirement.marker.evaluate(environment(system)):
            continue
        version = locked.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement} is not locked: make lock"
        assert version in requirement.specifier, f"{requirement}, locked {version}: make lock"


def test_every_pin_has_its_hashes() -> None:
    blocks = re.split(r"^(?=\S)", re.sub(r"^#.*\n", "", LOCK, flags=re.MULTILINE), flags=re.M)
    blocks = [block for block in blocks if block.strip()]
    assert len(blocks) > 50
    for block in blocks:
        assert PIN.match(block), block[:60]
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block[:60]


def test_the_lock_names_no_place_to_install_from() -> None:
    assert "://" not in LOCK
    assert "--index" not in LOCK
    assert "--find-links" not in LOCK
