"""Ask a provider about public personas, in batches on a schedule, and store what it answers.

A service of ours may publish its answers to all of them, and is then asked for that alone.
The requests are a function of the shipped personas: nothing of the user is in them, nor in their
order, their number or their time. All personas are asked, or none counts: what was answered is used
once it is whole.
"""

from __future__ import annotations

import json
import secrets
import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.door.traffic import Traffic, counted
from epicrec_desktop.provider.cache import NOTHING_SENT, is_due
from epicrec_desktop.provider.foreign import Asking
from epicrec_desktop.provider.interface import OwnInterface, interface_of
from epicrec_desktop.provider.session import ProviderSession
from epicrec_desktop.recommend.personas import (
    LENGTH,
    SHORT,
    PersonaAnswers,
    PersonaSet,
    PublicIds,
    persona_request,
)
from epicrec_desktop.recommend.wire import parse_answer
from epicrec_desktop.recommend.wire_personas import MAX_LISTS_BYTES, lists_document, parse_lists
from epicrec_desktop.recommend.wire_schema import WireError

BATCH = 50
"""Requests in a row: the window asks a batch a minute, so a service is never hurried."""

PAUSE_SECONDS = 0.1
"""Before each request: few enough for a service that allows ten in a second."""

EVERY_SECONDS = 30 * 24 * 3600
AGAIN_SECONDS = 24 * 3600
"""After a failure; what was answered before it is kept for a week."""

JITTER_SECONDS = 6 * 3600
STALE_SECONDS = 7 * 24 * 3600

MAX_ANSWER_BYTES = 40_000
MAX_BYTES = 10_000_000
"""Of all answers of a month; other servers name movies with much that is not read."""

_DONE, _PARTIAL, _SCHEDULE = "personas", "personas-partial", "personas-schedule"


@dataclass
class Asked:
    """What was asked and answered so far. `began` is in Unix seconds."""

    digest: str
    began: float
    lists: list[PublicIds] = field(default_factory=list)
    requests: int = 0
    sent: int = 0  # bytes, with heads
    received: int = 0

    @property
    def time(self) -> datetime:
        """When it was begun."""
        return datetime.fromtimestamp(self.began, UTC)

    def answers(self, personas: PersonaSet) -> PersonaAnswers:
        """Return the answers so far, with their personas."""
        pairs = tuple(zip(personas.movies, self.lists, strict=False))  # older ones have more
        return PersonaAnswers(*zip(*pairs, strict=True)) if pairs else PersonaAnswers((), ())

    def document(self) -> bytes:
        """Return this as JSON."""
        values = {name: getattr(self, name) for name in ("began", "requests", "sent", "received")}
        document = lists_document(self.digest, self.lists) | values
        return json.dumps(document, separators=(",", ":")).encode()

    def count(self, traffic: Traffic) -> None:
        """Count a request."""
        self.requests += 1
        self.sent += traffic.sent
        self.received += traffic.received

    @classmethod
    def read(cls, body: bytes | None) -> Asked | None:
        """Return what `document` wrote; None for anything else."""
        try:
            values, lists = parse_lists(body or b"null")
            requests = int(values.get("requests", len(lists)))  # older versions stored none
            counts = (requests, int(values["sent"]), int(values["received"]))
            return cls(values["digest"], float(values["began"]), lists, *counts)
        except (TypeError, KeyError, ValueError, OverflowError):
            return None


class AskedPersonas:
    """What one provider answers to the personas. Thread-safe. Raises `ProviderError`."""

    def __init__(self, exchanges: ProviderSession, pause: float = PAUSE_SECONDS) -> None:
        self._exchanges, self._cache, self._pause = exchanges, exchanges.cache, pause
        self._interface = interface_of(exchanges.address)
        self._lock = threading.Lock()

    def asked(self, digest: str) -> Asked | None:
        """Return the newest whole round for the personas of this digest; None without."""
        found = Asked.read(self._cache.get(_DONE, MAX_LISTS_BYTES))
        return found if found is not None and found.digest == digest else None

    def is_due(self, now: datetime) -> bool:
        """Return whether the schedule says to ask."""
        return is_due(self._cache.due(_SCHEDULE), now, EVERY_SECONDS + JITTER_SECONDS)

    def ask(self, now: datetime, personas: PersonaSet, job: Job) -> bool:
        """Ask about the next batch of personas; return whether all have been answered.

        The next time is set before anything is asked, so that a failure does not move it. Raises
        `Cancelled`; what was answered before is kept.
        """
        with self._lock:
            self._put_due(now, AGAIN_SECONDS)
            part = self._partial(now, personas)
            try:
                if isinstance(self._interface, OwnInterface) and not part.lists:
                    self._fetch_lists(part, personas, job)
                for movies in personas.movies[len(part.lists) :][:BATCH]:
                    job.check()
                    self._ask_one(part, movies, job)
            finally:
                self._cache.put(_PARTIAL, part.document())
            if len(part.lists) < len(personas.movies):
                self._cache.put_due(now.timestamp(), _SCHEDULE)
                return False
            self._cache.put(_DONE, part.document())
            self._cache.forget(_PARTIAL)
            self._put_due(now, EVERY_SECONDS)
            return True

    def forget(self) -> None:
        """Remove what was answered: the user switched this off."""
        with self._lock:
            for name in (_DONE, _PARTIAL, _SCHEDULE):
                self._cache.forget(name)

    def _put_due(self, now: datetime, seconds: int) -> None:
        later = seconds + secrets.randbelow(JITTER_SECONDS)
        self._cache.put_due(now.timestamp() + later, _SCHEDULE)

    def _partial(self, now: datetime, personas: PersonaSet) -> Asked:
        """Return what was answered so far, or the beginning of a new round."""
        part = Asked.read(self._cache.get(_PARTIAL, MAX_LISTS_BYTES))
        fresh = part is not None and 0 <= now.timestamp() - part.began < STALE_SECONDS
        if part is None or not fresh or part.digest != personas.digest:
            return Asked(personas.digest, now.timestamp())
        return part

    def _fetch_lists(self, part: Asked, personas: PersonaSet, job: Job) -> None:
        """Fetch the answers that a service publishes; leave `part` as it is where it has none."""
        path = f"/v1/personas/{personas.digest[:SHORT]}"
        with counted() as traffic:
            body = self._exchanges.fetch(path, MAX_BYTES, job.cancelled)
        part.count(traffic)
        if body is None:
            return
        try:
            document, lists = parse_lists(body)
        except WireError:
            raise self._exchanges.malformed_answer(NOTHING_SENT) from None
        if document["digest"] != personas.digest or len(lists) != len(personas.movies):
            raise self._exchanges.malformed_answer(NOTHING_SENT)
        part.lists = lists

    def _ask_one(self, part: Asked, movies: PublicIds, job: Job) -> None:
        kept, cancelled = NOTHING_SENT, job.cancelled
        asking = Asking(self._exchanges, kept, cancelled, self._pause, MAX_ANSWER_BYTES)
        with counted() as traffic:
            reply = self._interface.ask(persona_request(movies), asking)
        with asking.reading():
            answer = parse_answer(reply)
        part.count(traffic)
        if answer.known + answer.unknown != len(movies):
            raise self._exchanges.malformed_answer(NOTHING_SENT)
        if part.received > MAX_BYTES * (1 if isinstance(self._interface, OwnInterface) else 5):
            raise ProviderError(
                "{provider} answered with more data than is allowed. {kept}",
                provider=self._exchanges.name,
                kept=NOTHING_SENT,
            )
        part.lists.append(tuple(movie for movie, _ in answer.overall[:LENGTH]))
