"""The film club: a provider elsewhere, without the way there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from elsewhere import never_asked, nothing_cached
from epicrec_desktop.domain.errors import ProviderBusyError, ProviderError
from epicrec_desktop.domain.progress import IsCancelled, never_cancelled
from epicrec_desktop.domain.release import CommittedContribution, ProviderAnswer, Release
from epicrec_desktop.provider.local import LocalProvider
from epicrec_desktop.recommend.wire_published import About
from epicrec_desktop.services.providers import ProviderService
from ui.fakes.base import ADDRESS

Connect = Callable[[ProviderService, str, str, Path | None], Any]


class Elsewhere(LocalProvider):
    """Ranks what arrives as this computer would. `reached` has the bodies; `down` answers none."""

    def __init__(self, *arguments: Any, address: str, club: Club) -> None:
        super().__init__(*arguments, address=address)
        self._club = club
        self.cache, self.personas = nothing_cached(), never_asked()
        about = About(name="Film <b>club</b>", operator="", people=610)
        self.published = SimpleNamespace(
            catalog=self.catalog,
            model=self.model,
            about=lambda: about,
            last_contact=lambda: None,
            is_due=lambda now: False,
        )

    def recommend(
        self, release: Release, *, cancelled: IsCancelled = never_cancelled
    ) -> ProviderAnswer:
        if self._club.down:
            raise ProviderError("{name} did not answer in time.", name=self.name)
        self._club.reached.append(release.payload)
        return super().recommend(release, cancelled=cancelled)

    def contribute(self, committed: CommittedContribution, **_: object) -> None:
        """Count a contribution, or take it out of the sums."""
        if self._club.busy:
            raise ProviderBusyError("{name} is busy.", wait=7_200, sent=True, name=self.name)
        self._club.reached.append(committed.payload)


class Club:
    """What the film club got, and whether it answers; `addresses` are those that it has."""

    def __init__(self) -> None:
        self.addresses = {ADDRESS}
        self.reached: list[bytes] = []
        self.down = self.busy = False

    def way(self, usual: Connect) -> Connect:
        """Return what leads to the club, and to any other provider as usual."""

        def connect(
            providers: ProviderService, name: str, address: str, certificate: Path | None
        ) -> Any:
            if address not in self.addresses:
                return usual(providers, name, address, certificate)
            stored = providers._context.catalog()
            model = providers._models().current(stored.catalog)
            return Elsewhere(stored.catalog, lambda: model, name, address=address, club=self)

        return connect
