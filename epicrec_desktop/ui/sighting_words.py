"""Why a movie is in the library, in words made of rule, evidence and count; never of an address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from epicrec_desktop.domain.evidence import Trace
from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus
from epicrec_desktop.ui import words

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry

SITES = {
    "afi": "the AFI Catalog",
    "allmovie": "AllMovie",
    "allocine": "AlloCiné",
    "amazon": "Amazon",
    "appletv": "Apple TV",
    "bfi": "the BFI",
    "boxofficemojo": "Box Office Mojo",
    "britannica": "Britannica",
    "criterion": "the Criterion Channel",
    "csfd": "ČSFD",
    "disney": "Disney+",
    "fandango": "Fandango",
    "filmaffinity": "FilmAffinity",
    "googleplay": "Google Play",
    "hulu": "Hulu",
    "icheckmovies": "iCheckMovies",
    "imdb": "IMDb",
    "justwatch": "JustWatch",
    "kanopy": "Kanopy",
    "kinopoisk": "Kinopoisk",
    "letterboxd": "Letterboxd",
    "max": "Max",
    "metacritic": "Metacritic",
    "microsoft": "the Microsoft Store",
    "moviefone": "Moviefone",
    "moviemeter": "MovieMeter",
    "moviepilot": "Moviepilot",
    "mubi": "MUBI",
    "netflix": "Netflix",
    "paramount": "Paramount+",
    "peacock": "Peacock",
    "plex": "Plex",
    "pluto": "Pluto TV",
    "primevideo": "Prime Video",
    "rakuten": "Rakuten TV",
    "reelgood": "Reelgood",
    "roku": "The Roku Channel",
    "rottentomatoes": "Rotten Tomatoes",
    "senscritique": "SensCritique",
    "shudder": "Shudder",
    "simkl": "Simkl",
    "sky": "Sky",
    "stremio": "Stremio",
    "tcm": "TCM",
    "the-numbers": "The Numbers",
    "thetvdb": "TheTVDB",
    "tmdb": "TMDB",
    "trakt": "Trakt",
    "tubi": "Tubi",
    "tvguide": "TV Guide",
    "tvtropes": "TV Tropes",
    "vudu": "Vudu",
    "wikidata": "Wikidata",
    "wikipedia": "Wikipedia",
    "wikiwand": "Wikiwand",
    "youtube": "YouTube",
    "yts": "YTS",
}
"""Names of sites by the first words of a rule's name."""


_IN_A_LINE = 2  # places
_MINUTE_S = 60
_LONG_MIN = 90  # from here on in hours


def _tr(text: str) -> str:
    return QCoreApplication.translate("Sightings", text)


def site(rule: str) -> str | None:
    """The site a rule speaks of, by the longest name its own begins with."""
    known = [name for name in SITES if rule == name or rule.startswith(f"{name}-")]
    return SITES[max(known, key=len)] if known else None


def _place(rule: str, evidence: Evidence) -> str:
    """What happened and where, for kinds of rules that are no site."""
    watched = evidence is Evidence.WATCHED
    kinds = {
        "by-hand": _tr("Added by you"),
        "cinema-booked": _tr("Booked at a cinema"),
        "cinema": _tr("Looked up at a cinema"),
        "file": _tr("Opened as a video file"),
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
        return _place(rule, evidence)
    if rule.endswith("-rented"):
        return _tr("Rented from {site}").format(site=name)
    if evidence is Evidence.WATCHED:
        return _tr("Played on {site}").format(site=name)
    return _tr("Looked up on {site}").format(site=name)


def words_for(rule: str, evidence: Evidence, count: int) -> str:
    """How a movie was found: "Played on Netflix, 3 visits".

    `rule` is a `Match.rule`; one that is not known here gets a general sentence.
    """
    if rule == "by-hand" and evidence is Evidence.NONE:
        return _tr("You wanted no recommendation of it")
    if rule == "by-hand":
        return _tr("Added by you")
    visits = words.plural("Sightings", "%Ln visits", count)
    return f"{_phrase(rule, evidence)}, {visits}"


def _phrases(entry: LibraryEntry) -> list[tuple[str, int]]:
    """What happened where, and how many visits each had; the strongest first."""
    found: dict[str, int] = {}
    for trace in entry.traces:
        phrase = _phrase(trace.rule, _shown_as(trace))
        found[phrase] = found.get(phrase, 0) + trace.count
    return list(found.items())


def _shown_as(trace: Trace) -> Evidence:
    """A player that was closed again at once has played nothing."""
    return Evidence.WATCHED if trace.played else Evidence.INTEREST


def in_one_line(entry: LibraryEntry) -> str:
    """Why a movie is there: "Played on Netflix · Searched for, 5 visits"."""
    phrases = _phrases(entry)
    if not phrases:
        return words_for(entry.rule, entry.evidence, entry.count)
    shown = [phrase for phrase, _ in phrases[:_IN_A_LINE]]
    more = len(phrases) - len(shown)
    if more:
        shown.append(words.plural("Sightings", "%Ln more places", more))
    visits = words.plural("Sightings", "%Ln visits", entry.count)
    return f"{' · '.join(shown)}, {visits}"


def in_full(entry: LibraryEntry) -> str:
    """Why a movie is there, a line per place: "Played on Netflix, 2 visits"."""
    phrases = _phrases(entry)
    if not phrases:
        return words_for(entry.rule, entry.evidence, entry.count)
    return "\n".join(
        f"{phrase}, {words.plural('Sightings', '%Ln visits', count)}" for phrase, count in phrases
    )


def time_words(entry: LibraryEntry) -> str:
    """How long its pages were open in all; empty if the browser does not say."""
    seconds = sum(trace.dwell_s for trace in entry.traces)
    if seconds <= 0:
        return ""
    if seconds < _MINUTE_S:
        return _tr("open for less than a minute")
    minutes = round(seconds / _MINUTE_S)
    if minutes < _LONG_MIN:
        return words.plural("Sightings", "open for %Ln minutes", minutes)
    return words.plural("Sightings", "open for %Ln hours", round(minutes / _MINUTE_S))


def doubt(entry: LibraryEntry) -> str:
    """What makes a suggestion doubtful, in a sentence; empty if nothing does."""
    if entry.status is not LibraryStatus.SUGGESTED or not entry.traces:
        return ""
    if entry.fleeting:
        return _tr("One page, opened once and not for long: perhaps by accident.")
    return _doubt_of(entry.rule) if entry.decision is Decision.REVIEW else ""


def _doubt_of(rule: str) -> str:
    if rule.endswith(("-undated", "-title-cue", "-slug", "-bare")):
        return _tr("No year was told: it may be another work of this title.")
    if rule.startswith("search"):
        return _tr("A search for this title and year can mean other things.")
    if rule.startswith(("title-year", "forum-other", "video")):
        return _tr("The page need not be about the movie: it only names it.")
    return _tr("The page did not name this movie for certain.")
