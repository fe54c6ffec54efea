"""What the services that are still in memory have."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.fakes.services import FakeServices

CLUB = "Film club"
ADDRESS = "https://films.example"


class FakeService:
    """One service: it notes its calls, waits and fails as told."""

    def __init__(self, services: FakeServices) -> None:
        self.services = services
        self.enter = services.enter
        self._begin()

    def _begin(self) -> None:
        """Its own state; the others may not be there yet."""
