"""Words for why a movie is in the library, from rule, evidence and count; never from an address."""

from __future__ import annotations

from functools import cache

from epicrec_desktop import resources
from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus, RuleEvidence
from epicrec_desktop.domain.months import local_day
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.source_text import (
    half_stars,
    service_words,
    source_words,
    watched_words,
)
from epicrec_desktop.ui.common.translation import translator

_IN_A_LINE = 2  # places
_MINUTE_S = 60
_LONG_MIN = 90  # in hours from here on


_tr = translator("Sightings")


@cache
def _sites() -> dict[str, dict[str, str]]:
    lines = resources.sections("catalog", "sites.txt").items()
    return {kind: dict(line.split(" = ") for line in found) for kind, found in lines}


@cache
def site(rule: str) -> str | None:
    """Return the site of a rule: the longest known name that its name begins with."""
    names = {key: name for found in _sites().values() for key, name in found.items()}
    known = [key for key in names if rule == key or rule.startswith(f"{key}-")]
    return names[max(known, key=len)] if known else None


def _plays(name: str | None) -> bool:
    return name in _sites()["players"].values()


def _place_words(rule: str, evidence: Evidence) -> str:
    """Return what happened and where, for rules that belong to no site."""
    watched = evidence is Evidence.WATCHED
    kinds = {
        "by-hand": _tr("Added by you"),
        "cinema-booked": _tr("Booked at a cinema"),
        "cinema": _tr("Looked up at a cinema"),
        "file": _tr("Opened as a video file"),
        "film-word": _tr("Named on a page you visited"),
        "forum": _tr("Read about in a forum"),
        "media-server": (
            _tr("Played on a media server") if watched else _tr("Looked up on a media server")
        ),
        "rental": _tr("Rented") if watched else _tr("Looked up at a rental shop"),
        "search": _tr("Searched for"),
        "title-year": _tr("Named on a page you visited"),
        "video": _tr("Played as an online video") if watched else _tr("Watched the trailer"),
        "review": _tr("Read a review"),
        "subtitles": _tr("Looked for subtitles"),
        "guide": _tr("Looked up in a guide"),
    }
    known = [name for name in kinds if rule == name or rule.startswith(f"{name}-")]
    if known:
        return kinds[max(known, key=len)]
    return _tr("Played in the browser") if watched else _tr("Looked up on a film site")


def _phrase(rule: str, evidence: Evidence) -> str:
    name = site(rule)
    if name is None:
        return _place_words(rule, evidence)
    if rule.endswith("-rented"):
        return _tr("Rented from {site}").format(site=name)
    if evidence is Evidence.WATCHED:
        return _tr("Played on {site}").format(site=name)
    if _plays(name):
        return _tr("Opened on {site}").format(site=name)
    return _tr("Looked up on {site}").format(site=name)


def words_for(rule: str, evidence: Evidence, count: int) -> str:
    """Return how a movie was found, by a `Match.rule`: "Played on Netflix, 3 visits"."""
    if rule == "by-hand" and evidence is Evidence.NONE:
        return _tr("You asked not to have it recommended")
    if rule == "by-hand":
        return _tr("Added by you")
    visits = wording.plural("Sightings", "%Ln visits", count)
    return f"{_phrase(rule, evidence)}, {visits}"


def by_strength(entry: LibraryEntry) -> list[RuleEvidence]:
    """Return the evidence: what was played, then what was opened where movies play, then what was
    looked up. How certain a page names its movie decides only among equals.
    """
    return sorted(
        entry.rule_evidence, key=lambda item: (not item.played, not _plays(site(item.rule)))
    )


def is_opened(entry: LibraryEntry) -> bool:
    """Return whether it was opened where movies play."""
    return any(_plays(site(item.rule)) for item in entry.rule_evidence)


def _phrases(entry: LibraryEntry) -> list[tuple[str, int]]:
    """Return what happened where, with the number of visits; the strongest evidence first."""
    found: dict[str, int] = {}
    for item in by_strength(entry):
        phrase = _phrase(item.rule, _shown_as(item))
        found[phrase] = found.get(phrase, 0) + item.count
    return list(found.items())


def _shown_as(item: RuleEvidence) -> Evidence:
    """Return the evidence to show: a player that was closed at once played nothing."""
    return Evidence.WATCHED if item.played else Evidence.INTEREST


def candidate_count(entry: LibraryEntry) -> int:
    """Return how many movies a suggestion may mean, where the user is asked which one; else 1."""
    if entry.status is not LibraryStatus.SUGGESTED or entry.decision is not Decision.WHICH:
        return 1
    return len({entry.id, *(key for trace in entry.rule_evidence for key in trace.others)})


def name_of(entry: LibraryEntry) -> str:
    """Return the name of an entry: without a year where it may mean one of several movies."""
    return entry.movie.shown_title if candidate_count(entry) > 1 else entry.movie.label


def question(entry: LibraryEntry) -> str:
    """Return what an entry asks: "Which one? 3 movies"; empty if nothing."""
    count = candidate_count(entry)
    if count < 2:
        return ""
    return _tr("Which one? {count} movies").format(count=wording.number(count))


