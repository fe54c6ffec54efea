"""Feedback on movies: what a click on a poster or a card saves, with undo."""

from __future__ import annotations

from dataclasses import dataclass

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.domain.release import Row, Suggestion
from epicrec_desktop.services.library import Answer, FoundMovie, LibraryEntry
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.wiring import Services

WATCHLIST = "watchlist"
SEEN, LIKED, DISLIKED, REFUSED = "seen", "liked", "disliked", "refused"
STARS, NOTED = "stars", "noted"
LATER, NOT_LATER = "later", "not later"
RATINGS = (LIKED, DISLIKED)
WATCHED = (SEEN, LIKED, DISLIKED, STARS, NOTED)
"""Feedback that marks a movie as watched."""

ABOUT_THE_MOVIE = (*WATCHED, REFUSED)
"""Feedback after which a movie is not recommended anymore."""


def lit_answers(entry: LibraryEntry | FoundMovie) -> frozenset[str]:
    """Return the feedback in effect for a movie: watched and rated, or refused, or wanted."""
    lit = {LATER} if entry.wanted else set()
    if entry.status is LibraryStatus.CONFIRMED:
        rating = entry.own.rating if isinstance(entry, LibraryEntry) else None
        lit.add(rating.value if rating is not None else SEEN)
    elif entry.status is LibraryStatus.REJECTED:
        lit.add(REFUSED)
    return frozenset(lit)


_tr = translator("RecommendationsPage")


def answered_words(answer: str, movie: str) -> str:
    """Return what feedback on the card did."""
    sentences = {
        "seen": _tr("{movie} is among your movies now."),
        "liked": _tr("{movie} is among your movies now, as one you liked."),
        "disliked": _tr("{movie} is among your movies now, as one you disliked."),
        "stars": _tr("{movie} is among your movies now, with your stars."),
        "noted": _tr("{movie}: saved on this computer."),
        "refused": _tr("{movie} will not be recommended again."),
        "later": _tr("{movie} is on your watchlist."),
        "not later": _tr("{movie} is off your watchlist."),
    }
    return sentences[answer].format(movie=movie)


def unknown_words() -> str:
    """Return the sentence for recommended movies that the catalog here does not have."""
    return _tr("This movie is not in the catalog on this computer, so nothing could be kept of it.")


def feedback_changes(answer: str, status: LibraryStatus | None, own: OwnRating) -> Answer:
    """Return what feedback changes of what the user said of a movie.

    What is in effect already is taken back by it: a rating, or with `SEEN` any.
    """
    if answer in (LATER, NOT_LATER):
        return {"wanted": answer == LATER}
    if answer == REFUSED:
        return {"status": LibraryStatus.REJECTED}
    if status is not LibraryStatus.CONFIRMED:
        after: Answer = {"status": LibraryStatus.CONFIRMED}
        return after | {"own": own.with_rating(Rating(answer))} if answer in RATINGS else after
    if answer in (STARS, NOTED):
        return {}
    rating = Rating(answer) if answer in RATINGS else None
    return {"own": own.with_rating(None if rating is own.rating else rating)}


@dataclass(frozen=True)
class SavedFeedback:
    """Saved feedback, and what the user said of the movie `before`."""

    answer: str
    suggestion: Suggestion
    watchlist: Row
    key: int
    before: Answer


def watchlist(services: Services) -> Row:
    """Return the watchlist as a row, the newest first."""
    movies = [movie for _, movie in services.library.watchlist()]
    return Row(WATCHLIST, "here", tuple(Suggestion.of(movie, WATCHLIST) for movie in movies))


def save_feedback(
    services: Services,
    suggestion: Suggestion,
    answer: str,
    key: int | None = None,
    own: OwnRating | None = None,
) -> SavedFeedback | None:
    """Save the user's feedback on a movie; None if the catalog does not have it.

    `key`: its local key, where that is known. `own`: with the answers `STARS` and `NOTED`.
    """
    library = services.library
    key = library.find(suggestion.wire_id) if key is None else key
    if key is None:
        return None
    wanted = key in {other for other, _ in library.watchlist()}
    entry, rated = library.entry(key), library.own_rating(key)
    status = entry.status if entry is not None else None
    after = feedback_changes(answer, status, rated)
    if own is not None:
        after["own"] = own
    if answer in RATINGS and after["own"].rating is None:
        answer = SEEN  # the rating is taken back
    if wanted and answer in ABOUT_THE_MOVIE and answer != NOTED:  # which takes it off
        after.setdefault("status", LibraryStatus.CONFIRMED)
    before: Answer = {"wanted": wanted}
    if "status" in after:
        before["status"] = status
    if "own" in after:
        before["own"] = rated
    library.answer({key: after})
    return SavedFeedback(answer, suggestion, watchlist(services), key, before)
