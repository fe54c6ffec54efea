"""Threads, and pages of unknown sites: a title with its year, and nothing against it."""

from __future__ import annotations

import re

from epicrec_desktop.domain.history import NO_MATCH, Evidence, Match
from epicrec_desktop.matching.decisions import accept, review
from epicrec_desktop.matching.index import NO_HIT, Fit, TitleIndex
from epicrec_desktop.matching.mentions import (
    are_joined,
    both_films,
    mentions,
    text_without_mention,
    text_without_mentions,
    two_films,
)
from epicrec_desktop.matching.sites import Rule, Undated
from epicrec_desktop.matching.vocabulary import (
    has_merchandise_keyword,
    has_other_topic_keyword,
    is_other_medium,
    may_contain_year,
)

_DISCUSSION = re.compile(
    r"^official (?:movie |film )?discussion(?: (?:mega)?thread)?\s*[-–:]\s*(?P<name>.+?)"
    r"(?:\s*\[[^\]]*\])?$",
    re.IGNORECASE,
)
_FORUM_TAIL = re.compile(r"\s+:\s+(?:r/)?\w+(?:\s+-\s+Reddit)?$|\s+-\s+Reddit$", re.IGNORECASE)


def match_forum(index: TitleIndex, rule: Rule, title: str) -> Match:
    """Match a thread that names a film with its year; accepted where films are the subject.

    Of one that names two it is asked. More are a list, which says nothing of any of them. The
    thread in which everybody discusses a film names no year: it is for review.
    """
    about_films = rule.undated is not Undated.NEVER
    text = _FORUM_TAIL.sub("", title)
    found = list(mentions(index, text))
    if not found and about_films:
        return _discussed(index, rule, text)
    if (
        not found
        or is_other_medium(text)
        or has_other_topic_keyword(text_without_mentions(text, found))
    ):
        return NO_MATCH
    name = f"{rule.name}-title-year"
    if two_films(found):
        return both_films(text, found, name, rule.evidence)
    if len({mention.hit.movies for mention in found}) != 1:
        return NO_MATCH
    hit = found[0].hit
    if about_films and not hit.part:
        return accept(hit, name, rule.evidence, 0.92)
    return review(hit, name, rule.evidence, 0.4)


def _discussed(index: TitleIndex, rule: Rule, text: str) -> Match:
    """The film of the thread that is opened for everybody who has seen it."""
    named = _DISCUSSION.match(text) if "iscussion" in text else None
    hit = index.look_up(named["name"], None) if named else NO_HIT
    if hit.fit is not Fit.UNDATED or not hit.certain:
        return NO_MATCH
    return review(hit, f"{rule.name}-undated", rule.evidence, 0.5)


def match_leading_title(index: TitleIndex, title: str, *, about_films: bool) -> Match:
    """A page of an unknown site that leads with "Title (YYYY)": for review, never more.

    Off film sites that is as often a game, an event or a person. `about_films`: the address says
    that it is a film, which a theater's name or its tickets do not deny.
    """
    denied = has_merchandise_keyword if about_films else has_other_topic_keyword
    found = list(mentions(index, title))
    if two_films(found) and are_joined(title, found):
        context_text = text_without_mentions(title, found)
        if not (denied(context_text) or is_other_medium(context_text)):
            return both_films(title, found, "title-year-anywhere", Evidence.INTEREST)
    for mention in found:
        context_text = text_without_mention(title, mention)
        if mention.starts_phrase and not (denied(context_text) or is_other_medium(context_text)):
            return review(mention.hit, "title-year-anywhere", Evidence.INTEREST, 0.3)
    return NO_MATCH


def may_be_thread(_rest: str, title: str) -> bool:
    """A quick first look: False only where `match_forum` finds nothing."""
    return "iscussion" in title or (("(" in title or "[" in title) and may_contain_year(title))
