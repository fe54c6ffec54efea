"""Providers and their cards, in memory."""

from __future__ import annotations

from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.recommend.wire_published import About
from epicrec_desktop.services.provider_details import ProviderDetails, SharedModel, Tried
from ui.fakes.base import FakeService


class FakeCards(FakeService):
    """A card of each provider, with a model that can be tried."""

    def card(self, name: str) -> ProviderDetails:
        info = next(p for p in self.services.real.providers.all() if p.name == name)
        about = About(name="Film <b>club</b>", operator="", people=610)
        shared = SharedModel("linear-0123456789abcdef", 9_000)
        return ProviderDetails(info, about, None, 9_742, shared, 0, None, 0, None)

    def try_model(self, name, *, job=UNATTENDED) -> Tried:
        self.enter("cards.try_model", job)
        return Tried(0.4, 0.2, 100)
