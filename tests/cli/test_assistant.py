"""What an assistant can conclude from when it is answered."""

from contextlib import suppress

import pytest

from epicrec_desktop.cli.assistant import STEP_S, at_a_step


class Clock:
    """A clock that stands still unless somebody works or waits."""

    def __init__(self) -> None:
        self.time = 0.0

    def pass_by(self, seconds: float) -> None:
        self.time += seconds


@pytest.mark.parametrize("fails", [False, True])
def test_a_library_of_any_size_is_answered_after_the_same_time(fails):
    """The time of an answer told how many movies a library has."""
    for seconds in (0.001, 0.105, 0.137, 0.24):
        clock = Clock()
        assert _answered(clock, seconds, fails) == pytest.approx(STEP_S)


def _answered(clock: Clock, seconds: float, fails: bool) -> float:
    def answer() -> None:
        clock.pass_by(seconds)
        if fails:
            raise LookupError

    with suppress(LookupError):
        at_a_step(answer, now=lambda: clock.time, pause=clock.pass_by)
    return clock.time
