"""Work in a process of its own: how it is stopped, and what it does not need."""

import multiprocessing.synchronize
import os
import struct
import sys
import threading
from pathlib import Path
from unittest.mock import Mock

import pytest

from epicrec_desktop import confinement
from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.services import child_process
from epicrec_desktop.services.child_process import run_in_child
from waiting import wait_until

pytestmark = pytest.mark.usefixtures("child_process")


def answer(value: int, *, job: Job) -> int:
    return value


def until_stopped(folder: Path, *, job: Job) -> None:
    (folder / "started").touch()
    wait_until(job.cancelled)
    (folder / "tidied up").touch()
    raise Cancelled


def half_a_message(folder: Path, *, job: Job) -> None:
    there = next(iter(confinement.expendable or ()))
    os.write(there, struct.pack("!i", 1_000) + b"r")
    (folder / "started").touch()
    threading.Event().wait()


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe of Linux is written to")
def test_a_process_that_stays_silent_is_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(child_process, "_STOP_S", 0.0)
    job = Job(lambda _: None, (tmp_path / "started").exists)
    with pytest.raises(Cancelled):
        run_in_child(half_a_message, (tmp_path,), job=job)


def test_no_semaphore_is_needed(monkeypatch):
    """They are files in /dev/shm, where not every system lets a user write."""
    refused = Mock(side_effect=PermissionError(13, "Permission denied"))
    monkeypatch.setattr(multiprocessing.synchronize.SemLock, "__init__", refused)
    assert run_in_child(answer, (42,), job=UNATTENDED) == 42


def test_work_is_asked_to_stop_and_tidies_up(tmp_path):
    job = Job(lambda _: None, (tmp_path / "started").exists)
    with pytest.raises(Cancelled):
        run_in_child(until_stopped, (tmp_path,), job=job)
    assert (tmp_path / "tidied up").exists()


def ends_at_once(*_connections):
    os._exit(1)


def test_a_process_that_ends_before_it_has_read_its_work_is_said(monkeypatch):
    """More than a pipe holds was written to it, and nobody would have read the rest."""
    monkeypatch.setattr(child_process, "_child", ends_at_once)
    with pytest.raises(EpicRecError, match="broke off"):
        run_in_child(answer, (bytes(1_000_000),), job=UNATTENDED)
