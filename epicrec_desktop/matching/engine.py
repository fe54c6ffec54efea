"""The matcher: where a page is decides how it is read."""

from __future__ import annotations

import re
from enum import Enum, auto

from epicrec_desktop.domain.history import NO_MATCH, Decision, Match
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.matching.encyclopedia import read_encyclopedia
from epicrec_desktop.matching.files import VIDEO_FILE, read_file
from epicrec_desktop.matching.forums import read_anywhere, read_forum
from epicrec_desktop.matching.index import TitleIndex
from epicrec_desktop.matching.mentions import PLAIN_YEAR
from epicrec_desktop.matching.normalize import page_text
from epicrec_desktop.matching.routing import MAX_HOSTS, Address, Router, split_url
from epicrec_desktop.matching.searches import read_search
from epicrec_desktop.matching.sites import SITES, Reader, Rule
from epicrec_desktop.matching.sites.elsewhere import MEDIA_SERVER
from epicrec_desktop.matching.titles import read_title
from epicrec_desktop.matching.videos import read_video

_MAX_URL = 2_000
_MAX_TITLE = 500
_SERVER_APP = re.compile(r"/(?:web|desktop)/(?:index\.html)?#!?/", re.IGNORECASE)

_WEB = frozenset({"http:", "https:"})


class _Place(Enum):
    """What is known of a host without looking at a page."""

    UNKNOWN = auto()
    FILMS = auto()  # rules say which pages
    NO_FILMS = auto()


def _is_plain(url: str) -> bool:
    """Whether cleaning leaves the URL as it is."""
    return url.isascii() and url[-1] > " " and "\0" not in url


class Matcher:
    """Finds the movie that one row of history speaks of.

    Host and path come first: on a known site, a page that is no film page is a no. Then the id in
    the address, a film page's title and year, an encyclopaedia's "(1995 film)", a player or a
    trailer with a year; what is weaker is for review. An id that the catalog does not have is a
    no: the words of the page are never asked instead.
    """

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self._index = TitleIndex(catalog)
        self._router = Router(SITES)
        self._places: dict[str, _Place] = {}
        self._imdb: dict[int, int] = {}
        self._tmdb: dict[int, int] = {}
        for i, movie in enumerate(catalog.movies):
            if movie.imdb_id and movie.imdb_id[2:].isdecimal():
                self._imdb.setdefault(int(movie.imdb_id[2:]), i)
            if movie.tmdb_id is not None:
                self._tmdb.setdefault(movie.tmdb_id, i)
        self._at_sites = _site_ids(catalog)

    def match(self, url: str, title: str) -> Match:
        """The movie of a row, if any. Pure; raises on no text."""
        address = split_url(url[:_MAX_URL])
        if address is None:
            return NO_MATCH
        if address.scheme == "file":
            if not VIDEO_FILE.search(address.rest):
                return NO_MATCH
            return read_file(self._index, address.rest, local=True)
        site = self._router.site(address.host)
        if site is None and "#" in address.rest and _SERVER_APP.match(address.rest):
            site = MEDIA_SERVER
        if site is None:
            return self._unknown_site(address.rest, title)
        for rule in site.rules:
            found = rule.path.match(address.rest)
            if found:
                match = self._read(rule, found, address, title[:_MAX_TITLE])
                if match.decision is not Decision.NONE:
                    return match
        return NO_MATCH

    def may_match(self, url: str, title: str) -> bool:
        """A quick first look: False only where `match` finds nothing.

        That holds for URL and title before they are cleaned (stripped, NUL taken out), too. Most
        pages of a history are on sites without films, and are told by their host alone.
        """
        parts = url.split("/", 3)
        if len(parts) < 3 or parts[0] not in _WEB or len(url) > _MAX_URL or not _is_plain(url):
            return True
        host = parts[2]
        place = self._places.get(host)
        if place is None:
            place = self._place(url, host)
        if place is not _Place.UNKNOWN:
            return place is _Place.FILMS
        if "(" in title or "[" in title or "#" in url:
            return True
        return "." in url[-5:] and VIDEO_FILE.search(url) is not None

    def _place(self, url: str, host: str) -> _Place:
        """What a host is, remembered."""
        address = split_url(url)
        if address is None or address.host != host:
            return _Place.FILMS  # "https://host?query": `match` is to look at it
        site = self._router.site(host)
        place = _Place.UNKNOWN
        if site is not None:
            place = _Place.FILMS if site.rules else _Place.NO_FILMS
        if len(self._places) >= MAX_HOSTS:
            self._places.clear()
        self._places[host] = place
        return place

    def _read(self, rule: Rule, found: re.Match[str], address: Address, title: str) -> Match:
        if rule.known_as is not None:
            movie = self._at_sites.get((rule.known_as, (found["id"] or "").lower()))
            if movie is not None:
                return Match(Decision.ACCEPT, (movie,), rule.evidence, f"{rule.name}-id", 0.99)
        result = NO_MATCH
        match rule.reader:
            case Reader.IMDB_ID:
                result = _by_id(self._imdb, rule, found)
            case Reader.TMDB_ID:
                result = _by_id(self._tmdb, rule, found)
            case Reader.TITLE:
                result = read_title(self._index, rule, found, page_text(title))
            case Reader.ENCYCLOPEDIA:
                result = read_encyclopedia(self._index, rule, found)
            case Reader.SEARCH:
                result = read_search(self._index, rule, address.rest, title)
            case Reader.VIDEO:
                result = read_video(self._index, rule, page_text(title))
            case Reader.FORUM:
                result = read_forum(self._index, rule, page_text(title))
        return result

    def _unknown_site(self, rest: str, title: str) -> Match:
        if "." in rest[-5:] and VIDEO_FILE.search(rest):
            return read_file(self._index, rest, local=False)
        if ("(" in title or "[" in title) and PLAIN_YEAR.search(title, 0, _MAX_TITLE):
            return read_anywhere(self._index, page_text(title[:_MAX_TITLE]))
        return NO_MATCH


def _site_ids(catalog: Catalog) -> dict[tuple[str, str], int]:
    """Position of the movie by its id at a site; an id that two movies have says nothing."""
    found: dict[tuple[str, str], int] = {}
    twice: set[tuple[str, str]] = set()
    for i, movie in enumerate(catalog.movies):
        for site, at in movie.site_ids:
            name = (site, at.lower())
            if found.setdefault(name, i) != i:
                twice.add(name)
    return {name: i for name, i in found.items() if name not in twice}


def _by_id(known: dict[int, int], rule: Rule, found: re.Match[str]) -> Match:
    movie = known.get(int(found["id"]))
    if movie is None:
        return NO_MATCH
    return Match(Decision.ACCEPT, (movie,), rule.evidence, rule.name, 0.99)
