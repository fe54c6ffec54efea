"""What every provider does, wherever it runs."""

from __future__ import annotations

import hashlib
from typing import Protocol

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.recommend.model import ItemModel


class Provider(Protocol):
    """A recommendation provider. Thread-safe. Every method raises `ProviderError`."""

    @property
    def name(self) -> str:
        """The name the person knows it by."""

    @property
    def address(self) -> str | None:
        """Where it is reached; None for the one in this program."""

    def catalog(self) -> Catalog:
        """The catalog it publishes: what a release to it is perturbed in."""

    def recommend(self, release: Release) -> ProviderAnswer:
        """Send a release's payload, as it is, and return the answer."""

    def model(self) -> ItemModel | None:
        """Its public item model, the same for everyone, or None where it shares none."""

    def kept_model(self) -> ItemModel | None:
        """The model of an earlier `model`, without asking anybody; None where there is none."""

    def check(self) -> str:
        """Reach it without sending anything, and say in a sentence what it offers."""


def check_release(release: Release, name: str) -> None:
    """Refuse a release that was made for another provider or changed since it was committed.

    Raises `ProviderError`.
    """
    if release.provider != name:
        raise ProviderError(
            f"This release was made for another provider than {name}; nothing was sent."
        )
    if hashlib.sha256(release.payload).hexdigest() != release.sha256:
        raise ProviderError(
            "The stored release is not what was committed to the ledger; nothing was sent. "
            "Restore the database from a copy."
        )
