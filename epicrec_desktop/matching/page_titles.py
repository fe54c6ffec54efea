"""A page about one movie: its name and year from the page title, or from a slug."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from epicrec_desktop.domain.history import NO_MATCH, Match
from epicrec_desktop.matching.decisions import decide, mark_if_new, may_be_new
from epicrec_desktop.matching.keywords import YEAR, has_century, is_other_medium, may_contain_year
from epicrec_desktop.matching.mentions import both_movies, double_feature, mentions, two_movies
from epicrec_desktop.matching.normalize import VERSION_AT_END, is_long, title_words
from epicrec_desktop.matching.public_names import (
    AMBIGUOUS_TITLES,
    REFILMED_TITLES,
    REMADE_TITLES,
    WORDS,
    any_of,
)
from epicrec_desktop.matching.reference_names import title_after_director
from epicrec_desktop.matching.sites import Rule
from epicrec_desktop.matching.title_index import NO_HIT, Fame, Fit, Hit, TitleIndex

BRACKETED_YEAR = re.compile(
    rf"[(\[（](?P<before>[^()\[\]（）]{{0,60}})(?P<year>{YEAR})"
    r"(?P<after>[^()\[\]（）]{0,60})[)\]）]"
)
"""A year in brackets, with what stands beside it there: "(Heat, 1995)", "(1995 film)"."""

_YEAR = re.compile(rf"(?<![©–—-]){YEAR}(?![–—-])")
_BESIDE_YEAR = re.compile(
    r"serie|\btv(?! (?:movie|film))|game|season|album|soundtrack|novel|book|comic|сериал|"
    r"^\s*[–—-]|\d{4}\s*[–—-]",
    re.IGNORECASE,
)
_MOVIE = re.compile(r"[fFmMpPфФ](?:ilm|ovie|el[ií]cula|ильм|ILM|OVIE)")
_MOVIE_AND_YEAR = re.compile(
    rf"\s*(?:[|·•–—,]|\s-)\s*(?:film|movie|filme|película|pelicula|фильм|spielfilm)\b"
    rf"[^|]{{0,60}}?(?P<year>{YEAR})",
    re.IGNORECASE,
)
_YEAR_AT_END = re.compile(rf"\s*(?:,|\s-|[|–—])\s*(?P<year>{YEAR})$")

_PLAIN_YEAR_AT_END = re.compile(rf"^(?P<name>.+?)\s+(?P<year>{YEAR})$")

_DESCRIPTION = (
    r"(?:(?:movie|film|user|critics?|audience|parent|all|top) )*reviews?|(?:(?:movie )?tickets|"
    r"(?:official |theatrical |movie |film )*(?:trailers?|teaser)|show ?times|plot|similar|"
    rf"where to (?:watch|stream)|streaming)\b.*|{any_of('descriptions')}"
)
_BREAKS = re.compile(r"\s*[|•·:»–—]|\s+-\s")
_COMMON_TAIL = re.compile(
    rf"\s*(?:[|•·:–—]|-)\s*(?:{_DESCRIPTION})$|\s*(?:[|•·–—]|-)\s*(?:watch|stream)\b.*$",
    re.IGNORECASE,
)
_LAST_WORDS = re.compile(
    r"\s+(?:(?:movie|film|user|critics?|audience) reviews?(?: (?:&|and) film summary)?|reviews|"
    r"streaming|(?:movie )?(?:tickets|showtimes)(?: (?:&|and) showtimes)?|(?:full )?credits|"
    r"details|"
    r"(?:movie )?trailers|"
    r"official trailer|full movie|\d+(?:th|st|nd|rd) anniversary)$",
    re.IGNORECASE,
)
_LAST_WORD = frozenset(
    {"review", "reviews", "summary", "streaming", "tickets", "showtimes", "credits", "details"}
    | {"trailer", "trailers", "movie", "anniversary"}
)
_EDGES = ' |•·–—-:»,;"“”‘’«»『』「」《》'
# What players and services call pages that name no movie.
_MENU = frozenset(WORDS["menus of players"])
_MAX_STRIPS = 6
_SECOND_TITLE = re.compile(r"^(?P<first>.+?)\s*[(（](?P<second>[^()（）]+)[)）]$")
_SLUG_YEAR = re.compile(rf"^(?P<name>.+?)[-_. +(]+(?P<year>{YEAR})\)?(?:-\d)?$")
_LATIN_TAIL = re.compile(r"[^\x00-\u024f]\s+(?P<latin>[\x20-\u024f]+)$")


def slug_and_year(path: re.Match[str]) -> tuple[str | None, str | None]:
    """Return the slug in an address that a rule took, and the year beside it."""
    groups = path.groupdict()
    return groups.get("slug"), groups.get("year")


def match_page_title(
    index: TitleIndex, rule: Rule, slug: str | None, slug_year: str | None, title: str
) -> Match:
    """Match a page that its path says is about one movie, whose name may be in `slug` as well.

    The whole name must be the catalog's title: a name that is only part of a longer one, or has
    another year, is a movie that the catalog does not have.
    """
    if (rule.needs and not rule.needs.search(title)) or is_other_medium(title):
        return NO_MATCH
    two = _two_movies(index, rule, title)
    if two is not None:
        return two
    text, year, other = _name_and_year(title)
    if year is not None and _BESIDE_YEAR.search(other):
        return NO_MATCH
    slugs = _slugs(slug, slug_year)
    beside = [other] if rule.bilingual and other else []
    for whole in (*_names(rule, text, dated=year is not None), *beside):
        name, hit = _look_up(index, whole, year, slugs)
        if hit.fit is Fit.UNKNOWN or (hit.fit is Fit.UNDATED and _is_no_title(rule, name)):
            continue
        head = rule.heads.match(name) if rule.heads else None
        if head is None or len(head[0]) == len(name) or index.has_word(hit, title_words(name)[0]):
            return _match_of_named_movie(index, rule, name, hit, title)
    return _by_address(index, rule, slugs, year, title)


def name_and_year_of(rule: Rule, title: str) -> tuple[str, int | None, str]:
    """Return the name and the year that a page about one movie writes in brackets behind it, and
    what else is in them; without the heads that the site puts in front. ("", None, "") if none."""
    text, year, beside = _name_and_year(title)
    if year is None or _BESIDE_YEAR.search(beside):
        return "", None, ""
    *_, name = _without_heads(rule, text.strip(_EDGES))
    return name, year, beside


def _look_up(
    index: TitleIndex, whole: str, year: int | None, slugs: list[tuple[str, int | None]]
) -> tuple[str, Hit]:
    """Return a name without its year, and what it stands for with the year of title or slug."""
    name, dated = _year_at_end(whole) if year is None else (whole, year)
    hit = index.look_up(name, dated or _slug_year(slugs, name))
    if hit.fit is Fit.UNKNOWN and name != whole:
        hit = index.look_up(whole, None)
    if hit.fit is Fit.UNKNOWN and year is None:
        hit = _plain_year(index, name)
    return name, hit


def _match_of_named_movie(index: TitleIndex, rule: Rule, name: str, hit: Hit, title: str) -> Match:
    """Return what a page is worth whose title names a movie."""
    # "Quiz Show" is a movie, and "Heat: the quiz" is none.
    if rule.never and rule.never.search(title.replace(name, " ", 1)):
        return NO_MATCH
    if hit.fit is Fit.UNDATED:
        hit = _year_elsewhere(index, name, title) or hit
    if hit.fit is not Fit.UNDATED:  # what else may have the title is asked of a title alone
        return decide(hit, rule.name, rule.evidence, rule.undated)
    named = index.keys(name, hit)
    series = not named.isdisjoint(AMBIGUOUS_TITLES) or index.is_series(name)
    if rule.mixed and _is_rather_another(index, hit, series=series):
        return NO_MATCH
    known = index.fame(hit)
    refilmed = known is not Fame.FAMOUS and not named.isdisjoint(REFILMED_TITLES)
    # A short title of a movie that few people know is as well another movie's.
    vague = known is Fame.NONE and (rule.mixed or not is_long(name))
    weak = vague or refilmed or (rule.mixed and series) or not named.isdisjoint(REMADE_TITLES)
    newer = index.may_be_newer(name, hit)
    fame = _fame(index, rule, name, hit)
    match = decide(hit, rule.name, rule.evidence, rule.undated, weak=weak, newer=newer, fame=fame)
    # A page of series as well: a word that other titles have may be the name of one.
    shared = rule.mixed and hit.single and not index.is_unshared_word(name)
    return mark_if_new(match, likely=not shared and may_be_new(index, name, hit))


def _fame(index: TitleIndex, rule: Rule, name: str, hit: Hit) -> Fame:
    """Return how well known a movie is, as far as it says what kind of work a page shows.

    A page of movies and series alike says that only by a long name, which few works share. A well-
    known title of a word that no other title has ("Boyhood") says as much as a famous one.
    """
    fame = index.fame(hit)
    if rule.mixed:
        return Fame.WELL_KNOWN if fame is Fame.FAMOUS and is_long(name) else Fame.NONE
    return Fame.FAMOUS if fame is not Fame.NONE and index.is_unshared_word(name) else fame


def _is_rather_another(index: TitleIndex, hit: Hit, *, series: bool) -> bool:
    """Return whether a page of movies and series alike is rather about something else.

    Services write whole titles: what fits without its article, or as a subtitle, is another work.
    A single word, and the name of a series, mean a movie only if it is well known.
    """
    if not hit.certain:
        return True
    return (hit.single or series) and index.fame(hit) is Fame.NONE


def _by_address(
    index: TitleIndex, rule: Rule, slugs: list[tuple[str, int | None]], year: int | None, title: str
) -> Match:
    """Return what a page is worth whose title names no movie: by the name in its address."""
    if rule.never and rule.never.search(title):
        return NO_MATCH
    if any(_is_no_title(rule, slug) for slug, _ in slugs):
        return NO_MATCH
    hits = (index.look_up(slug, slug_year or year) for slug, slug_year in reversed(slugs))
    hit = max(hits, key=lambda hit: hit.fit, default=NO_HIT)
    return decide(hit, f"{rule.name}-slug", rule.evidence, rule.undated, weak=True)


def _is_no_title(rule: Rule, name: str) -> bool:
    """Return whether a name is the site's own ("Max"), a player's or a menu's ("Watch", "Home")."""
    if rule.own is not None and rule.own.fullmatch(name):
        return True
    return rule.mixed and rule.needs is None and name.lower() in _MENU


