"""Feedback on movies: what a click on a poster or a card saves, with undo."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating, Rating
from epicrec_desktop.domain.release import Row, Suggestion
from epicrec_desktop.services.library import Answer, FoundMovie, LibraryEntry
from epicrec_desktop.ui.common.source_text import stars_words
from epicrec_desktop.ui.common.text import display_name
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


_tr = translator("PosterActions")


def lit_words(answer: str) -> str:
    """Return what feedback says of a movie."""
    return {
        SEEN: _tr("watched"),
        LIKED: _tr("liked"),
        DISLIKED: _tr("disliked"),
        LATER: _tr("on your watchlist"),
        NOT_LATER: _tr("off your watchlist"),
        REFUSED: _tr("not interested"),
    }[answer]


def change_words(movies: str, before: Answer, after: Answer) -> str:
    """Return what was changed of movies: "Liked · Heat (1995)"; empty if nothing."""
    rated = _rating_change(before.get("own", NOT_RATED), after["own"]) if "own" in after else ""
    status, weight = after.get("status"), after.get("weight")
    if rated:
        change = rated
    elif status is not None:
        refused = _tr("not recommended again")
        change = lit_words(SEEN) if status is LibraryStatus.CONFIRMED else refused
    elif weight is not None:
        kinds = {0.0: _tr("kept to yourself"), 1.0: _tr("released as usual")}
        change = kinds.get(weight, _tr("less weight in a release"))
    elif "wanted" in after:
        change = lit_words(LATER if after["wanted"] else NOT_LATER)
    else:
        return ""
    return f"{change[:1].upper()}{change[1:]} · {display_name(movies)}"


def _rating_change(before: OwnRating, after: OwnRating) -> str:
    """Return what is new in what the user says for themselves."""
    if after.stars is not None and after.stars != before.stars:
        return stars_words(after.stars)
    if after.rating is not None and after.rating is not before.rating:
        return lit_words(after.rating)
    if after.again and not before.again:
        return _tr("seen again")
    if (after.day, after.note) != (before.day, before.note):
        return _tr("your note") if after.day == before.day else _tr("the day you saw it")
    return _tr("answer taken back") if after != before else ""


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
    """Saved feedback, what the user said of the movie `before` and `after` it, and what is `stored`
    since. `changed`: whether that is something else.
    """

    answer: str
    suggestion: Suggestion
    watchlist: Row
    key: int
    before: Answer
    after: Answer
    stored: Answer
    changed: bool


def watchlist(services: Services) -> Row:
    """Return the watchlist as a row, the newest first."""
    movies = [movie for _, movie in services.library.watchlist()]
    return Row(WATCHLIST, "here", tuple(Suggestion.of(movie, WATCHLIST) for movie in movies))


def what_is_said(services: Services, key: int) -> Answer:
    """Return what the user says of a movie."""
    entry = services.library.entry(key)
    return {
        "status": entry.status if entry is not None else None,
        "own": services.library.own_rating(key),
        "wanted": key in {other for other, _ in services.library.watchlist()},
    }


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
    said = what_is_said(services, key)
    after = feedback_changes(answer, said["status"], said["own"])
    if own is not None:
        after["own"] = own
    if answer in RATINGS and after["own"].rating is None:
        answer = SEEN  # the rating is taken back
    if said["wanted"] and answer in ABOUT_THE_MOVIE and answer != NOTED:  # which takes it off
        after.setdefault("status", LibraryStatus.CONFIRMED)
    before = cast("Answer", {part: said.get(part) for part in ("wanted", *after)})
    library.answer({key: after})
    stored, wanted = what_is_said(services, key), watchlist(services)
    return SavedFeedback(answer, suggestion, wanted, key, before, after, stored, stored != said)


def revert_feedback(services: Services, feedback: SavedFeedback) -> Row:
    """Take feedback back, unless something else was said since; return the watchlist."""
    said, stored = what_is_said(services, feedback.key), feedback.stored
    if stored["status"] is None and said["status"] is LibraryStatus.SUGGESTED:
        said["status"] = None  # a scan found the movie, which the user does not say
    if said == stored:
        services.library.answer({feedback.key: feedback.before})
    return watchlist(services)
