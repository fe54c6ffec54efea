"""Words that say what a page is about: films, or something else of the same name.

Every row of a film site, a forum or a video site is asked these questions, so single words are
looked up in sets, and regular expressions are left for phrases.
"""

from __future__ import annotations

import re

YEAR = r"(?<!\d)(?:18[89]\d|19\d\d|20[0-3]\d)(?!\d)"
"""A year that a film can be of."""

_WORD = re.compile(r"[^\W_]+")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MEDIUM_WORDS = _words(
    "series show shows season seasons staffel saison temporada stagione sezon сезон сериал game "
    "videogame podcast"
)
_EPISODE = re.compile(r"s\d{1,2}[ :.·,-]*ep?\.?\d")
_OTHER_MEDIUM = re.compile(
    r"\b(?:tv|mini|web)[ -]?(?:mini[ -]?)?(?:series|show)\b|\b(?:seasons?|staffel|saison|"
    r"temporada|stagione|sezon|сезон) \d|\bs\d{1,2}[ :.·,-]*ep?\.?\d{1,3}\b|\bvideo ?game\b|"
    r"\bpodcast\b|сериал",
)


def is_other_medium(text: str) -> bool:
    """Whether a page title says that it is about a series, a game or a podcast."""
    text = text.lower()
    if _MEDIUM_WORDS.isdisjoint(_WORD.findall(text)) and not _EPISODE.search(text):
        return False
    return _OTHER_MEDIUM.search(text) is not None


_FILM_WORDS = _words(
    "trailer trailers teaser clip clips scene scenes movie movies film films review reviews "
    "reaction react reacts reacting explained recap analysis ending watching watched cast deleted "
    "bloopers commentary retrospective masterpiece cinema cinematography director criterion "
    "movieclips featurette opening screenplay screenwriting trivia tráiler kritik filmkritik "
    "critique трейлер фильм zwiastun fragman"
)
_FILM_PHRASES = re.compile(
    r"everything (?:wrong|great)|kill count|honest trailer|behind the scenes|making of|gag reel|"
    r"video essay|pitch meeting|tv spot|easter eggs|things you missed|bande[- ]annonce|"
    r"予告|예고|预告"
)


def speaks_of_film(text: str) -> bool:
    """Whether a video's title has a word of trailers, clips or reviews."""
    text = text.lower()
    return not _FILM_WORDS.isdisjoint(_WORD.findall(text)) or _FILM_PHRASES.search(text) is not None


_OTHER_WORDS = _words(
    "soundtrack ost theme lyric lyrics audio album song songs single vinyl cd ep lp karaoke remix "
    "cover mixtape concert tour orchestra symphony unplugged "
    "gameplay walkthrough longplay playthrough speedrun game games gaming psx ps1 ps2 ps3 ps4 ps5 "
    "xbox snes nes sega genesis n64 gamecube wii switch nintendo amiga dos atari arcade pinball "
    "audiobook audiobooks book books novel novels novelization novelisation unabridged paperback "
    "hardcover isbn comic comics manga season seasons episode episodes series sitcom pilot podcast "
    "musical broadway opera ballet stage theatre play exhibition festival conference championship "
    "championships olympics election battle marathon tickets museum anniversary biography "
    "interview obituary born died toy toys lego costume car cocktail recipe tshirt hoodie merch"
)
_OTHER_PHRASES = re.compile(
    r"\b(?:sound track|o\.s\.t|(?:original|film) score|(?:official|music|lyric) (?:music )?video|"
    r"live (?:at|in|from|on)|game play|long play|let'?s play|play through|speed run|mega drive|"
    r"ps [1-5]|audio books?|tv show|west end|world cup|super bowl|action figure|t-shirts?|\d+cd|"
    r"\d+ (?:\w+ )?(?:movies|films))\b"
)


def speaks_of_other(text: str) -> bool:
    """Whether what stands beside a name is of records, games, books, series, events or wares."""
    text = text.lower()
    return (
        not _OTHER_WORDS.isdisjoint(_WORD.findall(text)) or _OTHER_PHRASES.search(text) is not None
    )
