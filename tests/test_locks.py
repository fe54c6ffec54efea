"""Locks hold against other handles and other processes, and end with whoever held them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from epicrec_desktop import locks
from epicrec_desktop.store.locking import FileLock

HOLDER = """
import sys, time
from epicrec_desktop import locks
descriptor = locks.open_private(sys.argv[1])
print(locks.lock(descriptor, exclusive=sys.argv[2] == "exclusive"), flush=True)
time.sleep(60)
"""


@contextmanager
def another_process(file: Path, how: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", HOLDER, str(file), how]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
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


def test_many_share_and_one_is_exclusive(tmp_path: Path) -> None:
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
def test_another_process_is_seen_until_it_is_killed(tmp_path: Path, how: str, shared: bool) -> None:
    file = tmp_path / "lock"
    with another_process(file, how) as process:
        assert can_take(file, exclusive=False) is shared
        assert not can_take(file, exclusive=True)
        process.kill()
        process.wait()
        assert can_take(file, exclusive=True)


def test_a_locked_file_can_be_read_and_written(tmp_path: Path) -> None:
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


def test_a_lock_that_is_taken_again_replaces_what_was_held(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock")
    assert lock.acquire(exclusive=True)
    assert lock.acquire(exclusive=False)
    assert can_take(tmp_path / "lock", exclusive=False)
    lock.release()
    lock.release()


def test_letting_go_is_seen_at_once(tmp_path: Path) -> None:
    first = locks.open_private(tmp_path / "lock")
    second = locks.open_private(tmp_path / "lock", create=False)
    assert locks.lock(first, exclusive=True)
    assert not locks.lock(second, exclusive=True)
    locks.unlock(first)
    assert locks.lock(second, exclusive=True)
    os.close(first)
    os.close(second)
