"""A trained scorer is kept in a file, under what it was trained from."""

import numpy as np
import pytest

from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.scorer_files import load_scorer, save_scorer
from small_world import models, world

COUNTS = {"Horror": 12.0, "Comedy": 3.5}


@pytest.fixture(scope="module")
def scorer() -> ReleaseScorer:
    return ReleaseScorer.for_catalog(models()["als"], world().catalog, world().ratings)


def test_loaded_scorer_gives_equal_scores(scorer, tmp_path):
    save_scorer(scorer, tmp_path / "s.npz", "one")
    back = load_scorer(tmp_path / "s.npz", "one")
    assert back is not None
    assert back.shares.cells == scorer.shares.cells
    for epsilon in (0.1, 1.0):
        np.testing.assert_array_equal(back.scores(COUNTS, epsilon), scorer.scores(COUNTS, epsilon))
    assert [file.name for file in tmp_path.iterdir()] == ["s.npz"]


def test_scorer_of_another_training_is_ignored(scorer, tmp_path):
    save_scorer(scorer, tmp_path / "s.npz", "one")
    assert load_scorer(tmp_path / "s.npz", "two") is None
    assert load_scorer(tmp_path / "none.npz", "one") is None


@pytest.mark.parametrize("at", [0, 30, 200, -30])
def test_a_damaged_file_counts_as_none(scorer, tmp_path, at):
    file = tmp_path / "s.npz"
    save_scorer(scorer, file, "one")
    whole = file.read_bytes()
    place = at % len(whole)
    file.write_bytes(whole[:place])
    assert load_scorer(file, "one") is None
    file.write_bytes(whole[:place] + bytes(64) + whole[place + 64 :])
    assert load_scorer(file, "one") is None
