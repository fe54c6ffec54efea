"""Find titles mentioned in the text of a page: threads of forums, trailers, clips and reviews."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from epicrec_desktop.domain.history import NO_MATCH, Decision, Evidence, Match
from epicrec_desktop.matching.decisions import (
    accept,
    mark_if_new,
    may_be_new,
    names_one_movie,
    review,
    review_all,
)
from epicrec_desktop.matching.keywords import (
    ANY_YEAR,
    YEAR,
    has_merchandise_keyword,
    has_movie_keyword,
    has_only_review_keyword,
    has_other_topic_keyword,
    is_other_medium,
    may_contain_year,
    may_have_movie_keyword,
)
from epicrec_desktop.matching.normalize import key
from epicrec_desktop.matching.public_names import (
    AMBIGUOUS_TITLES,
    OTHER_SUBJECTS,
    REMADE_TITLES,
    SHARED_TITLES,
    WORDS,
    any_of,
)
from epicrec_desktop.matching.reference_names import ends_with_director, title_after_director
from epicrec_desktop.matching.sites import Rule, Undated
from epicrec_desktop.matching.title_index import NO_HIT, Fame, Fit, Hit, TitleIndex

PLAIN_YEAR = re.compile(rf"\s?[(\[]\s*(?P<year>{YEAR})\s*[)\]]")
"""A year alone in brackets."""

_FORMAT = re.compile(
    r"\s*[(\[][^()\[\]]*(?:dvd|blu-?ray|\b4k\b|\buhd\b|\bvhs\b)[^()\[\]]*[)\]]$", re.IGNORECASE
)
_JOINT = re.compile(
    r"\W*(?:vs\.?|v\.|versus|and|or|with|meets|then|x|und|oder|et|ou|y|e|o|en|i|og|och|и|или|und "
    r"dann)?"
    r"[\W_]*",
    re.IGNORECASE,
)
_DOUBLE = re.compile(
    r"\b(?:double[- ](?:feature|bill|header)|doppelprogramm|programa doble)\b:?", re.I
)
DOUBLE_WORDS = frozenset({b"double", b"doppelprogramm", b"doble"})
"""One of these words is in every text in ASCII that `double_feature` finds something in."""
_PARTS = re.compile(r"\s*[|•·–—]\s*|\s-\s")
_EDGES = " :,-\"“”‘’'"
_JOINTS = re.compile(r"\s+(?:and|&|\+|und|y|et|with|x|/)\s+|\s*[/+]\s*")
_LIKE_THEM = re.compile(
    r"\b(?:films?|movies?|something|anything|shows?|stuff) (?:\w+ )?(?:like|such as)\b|\bsimilar "
    r"to\b",
    re.IGNORECASE,
)
_FROM_ITS_MAKERS = re.compile(
    r"\b(?:actor|creator|director|maker|producer|star|studio|team|writer)s? (?:of|behind)\W*$",
    re.IGNORECASE,
)
"""What stands before a movie where a text is about its makers, or their next movie."""
_MAX_WORDS = 14
_QUOTES = "\"“”‘’'*_~[( "
_TOKEN = re.compile(r"\S+")
_STOPS = frozenset("&+:|–—-•·\"“”‘'([)],.!?;/>»…*_~")

# What stands before the title of a page that shows a movie.
_VERB = re.compile(
    r"\W*(?:(?:free|hd|4k)\W+)?(?:watch|stream|download)(?: (?:movie|film|online|free))*|"
    r"regarder|voir|ver|assistir|guarda|oglądaj|смотреть(?: онлайн)?|"
    r"(?:film|movie) review",
    re.IGNORECASE,
)

_LEADS = frozenset(WORDS["before titles"])
"""Capitalized words that lead to a title; any word in lower case does too."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A title in a text, and where. `starts_phrase`: it begins the text or follows a break."""

    hit: Hit
    start: int
    end: int
    starts_phrase: bool


