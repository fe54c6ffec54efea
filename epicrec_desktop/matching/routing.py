"""From a URL to the site that it belongs to, once per host."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from epicrec_desktop.matching.sites import Site
from epicrec_desktop.matching.sites.elsewhere import (
    MEDIA_SERVER,
    MEDIA_SERVER_NAMES,
    MEDIA_SERVER_PORTS,
)

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)(.*)", re.DOTALL)
MAX_HOSTS = 50_000
"""Hosts remembered; a history has far fewer."""


class Address(NamedTuple):
    """A URL in the parts that the matcher reads: `rest` is path, query and fragment."""

    scheme: str
    host: str  # with its port, as written
    rest: str


def split_url(url: str) -> Address | None:
    """Split a URL; None for what has no host ("about:blank", "data:…")."""
    found = _URL.match(url)
    if not found:
        return None
    scheme, host, rest = found.groups()
    return Address(scheme.lower(), host, rest or "/")


def normalize_host(host: str) -> str:
    """A host in lower case, without user, port, "www." and "m."."""
    name = host.rpartition("@")[2].partition(":")[0].lower().rstrip(".")
    for prefix in ("www.", "m.", "mobile."):
        name = name.removeprefix(prefix)
    return name


class Router:
    """Finds the site of a host: exact hosts, their subdomains, "google.*", and media servers."""

    def __init__(self, sites: Iterable[Site]) -> None:
        self._domains: dict[str, Site] = {}
        self._everywhere: dict[str, Site] = {}  # "google.*" under "google"
        for site in sites:
            for host in site.hosts:
                if host.endswith(".*"):
                    self._everywhere[host.removesuffix(".*")] = site
                else:
                    self._domains[host] = site
        self._known: dict[str, Site | None] = {}

    def site(self, host: str) -> Site | None:
        """The site of a host as written in a URL; None if no table knows it."""
        try:
            return self._known[host]
        except KeyError:
            pass
        if len(self._known) >= MAX_HOSTS:
            self._known.clear()
        found = self._find(normalize_host(host))
        if found is None and is_media_server(host):
            found = MEDIA_SERVER
        self._known[host] = found
        return found

    def _find(self, name: str) -> Site | None:
        first, _, tail = name.partition(".")
        if first in self._everywhere and tail and all(len(part) <= 3 for part in tail.split(".")):
            return self._everywhere[first]
        while name:
            if name in self._domains:
                return self._domains[name]
            name = name.partition(".")[2]
        return None


def is_media_server(host: str) -> bool:
    """Whether a host's name or port is a Jellyfin, Emby or Plex server's."""
    return host.rpartition(":")[2] in MEDIA_SERVER_PORTS or any(
        part in MEDIA_SERVER_NAMES for part in normalize_host(host).split(".")
    )
