"""How often one client may ask: exact for each, shared by processes, bounded in memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from epicrec_desktop.server.rates import TABLE_BYTES, Rate, Table


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_then_one_at_a_time_then_a_burst_again() -> None:
    clock = Clock()
    rate = Rate(Table.alone(), "asked", 2.0, 5, clock)
    assert [rate.wait("a") for _ in range(5)] == [0.0] * 5
    assert rate.wait("a") == pytest.approx(0.5)
    assert rate.wait("a") == pytest.approx(0.5)  # being refused costs nothing
    clock.now += 0.5
    assert rate.wait("a") == 0.0
    assert rate.wait("a") == pytest.approx(0.5)
    clock.now += 3600.0
    assert [rate.wait("a") == 0.0 for _ in range(6)] == [True] * 5 + [False]


def test_clients_and_purposes_are_apart() -> None:
    table, clock = Table.alone(), Clock()
    asked, told = Rate(table, "asked", 1.0, 1, clock), Rate(table, "told", 1.0, 1, clock)
    assert [asked.wait("a"), asked.wait("b"), told.wait("a")] == [0.0] * 3
    assert asked.wait("a") > 0


def test_a_flood_of_others_does_not_use_up_a_clients_allowance() -> None:
    clock = Clock()
    rate = Rate(Table.alone(), "asked", 1.0, 2, clock)
    for number in range(5_000):
        rate.wait(f"other {number}")
    assert sum(rate.wait(f"client {n}") > 0 for n in range(500)) <= 25


def test_workers_share_one_allowance(tmp_path: Path) -> None:
    file = tmp_path / "rates"
    key = Table.create(file)
    assert file.stat().st_size == TABLE_BYTES
    first = Rate(Table.share(file, key), "asked", 1e-6, 50)
    second = Rate(Table.share(file, key), "asked", 1e-6, 50)
    assert sum((first if n % 2 else second).wait("a") == 0.0 for n in range(80)) == 50
