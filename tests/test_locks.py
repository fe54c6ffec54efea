"""Tests of lock files."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from epicrec_desktop import locks
from epicrec_desktop.locks import FileLock

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
            extras["assistant"],
            [text for text in extras["lab"] if not text.startswith("epicrec-desktop[")],
            groups["dev"],
            groups["bundle"],
        )
        for text in texts
    ]


@pytest.mark.parametrize("system", ["linux", "win32"])
def test_the_lock_has_a_version_in_the_range_of_everything_wanted(system):
    locked = pins(system)
    for requirement in wanted():
        if requirement.marker and not requirement.marker.evaluate(environment(system)):
            continue
        version = locked.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement} is not locked: make lock"
        assert version in requirement.specifier, f"{requirement}, locked {version}: make lock"


def test_every_pin_has_its_hashes():
    blocks = re.split(r"^(?=\S)", re.sub(r"^#.*\n", "", LOCK, flags=re.MULTILINE), flags=re.M)
    blocks = [block for block in blocks if block.strip()]
    assert len(blocks) > 50
    for block in blocks:
        assert PIN.match(block), block[:60]
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block[:60]


def test_the_lock_names_no_place_to_install_from():
    assert "://" not in LOCK
    assert "--index" not in LOCK
    assert "--find-links" not in LOCK


HOLDER = """
import sys
from epicrec_desktop import locks
descriptor = locks.open_private(sys.argv[1])
print(locks.lock(descriptor, exclusive=sys.argv[2] == "exclusive"), flush=True)
sys.stdin.read()
"""


@contextmanager
def another_process(file: Path, how: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", HOLDER, str(file), how]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            assert process.stdout.readline().strip() == "True"
            yield process
        finally:
            process.kill()


def can_take(file: Path, *, exclusive: bool) -> bool:
    lock = FileLock(file)
    taken = lock.acquire(exclusive=exclusive)
    lock.release()
    return taken


def test_many_share_and_one_is_exclusive(tmp_path):
    file = tmp_path / "lock"
    shared = [FileLock(file) for _ in range(100)]
    assert all(lock.acquire(exclusive=False) for lock in shared)
    assert not can_take(file, exclusive=True)
    for lock in shared:
        lock.release()
    exclusive = FileLock(file)
    assert exclusive.acquire(exclusive=True)
    assert not can_take(file, exclusive=True)
    assert not can_take(file, exclusive=False)
    exclusive.release()
    assert can_take(file, exclusive=True)


@pytest.mark.parametrize(("how", "shared"), [("exclusive", False), ("shared", True)])
def test_another_process_is_seen_until_it_is_killed(tmp_path, how, shared):
    file = tmp_path / "lock"
    with another_process(file, how) as process:
        assert can_take(file, exclusive=False) is shared
        assert not can_take(file, exclusive=True)
        process.kill()
        process.wait()
        assert can_take(file, exclusive=True)


def test_a_locked_file_can_be_read_and_written(tmp_path):
    """Windows forbids others what is locked: only a place outside of every file is."""
    file = tmp_path / "lock"
    file.write_bytes(b"content")
    lock = FileLock(file)
    assert lock.acquire(exclusive=True)
    try:
        assert file.read_bytes() == b"content"
        file.write_bytes(b"other")
    finally:
        lock.release()


def test_a_lock_that_is_taken_again_replaces_what_was_held(tmp_path):
    lock = FileLock(tmp_path / "lock")
    assert lock.acquire(exclusive=True)
    assert lock.acquire(exclusive=False)
    assert can_take(tmp_path / "lock", exclusive=False)
    lock.release()
    lock.release()


def test_letting_go_is_seen_at_once(tmp_path):
    first = locks.open_private(tmp_path / "lock")
    second = locks.open_private(tmp_path / "lock", create=False)
    assert locks.lock(first, exclusive=True)
    assert not locks.lock(second, exclusive=True)
    locks.unlock(first)
    assert locks.lock(second, exclusive=True)
    os.close(first)
    os.close(second)


@pytest.mark.skipif(os.name == "nt", reason="no file is removed there while it is open")
def test_a_lock_whose_file_was_removed_meanwhile_is_not_held(tmp_path, monkeypatch):
    """Another program would take a new file of that name, and both would go on."""
    file, genuine = tmp_path / "lock", locks.lock

    def removed(descriptor, *, exclusive):
        file.unlink()
        return genuine(descriptor, exclusive=exclusive)

    with monkeypatch.context() as patch:
        patch.setattr(locks, "lock", removed)
        assert not FileLock(file).acquire(exclusive=True)
    again = FileLock(file)
    assert again.acquire(exclusive=True)
    again.release()
