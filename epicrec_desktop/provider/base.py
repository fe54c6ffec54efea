"""The interface of a recommendation provider."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Protocol

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import UNATTENDED, IsCancelled, Job, never_cancelled
from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.recommend.model import ItemModel


class Provider(Protocol):
    """A recommendation provider. Thread-safe. Every method raises `ProviderError`.

    Only `fetch` and `recommend` make requests; the others read what was fetched before.
    """

    @property
    def name(self) -> str:
        """The name the user knows it by."""

    @property
    def address(self) -> str | None:
        """The address it is reached at; None for the one in this program."""

    def catalog(self) -> Catalog:
        """Return the catalog it published when it was last fetched: the ids of the movies it knows.

        Raises `ProviderError` where it never was.
        """

    def model(self) -> ItemModel | None:
        """Return its public item model as it was last fetched; None where it shares none."""

    def recommend(
        self, release: Release, *, cancelled: IsCancelled = never_cancelled
    ) -> ProviderAnswer:
        """Send a release's payload, as it is, and return the answer.

        Raises `Cancelled` too; the release may have arrived then.
        """

    def has_catalog(self) -> bool:
        """Return whether its catalog is stored."""

    def is_due(self, now: datetime) -> bool:
        """Return whether its schedule says to fetch."""

    def fetch(self, now: datetime, *, job: Job = UNATTENDED) -> Message:
        """Fetch and store catalog and model, and return a sentence of what it offers.

        Sends nothing about the user: the same requests for everybody, whatever is stored.
        """


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
