"""What another service's export says: movies watched or wanted, in memory while matched."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Self

from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.domain.messages import Message, message


class Service(StrEnum):
    """Whose export it is. The value is what the library keeps as a movie's source.

    `label`: the service as a person knows it, a name, or words that are translated.
    """

    label: str | Message

    def __new__(cls, value: str, label: str | Message = "") -> Self:
        """Make a member; a default label, as type checkers take `Service(value)` for this."""
        made = str.__new__(cls, value)
        made._value_ = value
        made.label = label
        return made

    LETTERBOXD = "letterboxd", "Letterboxd"
    IMDB = "imdb", "IMDb"
    TRAKT = "trakt", "Trakt"
    NETFLIX = "netflix", "Netflix"
    PRIME = "prime", "Prime Video"
    DISNEY = "disney", "Disney+"
    GOOGLE = "google", "Google Takeout"
    PLEX = "plex", "Plex"
    JELLYFIN = "jellyfin", "Jellyfin"
    TMDB = "tmdb", "TMDB"
    SIMKL = "simkl", "Simkl"
    MOVARY = "movary", "Movary"
    YAMTRACK = "yamtrack", "Yamtrack"
    TVTIME = "tvtime", "TV Time"
    KINOPOISK = "kinopoisk", "Kinopoisk"
    CRITICKER = "criticker", "Criticker"
    KODI = "kodi", "Kodi"
    MYANIMELIST = "myanimelist", "MyAnimeList"
    PLAYER = "player", message("a player on this computer")
    TABLE = "table", message("a table")


class RecordKind(StrEnum):
    """Whether the person has watched the movie, wants to, or has only looked at it."""

    WATCHED = "watched"
    WATCHLIST = "watchlist"
    LOOKED_AT = Evidence.INTEREST.value

    @property
    def evidence(self) -> Evidence:
        """What it says of the movie."""
        return Evidence.WATCHED if self is RecordKind.WATCHED else Evidence.INTEREST


WATCHED_SHARE = 0.8
"""The part of a movie from which on it counts as watched, for all players and services: Trakt's;
those of Plex and Kodi are a little higher, and end with the credits."""
_SHORTEST_FEATURE_S = 40 * 60
"""The length taken for a movie whose own is not known: shorter ones are no features."""


def kind_of_share(share: float) -> RecordKind:
    """Return what playing this part of a movie says."""
    return RecordKind.WATCHED if share >= WATCHED_SHARE else RecordKind.LOOKED_AT


def kind_of_time(played_s: float, minutes: int | None = None) -> RecordKind:
    """Return what playing a movie for so long says; `minutes`: the movie's length, where known."""
    return kind_of_share(played_s / (60 * minutes if minutes else _SHORTEST_FEATURE_S))


class Skip(StrEnum):
    """Why a row of an export is no movie to take in."""

    SERIES = "series"  # an episode or a series, a game, a podcast
    TRAILER = "trailer"
    GLIMPSE = "glimpse"  # a player that was closed at once
    AD = "ad"  # an advertisement, which nobody chose
    UNSEEN = "unseen"  # it is in the person's collection, and was never played
    LIST = "list"  # on a list that says neither watched nor wanted
    NAMELESS = "nameless"  # no title and no id
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row that is no movie to take in, of an export that has several people's: whose it is."""

    skip: Skip
    viewer: str


@dataclass(frozen=True, repr=False, slots=True)
class ListHead:
    """What a list says of itself, ahead of its movies; empty where it does not.

    Of its movies it says neither watched nor wanted.
    """

    name: str
    note: str


@dataclass(frozen=True, repr=False, slots=True)
class Record:
    """One movie as an export names it.

    `other_titles`: what else it is called there. `seen`: the day it was watched, None where the
    export does not tell that day. `seen_by`: a day on which it had been watched, and perhaps long
    before: that of the rating. `again`: it was watched before that day, too. `rating`: 0 to 1, of
    the service's own scale. `viewer`: whose it is, where the export holds several people's.
    `played_s`: for how long it was played at one time, where the export says that, and not whether
    to the end. `__repr__` says nothing, so that no log or exception can hold it.
    """

    title: str
    year: int | None = None
    imdb_id: str | None = None
    seen: date | None = None
    rating: float | None = None
    kind: RecordKind = RecordKind.WATCHED
    other_titles: tuple[str, ...] = ()
    viewer: str = ""
    again: bool = False
    played_s: float | None = None
    seen_by: date | None = None


class MatchReason(StrEnum):
    """Why a record stands for a movie, or for none."""

    IMDB_ID = "imdb-id"
    TITLE_YEAR = "title-year"
    NEAR_YEAR = "near-year"  # the title, and a year beside it: sources differ by one
    TITLE_AND_DAY = "title-day"  # the only movie of this title that was out on the day it was seen
    TITLE_ALONE = "title-alone"  # and no other movie of the catalog has it
    PART = "part"  # a part of the title, or without its article, and a year that may be meant
    SEVERAL = "several"  # movies of one title
    OTHER_YEAR = "other-year"
    OTHER_ID = "other-id"  # the title is of a movie that IMDb knows by another number
    UNKNOWN = "unknown"
    PAGES = "pages"  # a history's pages name it for certain
    PAGES_PERHAPS = "pages-perhaps"
    CORRECTED = "corrected"  # the user said that rows of this service mean it


_SURE = frozenset(
    {
        MatchReason.IMDB_ID,
        MatchReason.TITLE_YEAR,
        MatchReason.NEAR_YEAR,
        MatchReason.TITLE_AND_DAY,
        MatchReason.PAGES,
        MatchReason.CORRECTED,
    }
)


@dataclass(frozen=True, slots=True)
class RecordMatch:
    """Movies (positions in the catalog, best first) that a record may stand for, and why."""

    grounds: MatchReason
    movies: tuple[int, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether the movie may be taken without asking."""
        return self.grounds in _SURE
