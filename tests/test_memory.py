"""The most memory that a process had, as the system tells it."""

from __future__ import annotations

from epicrec_desktop.memory import peak_bytes


def test_the_peak_of_this_process_grows_with_what_it_holds() -> None:
    before = peak_bytes()
    assert before is not None
    held = bytearray(b"x") * (before + 50_000_000)
    after = peak_bytes()
    assert after is not None
    assert after >= before + 40_000_000
    assert len(held) < after
