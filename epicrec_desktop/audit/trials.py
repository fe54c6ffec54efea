"""What is tried: honest releases whose claims must hold, and planted faults that must be caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from epicrec_desktop.audit import faults
from epicrec_desktop.audit.subject import MIXED_LEVELS, SINGLE_LEVEL, Subject
from epicrec_desktop.privacy.families import IMPROVED, PUBLISHED

SAMPLES = 2_000
"""Releases of each history that a claim is certified on, by default."""

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
    processes that release.
    """

    name: str
    subject: Subject
    coalitions: tuple[tuple[str, ...], ...]
    size: Size
    fault: Callable[[], faults.PlantedFault] | None = None

    @property
    def releases(self) -> int:
        """How many releases of each history it makes, to all providers together."""
        return self.size.total * len(self.subject.trust)


def honest_trials(samples: int = SAMPLES) -> list[Trial]:
    """Both kinds of mechanism; one provider, and two with different trust.

    Two providers of the ladder are asked in either order: all rungs are drawn before.
    """
    size = Size(250, 400, samples)
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
            size,
        ),
    ]


def planted_trials() -> list[Trial]:
    """The faults that must be caught, with as many releases as it takes.

    By simulation, fewer than 1 in 200 of such a size misses its fault.
    """
    alone, pair = {"one": FULL}, {"one": FULL, "other": FULL}
    published = Subject(PUBLISHED, MIXED_LEVELS, TIGHT, alone)
    beside_open = Subject(PUBLISHED, MIXED_LEVELS, ("Comedy", "Romance"), alone)
    improved = Subject(IMPROVED, SINGLE_LEVEL, TIGHT, pair)
    column = published.mechanism.categories.index(TIGHT[0])
    few = Size(40, 40, 100)
    asked = partial(faults.query_of_the_provider, TIGHT[0])
    weak, exact = partial(faults.weak_noise, column), partial(faults.exact_count, column)
    return [
        Trial("scale × 0.6", published, (("one",),), Size(150, 350, 1_000), weak),
        Trial("exact count", published, (("one",),), few, exact),
        Trial("query of the provider", published, (("one",),), Size(80, 120, 400), asked),
        Trial("printed M rule", beside_open, (("one",),), few, faults.printed_rule),
        Trial(
            "independent copies",
            improved,
            (("one", "other"),),
            Size(200, 400, 1_000),
            faults.independent_copies,
        ),
    ]
