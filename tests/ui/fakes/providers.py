"""Providers and their cards, in memory."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.recommend.wire_published import About
from epicrec_desktop.services.provider_details import ProviderDetails, SharedModel, Tried
from epicrec_desktop.services.providers import ProviderInfo
from ui.fakes.base import FakeService


class FakeProviders(FakeService):
    """This computer and what was added."""

    def _begin(self) -> None:
        self.known = [ProviderInfo(THIS_COMPUTER, None, None, current=True)]
        self.met: list[str | None] = []

    def all(self) -> list[ProviderInfo]:
        self.enter("providers.all")
        return list(self.known)

    def connect(self, name: str | None = None) -> ProviderInfo:
        """Who would be asked: what a proposal needs to know of a connection."""
        return next(p for p in self.known if (p.name == name if name else p.current))

    def add(
        self,
        name: str,
        address: str,
        certificate: Path | None = None,
        trust: Fraction | None = None,
        *,
        first_trust: Fraction = Fraction(1),
        key: str | None = None,
        replace: bool = False,
    ) -> ProviderInfo:
        if not address.startswith(("https://", "assistant:")):
            raise ProviderError(
                "The address has to begin with https://. Nothing was added; correct it."
            )
        self.remove(name)
        self.known.append(
            ProviderInfo(name, address, certificate, has_key=key is not None, trust=first_trust)
        )
        return self.known[-1]

    def set_key(self, name: str, key: str | None) -> None:
        self.enter("providers.set_key")
        if key == "two words":
            raise ProviderError("This is no key. Nothing was changed.")
        has = key is not None
        self.known = [replace(p, has_key=has) if p.name == name else p for p in self.known]

    def known_elsewhere(self, name: str, address: str) -> ProviderInfo | None:
        same = (p for p in self.known if p.name.casefold() == name.casefold())
        return next((p for p in same if p.address != address), None)

    def remove(self, name: str) -> None:
        self.known = [p for p in self.known if p.name != name]

    def choose(self, name: str) -> None:
        self.known = [replace(p, current=p.name == name) for p in self.known]

    def fetch(self, name=None, *, job=UNATTENDED) -> str:
        self.enter("providers.fetch", job)
        return f"{name} answers and knows 9,742 movies. Nothing was sent."

    def fetch_first(self, name=None, *, job=UNATTENDED) -> None:
        self.met.append(name)

    def refresh_public(self, now=None, *, job=UNATTENDED) -> tuple[str, ...]:
        self.enter("providers.refresh_public")
        return ()


class FakeCards(FakeService):
    """A card of each provider, with a model that can be tried."""

    def card(self, name: str) -> ProviderDetails:
        info = next(p for p in self.services.providers.known if p.name == name)
        about = About(name="Film <b>club</b>", operator="", people=610)
        shared = SharedModel("linear-0123456789abcdef", 9_000)
        return ProviderDetails(info, about, None, 9_742, shared, 0, None, 0, None)

    def try_model(self, name, *, job=UNATTENDED) -> Tried:
        self.enter("cards.try_model", job)
        return Tried(0.4, 0.2, 100)
