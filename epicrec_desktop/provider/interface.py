"""How a service is asked: by our own interface, or by that of a server that knows nothing of us.

Each takes the bytes of a request of ours, a persona's or a committed release's, and returns the
bytes of an answer of ours, and the bytes of a catalog of ours, so that the rest of the program
knows one format. Another server gets the films of the request and nothing else of it.
"""

from __future__ import annotations

from typing import Protocol

from epicrec_desktop.door.request import HttpRequest
from epicrec_desktop.provider.address import split_address
from epicrec_desktop.provider.foreign import JSON, Asking, exchange
from epicrec_desktop.provider.gorse import Gorse
from epicrec_desktop.provider.plain_json import PlainJson
from epicrec_desktop.provider.session import ProviderSession
from epicrec_desktop.recommend.wire_published import MAX_CATALOG_BYTES


class Interface(Protocol):
    """An interface of services. Each method raises `ProviderError` and `Cancelled`."""

    ours: bool
    """Whether it is our own, which has a catalog, a model and contributions."""
    publishes: bool
    """Whether the clock fetches what it publishes; one that does not is asked by tests alone."""
    key_header: str

    def ask(self, session: ProviderSession, request: bytes, asking: Asking) -> bytes:
        """Ask for recommendations; return the bytes of an answer of ours."""

    def catalog(self, session: ProviderSession, asking: Asking) -> bytes | None:
        """Return its movies as the bytes of a catalog of ours; None where it publishes none.

        A server that answers and lists nothing has `NO_MOVIES`.
        """


class OwnInterface:
    """The interface of the EpicRec service (docs/service.md)."""

    ours = publishes = True
    key_header = "Authorization"

    def ask(self, session: ProviderSession, request: bytes, asking: Asking) -> bytes:
        """Post the request, byte for byte."""
        call = HttpRequest(
            f"{session.url}/v1/recommendations",
            asking.max_bytes,
            body=request,
            headers=JSON,
            pause=asking.pause,
        )
        return exchange(session, call, asking).body

    def catalog(self, session: ProviderSession, asking: Asking) -> bytes | None:
        """Return the catalog, byte for byte."""
        return session.fetch("/v1/catalog", MAX_CATALOG_BYTES, asking.cancelled)


def interface_of(address: str) -> Interface:
    """Return the interface of the service at an address."""
    parts = split_address(address)
    if parts.interface == "gorse":
        return Gorse(parts.detail)
    return PlainJson(parts.detail) if parts.interface else OwnInterface()
