"""Parse the address of a provider, as a user types it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.door.request import is_loopback

ASSISTANT = "assistant:"
"""The address of assistants on this computer: they ask over stdio, and nothing is sent."""

_INTERFACES = {"gorse": "like", "json": "items:items"}
"""Interfaces of other servers: they stand before "+" in an address, and after "#" is what the
server must be asked with. gorse: the type of feedback; JSON: where movies are in question:answer.
"""

MOST_DETAIL = 200
_FEEDBACK = re.compile(r"[A-Za-z0-9_.:-]+")
_PATHS = re.compile(r"([A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+:([A-Za-z0-9_-]+\.)*[A-Za-z0-9_-]+")
_ADDRESS = re.compile(rf"(({'|'.join(_INTERFACES)})\+)?https?://")
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class ServiceAddress:
    """Parts of an address: the interface ("" is ours), its URL, and what it is asked with."""

    interface: str
    url: str
    detail: str


def split_address(address: str) -> ServiceAddress:
    """Return the parts of an address as `parse_address` returns it."""
    interface, plus, rest = address.partition("+")
    if not plus or interface not in _INTERFACES:
        return ServiceAddress("", address, "")
    url, _, detail = rest.partition("#")
    return ServiceAddress(interface, url, detail)


def join_address(interface: str, url: str, detail: str) -> str:
    """Return an address of these parts; one that names its interface by itself stays."""
    if not interface or split_address(url).interface:
        return url
    return f"{interface}+{url}#{detail}"


def usual_detail(interface: str) -> str:
    """Return what a server of this interface is asked with where nothing else is said."""
    return _INTERFACES[interface]


def is_address(text: str) -> bool:
    """Return whether a text is meant as an address on the network, and not as a name."""
    return _ADDRESS.match(text) is not None


def parse_address(text: str) -> str:
    """Return the address in its usual form, without a slash at its end.

    Raises `ProviderError` with a sentence for what is no address, for one that holds a password or
    a query, and for unencrypted HTTP to anything but this computer itself.
    """
    text = text.strip()
    if text == ASSISTANT:
        return text
    parts = split_address(text)
    if parts.interface:
        detail = parts.detail or _INTERFACES[parts.interface]
        allowed = _PATHS if parts.interface == "json" else _FEEDBACK
        if len(detail) > MOST_DETAIL or not allowed.fullmatch(detail):
            raise ProviderError(
                "What follows “#” in this address is not how such a service is asked; nothing was "
                "changed. Enter a type of feedback, or two paths of names with a colon between."
            )
        return f"{parts.interface}+{_parse_url(parts.url)}#{detail}"
    return _parse_url(text)


def _parse_url(text: str) -> str:
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


def is_ours(address: str | None) -> bool:
    """Return whether a provider on the network has our own interface."""
    return on_network(address) and not split_address(str(address)).interface


def _is_plain(text: str) -> bool:
    return text.isprintable() and " " not in text and "\\" not in text


def _no_address() -> ProviderError:
    return ProviderError(
        "This is not the address of a service; nothing was changed. "
        "An address looks like https://recommendations.example."
    )
