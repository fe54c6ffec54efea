"""What a recommendation provider is, and what is checked before a release leaves for one."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, TypeAlias

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.release import Release

if TYPE_CHECKING:  # one brings NumPy, the other an HTTP library
    from epicrec_desktop.provider.local import LocalProvider
    from epicrec_desktop.provider.remote import HttpProvider

Provider: TypeAlias = "HttpProvider | LocalProvider"
"""Thread-safe. Every method raises `ProviderError`. Only `fetch` and `recommend` make requests; the
others read what was fetched before."""


def check_release(release: Release, name: str) -> None:
    """Raise `ProviderError` for a release made for another provider or changed since its commit."""
    if release.provider != name:
        raise ProviderError(
            "This release was made for another service than {provider}; nothing was sent.",
            provider=name,
        )
    if hashlib.sha256(release.payload).hexdigest() != release.sha256:
        raise ProviderError(
            "The stored release does not match its record; nothing was sent. Restore "
            "the database from a copy."
        )
