"""Sentences of the My movies page, including those about the user's own ratings."""

from __future__ import annotations

from collections.abc import Mapping

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import Rating
from epicrec_desktop.services.library import LibraryEntry, LibraryPart
from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.own_words import seen_again_words
from epicrec_desktop.ui.common.source_text import stars_words
from epicrec_desktop.ui.common.translation import translator

tr = translator("Ratings")


def entry_rating_words(entry: LibraryEntry) -> str:
    """Return the rating of a watched movie: "Liked · 3 May 2025 · Seen again"; empty if none."""
    own = entry.own
    if entry.status is not LibraryStatus.CONFIRMED:
        return ""
    names = {Rating.LIKED: tr("Liked"), Rating.DISLIKED: tr("Disliked")}
    words = [names[own.rating]] if own.rating is not None else []
    if own.stars is not None:
        words = [stars_words(own.stars)]
    if own.day is not None:
        words.append(wording.day(own.day, short=True))
    return " · ".join([*words, *([seen_again_words()] if own.again else [])])


_tr = translator("MoviesPage")


def part_names() -> dict[LibraryPart, str]:
    """Return the names of the library's parts."""
    return {
        LibraryPart.SUGGESTED: _tr("Suggestions"),
        LibraryPart.LOOKED_AT: _tr("Looked at"),
        LibraryPart.CONFIRMED: _tr("Watched"),
        LibraryPart.REJECTED: _tr("Not watched"),
    }


def summary(counts: Mapping[LibraryPart, int], shown: LibraryPart) -> str:
    """Return the sentence under the title, over the part that is shown."""
    if shown is LibraryPart.LOOKED_AT:
        return _tr(
            "You looked at these. Nothing says that you watched them, so they count nowhere."
        )
    waiting = counts[LibraryPart.SUGGESTED]
    if waiting and shown is LibraryPart.SUGGESTED:
        return wording.plural(
            "MoviesPage", "%Ln movies found in your history. Which of them did you watch?", waiting
        )
    return _tr("Only movies you confirm count.")


EmptyText = tuple[str, str, str, str, str]
"""Picture, heading, sentence, button, and its target: "scan", "browsers", or "all" that clears the
filters; both empty without a button.
"""


def empty_words(
    *, scanning: bool, agreed: bool, any_movies: bool, part: LibraryPart, filtered: bool = False
) -> EmptyText:
    """Return the empty state; `agreed`: a browser may be read, `filtered`: movies are hidden."""
    if scanning:
        sentence = _tr("Your browsers' history is read on this computer and stays on it.")
        return "scan", _tr("Looking for movies"), sentence, "", ""
    if not any_movies:
        return _no_movies(agreed=agreed)
    if filtered:
        sentence = _tr("Some movies are left out by what you chose under “Sort and filter”.")
        return "empty", _tr("Nothing of this kind"), sentence, _tr("Show all"), "all"
    if part is LibraryPart.LOOKED_AT:
        sentence = _tr("Movies of trailers, articles and other pages that you opened appear here.")
        return "empty", _tr("Nothing here"), sentence, "", ""
    if part is LibraryPart.SUGGESTED:
        sentence = _tr("Nothing waits for you here. A scan may find more.")
        return "done", _tr("All answered"), sentence, "", ""
    sentence = _tr("Movies you put here can be put back at any time.")
    return "empty", _tr("Nothing here"), sentence, "", ""


def _no_movies(*, agreed: bool) -> EmptyText:
    if agreed:
        sentence = _tr(
            "EpicRec looks for movies in the history of the browsers you chose. "
            "What it finds stays on this computer. You can also add movies by hand, or drop an "
            "export of Letterboxd, IMDb or Netflix here."
        )
        return "empty", _tr("No movies yet"), sentence, _tr("Scan"), "scan"
    sentence = _tr(
        "You have not allowed EpicRec to read a browser yet. What it finds in the "
        "browsers you choose stays on this computer. You can also add movies by hand, "
        "or drop an export of Letterboxd, IMDb or Netflix here."
    )
    return "empty", _tr("No movies yet"), sentence, _tr("Choose browsers"), "browsers"


def unlisted_words() -> str:
    """Return the mark of a movie that no catalog has."""
    return _tr("Not in the catalog yet")
