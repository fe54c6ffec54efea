"""Exports whose samples lie ahead, are unknown or cannot be computed: nothing of them is lost."""

import json
import secrets
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.months import next_period, period_of
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.recommend.learned_question import SHIPPED_BEFORE, load_question
from epicrec_desktop.services.backup.restore import RestoreResult
from epicrec_desktop.services.backup.restore_sentences import restore_sentences
from epicrec_desktop.store.choices import StateRepository
from epicrec_desktop.store.sample_file import LossCause, join_twice
from losses import causes_of, joint_loss, periods_of

HEAT, MATRIX = "Heat (1995)", "The Matrix (1999)"
MONTH = timedelta(days=31)


def document_of(world: Any, folder: Path) -> dict[str, Any]:
    file = folder / "export.json"
    world.services.data.export(file, replace=True)
    return dict(json.loads(file.read_text(encoding="utf-8")))


def bring(world: Any, document: dict[str, Any], folder: Path) -> RestoreResult:
    file = folder / "changed.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    backup = world.services.backup
    return backup.restore(backup.plan(file))


def said(done: RestoreResult) -> str:
    return " ".join(str(line) for line in restore_sentences(done))


@pytest.fixture
def document(home, tmp_path) -> dict[str, Any]:
    """The export of a library that released one movie in this month."""
    there = home("there")
    there.add(HEAT)
    there.release()
    return document_of(there, tmp_path)


def test_months_ahead_stay_free_and_their_loss_counts(world, home, document, tmp_path):
    """Each counted as sampled would leave the month without a sample."""
    windows = document["draws"]["windows"]
    ((this, period),) = windows.items()
    month = this
    for _ in range(1_100):
        month = next_period(month)
        windows[month] = period
    world.add(MATRIX)
    done = bring(world, document, tmp_path)
    assert set(world.sampled()) == {this, next_period(this)}  # a clock may be ahead by a day
    assert "months that are still to come" in said(done)
    loss = joint_loss(world.services)
    again = bring(world, document, tmp_path)
    assert joint_loss(world.services) == loss
    assert not again.changes
    world.clock.moment += 2 * MONTH
    world.release()
    assert period_of(world.clock.moment) in world.sampled()
    assert joint_loss(world.services) >= loss


def test_a_clock_that_was_ahead_costs_its_loss_once(home, tmp_path):
    one, two = home("one"), home("two")
    one.clock.moment += 120 * MONTH
    one.add(HEAT)
    one.release()
    exported = document_of(one, tmp_path)
    bring(two, exported, tmp_path)
    assert two.sampled() == {}
    lost = joint_loss(one.services)
    # What was sampled there, and that it may be sampled on there.
    assert joint_loss(two.services) == 2 * lost
    two.release()
    assert set(two.sampled()) == {period_of(two.clock.moment)}
    assert joint_loss(two.services) == 3 * lost
    bring(one, exported, tmp_path)  # where it was sampled, it is known
    assert joint_loss(one.services) == lost


def learned(document: dict[str, Any]) -> dict[str, Any]:
    (period,) = document["draws"]["windows"].values()
    mechanism = period["document"]["mechanism"]
    assert mechanism["question"] == load_question().digest
    return dict(period["document"])


def renamed(document: dict[str, Any]) -> None:
    learned(document)["mechanism"]["categories"][0] = "Another cell"


def one_cell_less(document: dict[str, Any]) -> None:
    period = learned(document)
    mechanism = period["mechanism"]
    for values in (mechanism["categories"], mechanism["scales"], *mechanism["rows"]):
        values.pop()
    for tier in period["rungs"].values():
        tier.pop()


def cheaper_rows(document: dict[str, Any]) -> None:
    """Rows of nothing would make the sample cost nothing."""
    learned(document)["mechanism"]["rows"] = []


def series_that_its_question_does_not_have(document: dict[str, Any]) -> None:
    """Its account would claim that a series costs what one movie does."""
    mechanism = learned(document)["mechanism"]
    assert mechanism["by_series"]
    mechanism["question"] = load_question(SHIPPED_BEFORE).digest


def scales(value: str) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        mechanism = learned(document)["mechanism"]
        mechanism["scales"] = [value] * len(mechanism["scales"])

    return change


def scales_without_a_common_divisor(document: dict[str, Any]) -> None:
    """The loss of the sample has as many digits as all of them."""
    mechanism = learned(document)["mechanism"]
    count = len(mechanism["scales"])
    del mechanism["question"], mechanism["by_series"]
    mechanism |= {
        "kind": "improved",
        "categories": CATEGORIES[:count],
        "multiplier": 1,
        "rows": [[1] * count],
        "scales": [f"{10**95 + 2 * place + 1}/{10**85}" for place in range(count)],
    }


def noise(value: int) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        learned(document)["rungs"]["1"][0] = value

    return change


def counted(value: int) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        document["draws"]["draws"] = value

    return change


def lost(value: str) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        loss = {"loss": value, "why": "copied", "windows": [], "epoch": None, "kind": "release"}
        document["draws"]["earlier"] = [loss]

    return change


