"""Plots: written as pictures, labels apart, and a sentence where matplotlib is missing."""

from importlib import import_module
from typing import Any

import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.lab import figures
from epicrec_desktop.lab.experiments import perturbation
from processes import python

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module", autouse=True)
def _with_matplotlib() -> None:
    pytest.importorskip("matplotlib", reason="the extra “lab” is not installed")


def sheet() -> figures.Sheet:
    series = [
        figures.Series("one", [1, 2, 4], [3.0, 2.0, 1.0], figures.Color.GREEN, ([2] * 3, [4] * 3)),
        figures.Series("two", [1, 2, 4], [3.0, 2.0, 1.001], figures.Color.RED, style="--"),
    ]
    panels = [
        figures.Lines("linear", series, "x", marks=[("here", 2.0, figures.Color.BLUE)]),
        figures.Lines("logarithmic", series, "x", "xy"),
    ]
    return figures.Sheet("both", "A title", "what it shows, with ε", panels)


def test_a_sheet_is_written_with_a_label_for_each_line(tmp_path):
    figures.require_plots()
    made = sheet()
    path = made.save(tmp_path / "new" / "folder")
    assert path.name == "both.png"
    assert path.read_bytes()[:8] == PNG
    for panel, labels in zip(made.panels, (["two", "one", "here"], ["two", "one"]), strict=True):
        axes = matplotlib_axes()
        panel.draw(axes)
        assert [text.get_text() for text in axes.get_legend().get_texts()] == labels
        assert [tick.get_text() for tick in axes.get_xticklabels()] == ["1", "2", "4"]


def matplotlib_axes() -> Any:
    return import_module("matplotlib.figure").Figure().subplots()


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(EpicRecError, match="--out"):
        sheet().save(tmp_path / "file")


def test_without_matplotlib_there_is_a_sentence_and_no_work(tmp_path):
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from epicrec_desktop.lab.cli import main\n"
        f"sys.exit(main(['evaluate', 'perturbation', '--out', {str(tmp_path)!r}]))"
    )
    done = python("-c", code)
    assert done.returncode == 1
    assert "'.[lab]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


def test_perturbation_plot(tmp_path):
    names = ["S-DPDP", "plain Laplace", "grouping and smoothing"]
    names += ["public mean profile", "public median profile"]
    rows = [
        {"mechanism": name, "epsilon": e, "mae": 5 / e + k, "ci": 0.5, "bound": 16 / e}
        for k, name in enumerate(names)
        for e in (0.5, 0.1)
    ]
    result = {"users": 20, "population": "made up", "rows": rows}
    (path,) = (
        made.save(tmp_path) for made in perturbation.plot(result)
    )  # no user had levels for the second panel
    assert path.name == "perturbation.png"
    assert path.read_bytes()[:8] == PNG
