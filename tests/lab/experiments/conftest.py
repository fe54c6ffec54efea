"""Experiments run on one thread, as `epicrec-lab evaluate` runs them."""

from collections.abc import Iterator

import pytest
from threadpoolctl import threadpool_limits


@pytest.fixture(scope="module", autouse=True)
def _one_thread() -> Iterator[None]:
    with threadpool_limits(1):
        yield
