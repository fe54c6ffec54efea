"""docs/library.md runs as it stands, and what it makes holds what it says."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.services import sampling

PAGE = Path(__file__).resolve().parents[1] / "docs" / "library.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def names() -> dict[str, Any]:
    """What all blocks leave behind, run in order, with one list of random numbers."""
    found: dict[str, Any] = {}
    numbers = NumpySource(np.random.default_rng(2))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampling, "SecureSource", lambda: numbers)
        for block in BLOCKS:
            exec(compile(block, str(PAGE), "exec"), found)
    return found


def test_ten_lines_are_enough():
    (block,) = (block for block in BLOCKS if "sanitize(groups, choice, mechanism" in block)
    assert len([line for line in block.splitlines() if line]) <= 10


def test_a_release_keeps_its_budget_exactly(names):
    for name in ("mechanism", "by_category", "improved"):
        assert 0 < names[name].loss <= names[name].epsilon
    assert 0.5 < names["sure"] < 0.75
    assert names["together"] == names["improved"].loss  # that of the best copy
    assert len(names["bits"]) == 100


def test_levels_are_kept(names):
    """At No Release nothing of a category leaves; what is all open needs no noise."""
    matrix, released = names["matrix"], names["released_by_category"]
    categories = names["categories"]
    assert len(released) > 0
    assert matrix[released, categories.index("horror")].sum() == 0
    assert (
        matrix[released][:, [categories.index("drama"), categories.index("war")]].any(axis=1).all()
    )


def test_a_list_is_of_distinct_items_and_recommends_others(names):
    for name in ("released", "better"):
        assert len(np.unique(names[name])) == len(names[name]) > 0
    assert len(names["best"]) == 10
    assert not set(names["best"]) & {names["ids"][i] for i in names["released"]}
