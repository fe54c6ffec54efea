"""Searches: a query that is a title with a year, or with a word that means movies.

On a site about movies the place is that word.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import unquote_plus

from epicrec_desktop.domain.history import NO_MATCH, Evidence, Match
from epicrec_desktop.matching import reference_names
from epicrec_desktop.matching.decisions import accept, cap_at_review, review, review_all
from epicrec_desktop.matching.keywords import ANY_YEAR
from epicrec_desktop.matching.normalize import SPELLED_OTHERWISE, page_text, title_words
from epicrec_desktop.matching.public_names import SEVERAL_WORKS, WORDS
from epicrec_desktop.matching.sites import Rule, Undated
from epicrec_desktop.matching.title_index import NO_HIT, Fame, Fit, Hit, TitleIndex

_QUERY = re.compile(
    r"[?&#](?:q|query|p|text|wd|search_query|search|k)=(?P<query>[^&#]*)", re.IGNORECASE
)
_TITLE_TAIL = re.compile(
    r"\s+(?:-|–|—|at)\s+(?:google\b.*|bing\b.*|search\b.*|duckduckgo.*|ecosia.*|startpage.*|"
    r"yahoo.*|brave search.*|qwant.*|yandex.*|kagi.*)$",
    re.IGNORECASE,
)
_MAX_WORDS = 24
_VERSUS = "vs"
_TRIED = 3  # readings of a query that are tried with letters wrong
_SUBJECTS = frozenset(WORDS["subjects"])
_SPELLED_OUT = {
    title_words(short): title_words(title)
    for short, title in (line.split(" = ") for line in WORDS["short names"])
}

_CUES = {
    title_words(cue): kind
    for section, kind in (
        ("questions", ""),
        ("cinemas", "event"),
        ("films and other things", "weak"),
        ("films", "strong"),
    )
    for cue in WORDS[section]
}
"""Words that are not the title, and the field of `_Query` that they set, if any."""
_WITHOUT_SPACES = re.compile(rf"(?<=\S)({'|'.join(WORDS['at a title'])})$")
_FIRST_WORDS = frozenset(cue[0] for cue in _CUES)
_LAST_WORDS = frozenset(cue[-1] for cue, kind in _CUES.items() if kind)
_LONGEST = max(map(len, _CUES))

# Words as they are typed that `_may_be_movie` looks for, or that `words` makes others of.
_FIRST_TYPED = SPELLED_OTHERWISE | _FIRST_WORDS | reference_names.FIRST_WORDS
_FIRST_TYPED |= {f"{word}s" for word in reference_names.FIRST_WORDS}
_LAST_TYPED = SPELLED_OTHERWISE | _LAST_WORDS | reference_names.LAST_WORDS


class _Query(NamedTuple):
    """What is left of a query after words that are not the title were taken off its ends."""

    rest: tuple[str, ...]
    year: int | None = None
    strong: bool = False
    weak: bool = False
    event: bool = False
    directed: bool = False

    @property
    def is_of_movie(self) -> bool:
        """Whether something beside the title speaks of movies."""
        return self.strong or self.weak or self.directed

    @property
    def may_be_mistyped(self) -> bool:
        """Whether so much speaks of movies that the title may be written wrongly."""
        return self.strong or self.directed or self.year is not None


def typed(rest: str, title: str) -> tuple[str | None, str]:
    """Return a search's query as the address has it; without one, None and the page title."""
    found = _QUERY.search(rest)
    return (found["query"], "") if found else (None, page_text(title))


def match_search(index: TitleIndex, rule: Rule, query: str | None, title: str) -> Match:
    """Match a search by what was `typed`."""
    if query is not None and not _may_be_movie_query(query):
        return NO_MATCH
    query = _TITLE_TAIL.sub("", title) if query is None else unquote_plus(query)
    if not query.isascii():
        query = _WITHOUT_SPACES.sub(r" \1", query.strip())
    asked = title_words(query)
    if not 2 <= len(asked) <= _MAX_WORDS or not _may_be_movie(asked):
        return NO_MATCH
    match = _Search(index, rule.name, rule.evidence, SEVERAL_WORKS).read(_Query(asked))
    return cap_at_review(match) if rule.undated is Undated.NEVER else match


def match_site_search(index: TitleIndex, rule: Rule, path: re.Match[str]) -> Match:
    """Match a search on a movie site by its query, which is a title unless it is a person.

    It is for review: people type what they look for, and need not have found it.
    """
    asked = title_words(unquote_plus(path["query"]))
    if not 1 <= len(asked) <= _MAX_WORDS or _SUBJECTS.issuperset(asked):
        return NO_MATCH
    if asked in reference_names.PEOPLE:
        return NO_MATCH
    search = _Search(index, f"search-{rule.name}", rule.evidence, None)
    return cap_at_review(search.read(_Query(asked, strong=True)))


