"""Ask a gorse server (github.com/gorse-io/gorse), which knows nothing of us.

Its session interface ranks for feedback that comes with the question and stores nothing. A server
that has none gets the movies as feedback of a made-up user, who is deleted again whatever happens.
One whom the server did not delete is remembered; it is asked nothing more before it does.
"""

from __future__ import annotations

import re
import secrets
import threading
from contextlib import suppress
from dataclasses import replace
from urllib.parse import quote

import msgspec

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.progress import check, never_cancelled
from epicrec_desktop.door.request import HttpReply, HttpRequest
from epicrec_desktop.provider.cache import Cache
from epicrec_desktop.provider.foreign import (
    Asking,
    at_path,
    foreign_answer,
    foreign_request,
    wire_id,
)
from epicrec_desktop.provider.session import ARRIVED, NOT_SENT
from epicrec_desktop.recommend.wire_published import MAX_TITLE
from epicrec_desktop.recommend.wire_schema import WireError

_TIME = "2000-01-01T00:00:00Z"
"""Of all feedback: when a movie was watched is nobody's business."""

_PAGE = 1_000
_MOST_PAGES = 150  # as many movies as a stored catalog has room for
_LONGEST_CURSOR = 400
"""An item's id, in some versions as Base64; an id has at most 256 characters there."""
_NO_SUCH = (404, 405)
_TITLE = re.compile(r"(.+?)\s*\(((?:18|19|20|21)\d\d)\)")


_LEFT, _LEFT_BYTES = "left", 10_000
_USER = re.compile(r"epicrec-[0-9a-f]{16}")
_remembering = threading.Lock()


def left_users(cache: Cache) -> tuple[str, ...]:
    """Return the made-up users that a server did not delete when it was asked to."""
    try:
        found = msgspec.json.decode(cache.get(_LEFT, _LEFT_BYTES) or b"[]", type=list[str])
    except (ValueError, RecursionError):
        return ()
    return tuple(filter(_USER.fullmatch, found))


class Gorse:
    """gorse's interface. `feedback`: the type of feedback that means "watched" there."""

    key_header = "X-API-Key"

    def __init__(self, feedback: str) -> None:
        self._feedback = feedback

    def ask(self, request: bytes, asking: Asking) -> bytes:
        """Ask with the movies of a request of ours."""
        try:
            _delete_left(asking)
        except ProviderError:
            raise ProviderError(
                "{provider} did not delete a made-up user of an earlier question, so it was not "
                "asked again. {kept}",
                sent=False,
                provider=asking.session.name,
                kept=asking.kept or NOT_SENT,
            ) from None
        parsed, movies = foreign_request(request)
        path = f"/api/session/recommend?n={parsed.limit}"
        call = asking.call(path, self._body("", movies))
        reply = asking.session.request(call, asking.kept, asking.cancelled)
        with asking.reading():
            if reply.status in _NO_SUCH:
                found = self._as_user(movies, parsed.limit, asking)
            else:
                asking.session.check_reply(reply, "application/json", asking.kept)
                # Go writes an empty list as null.
                found = at_path(asking.decoded(reply) or [], ["Id"])
            return foreign_answer("gorse", parsed, len(movies), found)

    def _as_user(self, movies: list[str], limit: int, asking: Asking) -> object:
        """Insert a user's feedback, return what is recommended to it, and delete the user."""
        user = f"epicrec-{secrets.token_hex(8)}"
        insert = asking.call("/api/feedback", self._body(user, movies))
        recommend = asking.call(f"/api/recommend/{user}?n={limit}")
        try:
            _after(insert, asking)
            return asking.decoded(_after(recommend, asking)) or []
        finally:
            with suppress(ProviderError):
                _delete(user, asking)

    def movies(self, asking: Asking) -> tuple[Movie, ...]:
        """Return the server's items that have an id of IMDb and a title."""
        with suppress(ProviderError):
            _delete_left(asking)
        found: list[Movie] = []
        cursor = ""
        for _ in range(_MOST_PAGES):
            check(asking.cancelled)
            path = f"/api/items?n={_PAGE}&cursor={cursor}"
            document = asking.decoded(asking.exchange(asking.call(path)))
            with asking.reading():
                found += filter(None, map(_movie, (document["Items"] or [])[:_PAGE]))
                cursor = document["Cursor"]
                if len(cursor) > _LONGEST_CURSOR:
                    raise WireError("/Cursor", "is too long")
                cursor = quote(cursor, safe="")
            if not cursor:
                break
        return tuple({movie.wire_id: movie for movie in found}.values())

    def _body(self, user: str, movies: list[str]) -> bytes:
        common = {"FeedbackType": self._feedback, "UserId": user, "Timestamp": _TIME}
        return msgspec.json.encode([{**common, "ItemId": movie, "Comment": ""} for movie in movies])


def _delete(user: str, asking: Asking) -> None:
    """Delete a made-up user; remember one whom the server does not delete."""
    cache = asking.session.cache
    left = True
    try:
        call = asking.call(f"/api/user/{user}", verb="DELETE")
        replace(asking, cancelled=never_cancelled).exchange(call)
        left = False
    finally:
        with _remembering:
            users = [one for one in left_users(cache) if one != user]
            users += [user] * left
            if users:
                cache.put(_LEFT, msgspec.json.encode(users))
            else:
                cache.forget(_LEFT)


def _delete_left(asking: Asking) -> None:
    for user in left_users(asking.session.cache):
        _delete(user, asking)


def _after(call: HttpRequest, asking: Asking) -> HttpReply:
    """Make a call after the movies were sent, by the question for a session: an error says so."""
    try:
        return replace(asking, kept=asking.kept or ARRIVED).exchange(call)
    except ProviderError as error:
        raise ProviderError(error.message, sent=asking.kept is None) from None


def _movie(item: dict[str, object]) -> Movie | None:
    """Return an item as a movie: gorse has its title, if any, in the comment."""
    identifier, comment = item["ItemId"], item.get("Comment")
    if not isinstance(identifier, str) or not isinstance(comment, str):
        return None
    movie, title = wire_id(identifier), " ".join(comment.split())[:MAX_TITLE]
    if movie is None or not movie.startswith("imdb:") or not title.isprintable() or not title:
        return None
    named = _TITLE.fullmatch(title)
    year = int(named[2]) if named else None
    listed = item.get("Categories")
    categories = tuple(name for name in CATEGORIES if isinstance(listed, list) and name in listed)
    return Movie(named[1] if named else title, year, categories, imdb_id=movie[5:])
