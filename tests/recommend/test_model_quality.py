"""What a model is worth: measured on people held out, kept in its manifest, read with care."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.recommend import model_files
from epicrec_desktop.recommend.linear_training import train
from epicrec_desktop.recommend.metrics import quality, split
from epicrec_desktop.recommend.model_manifest import ModelQuality, read_manifest
from epicrec_desktop.recommend.model_quality import (
    learned_question_ndcg,
    popularity_ndcg,
    published_mechanism_ndcg,
)
from epicrec_desktop.recommend.ranking import Alignment
from epicrec_desktop.recommend.release_scorers import PopularityScorer
from epicrec_desktop.recommend.share_scorer import CellRows, ShareScorer
from small_world import ASKED_KINDS, models, world

WORTH = ModelQuality(0.4, 0.01, 0.3, 0.2, 60, ((0.1, 0.22), (1.0, 0.3)), ((0.1, 0.19), (1.0, 0.24)))


def test_quality_is_stored_with_the_model_outside_its_id(tmp_path):
    model = train(world().ratings)
    before = model.id
    model.training = {"held_out": WORTH.document}
    model_files.save(model, tmp_path)
    for _ in range(2):  # checked, and known to be whole
        back = model_files.load(tmp_path)
        assert back.id == before
        assert ModelQuality.of(back.training) == WORTH
    fetched = model_files.assemble(read_manifest(tmp_path), back.items_file)
    assert ModelQuality.of(fetched.training) == WORTH
    assert ModelQuality.of(models()["als"].training) is None


def test_quality_is_interpolated_and_never_extrapolated():
    assert WORTH.of_release(0.0, "released") == 0.2
    assert WORTH.of_release(0.05, "released") == pytest.approx(0.21)
    assert WORTH.of_release(0.55, "released") == pytest.approx(0.26)
    assert WORTH.of_release(50.0, "released") == 0.3
    assert WORTH.of_release(0.55, "published") == pytest.approx(0.22)
    assert WORTH.of_release(0.55, "") is None, "of a mechanism that was not measured"
    for name in ("released", "published"):
        assert ModelQuality(0.4, 0.01, 0.3, 0.2, 60).of_release(0.3, name) is None


def test_quality_never_falls_with_the_budget():
    assert WORTH.of_release(0.1, "published") == 0.2  # measured 0.19, popularity 0.2


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)


@given(st.fixed_dictionaries(dict.fromkeys(WORTH.document, JSON)) | JSON)
def test_untrusted_manifest_is_quality_or_none(document):
    found = ModelQuality.of({"held_out": document})
    if found is not None:
        assert 0.0 <= found.ndcg10 <= 1.0
        for name in ("released", "published"):
            release = found.of_release(0.3, name)
            assert release is None or 0.0 <= release <= 1.0


def test_quality_rises_with_budget_and_is_highest_for_true_profiles():
    rest, held = split(world().ratings, held_out=0.4)
    model, catalog = train(rest), world().catalog
    rows = CellRows.of(ASKED_KINDS, catalog, Alignment.of(model, catalog).movie)
    aware = ShareScorer.train("", ASKED_KINDS.cells, rows, model, rest)
    found = learned_question_ndcg(model, rows, aware, rest.wire_ids, held, (0.05, 20.0))
    popular = popularity_ndcg(model, rest.wire_ids, held)
    exact = quality(model, tuple(rest.wire_ids), held).ndcg10
    assert popular < found[1][1] <= exact + 0.05
    assert found[0][1] < found[1][1]


def test_quality_of_published_mechanism_rises_with_budget():
    rest, held = split(world().ratings, held_out=0.4)
    model, catalog = train(rest), world().catalog
    membership = catalog.membership(Alignment.of(model, catalog).movie)
    scales = dict.fromkeys(catalog.categories[:5], 2.0)
    scorer = PopularityScorer(model, catalog.categories, membership)
    found = published_mechanism_ndcg(scorer, scales, rest.wire_ids, held, (0.01, 50.0))
    assert [epsilon for epsilon, _ in found] == [0.01, 50.0]
    assert 0.0 <= found[0][1] < found[1][1] <= 1.0
