"""What may leave: release levels, and the person's choice of them (C-3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from epicrec_desktop.domain.messages import N_
from epicrec_desktop.domain.movies import CATEGORIES, Movie


class ReleaseLevel(StrEnum):
    """The three levels of EpicRec's privacy control."""

    NO = "no"
    PERTURBED = "perturbed"
    ALL = "all"

    @property
    def word(self) -> str:
        """Return what leaves at this level, in one everyday word."""
        return _WORDS[self]

    @property
    def release_word(self) -> str:
        """Return how a release of this level has movies; at All perhaps those of one category."""
        return _RELEASE_WORDS[self]

    @property
    def label(self) -> str:
        """Return the level's name in the paper and in documents: "Perturbed Release"."""
        return _LABELS[self]


_WORDS = {
    ReleaseLevel.NO: N_("Nothing"),
    ReleaseLevel.PERTURBED: N_("Blurred"),
    ReleaseLevel.ALL: N_("Everything"),
}
_RELEASE_WORDS = {**_WORDS, ReleaseLevel.ALL: N_("By name")}
_LABELS = {
    ReleaseLevel.NO: N_("No Release"),
    ReleaseLevel.PERTURBED: N_("Perturbed Release"),
    ReleaseLevel.ALL: N_("All Release"),
}


class ItemClass(StrEnum):
    """What the levels of its categories make of one movie (privacy.md 3, the corrected M rule)."""

    WITHHELD = "withheld"
    PERTURBED = "perturbed"
    OPEN = "open"


@dataclass(frozen=True)
class PrivacyChoice:
    """One overall level, and categories that differ from it.

    A change of the overall level in the app clears nothing: `per_category` holds only what the
    person set on its own.
    """

    overall: ReleaseLevel = ReleaseLevel.PERTURBED
    per_category: Mapping[str, ReleaseLevel] = field(default_factory=dict)

    def level(self, category: str) -> ReleaseLevel:
        """Return the level in force for one category."""
        return self.per_category.get(category, self.overall)

    def levels(self, categories: Iterable[str]) -> tuple[ReleaseLevel, ...]:
        """Return the level in force for each category, in order."""
        return tuple(self.level(c) for c in categories)

    @property
    def releases_nothing(self) -> bool:
        """Whether every category is at No Release: window, terminal and ledger go by this alike."""
        return self.summary(CATEGORIES) is ReleaseLevel.NO

    def classify(self, categories: Iterable[str]) -> ItemClass:
        """Return the class of a movie with these categories: the strictest level wins.

        Any category at No Release: withheld. Else any at Perturbed: perturbed. Else open. A movie
        without categories follows the overall level: open at All, else withheld.
        """
        names = tuple(categories)
        if names not in self._classes:
            self._classes[names] = self._class_of(names)
        return self._classes[names]

    @cached_property
    def _classes(self) -> dict[tuple[str, ...], ItemClass]:
        """What was classified before: tens of thousands of movies have few sets of categories."""
        return {}

    def _class_of(self, categories: tuple[str, ...]) -> ItemClass:
        levels = set(self.levels(categories))
        if not levels:
            return ItemClass.OPEN if self.overall is ReleaseLevel.ALL else ItemClass.WITHHELD
        if ReleaseLevel.NO in levels:
            return ItemClass.WITHHELD
        if ReleaseLevel.PERTURBED in levels:
            return ItemClass.PERTURBED
        return ItemClass.OPEN

    def classify_movie(
        self, movie: Movie, weight: float | Fraction, *, in_catalog: bool
    ) -> ItemClass:
        """Return the class of a movie of this weight, whatever its period.

        Withheld beside what the levels withhold: one without a public id, one that the catalog
        lacks, one of weight 0, and at All Release one that counts for less than a whole movie.
        """
        kind = self.classify(movie.categories)
        unnamed = movie.wire_id is None or not in_catalog
        if unnamed or not weight or (kind is ItemClass.OPEN and weight < 1):
            return ItemClass.WITHHELD
        return kind

    def summary(self, categories: Iterable[str]) -> ReleaseLevel:
        """Return the level that names a release: what every category agrees on, else Perturbed."""
        levels = set(self.levels(categories))
        return levels.pop() if len(levels) == 1 else ReleaseLevel.PERTURBED
