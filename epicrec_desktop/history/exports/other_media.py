"""Recognize lists of books, records and games, which the titles of movies are on as well."""

from __future__ import annotations

from collections.abc import Iterable

# fmt: off
_BOOKS = (
    "isbn", "isbn10", "isbn13", "isbnuid", "bookid", "author", "authors", "authorlf", "autor",
    "autore", "auteur", "auteurs", "verfasser", "numberofpages", "pages", "pagecount",
    "seitenzahl", "binding", "lastpageread", "автор",
)
_RECORDS = (
    "artist", "artists", "artistname", "album", "albumname", "albumtitle", "trackname",
    "collectionmediacondition", "interpret", "kunstler", "artista", "artiste",
    "исполнитель",
)
_GAMES = (
    "game", "games", "gamename", "appid", "steamappid", "steamid", "giantbombid", "igdbid",
    "hoursplayed", "playtimeforever", "playtimeminutes", "mainstory",
    "completionist",
)
_FILMS = (
    "imdbid", "imdb", "const", "tconst", "imdburl", "tmdbid", "tmdb", "letterboxduri", "director",
    "directors", "regie", "regisseur", "realisateur", "runtime", "runtimemins", "film", "movie",
    "movietitle", "filmtitle", "titletype", "mediatype", "type",
)
# fmt: on
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