def _two_movies(index: TitleIndex, rule: Rule, title: str) -> Match | None:
    """Return the match of a page that names two movies with their years; None for another page."""
    if title.count("(") + title.count("[") < 2:
        match = double_feature(index, title, rule.name, rule.evidence)
        return match if match.movies else None
    found = list(mentions(index, title))
    if not two_movies(found):
        return NO_MATCH if len({mention.hit.movies for mention in found}) > 2 else None
    return both_movies(title, found, rule.name, rule.evidence)


def _name_and_year(title: str) -> tuple[str, int | None, str]:
    """Text up to the year, the year, and what else stands in its brackets."""
    if not has_century(title):
        return title, None, ""
    found = _MOVIE_AND_YEAR.search(title) if _MOVIE.search(title) else None
    if found:
        return title[: found.start()], int(found["year"]), ""
    brackets = "(" in title or "[" in title or "（" in title
    found = BRACKETED_YEAR.search(title) if brackets else None
    if found and found.start():
        beside = f"{found['before']} {found['after']}".strip(" ,")
        return title[: found.start()], int(found["year"]), beside
    return title, None, ""


def _plain_year(index: TitleIndex, name: str) -> Hit:
    """Return the movie of "Heat 1995", where no sign stands before the year."""
    found = _PLAIN_YEAR_AT_END.match(name) if name[-1:].isdigit() else None
    hit = index.look_up(found["name"], int(found["year"])) if found else NO_HIT
    return hit if hit.fit is Fit.EXACT else NO_HIT


