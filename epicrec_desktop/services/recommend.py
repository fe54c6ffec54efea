"""Recommend: release what the levels allow, ask the provider, rank on this computer."""

from __future__ import annotations

from dataclasses import dataclass

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.release import Recommendations, Release
from epicrec_desktop.domain.tasks import IsCancelled, Report, never, quiet


@dataclass(frozen=True)
class Outcome:
    """What was released (None at No Release), whether it was a repeat, and what came back."""

    release: Release | None
    repeated: bool
    recommendations: Recommendations


class RecommendService:
    """The whole of C-6."""

    def refresh(
        self,
        *,
        choice: PrivacyChoice | None = None,
        provider: str | None = None,
        report: Report = quiet,
        cancelled: IsCancelled = never,
    ) -> Outcome:
        """Release, ask and rank; the result is stored. A provider that is down does not raise:

        rows ranked here are still made, and `Recommendations.notes` says what happened.
        """
        raise NotImplementedError

    def rank_here(self, *, report: Report = quiet) -> Recommendations:
        """Rank with the model at hand and the true history; sends nothing."""
        raise NotImplementedError

    def latest(self) -> Recommendations | None:
        """The last result, shown at once at start and offline."""
        raise NotImplementedError
