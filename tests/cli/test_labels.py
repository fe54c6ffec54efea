"""Terms in a terminal: those of the window, and every category by either name."""

from fractions import Fraction

from epicrec_desktop.cli import labels
from epicrec_desktop.domain.movies import CATEGORIES, Movie, category_label
from epicrec_desktop.privacy.families import FAMILIES


def test_a_category_is_found_by_its_own_name_and_by_the_one_that_is_shown():
    for name in CATEGORIES:
        assert labels.category_key(name.upper()) == name
        assert labels.category_key(category_label(name).lower()) == name
    assert labels.category_key("Slapstick") is None
    assert category_label("Slapstick") == "Slapstick"


def test_one_is_no_plural():
    assert labels.with_noun(1, "suggestion") == "1 suggestion"
    assert labels.with_noun(1200, "suggestion") == "1,200 suggestions"
    assert labels.with_noun(2, "film has", "films have") == "2 films have"


def test_a_mechanism_is_named_as_it_is_chosen():
    for family in FAMILIES.values():
        assert {labels.mechanism_name(name) for name in family.names} == {family.key}
    assert labels.mechanism_name("S-MAP") == "improved"
    assert labels.mechanism_name("of a newer version") == "of a newer version"


def test_a_budget_is_said_to_be_of_the_movies_of_one_period():
    assert labels.budget_sentence(Fraction(1, 5)) == (
        "ε = 0.200 for the movies confirmed between one list and the next, at most one a month."
    )


def test_twins_differ_by_director_and_categories():
    twins = [Movie("Emma", 1996, ("Comedy", "Romance")), Movie("Emma", 1996, ("Drama",))]
    other = Movie("Emma", 2020, ("Comedy",))
    assert labels.distinct_labels([*twins, other], ["A. Person", "", "B. Person"]) == [
        "Emma (1996) – A. Person, Comedy, Romance",
        "Emma (1996) – Drama",
        "Emma (2020)",
    ]
