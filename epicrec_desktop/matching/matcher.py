"""Match pages to movies: host and path of a page decide how it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any

import msgspec

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.history import NO_MATCH, Decision, Evidence, Match
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.records import Record
from epicrec_desktop.matching.decisions import accept, cap_at_review, date_article, review
from epicrec_desktop.matching.encyclopedia import match_encyclopedia
from epicrec_desktop.matching.file_names import VIDEO_FILE, match_file_name
from epicrec_desktop.matching.keywords import is_other_medium
from epicrec_desktop.matching.mentions import match_forum, match_video, may_be_thread, may_be_video
from epicrec_desktop.matching.normalize import page_text
from epicrec_desktop.matching.page_titles import match_page_title, slug_and_year
from epicrec_desktop.matching.search_queries import (
    match_search,
    match_site_search,
    may_be_search,
    typed,
)
from epicrec_desktop.matching.sites import MEDIA_SERVER, SITES, Reader, Rule, Site
from epicrec_desktop.matching.title_index import Fit, Hit, TitleIndex
from epicrec_desktop.matching.unknown_sites import (
    match_scene_release,
    match_unknown_site,
    may_be_movie_page,
)
from epicrec_desktop.matching.urls import (
    MAX_HOSTS,
    PLAYER,
    SERIES,
    Address,
    Router,
    find_imdb_ids,
    find_inner_url,
    is_movie_url,
    is_translated,
    may_contain_url,
    split_url,
)

_MAX_URL = 2_000
_MAX_TITLE = 500
_PAGES = 16_384  # of each kind remembered, to which further addresses lead
_SERVER_APP = re.compile(r"/(?:web|desktop)/(?:index\.html)?#!?/", re.IGNORECASE)

_Read = Callable[[Rule, re.Match[str], Address, str], Match]
_WRITTEN = re.compile(
    r"/(?P<year>(?:199|20[0-3])\d)/(?:0?[1-9]|1[0-2]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|"
    r"dec|film|movies)/",
    re.IGNORECASE,
)
"""The year of an article in its address: "/film/2019/oct/03/", "/2014/film/reviews/"."""
_WEB = frozenset({"http:", "https:"})
_NUMBER = re.compile(r"tt\d{7}")


_Sign = Callable[[str, str], bool]
"""Whether a page may say anything, by what follows its host (without "/") and by its title."""


def _always(_rest: str, _title: str) -> bool:
    return True


def _never(_rest: str, _title: str) -> bool:
    return False


def _of_rules(rules: Sequence[Rule]) -> _Sign:
    """Return the sign that a site's pages show: always, if a rule reads more than marks."""
    signs = [_SIGNS.get(rule.reader, _always) for rule in rules]
    if _always in signs:
        return _always
    if len(signs) == 1:
        return signs[0]
    # Checks of a title are faster than matching a path; checks of a query are slower.
    every = [(sign, rule.path) for sign, rule in zip(signs, rules, strict=True)]
    by_title = [(sign, path) for sign, path in every if sign in _OF_TITLE]
    by_path = [(sign, path) for sign, path in every if sign not in _OF_TITLE]

    def some(rest: str, title: str) -> bool:
        path = f"/{rest}"
        for sign, shown in by_path:
            if shown.match(path) and sign(rest, title):
                return True
        for sign, shown in by_title:  # noqa: SIM110 - `any` takes twice as long
            if sign(rest, title) and shown.match(path):
                return True
        return False

    return some


_SIGNS: dict[Reader, _Sign] = {
    Reader.SEARCH: may_be_search,
    Reader.VIDEO: may_be_video,
    Reader.FORUM: may_be_thread,
}
_OF_TITLE = frozenset({may_be_video, may_be_thread})


