"""What a release now would be made from, read in one session."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from sqlalchemy.orm import Session

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.privacy.perturbation import Mechanism
from epicrec_desktop.services.library import count_categories
from epicrec_desktop.services.windows import (
    assign_windows,
    due_windows,
    first_window,
    open_window,
    window_of,
)
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.ledger import DrawnWindow, LedgerRepository
from epicrec_desktop.store.library import LibraryRepository

LIMIT = 500
"""As many as a provider may answer: candidates to rank here, where it shares no model."""
PER_CATEGORY = 30


@dataclass(frozen=True)
class Situation:
    """Everything a release now would be made from, read in one session.

    `members` are the confirmed movies of each window: positions in the provider's catalog, with
    their weights. `open_items` are wire ids.
    """

    catalog: Catalog
    choice: PrivacyChoice
    mechanism: Mechanism | None
    drawn: Mapping[str, DrawnWindow]
    due: tuple[str, ...]
    members: Mapping[str, Mapping[int, Fraction]]
    open_items: tuple[str, ...]
    true_counts: Mapping[str, int]
    classes: Mapping[ItemClass, int]
    waiting: int

    @property
    def level(self) -> ReleaseLevel:
        """What the release is called."""
        return ReleaseLevel.ALL if self.mechanism is None else ReleaseLevel.PERTURBED

    def basis(self, windows: Mapping[str, DrawnWindow], address: str | None) -> str:
        """Names everything a payload is made from, given these windows, and where it goes.

        A provider's name that stands for another address now is another receiver.
        """
        parts = [
            address,
            self.catalog.name,
            self.catalog.version,
            [level.value for level in self.choice.levels(self.catalog.categories)],
            sorted(windows) if self.mechanism is not None else [],
            self.open_items,
            LIMIT,
            PER_CATEGORY,
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def read_situation(
    session: Session,
    catalog: Catalog,
    choice: PrivacyChoice,
    mechanism: Mechanism | None,
    now: datetime,
) -> Situation:
    """Read what a release to a provider with this catalog would be made from.

    Puts movies that became eligible into their window: in a session that is rolled back this is on
    trial. A movie's class is that of its categories here and in the provider's catalog together.
    """
    assign_windows(session, now=now, choice=choice)
    ledger, library = LedgerRepository(session), LibraryRepository(session)
    drawn = ledger.windows()
    confirmed = library.confirmed()
    movies = CatalogRepository(session).movies(confirmed)
    windows, weights = library.windows(), library.weights()
    members: dict[str, dict[int, Fraction]] = {}
    open_items: list[str] = []
    classes = dict.fromkeys(ItemClass, 0)
    waiting = 0
    waits_from = open_window(drawn, now, first_window(session, now))
    for key, movie in movies.items():
        weight = weights.get(key, Fraction(1))
        position = catalog.index.get(movie.wire_id or "")
        published = catalog.movies[position].categories if position is not None else ()
        kind = choice.classify({*movie.categories, *published})
        if kind is ItemClass.OPEN and (weight < 1 or position is None):
            kind = ItemClass.WITHHELD  # told less than usual, or unknown to the provider
        classes[kind] += 1
        if position is None:
            continue
        if kind is ItemClass.OPEN:
            open_items.append(catalog.movies[position].wire_id or "")
        elif kind is ItemClass.PERTURBED:
            window = windows.get(key, "")
            members.setdefault(window, {})[position] = weight
            waiting += window >= waits_from and window > window_of(now)
    due = tuple(due_windows(session, drawn, now)) if mechanism is not None else ()
    return Situation(
        catalog=catalog,
        choice=choice,
        mechanism=mechanism,
        drawn=drawn,
        due=due,
        members=members,
        open_items=tuple(sorted(open_items)),
        true_counts=count_categories(movies.values()),
        classes=classes,
        waiting=waiting,
    )
