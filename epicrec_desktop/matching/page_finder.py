"""The movie of a page as one user's library has it: corrections, and movies that no catalog has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import blake2b

from epicrec_desktop.domain.history import NO_MATCH, Decision, Evidence, Match
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.matching.encyclopedia import movie_of_page
from epicrec_desktop.matching.keywords import is_other_medium, may_contain_year
from epicrec_desktop.matching.matcher import Matcher
from epicrec_desktop.matching.normalize import page_text
from epicrec_desktop.matching.page_titles import name_and_year_of
from epicrec_desktop.matching.sites import Reader, Rule
from epicrec_desktop.matching.urls import normalize_host, split_url

_NAMING = {"imdb-id", "tmdb-id", "letterboxd", "trakt", "justwatch", "wikipedia"}
"""Rules whose pages are about one movie, and name it with its year; each has its site's name."""
_KIND_OF_MOVIE = re.compile(
    r"(?:tv[ -]?(?:movie|film|short|special)|short(?: film)?|film|movie)?", re.IGNORECASE
)
_CONFIDENCE = 0.95
_DIGEST_BYTES = 12
_LONGEST = 300


class PageFinder:
    """A matcher for one user's pages.

    `movies` are those of the catalog, then those that no catalog has, as far as pages name them: a
    match's positions are places there. `corrected` has the place of the movie that the user said a
    page stands for, by the page's digest under `key`.
    """

    def __init__(self, matcher: Matcher, key: bytes, corrected: Mapping[str, int | Movie]) -> None:
        self._matcher = matcher
        self._key = key
        self._listed = len(matcher.catalog.movies)
        self.movies: list[Movie] = list(matcher.catalog.movies)
        self._places: dict[Movie, int] = {}
        self._corrected = {
            page: self._place_of(movie) if isinstance(movie, Movie) else movie
            for page, movie in corrected.items()
        }
        self.may_match = matcher.may_match

    def match(self, url: str, title: str) -> Match:
        """Return the movie of a row, if any, with the page's digest."""
        found = self._matcher.match(url, title)
        # A quick check: only a name with its year is found by a rule ("%31" is a 1).
        if not found.movies and (may_contain_year(title) or may_contain_year(url) or "%3" in url):
            found = self._match_by_naming_rule(url, title)
        if not found.movies and not self._corrected:
            return found
        page = page_digest(self._key, url, title)
        right = self._corrected.get(page)
        if right is None:
            return found.replace(page=page) if found.movies else found
        evidence = found.evidence if found.movies else Evidence.INTEREST
        rule = found.rule if found.movies else "corrected"
        return Match(Decision.ACCEPT, (right,), evidence, rule, 0.99, page)

    def unlisted(self, place: int) -> Movie | None:
        """Return the movie at a place if no catalog has it."""
        return self.movies[place] if place >= self._listed else None

    def _place_of(self, movie: Movie) -> int:
        place = self._places.setdefault(movie, len(self.movies))
        if place == len(self.movies):
            self.movies.append(movie)
        return place

    def _match_by_naming_rule(self, url: str, title: str) -> Match:
        address = split_url(url)
        site = self._matcher.router.site(address.host) if address else None
        if address is None or site is None:
            return NO_MATCH
        for rule in site.rules:
            path = rule.path.match(address.rest) if rule.name in _NAMING else None
            movie = _movie_of(rule, path, title) if path else None
            if movie is not None:
                place = self._place_of(movie)
                return Match(Decision.ACCEPT, (place,), rule.evidence, rule.name, _CONFIDENCE)
        return NO_MATCH


def page_digest(key: bytes, url: str, title: str) -> str:
    """Return a keyed digest of a page: its host and path, and its title.

    The query is left out (it holds sessions and sources); what it asks for is in the title.
    """
    address = split_url(url)
    place = url
    if address is not None:
        path = address.rest.partition("?")[0].partition("#")[0].rstrip("/")
        place = f"{normalize_host(address.host)}{path}"
    text = f"{place}\n{page_text(title).casefold()}".encode("utf-8", "replace")
    return blake2b(text, key=key, digest_size=_DIGEST_BYTES).hexdigest()


def _movie_of(rule: Rule, path: re.Match[str], title: str) -> Movie | None:
    """Return the movie that a page names with its year, with its id at the site."""
    site = rule.name.removesuffix("-id")
    if rule.reader is Reader.ENCYCLOPEDIA:
        name, year = movie_of_page(path["page"], title)
        ids: tuple[tuple[str, str], ...] = ()
    else:
        name, year, beside = name_and_year_of(rule, page_text(title))
        if is_other_medium(title) or not _KIND_OF_MOVIE.fullmatch(beside.strip()):
            return None
        ids = ((site, _site_id(rule, path)),)
    if not name or year is None or len(name) > _LONGEST:
        return None
    return Movie(name, year, (), site_ids=ids, named_by=site)


def _site_id(rule: Rule, path: re.Match[str]) -> str:
    if rule.reader is Reader.IMDB_ID:
        return f"tt{path['id'].zfill(7)}"  # IMDb's own form, as catalogs have it
    return path["id"] if rule.reader is Reader.TMDB_ID else path["slug"].lower()
