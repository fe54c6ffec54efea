"""Match encyclopedia pages by the qualifier in the page name, such as "(1995 film)"."""

from __future__ import annotations

import re
from urllib.parse import unquote

from epicrec_desktop.domain.history import NO_MATCH, Match
from epicrec_desktop.matching.decisions import accept, decide, names_one_movie, review
from epicrec_desktop.matching.keywords import ANY_YEAR
from epicrec_desktop.matching.normalize import key, title_words, without_article
from epicrec_desktop.matching.public_names import OTHER_SUBJECTS, WORDS, any_of
from epicrec_desktop.matching.sites import Rule, Undated
from epicrec_desktop.matching.title_index import Fit, TitleIndex

_QUALIFIED = re.compile(r"^(?P<name>.+?) ?[（(](?P<qualifier>[^()（）]+)[)）]$")
_SITE = re.compile(r"\s[-–—]\s[^()]*$")  # "- Wikipedia, the free encyclopedia"
_NAMESPACE = re.compile(r"^[^\W\d_][\w .]*:(?=\S)")

_MOVIE = re.compile(
    "|".join((any_of("qualifiers"), *WORDS["qualifiers inside words"])), re.IGNORECASE
)
_NOT_ONE_MOVIE = re.compile(
    r"seri|franchise|soundtrack|score|reihe|trilog|saga|character|award|preis|prix|festival|"
    r"compan|studio|magazin|genre|music|musik|musique|song|album|band\b|director|producer|actor|"
    r"regiss|kompon|podcast|podkast|series|сери|シリーズ|系列|시리즈|音楽|原声|book|novel|roman\b|"
    r"making|industry|technique|theory|format|stock",
    re.IGNORECASE,
)


def match_encyclopedia(index: TitleIndex, rule: Rule, page: str, title: str) -> Match:
    """Match an encyclopaedia's page by its name in the address, or in the page title.

    The two differ where an address leads on: "Se7en" shows "Seven (1995 film)".

    "(1995 film)" in any language is decisive, and any other qualifier is a no. A bare name is a
    subject of any kind: it is for review if it is a title of several words, or begins with an
    article, which encyclopaedias keep for works, and no book or person is known by it; else
    nothing. It is decisive only with the number or the subtitle of one movie among several.
    """
    page = unquote(page).replace("_", " ").strip()
    if _NAMESPACE.match(page):
        return NO_MATCH
    found = _qualified(page, title)
    if not found:
        return _bare(index, rule, page)
    qualifier = found["qualifier"]
    year = ANY_YEAR.search(qualifier)
    if year and qualifier.strip() == year.group():
        # German and other encyclopaedias tell movies, but also events, apart by the year alone.
        hit = index.look_up(found["name"], int(year.group()))
        return review(hit, rule.name, rule.evidence, 0.6) if hit.fit is Fit.EXACT else NO_MATCH
    if not _is_movie(qualifier):
        return NO_MATCH
    hit = index.look_up(found["name"], int(year.group()) if year else None)
    # "(film)" alone says that the encyclopaedia has only one movie of this name.
    fame = index.fame(hit)
    return decide(hit, f"{rule.name}-film", rule.evidence, Undated.OPEN, fame=fame)


def movie_of_page(page: str, title: str) -> tuple[str, int | None]:
    """Return name and year of "Heat (1995 film)" in any language; ("", None) of any other page."""
    page = unquote(page).replace("_", " ").strip()
    found = None if _NAMESPACE.match(page) else _qualified(page, title)
    year = ANY_YEAR.search(found["qualifier"]) if found else None
    if not found or not year or not _is_movie(found["qualifier"]):
        return "", None
    return found["name"], int(year.group())


def _is_movie(qualifier: str) -> bool:
    return bool(_MOVIE.search(qualifier)) and not _NOT_ONE_MOVIE.search(qualifier)


def _qualified(page: str, title: str) -> re.Match[str] | None:
    found = _QUALIFIED.match(page) if page[-1:] in {")", "）"} else None
    if not found and ")" in title:
        found = _QUALIFIED.match(_SITE.sub("", title))
    return found


def _bare(index: TitleIndex, rule: Rule, page: str) -> Match:
    if key(page) in OTHER_SUBJECTS:
        return NO_MATCH
    hit = index.look_up(page, None)
    one_word = hit.single and without_article(title_words(page)) == title_words(page)
    if hit.fit is not Fit.UNDATED or not hit.certain or one_word:
        return NO_MATCH
    if names_one_movie(index, page, hit):
        return accept(hit, f"{rule.name}-bare", rule.evidence, 0.9)
    return review(hit, f"{rule.name}-bare", rule.evidence, 0.5)
