"""`evaluate gate`: decisions of a service about contributions, on a few people."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi", reason="the service needs the extra `server`")

from epicrec_desktop.lab.experiments import gate
from epicrec_desktop.lab.population import synthetic_catalog


def _decisions(changes: list[tuple[float, bool]]) -> list[dict[str, object]]:
    return [
        {
            "liars": 0.0,
            "gain": 0.1,
            "used": number > 0,
            "change": change,
            "published": published,
            "place_before": 10.0,
            "place": 20.0,
        }
        for number, (change, published) in enumerate(changes)
    ]


def test_a_decision_is_wrong_beyond_the_margin_alone() -> None:
    """Worse by more than 5 % must not be published, and what is as good must not be refused."""
    row = gate._row(
        _decisions([(-0.06, True), (-0.04, True), (-0.04, False), (0.0, False), (0.1, True)])
    )
    assert (row["published"], row["publish_wrong"], row["refuse_wrong"]) == (3, 1, 1)
    assert (row["helped"], row["used"], row["use_right"]) == (5, 4, 4)
    assert row["change"] == [-0.06, -0.04, 0.1]
    assert row["places"] == [10.0, 20.0]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_honest_contributions_help_and_are_used() -> None:
    found = gate.run(synthetic_catalog(400), people=3_000, runs=1, liars=(0.0, 0.05))
    honest, lied_to = found["rows"]
    assert found["users"] == 80
    assert honest["helped"] == honest["used"] == honest["published"] == 1
    # Lies cost something, and raise the movie that they push.
    assert lied_to["change"][1] < 0.0
    assert lied_to["places"][1] < lied_to["places"][0]
