"""A sampled period, and each receiver's copy of it (privacy.md 7).

A period counts once, and its noise is sampled once: the least private trust tier first, then each
lower tier from the one above it (`nested_noise.py`). The noisy tiers are stored, the true counts
are not. A receiver gets the tier of its trust and keeps it, so the order of requests, repeats, and
removing and adding a provider change nothing. A coalition learns what its best tier says:

    period = sample_period(mechanism, levels, counts, source)  # to be stored before it is sent
    period = period.issue("https://provider.example", trust)
    copy = period.copy_of("https://provider.example")          # the only input of releases

Pure: a state in, a state out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.domain.json_text import fraction, whole
from epicrec_desktop.privacy.mechanism import Mechanism, sample
from epicrec_desktop.privacy.nested_noise import noisier_copy
from epicrec_desktop.privacy.randomness import BitSource

TRUST_TIERS = (Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(1, 8))
"""The fractions of a period's budget that a provider can be trusted with. Public, and the same for
everyone: no sample ever depends on who is asked."""

NOTHING = Fraction(0)


@dataclass(frozen=True)
class ReceiverCopy:
    """A receiver's copy of a period, from which alone its releases are made.

    `levels` are those of the sampling, `mechanism` the period's at this receiver's budget, `noisy`
    integers by category.
    """

    levels: Mapping[str, str]
    mechanism: Mechanism
    noisy: Mapping[str, int]


@dataclass(frozen=True)
class Period:
    """A period's query, its noisy tiers, and the tier that each receiver got.

    `tiers` are noisy integers, one for each published category, by their fraction of the budget;
    `issued` are fractions by receiver: its address, or the name of the provider in this program.
    """

    mechanism: Mechanism
    levels: Mapping[str, str]
    tiers: Mapping[Fraction, tuple[int, ...]]
    issued: Mapping[str, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if {len(noisy) for noisy in self.tiers.values()} != {len(self.mechanism.scales)}:
            raise ValueError("every tier has one number for each published category")
        if any(tier not in self.tiers for tier in self.issued.values()):
            raise ValueError("only tiers of this period can have been issued")

    def issue(self, receiver: str, trust: Fraction) -> Period:
        """Return the period after this receiver got its tier; the same period if it has one.

        That is the highest tier not above its trust. Raises `PrivacyError` if all receivers
        together could learn more than the budget of the highest tier that was issued.
        """
        if receiver in self.issued:
            return self
        tier = max(tier for tier in self.tiers if tier <= trust)
        after = replace(self, issued={**self.issued, receiver: tier})
        if after.loss() > self.mechanism.epsilon * max(after.issued.values()):
            raise PrivacyError(
                "Services that put together what they know could learn more than the privacy "
                "budget allows, so nothing was released. Please report this as a fault of the "
                "program."
            )
        return after

    def copy_of(self, receiver: str) -> ReceiverCopy | None:
        """Return a receiver's copy; None where it has none."""
        tier = self.issued.get(receiver)
        if tier is None:
            return None
        mechanism = self.mechanism.at(self.mechanism.epsilon * tier)
        noisy = dict(zip(mechanism.categories, self.tiers[tier], strict=True))
        return ReceiverCopy(self.levels, mechanism, noisy)

    def loss(self, receivers: Collection[str] | None = None) -> Fraction:
        """Return the exact loss to these receivers together: max_i Σ_j r_ij·max_k 1/s_kj.

        Default: to all receivers. Tiers are nested and have one shape, so it is that of the best
        tier among them; 0 for receivers without a copy.
        """
        asked = self.issued if receivers is None else self.issued.keys() & set(receivers)
        best = max((self.issued[receiver] for receiver in asked), default=NOTHING)
        return self.mechanism.loss * best  # exactly: its scales are the period's over `best`

    def to_dict(self) -> dict[str, Any]:
        """Return JSON without any true count, so that it may be stored beside the database."""
        return {
            "mechanism": self.mechanism.to_dict(),
            "levels": dict(self.levels),
            "rungs": {str(tier): list(noisy) for tier, noisy in self.tiers.items()},
            "issued": {receiver: str(tier) for receiver, tier in self.issued.items()},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], mechanism: Mechanism | None = None) -> Period:
        """Read what `to_dict` wrote, exactly. Raises `ValueError` unless all tiers are there.

        `mechanism`: that of the document, where it was read before.
        """
        tiers = {fraction(tier): tuple(map(whole, noisy)) for tier, noisy in data["rungs"].items()}
        if tiers.keys() != set(TRUST_TIERS):
            raise ValueError("a period has every trust tier")
        return cls(
            mechanism or Mechanism.from_dict(data["mechanism"]),
            {str(name): str(level) for name, level in data["levels"].items()},
            tiers,
            {str(receiver): fraction(tier) for receiver, tier in data["issued"].items()},
        )


def sample_period(
    mechanism: Mechanism, levels: Mapping[str, str], counts: Sequence[int], source: BitSource
) -> Period:
    """Sample all tiers of a period, from the top down; `counts` (c,) are private and not stored.

    `source` must be the system's secure generator for a release. Raises `PrivacyError` if the noise
    would not keep the budget; then nothing is sampled.
    """
    noisy = sample(mechanism, counts, source)
    tiers = {TRUST_TIERS[0]: noisy}
    for above, tier in pairwise(TRUST_TIERS):
        upper = mechanism.at(mechanism.epsilon * above).scales
        lower = mechanism.at(mechanism.epsilon * tier).scales
        # A tier (c,) is made from the one above it and no data; `upper` scales are smaller.
        noisy = tuple(
            noisier_copy(value, scale, larger, source)
            for value, scale, larger in zip(noisy, upper, lower, strict=True)
        )
        tiers[tier] = noisy
    return Period(mechanism, levels, tiers)
