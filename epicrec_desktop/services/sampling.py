"""Sample noise for periods.

A period is sampled once, all trust tiers together, by the release that asks for it. It may have no
receiver then: the user sees its list before agreeing, and it costs nothing yet. Where
samples are kept: `services/sample_store.py`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.privacy.period import TRUST_TIERS, Period, ReceiverCopy, sample_period
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.services.asked_question import find_question
from epicrec_desktop.services.release_inputs import ReleaseInputs
from epicrec_desktop.store.choices import KnownProvider


class SecureSource:
    """Uniform integers from the operating system (`privacy.randomness.BitSource`)."""

    def below(self, n: int, /) -> int:
        """Return a uniform integer in [0, n)."""
        return secrets.randbelow(n)


class RepeatableSource:
    """Deterministic bits from a hash of what is public or may leave. Never for noise."""

    def __init__(self, seed: bytes) -> None:
        self._seed = hashlib.sha256(seed).digest()
        self._sampled = 0

    def below(self, n: int, /) -> int:
        """Return a uniform integer in [0, n), by rejection."""
        bits = n.bit_length()
        size = -(-bits // 8)
        while True:
            self._sampled += 1
            block = hashlib.shake_256(self._seed + self._sampled.to_bytes(8, "big")).digest(size)
            value = int.from_bytes(block, "big") >> (8 * size - bits)
            if value < n:
                return value


@dataclass(frozen=True)
class Receiver:
    """The receiver in a `month`: its address (or name, without one), and its known names."""

    key: str
    known_as: tuple[KnownProvider, ...] = ()
    month: str = ""

    def trust_in(self, period: str) -> Fraction:
        """Return its trust tier in a period: the lowest of its names', or the highest for none."""
        tiers = (known.trust_in(period, self.month) for known in self.known_as)
        return min(tiers, default=TRUST_TIERS[0])


def issue_to(periods: Mapping[str, Period], receiver: Receiver) -> dict[str, Period]:
    """Return the periods, each with this receiver's tier issued to it. Raises `PrivacyError`."""
    return {
        name: periods[name].issue(receiver.key, receiver.trust_in(name)) for name in sorted(periods)
    }


def sample_due(inputs: ReleaseInputs, source: BitSource) -> dict[str, Period]:
    """Sample the periods that are due. Changes nothing in the database.

    Raises `PrivacyError` if the noise would not keep the budget; then nothing is sampled.
    """
    mechanism, groups, choice = inputs.mechanism, inputs.catalog.groups, inputs.choice
    if mechanism is None:
        return {}
    values = (level.value for level in choice.levels(groups.categories))
    levels = dict(zip(groups.categories, values, strict=True))
    sampled = {}
    for name in inputs.due:
        items = inputs.members.get(OPEN_PERIOD, {})
        positions = np.fromiter(items, dtype=np.int64, count=len(items))
        counts = mechanism.count(
            groups, choice, positions, list(items.values()), asked=question_of(inputs)
        )
        sampled[name] = sample_period(mechanism, levels, counts, source)
    return sampled


def question_of(inputs: ReleaseInputs) -> AskedQuestion | None:
    """Return the rows of a learned mechanism's question; None for a mechanism without one."""
    if inputs.mechanism is None or inputs.mechanism.question is None:
        return None
    return find_question(inputs.questions, inputs.mechanism.question)


def receiver_copies(receiver: Receiver, periods: Mapping[str, Period]) -> dict[str, ReceiverCopy]:
    """Return the receiver's copies, by period."""
    copies = ((name, period.copy_of(receiver.key)) for name, period in periods.items())
    return {name: copy for name, copy in copies if copy is not None}
