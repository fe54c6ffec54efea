"""A release window once it is drawn, and what a receiver holds of it (privacy.md 7).

A window counts once, and its noise is drawn once: the least private copy first, and every other
rung of a fixed public ladder downwards from the rung above it (`nested.py`). It keeps the noisy
rungs, and its true counts no longer. A receiver is given the rung of its trust and keeps it, so the
order of asking, asking again, and removing and adding a provider change nothing. A coalition learns
what its best rung says:

    window = draw_window(mechanism, levels, counts, source)   # to be stored before it is sent
    window = window.issue("https://provider.example", trust)
    copy = window.copy_of("https://provider.example")         # releases are made from this alone

Pure: a state in, a state out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.domain.json_text import fraction
from epicrec_desktop.privacy.mechanism import Mechanism, sample
from epicrec_desktop.privacy.nested_noise import NoisyValue, derive_noisier_copy
from epicrec_desktop.privacy.randomness import BitSource

TRUST_TIERS = (Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction(1, 8))
"""The fractions of a window's budget that a provider can be trusted with. Public, and the same for
everyone: no draw ever depends on who is asked."""

NOTHING = Fraction(0)


@dataclass(frozen=True)
class ReceiverCopy:
    """What a receiver holds of one window; a release to it is made from nothing else of it.

    `levels` are those of the draw, `mechanism` the window's at this receiver's budget, `noisy`
    integers by category.
    """

    levels: Mapping[str, str]
    mechanism: Mechanism
    noisy: Mapping[str, int]


@dataclass(frozen=True)
class Period:
    """A window's query, its noisy rungs, and who was given which.

    `tiers` are noisy integers, one for each published category, by their fraction of the budget;
    `issued` are fractions by receiver: its address, or the name of the provider in this program.
    """

    mechanism: Mechanism
    levels: Mapping[str, str]
    tiers: Mapping[Fraction, tuple[int, ...]]
    issued: Mapping[str, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if {len(noisy) for noisy in self.tiers.values()} != {len(self.mechanism.scales)}:
            raise ValueError("every rung has one number for each published category")
        if any(tier not in self.tiers for tier in self.issued.values()):
            raise ValueError("only rungs of this window can have been issued")

    def issue(self, receiver: str, trust: Fraction) -> Period:
        """The window after this receiver was given its rung; the same if it has one.

        That is the highest rung that is no higher than its trust. Raises `PrivacyError` if all
        receivers together could learn more than the budget of the highest rung that was issued.
        """
        if receiver in self.issued:
            return self
        tier = max(tier for tier in self.tiers if tier <= trust)
        after = replace(self, issued={**self.issued, receiver: tier})
        if after.loss() > self.mechanism.epsilon * max(after.issued.values()):
            raise PrivacyError(
                "Providers that put together what they know could learn more than the privacy "
                "budget allows, so nothing was released. Please report this as a fault of the "
                "program."
            )
        return after

    def copy_of(self, receiver: str) -> ReceiverCopy | None:
        """What a receiver holds, if it was given anything."""
        tier = self.issued.get(receiver)
        if tier is None:
            return None
        mechanism = self.mechanism.at(self.mechanism.epsilon * tier)
        noisy = dict(zip(mechanism.categories, self.tiers[tier], strict=True))
        return ReceiverCopy(self.levels, mechanism, noisy)

    def loss(self, receivers: Collection[str] | None = None) -> Fraction:
        """The exact loss to these receivers together (all by default), max_i Σ_j r_ij·max_k 1/s_kj.

        Rungs are nested and have one shape, so it is that of the best rung among them; 0 for those
        who have none.
        """
        asked = self.issued if receivers is None else self.issued.keys() & set(receivers)
        best = max((self.issued[receiver] for receiver in asked), default=NOTHING)
        return self.mechanism.loss * best  # exactly: its scales are the window's over `best`

    def to_dict(self) -> dict[str, Any]:
        """As JSON: nothing in it is a true count, so that it may be kept beside the database."""
        return {
            "mechanism": self.mechanism.to_dict(),
            "levels": dict(self.levels),
            "rungs": {str(tier): list(noisy) for tier, noisy in self.tiers.items()},
            "issued": {receiver: str(tier) for receiver, tier in self.issued.items()},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], mechanism: Mechanism | None = None) -> Period:
        """Read what `to_dict` wrote, exactly. Raises `ValueError` unless all rungs are there.

        `mechanism`: that of the document, where it was read before.
        """
        tiers = {
            fraction(tier): tuple(int(value) for value in noisy)
            for tier, noisy in data["rungs"].items()
        }
        if tiers.keys() != set(TRUST_TIERS):
            raise ValueError("a window has every rung of the ladder")
        return cls(
            mechanism or Mechanism.from_dict(data["mechanism"]),
            {str(name): str(level) for name, level in data["levels"].items()},
            tiers,
            {str(receiver): fraction(tier) for receiver, tier in data["issued"].items()},
        )


def sample_period(
    mechanism: Mechanism,
    levels: Mapping[str, str],
    counts: Sequence[int],
    source: BitSource,
) -> Period:
    """Draw all rungs of a window, from the top down; `counts` (c,) are private and not kept.

    `source` must be the system's secure generator for a release. Raises `PrivacyError` if the noise
    would not keep the budget; then nothing is drawn.
    """
    noisy = sample(mechanism, counts, source)
    tiers = {TRUST_TIERS[0]: noisy}
    for above, tier in pairwise(TRUST_TIERS):
        upper = mechanism.at(mechanism.epsilon * above).scales
        lower = mechanism.at(mechanism.epsilon * tier).scales
        noisy = sample_tier(noisy, upper, lower, source)
        tiers[tier] = noisy
    return Period(mechanism, levels, tiers)


def sample_tier(
    noisy: Sequence[int], upper: Sequence[Fraction], lower: Sequence[Fraction], source: BitSource
) -> tuple[int, ...]:
    """A rung (c,) from the one above it and no data; scales of both, the upper ones smaller."""
    return tuple(
        derive_noisier_copy(NoisyValue(scale, value), larger, source).value
        for value, scale, larger in zip(noisy, upper, lower, strict=True)
    )
