"""What `run` promises beyond the usual: levels for once, a provider that is down, the true ε."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest
from malicious_provider import hostile

from epicrec_desktop.cli import main
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.privacy.period import TRUST_TIERS, Period
from epicrec_desktop.privacy.quantification import Quantification
from epicrec_desktop.services import mechanism_planner
from epicrec_desktop.services.periods import accept_clock
from epicrec_desktop.store.samples import SampleRepository
from epicrec_desktop.wiring import Services, build


class Program:
    """The program in this process, over one base folder."""

    def __init__(self, base: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.base = base
        self._capsys = capsys

    def __call__(self, *arguments: str, code: int = 0) -> str:
        assert main(["--base-dir", str(self.base), "--json", *arguments]) == code
        return self._capsys.readouterr().out

    def output(self, *arguments: str) -> str:
        """What a person reads."""
        assert main(["--base-dir", str(self.base), *arguments]) == 0
        return self._capsys.readouterr().out

    def services(self) -> Services:
        return build(Paths.under(self.base))


@pytest.fixture
def program(tmp_path: Path, started_today: Path, capsys: pytest.CaptureFixture[str]) -> Program:
    shutil.copytree(started_today, tmp_path / "base")
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
    assert "is not here yet, so nothing was sent" in shown["recommendations"]["notes"][0]


def test_the_printed_bound_is_that_of_the_release(program: Program) -> None:
    """An earlier window was drawn at a larger budget than levels are quantified to now."""
    services = program.services()
    try:
        budget = services.privacy.budget(PrivacyChoice(ReleaseLevel.PERTURBED))
        assert budget is not None
        assert budget.epsilon < 1
        now = datetime.now(UTC)
        one = Fraction(1)
        mechanism = Mechanism("M-DPDP", ("Drama",), ((1,),), 1, (one,), one)
        period = Period(mechanism, {"Drama": "perturbed"}, dict.fromkeys(TRUST_TIERS, (0,)))
        with services.context.database.write() as session:
            repository = SampleRepository(session)
            sampled = replace(repository.read(), count=1, periods={"2020-01": period.to_dict()})
            repository.store(sampled, now=now)
    finally:
        services.close()
    output = json.loads(program("run", "--sample"))["budget"]
    assert output["epsilon"] == 1
    assert output["observer_percent"] == 74


@pytest.fixture
def quick_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding a budget takes seconds and has tests of its own."""
    found = Quantification((Fraction(1, 5),), solves=1)
    monkeypatch.setattr(mechanism_planner, "quantify", lambda *_, **__: found)


FIRST_SENTENCE = "add to what others know of the same movies"
WAYS = (["run", "--sample"], ["release"], ["recommend"])


@pytest.mark.usefixtures("quick_budget")
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way[0])
def test_every_way_to_release_says_before_it_what_will_be_sent(
    program: Program, way: list[str]
) -> None:
    program("run", "--sample", "--level", "no")
    said = program.output(*way)
    assert said.count("What will be sent") == 1
    before, _, after = said.partition("What will be sent")
    assert "What was sent" not in before
    assert "Perturbed Release to This computer (it stays on this computer)." in after
    assert FIRST_SENTENCE in after
    assert after.index(FIRST_SENTENCE) < after.index("What was sent")
    again = program.output(*way)
    assert ", the same bytes as before." in again
    assert FIRST_SENTENCE not in again


@pytest.mark.usefixtures("quick_budget")
def test_terminal_and_json_say_what_a_provider_would_know_for_certain(program: Program) -> None:
    program("run", "--sample", "--level", "no")
    with hostile() as theirs:
        program("providers", "add", "Theirs", theirs.address)
        program("privacy", "set", "overall", "all")
        said = program.output("release", "--provider", "Theirs")
        assert "Theirs will know for certain: " in said
        assert "cannot be called back" in said
        shown = json.loads(program("preview", "--provider", "Theirs"))
        assert shown["discloses"]["same_list"]
        assert shown["discloses"]["named_new"] == []
        assert shown["discloses"]["named_again"] == shown["items"]
        assert shown["discloses"]["sentences"] == [
            "Theirs has this very list already. Sending it again tells it nothing more."
        ]
    (entry,) = json.loads(program("ledger"))
    assert entry["discloses"]["named_new"] == shown["items"]


@pytest.mark.usefixtures("quick_budget")
def test_after_erasing_the_sentence_is_said_again(program: Program) -> None:
    program("run", "--sample")
    program("erase", "--yes")
    assert FIRST_SENTENCE in program.output("run", "--sample")


@pytest.mark.usefixtures("quick_budget")
def test_a_library_that_was_copied_is_said_and_counted_twice(program: Program) -> None:
    program("run", "--sample")
    spent = Fraction(json.loads(program("privacy", "show"))["spent"]["joint"]["epsilon"])
    shutil.rmtree(program.base / "state")  # as on another computer
    program("privacy", "set", "Drama", "no")
    said = program.output("release")
    assert "counted twice" in said
    after = json.loads(program("privacy", "show"))["spent"]["joint"]["epsilon"]
    assert Fraction(after) == 2 * spent


def test_at_no_release_nothing_is_announced(program: Program) -> None:
    assert "What will be sent" not in program.output("run", "--sample", "--level", "no")


def test_a_clock_that_jumped_is_asked_about_before_anything_is_sampled(program, capsys) -> None:
    services = program.services()
    services.privacy.set_overall(ReleaseLevel.PERTURBED)
    with services.context.database.write() as session:
        accept_clock(session, datetime(2020, 2, 1, tzinfo=UTC))
    services.close()
    shown = json.loads(program("preview"))
    assert shown["clock"]["last"] == "2020-02-01"
    capsys.readouterr()
    assert main(["--base-dir", str(program.base), "release"]) == 1
    assert "said 2020-02-01 before" in capsys.readouterr().err
    assert json.loads(program("preview"))["example"], "nothing was sampled"
    assert json.loads(program("release", "--clock-is-right"))["release"] is not None
    assert json.loads(program("preview"))["clock"] is None
