"""What `run` promises beyond the usual: levels for once, a provider that is down, the true ε."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from epicrec_desktop.cli import main
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.perturbation import Mechanism
from epicrec_desktop.store.ledger import DrawnWindow, LedgerRepository
from epicrec_desktop.wiring import Services, build


class Program:
    """The program in this process, over one base folder."""

    def __init__(self, base: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.base = base
        self._capsys = capsys

    def __call__(self, *arguments: str, code: int = 0) -> str:
        assert main(["--base-dir", str(self.base), "--json", *arguments]) == code
        return self._capsys.readouterr().out

    def services(self) -> Services:
        return build(Paths.under(self.base))


@pytest.fixture
def program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(tmp_path / "base", capsys)


def _categories(program: Program) -> dict[str, tuple[str, ...]]:
    services = program.services()
    try:
        movies = services.context.catalog().catalog.movies
        return {m.wire_id: m.categories for m in movies if m.wire_id}
    finally:
        services.close()


def test_a_level_for_once_does_not_open_a_closed_category(program: Program) -> None:
    program("privacy", "set", "Drama", "no")
    program("privacy", "set", "Comedy", "all")
    released = json.loads(program("run", "--sample", "--level", "all"))["release"]
    categories = _categories(program)
    assert released["items"]
    assert not [item for item in released["items"] if "Drama" in categories[item]]
    assert json.loads(program("run", "--sample", "--level", "no"))["release"] is None


def test_a_provider_that_is_down_takes_nothing_else_away(program: Program) -> None:
    shown = json.loads(program("run", "--sample", "--provider", "http://127.0.0.1:1", code=1))
    assert shown["release"] is None
    assert shown["budget"] is None
    assert len(shown["recommendations"]["overall"]) >= 20
    assert "could not be reached" in shown["recommendations"]["notes"][0]


def test_the_bound_that_is_told_is_that_of_what_was_released(program: Program) -> None:
    """An earlier window was drawn at a larger budget than levels are quantified to now."""
    services = program.services()
    try:
        budget = services.privacy.budget(PrivacyChoice(ReleaseLevel.PERTURBED))
        assert budget is not None
        assert budget.epsilon < 1
        now = datetime.now(UTC)
        empty = {"Drama": 0}
        one = Fraction(1)
        mechanism = Mechanism("M-DPDP", ("Drama",), ((1,),), 1, (one,), one).to_dict()
        levels = {"Drama": "perturbed"}
        window = DrawnWindow("2020-01", now, "c", levels, mechanism, one, empty)
        with services.context.database.write() as session:
            LedgerRepository(session).add_window(window)
    finally:
        services.close()
    told = json.loads(program("run", "--sample"))["budget"]
    assert told["epsilon"] == 1
    assert told["observer_percent"] == 74