def summary_line(entry: LibraryEntry) -> str:
    """Return why a movie is in the library: "Played on Netflix · Searched for, 5 visits"."""
    phrases = _phrases(entry)
    if not phrases:
        return _without_visits(entry)
    shown = [phrase for phrase, _ in phrases[:_IN_A_LINE]]
    more = len(phrases) - len(shown)
    if more:
        shown.append(wording.plural("Sightings", "%Ln more places", more))
    visits = wording.plural("Sightings", "%Ln visits", entry.count)
    return f"{' · '.join(shown)}, {visits}"


def strongest_evidence(entry: LibraryEntry) -> str:
    """Return the strongest reason alone: "Played on Netflix for 1 h 52 min, 3 visits"."""
    if not entry.rule_evidence:
        return _without_visits(entry)
    best = by_strength(entry)[0]
    phrase = _phrase(best.rule, _shown_as(best))
    if best.played and best.dwell_s >= _MINUTE_S:
        phrase = _tr("{phrase} for {time}").format(
            phrase=phrase, time=wording.length(round(best.dwell_s / _MINUTE_S))
        )
    elif entry.count == 1 and (open_for := open_time(entry)):
        return f"{phrase}, {open_for}"  # the time it was open is the reason
    visits = wording.plural("Sightings", "%Ln visits", entry.count)
    return f"{phrase}, {visits}"


def wall_lines(entry: LibraryEntry) -> tuple[str, str]:
    """Return, for a narrow poster, "Played 1 h 52 min" and "Netflix, 14 Nov"."""
    if not entry.rule_evidence and not entry.imports:
        return words_for(entry.rule, entry.evidence, entry.count), ""
    if not entry.rule_evidence:
        one = entry.imports[0]
        day = wording.brief_day(one.seen) if one.seen else ""
        where = ", ".join(filter(None, (service_words(one.source), day)))
        if one.rating is None:
            return watched_words(None, None), where
        return _tr("Rated {stars} of 5").format(stars=half_stars(one.rating)), where
    seen = entry.last_seen
    day = wording.brief_day(local_day(seen)) if seen is not None else ""
    best = by_strength(entry)[0]
    evidence, name = _shown_as(best), site(best.rule)
    if name is None:
        return _place_words(best.rule, evidence), day
    if best.rule.endswith("-rented"):
        what = _tr("Rented")
    elif evidence is not Evidence.WATCHED:
        what = _tr("Opened") if _plays(name) else _tr("Looked up")
    elif best.dwell_s >= _MINUTE_S:
        what = _tr("Played {time}").format(time=wording.length(round(best.dwell_s / _MINUTE_S)))
    else:
        what = _tr("Played")
    return what, ", ".join(filter(None, (name.removeprefix("the "), day)))


def all_evidence(entry: LibraryEntry) -> str:
    """Return why a movie is in the library, a line per place: "Played on Netflix, 2 visits"."""
    phrases = _phrases(entry)
    if not phrases:
        return _without_visits(entry)
    lines = [
        f"{phrase}, {wording.plural('Sightings', '%Ln visits', count)}" for phrase, count in phrases
    ]
    return "\n".join([*lines, source_words(entry.imports, entry.own)] if entry.imports else lines)


def _without_visits(entry: LibraryEntry) -> str:
    """Return why a movie without visits is in the library: another service or the user added it."""
    if entry.imports:
        return source_words(entry.imports, entry.own)
    return words_for(entry.rule, entry.evidence, entry.count)


def open_time(entry: LibraryEntry) -> str:
    """Return how long its pages were open in total; empty where the browser does not record it."""
    seconds = sum(item.dwell_s for item in entry.rule_evidence)
    if seconds <= 0:
        return ""
    if seconds < _MINUTE_S:
        return _tr("open for less than a minute")
    minutes = round(seconds / _MINUTE_S)
    if minutes < _LONG_MIN:
        return wording.plural("Sightings", "open for %Ln minutes", minutes)
    return wording.plural("Sightings", "open for %Ln hours", round(minutes / _MINUTE_S))


def doubt(entry: LibraryEntry) -> str:
    """Return what makes a suggestion doubtful, as a sentence; empty if nothing does."""
    if entry.status is not LibraryStatus.SUGGESTED or not entry.rule_evidence:
        return ""
    if entry.brief_visit:
        return _tr("One page, opened once and not for long: perhaps by accident.")
    if candidate_count(entry) > 1:
        return _tr("Several movies have this title, and no page gave the year. Which one is it?")
    return _rule_doubt(entry.rule) if entry.decision is Decision.REVIEW else ""


def _rule_doubt(rule: str) -> str:
    if rule.endswith(("-undated", "-title-cue", "-slug", "-bare")):
        return _tr("The page gave no year, so this may be another work with the same title.")
    if rule.startswith("search"):
        return _tr("A search for this title and year may have meant something else.")
    if rule.startswith(("title-year", "forum-other", "video")):
        return _tr("The page need not be about the movie: it only names it.")
    return _tr("The page did not name this movie for certain.")