class Matcher:
    """Finds the movie that one row of history speaks of.

    Host and path come first: on a known site, a page that is no movie page is a no. Then the id in
    the address, a movie page's title and year, an encyclopaedia's "(1995 film)", a player or a
    trailer with a year; what is weaker is for review. An id that the catalog does not have is a
    no: the words of the page are never asked instead.
    """

    def __init__(self, catalog: Catalog) -> None:
        self.catalog = catalog
        self.movies = catalog.movies
        self._index = TitleIndex(catalog)
        self._readers = self._all_readers()
        self.router = Router(SITES)
        self._sign = lru_cache(MAX_HOSTS)(self._sign_of)
        self._imdb: dict[int, int] = {}
        self._tmdb: dict[int, int] = {}
        for i, movie in enumerate(catalog.movies):
            if movie.imdb_id and movie.imdb_id[2:].isdecimal():
                self._imdb.setdefault(int(movie.imdb_id[2:]), i)
            if movie.tmdb_id is not None:
                self._tmdb.setdefault(movie.tmdb_id, i)
        # By ids at a site; an id that two movies have says nothing.
        found: dict[tuple[str, str], int] = {}
        twice: set[tuple[str, str]] = set()
        for i, movie in enumerate(catalog.movies):
            for site, at in movie.site_ids:
                name = (site, at.lower())
                if found.setdefault(name, i) != i:
                    twice.add(name)
        self._at_sites = {name: i for name, i in found.items() if name not in twice}

    def match(self, url: str, title: str) -> Match:
        """Return the movie of a row, if any. Pure; raises on no text."""
        address = split_url(url[:_MAX_URL])
        if address is None:
            return NO_MATCH
        if address.scheme == "file":
            if not VIDEO_FILE.search(address.rest):
                return NO_MATCH
            return match_file_name(self._index, address.rest, local=True)
        title = title[:_MAX_TITLE]
        site = self._site(address)
        match = self._match_on_site(site, address, title)
        if match is NO_MATCH and may_contain_url(address.host, address.rest):
            match = self._match_inner_url(address, title)
        if match is NO_MATCH and "tt" in address.rest:
            match = self._match_imdb_id(site, address, title)
        return match

    def _site(self, address: Address) -> Site | None:
        site = self.router.site(address.host)
        if site is None and "#" in address.rest and _SERVER_APP.match(address.rest):
            return MEDIA_SERVER
        return site

    def _match_on_site(self, site: Site | None, address: Address, title: str) -> Match:
        """Return what a page says by its place: a known site's rules, or what any site may hold."""
        if site is None:
            rest = address.rest
            if "." in rest[-5:] and VIDEO_FILE.search(rest):
                return match_file_name(self._index, rest, local=False)
            return match_unknown_site(self._index, address.host, rest, title)
        for rule in site.rules:
            found = rule.path.match(address.rest)
            if found:
                match = self._read(rule, found, address, title)
                if match is not NO_MATCH:
                    return match
        return NO_MATCH

    def _match_inner_url(self, address: Address, title: str) -> Match:
        """Return the page that a tracker, an archive or a translation leads to."""
        inner = find_inner_url(address.host, address.rest)
        target = split_url(inner.url) if inner else None
        site = self.router.site(target.host) if target else None
        if inner is None or target is None or site is None:
            return NO_MATCH
        match = self._match_on_site(site, target, title)
        return match if inner.redirected else cap_at_review(match)

    def _match_imdb_id(self, site: Site | None, address: Address, title: str) -> Match:
        """IMDb's number in the address of a place about movies, that is not IMDb's own."""
        place = f"{address.host}{address.rest}"
        numbers = find_imdb_ids(address.rest)
        movie = self._imdb.get(min(numbers)) if len(numbers) == 1 else None
        if movie is None or (site is not None and not site.ids_anywhere):
            return NO_MATCH
        if SERIES.search(address.rest) or is_other_medium(title):
            return NO_MATCH
        found = Hit(Fit.EXACT, (movie,))
        if site is not None and site.rules and site.rules[0].reader is Reader.SEARCH:
            return review(found, "search-imdb-id", Evidence.INTEREST, 0.8)
        if site is None and not is_movie_url(place):
            return NO_MATCH
        evidence = Evidence.WATCHED if PLAYER.search(place) else Evidence.INTEREST
        return accept(found, "page-with-imdb-number", evidence, 0.95)

    def may_match(self, url: str, title: str) -> bool:
        """Return a quick first look: False only where `match` finds nothing.

        That holds for URL and title before they are cleaned (stripped, NUL taken out), too. Most
        pages of a history are on sites without movies: their host alone decides.
        """
        try:
            scheme, _, host, rest = url.split("/", 3)
        except ValueError:
            return True
        # Cleaning has to leave the address as it is.
        if scheme not in _WEB or not url.isascii() or "\0" in url or len(url) > _MAX_URL:
            return True
        sign = self._sign(host)
        if sign is _always or ("tt" in rest and ("http" in rest or _NUMBER.search(rest))):
            return True
        return sign(rest, title) or url[-1] <= " "

    def _sign_of(self, host: str) -> _Sign:
        """Return what the pages of a host have to show; one that is no host's is looked at."""
        if "?" in host or "#" in host:
            return _always
        site = self.router.site(host)
        if site is None:
            return _always if is_translated(host) else may_be_movie_page
        return _of_rules(site.rules) if site.rules else _never

    def _read(self, rule: Rule, found: re.Match[str], address: Address, title: str) -> Match:
        if rule.aliases is not None:
            movie = self._at_sites.get((rule.aliases, (found["id"] or "").lower()))
            if movie is not None:
                return Match(Decision.ACCEPT, (movie,), rule.evidence, f"{rule.name}-id", 0.99)
        match = self._readers[rule.reader](rule, found, address, title)
        if match.movies and match.rule.endswith("-undated"):
            written = _WRITTEN.search(address.rest)
            if written:
                match = date_article(match, self.movies, int(written["year"]))
        if rule.without_id and any(self._has_site_id(rule.without_id, i) for i in match.movies):
            return NO_MATCH
        return cap_at_review(match) if rule.asked else match

    def _has_site_id(self, site: str, movie: int) -> bool:
        known = self.catalog.movies[movie]
        return known.tmdb_id is not None if site == "tmdb" else known.imdb_id is not None

    def _all_readers(self) -> dict[Reader, _Read]:
        index = self._index
        # One page is visited under many addresses: they differ in what is not read.
        titles, articles, searches, videos = (
            lru_cache(maxsize=_PAGES)(partial(match, index))
            for match in (match_page_title, match_encyclopedia, match_search, match_video)
        )
        return {
            Reader.IMDB_ID: lambda rule, found, *_: _by_id(self._imdb, rule, found),
            Reader.TMDB_ID: lambda rule, found, *_: _by_id(self._tmdb, rule, found),
            Reader.TITLE: lambda rule, found, _, t: titles(
                rule, *slug_and_year(found), page_text(t)
            ),
            Reader.RELEASE: lambda rule, _, __, title: match_scene_release(
                index, rule.name, rule.evidence, title
            ),
            Reader.ENCYCLOPEDIA: lambda rule, found, _, title: articles(
                rule, found["page"], page_text(title)
            ),
            Reader.SEARCH: lambda rule, _, at, title: searches(rule, *typed(at.rest, title)),
            Reader.SITE_SEARCH: lambda rule, found, *_: match_site_search(index, rule, found),
            Reader.VIDEO: lambda rule, _, __, title: videos(rule, page_text(title)),
            Reader.FORUM: lambda rule, _, __, title: match_forum(index, rule, page_text(title)),
        }


