"""What the Privacy page asks of the services, off the screen's thread; and what needs nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QDate

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.recommend.worth import Worth
from epicrec_desktop.services.privacy import Preview
from epicrec_desktop.services.proposals import Proposal
from epicrec_desktop.wiring import Services


@dataclass(frozen=True)
class Loaded:
    """What the page needs before there is a preview."""

    choice: PrivacyChoice = field(default_factory=PrivacyChoice)
    watched: Mapping[str, int] = field(default_factory=dict)
    confirmed: int = 0
    kept: int = 0  # of them: those that are kept to oneself
    kinds: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    """Categories: how many confirmed movies have exactly them."""
    free: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    """The same of those that the person keeps nothing of to themselves."""
    provider: str = ""
    worth: Worth | None = None  # of the model in use


def load(services: Services) -> Loaded:
    """Read it; for a worker."""
    confirmed = services.library.entries(LibraryStatus.CONFIRMED)
    return Loaded(
        choice=services.privacy.choice(),
        watched=services.library.category_counts(),
        confirmed=len(confirmed),
        kept=sum(entry.weight < 1 for entry in confirmed),
        kinds=Counter(entry.movie.categories for entry in confirmed),
        free=Counter(entry.movie.categories for entry in confirmed if entry.weight == 1),
        provider=next((known.name for known in services.providers.all() if known.current), ""),
        worth=services.catalogs.worth(),
    )


def as_they_are(choice: PrivacyChoice, movies: Mapping[tuple[str, ...], int]) -> dict[str, int]:
    """Of each category at All Release, how many of these movies its others let go too."""
    open_kinds = {
        categories: count
        for categories, count in movies.items()
        if choice.classify(categories) is ItemClass.OPEN
    }
    return {
        name: sum(count for kinds, count in open_kinds.items() if name in kinds)
        for name in CATEGORIES
        if choice.level(name) is ReleaseLevel.ALL
    }


def nothing_leaves(
    choice: PrivacyChoice, provider: str, watched: Mapping[str, int], confirmed: int
) -> Preview:
    """The preview where every category is at No Release: no provider has to answer for it."""
    today = QDate.currentDate()
    proposal = Proposal(
        provider=provider,
        address=None,
        choice=choice,
        stored=choice,
        level=ReleaseLevel.NO,
        open_items=(),
        epsilon=None,
        mechanism=None,
        repeats=False,
        due=(),
    )
    return Preview(
        proposal=proposal,
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
    )
