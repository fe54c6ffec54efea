"""Web searches: a query that is exactly a title with a year, or with a word that means films."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import unquote_plus

from epicrec_desktop.domain.history import NO_MATCH, Match
from epicrec_desktop.matching.index import Fit, Hit, TitleIndex
from epicrec_desktop.matching.judging import accept, review
from epicrec_desktop.matching.namesakes import NAMESAKES, REMADE
from epicrec_desktop.matching.normalize import page_text, words
from epicrec_desktop.matching.sites import Rule
from epicrec_desktop.matching.vocabulary import YEAR

_QUERY = re.compile(r"[?&#](?:q|query|p|text|wd)=(?P<query>[^&#]*)", re.IGNORECASE)
_TITLE_TAIL = re.compile(
    r"\s+(?:-|–|—|at)\s+(?:google\b.*|bing\b.*|search\b.*|duckduckgo.*|ecosia.*|startpage.*|"
    r"yahoo.*|brave search.*|qwant.*|yandex.*|kagi.*)$",
    re.IGNORECASE,
)
_YEAR = re.compile(YEAR)
_MAX_WORDS = 24
_SEVERAL = NAMESAKES | REMADE


def _cues(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(words(cue)) for cue in text.split(",") if cue.strip())


# Words that mean films and little else.
_STRONG = _cues(
    "movie, film, the movie, the film, full movie, full film, movie review, film review, "
    "movie reviews, film reviews, movie trailer, film trailer, official trailer, trailer, teaser, "
    "movie cast, film cast, movie poster, movie streaming, watch movie, watch film, imdb, "
    "letterboxd, rotten tomatoes, tmdb, metacritic, justwatch, dvd, blu ray, bluray, 4k, kinofilm, "
    "spielfilm, pelicula, película completa, film complet, film completo, ganzer film, filme, "
    "bande annonce, tráiler, фильм, movie plot, movie ending, movie explained, ending explained, "
    "movie soundtrack, movie quotes, movie showtimes, filmstarts, allocine, filmaffinity, filmweb, "
    "director, directed by, full movie online, movie times, film online, movie online, "
    "the movie called, movie called, director of, who directed, cast of the movie, "
    "trailer for, film von, film de"
)
# Words that go with films, and with other things as well.
_WEAK = _cues(
    "cast, reviews, review, streaming, stream, watch, watch online, online, free, free online, "
    "full, hd, 1080p, 720p, where to watch, where can i watch, where to stream, how to watch, "
    "netflix, on netflix, prime, prime video, on prime, amazon prime, amazon, disney plus, "
    "on disney plus, disney, hulu, on hulu, max, hbo max, hbo, on hbo, apple tv, youtube, plot, "
    "synopsis, summary, quotes, explained, ending, showtimes, show times, "
    "cinema, cinemas, kino, rating, ratings, release date, runtime, box office, budget, "
    "subtitles, english subtitles, download, torrent, wiki, wikipedia, analysis, trivia, scenes, "
    "scene, clip, clips, poster, reddit, reaction, worth watching, kritik, stream deutsch, "
    "deutsch, streaming vf, vf, vostfr, critique, crítica, ver, regarder, guarda, oscars, awards, "
    "actors, directors cut, final cut, extended edition, remake, watch free, filming locations, "
    "behind the scenes, parents guide, age rating, cast of, review of, reviews of, reviews for, "
    "plot of, ending of, summary of"
)
# Words that go with films in a cinema, and with concerts, plays and matches of any year.
_EVENT = _cues("tickets, buy tickets, book tickets, tickets for, karten, entradas, billets")
# Words of a question, which say nothing by themselves: "is … on netflix".
_FILLERS = _cues("is, what is, was")
_FIRST_WORDS = frozenset(cue[0] for cue in _STRONG | _WEAK | _EVENT | _FILLERS)
_LAST_WORDS = frozenset(cue[-1] for cue in _STRONG | _WEAK | _EVENT)
_LONGEST = max(map(len, _STRONG | _WEAK))


@dataclass(frozen=True, slots=True)
class _Query:
    """What is left of a query after words that are not the title were taken off its ends."""

    rest: tuple[str, ...]
    year: int | None = None
    strong: bool = False
    weak: bool = False
    event: bool = False


def read_search(index: TitleIndex, rule: Rule, rest: str, title: str) -> Match:
    """Match a search by its query; from the page title where the address does not hold it."""
    found = _QUERY.search(rest)
    query = unquote_plus(found["query"]) if found else _TITLE_TAIL.sub("", page_text(title))
    asked = tuple(words(query))
    if not 2 <= len(asked) <= _MAX_WORDS or not _may_be_film(asked):
        return NO_MATCH
    for candidate in _candidates(asked):
        if candidate.year is None and not (candidate.strong or candidate.weak):
            continue
        hit = index.look_up_words(list(candidate.rest), candidate.year)
        if hit.fit is not Fit.UNKNOWN:
            return _judge(hit, candidate, rule)
    return NO_MATCH


def _may_be_film(asked: tuple[str, ...]) -> bool:
    """A quick first look: a word that is not the title must stand at an end."""
    return (
        asked[-1] in _LAST_WORDS
        or asked[0] in _FIRST_WORDS
        or _YEAR.fullmatch(asked[-1]) is not None
    )


def _judge(hit: Hit, query: _Query, rule: Rule) -> Match:
    if hit.fit is Fit.UNDATED:
        return _judge_undated(hit, query, rule)
    name = f"{rule.name}-title-year"
    sure = query.strong or (query.weak and not query.event)
    if hit.fit is Fit.EXACT and sure:
        return accept(hit, name, rule.evidence, 0.93)
    if hit.fit in {Fit.EXACT, Fit.NEAR}:
        return review(hit, name, rule.evidence, 0.7 if hit.fit is Fit.EXACT else 0.5)
    return NO_MATCH


def _judge_undated(hit: Hit, query: _Query, rule: Rule) -> Match:
    name = f"{rule.name}-title-cue"
    named = "".join(query.rest)
    if not hit.single and hit.certain and query.strong and named not in _SEVERAL:
        return accept(hit, name, rule.evidence, 0.88)
    if hit.single and not query.strong and len(query.rest[-1]) <= 3:
        return NO_MATCH  # "it review", "up streaming"
    return review(hit, name, rule.evidence, 0.5)


def _candidates(asked: tuple[str, ...]) -> Iterator[_Query]:
    """The query with ever more taken off its ends, the least first."""
    queue = deque([_Query(asked)])
    seen = {asked}
    while queue:
        query = queue.popleft()
        yield query
        for shorter in _shorter(query):
            if shorter.rest not in seen:
                seen.add(shorter.rest)
                queue.append(shorter)


def _shorter(query: _Query) -> Iterator[_Query]:
    rest = query.rest
    if len(rest) > 1 and query.year is None and _YEAR.fullmatch(rest[-1]):
        yield replace(query, rest=rest[:-1], year=int(rest[-1]))
    if rest[-1] not in _LAST_WORDS and rest[0] not in _FIRST_WORDS:
        return
    for n in range(min(_LONGEST, len(rest) - 1), 0, -1):
        for cue, left in ((rest[-n:], rest[:-n]), (rest[:n], rest[n:])):
            if cue in _STRONG:
                yield replace(query, rest=left, strong=True)
            elif cue in _WEAK:
                yield replace(query, rest=left, weak=True)
            elif cue in _EVENT:
                yield replace(query, rest=left, event=True)
            elif cue in _FILLERS and cue == rest[:n]:
                yield replace(query, rest=left)