@pytest.mark.parametrize(
    "change",
    [
        renamed,
        one_cell_less,
        cheaper_rows,
        series_that_its_question_does_not_have,
        scales("1" + "0" * 395),
        scales_without_a_common_divisor,
        noise(10**400),
        counted(10**4_000),
        lost("9" * 390),
    ],
)
def test_what_cannot_be_computed_is_refused(change, world, document, tmp_path):
    change(document)
    with pytest.raises(EpicRecError, match="Nothing was changed"):
        bring(world, document, tmp_path)
    assert joint_loss(world.services) == 0


def test_more_samples_than_the_second_copy_has_room_for_are_refused(world, document, tmp_path):
    """It could never be read again: each start would count all of them once more."""
    windows = document["draws"]["windows"]
    ((_, period),) = windows.items()
    period["document"]["issued"] = {f"{number:04}".ljust(590, "x"): "1" for number in range(1_000)}
    for number in range(14):
        windows[f"{2000 + number}-01"] = period
    with pytest.raises(EpicRecError, match="larger than any export"):
        bring(world, document, tmp_path)
    assert joint_loss(world.services) == 0


def test_a_loss_whose_fraction_is_long_is_rounded_up_and_exported(world, document, tmp_path):
    """Periods of different mechanisms that one movie was counted in have no common divisor."""
    windows = document["draws"]["windows"]
    ((name, period),) = windows.items()
    del windows[name]
    for number in range(1, 13):
        other = windows[f"2001-{number:02}"] = json.loads(json.dumps(period))
        mechanism = other["document"]["mechanism"]
        mechanism["scales"] = [f"{10**95 + 2 * number + 1}/{10**87}"] * len(mechanism["scales"])
    document["draws"]["twice"] = [[*windows]]
    world.release()
    bring(world, document, tmp_path)
    loss = joint_loss(world.services)
    exported = document_of(world, tmp_path)
    (lost,) = exported["draws"]["earlier"]
    assert len(lost["loss"]) < 300
    stored = periods_of(world.services)
    exact = sum(stored[name].loss() for name in windows)
    assert exact <= Fraction(lost["loss"]) < exact * 2
    assert not bring(world, exported, tmp_path).changes
    assert joint_loss(world.services) == loss


def test_a_sample_of_an_unknown_question_is_set_aside(world, document, tmp_path):
    """Nothing could be read from it, and its month would stay empty."""
    learned(document)["mechanism"]["question"] = secrets.token_hex(32)
    done = bring(world, document, tmp_path)
    assert world.sampled() == {}
    assert "a question that this version does not know" in said(done)
    loss = joint_loss(world.services)
    assert loss > 0
    world.release()
    assert joint_loss(world.services) > loss


def test_a_loss_that_is_known_here_stays_whatever_an_export_counts(home, tmp_path):
    mine = home("mine")
    mine.add(HEAT)
    mine.release()
    exported = document_of(mine, tmp_path)
    before, months = joint_loss(mine.services), mine.sampled().keys()
    mine.services.close()
    for left in mine.paths.data.glob("epicrec.sqlite3*"):
        left.unlink()
    again = home("mine")
    assert joint_loss(again.services) == before
    exported["draws"] |= {"draws": 10**6, "windows": {}}
    bring(again, exported, tmp_path)
    assert joint_loss(again.services) >= before
    assert again.sampled().keys() == months


def test_planning_writes_the_mechanisms_once(world, document, tmp_path, monkeypatch):
    """They were read and written with every month, each time all of them."""
    windows = document["draws"]["windows"]
    ((_, period),) = windows.items()
    for number in range(60):
        other = json.loads(json.dumps(period))
        mechanism = other["document"]["mechanism"]
        more = Fraction(number + 2, number + 1)
        mechanism["scales"] = [str(Fraction(scale) * more) for scale in mechanism["scales"]]
        windows[f"{2000 + number // 12}-{number % 12 + 1:02d}"] = other
    written: Counter[str] = Counter()
    put = StateRepository.put

    def counting(self, key, value):
        written[key] += 1
        put(self, key, value)

    monkeypatch.setattr(StateRepository, "put", counting)
    done = bring(world, document, tmp_path)
    assert len(done.samples.periods.taken) == 61
    assert written["mechanisms"] == 2  # of the plan, and of what was done


def test_groups_of_months_are_joined_by_inclusion():
    months = [f"{2000 + n // 12}-{n % 12 + 1:02d}" for n in range(60)]
    groups = [months[n : n + 2 + n % 3] for n in range(50)]
    joined = join_twice(groups, [[months[0], months[0]]], [[months[0]]])
    every = [Counter(group) for group in joined]
    assert all(any(Counter(group) <= one for one in every) for group in groups), (
        "each group is in one"
    )
    assert not any(one <= other for one in every for other in every if one is not other)
    assert (months[0], months[0]) in joined


def test_the_loss_of_a_month_ahead_is_named(world, document, tmp_path):
    windows = document["draws"]["windows"]
    windows["2125-01"] = windows.pop(next(iter(windows)))
    bring(world, document, tmp_path)
    assert set(causes_of(world.services)) == {LossCause.JOINED, LossCause.COPIED}
