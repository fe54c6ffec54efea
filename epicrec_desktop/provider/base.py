"""What every provider does, wherever it runs."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Protocol

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    IsCancelled,
    Job,
    never_cancelled,
)
from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.recommend.model import ItemModel


class Provider(Protocol):
    """A recommendation provider. Thread-safe. Every method raises `ProviderError`.

    Only `fetch` and `recommend` ask anybody; the others tell what was fetched before.
    """

    @property
    def name(self) -> str:
        """The name the person knows it by."""

    @property
    def address(self) -> str | None:
        """Where it is reached; None for the one in this program."""

    def catalog(self) -> Catalog:
        """The catalog it published when it was last fetched: which movies it knows by their ids.

        Raises `ProviderError` where it never was.
        """

    def model(self) -> ItemModel | None:
        """Its public item model as it was last fetched; None where it shares none."""

    def recommend(
        self, release: Release, *, cancelled: IsCancelled = never_cancelled
    ) -> ProviderAnswer:
        """Send a release's payload, as it is, and return the answer.

        Raises `Cancelled` too; the release may have arrived then.
        """

    def has_catalog(self) -> bool:
        """Whether its catalog is here."""

    def is_due(self, now: datetime) -> bool:
        """Whether its schedule says to fetch."""

    def fetch(
        self,
        now: datetime,
        *,
        job: Job = UNATTENDED,
    ) -> Message:
        """Fetch catalog and model, keep them, and say in a sentence what it offers.

        Sends nothing about the person: the same requests whoever asks, and whatever was kept.
        """


def check_release(release: Release, name: str) -> None:
    """Refuse a release that was made for another provider or changed since it was committed.

    Raises `ProviderError`.
    """
    if release.provider != name:
        raise ProviderError(
            "This release was made for another provider than {provider}; nothing was sent.",
            provider=name,
        )
    if hashlib.sha256(release.payload).hexdigest() != release.sha256:
        raise ProviderError(
            "The stored release does not match its record; nothing was sent. Restore "
            "the database from a copy."
        )
