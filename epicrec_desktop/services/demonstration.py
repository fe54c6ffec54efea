"""Demonstrate blurring with made-up movies and a made-up person, by the real mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CategoryGroups, Movie
from epicrec_desktop.privacy.families import category_family
from epicrec_desktop.privacy.learned import AskedQuestion, ProfilePosterior, most_likely
from epicrec_desktop.privacy.mechanism import plan, plan_question, sample, sanitize
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.services.asked_question import Counting
from epicrec_desktop.services.sampling import SecureSource

BUDGET = Fraction(1, 5)
WATCHED = {"Comedy": 21, "Drama": 14, "Horror": 2, "Romance": 9, "Sci-Fi": 17, "Western": 5}
"""Movies of the made-up person, by category: every second of the newest, each of one category."""
PER_CATEGORY = 60
NEWEST = 2020
SHOWN = 8

_FIRST = (
    *("The Paper", "A Borrowed", "The Eighth", "Her Quiet", "Under the", "Return to", "One More"),
    *(
        "The Unpaid",
        "Beyond the",
        "No",
        "My Cousin's",
        "The Upside-Down",
        "Waiting for",
        "Half of",
    ),
    *("The Glass", "Songs of the", "A Very Small", "Good Night,"),
)
_SECOND = (
    *("Lighthouse", "Orchard", "Tram", "Snowman", "Clockwork", "Harbor", "Comet", "Letter"),
    *("Teapot", "Archipelago", "Bicycle", "Cartographer", "Avalanche", "Umbrella", "Telescope"),
    *("Lantern", "Ferry", "Accordion", "Glacier", "Almanac"),
)


@dataclass(frozen=True)
class Demonstration:
    """One sample of the demonstration.

    `true`, `noisy` and `in_list` are movies, or shares of them, by category or cell, in one order;
    any number. `movies` are some of the list, each with whether the made-up person watched it.
    """

    categories: tuple[str, ...]
    true: tuple[float, ...]
    noisy: tuple[float, ...]
    in_list: tuple[float, ...]
    movies: tuple[tuple[str, bool], ...]
    size: int
    """How many movies are in the list."""
    watched: int
    """How many of the list were watched."""


def demonstrate(counting: Counting, source: BitSource | None = None) -> Demonstration:
    """Count, blur and list, as a release does; nothing of any user is read or stored."""
    source = source or SecureSource()
    categories = tuple(WATCHED)
    matrix = np.repeat(np.eye(len(categories)), PER_CATEGORY, axis=0)
    groups = CategoryGroups.from_matrix(categories, matrix)
    begin = [k * PER_CATEGORY for k in range(len(categories))]
    pairs = zip(begin, WATCHED.values(), strict=True)
    history = np.concatenate([first + 2 * np.arange(count) for first, count in pairs])
    choice = PrivacyChoice(ReleaseLevel.PERTURBED)
    asked, mechanism = None, None
    if counting.question is not None:
        asked = AskedQuestion.of(counting.question, _movies())
        mechanism = plan_question(asked, groups, choice, BUDGET)
    else:
        mechanism = plan(groups, choice, BUDGET, family=category_family(counting.family.key))
    assert mechanism is not None, "every movie can be perturbed"
    counts = mechanism.count(groups, choice, history, asked=asked)
    noisy = sample(mechanism, counts, source)
    if asked is not None:
        everything = np.ones(len(matrix), dtype=bool)
        posterior = ProfilePosterior.of(asked.weights, everything, asked.features)
        shares = np.array(noisy) / mechanism.multiplier
        items = most_likely(*posterior.expected(shares, mechanism.variance))
    else:
        items = sanitize(groups, choice, mechanism, noisy, source)
    weights = matrix if asked is None else asked.weights
    there = np.isin(items, history)
    some = np.linspace(0, len(items) - 1, min(SHOWN, len(items))).astype(int)
    return Demonstration(
        mechanism.categories,
        tuple(weights[history].sum(axis=0).tolist()),
        tuple(float(Fraction(value, mechanism.multiplier)) for value in noisy),
        tuple(weights[items].sum(axis=0).tolist()),
        tuple((_title(int(items[place])), bool(there[place])) for place in some),
        len(items),
        int(there.sum()),
    )


def _movies() -> tuple[Movie, ...]:
    """Return the made-up movies, of each category the newest first: one a year."""
    years = range(NEWEST, NEWEST - PER_CATEGORY, -1)
    return tuple(Movie("", year, (category,)) for category in WATCHED for year in years)


def _title(item: int) -> str:
    """Return a name that no movie has, another one for each."""
    place = item * 7 % (len(_FIRST) * len(_SECOND))  # neighbors begin with different words
    return f"{_FIRST[place % len(_FIRST)]} {_SECOND[place // len(_FIRST)]}"
