"""What a reader of one service offers: which tables or entries it knows, and what they say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from epicrec_desktop.domain.history import Visit
from epicrec_desktop.domain.records import Record, Service, Skip
from epicrec_desktop.history.exports.tables import Table

Item = Record | Visit | Skip
"""A film, a page of a browser's history, or why a row is neither."""


class TableFormat(NamedTuple):
    """`fits`: whether columns are this service's. `read`: a table and its file's name to items."""

    service: Service
    fits: Callable[[frozenset[str]], bool]
    read: Callable[[Table, str], Iterator[Item]]


class EntryFormat(NamedTuple):
    """`fits`: whether a JSON entry, and the list it is in, are this service's.

    `read`: such an entry, the list and the file's name to an item; None for one that is not meant.
    """

    service: Service
    fits: Callable[[str, dict[str, Any]], bool]
    read: Callable[[str, dict[str, Any], str], Item | None]


_NO_FILM = re.compile(
    r"seri|episod|season|staffel|folge|game|videospiel|podcast|music|musik|\bshow|track|album",
    re.IGNORECASE,
)
_PARTED = (
    "season|staffel|temporada|saison|stagione|seizoen|sezon|säsong|series|serie|book|buch|"
    "volume|vol\\.?|part|teil|partie|parte|chapter|collection|limited series|miniserie"
)
_EPISODE = re.compile(
    rf":\s*(?:{_PARTED})\s*(?:\d+|one|two|three|four|five)?\s*(?:\([^)]*\)\s*)?:\s|"
    r":\s*(?:season|staffel|temporada|saison|stagione|episode|folge|episodio|épisode)\s*\d+\b|"
    r":\s*(?:limited|mini)[ -]?series?\b|"
    r"\bs\d{1,2}[ :.-]?e\d{1,3}\b|[-–,(]\s*(?:season|staffel|saison|temporada)\s*\d+\b",
    re.IGNORECASE,
)


def is_film(kind: str) -> bool:
    """Whether a kind of title, as services name them, is a film; an empty one is taken for it."""
    return not _NO_FILM.search(kind)


def is_episode(title: str) -> bool:
    """Whether a title names an episode: "Dark: Season 1: Secrets", but not "Dune: Part Two"."""
    return _EPISODE.search(title) is not None
