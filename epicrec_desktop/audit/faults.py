"""Faults that the audit must catch, planted into the running client one at a time.

Each replaces one function while the audit of it runs, after every check of the budget has passed:
so the ledger says what it always says, and only what arrives is different. Nothing else imports
this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from fractions import Fraction
from types import ModuleType
from typing import Any

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.privacy import frozen_window
from epicrec_desktop.privacy.nested import Copy, issue_vector
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.services import releases
from epicrec_desktop.services.composition import Told, told
from epicrec_desktop.services.copies import Held
from epicrec_desktop.services.situation import Situation

Planted = AbstractContextManager[None]
Known = Sequence[Sequence[Copy]]

WEAK = Fraction(3, 5)


def weak_noise(column: int, factor: Fraction = WEAK) -> Planted:
    """One count's scale is `factor` of what it should be."""

    def issue(
        counts: Sequence[int], known: Known, scales: Sequence[Fraction], source: BitSource
    ) -> tuple[Copy, ...]:
        drawn = list(scales)
        drawn[column] *= factor
        return issue_vector(counts, known, drawn, source)

    return _replacing(frozen_window, "issue_vector", issue)


def exact_count(column: int) -> Planted:
    """One count leaves without noise."""

    def issue(
        counts: Sequence[int], known: Known, scales: Sequence[Fraction], source: BitSource
    ) -> tuple[Copy, ...]:
        copies = list(issue_vector(counts, known, scales, source))
        copies[column] = Copy(scales[column], counts[column])
        return tuple(copies)

    return _replacing(frozen_window, "issue_vector", issue)


def independent_copies() -> Planted:
    """Each provider's noise is drawn anew, whatever the others have."""

    def issue(
        counts: Sequence[int], known: Known, scales: Sequence[Fraction], source: BitSource
    ) -> tuple[Copy, ...]:
        return issue_vector(counts, [()] * len(counts), scales, source)

    return _replacing(frozen_window, "issue_vector", issue)


def printed_rule() -> Planted:
    """M-DPDP as printed: the exact count over all the person's movies where a category is open."""

    def say(situation: Situation, windows: Mapping[str, Held]) -> Told | None:
        said = told(situation, windows)
        if said is None:
            return None
        exact = {
            name: float(situation.true_counts[name])
            for name in situation.catalog.categories
            if situation.choice.level(name) is ReleaseLevel.ALL
        }
        # A request names a variance for each count; that of a made-up category does no harm.
        variance = {**said.variance, **dict.fromkeys(exact, 1.0)} if said.variance else None
        return replace(said, counts={**said.counts, **exact}, variance=variance)

    return _replacing(releases, "told", say)


@contextmanager
def _replacing(module: ModuleType, name: str, function: Callable[..., Any]) -> Iterator[None]:
    original = getattr(module, name)
    setattr(module, name, function)
    try:
        yield
    finally:
        setattr(module, name, original)
