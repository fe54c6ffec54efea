"""The corrected M rule, for all groups at once."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CategoryGroups
from epicrec_desktop.privacy.levels import split_levels

NAMES = ("A", "B", "C", "D")
matrices = st.integers(0, 10).flatmap(
    lambda n: arrays(np.float64, (n, 4), elements=st.sampled_from([0.0, 1.0]))
)
levels = st.sampled_from(list(ReleaseLevel))
choices = st.builds(PrivacyChoice, levels, st.dictionaries(st.sampled_from(NAMES), levels))


@given(matrix=matrices, choice=choices)
def test_the_rule_is_that_of_one_movie_at_a_time(matrix, choice):
    groups = CategoryGroups.from_matrix(NAMES, matrix)
    split = split_levels(groups, choice)
    for k, row in enumerate(groups.rows):
        expected = choice.classify(name for name, has in zip(NAMES, row, strict=True) if has)
        assert split.classes[k] is expected
    assert all(split.classes[k] is ItemClass.PERTURBED for k in split.perturbed)
    assert len(split.perturbed) == split.classes.count(ItemClass.PERTURBED)
    rows = split.rows(groups)
    assert all(choice.level(NAMES[j]) is ReleaseLevel.PERTURBED for j in split.columns)
    assert rows.any(axis=0).all()  # a category without perturbable items is not published
    assert rows.any(axis=1).all()  # and every perturbable item is counted somewhere


@given(matrix=matrices, choice=choices)
def test_every_item_is_of_exactly_one_class(matrix, choice):
    groups = CategoryGroups.from_matrix(NAMES, matrix)
    split = split_levels(groups, choice)
    everything = np.arange(groups.items)
    parts = [split.items(groups, everything, kind) for kind in ItemClass]
    assert sorted(np.concatenate(parts).tolist()) == everything.tolist()