def mentions(index: TitleIndex, text: str) -> Iterator[Mention]:
    """Yield every "Title (YYYY)" whose title, or its subtitle, and year are a catalog's movie.

    Of the words before the year the longest title is taken. A shorter one after a capitalized
    word is left: "Iron Sky Universe (2012)" does not mention a movie called "Universe".
    """
    if "(" not in text and "[" not in text:
        return
    for found in PLAIN_YEAR.finditer(text):
        year = int(found["year"])
        end = _without_format(text, found.start())
        if not index.may_end(text[:end].rstrip(_QUOTES), year):
            continue
        tokens = list(_TOKEN.finditer(text, 0, end))[-_MAX_WORDS:]
        for token in tokens:
            start = token.start()
            name = text[start:end].strip(_QUOTES)
            hit = index.look_up(name, year)
            if hit.fit is Fit.EXACT or hit.part:
                before = text[:start].rstrip()
                starts_phrase = (
                    not before
                    or before[-1] in _STOPS
                    or ends_with_director(before)
                    or _VERB.fullmatch(before) is not None
                )
                if starts_phrase or _is_lead(before):
                    yield Mention(hit, start, found.end(), starts_phrase)
                break


def _without_format(text: str, end: int) -> int:
    """Return where a text ends without what it is on: "[4K Ultra HD Blu-ray]"."""
    if text[end - 1 : end] not in {")", "]"}:
        return end
    found = _FORMAT.search(text, 0, end)
    return found.start() if found else end


def _is_lead(before: str) -> bool:
    word = before.rsplit(None, 1)[-1]
    return word.islower() or word.lower() in _LEADS


def two_movies(found: list[Mention]) -> bool:
    """Return whether a text names two movies and no more: a comparison, a double feature."""
    return len(found) == 2 and not set(found[0].hit.movies) & set(found[1].hit.movies)


def are_joined(text: str, found: list[Mention]) -> bool:
    """Return whether nothing but "and", "vs" or a sign stands between two mentions."""
    return _JOINT.fullmatch(text, found[0].end, found[1].start) is not None


def both_movies(text: str, found: list[Mention], rule: str, evidence: Evidence) -> Match:
    """Return the match of a text that names two movies, side by side or in one sentence."""
    if _LIKE_THEM.search(text, 0, found[0].start):
        return NO_MATCH
    movies = [mention.hit.movies[0] for mention in found]
    return review_all(movies, rule, evidence, 0.7 if are_joined(text, found) else 0.4)


def may_be_double_feature(text: str) -> bool:
    """Return a quick first look: False only where `double_feature` finds nothing."""
    # Single tests: `any` takes longer, and every page is asked.
    return "ouble" in text or "OUBLE" in text or "oppelp" in text or "doble" in text


def double_feature(index: TitleIndex, text: str, rule: str, evidence: Evidence) -> Match:
    """Return two movies shown together, without their years: "Double Feature: Heat + Ronin"."""
    if not may_be_double_feature(text) or not _DOUBLE.search(text):
        return NO_MATCH
    for part in _PARTS.split(_DOUBLE.sub("|", text)):
        for joint in _JOINTS.finditer(part):
            sides = part[: joint.start()], part[joint.end() :]
            hits = [index.look_up(side.strip(_EDGES), None) for side in sides]
            if all(hit.fit is Fit.UNDATED and hit.certain for hit in hits):
                return review_all((hit.movies[0] for hit in hits), rule, evidence, 0.3)
    return NO_MATCH


def text_without(text: str, found: list[Mention]) -> str:
    """Return the text without these mentions: what is said of the movies."""
    for mention in reversed(found):
        text = f"{text[: mention.start]} | {text[mention.end :]}"
    return text


_DISCUSSION = re.compile(
    r"^official (?:movie |film )?discussion(?: (?:mega)?thread)?\s*[-–:]\s*(?P<name>.+?)"
    r"(?:\s*\[[^\]]*\])?$",
    re.IGNORECASE,
)
_FORUM_TAIL = re.compile(r"\s+:\s+(?:r/)?\w+(?:\s+-\s+Reddit)?$|\s+-\s+Reddit$", re.IGNORECASE)


def match_forum(index: TitleIndex, rule: Rule, title: str) -> Match:
    """Match a thread that names a movie with its year; accepted where movies are the subject.

    Of one that names two it is asked. More are a list, which says nothing of any of them. The
    thread in which everybody discusses a movie names no year: it is for review, unless the title
    is a well-known movie's that no newer work has.
    """
    about_movies = rule.undated is not Undated.NEVER
    text = _FORUM_TAIL.sub("", title)
    found = list(mentions(index, text))
    if not found and about_movies:
        return _discussed(index, rule, text)
    if not found or is_other_medium(text) or has_other_topic_keyword(text_without(text, found)):
        return NO_MATCH
    name = f"{rule.name}-title-year"
    if two_movies(found):
        return both_movies(text, found, name, rule.evidence)
    if len({mention.hit.movies for mention in found}) != 1:
        return NO_MATCH
    hit = found[0].hit
    if about_movies and not hit.part and not _FROM_ITS_MAKERS.search(text[: found[0].start]):
        return accept(hit, name, rule.evidence, 0.92)
    return review(hit, name, rule.evidence, 0.4)


