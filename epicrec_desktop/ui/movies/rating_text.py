"""What the person says of a movie they watched, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.ratings import NOT_RATED, OwnRating, Rating, resolved
from epicrec_desktop.ui.common import wording

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry


def _tr(text: str) -> str:
    return QCoreApplication.translate("Ratings", text)


def rating_names() -> dict[str, str]:
    """What can be said, by its key."""
    return {
        "none": _tr("No answer"),
        Rating.LIKED.value: _tr("Liked"),
        Rating.DISLIKED.value: _tr("Not for me"),
    }


def seen_again_words() -> str:
    """That a movie was watched more than once."""
    return _tr("Seen again")


def own_rating_words(own: OwnRating) -> str:
    """What was said: "Liked · Seen again"; empty if nothing."""
    words = [rating_names()[own.rating.value]] if own.rating is not None else []
    return " · ".join([*words, *([seen_again_words()] if own.again else [])])


def entry_rating_words(entry: LibraryEntry) -> str:
    """The same of a movie of the list, where it is among those watched."""
    return own_rating_words(entry.own) if entry.status is LibraryStatus.CONFIRMED else ""


def effect_words(entry: LibraryEntry) -> str:
    """What a rating does; and where another service's counts, that it does."""
    here = _tr("It counts in recommendations made on this computer, and in nothing else.")
    if not entry.own.empty:
        return here
    imported = [one.rating for one in entry.imports if one.rating is not None]
    counts = resolved(NOT_RATED, imported)
    if counts is Rating.LIKED:
        return " ".join([_tr("The imported rating counts as liked until you answer."), here])
    if counts is Rating.DISLIKED:
        return " ".join([_tr("The imported rating counts as not for you until you answer."), here])
    return here


def rating_change_words(count: int, before: OwnRating, after: OwnRating) -> str:
    """What was said of how many movies, for its undo. `before`, `after`: of one of them."""
    if after.rating is not before.rating:
        if after.rating is Rating.LIKED:
            return wording.plural("Ratings", "%Ln movies liked", count)
        if after.rating is Rating.DISLIKED:
            return wording.plural("Ratings", "%Ln movies not for me", count)
    elif after.again and not before.again:
        return wording.plural("Ratings", "%Ln movies seen again", count)
    return wording.plural("Ratings", "%Ln movies: answer taken back", count)
