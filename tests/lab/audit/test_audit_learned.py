"""What the audit claims of the learned question, and that a costly row is more than that."""

from fractions import Fraction

import numpy as np

from epicrec_desktop.lab.audit.subject import CATALOG, SINGLE_LEVEL, Subject, asked
from epicrec_desktop.lab.audit.trials import FULL, HALF, TIGHT, costly_row, honest_trials
from epicrec_desktop.privacy.families import LEARNED

SUBJECT = Subject(LEARNED, SINGLE_LEVEL, TIGHT, {"full": FULL, "half": HALF})


def counted(items: list[int]) -> tuple[int, ...]:
    return SUBJECT.mechanism.count(
        CATALOG.groups, SINGLE_LEVEL, np.array(items, dtype=np.int64), asked=asked()
    )


def test_the_audited_movie_costs_nearly_the_whole_budget():
    assert SUBJECT.mechanism.loss == 1
    assert Fraction(99, 100) < SUBJECT.loss(["full"]) <= 1
    assert SUBJECT.loss(["half"]) == SUBJECT.loss(["full"]) / 2
    # Most of it is in one cell, so that a few thousand releases tell the two histories apart.
    assert np.abs(asked().rows[0]).max() >= asked().multiplier * 0.6


def test_a_planted_row_costs_half_as_much_again():
    good = counted([0])
    with costly_row():
        planted = counted([0])
    scale = SUBJECT.mechanism.scales[0]
    assert sum(map(abs, good)) / scale <= 1
    assert Fraction(148, 100) < sum(map(abs, planted)) / scale <= Fraction(3, 2)
    assert counted([0]) == good


def test_the_learned_question_is_audited():
    assert any(trial.subject.family is LEARNED for trial in honest_trials())
