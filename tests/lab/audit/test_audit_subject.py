"""What is claimed of the audited movies."""

from fractions import Fraction

import pytest

from epicrec_desktop.domain.choices import ItemClass
from epicrec_desktop.lab.audit.subject import CATALOG, EPSILON, MIXED_LEVELS, SINGLE_LEVEL, Subject
from epicrec_desktop.lab.audit.trials import TIGHT, honest_trials, planted_trials
from epicrec_desktop.privacy.families import IMPROVED, PUBLISHED

FULL = {"full": Fraction(1)}


@pytest.mark.parametrize("family", dict.fromkeys(t.subject.family for t in honest_trials()))
@pytest.mark.parametrize("choice", [SINGLE_LEVEL, MIXED_LEVELS])
def test_the_tight_movie_costs_the_whole_budget(family, choice):
    loss = Subject(family, choice, TIGHT, FULL).loss(FULL)
    left = Fraction(1, 10**6) if family in (IMPROVED, PUBLISHED) else Fraction(1, 100)
    assert EPSILON - left < loss <= EPSILON  # a learned row is rounded towards zero


def test_a_movie_of_fewer_categories_than_another_costs_less():
    """Under optimized scales: its own loss is what bounds are compared with, not ε."""
    published = Subject(PUBLISHED, SINGLE_LEVEL, ("Comedy",), FULL)
    assert published.loss(FULL) < Fraction(3, 4)
    assert Subject(IMPROVED, SINGLE_LEVEL, ("Comedy",), FULL).loss(FULL) == EPSILON


def test_a_coalition_is_claimed_to_learn_what_the_most_trusted_one_does():
    trust = {"half": Fraction(1, 2), "full": Fraction(1)}
    subject = Subject(IMPROVED, SINGLE_LEVEL, TIGHT, trust)
    assert subject.loss(["half"]) == EPSILON / 2
    assert subject.loss(trust) == subject.loss(["full"]) == EPSILON


def test_histories_differ_in_one_movie_and_counts_are_not_zero():
    for trial in (*honest_trials(), *planted_trials()):
        subject = trial.subject
        assert subject.movie in CATALOG.index
        assert subject.movie not in subject.history
        movie = CATALOG.movies[CATALOG.index[subject.movie]]
        assert movie.categories == subject.audited
        assert subject.choice.classify(subject.audited) is ItemClass.PERTURBED
        alike = [w for w in subject.history if CATALOG.movies[CATALOG.index[w]].categories]
        assert len(alike) == len(set(subject.history)) > 10


def test_mixed_levels_make_movies_of_every_class():
    classes = {MIXED_LEVELS.classify(movie.categories) for movie in CATALOG.movies}
    assert classes == set(ItemClass)