def _discussed(index: TitleIndex, rule: Rule, text: str) -> Match:
    """Return the movie of the thread that is opened for everybody who has seen it."""
    named = _DISCUSSION.match(text) if "iscussion" in text else None
    name = named["name"] if named else ""
    hit = index.look_up(name, None)
    if hit.fit is not Fit.UNDATED or not hit.certain:
        return NO_MATCH
    found_by = f"{rule.name}-undated"
    if key(name) in REMADE_TITLES or not _is_known(index, name, hit):
        match = review(hit, found_by, rule.evidence, 0.5)
        return mark_if_new(match, likely=may_be_new(index, name, hit))
    return accept(hit, found_by, rule.evidence, 0.9)


def match_leading_title(index: TitleIndex, title: str, *, about_movies: bool) -> Match:
    """Return a page of an unknown site that leads with "Title (YYYY)": for review, never more.

    Off movie sites that is as often a game, an event or a person. `about_movies`: the address says
    that it is a movie, which a theater's name or its tickets do not deny.
    """
    denied = has_merchandise_keyword if about_movies else has_other_topic_keyword
    found = list(mentions(index, title))
    if two_movies(found) and are_joined(title, found):
        context_text = text_without(title, found)
        if not (denied(context_text) or is_other_medium(context_text)):
            return both_movies(title, found, "title-year-anywhere", Evidence.INTEREST)
    for mention in found:
        context_text = text_without(title, [mention])
        if mention.starts_phrase and not (denied(context_text) or is_other_medium(context_text)):
            return review(mention.hit, "title-year-anywhere", Evidence.INTEREST, 0.3)
    return NO_MATCH


def may_be_thread(_rest: str, title: str) -> bool:
    """Return a quick first look: False only where `match_forum` finds nothing."""
    return "iscussion" in title or (("(" in title or "[" in title) and may_contain_year(title))


