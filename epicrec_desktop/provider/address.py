"""Parse the address of a provider, as a user types it."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.door.request import is_loopback

ASSISTANT = "assistant:"
"""The address of assistants on this computer: they ask over stdio, and nothing is sent."""

_DEFAULT_PORTS = {"http": 80, "https": 443}


def parse_address(text: str) -> str:
    """Return the address in its usual form, without a slash at its end.

    Raises `ProviderError` with a sentence for what is no address, for one that holds a password or
    a query, and for unencrypted HTTP to anything but this computer itself.
    """
    text = text.strip()
    if text == ASSISTANT:
        return text
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise _no_address() from None
    if parts.scheme not in ("http", "https") or not host or not _is_plain(text):
        raise _no_address()
    if parts.username is not None or parts.password is not None:
        raise ProviderError(
            "An address with a user name or password is not supported; nothing was changed."
        )
    if parts.query or parts.fragment:
        raise ProviderError(
            "The address must end before “?” and “#”; nothing was changed. "
            "Enter only the part before them."
        )
    if parts.scheme == "http" and not is_loopback(host):
        raise ProviderError(
            "This address is not encrypted, so others on the way could read what you release; "
            "nothing was changed. Use an address that begins with https://."
        )
    name = f"[{host}]" if ":" in host else host
    network = name if port in (None, _DEFAULT_PORTS[parts.scheme]) else f"{name}:{port}"
    return urlunsplit((parts.scheme, network, parts.path.rstrip("/"), "", ""))


def on_network(address: str | None) -> bool:
    """Return whether a provider at this address is asked over the network."""
    return address not in (None, ASSISTANT)


def _is_plain(text: str) -> bool:
    return text.isprintable() and " " not in text and "\\" not in text


def _no_address() -> ProviderError:
    return ProviderError(
        "This is not the address of a service; nothing was changed. "
        "An address looks like https://recommendations.example."
    )
