"""Trials of the audit: honest releases, whose claims must hold, and planted faults to be caught."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.lab.audit import SAMPLES
from epicrec_desktop.lab.audit.subject import MIXED_LEVELS, SINGLE_LEVEL, Subject
from epicrec_desktop.privacy import learned, period
from epicrec_desktop.privacy.families import IMPROVED, LEARNED, PUBLISHED
from epicrec_desktop.privacy.integer_rows import IntRows
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.privacy.mechanism import Mechanism, sample
from epicrec_desktop.privacy.noise import discrete_laplace
from epicrec_desktop.privacy.period import ReceiverCopy
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.recommend.learned_question import load_question
from epicrec_desktop.services import release_list, releases
from epicrec_desktop.services.release_inputs import ReleaseInputs, read_inputs
from epicrec_desktop.services.release_list import (
    Copies,
    Disclosure,
    build_disclosure,
    choose_movies,
)
from epicrec_desktop.services.sampling import Receiver, receiver_copies

PlantedFault = AbstractContextManager[object]

WEAK, COSTLY = Fraction(3, 5), Fraction(3, 2)


def weak_noise(column: int, factor: Fraction) -> PlantedFault:
    """Plant a fault: the scale of one count is `factor` of what it should be; 0 for no noise."""

    def weak(mechanism: Mechanism, counts: Sequence[int], source: BitSource) -> tuple[int, ...]:
        noisy = list(sample(mechanism, counts, source))
        noise = discrete_laplace(mechanism.scales[column] * factor, source) if factor else 0
        noisy[column] = counts[column] + noise
        return tuple(noisy)

    return patch.object(period, "sample", weak)


def costly_row() -> PlantedFault:
    """Plant a fault: each movie adds `COSTLY` times its row's bound, all in its largest cell."""

    def add(
        rows: IntRows,
        places: NDArray[np.int64],
        counted: NDArray[np.bool_],
        weights: Sequence[Fraction] | None = None,
    ) -> tuple[int, ...]:
        total = [0] * rows.shape[1]
        for i in np.flatnonzero(counted).tolist():
            row = rows[places[i]].tolist()
            column = max(range(len(row)), key=lambda j: abs(row[j]))
            cost = int(COSTLY * (weights[i] if weights else 1) * sum(map(abs, row)))
            total[column] += cost if row[column] >= 0 else -cost
        return tuple(total)

    return patch.object(learned, "weighted_sum", add)


def question_of_own_table() -> PlantedFault:
    """Plant a fault: the question is learned from the user's library instead of public data."""
    known: list[AskedQuestion] = []

    def read(*given: Any) -> ReleaseInputs:
        inputs = read_inputs(*given)
        watched = {
            inputs.catalog.movies[place].wire_id or ""
            for items in inputs.members.values()
            for place in items
        }
        shipped = load_question()
        row = (shipped.multiplier, *(0 for _ in shipped.cells[1:]))
        question = replace(shipped, movies=dict.fromkeys(watched, row))
        known[:] = [AskedQuestion.of(question, inputs.catalog.movies)]
        if inputs.mechanism is None:
            return inputs
        own = replace(inputs.mechanism, question=question.digest)
        return replace(inputs, mechanism=own)

    return patch.multiple(releases, read_inputs=read, asked_questions=lambda *_: tuple(known))


@contextmanager
def independent_copies() -> Iterator[None]:
    """Plant a fault: each provider's noise is sampled independently of the others'.

    The fault remembers the true counts, which the program does not keep.
    """
    sampled: list[tuple[Sequence[int], BitSource]] = []

    def remember(mechanism: Mechanism, counts: Sequence[int], source: BitSource) -> tuple[int, ...]:
        sampled[:] = [(counts, source)]
        return sample(mechanism, counts, source)

    def resampled(
        receiver: Receiver, periods: Mapping[str, period.Period]
    ) -> dict[str, ReceiverCopy]:
        held = receiver_copies(receiver, periods)
        if not held:
            return held
        counts, source = sampled[0]
        return {
            name: replace(copy, noisy=_add_noise(copy.mechanism, counts, source))
            for name, copy in held.items()
        }

    with (
        patch.object(period, "sample", remember),
        patch.object(release_list, "receiver_copies", resampled),
    ):
        yield


def _add_noise(mechanism: Mechanism, counts: Sequence[int], source: BitSource) -> dict[str, int]:
    return {
        name: count + discrete_laplace(scale, source)
        for name, count, scale in zip(mechanism.categories, counts, mechanism.scales, strict=True)
    }


