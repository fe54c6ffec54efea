"""Plots: written as pictures, labels apart, and a sentence where matplotlib is missing."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.lab import figures
from epicrec_desktop.lab.experiments import perturbation

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module", autouse=True)
def _with_matplotlib() -> None:
    pytest.importorskip("matplotlib", reason="the extra “lab” is not installed")


def sheet() -> figures.Sheet:
    made = figures.Sheet("A title", "what it shows, with ε", panels=2)
    series = [
        figures.Series("one", [1, 2, 4], [3.0, 2.0, 1.0], figures.Color.GREEN, interval=[0.2] * 3),
        figures.Series("two", [1, 2, 4], [3.0, 2.0, 1.001], figures.Color.RED, style="--"),
    ]
    figures.lines(made.panels[0], series, heading="linear")
    made.panels[1].set_xscale("log")
    made.panels[1].set_yscale("log")
    figures.lines(made.panels[1], series, heading="logarithmic")
    return made


def test_a_sheet_is_written_with_a_label_for_each_line(tmp_path: Path) -> None:
    made = sheet()
    path = made.save(tmp_path / "new" / "folder", "both")
    assert path.read_bytes()[:8] == PNG
    for axes in made.panels:
        labels = {text.get_text(): text.xy[1] for text in axes.texts}
        assert set(labels) == {"one", "two"}
        assert abs(labels["one"] - labels["two"]) > 0.05  # the lines end at one place


@given(heights=st.lists(st.floats(0, 1), max_size=12))
def test_labels_keep_order_and_distance(heights: list[float]) -> None:
    placed = figures._spread_labels(sorted(heights))
    assert len(placed) == len(heights)
    assert all(b - a >= figures._LABEL_GAP - 1e-9 for a, b in pairwise(placed))
    assert all(y >= -1e-9 for y in placed)


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EpicRecError, match="--out"):
        sheet().save(tmp_path / "file", "plot")


def test_without_matplotlib_there_is_a_sentence_and_no_work(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from epicrec_desktop.lab.cli import main\n"
        f"sys.exit(main(['evaluate', 'perturbation', '--out', {str(tmp_path)!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "'.[lab]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_perturbation_plot(tmp_path: Path) -> None:
    names = ["S-DPDP", "plain Laplace", "grouping and smoothing"]
    names += ["public mean profile", "public median profile"]
    rows = [
        {"mechanism": name, "epsilon": e, "mae": 5 / e + k, "ci": 0.5, "bound": 16 / e}
        for k, name in enumerate(names)
        for e in (0.5, 0.1)
    ]
    result = {"users": 20, "population": "made up", "rows": rows}
    (path,) = perturbation.plot(result, tmp_path)  # no user had levels for the second panel
    assert path.name == "perturbation.png"
    assert path.read_bytes()[:8] == PNG
