"""Threads, and pages of unknown sites: a title with its year, and nothing against it."""

from __future__ import annotations

import re

from epicrec_desktop.domain.history import NO_MATCH, Evidence, Match
from epicrec_desktop.matching.index import Fit, Hit, TitleIndex
from epicrec_desktop.matching.judging import accept, review
from epicrec_desktop.matching.mentions import around, mentions
from epicrec_desktop.matching.sites import Rule, Undated
from epicrec_desktop.matching.vocabulary import is_other_medium, speaks_of_other

_FORUM_TAIL = re.compile(r"\s+:\s+(?:r/)?\w+(?:\s+-\s+Reddit)?$|\s+-\s+Reddit$", re.IGNORECASE)


def read_forum(index: TitleIndex, rule: Rule, title: str) -> Match:
    """Match a thread that names one film with its year; accepted where films are the subject.

    A thread that names several films is a list, which says nothing of any of them.
    """
    text = _FORUM_TAIL.sub("", title)
    if is_other_medium(text):
        return NO_MATCH
    found = list(mentions(index, text))
    movies = tuple(dict.fromkeys(i for mention in found for i in mention.hit.movies))
    if len(found) != 1 or speaks_of_other(around(text, found[0])):
        return NO_MATCH
    hit = Hit(Fit.EXACT, movies)
    if rule.undated is Undated.NEVER:
        return review(hit, f"{rule.name}-title-year", rule.evidence, 0.4)
    return accept(hit, f"{rule.name}-title-year", rule.evidence, 0.92)


def read_anywhere(index: TitleIndex, title: str) -> Match:
    """A page of an unknown site that leads with "Title (YYYY)": for review, never more.

    Off film sites that is as often a game, an event or a person.
    """
    for mention in mentions(index, title):
        said = around(title, mention)
        if mention.leads and not (speaks_of_other(said) or is_other_medium(said)):
            return review(mention.hit, "title-year-anywhere", Evidence.INTEREST, 0.3)
    return NO_MATCH
