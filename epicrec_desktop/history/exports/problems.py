"""What can be wrong with a file that is imported, said to a person."""

from __future__ import annotations

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.messages import N_

_SENTENCES = {
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
    "damaged": N_("The file is damaged: it ends in the middle. Download it again."),
    "too-many": N_("The file has more entries than anybody has movies. It was not read."),
    "unknown": N_(
        "The file is no export that is known here: of Letterboxd, IMDb, Trakt, Netflix, Prime "
        "Video, Disney+, Google Takeout, Plex or Jellyfin, or a table with a column for titles."
    ),
    "web-page": N_(
        "This is a web page. Google Takeout makes one unless it is told otherwise: ask there for "
        "the history in the format JSON."
    ),
    "which-list": N_(
        "Letterboxd writes movies watched and the watchlist alike. The file's name must say which "
        "it is: watched.csv or watchlist.csv."
    ),
}


def problem(reason: str) -> HistoryError:
    """The error for one of the fixed reasons."""
    return HistoryError(_SENTENCES[reason], reason)
