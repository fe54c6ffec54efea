"""Providers: who may be asked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.provider.address import parse_address
from epicrec_desktop.provider.base import Provider
from epicrec_desktop.provider.http import HttpProvider
from epicrec_desktop.provider.local import LocalProvider
from epicrec_desktop.services.context import Context
from epicrec_desktop.services.models import LocalModels
from epicrec_desktop.store.choices import KnownProvider, ProviderRepository, StateRepository

THIS_COMPUTER = "This computer"
_CURRENT = "provider"
LEAST_TRUST = Fraction(1, 100)
"""A hundredth of a budget tells nothing any more, and its noise still has a sensible size."""


@dataclass(frozen=True)
class ProviderInfo:
    """A provider the person knows. `address` is None for "This computer".

    `trust` in (0, 1] is the fraction of a release window's budget that it may have.
    """

    name: str
    address: str | None
    certificate: Path | None = None  # PEM added by the person
    current: bool = False
    trust: Fraction = Fraction(1)


class ProviderService:
    """Lists, adds, tests and chooses providers."""

    def __init__(self, context: Context, models: LocalModels) -> None:
        self._context = context
        self._models = models

    def all(self) -> list[ProviderInfo]:
        """ "This computer" first, then by name."""
        with self._context.database.read() as session:
            rows = ProviderRepository(session).all()
            current = StateRepository(session).get(_CURRENT) or THIS_COMPUTER
        known = [ProviderInfo(THIS_COMPUTER, None)]
        known += [
            ProviderInfo(row.name, row.address, row.certificate, trust=row.trust) for row in rows
        ]
        if current not in {info.name for info in known}:
            current = THIS_COMPUTER
        return [replace(info, current=info.name == current) for info in known]

    def current(self) -> str:
        """The name of the provider in use."""
        return next(info.name for info in self.all() if info.current)

    def add(
        self,
        name: str,
        address: str,
        certificate: Path | None = None,
        trust: Fraction | None = None,
        *,
        replace: bool = False,
    ) -> ProviderInfo:
        """Add or change a provider. Without a trust it keeps the one it has; a new one has all.

        Raises `ProviderError` for an address that is not one, for a trust that is too small or
        above 1, and for a name that is known with another address, unless told to `replace` it.
        """
        name = name.strip()
        if not name or _is_here(name) or len(name) > 60 or not name.isprintable():
            raise ProviderError("A provider needs a name of its own. Nothing was changed.")
        if certificate is not None and not certificate.is_file():
            raise ProviderError(
                f"There is no certificate at {certificate}. Nothing was changed. Choose a PEM file."
            )
        if trust is not None:
            _check_trust(trust)
        address = parse_address(address)  # raises for what is none
        known_as = self.known_elsewhere(name, address)
        if known_as is not None and not replace:
            raise ProviderError(
                f"There is a provider named {known_as.name} already, at {known_as.address}. "
                "Nothing was changed. Choose another name, or remove that one first."
            )
        with self._context.database.write() as session:
            repository = ProviderRepository(session)
            kept = {known.name.casefold(): known for known in repository.all()}.get(name.casefold())
            if kept is not None:
                name = kept.name  # a name in another case is the same provider
            if trust is None:
                trust = kept.trust if kept is not None else Fraction(1)
            repository.put(KnownProvider(name, address, certificate, trust))
        return next(info for info in self.all() if info.name == name)

    def known_elsewhere(self, name: str, address: str) -> ProviderInfo | None:
        """The provider that has this name, in whatever case, at another address.

        Raises `ProviderError` for an address that is not one.
        """
        name, address = name.strip().casefold(), parse_address(address)
        for info in self.all():
            if info.name.casefold() == name and info.address not in (None, address):
                return info
        return None

    def set_trust(self, name: str, trust: Fraction) -> ProviderInfo:
        """Trust a provider with this fraction of the budget, from the next window on.

        What it was already given stays as it was given. Raises `ProviderError` for an unknown
        name, for this computer, and for a trust that is too small or above 1.
        """
        _check_trust(trust)
        info = self._find(name)
        if info.address is None:
            raise ProviderError(
                "What is released to this computer stays here, so there is nothing to limit. "
                "Nothing was changed."
            )
        with self._context.database.write() as session:
            ProviderRepository(session).set_trust(info.name, trust)
        return self._find(info.name)

    def remove(self, name: str) -> None:
        """Remove a provider; its ledger entries stay."""
        self._find(name)
        with self._context.database.write() as session:
            ProviderRepository(session).remove(name)

    def choose(self, name: str) -> None:
        """Use this provider from now on. Raises `ProviderError` for an unknown name."""
        info = self._find(name)
        with self._context.database.write() as session:
            StateRepository(session).put(_CURRENT, info.name)

    def test(self, name: str) -> str:
        """Reach the provider without sending anything; a sentence of what it offers.

        Raises `ProviderError`.
        """
        return self.connect(name).check()

    def connect(self, name: str | None = None) -> Provider:
        """The provider of this name, or at this address; the one in use by default.

        Raises `ProviderError` for an unknown name.
        """
        name = name or self.current()
        if name.startswith(("http://", "https://")):
            return self._http(name, name, None)
        info = self._find(name)
        if info.address is None:
            catalog = self._context.catalog().catalog
            model = self._models.current(catalog)
            return LocalProvider(
                catalog, model, aware=lambda: self._models.aware_scorer(model, catalog)
            )
        return self._http(info.name, info.address, info.certificate)

    def _find(self, name: str) -> ProviderInfo:
        for info in self.all():
            if info.name.casefold() == name.casefold():
                return info
        raise ProviderError(
            f"There is no provider named {name}. Nothing was sent. "
            "Add it first, or give its address."
        )

    def _http(self, name: str, address: str, certificate: Path | None) -> HttpProvider:
        return HttpProvider(
            name, address, self._context.paths.cache / "providers", certificate=certificate
        )


def _is_here(name: str) -> bool:
    return name.casefold() == THIS_COMPUTER.casefold()


def _check_trust(trust: Fraction) -> None:
    if not LEAST_TRUST <= trust <= 1:
        raise ProviderError(
            f"Trust is a part of the privacy budget, from {LEAST_TRUST} to 1. Nothing was "
            "changed. To trust a provider with nothing, remove it or choose No Release."
        )
