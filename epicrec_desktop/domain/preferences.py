"""The user's preferences: own ratings of movies, and filters of recommendations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from enum import StrEnum

from epicrec_desktop.domain.movies import CATEGORIES

OWN = "own"
"""The source, beside services, of what the user says of a movie."""

OWN_STARS = "own stars"
"""The source of the stars that the user gives a movie."""


class Rating(StrEnum):
    """Whether they liked it."""

    LIKED = "liked"
    DISLIKED = "disliked"


@dataclass(frozen=True, repr=False, slots=True)
class OwnRating:
    """What the person said themselves. `again`: they watched it more than once. `stars`: in halves,
    1 to 10. `day`: the last on which they watched it. `note`: for themselves alone.

    `__repr__` says nothing, so that no log or exception can hold it.
    """

    rating: Rating | None = None
    again: bool = False
    stars: int | None = None
    day: date | None = None
    note: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing was said of how they liked it."""
        return self.rating is None and not self.again and self.stars is None

    def with_stars(self, stars: int | None) -> OwnRating:
        """Return it with these stars, which say whether the movie was liked."""
        return replace(self, rating=rating_from(stars / 10) if stars else None, stars=stars)

    def with_rating(self, rating: Rating | None) -> OwnRating:
        """Return it with this rating; stars that say otherwise are dropped."""
        stars = self.stars
        kept = stars if stars and rating is rating_from(stars / 10) else None
        return replace(self, rating=rating, stars=kept)


NOT_RATED = OwnRating()
LONGEST_NOTE = 4000
"""Characters of a note."""
FIRST_DAY = date(1895, 12, 28)
"""The first on which anybody paid to see movies: no earlier one is a day of watching."""


def is_day_of_watching(day: date) -> bool:
    """Return whether the user can have seen a movie on this day, which is not to come."""
    return FIRST_DAY <= day <= date.today()  # noqa: DTZ011 - the user's own


LIKED_FROM, DISLIKED_TO = 0.8, 0.5
"""Ratings of services, 0 to 1, that say liked or not: 8 and 5 of 10, 4 and 2½ of 5 stars. What is
between says neither. The distance to each person's own mean gains no more for certain
(docs/evaluation.md, "Decided once")."""


def rating_from(value: float) -> Rating | None:
    """Return what a service's rating, 0 to 1, says."""
    if value >= LIKED_FROM:
        return Rating.LIKED
    return Rating.DISLIKED if value <= DISLIKED_TO else None


def resolved(own: OwnRating, imported: Sequence[float]) -> Rating | None:
    """Return whether a movie was liked: the user's own rating wins over imported ones.

    Who watches a movie again and says nothing else liked it. Of several services the mean counts.
    """
    if own.rating is not None or own.stars is not None:
        return own.rating
    if own.again:
        return Rating.LIKED
    return rating_from(sum(imported) / len(imported)) if imported else None


PARTS = ("category", "decade", "length", "country", "theme", "sequels")
WITHOUT = "without"
"""Of sequels: none is wanted."""
LENGTHS: dict[str, tuple[int, int]] = {
    "to 90": (1, 90),
    "to 105": (1, 105),
    "to 120": (1, 120),
    "from 150": (150, 1_000),
}
"""What can be asked of a movie's length, in minutes: from and to, both of them let through."""

_LONGEST = 80


@dataclass(frozen=True)
class Filters:
    """Empty texts let everything through.

    `decade` is "1990"; `length` is one of `LENGTHS`; `country` and `theme` are names of what movies
    have in common, as `catalog/movie_facts.py` has them.
    """

    category: str = ""
    decade: str = ""
    length: str = ""
    country: str = ""
    theme: str = ""
    sequels: str = ""

    @property
    def chosen(self) -> tuple[str, ...]:
        """The parts that hold something back."""
        return tuple(part for part in PARTS if getattr(self, part))

    def without(self, part: str) -> Filters:
        """Return the same but for one of `PARTS`."""
        return replace(self, **{part: ""})

    def to_text(self) -> str:
        """As kept in the settings."""
        return ";".join(f"{f.name}={getattr(self, f.name)}" for f in fields(self))

    @classmethod
    def from_text(cls, text: str) -> Filters:
        """Read what `to_text` wrote; what is not known is as if nothing was chosen."""
        parameters = dict(part.partition("=")[::2] for part in text.split(";"))
        decades = tuple(map(str, range(1870, 2200, 10)))
        checked = {
            "category": parameters.get("category") in CATEGORIES,
            "decade": parameters.get("decade") in decades,
            "length": parameters.get("length") in LENGTHS,
            "country": len(parameters.get("country", "")) <= _LONGEST,
            "theme": len(parameters.get("theme", "")) <= _LONGEST,
            "sequels": parameters.get("sequels") == WITHOUT,
        }
        return cls(**{part: parameters.get(part, "") for part, good in checked.items() if good})


@dataclass(frozen=True)
class Part:
    """One of `PARTS` as it is offered: `choices` are values with how many movies each leaves.

    `anything` is how many there are where this part lets everything through; all under what the
    other parts hold back. Of `unknown` of them the program does not know what this part asks for,
    so that every choice leaves them out.
    """

    name: str
    anything: int
    choices: tuple[tuple[str, int], ...]
    unknown: int = 0
