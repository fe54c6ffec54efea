"""The services of one who is attacked."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from malicious_provider import MaliciousProvider

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.services.recommendations import RecommendResult
from epicrec_desktop.wiring import Services


@dataclass
class AttackServices:
    """Services whose current provider, "Theirs", is hostile; with a clock to be moved."""

    services: Services
    provider: MaliciousProvider
    base: Path
    moment: datetime = datetime(2026, 11, 21, 12, tzinfo=UTC)

    def later(self, **span: float) -> None:
        """Move the clock."""
        self.moment += timedelta(**span)

    def add(self, *wire_ids: str) -> None:
        """Add it and use it, as the person would: what it publishes is fetched; confirm movies."""
        self.services.providers.add("Theirs", self.provider.address)
        self.services.providers.choose("Theirs")
        self.services.providers.fetch_first()
        self.confirm(*wire_ids)

    def release(self, choice: PrivacyChoice | None = None) -> RecommendResult:
        """Release, as a person does who looks and agrees."""
        recommend = self.services.recommend
        return recommend.release(self.services.releases.propose(choice))

    def confirm(self, *wire_ids: str) -> None:
        """Confirm movies of the starter catalog."""
        for wire_id in wire_ids:
            key = self.services.library.find(wire_id)
            assert key is not None
            self.services.library.add(key)
