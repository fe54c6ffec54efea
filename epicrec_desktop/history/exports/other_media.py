"""Recognize lists of books, records and games, which the titles of movies are on as well."""

from __future__ import annotations

from collections.abc import Iterable

from epicrec_desktop.history.exports.episodes import WORDS

_BOOKS = WORDS["books"]
_RECORDS = WORDS["records"]
_GAMES = WORDS["games"]
_FILMS = WORDS["films"]
_PLATFORM, _HOURS = frozenset({"platform", "platforms"}), frozenset({"hours", "playtime"})


def other_medium(columns: Iterable[str]) -> str | None:
    """Return what a table is a list of, by its columns without accents: "books", "records",
    "games"; None where it may be movies, also where it has a column that only those have.
    """
    known = frozenset(columns)
    if not known.isdisjoint(_FILMS):
        return None
    for medium, names in (("books", _BOOKS), ("games", _GAMES), ("records", _RECORDS)):
        if not known.isdisjoint(names):
            return medium
    return "games" if known & _PLATFORM and known & _HOURS else None
