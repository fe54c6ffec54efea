"""Parse URLs, route a host to its site, and extract IMDb ids and nested URLs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from epicrec_desktop import resources
from epicrec_desktop.matching.sites import MEDIA_SERVER, Site

# "%2Ftt0113277": the letter before the number belongs to a sign that is written in hexadecimal.
_NUMBER = re.compile(r"(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2}))tt(?P<id>\d{7,10})(?!\d)")
_MOVIE_PLACE = re.compile(
    r"film|movie|cine|kino|pelicul|imdb|torrent|subtit|subs|stream|embed|vidsrc|vid|player|watch|"
    r"flix|rarbg|yts|popcorn|strem|dvd|blu-?ray|parentpreviews|unogs|boxd",
    re.IGNORECASE,
)
PLAYER = re.compile(r"embed|player|/play\b|/watch|/stream/|vidsrc|vidlink", re.IGNORECASE)
"""In the address of a page that plays a movie, if IMDb's number is in it as well."""
SERIES = re.compile(
    r"/(?:tv|series|shows?|episodes?)(?:[/?]|$)|[?&](?:s|season|e|episode)=\d", re.I
)
"""In the address of a page about a series or an episode."""

_INNER = re.compile(r"https?(?:%253A|%3A|:)(?:%252F%252F|%2F%2F|//)[^&\s\"'<>]+", re.IGNORECASE)
_KNOWN_REDIRECTS = re.compile(
    "|".join(resources.sections("sites", "redirects.txt")["addresses"]), re.IGNORECASE
)
_LEADS_ON = re.compile(
    r"[?&/](?:url|u|to|q|link|dest\w*|target|redirect\w*|goto|out|away|href|site|uddg|rurl|RU)(?:=|/)",
    re.IGNORECASE,
)
_NOT_LED = re.compile(
    r"sign-?in|log-?in|logout|oauth|/auth|account|consent|share|intent/|pin/create|callback|"
    r"validator|pagespeed|whois|proxy|screenshot|\.js\b",
    re.IGNORECASE,
)
_TRANSLATED = ".translate.goog"


class InnerUrl(NamedTuple):
    """An address inside another; `redirected`: the outer one is known to lead there."""

    url: str
    redirected: bool


def find_imdb_ids(url: str) -> frozenset[int]:
    """IMDb's title numbers in an address, wherever they stand."""
    return frozenset(int(found["id"]) for found in _NUMBER.finditer(url))


def is_movie_url(url: str) -> bool:
    """Return whether host or path say that movies are the subject; what was typed says nothing."""
    return _MOVIE_PLACE.search(re.sub(r"=[^&#]*", "=", url)) is not None


def is_translated(host: str) -> bool:
    """Return whether a host shows the pages of another, translated."""
    return host.endswith(_TRANSLATED)


def may_contain_url(host: str, rest: str) -> bool:
    """Return a quick first look: False only where `find_inner_url` finds nothing."""
    return "http" in rest or is_translated(host)


def find_inner_url(host: str, rest: str) -> InnerUrl | None:
    """Return the address that this one leads to, through a tracker, archive or translation."""
    if is_translated(host):
        name = host.removesuffix(_TRANSLATED).replace("--", "\0").replace("-", ".")
        return InnerUrl(f"https://{name.replace(chr(0), '-')}{rest}", redirected=True)
    found = _INNER.search(rest)
    if not found or _NOT_LED.search(rest, 0, found.start()) or _NOT_LED.search(host):
        return None
    url = found.group()
    for _ in range(2):
        if "%" in url[:16]:
            url = unquote(url)
    redirected = _KNOWN_REDIRECTS.match(f"{host}{rest}") is not None
    if not redirected and not _LEADS_ON.search(rest, 0, found.start() + 1):
        return None
    return InnerUrl(url.split("&")[0] if "?" not in url else url, redirected)


_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)(.*)", re.DOTALL)
MAX_HOSTS = 50_000
"""Hosts remembered; a history has far fewer."""


class Address(NamedTuple):
    """A URL in the parts that the matcher reads: `rest` is path, query and fragment."""

    scheme: str
    host: str  # with its port, as written
    rest: str


@lru_cache(8)  # what finds the movie of a page, and what takes its digest, split the same one
def split_url(url: str) -> Address | None:
    """Split a URL; None for what has no host ("about:blank", "data:…")."""
    found = _URL.match(url)
    if not found:
        return None
    scheme, host, rest = found.groups()
    return Address(scheme.lower(), host, rest or "/")


@lru_cache(1_024)  # a page's digest has it
def normalize_host(host: str) -> str:
    """Return a host in lower case, without user, port, "www." and "m."."""
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
        self.site = lru_cache(MAX_HOSTS)(self._site)

    def _site(self, host: str) -> Site | None:
        """Return the site of a host as written in a URL; None if no table knows it."""
        name = normalize_host(host)
        found = self._find(name)
        if found is not None:
            return found
        parts = {f":{host.rpartition(':')[2]}", *name.split(".")}
        return None if parts.isdisjoint(MEDIA_SERVER.hosts) else MEDIA_SERVER

    def _find(self, name: str) -> Site | None:
        first, _, tail = name.partition(".")
        if first in self._everywhere and tail and all(len(part) <= 3 for part in tail.split(".")):
            return self._everywhere[first]
        while name:
            if name in self._domains:
                return self._domains[name]
            name = name.partition(".")[2]
        return None
