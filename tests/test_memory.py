"""Memory that a process has had, and may still take."""

import os
import sys

import pytest

from epicrec_desktop import memory
from processes import python

GROWING = """
from epicrec_desktop.memory import peak_bytes
before = peak_bytes()
held = bytearray(b"x") * 50_000_000
print(before, peak_bytes())
"""


def test_the_peak_grows_with_what_a_process_holds():
    """In a process of its own, whose peak is low before."""
    done = python("-c", GROWING, check=True)
    before, after = map(int, done.stdout.split())
    assert before > 0
    assert after >= before + 40_000_000


@pytest.mark.skipif(sys.platform != "linux", reason="others do not report it")
def test_what_is_available_is_the_least_of_system_and_control_group(tmp_path, monkeypatch):
    free = memory.available_bytes()
    assert 0 < free < os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    unit = tmp_path / "system.slice" / "epicrec-publish.service"
    unit.mkdir(parents=True)
    own = tmp_path / "cgroup"
    own.write_text("0::/system.slice/epicrec-publish.service\n")
    monkeypatch.setattr(memory, "_OWN_GROUP", own)
    monkeypatch.setattr(memory, "_GROUPS", tmp_path)
    (unit / "memory.max").write_text("max\n")
    assert memory.available_bytes() > free / 2
    (unit / "memory.max").write_text(f"{memory.resident_bytes() + 20_000_000}\n")
    assert 10_000_000 < memory.available_bytes() <= 25_000_000
    (unit / "memory.max").write_text("1000\n")
    assert memory.available_bytes() == 0