def query_of_the_provider(category: str) -> PlantedFault:
    """Plant a fault: the provider's categories decide, so a movie filed elsewhere leaves as it is.

    Here it says that movies of this category have none that is perturbed.
    """

    def choose(inputs: ReleaseInputs, copies: Copies) -> tuple[str, ...]:
        movies = [inputs.catalog.movies[p] for items in inputs.members.values() for p in items]
        opened = {m.wire_id or "" for m in movies if category in m.categories}
        return tuple(sorted({*choose_movies(inputs, copies), *opened}))

    return patch.object(release_list, "choose_movies", choose)


def printed_rule() -> PlantedFault:
    """M-DPDP as printed: the exact count over all the person's movies where a category is open."""

    def say(inputs: ReleaseInputs, copies: Copies) -> Disclosure | None:
        disclosure = build_disclosure(inputs, copies)
        if disclosure is None:
            return None
        exact = {
            name: float(inputs.true_counts[name])
            for name in inputs.catalog.categories
            if inputs.choice.level(name) is ReleaseLevel.ALL
        }
        # A request names a variance for each count; that of a made-up category does no harm.
        variance = (
            {**disclosure.variance, **dict.fromkeys(exact, 1.0)} if disclosure.variance else None
        )
        return replace(disclosure, counts={**disclosure.counts, **exact}, variance=variance)

    return patch.object(release_list, "build_disclosure", say)


TIGHT = ("Documentary",)
"""A movie of this category alone costs exactly ε, with either mechanism."""

FULL = Fraction(1)
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Size:
    """How many releases of each history: to learn scores, to choose an event, to certify it."""

    learn: int
    choose: int
    certify: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.learn + self.choose + self.certify


@dataclass(frozen=True)
class Trial:
    """Releases of one subject, and the coalitions of providers whose knowledge is measured.

    `fault` plants one while it is entered; made of picklable parts, as a trial is sent to the
    processes that release. `event_of` names the trial before it whose event is certified here too,
    for the same coalitions: none of its own releases learn or choose then.
    """

    name: str
    subject: Subject
    coalitions: tuple[tuple[str, ...], ...]
    size: Size
    fault: Callable[[], PlantedFault] | None = None
    event_of: str | None = None

    @property
    def releases(self) -> int:
        """How many releases of each history it makes, to all providers together."""
        return self.size.total * len(self.subject.trust)


def honest_trials(samples: int = SAMPLES) -> list[Trial]:
    """Return all kinds of mechanism; one provider, and two with different trust.

    Two providers of different tiers are asked in either order: all tiers are sampled before.
    """
    size = Size(150, 350, samples)
    return [
        Trial(
            "as published, mixed levels",
            Subject(PUBLISHED, MIXED_LEVELS, TIGHT, {"full": FULL}),
            (("full",),),
            size,
        ),
        Trial(
            "improved, nested copies",
            Subject(IMPROVED, SINGLE_LEVEL, TIGHT, {"half": HALF, "full": FULL}),
            (("half",), ("full",), ("half", "full")),
            size,
        ),
        Trial(
            "improved, the other order",
            Subject(IMPROVED, SINGLE_LEVEL, TIGHT, {"full": FULL, "half": HALF}),
            (("half", "full"),),
            Size(0, 0, samples),
            event_of="improved, nested copies",
        ),
        Trial(
            "learned question, nested copies",
            Subject(LEARNED, SINGLE_LEVEL, TIGHT, {"half": HALF, "full": FULL}),
            (("half",), ("full",), ("half", "full")),
            size,
        ),
    ]


def planted_trials() -> list[Trial]:
    """Return the faults that must be caught, with as many releases as it takes.

    By simulation, fewer than 1 in 200 of such a size misses its fault.
    """
    alone, pair = {"one": FULL}, {"one": FULL, "other": FULL}
    published = Subject(PUBLISHED, MIXED_LEVELS, TIGHT, alone)
    beside_open = Subject(PUBLISHED, MIXED_LEVELS, ("Comedy", "Romance"), alone)
    improved = Subject(IMPROVED, SINGLE_LEVEL, TIGHT, pair)
    learned = Subject(LEARNED, SINGLE_LEVEL, TIGHT, alone)
    column = published.mechanism.categories.index(TIGHT[0])
    few = Size(40, 40, 100)
    asked = partial(query_of_the_provider, TIGHT[0])
    weak, exact = partial(weak_noise, column, WEAK), partial(weak_noise, column, Fraction(0))
    return [
        Trial("scale × 0.6", published, (("one",),), Size(150, 350, 600), weak),
        Trial("exact count", published, (("one",),), few, exact),
        Trial("query of the provider", published, (("one",),), Size(80, 120, 400), asked),
        Trial("row of 1.5", learned, (("one",),), Size(150, 350, 800), costly_row),
        Trial("question of one's own table", learned, (("one",),), few, question_of_own_table),
        Trial("printed M rule", beside_open, (("one",),), few, printed_rule),
        Trial(
            "independent copies",
            improved,
            (("one", "other"),),
            Size(150, 350, 1_000),
            independent_copies,
        ),
    ]
