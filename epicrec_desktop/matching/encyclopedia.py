"""Encyclopaedia pages: the qualifier in the page's name decides."""

from __future__ import annotations

import re
from urllib.parse import unquote

from epicrec_desktop.domain.history import NO_MATCH, Match
from epicrec_desktop.matching.bare_names import NON_MOVIE_NAMES
from epicrec_desktop.matching.decisions import decide, review
from epicrec_desktop.matching.index import Fit, TitleIndex
from epicrec_desktop.matching.normalize import has_article, key
from epicrec_desktop.matching.sites import Rule, Undated
from epicrec_desktop.matching.vocabulary import YEAR

_QUALIFIED = re.compile(r"^(?P<name>.+?) ?[（(](?P<qualifier>[^()（）]+)[)）]$")
_YEAR = re.compile(YEAR)
_SITE = re.compile(r"\s[-–—]\s[^()]*$")  # "- Wikipedia, the free encyclopedia"
_NAMESPACE = re.compile(r"^[^\W\d_][\w .]*:(?=\S)")

_FILM = re.compile(
    r"\b(?:films?|movies?|filme|filmo|filma|filmas|filmen|filmi|filmul|filmu|pel[ií]cula|"
    r"pel·l[ií]cula|elokuva|kvikmynd|phim|filmski|фильма?|фільм|филм|ταινία)\b|"
    r"映画|電影|电影|影片|영화|ภาพยนตร์|فيلم|فیلم|סרט|ფილმი|ֆիլմ|फ़िल्म|चलचित्र|চলচ্চিত্র",
    re.IGNORECASE,
)
_NOT_ONE_FILM = re.compile(
    r"seri|franchise|soundtrack|score|reihe|trilog|saga|character|award|preis|prix|festival|"
    r"compan|studio|magazin|genre|music|musik|musique|song|album|band\b|director|producer|actor|"
    r"regiss|kompon|podcast|podkast|series|сери|シリーズ|系列|시리즈|音楽|原声|book|novel|roman\b|"
    r"making|industry|technique|theory|format|stock",
    re.IGNORECASE,
)


def match_encyclopedia(index: TitleIndex, rule: Rule, path: re.Match[str], title: str) -> Match:
    """Match an encyclopaedia's page by its name in the address, or in the page title.

    The two differ where an address leads on: "Se7en" shows "Seven (1995 film)".

    "(1995 film)" in any language is decisive, and any other qualifier is a no. A bare name is a
    subject of any kind: it is for review if it is a title of several words, or begins with an
    article, which encyclopaedias keep for works, and no book or person is known by it; else
    nothing.
    """
    page = unquote(path["page"]).replace("_", " ").strip()
    if _NAMESPACE.match(page):
        return NO_MATCH
    found = _QUALIFIED.match(page) if page[-1:] in {")", "）"} else None
    if not found and ")" in title:
        found = _QUALIFIED.match(_SITE.sub("", title))
    if not found:
        return _bare(index, rule, page)
    qualifier = found["qualifier"]
    year = _YEAR.search(qualifier)
    if year and qualifier.strip() == year.group():
        # German and other encyclopaedias tell films, but also events, apart by the year alone.
        hit = index.look_up(found["name"], int(year.group()))
        return review(hit, rule.name, rule.evidence, 0.6) if hit.fit is Fit.EXACT else NO_MATCH
    if not _FILM.search(qualifier) or _NOT_ONE_FILM.search(qualifier):
        return NO_MATCH
    hit = index.look_up(found["name"], int(year.group()) if year else None)
    return decide(hit, f"{rule.name}-film", rule.evidence, Undated.OPEN)


def _bare(index: TitleIndex, rule: Rule, page: str) -> Match:
    if key(page) in NON_MOVIE_NAMES:
        return NO_MATCH
    hit = index.look_up(page, None)
    if hit.fit is not Fit.UNDATED or not hit.certain or (hit.single and not has_article(page)):
        return NO_MATCH
    return review(hit, f"{rule.name}-bare", rule.evidence, 0.5)
