"""A plugin for pytest under Wine: skips what `only_wine.toml` names, and nothing else."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

# Wine hands on no variable of Linux that begins with QT_. Tests of Linux draw offscreen, where
# there are no fonts on Windows.
os.environ["QT_QPA_PLATFORM"] = os.environ.get("EPICREC_TEST_PLATFORM", "windows")

# Qt warns where it finds no folder of fonts.
os.environ["QT_QPA_FONTDIR"] = str(Path(__file__).parents[2] / "resources" / "fonts")

LISTED = Path(__file__).with_name("only_wine.toml")


def listed() -> dict[str, str]:
    """Reasons by the names of tests."""
    document = tomllib.loads(LISTED.read_text(encoding="utf-8"))
    return {str(name): str(reason) for name, reason in document.items()}


def names_of(item: pytest.Item) -> tuple[str, str]:
    """The test as the list names it: with its parameters, and without."""
    whole = item.nodeid.replace("\\", "/")
    return whole, whole.partition("[")[0]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what is listed. A listed test of a collected file that is no longer there fails."""
    reasons = listed()
    files = {item.nodeid.replace("\\", "/").partition("::")[0] for item in items}
    known = {name for item in items for name in names_of(item)}
    gone = [name for name in reasons if name.partition("::")[0] in files and name not in known]
    if gone:
        raise pytest.UsageError(f"only_wine.toml names tests that are gone: {', '.join(gone)}")
    for item in items:
        for name in names_of(item):
            if name in reasons:
                item.add_marker(pytest.mark.skip(reason=f"Wine: {reasons[name]}"))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Print a failure at once, so that a run stopped at its time limit has reported it."""
    if report.failed:
        said = str(report.longrepr).strip().splitlines()
        errors = [line for line in said if line.startswith("E ")]
        print(f"\n{report.outcome}: {report.nodeid}", *errors[:3], sep="\n", flush=True)
