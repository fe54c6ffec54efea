"""Searches: a query that is a title with a year, or with a word that means films.

On a site about films the place is that word.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote_plus

from epicrec_desktop.domain.history import NO_MATCH, Match
from epicrec_desktop.matching import reference_names
from epicrec_desktop.matching.decisions import accept, cap_at_review, review, review_all
from epicrec_desktop.matching.keywords import YEAR
from epicrec_desktop.matching.normalize import SPELLED_OTHERWISE, page_text, words
from epicrec_desktop.matching.public_names import AMBIGUOUS_TITLES, REMADE_TITLES
from epicrec_desktop.matching.sites import Rule, Undated
from epicrec_desktop.matching.title_index import NO_HIT, Fit, Hit, TitleIndex

_QUERY = re.compile(
    r"[?&#](?:q|query|p|text|wd|search_query|search|k)=(?P<query>[^&#]*)", re.IGNORECASE
)
_TITLE_TAIL = re.compile(
    r"\s+(?:-|–|—|at)\s+(?:google\b.*|bing\b.*|search\b.*|duckduckgo.*|ecosia.*|startpage.*|"
    r"yahoo.*|brave search.*|qwant.*|yandex.*|kagi.*)$",
    re.IGNORECASE,
)
_YEAR = re.compile(YEAR)
_MAX_WORDS = 24
_SEVERAL = AMBIGUOUS_TITLES | REMADE_TITLES
_VERSUS = "vs"
_TRIED = 3  # readings of a query that are tried with letters wrong
# What people type into the search of a film site, and mean no title by.
# fmt: off
_SUBJECTS = frozenset((
    "action", "adventure", "animation", "anime", "comedy", "crime", "documentary", "drama",
    "family", "fantasy", "history", "horror", "kids", "music", "musical", "mystery", "new",
    "romance", "scifi", "series", "show", "sport", "thriller", "tv", "war", "western", "imax",
    "trailer", "upcoming", "popular", "top",
))
# fmt: on
# Short names of films and of series of films that everybody uses; keys without small words.
_SHORT_NAMES = {
    "lotr": "lord of the rings",
    "lotr 1": "the fellowship of the ring",
    "lotr 2": "the two towers",
    "lotr 3": "the return of the king",
    "hp": "harry potter",
    "potc": "pirates of the caribbean",
    "bttf": "back to the future",
    "t2": "terminator 2",
    "gotg": "guardians of the galaxy",
    "tdk": "the dark knight",
    "tdkr": "the dark knight rises",
    "esb": "the empire strikes back",
    "rotj": "return of the jedi",
    "rotk": "the return of the king",
    "fotr": "the fellowship of the ring",
    "lxg": "the league of extraordinary gentlemen",
    "tcm": "the texas chainsaw massacre",
    "tlj": "the last jedi",
    "twbb": "there will be blood",
    "ncfom": "no country for old men",
    "star wars 1": "the phantom menace",
    "star wars 2": "attack of the clones",
    "star wars 3": "revenge of the sith",
    "star wars 4": "a new hope",
    "star wars 5": "the empire strikes back",
    "star wars 6": "return of the jedi",
    "star wars 7": "the force awakens",
    "star wars 8": "the last jedi",
    "star wars 9": "the rise of skywalker",
    "star wars episode 1": "the phantom menace",
    "star wars episode 2": "attack of the clones",
    "star wars episode 3": "revenge of the sith",
    "star wars episode 4": "a new hope",
    "star wars episode 5": "the empire strikes back",
    "star wars episode 6": "return of the jedi",
    "star wars episode 7": "the force awakens",
    "star wars episode 8": "the last jedi",
    "star wars episode 9": "the rise of skywalker",
}
_SPELLED_OUT = {tuple(words(k)): tuple(words(v)) for k, v in _SHORT_NAMES.items()}


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
    "trailer for, film von, film de, site letterboxd com, site imdb com, site rottentomatoes com, "
    "letterboxd com, imdb com, themoviedb, moviepilot, kinopoisk, filmkritik, filmi, фільм, "
    "영화, 映画, 电影, 電影, 영화 예고편, 電影 預告, 映画 予告, 映画 感想, 豆瓣, فيلم, סרט, "
    "filme completo, filme completo dublado, película completa en español, "
    "film completo italiano, film completo in italiano, film complet en français, cały film, "
    "celý film, teljes film, teljes film magyarul, hela filmen, hele filmen, elokuva, ταινία, "
    "full movie in hindi, nonton film, xem phim, phim, ดูหนัง, مشاهدة فيلم, فيلم مترجم"
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
    "plot of, ending of, summary of, 480p, 2160p, x264, x265, h264, h265, hevc, remux, web dl, "
    "webdl, "
    "webrip, web rip, brrip, bdrip, hdrip, dvdrip, uhd, hdr, yify, yts, nzb, magnet, srt, sub, "
    "subs, "
    "besetzung, handlung, schauspieler, reparto, acteurs, distribution, trama, sinopsis, "
    "argumento, obsada, recenzja, zwiastun, rollista, drehorte, altersfreigabe, avis, séances, "
    "ende erklärt, final explicado, fin expliquée, true story, based on a true story, "
    "based on a book, come out, came out, release year, movie length, age, "
    "10bit, extended cut, extended, unrated, uncut, remastered, criterion, steelbook, "
    "ver online, online latino, online español, dónde ver, dublado, legendado, assistir, "
    "assistir online, onde assistir, sub ita, streaming ita, dove vedere, où regarder, "
    "où voir, streaming gratuit, streaming vostfr gratuit, wo läuft, wo streamen, kijken, "
    "online kijken, nederlands ondertiteld, swesub, svenska undertexter, danske undertekster, "
    "online subtitrat, subtitrat, subtitrat in romana, lektor pl, dubbing pl, napisy, cda, "
    "cz dabing, dabing, titulky, cz titulky, magyarul, izle, full izle, türkçe dublaj, "
    "türkçe dublaj izle, altyazılı izle, sa prevodom, смотреть, смотреть онлайн, "
    "смотреть онлайн бесплатно, дивитись онлайн, дивитися онлайн, nonton, sub indo, "
    "nonton sub indo, vietsub, hindi dubbed, ott, ott release date, filmyzilla, "
    "مترجم, مشاهدة, 在线观看, 線上看, 影评, 影評, 预告片, 預告片, 動画, 配信, "
    "あらすじ, ネタバレ, キャスト, 感想, 吹き替え, 予告, "
    "다시보기, 줄거리, 결말, 출연진, 예고편, 해석"
)
# Words that go with films in a cinema, and with concerts, plays and matches of any year.
_EVENT = _cues("tickets, buy tickets, book tickets, tickets for, karten, entradas, billets")
# Words of a question, which say nothing by themselves: "is … on netflix".
_FILLERS = _cues(
    "is, what is, was, how long is, what year did, what year was, when did, when was, when is, "
    "who is in, who was in, who plays in, who played in, who stars in, what happens in"
)
_CUES = _STRONG | _WEAK | _EVENT | _FILLERS
_WITHOUT_SPACES = re.compile(
    "(?<=\\S)(电影|電影|在线观看|線上看|影评|影評|预告片|預告片|映画|動画|配信|あらすじ|ネタバレ|キャスト|感想|"
    "吹き替え|予告|영화|다시보기|줄거리|결말|출연진|예고편|해석|豆瓣)$"
)
"""Words for films that may stand at a title without a space: "寄生虫在线观看"."""
_FIRST_WORDS = frozenset(cue[0] for cue in _CUES)
_LAST_WORDS = frozenset(cue[-1] for cue in _STRONG | _WEAK | _EVENT)
_LONGEST = max(map(len, _STRONG | _WEAK))


# Words as they are typed that `_may_be_film` looks for, or that `words` makes others of.
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
    def is_of_film(self) -> bool:
        """Whether something beside the title speaks of films."""
        return self.strong or self.weak or self.directed

    @property
    def may_be_mistyped(self) -> bool:
        """Whether so much speaks of films that the title may be written wrongly."""
        return self.strong or self.directed or self.year is not None


def match_search(index: TitleIndex, rule: Rule, rest: str, title: str) -> Match:
    """Match a search by its query; from the page title where the address does not hold it."""
    found = _QUERY.search(rest)
    if found and not _may_be_movie_query(found["query"]):
        return NO_MATCH
    query = unquote_plus(found["query"]) if found else _TITLE_TAIL.sub("", page_text(title))
    if not query.isascii():
        query = _WITHOUT_SPACES.sub(r" \1", query.strip())
    asked = tuple(words(query))
    if not 2 <= len(asked) <= _MAX_WORDS or not _may_be_film(asked):
        return NO_MATCH
    match = _read(index, rule.name, rule, _Query(asked), several=_SEVERAL)
    return cap_at_review(match) if rule.undated is Undated.NEVER else match


def match_site_search(index: TitleIndex, rule: Rule, path: re.Match[str]) -> Match:
    """Match a search on a film site by its query, which is a title unless it is a person.

    It is for review: people type what they look for, and need not have found it.
    """
    asked = tuple(words(unquote_plus(path["query"])))
    if not 1 <= len(asked) <= _MAX_WORDS or _SUBJECTS.issuperset(asked):
        return NO_MATCH
    if reference_names.is_person(asked):
        return NO_MATCH
    asked_for = _Query(asked, strong=True)
    return cap_at_review(_read(index, f"search-{rule.name}", rule, asked_for, several=None))


def _read(
    index: TitleIndex, name: str, rule: Rule, asked: _Query, *, several: frozenset[str] | None
) -> Match:
    """`several`: titles that need a year; None: every title does."""
    tried: list[_Query] = []
    for candidate in _candidates(asked):
        if candidate.year is None and not candidate.is_of_film:
            continue
        hit = index.look_up_query(list(candidate.rest), candidate.year)
        if hit.fit is Fit.UNKNOWN:
            hit = index.look_up_query(_spelled_out(candidate.rest), candidate.year)
        # A word of the title may be a director's name.
        if hit.fit > (Fit.OTHER_YEAR if candidate.directed else Fit.UNKNOWN):
            return _judge(index, hit, candidate, name, rule, several)
        tried.append(candidate)
    if _VERSUS in asked.rest:
        return _two(index, name, rule, asked)
    return _mistyped(index, name, rule, tried)


def _two(index: TitleIndex, name: str, rule: Rule, asked: _Query) -> Match:
    """Return two films that are compared: "fargo 1996 vs raising arizona 1987"."""
    at = asked.rest.index(_VERSUS)
    found: list[int] = []
    for side in (asked.rest[:at], asked.rest[at + 1 :]):
        hit = _side(index, asked._replace(rest=side)) if side else NO_HIT
        if hit.fit is not Fit.EXACT or len(hit.movies) != 1:
            return NO_MATCH
        found.extend(hit.movies)
    return review_all(found, f"{name}-title-year", rule.evidence, 0.6)


def _side(index: TitleIndex, side: _Query) -> Hit:
    hits = (index.look_up_query(list(c.rest), c.year) for c in _candidates(side) if c.year)
    return next((hit for hit in hits if hit.fit is not Fit.UNKNOWN), NO_HIT)


def _mistyped(index: TitleIndex, name: str, rule: Rule, tried: list[_Query]) -> Match:
    """Match a mistyped title in a query with a film word or a year."""
    readings = [query for query in tried if query.may_be_mistyped]
    for query in sorted(readings, key=lambda query: len(query.rest))[:_TRIED]:
        hit = index.look_up_mistyped(list(query.rest), query.year)
        if hit.fit in {Fit.EXACT, Fit.UNDATED}:
            return review(hit, f"{name}-mistyped", rule.evidence, 0.4)
    return NO_MATCH


def _spelled_out(asked: tuple[str, ...]) -> list[str]:
    """Return a query with its short name spelled out: "lotr" is "lord of the rings"."""
    whole = _SPELLED_OUT.get(asked)
    if whole:
        return list(whole)
    begin = _SPELLED_OUT.get(asked[:1], ())
    return [*begin, *asked[1:]] if begin else []


def may_be_search(rest: str, _title: str) -> bool:
    """Return a quick first look: False only where `match_search` finds nothing."""
    found = _QUERY.search(f"/{rest}")
    return found is None or _may_be_movie_query(found["query"])


def _may_be_movie_query(query: str) -> bool:
    """`_may_be_film` of a query as it stands in the address, where its words are plain."""
    asked = query.lower().split("+")
    first, last = asked[0], asked[-1]
    if not (first.isalnum() and last.isalnum() and first.isascii() and last.isascii()):
        return True
    return first in _FIRST_TYPED or last in _LAST_TYPED or last.isdecimal()


def _may_be_film(asked: tuple[str, ...]) -> bool:
    """Return a quick first look: a word that is not the title must stand at an end."""
    return (
        asked[-1] in _LAST_WORDS
        or asked[0] in _FIRST_WORDS
        or _YEAR.fullmatch(asked[-1]) is not None
        or asked[-1] in reference_names.LAST_WORDS
        or asked[0] in reference_names.FIRST_WORDS
        or asked[0].removesuffix("s") in reference_names.FIRST_WORDS
    )


def _judge(
    index: TitleIndex,
    hit: Hit,
    query: _Query,
    name: str,
    rule: Rule,
    several: frozenset[str] | None,
) -> Match:
    if hit.fit is Fit.UNDATED:
        return _judge_undated(index, hit, query, name, rule, several)
    sure = query.strong or (query.weak and not query.event)
    name = f"{name}-title-year"
    if hit.fit is Fit.EXACT and sure:
        return accept(hit, name, rule.evidence, 0.93)
    if hit.fit in {Fit.EXACT, Fit.NEAR}:
        return review(hit, name, rule.evidence, 0.7 if hit.fit is Fit.EXACT else 0.5)
    return NO_MATCH


def _judge_undated(
    index: TitleIndex,
    hit: Hit,
    query: _Query,
    name: str,
    rule: Rule,
    several: frozenset[str] | None,
) -> Match:
    name = f"{name}-title-cue"
    if query.directed and not hit.certain:
        return NO_MATCH  # "david lynch interview"
    named = "".join(query.rest)
    # That the film is this director's is not known.
    sure = not hit.single and hit.certain and query.strong and not query.directed
    others = several is None or named in several or index.is_series(" ".join(query.rest))
    if sure and not others:
        return accept(hit, name, rule.evidence, 0.88)
    if hit.single and not (query.strong or query.directed) and len(query.rest[-1]) <= 3:
        return NO_MATCH  # "it review", "up streaming"
    return review(hit, name, rule.evidence, 0.5)


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
    if query.year is None and _YEAR.fullmatch(rest[-1]):
        yield query._replace(rest=rest[:-1], year=int(rest[-1]))
    for left in reference_names.without_person(rest):
        yield query._replace(rest=left, directed=True)
    if rest[-1] in _LAST_WORDS or rest[0] in _FIRST_WORDS:
        yield from _without_cues(query)


def _without_cues(query: _Query) -> Iterator[_Query]:
    rest = query.rest
    for n in range(min(_LONGEST, len(rest) - 1), 0, -1):
        for cue, left in ((rest[-n:], rest[:-n]), (rest[:n], rest[n:])):
            if cue not in _CUES:
                continue
            if cue in _STRONG:
                yield query._replace(rest=left, strong=True)
            elif cue in _WEAK:
                yield query._replace(rest=left, weak=True)
            elif cue in _EVENT:
                yield query._replace(rest=left, event=True)
            elif cue == rest[:n]:
                yield query._replace(rest=left)
