"""The most memory that a process had, as the system tells it."""

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
