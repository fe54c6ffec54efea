"""What the user's movies are counted in, in words."""

from __future__ import annotations

from epicrec_desktop.privacy.families import LEARNED, PUBLISHED
from epicrec_desktop.services.asked_question import Cell, Counting
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.translation import translator

_tr = translator("Counting")


def sentence(counting: Counting) -> str:
    """Return the mechanism in use, by its name in Settings."""
    if counting.family is LEARNED:
        return _tr(
            "Blurred as “Learned”: your movies are counted in {count} groups that tell tastes "
            "apart."
        ).format(count=len(counting.question.cells) if counting.question else 0)
    if counting.family is PUBLISHED:
        return _tr("Blurred “As published”: your movies are counted in 18 categories.")
    return _tr(
        "Blurred as “Improved”: your movies are counted in 18 categories, and one of several "
        "categories is shared out among them."
    )


def names(counting: Counting) -> str:
    """Return the names of the cells; empty where movies are counted by category."""
    return " · ".join(wording.category(cell.name) for cell in counting.cells)


def examples(cell: Cell) -> str:
    """Return the movies that weigh most in a cell."""
    parts = []
    if cell.adds:
        parts.append(_tr("More: {movies}").format(movies=" · ".join(cell.adds)))
    if cell.takes:
        parts.append(_tr("Less: {movies}").format(movies=" · ".join(cell.takes)))
    return "\n".join(parts)
