"""`epicrec-lab evaluate` as it is used: tables, one JSON document, plots, and reported problems."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.lab.cli import main
from epicrec_desktop.lab.evaluate import EXPERIMENTS
from epicrec_desktop.lab.tables import print_result

QUICK: dict[str, list[str]] = {
    "calibration": [],
    "perturbation": ["--users", "4", "--epsilon", "0.5", "1"],
    "multiupp": ["--draws", "3", "--epsilon", "0.1", "0.4"],
    "runtime": ["--copies", "1", "2"],
    "heterogeneous": ["--users", "6", "--epsilon", "1", "--share", "0", "0.5", "--weight", "0.5"],
}
KEYS = {
    "perturbation": {"mechanism", "epsilon", "mae", "ci"},
    "multiupp": {"utility", "epsilon", "gain_mae", "gain_mse", "gain_mael", "kl"},
    "runtime": {"system", "step", "items", "seconds"},
    "heterogeneous": {"query", "mechanism", "share", "epsilon", "mae", "ci"},
}


@pytest.fixture(scope="module")
def pair(tmp_path_factory) -> list[str]:
    """Shops with one or two kinds, and thirty people who went to some."""
    folder = tmp_path_factory.mktemp("pair")
    generator = np.random.default_rng(1)
    kinds = ["coffee", "books", "music", "bread"]
    items = ["item,category"]
    for k in range(60):
        chosen = generator.choice(kinds, generator.integers(1, 3), replace=False)
        items += [f"shop{k},{kind}" for kind in chosen]
    users = ["user,item"]
    for u in range(30):
        users += [f"u{u},shop{k}" for k in generator.choice(60, 8, replace=False)]
    paths = folder / "items.csv", folder / "users.csv"
    for path, text in zip(paths, (items, users), strict=True):
        path.write_text("\n".join(text) + "\n", encoding="utf-8")
    return ["--items", str(paths[0]), "--users-items", str(paths[1])]


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> tuple[str, str]:
    assert main(["evaluate", *arguments]) == code
    shown = capsys.readouterr()
    return shown.out, shown.err


def test_calibration_gives_known_answers(pair, capsys):
    result = json.loads(run(capsys, "calibration", *pair, "--json")[0])
    assert [round(z, 2) for z in result["figure4"]["z"]] == [3.61, 2.36, 3.34, 2.36, 1.38]
    assert result["catalog"]["items"] == 60
    assert result["catalog"]["plain_laplace"] == 2  # shops have at most two kinds


@pytest.mark.parametrize("name", QUICK)
def test_each_prints_a_document_and_tables_and_saves_plots(name, pair, tmp_path, capsys):
    pytest.importorskip("matplotlib", reason="the extra “lab” is not installed")
    out, _ = run(capsys, name, *pair, *QUICK[name], "--out", str(tmp_path), "--json")
    document: dict[str, Any] = json.loads(out)
    assert document["plots"]
    for path in document["plots"]:
        assert Path(path).parent == tmp_path
        image = Path(path).read_bytes()
        assert image.startswith(b"\x89PNG")
        assert len(image) > 10_000
    for row in document.get("rows", []):
        assert KEYS[name] <= set(row)
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    print_result(document, Terminal(as_json=False))
    assert_is_table(capsys.readouterr().out)


@pytest.mark.parametrize("name", ["calibration", "quantification"])
def test_without_json_a_table_is_printed(name, pair, capsys):
    out, err = run(capsys, name, *pair)
    assert_is_table(out)
    assert "Traceback" not in err


def assert_is_table(out: str) -> None:
    assert len(out.splitlines()) >= 3
    assert "{" not in out


def test_every_quick_one_is_an_experiment():
    assert set(QUICK) <= set(EXPERIMENTS)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["perturbation", "--users-items", "u.csv"], "go together"),
        (["perturbation", "--catalog", "x", "--items", "i.csv"], "go together"),
        (["perturbation", "--items", "missing.csv"], "missing.csv"),
        (["heterogeneous", "--catalog", "missing"], "missing"),
        (["quantification", "--out", "plots"], "has no plots"),
    ],
)
def test_problems_are_one_sentence(arguments, words, capsys):
    out, err = run(capsys, *arguments, code=1)
    assert out == ""
    (line,) = err.strip().splitlines()
    assert words in line


@pytest.mark.parametrize(
    "arguments",
    [
        ["perturbation", "--users", "0"],
        ["perturbation", "--epsilon", "-1"],
        ["multiupp", "--epsilon", "nan"],
        ["heterogeneous", "--share", "1.5"],
        ["heterogeneous", "--weight", "x"],
        ["nothing"],
        [],
    ],
)
def test_wrong_use(arguments, capsys):
    with pytest.raises(SystemExit) as left:
        main(["evaluate", *arguments])
    assert left.value.code == 2
    assert "usage" in capsys.readouterr().err
