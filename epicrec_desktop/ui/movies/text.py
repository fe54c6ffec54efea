"""The sentences of My movies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.text import display_name

ON_A_BUTTON = 32
"""Characters of what was typed that a button repeats."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("MoviesPage", text)


def status_words() -> dict[LibraryStatus, str]:
    """What each part of the library is called."""
    return {
        LibraryStatus.SUGGESTED: _tr("Suggestions"),
        LibraryStatus.CONFIRMED: _tr("Watched"),
        LibraryStatus.REJECTED: _tr("Not mine"),
    }


def summary(
    counts: Mapping[LibraryStatus, int], shown: LibraryStatus = LibraryStatus.SUGGESTED
) -> str:
    """The sentence under the title, over the list that is `shown`."""
    waiting = counts[LibraryStatus.SUGGESTED]
    if waiting and shown is LibraryStatus.SUGGESTED:
        return wording.plural(
            "MoviesPage", "%Ln movies found in your history. Which of them did you watch?", waiting
        )
    return _tr("Only movies you confirm count, for recommendations and for releases.")


def answer_words(count: int, status: LibraryStatus) -> str:
    """What an answer did, for its undo."""
    if status is LibraryStatus.CONFIRMED:
        return wording.plural("MoviesPage", "%Ln movies confirmed", count)
    return wording.plural("MoviesPage", "%Ln movies moved to Not mine", count)


def candidate_words(movie: str) -> str:
    """Which film a suggestion was said to be, for its undo."""
    return _tr("{movie} confirmed").format(movie=display_name(movie))


def weight_words(count: int, weight: float) -> str:
    """What was chosen of how much may be told, for its undo."""
    if weight == 0:
        return wording.plural("MoviesPage", "%Ln movies kept to yourself", count)
    if weight == 1:
        return wording.plural("MoviesPage", "%Ln movies released as usual", count)
    return wording.plural("MoviesPage", "%Ln movies count less in a release", count)


@dataclass(frozen=True)
class EmptyText:
    """What stands where there is nothing: a picture, words, and where its button leads.

    `button_target`: "scan", "browsers", "add", "all", or the status where a search finds something.
    """

    picture: str
    heading: str
    sentence: str
    button: str = ""
    button_target: str | LibraryStatus = ""


def empty_words(
    *,
    scanning: bool,
    agreed: bool,
    any_movies: bool,
    words: str,
    status: LibraryStatus,
    found: Mapping[LibraryStatus, int],
    filtered: bool = False,
) -> EmptyText:
    """What a list says that has nothing to show.

    `agreed`: some browser may be read. `words` are searched for, and name `found` movies of each
    status. `filtered`: others would be shown if nothing was filtered out.
    """
    if scanning:
        sentence = _tr("Your browsers' history is read on this computer and stays on it.")
        return EmptyText("scan", _tr("Looking for movies"), sentence)
    if not any_movies:
        return _no_movies(agreed=agreed)
    if filtered:
        sentence = _tr("Some movies are left out by what you chose under “Sort and filter”.")
        return EmptyText("empty", _tr("Nothing of this kind"), sentence, _tr("Show all"), "all")
    if words:
        return _nothing_found(words, found)
    if status is LibraryStatus.SUGGESTED:
        sentence = _tr("Nothing waits for you here. A scan may find more.")
        return EmptyText("done", _tr("All answered"), sentence)
    sentence = _tr("Movies you put here can be put back at any time.")
    return EmptyText("empty", _tr("Nothing here"), sentence)


def _no_movies(*, agreed: bool) -> EmptyText:
    if agreed:
        sentence = _tr(
            "EpicRec looks for movies in the history of the browsers you chose. "
            "What it finds stays on this computer. You can also add movies by hand, or drop an "
            "export of Letterboxd, IMDb or Netflix here."
        )
        return EmptyText("empty", _tr("No movies yet"), sentence, _tr("Scan"), "scan")
    sentence = _tr(
        "You have not allowed EpicRec to read a browser yet. What it finds in the "
        "browsers you choose stays on this computer. You can also add movies by hand, "
        "or drop an export of Letterboxd, IMDb or Netflix here."
    )
    return EmptyText("empty", _tr("No movies yet"), sentence, _tr("Choose browsers"), "browsers")


def _nothing_found(words: str, found: Mapping[LibraryStatus, int]) -> EmptyText:
    heading = _tr("Nothing by this title")
    names = status_words()
    elsewhere = [status for status in names if found[status]]
    if not elsewhere:
        sentence = _tr("Try another word, or add the movie by hand.")
        button = _tr("Add “{words}”").format(words=plain(words, limit=ON_A_BUTTON))
        return EmptyText("empty", heading, sentence, button, "add")
    places = (
        _tr("{count} in {part}").format(count=QLocale().toString(found[s]), part=names[s])
        for s in elsewhere
    )
    button = _tr("Show {part}").format(part=names[elsewhere[0]])
    return EmptyText("empty", heading, f"{', '.join(places)}.", button, elsewhere[0])