_SITE_TAIL = re.compile(
    r"\s*(?:-|\||–|:)\s*(?:youtube(?: (?:movies|tv))?|vimeo|(?:video )?dailymotion|internet archive"
    r"\b.*)$|\s+on vimeo$",
    re.IGNORECASE,
)
_TRAILER = re.compile(
    r"\b(?:(?:official|theatrical|original|teaser|movie|film|hd|4k) (?:teaser )?trailer|"
    r"movie (?:review|clip|trailer|reaction)|full movie|film review|movieclips|miramax|"
    r"ending explained|"
    r"honest trailers?|everything (?:wrong|great)|pitch meeting|"
    r"trailer\W{1,3}(?:deutsch|german|english|vf|vost\w*|legendado|dublado|subtitulado|español|ita|italiano|pl)|"
    r"bande[- ]annonce (?:vf|vo\w*|officielle)|"
    r"(?:offizieller|deutscher|officiell|officiel) trailer|trailer (?:ufficiale|oficial|italiano)|"
    r"oficjalny zwiastun|официальный трейлер|(?:resmi|ilk) fragman|"
    r"tráiler (?:oficial|en español|español)|zwiastun pl)\b",
    re.IGNORECASE,
)
_PLAIN_TRAILER = re.compile(
    r"^\s*(?:予告編?|예고편|预告片?)|"
    r"^\s*(?:(?:movie|film)\s)?\s*(?:[|•·–—:]|\s-\s|(?<=\s)-\s)\s*(?:(?:official|final|teaser|new|main|first|international|"
    r"theatrical|original|offizieller|deutscher|officiell|officiel|oficjalny|официальный|resmi|ilk|"
    r"hd|4k|uk|us|movie|film|red band|imax) ){0,3}(?:trailer|tráiler|bande[- ]annonce|zwiastun|"
    r"трейлер|fragman|予告編?|예고편|预告片?)\b",
    re.IGNORECASE,
)
"""What follows a title that a studio puts first: "Heat | Official Trailer"."""
_SCENE = re.compile(r"^\W.*\bscenes?\b", re.IGNORECASE)
"""What follows the title of a movie that a scene is shown of: "Heat - Diner Scene"."""
_MAY_BE_SERIES = re.compile(rf"{any_of('trailers of series and games')}|\+", re.IGNORECASE)
_UNOFFICIAL = re.compile(any_of("unofficial trailers"), re.IGNORECASE)
"""Words of trailers that no studio made, and of works made after a movie."""
_NUMBER_BEFORE_COLON = re.compile(r"(?<=\w) \d(?=: )")
_FOR_SALE = " - YouTube Movies"
_VIDEO_HEAD = re.compile(
    r"^(?:honest trailers?|everything (?:wrong|great) (?:with|about)|pitch meeting|"
    r"(?:the )?making of|behind the scenes of|the ending of)\b[\W_]*",
    re.IGNORECASE,
)
_WHOLE_MOVIE = re.compile(any_of("whole films"), re.IGNORECASE)
_SHORT_OR_PARODY = re.compile(any_of("short films and parodies"), re.IGNORECASE)
_ABOUT_WHOLE = re.compile(rf"{any_of('about whole films')}|\bin \d+ min(?:ute)?s?\b", re.IGNORECASE)
_VIDEO_BREAK = re.compile(
    r"\s*[|•·–—(\[]|\s-\s|\s-$|:\s(?=\W*(?:the )?(?:official|theatrical|original|movie|film|"
    r"trailer|teaser|clip|scene|review|everything|ending|first|honest|full|deleted))|"
    r"\s(?=(?:official|theatrical|original|trailer|teaser|movie|film|clip|scene|review|"
    rf"reaction|explained|ending|full|final|restored|modern|4k|hd|uhd|#\d|{YEAR})\b)|"
    r"\s(?=予告|예고|预告)|(?<=[」』])\s?(?=予告|特報)",
    re.IGNORECASE,
)


def match_video(index: TitleIndex, rule: Rule, title: str) -> Match:
    """Match a video by its title: accepted only with the year and a word that speaks of movies."""
    text = title.removesuffix(" - YouTube")
    if title.endswith(_FOR_SALE):
        text = f"{title.removesuffix(_FOR_SALE)} - Movie trailer"  # a page of a movie to rent
    elif text == title:
        text = _SITE_TAIL.sub("", title)
    found = list(mentions(index, text))
    if not (found or has_movie_keyword(text)) or is_other_medium(text):
        return NO_MATCH
    if found:
        return _mentioned(found, text, rule)
    text = title_after_director(text) or text
    head = _VIDEO_HEAD.match(text)
    if head:
        text = f"{text[head.end() :].rstrip('!?.')} | {head.group()}"
    hit, end = _title_at_start(index, text)
    if hit.fit <= Fit.OTHER_YEAR and _NUMBER_BEFORE_COLON.search(text):  # "Top Gun 2: Maverick"
        text = _NUMBER_BEFORE_COLON.sub("", text, count=1)
        hit, end = _title_at_start(index, text)
    context_text = _context(text, end)
    known = hit.fit > Fit.OTHER_YEAR and has_movie_keyword(context_text)
    if not known or has_other_topic_keyword(context_text):
        return NO_MATCH
    match = _judge_video(hit, context_text, rule)
    if match.decision is Decision.REVIEW:
        return _official_trailer(index, text[:end], hit, context_text, match)
    # A scene of a well-known movie: games and series have scenes.
    undated = not match.movies and hit.fit is Fit.UNDATED and hit.certain
    if undated and _SCENE.search(context_text) and _is_known(index, text[:end], hit):
        return review(hit, f"{rule.name}-undated", Evidence.INTEREST, 0.4)
    return match


def _context(text: str, end: int) -> str:
    """Return what follows a title in a text, with the break that stands before it."""
    if text[:end].rstrip().endswith(("|", "•", "·", "–", "—", " -")):
        return f" | {text[end:].lstrip()}"
    return text[end:]


def _is_known(index: TitleIndex, name: str, hit: Hit) -> bool:
    """Return whether a title means a well-known movie: no series has it, nor a newer work."""
    least = Fame.FAMOUS if hit.single else Fame.WELL_KNOWN
    other = key(name) in AMBIGUOUS_TITLES or index.is_series(name)
    return not other and index.fame(hit) >= least and not index.may_be_newer(name, hit)


