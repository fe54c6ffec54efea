"""`epicrec selfcheck`: the reference solver is held against ours, and a fault is noticed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from epicrec_desktop.cli.selfcheck import Result, check_installation
from epicrec_desktop.privacy import calibration, least_squares


def solver() -> Result:
    (found,) = (r for r in check_installation(window=False) if r.name == "solver")
    return found


def test_both_solvers_agree_on_the_starter_catalog() -> None:
    found = solver()
    assert found.problem is None
    assert "movies" in found.detail


def test_scales_a_thousandth_too_small_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = calibration.calibrate

    def short(*args: Any, **options: Any) -> calibration.Calibration:
        found = genuine(*args, **options)
        return replace(found, z=(found.z[0] * 0.999, *found.z[1:]))

    monkeypatch.setattr(calibration, "calibrate", short)
    assert solver().problem == "the two solvers do not agree"


def test_a_fit_that_misses_the_best_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = least_squares.fit_groups

    def worse(*args: Any, **options: Any) -> least_squares.Fit:
        found = genuine(*args, **options)
        return replace(found, residual=found.residual * 1.001)

    monkeypatch.setattr(least_squares, "fit_groups", worse)
    assert solver().problem == "the two solvers do not agree"


def test_a_library_that_takes_any_signature_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {result.name: result for result in check_installation(window=False)}
    assert (found["updates"].problem, found["updates"].detail) == (None, "off")
    monkeypatch.setattr("nacl.signing.VerifyKey.verify", lambda *_: b"")
    (broken,) = (r for r in check_installation(window=False) if r.name == "updates")
    assert broken.problem is not None
    assert "wrong signature" in broken.problem