def _by_id(known: dict[int, int], rule: Rule, found: re.Match[str]) -> Match:
    movie = known.get(int(found["id"]))
    if movie is None:
        return NO_MATCH
    return Match(Decision.ACCEPT, (movie,), rule.evidence, rule.name, 0.99)


def match_rows(matcher: Matcher, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Match JSON lines {url, title}: one dictionary per row, in order; blank lines are left out.

    Gives `movie_ids` (the catalog's own ids; of candidates the most watched alone), `evidence`,
    `rule`, `confidence` and `decision`: accept, review or none. Where it is to be asked which of
    several movies is meant, the decision is review, and `candidates` has them all. Raises
    `EpicRecError` for a line that is not such a row, naming its number and not its content.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        row = _row(line, number)
        match = matcher.match(row.url, row.title or "")
        ids = [public_id(matcher.catalog.movies[i]) for i in match.movies]
        asks_which = match.decision is Decision.WHICH
        answer = {
            "movie_ids": ids[:1] if asks_which else ids,
            "evidence": match.evidence.value,
            "rule": match.rule,
            "confidence": match.confidence,
            "decision": Decision.REVIEW.value if asks_which else match.decision.value,
        }
        yield answer | {"candidates": ids} if asks_which else answer


def public_id(movie: Movie) -> int | str | None:
    """Return a movie's id in its own catalog: MovieLens's number, else the name on the wire."""
    return movie.movielens_id if movie.movielens_id is not None else movie.wire_id


class _Row(Record, frozen=True):
    url: str
    title: str | None = None


def _row(line: str, number: int) -> _Row:
    try:
        return msgspec.json.decode(line, type=_Row)
    except ValueError:
        raise EpicRecError(
            'Line {number} is not a row: a JSON object with the texts "url" and "title" is needed. '
            "The rows before it were matched; correct the line and run this again.",
            number=number,
        ) from None
