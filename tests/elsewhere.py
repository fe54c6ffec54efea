"""A provider at an address, without the way there: what reaches it is kept."""

from types import SimpleNamespace
from typing import Any

import pytest

from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.provider.local import LocalProvider
from epicrec_desktop.services.providers import ProviderService

Mail = list[tuple[str, bytes]]
"""Every body that left, and to which address."""


def nothing_cached() -> SimpleNamespace:
    """Return the cache of a provider of which nothing is kept."""
    return SimpleNamespace(drop=lambda: None, get=lambda name, max_bytes: None)


def never_asked() -> Any:
    """Return the answers of a provider that is never asked as nobody: none, and never due."""
    return SimpleNamespace(asked=lambda digest: None, is_due=lambda now: False, forget=lambda: None)


class Elsewhere(LocalProvider):
    """Ranks what arrives as this computer would."""

    def __init__(self, *arguments: Any, address: str, mail: Mail) -> None:
        super().__init__(*arguments, address=address)
        self._mail = mail
        self.cache, self.personas = nothing_cached(), never_asked()

    def recommend(self, release: Release, **options: Any) -> ProviderAnswer:
        self._mail.append((self.address, release.payload))
        return super().recommend(release, **options)


def deliver(patch: pytest.MonkeyPatch) -> Mail:
    """Let every address be of such a provider; return what will have left."""
    mail: Mail = []

    def connect(self: Any, name: str, address: str, _certificate: object) -> Elsewhere:
        stored = self._context.catalog()
        model = self._models().current(stored.catalog)
        return Elsewhere(stored.catalog, lambda: model, name, address=address, mail=mail)

    patch.setattr(ProviderService, "_http", connect)
    return mail
