"""What the person thinks of a movie they watched. It is used on this computer alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Rating(StrEnum):
    """Whether they liked it."""

    LIKED = "liked"
    DISLIKED = "disliked"


@dataclass(frozen=True, slots=True)
class OwnRating:
    """What the person said themselves. `again`: they watched it more than once.

    `__repr__` says nothing, so that no log or exception can hold it.
    """

    rating: Rating | None = None
    again: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing was said."""
        return self.rating is None and not self.again

    def __repr__(self) -> str:
        return "OwnRating(…)"


NOT_RATED = OwnRating()

LIKED_FROM, DISLIKED_TO = 0.8, 0.5
"""Ratings of services, 0 to 1, that say liked or not: 8 and 5 of 10, 4 and 2½ of 5 stars. What is
between says neither. The distance to each person's own mean gains no more for certain
(`epicrec evaluate ratings`)."""


def rating_from(value: float) -> Rating | None:
    """What a service's rating, 0 to 1, says."""
    if value >= LIKED_FROM:
        return Rating.LIKED
    return Rating.DISLIKED if value <= DISLIKED_TO else None


def resolved(own: OwnRating, imported: Sequence[float]) -> Rating | None:
    """Whether a movie was liked: what the person says wins over what services were told.

    Who watches a movie again and says nothing else liked it. Of several services the mean counts.
    """
    if own.rating is not None:
        return own.rating
    if own.again:
        return Rating.LIKED
    return rating_from(sum(imported) / len(imported)) if imported else None