def _year_elsewhere(index: TitleIndex, name: str, title: str) -> Hit | None:
    """Return the hit that a year elsewhere decides: "Heat Blu-ray | Al Pacino | 1995"."""
    if not has_century(title):
        return None
    years = {int(year) for year in _YEAR.findall(title.replace(name, " ", 1))}
    hit = index.look_up(name, years.pop()) if len(years) == 1 else NO_HIT
    return hit if hit.fit is Fit.EXACT else None


def _year_at_end(name: str) -> tuple[str, int | None]:
    """Name and year of "Heat, 1995"."""
    found = _YEAR_AT_END.search(name) if name[-1:].isdigit() else None
    return (name[: found.start()], int(found["year"])) if found else (name, None)


def _names(rule: Rule, text: str, *, dated: bool) -> Iterator[str]:
    """Yield names that a page title may hold, longest first, without what the site adds."""
    for whole in _without_tails(rule, text):
        for name in _without_heads(rule, whole):
            yield name
            if rule.bilingual:
                yield from _both_titles(name, dated=dated)
            directed = title_after_director(name)
            if directed:
                yield directed


def _without_heads(rule: Rule, name: str) -> Iterator[str]:
    """Yield a name with ever less of what the site puts in front."""
    for _ in range(_MAX_STRIPS):
        yield name
        head = rule.heads.match(name) if rule.heads else None
        if head is None or head.end() == len(name):
            return
        name = name[head.end() :].strip(_EDGES)


