"""`bench confinement`, on a few rows: both sides do the same work, and only one is confined."""

from __future__ import annotations

import pytest

from epicrec_desktop.confinement import barriers
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.lab.benchmarks import confinement_bench
from epicrec_desktop.services.child_process import run_in_child


@pytest.mark.slow
def test_both_sides_are_measured() -> None:
    found = confinement_bench.run(200, repeats=1)
    for name in ("history", "ratings"):
        assert found[f"{name}_s"] > 0
        share = found[f"{name}_s"] / found[f"{name}_plain_s"] - 1
        assert found[f"{name}_more"] == share


def test_the_other_side_keeps_its_rights() -> None:
    assert run_in_child(barriers, (), job=UNATTENDED)
    found = run_in_child(confinement_bench.unconfined, (barriers, ()), job=UNATTENDED)
    assert not found
