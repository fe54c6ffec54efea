"""Providers: who may be asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

THIS_COMPUTER = "This computer"


@dataclass(frozen=True)
class ProviderInfo:
    """A provider the person knows. `address` is None for "This computer"."""

    name: str
    address: str | None
    certificate: Path | None = None  # PEM added by the person
    current: bool = False


class ProviderService:
    """Lists, adds, tests and chooses providers."""

    def all(self) -> list[ProviderInfo]:
        """ "This computer" first, then by name."""
        raise NotImplementedError

    def add(self, name: str, address: str, certificate: Path | None = None) -> ProviderInfo:
        """Add or change a provider. Raises `ProviderError` for an address that is not one."""
        raise NotImplementedError

    def remove(self, name: str) -> None:
        """Remove a provider; its ledger entries stay."""
        raise NotImplementedError

    def choose(self, name: str) -> None:
        """Use this provider from now on."""
        raise NotImplementedError

    def test(self, name: str) -> str:
        """Reach the provider without sending anything; a sentence of what it offers.

        Raises `ProviderError`.
        """
        raise NotImplementedError
