"""What the Privacy page asks of the services, off the screen's thread; and what needs nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QDate

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.recommend.model_quality import ModelQuality
from epicrec_desktop.services.privacy import Preview
from epicrec_desktop.services.proposals import Proposal
from epicrec_desktop.wiring import Services


@dataclass(frozen=True)
class PageData:
    """What the page needs before there is a preview."""

    choice: PrivacyChoice = field(default_factory=PrivacyChoice)
    watched: Mapping[str, int] = field(default_factory=dict)
    confirmed: int = 0
    kept: int = 0  # of them: those that are kept to oneself
    category_sets: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    """Categories: how many confirmed movies have exactly them."""
    unrestricted: Mapping[tuple[str, ...], int] = field(default_factory=dict)
    """The same of those that the person keeps nothing of to themselves."""
    provider: str = ""
    worth: ModelQuality | None = None  # of the model in use


def load(services: Services) -> PageData:
    """Read it; for a worker."""
    confirmed = services.library.entries(LibraryStatus.CONFIRMED)
    return PageData(
        choice=services.privacy.choice(),
        watched=services.library.category_counts(),
        confirmed=len(confirmed),
        kept=sum(entry.weight < 1 for entry in confirmed),
        category_sets=Counter(entry.movie.categories for entry in confirmed),
        unrestricted=Counter(entry.movie.categories for entry in confirmed if entry.weight == 1),
        provider=next((known.name for known in services.providers.all() if known.current), ""),
        worth=services.catalogs.worth(),
    )


def open_counts(choice: PrivacyChoice, movies: Mapping[tuple[str, ...], int]) -> dict[str, int]:
    """Of each category at All Release, how many of these movies its others let go too."""
    open_kinds = {
        categories: count
        for categories, count in movies.items()
        if choice.classify(categories) is ItemClass.OPEN
    }
    return {
        name: sum(count for category_sets, count in open_kinds.items() if name in category_sets)
        for name in CATEGORIES
        if choice.level(name) is ReleaseLevel.ALL
    }


def empty_preview(
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
        period=today.toString("yyyy-MM"),
        next_period=today.addMonths(1).toString("yyyy-MM"),
    )
