"""A gorse server in small: what its OpenAPI document says of five operations, and no more.

The document is `/apidocs.json` of a running server (gorse 0.4). Whatever is asked otherwise than it
says is an answer of 400, and is in `refused`.
"""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from local_http_server import Handler

FEEDBACK = {"FeedbackType", "UserId", "ItemId", "Timestamp", "Comment"}
"""Required members of server.Feedback; all are text."""

OPERATIONS = {
    # method and path: allowed query, whether the body is a list of feedback
    "GET /api/items": ({"n", "cursor"}, False),
    "POST /api/session/recommend": ({"n", "offset"}, True),
    "POST /api/feedback": (set[str](), True),
    "GET /api/recommend/{user}": ({"n", "offset", "write-back-type", "write-back-delay"}, False),
    "DELETE /api/user/{user}": (set[str](), False),
}


class GorseServer:
    """`ranked`: what is recommended to somebody with these items. Items are inserted for good."""

    def __init__(
        self,
        items: list[dict[str, Any]],
        ranked: Callable[[list[str], int], list[str]],
        *,
        sessions: bool = True,
        key: str | None = None,
    ) -> None:
        self._ranked, self._sessions, self._key = ranked, sessions, key
        self.items = {item["ItemId"]: item for item in items}
        self.users: dict[str, list[str]] = {}
        self.met: list[str] = []  # users who were ever there
        self.asked: list[tuple[str, list[dict[str, str]]]] = []
        self.refused: list[str] = []
        self.failing = ""  # an operation that fails

    def __call__(self, handler: Handler) -> None:
        """Answer one request."""
        path = urlsplit(handler.path).path
        general = re.sub(r"(recommend|user)/[^/]+$", r"\1/{user}", path)
        if path == "/api/session/recommend":
            general = path
        operation = f"{handler.command} {general}"
        if self._key is not None and handler.headers.get("X-API-Key") != self._key:
            self._answer(handler, "unauthorized", 401)
        elif operation == self.failing:
            self._answer(handler, "broken", 500)
        elif operation not in OPERATIONS or ("session" in path and not self._sessions):
            self._answer(handler, "Not Found", 404)
        else:
            self._known(handler, operation, path.rpartition("/")[2])

    def _known(self, handler: Handler, operation: str, last: str) -> None:
        query, has_feedback = OPERATIONS[operation]
        feedback = json.loads(handler.content) if has_feedback else []
        sound = isinstance(feedback, list) and all(
            set(one) == FEEDBACK and all(isinstance(value, str) for value in one.values())
            for one in feedback
        )
        if (
            not sound
            or not set(handler.parameters) <= query
            or bool(handler.content) > has_feedback
        ):
            self.refused.append(operation)
            self._answer(handler, "bad request", 400)
            return
        self.asked.append((operation, feedback))
        count = int(handler.parameters.get("n", 10))
        if operation == "GET /api/items":
            self._answer(handler, self._page(count, handler.parameters.get("cursor", "")))
        elif operation == "POST /api/session/recommend":
            found = self._ranked([one["ItemId"] for one in feedback], count)
            scored = [{"Id": item, "Score": -float(i)} for i, item in enumerate(found)]
            self._answer(handler, scored or None)  # as Go writes an empty slice
        elif operation == "POST /api/feedback":
            for one in feedback:
                self.users.setdefault(one["UserId"], []).append(one["ItemId"])
                self.met.append(one["UserId"])
            self._answer(handler, {"RowAffected": len(feedback)})
        elif operation.startswith("DELETE"):
            self._answer(handler, {"RowAffected": int(self.users.pop(last, None) is not None)})
        else:
            self._answer(handler, self._ranked(self.users.get(last, []), count) or None)

    def _page(self, count: int, cursor: str) -> dict[str, Any]:
        start = int(cursor or 0)
        listed = list(self.items.values())
        more = str(start + count) if start + count < len(listed) else ""
        return {"Cursor": more, "Items": listed[start : start + count]}

    @staticmethod
    def _answer(handler: Handler, document: Any, status: int = 200) -> None:
        body = json.dumps(document).encode()
        handler.body(body, status=status, Content_Type="application/json")


def item(identifier: str, comment: str, *categories: str) -> dict[str, Any]:
    """Return a data.Item."""
    return {
        "ItemId": identifier,
        "IsHidden": False,
        "Categories": list(categories),
        "Timestamp": "2020-01-01T00:00:00Z",
        "Labels": {"any": ["thing"]},
        "Comment": comment,
    }
