"""Waiting for events. One limit for all tests, as long as a slow and busy machine may take."""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

LIMIT_S = 120.0
"""Seconds after which what has not happened never will: tests fail, so no test asserts on it."""
LIMIT_MS = int(1000 * LIMIT_S)
PAUSE_S = 0.005


def wait_until(condition: Callable[[], T], message: str = "it never happened") -> T:
    """Return the first true value of `condition`. Fails with `message` after `LIMIT_S`."""
    end = time.monotonic() + LIMIT_S
    while not (value := condition()):
        assert time.monotonic() < end, message
        time.sleep(PAUSE_S)
    return value


def wait_for_threads(before: set[threading.Thread], name: str | None = None) -> None:
    """Wait until every thread since `before` (of `name`, if one is given) has ended.

    Joining them would fail for one that is made and not started yet.
    """
    wait_until(
        lambda: not any(name in (None, t.name) for t in set(threading.enumerate()) - before),
        "a thread did not end",
    )