def _official_trailer(
    index: TitleIndex, name: str, hit: Hit, context_text: str, match: Match
) -> Match:
    """Return a trailer by its title alone as accepted, if no other work's trailer has the title.

    That is a well-known movie's main title that no book, game, series or remake is known to have:
    with the number or subtitle of one movie among several, or of the catalog's last years. Another
    one is marked: it means its movie while that is new.
    """
    titled = key(name)
    if (
        not _PLAIN_TRAILER.match(context_text)
        or _MAY_BE_SERIES.search(context_text)
        or _UNOFFICIAL.search(context_text)
        or titled in SHARED_TITLES
        or titled in OTHER_SUBJECTS
        or not may_be_new(index, name, hit)
    ):
        return match
    recent = not hit.single and index.is_recent(hit) and _is_known(index, name, hit)
    if recent or names_one_movie(index, name.strip(_EDGES), hit):
        return accept(hit, match.rule, match.evidence, 0.9)
    return mark_if_new(match, likely=True)


def _judge_video(hit: Hit, context_text: str, rule: Rule) -> Match:
    if hit.fit is Fit.EXACT:
        return _dated_video(hit, context_text, rule)
    if hit.fit is Fit.NEAR:
        return review(hit, f"{rule.name}-title-year", _video_evidence(context_text), 0.5)
    if hit.fit is not Fit.UNDATED or not (hit.certain or hit.part):
        return NO_MATCH
    plain = _PLAIN_TRAILER.match(context_text)
    if hit.single and not (plain and not _MAY_BE_SERIES.search(context_text)):
        return NO_MATCH
    if plain or _TRAILER.search(context_text):
        return review(hit, f"{rule.name}-undated", _video_evidence(context_text), 0.5)
    return NO_MATCH


def _mentioned(found: list[Mention], text: str, rule: Rule) -> Match:
    """Return one movie, or two that are compared; a video that names more is a list."""
    context_text = text_without(text, found)
    if has_other_topic_keyword(context_text):
        return NO_MATCH
    name = f"{rule.name}-title-year"
    about_film = has_movie_keyword(context_text)
    if two_movies(found):
        return both_movies(text, found, name, Evidence.INTEREST)
    if len({mention.hit.movies for mention in found}) != 1:
        return NO_MATCH
    hit = found[0].hit
    if about_film and not hit.part and not _FROM_ITS_MAKERS.search(text[: found[0].start]):
        return _dated_video(hit, context_text, rule)
    return review(hit, name, _video_evidence(context_text), 0.5)


def _dated_video(hit: Hit, context_text: str, rule: Rule) -> Match:
    """Return a title with its year: one word of a title may also be a phone's or a car's name, and
    short movies have the titles of long ones of their year."""
    name = f"{rule.name}-title-year"
    if _SHORT_OR_PARODY.search(context_text):
        return review(hit, name, _video_evidence(context_text), 0.4)
    if hit.single and has_only_review_keyword(context_text):
        return review(hit, name, _video_evidence(context_text), 0.6)
    return accept(hit, name, _video_evidence(context_text), 0.93)


def _title_at_start(index: TitleIndex, text: str) -> tuple[Hit, int]:
    """Return the longest title that the text begins with, whole up to a break, and where it ends.

    With a year anywhere after it, the year must fit: another year is another movie.
    """
    best, best_end = NO_HIT, 0
    for found in _VIDEO_BREAK.finditer(text):
        end = found.start()
        name = text[:end]
        for year in ANY_YEAR.findall(text[end:]) or [None]:
            hit = index.look_up(name, int(year) if year else None)
            if (hit.fit, end) > (best.fit, best_end):
                best, best_end = hit, end
    return best, best_end


def _video_evidence(context_text: str) -> Evidence:
    whole = _WHOLE_MOVIE.search(context_text) and not _ABOUT_WHOLE.search(context_text)
    return Evidence.WATCHED if whole else Evidence.INTEREST


def may_be_video(_rest: str, title: str) -> bool:
    """Return a quick first look: False only where `match_video` finds nothing."""
    dated = ("(" in title or "[" in title) and may_contain_year(title)
    return dated or may_have_movie_keyword(title)
