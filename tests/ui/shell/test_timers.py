"""When a scan by itself is due."""

from datetime import UTC, datetime, timedelta

import pytest

from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.shell.timers import RescanTimer

pytestmark = pytest.mark.usefixtures("qapp")

NOW = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


class Clock:
    """Seconds that a test moves."""

    seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


def rescans(every: int, last: datetime | None = NOW, clock: Clock | None = None) -> RescanTimer:
    return RescanTimer(Settings(rescan_minutes=every), last, NOW, clock=clock or Clock())


def ticks_until_due(counted: RescanTimer, most: int = 2_000) -> int | None:
    return next((n for n in range(1, most) if counted.minute_passed()), None)


@pytest.mark.parametrize("every", [60, 360, 1440])
def test_an_interval_after_the_last_scan(every):
    counted = rescans(every)
    assert ticks_until_due(counted) == every
    counted.scanned()
    assert ticks_until_due(counted) == every


def test_the_last_scan_of_an_earlier_run_counts():
    assert ticks_until_due(rescans(1440, NOW - timedelta(hours=23))) == 60
    assert ticks_until_due(rescans(1440, NOW - timedelta(days=9))) == 1
    assert ticks_until_due(rescans(60, NOW + timedelta(days=9))) == 60  # a clock was wrong
    assert ticks_until_due(rescans(60, None)) == 60


def test_a_night_asleep_counts():
    clock = Clock()
    counted = rescans(360, clock=clock)
    assert not counted.minute_passed()
    clock.seconds += 8 * 3600
    assert counted.minute_passed()


def test_never_unasked_and_never_while_paused():
    assert ticks_until_due(rescans(0, NOW - timedelta(days=9))) is None
    settings = Settings(rescan_minutes=60, rescans_paused=True)
    counted = RescanTimer(settings, NOW, NOW, clock=Clock())
    assert ticks_until_due(counted, 200) is None
    settings.rescans_paused = False
    assert counted.minute_passed()