def _without_tails(rule: Rule, text: str) -> Iterator[str]:
    text = text.strip(_EDGES)
    for _ in range(_MAX_STRIPS):
        if not text:
            return
        yield text
        shorter = text[: _tail(rule, text)].strip(_EDGES)
        if shorter == text:
            return
        text = shorter


def _tail(rule: Rule, text: str) -> int:
    """Return where the site's text behind a title begins: its mark, or a general description."""
    breaks = [found.start() for found in _BREAKS.finditer(text)]
    if rule.signature:
        for at in reversed(breaks):
            if rule.signature.match(text, at):
                return at
    if rule.tails:
        found = rule.tails.search(text)
        if found:
            return found.start()
    if breaks and _COMMON_TAIL.match(text, breaks[-1]):
        return breaks[-1]
    found = None
    if text[-1] in ")]":
        found = VERSION_AT_END.search(text)
    elif text[text.rfind(" ") + 1 :].lower() in _LAST_WORD:
        found = _LAST_WORDS.search(text)
    return found.start() if found else len(text)


def _both_titles(name: str, *, dated: bool) -> Iterator[str]:
    """Yield both of "Local (Original)", "Local / Original"; with a year "Original - Local"."""
    found = _SECOND_TITLE.match(name)
    if found:
        yield found["first"]
        yield found["second"]
    if " / " in name:
        yield from (part for part in reversed(name.split(" / ")))
    if dated and " - " in name:
        yield from name.split(" - ", 1)
    found = _LATIN_TAIL.search(name)
    if found:
        yield found["latin"]


def _slugs(slug: str | None, year: str | None) -> list[tuple[str, int | None]]:
    """Return names in the address with their years; first as a whole, then without a year."""
    if not slug:
        return []
    slug = unquote(slug.replace("+", " ")).strip("-_")
    if year:
        return [(slug, int(year))]
    found = _SLUG_YEAR.match(slug) if may_contain_year(slug) else None
    whole: list[tuple[str, int | None]] = [(slug, None)]
    return [*whole, (found["name"], int(found["year"]))] if found else whole


def _slug_year(slugs: list[tuple[str, int | None]], name: str) -> int | None:
    """Return the year that the slug adds to this name, which may have one ("Death Race 2000")."""
    for _, year in slugs:
        if year:
            return None if str(year) in title_words(name) else year
    return None
