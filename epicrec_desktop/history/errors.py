"""Errors of reading a browser history or an imported export file, with user-facing messages."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.messages import N_

_SENTENCES = {
    "missing": N_(
        "The history of this profile is no longer there. What was found before is kept; "
        "start the browser once, or choose another profile."
    ),
    "permission": N_(
        "The history of this profile may not be read by you. Nothing was changed; give "
        "yourself read access to the profile folder, or choose another profile."
    ),
    "not-a-file": N_(
        "Where this profile's history should be, there is no file but something else. "
        "Nothing was changed; choose another profile."
    ),
    "empty": N_(
        "The history of this profile is empty, as before a browser's first start. Nothing was "
        "changed; visit a page with this browser and scan again."
    ),
    "not-sqlite": N_(
        "The history of this profile is not a database a browser writes. Nothing was "
        "changed; if it is encrypted or from a backup, restore it first."
    ),
    "too-big": N_(
        "The history of this profile is larger than 2 GB, more than a browser needs. "
        "Nothing was read; clear old history in the browser and scan again."
    ),
    "disk-full": N_(
        "There is not enough free space for a private copy of the history. Nothing was "
        "changed and the copy was removed; free some space and scan again."
    ),
    "folder": N_(
        "The private folder for copies of the history is not writable. Nothing was changed; "
        "check the access rights of the program's folder."
    ),
    "busy": N_(
        "The browser keeps changing its history right now. Nothing was changed; wait until "
        "it is idle, or close it, and scan again."
    ),
    "unreadable": N_(
        "The disk could not deliver this profile's history. Nothing was changed; check "
        "the disk, or choose another profile."
    ),
    "corrupt": N_(
        "The history of this profile is damaged. What was found before is kept; the browser "
        "usually repairs it at its next start: open and close it, and scan again."
    ),
    "schema": N_(
        "The history of this profile has a form this version does not know. Nothing was "
        "changed; look for a newer version of this program."
    ),
}

_WINDOWS = {32: "busy", 33: "busy", 1921: "not-a-file"}
"""By Windows' own numbers: another program does not share the file, and a loop of links."""

_READING = {
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.ENAMETOOLONG: "missing",
    errno.EACCES: "permission",
    errno.EPERM: "permission",
    errno.ELOOP: "not-a-file",
    errno.EISDIR: "not-a-file",
    errno.ENXIO: "not-a-file",
}

_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}

_SQLITE = {
    sqlite3.SQLITE_FULL: "disk-full",
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_NOTADB: "not-sqlite",
    sqlite3.SQLITE_CORRUPT: "corrupt",
    sqlite3.SQLITE_READONLY: "folder",
    sqlite3.SQLITE_CANTOPEN: "folder",
    sqlite3.SQLITE_IOERR: "unreadable",
    sqlite3.SQLITE_ERROR: "schema",
}


def problem(reason: str) -> HistoryError:
    """Return the error for a reason."""
    return HistoryError(_SENTENCES[reason], reason)


@contextmanager
def reading_errors() -> Iterator[None]:
    """Say what the system's errors mean while the browser's files are read."""
    try:
        yield
    except OSError as error:
        known = _WINDOWS.get(getattr(error, "winerror", None) or 0)
        raise problem(known or _READING.get(error.errno or 0, "unreadable")) from error


@contextmanager
def writing_errors() -> Iterator[None]:
    """Say what the system's errors mean while the private copy is written."""
    try:
        yield
    except OSError as error:
        raise problem("disk-full" if error.errno in _FULL else "folder") from error


def sqlite_error(error: sqlite3.Error) -> HistoryError:
    """Return what an error of SQLite about the private copy means."""
    primary = (getattr(error, "sqlite_errorcode", None) or sqlite3.SQLITE_CORRUPT) & 0xFF
    return problem(_SQLITE.get(primary, "corrupt"))


_EXPORT_MESSAGES = {
    "missing": N_("There is no such file. Nothing was changed."),
    "permission": N_("The file may not be read by you. Nothing was changed."),
    "unreadable": N_("The disk could not deliver the file. Nothing was changed."),
    "not-a-file": N_("This is neither a file nor a folder. Nothing was changed."),
    "empty": N_("The file is empty."),
    "too-big": N_(
        "The file is larger than any export of movies. It was not read; unpack it, and import the "
        "part that has the movies."
    ),
    "archive": N_("The archive is damaged or encrypted. Download it again, or unpack it first."),
    "damaged": N_("The file is damaged: it ends in the middle, or is no JSON. Download it again."),
    "too-many": N_("The file has more entries than anybody has movies. It was not read."),
    "unknown": N_(
        "EpicRec cannot read this file. It reads exports from Letterboxd, IMDb, Trakt, Netflix, "
        "Prime Video, Disney+, Google Takeout, Plex and Jellyfin, and tables with a title column."
    ),
    "books": N_("This seems to be a list of books, by its columns. EpicRec reads lists of movies."),
    "records": N_(
        "This seems to be a list of records, by its columns. EpicRec reads lists of movies."
    ),
    "games": N_("This seems to be a list of games, by its columns. EpicRec reads lists of movies."),
    "web-page": N_(
        "This is a web page. Google Takeout makes one unless it is told otherwise: ask there for "
        "the history in the format JSON."
    ),
    "which-list": N_(
        "Letterboxd writes movies watched and the watchlist alike. The file's name must say which "
        "it is: watched.csv or watchlist.csv."
    ),
}


def export_error(reason: str) -> HistoryError:
    """Return the error for one of the fixed reasons."""
    return HistoryError(_EXPORT_MESSAGES[reason], reason)
