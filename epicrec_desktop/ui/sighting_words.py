"""Why a movie is in the library, in words made of rule, evidence and count; never of an address."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.ui import words

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
    "vudu": "Vudu",
    "wikidata": "Wikidata",
    "wikipedia": "Wikipedia",
    "wikiwand": "Wikiwand",
    "youtube": "YouTube",
    "yts": "YTS",
}
"""Names of sites by the first words of a rule's name."""


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


def words_for(rule: str, evidence: Evidence, count: int) -> str:
    """How a movie was found: "Played on Netflix, 3 visits".

    `rule` is a `Match.rule`; one that is not known here gets a general sentence.
    """
    if rule == "by-hand" and evidence is Evidence.NONE:
        return _tr("You wanted no recommendation of it")
    if rule == "by-hand":
        return _tr("Added by you")
    name = site(rule)
    if name is None:
        found = _place(rule, evidence)
    elif evidence is Evidence.WATCHED:
        found = _tr("Played on {site}").format(site=name)
    else:
        found = _tr("Looked up on {site}").format(site=name)
    visits = words.plural("Sightings", "%Ln visits", count)
    return f"{found}, {visits}"
