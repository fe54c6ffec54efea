"""`epicrec-lab audit`: its document, its table, and when it fails."""

import json
from dataclasses import replace
from typing import Any

import pytest

from epicrec_desktop.lab.audit import SAMPLES, run, trials
from epicrec_desktop.lab.audit.trials import Size
from epicrec_desktop.lab.cli import main


def finding(name: str, claimed: float, bound: float) -> dict[str, Any]:
    return {
        "name": name,
        "mechanism": "S-MAP",
        "movie": ["Documentary"],
        "providers": {"half": 0.5, "full": 1.0},
        "claimed": claimed,
        "certified_lower_bound": bound,
        "samples": 2_000,
        "often": 1_000,
        "rarely": 400,
        "event": "count of Documentary",
    }


def document(bound: float, caught: float) -> dict[str, Any]:
    claim, fault = finding("nested copies", 1.0, bound), finding("exact count", 1.0, caught)
    return {
        "claimed": 1.0,
        "certified_lower_bound": bound,
        "samples": 2_000,
        "planted": {"exact count": caught > 1.0},
        "violations": [claim] if bound > 1.0 else [],
        "confidence": 0.99,
        "claims": [claim],
        "faults": [fault],
        "releases": 1_234,
        "stopped": False,
        "seconds": 5.6,
    }


@pytest.mark.parametrize(
    ("bound", "caught", "code", "word", "problem"),
    [
        (0.8, 2.9, 0, "holds", ""),
        (1.2, 2.9, 1, "VIOLATED", "loses at least 1.200 where 1.000 is claimed"),
        (0.8, 0.4, 1, "MISSED", "missed what was planted (exact count)"),
    ],
)
def test_the_report_names_violations_and_missed_faults(
    bound, caught, code, word, problem, monkeypatch, capsys
):
    asked = []

    def audited(samples, **_):
        asked.append(samples)
        return document(bound, caught)

    monkeypatch.setattr(run, "run", audited)
    monkeypatch.setenv("COLUMNS", "70")  # the verdict is told in a narrow terminal too
    assert main(["audit", "--samples", "123"]) == code
    output = capsys.readouterr()
    assert asked == [123]
    assert word in output.out
    assert problem in output.err
    assert bool(output.err) == bool(problem)


def test_json(monkeypatch, capsys):
    monkeypatch.setattr(run, "run", lambda samples, **_: document(0.8, 2.9) | {"samples": samples})
    assert main(["audit", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["samples"] == SAMPLES
    assert output["planted"] == {"exact count": True}
    assert output["certified_lower_bound"] <= output["claimed"]


def test_stopped_it_prints_what_there_is_and_says_so(monkeypatch, capsys):
    monkeypatch.setattr(run, "run", lambda *_, **__: document(0.8, 2.9) | {"stopped": True})
    assert main(["audit"]) == 1
    output = capsys.readouterr()
    assert "holds" in output.out
    assert "Stopped." in output.err


@pytest.mark.parametrize("samples", ["0", "-3", "many", "1000001"])
def test_wrong_use(samples, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["audit", "--samples", samples])
    assert stopped.value.code == 2
    assert "--samples" in capsys.readouterr().err


@pytest.mark.slow
def test_a_whole_small_audit(monkeypatch, capsys):
    """The real thing with few releases and one fault: whatever leaks exactly is caught by them."""
    small = [replace(trial, size=Size(5, 5, 10)) for trial in trials.honest_trials()]
    (leak,) = (trial for trial in trials.planted_trials() if trial.name == "exact count")
    monkeypatch.setattr(run, "honest_trials", lambda samples: small)
    monkeypatch.setattr(run, "planted_trials", lambda: [leak])
    assert main(["audit", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["planted"] == {"exact count": True}
    assert output["violations"] == []
    assert output["releases"] == 2 * (20 + 6 * 20 + 180)
    mechanisms = [claim["mechanism"] for claim in output["claims"]]
    assert mechanisms == ["M-DPDP"] + ["S-MAP"] * 4 + ["S-LQ"] * 3
    assert all(c["certified_lower_bound"] <= c["claimed"] for c in output["claims"])
