"""Read what a release now would be made from, in one session, and class each movie.

Everything here comes from this program's own catalog and categories. No list is cut to
a provider's catalog (`release_list.py`).
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from sqlalchemy import Connection

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.months import due_periods, period_of
from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.privacy.period import Period, ReceiverCopy
from epicrec_desktop.services.library import count_categories
from epicrec_desktop.services.periods import assign_periods, read_periods
from epicrec_desktop.services.public_profiles import NOBODY, PublicUsers
from epicrec_desktop.store.catalog import CatalogRepository, StoredCatalog
from epicrec_desktop.store.library import LibraryRepository, Part

LIMIT = 500
"""As many as a provider may answer: candidates to rank here, where it shares no model."""
PER_CATEGORY = 30


@dataclass(frozen=True)
class ReleaseInputs:
    """Everything a release now would be made from.

    `members` are the confirmed movies of each period that only leave through noise: positions in
    our catalog, with their weights. Those of `OPEN_PERIOD` were never counted. A movie of weight 0
    adds nothing to any count, so it is withheld. `open_items` are wire ids. `questions` are the
    learned ones known here.
    """

    catalog: Catalog
    choice: PrivacyChoice
    mechanism: Mechanism | None
    sampled: Mapping[str, Period]
    due: tuple[str, ...]
    members: Mapping[str, Mapping[int, Fraction]]
    open_items: tuple[str, ...]
    true_counts: Mapping[str, int]
    classes: Mapping[ItemClass, int]
    open_keys: frozenset[int]  # local keys of the members of `OPEN_PERIOD`
    waiting: int  # movies that leave through noise, after this month was sampled
    public: PublicUsers = NOBODY
    questions: tuple[AskedQuestion, ...] = ()
    counted_before: int = 0  # withheld by the present level, and in numbers sampled before it
    silenced: int = 0  # withheld now; in sampled numbers, if they were not then

    @property
    def level(self) -> ReleaseLevel:
        """The level of the release."""
        return ReleaseLevel.ALL if self.mechanism is None else ReleaseLevel.PERTURBED

    @property
    def summed(self) -> frozenset[str]:
        """The periods that the numbers of a release now would be the sum of, with those due."""
        kept = {name for name, period in self.sampled.items() if is_disclosed(period, self.choice)}
        return frozenset({*kept, *self.due})

    @property
    def newest(self) -> tuple[Mechanism, PrivacyChoice] | None:
        """The mechanism and levels of the newest numbers of a release now; None without numbers.

        Those of a period are what it was sampled with, whatever the user chose since.
        """
        if self.mechanism is None or not self.summed:
            return None
        period = self.sampled.get(max(self.summed))
        if self.due or period is None:
            return self.mechanism, self.choice
        return period.mechanism, choice_of(period.levels)

    def uncounted(self, receiver: str) -> int:
        """Return how many movies a release now would count for the first time for this receiver."""
        due = [OPEN_PERIOD] if self.due else []
        new = [name for name, period in self.sampled.items() if receiver not in period.issued]
        return sum(len(self.members.get(name, ())) for name in (*due, *new))

    def fingerprint(self, receiver: str) -> str:
        """Return a hash of everything that a release to this receiver discloses.

        Nothing in it is anybody else's choice: neither a provider's catalog nor its version makes
        a release differ from the last one.
        """
        parts = [
            receiver,
            self.choice.overall.value,
            [level.value for level in self.choice.levels(CATEGORIES)],
            sorted({*self.sampled, *self.due}) if self.mechanism is not None else [],
            self.open_items,
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def read_inputs(
    session: Connection,
    stored: StoredCatalog,
    choice: PrivacyChoice,
    mechanism: Mechanism | None,
    now: datetime,
    public: PublicUsers = NOBODY,
) -> ReleaseInputs:
    """Read what a release would be made from; every confirmed movie of our catalog counts.

    Assigns movies that became eligible to their period: roll the session back for a trial.
    """
    assign_periods(session, choice=choice)
    library, sampled = LibraryRepository(session), read_periods(session)
    parts = library.confirmed_parts()
    movies = CatalogRepository(session).movies(parts, stored)
    position, uncounted = stored.position, library.uncounted()
    disclosed = {name for name, period in sampled.items() if is_disclosed(period, choice)}
    members: defaultdict[str, list[int]] = defaultdict(list)
    open_items: list[str] = []
    classes = dict.fromkeys(ItemClass, 0)
    counted_before = silenced = 0
    for keys in _alike(movies, parts, position):
        movie, (having, weight) = movies[keys[0]], parts[keys[0]]
        kind = choice.classify_movie(movie, weight, in_catalog=keys[0] in position)
        inside = [] if disclosed.isdisjoint(having) else [k for k in keys if k not in uncounted]
        if kind is ItemClass.PERTURBED:
            leaving = inside if having[0] in sampled else keys
            members[having[0]] += leaving
            classes[ItemClass.WITHHELD] += len(keys) - len(leaving)
            classes[kind] += len(leaving)
            continue
        classes[kind] += len(keys)
        if kind is ItemClass.OPEN:
            open_items += (movies[key].wire_id or "" for key in keys)
        elif any(choice.level(name) is ReleaseLevel.PERTURBED for name in movie.categories):
            # A number that counts such a movie is still disclosed.
            counted_before += len(inside) if weight else 0
            silenced += 0 if weight else len(inside)
    open_keys = members.get(OPEN_PERIOD, [])
    return ReleaseInputs(
        catalog=stored.catalog,
        choice=choice,
        mechanism=mechanism,
        sampled=sampled,
        due=due_periods(sampled, now) if mechanism is not None else (),
        members={
            name: {position[key]: parts[key].weight for key in sorted(keys)}
            for name, keys in members.items()
            if keys
        },
        open_items=tuple(sorted(open_items)),
        true_counts=count_categories(movies.values()),
        classes=classes,
        open_keys=frozenset(open_keys),
        waiting=len(open_keys) if period_of(now) in sampled else 0,
        public=public,
        counted_before=counted_before,
        silenced=silenced,
    )


def _alike(
    movies: Mapping[int, Movie], parts: Mapping[int, Part], position: Mapping[int, int]
) -> Iterable[list[int]]:
    """Return the keys of the movies that are classified alike, in groups.

    Tens of thousands of movies have a few hundred sets of categories, and share a few parts.
    """
    found: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for key, movie in movies.items():
        named = movie.wire_id is not None and key in position
        found[id(parts[key]), movie.categories, named].append(key)
    return found.values()


def choice_of(levels: Mapping[str, str]) -> PrivacyChoice:
    """Return the levels of a sample. What a period does not know was not counted in it."""
    return PrivacyChoice(
        ReleaseLevel.NO, {name: ReleaseLevel(level) for name, level in levels.items()}
    )


def is_disclosed(sampled: Period | ReceiverCopy, choice: PrivacyChoice) -> bool:
    """Return whether numbers of a sample may be disclosed under these levels.

    A cell of a learned question holds movies of all categories, so its sample is left out as a
    whole where a category that it counted was closed since.
    """
    return sampled.mechanism.question is None or not any(
        level == ReleaseLevel.PERTURBED.value and choice.level(name) is ReleaseLevel.NO
        for name, level in sampled.levels.items()
    )
