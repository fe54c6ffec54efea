"""Demonstrate blurring with made-up movies and a made-up person, by the real mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CategoryGroups
from epicrec_desktop.privacy.families import IMPROVED
from epicrec_desktop.privacy.mechanism import plan, sample, sanitize
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.services.sampling import SecureSource

BUDGET = Fraction(1, 5)
WATCHED = {"Comedy": 21, "Drama": 14, "Horror": 2, "Romance": 9, "Sci-Fi": 17, "Western": 5}
"""Movies of the made-up person, by category; each movie has one category."""
PER_CATEGORY = 60
SHOWN = 8

_FIRST = (
    *("The Paper", "A Borrowed", "The Eighth", "Her Quiet", "Under the", "Return to", "One More"),
    *("The Unpaid", "Beyond the", "No", "My Cousin's", "The Upside-Down", "Waiting for", "Half a"),
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

    `true`, `noisy` (movies, any number) and `movie_counts` are by category, in one order. `movies`
    are some of the list, each with whether the made-up person watched it.
    """

    categories: tuple[str, ...]
    true: tuple[int, ...]
    noisy: tuple[float, ...]
    movie_counts: tuple[int, ...]
    movies: tuple[tuple[str, bool], ...]
    watched: int
    """How many of the list were watched."""


def demonstrate(source: BitSource | None = None) -> Demonstration:
    """Count, blur and list, as a release does; nothing of any user is read or stored."""
    source = source or SecureSource()
    categories = tuple(WATCHED)
    matrix = np.repeat(np.eye(len(categories)), PER_CATEGORY, axis=0)
    groups = CategoryGroups.from_matrix(categories, matrix)
    begin = [k * PER_CATEGORY for k in range(len(categories))]
    pairs = zip(begin, WATCHED.values(), strict=True)
    history = np.concatenate([np.arange(first, first + count) for first, count in pairs])
    choice = PrivacyChoice(ReleaseLevel.PERTURBED)
    mechanism = plan(groups, choice, BUDGET, family=IMPROVED)
    assert mechanism is not None, "every movie can be perturbed"
    counts = mechanism.count(groups, choice, history)
    noisy = sample(mechanism, counts, source)
    items = sanitize(groups, choice, mechanism, noisy, source)
    by_category = np.bincount(items // PER_CATEGORY, minlength=len(categories))
    there = np.isin(items, history)
    some = np.linspace(0, len(items) - 1, min(SHOWN, len(items))).astype(int)
    return Demonstration(
        categories,
        tuple(WATCHED.values()),
        tuple(float(Fraction(value, mechanism.multiplier)) for value in noisy),
        tuple(int(count) for count in by_category),
        tuple((_title(int(items[place])), bool(there[place])) for place in some),
        int(there.sum()),
    )


def _title(item: int) -> str:
    """Return a name that no movie has, another one for each."""
    place = item * 7 % (len(_FIRST) * len(_SECOND))  # neighbors begin with different words
    return f"{_FIRST[place % len(_FIRST)]} {_SECOND[place // len(_FIRST)]}"
