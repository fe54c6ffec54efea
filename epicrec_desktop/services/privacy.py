"""Levels, the budget they are quantified to, and the preview of a release."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.tasks import IsCancelled, Report, never, quiet


@dataclass(frozen=True)
class Budget:
    """The privacy budget that levels are quantified to, for one catalog version and levels."""

    epsilon: Fraction
    mechanism: str  # "S-DPDP" or "M-DPDP"
    scales: Mapping[str, float]  # Laplace scale per perturbed category

    @property
    def observer_percent(self) -> int:
        """What an observer who thought 50:50 of one movie can at most conclude, rounded up."""
        raise NotImplementedError


@dataclass(frozen=True)
class Preview:
    """What would leave now. An example where something is perturbed: the draw is thrown away.

    `repeat`: nothing is newly eligible, so the stored bytes would be sent again: then `items` and
    `released_counts` are the stored ones, not an example.
    """

    level: ReleaseLevel
    provider: str
    budget: Budget | None  # None where nothing is perturbed
    true_counts: Mapping[str, int]  # confirmed movies per category, all 18
    released_counts: Mapping[str, int]  # movies of `items` per category
    items: tuple[Movie, ...]
    open_items: int
    perturbed_items: int  # confirmed movies that only leave through noise
    withheld_items: int
    waiting_items: int  # wait for the next release window
    window: str  # "2026-11"
    next_window: str
    example: bool
    repeat: bool


class PrivacyService:
    """The person's choice, and what it would release."""

    def choice(self) -> PrivacyChoice:
        """The stored choice (Perturbed overall at first)."""
        raise NotImplementedError

    def set_overall(self, level: ReleaseLevel) -> PrivacyChoice:
        """Choose the overall level."""
        raise NotImplementedError

    def set_category(self, category: str, level: ReleaseLevel | None) -> PrivacyChoice:
        """Choose a category's own level; None: follow the overall one again."""
        raise NotImplementedError

    def restore(self, choice: PrivacyChoice) -> None:
        """Put back an earlier choice, whole (undo, or "clear all categories")."""
        raise NotImplementedError

    def budget(
        self,
        choice: PrivacyChoice | None = None,
        *,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> Budget | None:
        """The quantified budget of a choice (the stored one by default), computed once and kept."""
        raise NotImplementedError

    def preview(
        self,
        choice: PrivacyChoice | None = None,
        *,
        provider: str | None = None,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> Preview:
        """What would leave for this choice, before anything leaves. Changes nothing."""
        raise NotImplementedError
