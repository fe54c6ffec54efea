"""A provider elsewhere, over HTTP: recommendations and contributions."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

from epicrec_desktop.domain.errors import ProviderBusyError, ProviderError
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import UNATTENDED, IsCancelled, Job, never_cancelled
from epicrec_desktop.domain.release import CommittedContribution, ProviderAnswer, Release
from epicrec_desktop.door.client import Client
from epicrec_desktop.door.request import HttpRequest, Waits
from epicrec_desktop.provider import personas
from epicrec_desktop.provider.address import parse_address
from epicrec_desktop.provider.base import check_release
from epicrec_desktop.provider.cache import Cache
from epicrec_desktop.provider.foreign import Asking
from epicrec_desktop.provider.interface import interface_of
from epicrec_desktop.provider.personas import AskedPersonas
from epicrec_desktop.provider.published import Published
from epicrec_desktop.provider.session import ProviderSession
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.wire import parse_answer
from epicrec_desktop.recommend.wire_schema import WireError

ANSWER_BYTES = 20_000
"""A problem document at most."""

USUAL_WAIT = 60.0
"""Seconds, where a service that is busy does not say how long, or says nonsense."""

LONGEST_WAIT = 7 * 86_400.0

_BUSY = (429, 503)
_NOT_TAKEN = (404, 405, 501)

STORED = message("Your contribution is kept as it is; sending it again costs no more privacy.")
STILL_COUNTED = message("Your contribution may still be counted there. Try again later.")


PAUSE_SECONDS = 0.25
"""Between the open connection and the release. It is the same for every release, and longer than
whatever the computer may still be busy with of what came before."""


class HttpProvider:
    """A client of a recommendation service, by its interface.

    `certificate` is a PEM file the user added, `key` what a closed group gave them; `deadline`
    (seconds) holds for each exchange. Raises `ProviderError` for an address that is not one.
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
        self.cache = Cache(cache_folder, address)
        self._interface = interface_of(address)
        client = Client(Waits(deadline), () if certificate is None else (certificate,))
        self._exchanges = ProviderSession(
            name, address, client, self.cache, key, self._interface.key_header
        )
        self.name, self.address = name, self._exchanges.address
        self.published = Published(self._exchanges)
        self.personas = AskedPersonas(self._exchanges, min(pause, personas.PAUSE_SECONDS))
        self._pause = pause

    def catalog(self) -> Catalog:
        """Return the catalog as it was last fetched; nobody is asked."""
        catalog = self.published.catalog()
        if catalog is None:
            raise ProviderError(
                "The catalog of {provider} is not here yet, so nothing was sent. It is "
                "fetched when a service is added or tested, never for a release. Test "
                "the service first.",
                provider=self.name,
            )
        return catalog

    def model(self) -> ItemModel | None:
        """Return the public item model as it was last fetched; nobody is asked."""
        return self.published.model()

    def recommend(
        self, release: Release, *, cancelled: IsCancelled = never_cancelled
    ) -> ProviderAnswer:
        """Post the release's payload, return the answer; another server gets its movies alone."""
        check_release(release, self.name)
        try:
            answer = parse_answer(self.post(release, cancelled))
        except WireError:
            raise self._exchanges.malformed_answer(None) from None
        if answer.known + answer.unknown != len(set(release.items)):
            raise self._exchanges.malformed_answer(None)
        return answer

    def post(self, release: Release, cancelled: IsCancelled) -> bytes:
        """Send the release; return the bytes that were answered, whatever they say."""
        asking = Asking(self._exchanges, None, cancelled, self._pause)
        return self._interface.ask(release.payload, asking)

    def contribute(
        self,
        committed: CommittedContribution,
        *,
        withdraws: bool,
        cancelled: IsCancelled = never_cancelled,
    ) -> None:
        """Have a contribution counted, or removed from the sums; idempotent.

        Raises `ProviderError` and `Cancelled`.
        """
        _check(committed, self)
        ending, kept = ("/withdrawal", STILL_COUNTED) if withdraws else ("", STORED)
        call = HttpRequest(
            f"{self.address}/v1/contributions/{committed.id}{ending}",
            ANSWER_BYTES,
            body=committed.payload,
            headers={"Accept": "application/json"},
            pause=self._pause,
            verb="POST" if ending else "PUT",
        )
        reply = self._exchanges.request(call, kept, cancelled)
        if reply.status == 204 or (reply.status == 201 and not withdraws):
            return
        if reply.status in _BUSY:
            asked = reply.retry_after()
            raise ProviderBusyError(
                "{provider} asks to come back later. {kept}",
                wait=USUAL_WAIT if asked is None else min(max(asked, 1.0), LONGEST_WAIT),
                sent=True,
                provider=self.name,
                kept=kept,
            )
        if reply.status in _NOT_TAKEN:
            raise ProviderError(
                "{provider} takes no contributions. {kept}",
                sent=True,
                provider=self.name,
                kept=kept,
            )
        try:
            self._exchanges.check_reply(reply, None, kept)
        except ProviderError as error:
            raise ProviderError(error.message, sent=True) from None
        raise ProviderError(self._exchanges.malformed_answer(kept).message, sent=True)

    def has_catalog(self) -> bool:
        """Return whether its catalog is stored."""
        return self.published.catalog() is not None

    def fetch(self, now: datetime, *, job: Job = UNATTENDED) -> Message:
        """Fetch and store catalog and model, and return a sentence of what the provider offers."""
        return self.published.fetch(now, job)


def _check(committed: CommittedContribution, provider: HttpProvider) -> None:
    """Raise for one that was made for another address, or changed since it was committed."""
    if committed.receiver != provider.address:
        raise ProviderError(
            "This contribution was made for another address than that of {provider}; nothing was "
            "sent.",
            provider=provider.name,
        )
    if hashlib.sha256(committed.payload).hexdigest() != committed.sha256:
        raise ProviderError(
            "The stored contribution does not match its record; nothing was sent. Restore the "
            "database from a copy."
        )
