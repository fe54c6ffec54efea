"""The sentences of My movies."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.ui import words


def _tr(text: str) -> str:
    return QCoreApplication.translate("MoviesPage", text)


def status_words() -> dict[LibraryStatus, str]:
    """What each part of the library is called."""
    return {
        LibraryStatus.SUGGESTED: _tr("Suggestions"),
        LibraryStatus.CONFIRMED: _tr("Watched"),
        LibraryStatus.REJECTED: _tr("Not mine"),
    }


def summary(counts: Mapping[LibraryStatus, int]) -> str:
    """The sentence under the title."""
    waiting = counts[LibraryStatus.SUGGESTED]
    if waiting:
        return words.plural(
            "MoviesPage", "%Ln movies found in your history. Which of them did you watch?", waiting
        )
    return _tr("Only movies you confirm count, and only for you.")


def answer_words(count: int, status: LibraryStatus) -> str:
    """What an answer did, for its undo."""
    if status is LibraryStatus.CONFIRMED:
        return words.plural("MoviesPage", "%Ln movies confirmed", count)
    return words.plural("MoviesPage", "%Ln movies are not yours", count)


def empty_words(
    *, scanning: bool, any_movies: bool, searching: bool, status: LibraryStatus
) -> tuple[str, str, str, str]:
    """Picture, heading, sentence and button of a list that has nothing to show."""
    if scanning:
        sentence = _tr("Your browsers' history is read on this computer and stays on it.")
        return "scan", _tr("Looking for movies"), sentence, ""
    if not any_movies:
        sentence = _tr(
            "EpicRec looks for movies in the history of the browsers you agreed to. "
            "What it finds stays on this computer."
        )
        return "empty", _tr("No movies yet"), sentence, _tr("Scan")
    if searching:
        sentence = _tr("Try another word, or add the movie by hand.")
        return "empty", _tr("Nothing by this title"), sentence, ""
    if status is LibraryStatus.SUGGESTED:
        sentence = _tr("Nothing waits for you here. A scan may find more.")
        return "done", _tr("All answered"), sentence, ""
    return "empty", _tr("Nothing here"), _tr("Movies you put here can be put back at any time."), ""
