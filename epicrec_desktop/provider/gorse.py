"""Ask a gorse server (github.com/gorse-io/gorse), which knows nothing of us.

Its session interface ranks for feedback that comes with the question and stores nothing. A server
that has none gets the films as feedback of a made-up user, who is deleted again whatever happens.
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
    JSON,
    Asking,
    at_path,
    decoded,
    exchange,
    foreign_answer,
    foreign_request,
    reading,
    wire_id,
)
from epicrec_desktop.provider.session import ARRIVED, NOT_SENT, ProviderSession
from epicrec_desktop.recommend.wire_published import MAX_TITLE

_TIME = "2000-01-01T00:00:00Z"
"""Of all feedback: when a film was watched is nobody's business."""

_PAGE = 1_000
_MOST_PAGES = 150  # as many movies as a stored catalog has room for
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

    def ask(self, session: ProviderSession, request: bytes, asking: Asking) -> bytes:
        """Ask with the films of a request of ours."""
        try:
            self._delete_left(session, asking)
        except ProviderError:
            raise ProviderError(
                "{provider} did not delete a made-up user of an earlier question, so it was not "
                "asked again. {kept}",
                sent=False,
                provider=session.name,
                kept=asking.kept or NOT_SENT,
            ) from None
        parsed, films = foreign_request(request)
        path = f"session/recommend?n={parsed.limit}"
        call = self._call(session, path, asking, self._body("", films))
        reply = session.request(call, asking.kept, asking.cancelled)
        with reading(session, asking):
            if reply.status in _NO_SUCH:
                found = self._as_user(session, films, parsed.limit, asking)
            else:
                session.check_reply(reply, "application/json", asking.kept)
                # Go writes an empty list as null.
                found = at_path(decoded(session, reply, asking) or [], ["Id"])
            return foreign_answer("gorse", parsed, len(films), found)

    def _as_user(
        self, session: ProviderSession, films: list[str], limit: int, asking: Asking
    ) -> object:
        """Insert a user's feedback, return what is recommended to it, and delete the user."""
        user = f"epicrec-{secrets.token_hex(8)}"
        insert = self._call(session, "feedback", asking, self._body(user, films))
        recommend = self._call(session, f"recommend/{user}?n={limit}", asking)
        try:
            _after(session, insert, asking)
            return decoded(session, _after(session, recommend, asking), asking) or []
        finally:
            with suppress(ProviderError):
                self._delete(session, user, asking)

    def _delete(self, session: ProviderSession, user: str, asking: Asking) -> None:
        """Delete a made-up user; remember one whom the server does not delete."""
        call = self._call(session, f"user/{user}", asking, verb="DELETE")
        left = True
        try:
            exchange(session, call, replace(asking, cancelled=never_cancelled))
            left = False
        finally:
            with _remembering:
                users = [one for one in left_users(session.cache) if one != user]
                users += [user] * left
                if users:
                    session.cache.put(_LEFT, msgspec.json.encode(users))
                else:
                    session.cache.forget(_LEFT)

    def _delete_left(self, session: ProviderSession, asking: Asking) -> None:
        for user in left_users(session.cache):
            self._delete(session, user, asking)

    def movies(self, session: ProviderSession, asking: Asking) -> tuple[Movie, ...]:
        """Return the server's items that have an id of IMDb and a title."""
        with suppress(ProviderError):
            self._delete_left(session, asking)
        found: list[Movie] = []
        cursor = ""
        for _ in range(_MOST_PAGES):
            check(asking.cancelled)
            path = f"items?n={_PAGE}&cursor={cursor}"
            reply = exchange(session, self._call(session, path, asking), asking)
            document = decoded(session, reply, asking)
            with reading(session, asking):
                found += filter(None, map(_movie, (document["Items"] or [])[:_PAGE]))
                cursor = quote(document["Cursor"], safe="")
            if not cursor:
                break
        return tuple({movie.wire_id: movie for movie in found}.values())

    def _body(self, user: str, films: list[str]) -> bytes:
        common = {"FeedbackType": self._feedback, "UserId": user, "Timestamp": _TIME}
        return msgspec.json.encode([{**common, "ItemId": film, "Comment": ""} for film in films])

    def _call(
        self,
        session: ProviderSession,
        path: str,
        asking: Asking,
        body: bytes | None = None,
        verb: str = "",
    ) -> HttpRequest:
        url = f"{session.url}/api/{path}"
        return HttpRequest(url, asking.max_bytes, body, JSON, asking.pause, verb)


def _after(session: ProviderSession, call: HttpRequest, asking: Asking) -> HttpReply:
    """Make a call after the films were sent, by the question for a session: an error says so."""
    try:
        return exchange(session, call, replace(asking, kept=asking.kept or ARRIVED))
    except ProviderError as error:
        raise ProviderError(error.message, sent=asking.kept is None) from None


def _movie(item: dict[str, object]) -> Movie | None:
    """Return an item as a movie: gorse has its title, if any, in the comment."""
    identifier, comment = item["ItemId"], item.get("Comment")
    if not isinstance(identifier, str) or not isinstance(comment, str):
        return None
    film, title = wire_id(identifier), " ".join(comment.split())[:MAX_TITLE]
    if film is None or not film.startswith("imdb:") or not title.isprintable() or not title:
        return None
    named = _TITLE.fullmatch(title)
    year = int(named[2]) if named else None
    listed = item.get("Categories")
    categories = tuple(name for name in CATEGORIES if isinstance(listed, list) and name in listed)
    return Movie(named[1] if named else title, year, categories, imdb_id=film[5:])