@dataclass(frozen=True)
class _Search:
    """`name`: of the rule. `several`: titles that need a year; None: every title does."""

    index: TitleIndex
    name: str
    evidence: Evidence
    several: frozenset[str] | None

    def read(self, asked: _Query) -> Match:
        """Return the match of the first reading of a query that is a title."""
        tried: list[_Query] = []
        for candidate in _candidates(asked):
            if candidate.year is None and not candidate.is_of_movie:
                continue
            hit = self.index.look_up_query(candidate.rest, candidate.year)
            if hit.fit is Fit.UNKNOWN:
                hit = self.index.look_up_query(_spelled_out(candidate.rest), candidate.year)
            # A word of the title may be a director's name.
            if hit.fit > (Fit.OTHER_YEAR if candidate.directed else Fit.UNKNOWN):
                return self._judge(hit, candidate)
            tried.append(candidate)
        if _VERSUS in asked.rest:
            return self._two(asked)
        # A title may be mistyped in a query with a movie word or a year.
        readings = [query for query in tried if query.may_be_mistyped]
        for query in sorted(readings, key=lambda query: len(query.rest))[:_TRIED]:
            hit = self.index.look_up_mistyped(query.rest, query.year)
            if hit.fit in {Fit.EXACT, Fit.UNDATED}:
                return review(hit, f"{self.name}-mistyped", self.evidence, 0.4)
        return NO_MATCH

    def _two(self, asked: _Query) -> Match:
        """Return two movies that are compared: "fargo 1996 vs raising arizona 1987"."""
        at = asked.rest.index(_VERSUS)
        found: list[int] = []
        for side in (asked.rest[:at], asked.rest[at + 1 :]):
            hit = self._side(asked._replace(rest=side)) if side else NO_HIT
            if hit.fit is not Fit.EXACT or len(hit.movies) != 1:
                return NO_MATCH
            found.extend(hit.movies)
        return review_all(found, f"{self.name}-title-year", self.evidence, 0.6)

    def _side(self, side: _Query) -> Hit:
        hits = (self.index.look_up_query(c.rest, c.year) for c in _candidates(side) if c.year)
        return next((hit for hit in hits if hit.fit is not Fit.UNKNOWN), NO_HIT)

    def _judge(self, hit: Hit, query: _Query) -> Match:
        if hit.fit is Fit.UNDATED:
            return self._judge_undated(hit, query)
        # "f1 2025 streaming", "air 2023 review": a word is as well a race's or a laptop's name.
        known = not hit.single or self.index.fame(hit) is Fame.FAMOUS
        sure = query.strong or (query.weak and not query.event and known)
        name = f"{self.name}-title-year"
        if hit.fit is Fit.EXACT and sure:
            return accept(hit, name, self.evidence, 0.93)
        if hit.fit in {Fit.EXACT, Fit.NEAR}:
            return review(hit, name, self.evidence, 0.7 if hit.fit is Fit.EXACT else 0.5)
        return NO_MATCH

    def _judge_undated(self, hit: Hit, query: _Query) -> Match:
        name = f"{self.name}-title-cue"
        if query.directed and not hit.certain:
            return NO_MATCH  # "david lynch interview"
        named = "".join(query.rest)
        # That the movie is this director's is not known.
        sure = not hit.single and hit.certain and query.strong and not query.directed
        others = (
            self.several is None
            or named in self.several
            or self.index.is_series(" ".join(query.rest))
        )
        if sure and not others:
            return accept(hit, name, self.evidence, 0.88)
        if hit.single and not (query.strong or query.directed) and len(query.rest[-1]) <= 3:
            return NO_MATCH  # "it review", "up streaming"
        return review(hit, name, self.evidence, 0.5)


def _spelled_out(asked: tuple[str, ...]) -> tuple[str, ...]:
    """Return a query with its short name spelled out: "lotr" is "lord of the rings"."""
    for n in (len(asked), 1):
        if asked[:n] in _SPELLED_OUT:
            return (*_SPELLED_OUT[asked[:n]], *asked[n:])
    return ()


def may_be_search(rest: str, _title: str) -> bool:
    """Return a quick first look: False only where `match_search` finds nothing."""
    found = _QUERY.search(rest)
    return found is None or _may_be_movie_query(found["query"])


def _may_be_movie_query(query: str) -> bool:
    """`_may_be_movie` of a query as it stands in the address, where its words are plain."""
    asked = query.lower().split("+")
    first, last = asked[0], asked[-1]
    if not (first.isalnum() and last.isalnum() and first.isascii() and last.isascii()):
        return True
    return first in _FIRST_TYPED or last in _LAST_TYPED or last.isdecimal()


def _may_be_movie(asked: tuple[str, ...]) -> bool:
    """Return a quick first look: a word that is not the title must stand at an end."""
    return (
        asked[-1] in _LAST_WORDS
        or asked[0] in _FIRST_WORDS
        or ANY_YEAR.fullmatch(asked[-1]) is not None
        or asked[-1] in reference_names.LAST_WORDS
        or asked[0] in reference_names.FIRST_WORDS
        or asked[0].removesuffix("s") in reference_names.FIRST_WORDS
    )


def _candidates(asked: _Query) -> Iterator[_Query]:
    """Yield the query with ever more taken off its ends, the least first."""
    queue = deque([asked])
    seen = {asked.rest}
    while queue:
        query = queue.popleft()
        yield query
        for shorter in _shorter(query):
            if shorter.rest not in seen:
                seen.add(shorter.rest)
                queue.append(shorter)


def _shorter(query: _Query) -> Iterator[_Query]:
    rest = query.rest
    if len(rest) <= 1:
        return
    if query.year is None and ANY_YEAR.fullmatch(rest[-1]):
        yield query._replace(rest=rest[:-1], year=int(rest[-1]))
    for left in reference_names.without_person(rest):
        yield query._replace(rest=left, directed=True)
    if rest[-1] in _LAST_WORDS or rest[0] in _FIRST_WORDS:
        yield from _without_cues(query)


def _without_cues(query: _Query) -> Iterator[_Query]:
    rest = query.rest
    for n in range(min(_LONGEST, len(rest) - 1), 0, -1):
        for cue, left in ((rest[-n:], rest[:-n]), (rest[:n], rest[n:])):
            kind = _CUES.get(cue)
            if kind:
                yield query._replace(rest=left, **{kind: True})
            elif kind is not None and cue == rest[:n]:
                yield query._replace(rest=left)
