"""Words for the measured quality of the active model, from its manifest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from epicrec_desktop.ui.common.privacy_text import number
from epicrec_desktop.ui.common.translation import translator

if TYPE_CHECKING:
    from epicrec_desktop.services.catalogs import CatalogInfo


_tr = translator("ModelText")


LEAST_PEOPLE = 50
"""Fewest held-out users for which the result is shown: fewer do not generalize."""


def tested(info: CatalogInfo) -> str:
    """Return how good the model is against popularity; empty where it is unknown."""
    worth = info.worth
    if worth is None or worth.users < LEAST_PEOPLE or not worth.popularity:
        return ""
    times = QLocale().toString(worth.ndcg10 / worth.popularity, "f", 1)
    sentence = _tr(
        "On {people} people it had not learned from, it was {times} times as good as a list of "
        "what is popular."
    )
    return sentence.format(people=number(worth.users), times=times)


def figures(info: CatalogInfo) -> str:
    """Return the quality in figures."""
    worth = info.worth
    if worth is None:
        return ""
    return _tr("NDCG@10 {model}, popularity {popular}").format(
        model=QLocale().toString(worth.ndcg10, "f", 3),
        popular=QLocale().toString(worth.popularity, "f", 3),
    )
