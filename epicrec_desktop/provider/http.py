"""A provider elsewhere, over HTTP."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import IsCancelled, Report, never_cancelled, no_progress
from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.provider.address import parse_address
from epicrec_desktop.provider.base import check_release
from epicrec_desktop.provider.cache import Cache
from epicrec_desktop.provider.contributions import ContributionClient
from epicrec_desktop.provider.exchanges import ProviderSession
from epicrec_desktop.provider.published import LastContact, Published
from epicrec_desktop.provider.transport import AccessKey, HttpRequest, Transport
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.wire import MAX_ANSWER_BYTES, parse_answer
from epicrec_desktop.recommend.wire_published import About
from epicrec_desktop.recommend.wire_schema import WireError

PAUSE_SECONDS = 0.25
"""Between the open connection and the release. It is the same for every release, and longer than
whatever the computer may still be busy with of what came before."""


class HttpProvider:
    """Talks to a recommendation service; see the service's API in the design.

    `certificate` is a PEM file the person added, `key` what a closed group gave them; `deadline`
    (seconds) holds for each exchange.
    Raises `ProviderError` for an address that is not one.
    """

    def __init__(
        self,
        name: str,
        address: str,
        cache_folder: Path,
        *,
        certificate: Path | None = None,
        key: str | None = None,
        deadline: float = 30.0,
        pause: float = PAUSE_SECONDS,
    ) -> None:
        address = parse_address(address)
        self._cache = Cache(cache_folder, address)
        shown = None if key is None else AccessKey(address, key)
        self._exchanges = ProviderSession(name, address, Transport(certificate, deadline, shown))
        self._published = Published(self._exchanges, self._cache)
        self._pause = pause
        self.contributions = ContributionClient(self._exchanges, pause)

    @property
    def name(self) -> str:
        """The name the person knows it by."""
        return self._exchanges.name

    @property
    def address(self) -> str | None:
        """Where it is reached."""
        return self._exchanges.address

    def catalog(self) -> Catalog:
        """The catalog as it was last fetched; nobody is asked."""
        catalog = self._published.catalog()
        if catalog is None:
            raise ProviderError(
                "The catalog of {provider} is not here yet, so nothing was sent. It is "
                "fetched when a provider is added or tested, never for a release. Test "
                "the provider first.",
                provider=self.name,
            )
        return catalog

    def model(self) -> ItemModel | None:
        """The public item model as it was last fetched; nobody is asked."""
        return self._published.model()

    def cached_catalog(self) -> Catalog | None:
        """The catalog as it was last fetched, where it is here; nobody is asked."""
        return self._published.catalog()

    def about(self) -> About | None:
        """Its word on itself as it was last fetched; nobody is asked."""
        return self._published.about()

    def last_contact(self) -> LastContact | None:
        """How it was last met to fetch what it publishes; nobody is asked."""
        return self._published.last_contact()

    def recommend(
        self, release: Release, *, cancelled: IsCancelled = never_cancelled
    ) -> ProviderAnswer:
        """Post the release's payload, byte for byte, and return the answer."""
        check_release(release, self.name)
        call = HttpRequest(
            f"{self.address}/v1/recommendations",
            MAX_ANSWER_BYTES,
            body=release.payload,
            headers={"Accept": "application/json"},
            pause=self._pause,
        )
        reply = self._exchanges.request(call, None, cancelled)
        self._exchanges.check_reply(reply, "application/json", None)
        try:
            answer = parse_answer(reply.body)
        except WireError:
            raise self._exchanges.malformed_answer(None) from None
        if answer.known + answer.unknown != len(set(release.items)):
            raise self._exchanges.malformed_answer(None)
        return answer

    def has_catalog(self) -> bool:
        """Whether its catalog is here."""
        return self._published.catalog() is not None

    def is_due(self, now: datetime) -> bool:
        """Whether its schedule says to fetch."""
        return self._published.is_due(now)

    def fetch(
        self,
        now: datetime,
        *,
        report: Report = no_progress,
        cancelled: IsCancelled = never_cancelled,
    ) -> Message:
        """Fetch catalog and model, keep them, and say what the provider offers."""
        return self._published.fetch(now, report, cancelled)

    def forget(self) -> None:
        """Keep nothing of what it published."""
        self._cache.drop()
