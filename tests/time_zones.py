"""A computer in another time zone."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def in_time_zone(name: str) -> Iterator[None]:
    """Be in a time zone, where the system has more than one."""
    if not hasattr(time, "tzset"):
        pytest.skip("the system has one time zone")
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TZ", name)
            time.tzset()
            yield
    finally:
        time.tzset()
