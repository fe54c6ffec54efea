"""A model from elsewhere that is accepted scores every movie with a number."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.recommend.factor_models import FactorModel
from epicrec_desktop.recommend.knowledge_model import DEFAULTS, KnowledgeModel
from small_world import models

NUMBERS = st.one_of(
    st.sampled_from([5e-324, 1e-300, 1e-40, 1e-6, 1.0, 999.0, 999_999.0]),
    st.floats(min_value=0.0, max_value=999_999.0),
)
FACTORS = models()["als"].records
WIDE = np.dtype(
    [(name, "<f4" if name == "scale" else FACTORS.dtype[name]) for name in FACTORS.dtype.names]
)
"""Scales of more range than those of today."""

PROFILES = [np.array([0]), np.array([1, 7, 30])]


def are_numbers(model):
    for profile in PROFILES:
        for weights in (None, np.array([1.0, -0.5, 2.0], dtype=np.float32)[: len(profile)]):
            assert np.isfinite(model.scores(profile, weights)).all()
        assert np.isfinite(model.kinship(profile, profile)).all()


@given(
    st.sampled_from([1e-45, 1e-20, 1.0, 1e6]), NUMBERS, NUMBERS, st.sampled_from([0, 1, 127, None])
)
def test_factor_model(scale, alpha, regularization, level):
    records = FACTORS.astype(WIDE)
    records["scale"] = scale
    if level is not None:
        records["factors"] = level
    try:
        model = FactorModel.create(records, {"alpha": alpha, "regularization": regularization})
    except ValueError:
        return
    are_numbers(model)


@pytest.mark.parametrize("most", [None, 3e38])
@given(st.dictionaries(st.sampled_from(sorted(DEFAULTS)), NUMBERS, max_size=3))
def test_knowledge_model(most, changes):
    good = models()["knowledge"]
    records = good.records.copy()
    if most is not None:
        records["popularity"][0] = most
    try:
        model = KnowledgeModel.create(records, {**good.parameters, **changes})
    except ValueError:
        return
    are_numbers(model)
