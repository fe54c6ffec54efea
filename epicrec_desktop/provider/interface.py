"""How a service is asked: by our own interface, or by that of a server that knows nothing of us.

Each takes the bytes of a request of ours, a persona's or a committed release's, and returns the
bytes of an answer of ours, so that the rest of the program knows one format. Another server gets
the films of the request and nothing else of it.
"""

from __future__ import annotations

from epicrec_desktop.provider.address import split_address
from epicrec_desktop.provider.foreign import Asking
from epicrec_desktop.provider.gorse import Gorse
from epicrec_desktop.provider.plain_json import PlainJson


class OwnInterface:
    """The interface of the EpicRec service (docs/service.md)."""

    key_header = "Authorization"

    def ask(self, request: bytes, asking: Asking) -> bytes:
        """Post the request, byte for byte. Raises `ProviderError` and `Cancelled`."""
        return asking.exchange(asking.call("/v1/recommendations", request)).body


Interface = OwnInterface | Gorse | PlainJson
"""Our own has a catalog, a model and contributions (`published.py`); the others have `movies`."""


def interface_of(address: str) -> Interface:
    """Return the interface of the service at an address."""
    parts = split_address(address)
    if parts.interface == "gorse":
        return Gorse(parts.detail)
    return PlainJson(parts.detail) if parts.interface else OwnInterface()
