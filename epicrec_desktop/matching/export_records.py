"""The movie that a record of another service's export names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from epicrec_desktop.domain.export_records import MatchReason, Record, RecordMatch
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.matching.decisions import MAX_CANDIDATES, by_day, is_new, released_by
from epicrec_desktop.matching.normalize import VERSION_AT_END, is_long, is_one_word, key
from epicrec_desktop.matching.public_names import KNOWN_SERIES, SEVERAL_WORKS
from epicrec_desktop.matching.title_index import NO_HIT, Fame, Fit, Hit, TitleIndex

_COLON = re.compile(r"\s*(?::\s|：)")
_HALVES = re.compile(r"\s+[-–]\s+|/|\s[～〜－](?=\S)")
_THE_MOVIE = re.compile(
    r"(?::| [-–])\s+(?:the movie|der film|le film|o filme|il film|la película|film)$", re.IGNORECASE
)
One = TypeVar("One")
_EPISODES, _EPISODES_A_DAY = 6, 4
"""Titles that begin alike, in all and on one day, from which on they are a series' episodes."""


class RecordMatcher:
    """Finds the movie of a record: by IMDb's id, else by its titles and its year.

    A title alone is enough only with the day it was watched, where one movie had that title by
    then, and where it is not a name that remakes or series take.
    """

    def __init__(self, catalog: Catalog) -> None:
        self._movies = catalog.movies
        self._index = TitleIndex(catalog)
        self._imdb = {m.imdb_id: i for i, m in enumerate(catalog.movies) if m.imdb_id}

    def label(self, movie: int) -> str:
        """Return the name and year of a movie by its place."""
        return self._movies[movie].label

    def match(self, record: Record) -> RecordMatch:
        """Return what a record stands for. Pure; raises on no text."""
        movie = self._imdb.get(record.imdb_id) if record.imdb_id else None
        if movie is not None:
            return RecordMatch(MatchReason.IMDB_ID, (movie,))
        hits = [self._look_up(t, record.year) for t in (record.title, *record.other_titles) if t]
        hit = max(hits, key=lambda found: (found.fit, found.certain), default=NO_HIT)
        if record.imdb_id and hit.movies:
            # IMDb's number is known, so a movie with another number is another movie.
            same = tuple(i for i in hit.movies if self._movies[i].imdb_id is None)
            if not same:
                return RecordMatch(MatchReason.OTHER_ID)
            hit = Hit(hit.fit, same, hit.certain, hit.single, hit.part)
        if record.seen is not None and hit.fit is Fit.UNDATED:
            released = released_by(record.seen.year, hit.movies, self._movies)
            if not released:
                return RecordMatch(MatchReason.OTHER_YEAR)
            hit = hit.replace(movies=by_day(released, self._movies, record.seen.year))
            if len(released) == 1 and self._is_only_work(record.title, hit, record.seen.year):
                return RecordMatch(MatchReason.TITLE_AND_DAY, released)
        return self._judge(hit)

    def _is_only_work(self, title: str, hit: Hit, year: int) -> bool:
        """Return whether no remake, series or newer work had the title by that year.

        A short title, as a name that many works can have, means a movie that is well known; one
        word, which more series have than anybody lists, a famous movie or one that is new.
        """
        series = title.endswith("+") or self._index.is_series(title, year)  # as "Zootopia+"
        if series or hit.part or not hit.certain:
            return False
        fame = self._index.fame(hit)
        meant = fame is Fame.FAMOUS or is_new(self._movies[hit.movies[0]], year)
        if (hit.single and not meant) or (hit.other and is_one_word(title)):
            return False
        known = is_long(title) or fame is not Fame.NONE
        alone = self._index.keys(title, hit).isdisjoint(SEVERAL_WORKS)
        return known and alone and not self._index.may_be_newer(title, hit)

    def _look_up(self, title: str, year: int | None) -> Hit:
        """Return the best of a title as it is, with its article in front ("Matrix, The"), and
        without its version: "The Return of the King (Extended Edition)"."""
        hit = self._index.look_up(title, year)
        if hit.fit is Fit.UNKNOWN and title.endswith((")", "]")):
            hit = self._index.look_up(VERSION_AT_END.sub("", title), year)
        if hit.fit is Fit.UNKNOWN:
            hit = self._by_half(title, year)
        if hit.fit >= Fit.NEAR or "," not in title:
            return hit
        head, _, article = title.rpartition(", ")
        turned = self._index.look_up(f"{article} {head}", year) if len(article) < 5 else NO_HIT
        return max(hit, turned, key=lambda found: found.fit)

    def _by_half(self, title: str, year: int | None) -> Hit:
        """Return the movie of a title with another one, "Os Vingadores - The Avengers" or
        "Ray/レイ", or with the word for a movie, "Angry Birds: O Filme"; never certain."""
        halves = _HALVES.split(_THE_MOVIE.sub("", title))
        if halves == [title]:
            return NO_HIT
        hits = (self._index.look_up(half, year) for half in halves)
        whole = [hit for hit in hits if hit.fit > Fit.OTHER_YEAR and hit.certain and not hit.part]
        best = max(whole, key=lambda hit: (not hit.single, hit.fit), default=NO_HIT)
        return best.replace(certain=False, part=True) if best.movies else NO_HIT

    def _judge(self, hit: Hit) -> RecordMatch:
        if not hit.movies:
            unknown = hit.fit is Fit.UNKNOWN
            return RecordMatch(MatchReason.UNKNOWN if unknown else MatchReason.OTHER_YEAR)
        if len(hit.movies) > 1:
            return RecordMatch(MatchReason.SEVERAL, hit.movies[:MAX_CANDIDATES])
        return RecordMatch(self._grounds(hit), hit.movies)

    def _grounds(self, hit: Hit) -> MatchReason:
        if hit.part:
            return MatchReason.PART
        if hit.fit is Fit.UNDATED:
            return MatchReason.TITLE_ALONE
        if hit.fit is Fit.EXACT:
            return MatchReason.TITLE_YEAR
        dated = self._movies[hit.movies[0]].year is not None
        # Of one word as a title there may be another movie in just that year.
        vague = hit.single and self._index.fame(hit) is Fame.NONE
        return MatchReason.NEAR_YEAR if dated and hit.certain and not vague else MatchReason.PART


