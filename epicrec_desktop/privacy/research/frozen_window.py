"""A release window once it is drawn: what every later copy is made from.

It holds the private integer counts, the mechanism, and every noisy vector issued, and never looks
at today's library again. Each provider gets the same query with the same shape of noise, times a
factor of its own: ε_w / ε_k for a window planned at ε_w and a provider trusted with ε_k. So all
copies are nested, and a coalition of providers learns what the most trusted one knows:

    window = FrozenWindow(mechanism, mechanism.count(groups, choice, items))
    window = window.issue("provider", epsilon, source)        # to be stored before it is sent
    noisy = window.copy("provider", epsilon)

Pure: a state in, a state out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.privacy.nested_noise import NoisyValue
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.privacy.research.accountant import Charge, PeriodAccount
from epicrec_desktop.privacy.research.nested import issue_vector


@dataclass(frozen=True)
class IssuedCopy:
    """Noisy counts that were issued to a provider at its budget in this window."""

    provider: str
    epsilon: Fraction
    noisy: tuple[int, ...]


@dataclass(frozen=True)
class FrozenPeriod:
    """`counts` (c,) are private; `issued` is what may leave, oldest first."""

    mechanism: Mechanism
    counts: tuple[int, ...]
    issued: tuple[IssuedCopy, ...] = ()

    def __post_init__(self) -> None:
        sizes = {len(self.counts), *(len(copy.noisy) for copy in self.issued)}
        if sizes != {len(self.mechanism.scales)}:
            raise ValueError("there must be one count for each published category")

    @property
    def account(self) -> PeriodAccount:
        """What this window's copies cost, alone and together, in exact fractions."""
        mechanism = self.mechanism
        charges = tuple(self._charge(copy.provider, copy.epsilon) for copy in self.issued)
        return PeriodAccount(mechanism.categories, mechanism.rows, charges)

    def scales(self, epsilon: Fraction) -> tuple[Fraction, ...]:
        """The window's scales for a provider trusted with ε: its shape, times ε_w / ε."""
        return self.mechanism.at(epsilon).scales

    def copy(self, provider: str, epsilon: Fraction) -> tuple[int, ...] | None:
        """The noisy counts issued to a provider at this budget; None if none were."""
        for issued in self.issued:
            if (issued.provider, issued.epsilon) == (provider, epsilon):
                return issued.noisy
        return None

    def issue(self, provider: str, epsilon: Fraction, source: BitSource) -> FrozenPeriod:
        """The window after a copy for this provider; the same window if it has that copy.

        The copy is nested with all that were issued before, whoever got them. Raises
        `PrivacyError` if it would cost more than it may; then nothing is drawn. `source` must be
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
