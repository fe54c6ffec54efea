"""Levels per category: which groups of movies leave, and how (the corrected M rule).

EpicRec prints exact counts for All Release categories; they contain perturbed and withheld items
and would reveal these exactly. Here open items are released as they are, and only they; withheld
items enter no count; perturbed items are one problem of their own, on their Perturbed columns.
Their All Release columns are not used at all: publishing them would need noise within the same ε.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CategoryGroups


@dataclass(frozen=True)
class LevelSplit:
    """What a choice makes of a catalog. Public: it depends on catalog and levels alone.

    `classes` has the class of each group. `perturbed` are the positions of the groups that can be
    perturbed, `columns` those of the Perturbed categories that at least one of them has.
    """

    classes: tuple[ItemClass, ...]
    perturbed: NDArray[np.int64]
    columns: NDArray[np.int64]

    def rows(self, groups: CategoryGroups) -> NDArray[np.float64]:
        """Return rows of the perturbed groups on the published columns: (g', c')."""
        return groups.rows[np.ix_(self.perturbed, self.columns)]

    def positions(self, groups: CategoryGroups) -> NDArray[np.int64]:
        """Return the position of each item's group among the perturbed ones, (n,), or −1."""
        position = np.full(len(groups.sizes), -1, dtype=np.int64)
        position[self.perturbed] = np.arange(len(self.perturbed))
        found: NDArray[np.int64] = position[groups.item_group]
        return found

    def items(
        self, groups: CategoryGroups, items: NDArray[np.int64], kind: ItemClass
    ) -> NDArray[np.int64]:
        """Return those of these items (indices) that are of one class."""
        of_kind = np.array([c is kind for c in self.classes], dtype=bool)
        chosen: NDArray[np.int64] = items[of_kind[groups.item_group[items]]]
        return chosen


def split_levels(groups: CategoryGroups, choice: PrivacyChoice) -> LevelSplit:
    """Apply a choice to a catalog. Everything at Perturbed is the single-level case (S-DPDP).

    The same rule as `PrivacyChoice.classify`, for all groups at once.
    """
    levels = choice.levels(groups.categories)
    has = groups.rows > 0
    withheld = has[:, [level is ReleaseLevel.NO for level in levels]].any(axis=1)
    asked = np.array([level is ReleaseLevel.PERTURBED for level in levels], dtype=bool)
    perturbed = has[:, asked].any(axis=1) & ~withheld
    if choice.overall is not ReleaseLevel.ALL:
        withheld |= ~has.any(axis=1)
    classes = np.where(withheld, 0, np.where(perturbed, 1, 2))
    kinds = (ItemClass.WITHHELD, ItemClass.PERTURBED, ItemClass.OPEN)
    present = has[perturbed].any(axis=0)
    return LevelSplit(
        tuple(kinds[k] for k in classes.tolist()),
        np.flatnonzero(perturbed),
        np.flatnonzero(asked & present),
    )
