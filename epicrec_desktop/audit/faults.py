"""Faults that the audit must catch, planted into the running client one at a time.

Each replaces one function while the audit of it runs, after every check of the budget has passed:
so the ledger says what it always says, and only what arrives is different. Nothing else imports
this module.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from fractions import Fraction
from types import ModuleType
from typing import Any

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.privacy import period
from epicrec_desktop.privacy.mechanism import Mechanism, sample
from epicrec_desktop.privacy.noise import discrete_laplace
from epicrec_desktop.privacy.period import ReceiverCopy
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.services import release_list
from epicrec_desktop.services.release_inputs import ReleaseInputs
from epicrec_desktop.services.release_list import (
    Copies,
    Disclosure,
    build_disclosure,
    choose_movies,
)
from epicrec_desktop.services.sampling import Receiver, receiver_copies

PlantedFault = AbstractContextManager[None]

WEAK = Fraction(3, 5)


def weak_noise(column: int, factor: Fraction = WEAK) -> PlantedFault:
    """One count's scale is `factor` of what it should be."""

    def weak(mechanism: Mechanism, counts: Sequence[int], source: BitSource) -> tuple[int, ...]:
        noisy = list(sample(mechanism, counts, source))
        noisy[column] = counts[column] + discrete_laplace(mechanism.scales[column] * factor, source)
        return tuple(noisy)

    return _replacing(period, "sample", weak)


def exact_count(column: int) -> PlantedFault:
    """One count leaves without noise."""

    def exact(mechanism: Mechanism, counts: Sequence[int], source: BitSource) -> tuple[int, ...]:
        noisy = list(sample(mechanism, counts, source))
        noisy[column] = counts[column]
        return tuple(noisy)

    return _replacing(period, "sample", exact)


def independent_copies() -> PlantedFault:
    """Each provider's noise is drawn anew, whatever the others have.

    The fault remembers the true counts, which the program does not keep.
    """
    sampled: list[tuple[Sequence[int], BitSource]] = []

    def remember(mechanism: Mechanism, counts: Sequence[int], source: BitSource) -> tuple[int, ...]:
        sampled[:] = [(counts, source)]
        return sample(mechanism, counts, source)

    def anew(receiver: Receiver, periods: Mapping[str, period.Period]) -> dict[str, ReceiverCopy]:
        held = receiver_copies(receiver, periods)
        if not held:
            return held
        counts, source = sampled[0]
        return {
            name: replace(copy, noisy=_add_noise(copy.mechanism, counts, source))
            for name, copy in held.items()
        }

    return _both(
        _replacing(period, "sample", remember), _replacing(release_list, "receiver_copies", anew)
    )


def _add_noise(mechanism: Mechanism, counts: Sequence[int], source: BitSource) -> dict[str, int]:
    return {
        name: count + discrete_laplace(scale, source)
        for name, count, scale in zip(mechanism.categories, counts, mechanism.scales, strict=True)
    }


def query_of_the_provider(category: str) -> PlantedFault:
    """A provider's list of categories decides: what it files elsewhere leaves as it is.

    Here it says that movies of this category have none that is perturbed.
    """

    def choose(
        inputs: ReleaseInputs, copies: Copies, known_to_provider: Collection[str]
    ) -> tuple[str, ...]:
        movies = [inputs.catalog.movies[p] for items in inputs.members.values() for p in items]
        opened = {m.wire_id or "" for m in movies if category in m.categories}
        return tuple(sorted({*choose_movies(inputs, copies, known_to_provider), *opened}))

    return _replacing(release_list, "choose_movies", choose)


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

    return _replacing(release_list, "disclose", say)


@contextmanager
def _both(first: PlantedFault, second: PlantedFault) -> Iterator[None]:
    with first, second:
        yield


@contextmanager
def _replacing(module: ModuleType, name: str, function: Callable[..., Any]) -> Iterator[None]:
    original = getattr(module, name)
    setattr(module, name, function)
    try:
        yield
    finally:
        setattr(module, name, original)
