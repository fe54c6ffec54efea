"""What the Privacy page asks of the services, off the screen's thread; and what needs nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QDate

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.services.privacy import Preview
from epicrec_desktop.wiring import Services


@dataclass(frozen=True)
class Loaded:
    """What the page needs before there is a preview."""

    choice: PrivacyChoice
    watched: Mapping[str, int]
    confirmed: int
    kept: int  # of them: those that are kept to oneself
    kinds: Mapping[tuple[str, ...], int]  # categories: how many confirmed movies have exactly them
    provider: str


def load(services: Services) -> Loaded:
    """Read it; for a worker."""
    confirmed = services.library.entries(LibraryStatus.CONFIRMED)
    return Loaded(
        services.privacy.choice(),
        services.library.category_counts(),
        len(confirmed),
        sum(entry.weight < 1 for entry in confirmed),
        Counter(entry.movie.categories for entry in confirmed),
        next((known.name for known in services.providers.all() if known.current), ""),
    )


def nothing_leaves(provider: str, watched: Mapping[str, int], confirmed: int) -> Preview:
    """The preview where every category is at No Release: no provider has to answer for it."""
    today = QDate.currentDate()
    return Preview(
        level=ReleaseLevel.NO,
        provider=provider,
        budget=None,
        true_counts=watched,
        released_counts=dict.fromkeys(watched, 0),
        items=(),
        open_items=0,
        perturbed_items=0,
        withheld_items=confirmed,
        waiting_items=0,
        window=today.toString("yyyy-MM"),
        next_window=today.addMonths(1).toString("yyyy-MM"),
        example=False,
        repeat=False,
    )