def in_whole(items: Iterable[One]) -> Iterator[One | Record]:
    """Yield the items, movies that were played in parts with the time of all parts.

    A movie's parts are the rows of one viewer with its title.
    """
    every = list(items)
    played: dict[tuple[str, int | None, str], float] = defaultdict(float)
    for item in every:
        if isinstance(item, Record) and item.played_s is not None:
            played[item.title, item.year, item.viewer] += item.played_s
    for item in every:
        if isinstance(item, Record) and item.played_s is not None:
            yield replace(item, played_s=played[item.title, item.year, item.viewer])
        else:
            yield item


def episodes(rows: Iterable[tuple[Record, RecordMatch]]) -> frozenset[str]:
    """Return the titles that are episodes by what else one person watched: "FUBAR: Stole Train".

    Netflix leaves out the season of a series that has only one. Titles with the same beginning are
    its episodes if they are many, or the series is known, and none is a movie that the catalog has.
    """
    titles: dict[str, set[str]] = defaultdict(set)
    daily: dict[tuple[str, object], set[str]] = defaultdict(set)
    of_movies: set[str] = set()
    for record, match in rows:
        if record.year is not None or record.imdb_id:
            continue
        known = match.movies and match.grounds is not MatchReason.PART
        for name in _beginnings(record.title):
            if known:
                of_movies.add(name)
            titles[name].add(record.title)
            daily[name, record.seen].add(record.title)
    many = {name for name, found in titles.items() if len(found) >= _EPISODES}
    many |= {name for (name, day), found in daily.items() if day and len(found) >= _EPISODES_A_DAY}
    many |= {name for name in titles if key(name) in KNOWN_SERIES}
    return frozenset(title for name in many - of_movies for title in titles[name])


def _beginnings(title: str) -> list[str]:
    """Return what stands before each colon, folded: "cyberpunk", "cyberpunk: edgerunners"."""
    return [title[: found.start()].casefold() for found in _COLON.finditer(title)]
