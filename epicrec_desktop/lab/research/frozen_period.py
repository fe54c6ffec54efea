"""A release period after sampling, with copies issued in any order and their privacy account."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.lab.research.nested_copies import issue_vector
from epicrec_desktop.privacy.integer_rows import exact_loss
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.privacy.nested_noise import NoisyValue
from epicrec_desktop.privacy.randomness import BitSource

ZERO = Fraction(0)


@dataclass(frozen=True)
class Charge:
    """One copy issued to a provider: its budget in this period, and the scale of each column."""

    provider: str
    epsilon: Fraction
    scales: Mapping[str, Fraction]

    def __post_init__(self) -> None:
        if self.epsilon <= 0 or any(scale <= 0 for scale in self.scales.values()):
            raise ValueError("a budget and its scales are positive")


@dataclass(frozen=True)
class PeriodAccount:
    """The charges of one period.

    `columns` are the counts that are released and `rows` (m, c) the integer rows of the items that
    can cost most. Columns hold nested copies of one count each. Another query in the same period
    (other levels, another mechanism) is other columns, with its own names and each item's rows side
    by side; the losses then add.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    charges: tuple[Charge, ...] = ()

    def __post_init__(self) -> None:
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("a row has a value for each column")

    @property
    def loss(self) -> Fraction:
        """Return what all providers of this period together have learned at most: the charged ε."""
        return self.loss_of({charge.provider for charge in self.charges})

    @property
    def budget(self) -> Fraction:
        """Return the largest provider's ε: the limit of the coalition. 0 without charges."""
        return max((charge.epsilon for charge in self.charges), default=ZERO)

    def loss_of(self, providers: Collection[str]) -> Fraction:
        """Return the exact loss to a coalition of these providers; of one, what it has learned
        alone.
        """
        levels = self._levels(providers)
        where = [j for j, level in enumerate(levels) if level > 0]
        rows = np.array(self.rows, dtype=np.int64).reshape(len(self.rows), len(self.columns))
        return exact_loss(rows[:, where], [1 / levels[j] for j in where])

    def item_loss(self, row: Sequence[int], providers: Collection[str] | None = None) -> Fraction:
        """Return an item's own exact loss, for its integer row (with its weight, if it has one)."""
        if len(row) != len(self.columns):
            raise ValueError("a row has a value for each column")
        everyone = {charge.provider for charge in self.charges}
        levels = self._levels(everyone if providers is None else providers)
        return sum((r * level for r, level in zip(row, levels, strict=True)), ZERO)

    def charge(
        self, provider: str, epsilon: Fraction, scales: Mapping[str, Fraction]
    ) -> PeriodAccount:
        """Return the account after one more copy; the same account for a repeat.

        Raises `PrivacyError` if the copies of this provider would cost more than its own ε, or
        those of all more than the largest provider's; then nothing may be sampled.
        """
        unknown = set(scales) - set(self.columns)
        if unknown or not scales:
            raise ValueError("scales are given for columns of the account, for at least one")
        new = Charge(provider, epsilon, dict(scales))
        if new in self.charges:
            return self
        after = replace(self, charges=(*self.charges, new))
        own = max(c.epsilon for c in after.charges if c.provider == provider)
        if after.loss_of({provider}) > own:
            raise PrivacyError(
                "This release would tell the provider more than its privacy budget allows, so "
                "nothing was released and nothing was charged. Wait for the next release window, "
                "or give the provider a larger budget."
            )
        if after.loss > after.budget:
            raise PrivacyError(
                "Providers that share what they know could learn more than the largest of their "
                "privacy budgets allows, so nothing was released and nothing was charged. Wait for "
                "the next release window, where all providers get copies of one release."
            )
        return after

    def _levels(self, providers: Collection[str]) -> list[Fraction]:
        """max_k 1/s_kj of each column; 0 for one that none of these providers has."""
        levels = dict.fromkeys(self.columns, ZERO)
        for charge in self.charges:
            if charge.provider in providers:
                for name, scale in charge.scales.items():
                    levels[name] = max(levels[name], 1 / scale)
        return [levels[name] for name in self.columns]


@dataclass(frozen=True)
class IssuedCopy:
    """Noisy counts that were issued to a provider at its budget in this period."""

    provider: str
    epsilon: Fraction
    noisy: tuple[int, ...]


@dataclass(frozen=True)
class FrozenPeriod:
    """`counts` (c,) are private; `issued` are the copies that may be sent, oldest first."""

    mechanism: Mechanism
    counts: tuple[int, ...]
    issued: tuple[IssuedCopy, ...] = ()

    def __post_init__(self) -> None:
        sizes = {len(self.counts), *(len(copy.noisy) for copy in self.issued)}
        if sizes != {len(self.mechanism.scales)}:
            raise ValueError("there must be one count for each published category")

    @property
    def account(self) -> PeriodAccount:
        """Return what this period's copies cost, alone and together, in exact fractions."""
        mechanism = self.mechanism
        charges = tuple(self._charge(copy.provider, copy.epsilon) for copy in self.issued)
        return PeriodAccount(mechanism.categories, mechanism.rows, charges)

    def scales(self, epsilon: Fraction) -> tuple[Fraction, ...]:
        """Return the period's scales for a provider trusted with ε: its shape, times ε_w / ε."""
        return self.mechanism.at(epsilon).scales

    def copy(self, provider: str, epsilon: Fraction) -> tuple[int, ...] | None:
        """Return the noisy counts issued to a provider at this budget; None if none were."""
        for issued in self.issued:
            if (issued.provider, issued.epsilon) == (provider, epsilon):
                return issued.noisy
        return None

    def issue(self, provider: str, epsilon: Fraction, source: BitSource) -> FrozenPeriod:
        """Return the period after a copy for this provider; the same period if it has that copy.

        The copy is nested with all that were issued before, to any provider. Raises `PrivacyError` if
        it would exceed the limit; then nothing is sampled. `source` must be
        the system's secure generator for a release.
        """
        if self.copy(provider, epsilon) is not None:
            return self
        charge = self._charge(provider, epsilon)
        self.account.charge(provider, epsilon, charge.scales)
        vectors = [(self.scales(old.epsilon), old.noisy) for old in self.issued]
        released = [
            [NoisyValue(scales[j], noisy[j]) for scales, noisy in vectors]
            for j in range(len(self.counts))
        ]
        copies = issue_vector(self.counts, released, self.scales(epsilon), source)
        new = IssuedCopy(provider, epsilon, tuple(copy.value for copy in copies))
        return replace(self, issued=(*self.issued, new))

    def _charge(self, provider: str, epsilon: Fraction) -> Charge:
        names = self.mechanism.categories
        return Charge(provider, epsilon, dict(zip(names, self.scales(epsilon), strict=True)))
