"""Announcements of new versions, signed with keys of the tests, and a server that gives them."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from nacl.signing import SigningKey

from epicrec_desktop.updates.manifest import CONTEXT
from epicrec_desktop.updates.source import Source
from local_http_server import Handler, serving

KEY = SigningKey(bytes(range(32)))
OTHER_KEY = SigningKey(bytes(range(1, 33)))
PAGE = "https://films.example/epicrec"


def public(key: SigningKey) -> bytes:
    return key.verify_key.encode()


def document(issued: datetime, version: str = "9.1.0", /, **changes: Any) -> dict[str, Any]:
    """What an announcement says; `changes` replace members."""
    return {
        "version": version,
        "issued": issued.isoformat(),
        "expires": (issued + timedelta(days=30)).isoformat(),
        "page": PAGE,
        "notes": {"en": "Faster posters.", "de": "Schnellere Plakate."},
        "artifacts": [
            {"name": f"epicrec-{system}", "system": system, "size": 9, "sha256": sign * 64}
            for system, sign in (("linux", "a"), ("windows", "b"))
        ],
        **changes,
    }


def signed(said: object, keys: Sequence[SigningKey] = (KEY,), context: bytes = CONTEXT) -> bytes:
    """An envelope around a document, or around a text as it is."""
    text = said if isinstance(said, str) else json.dumps(said)
    signatures = [
        {"key": public(key).hex(), "signature": key.sign(context + text.encode()).signature.hex()}
        for key in keys
    ]
    return json.dumps({"format": 1, "manifest": text, "signatures": signatures}).encode()


@dataclass
class Announcer:
    """A server; `requests` are what it was asked, headers included."""

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    source: Source = field(default_factory=lambda: Source("", ()))


@contextmanager
def announcer(keys: Sequence[SigningKey] = (KEY,)) -> Iterator[Announcer]:
    """One on this computer, which trusts these keys."""
    state = Announcer()

    def answer(handler: Handler) -> None:
        state.requests.append((handler.command, handler.path, dict(handler.headers)))
        handler.body(state.body, status=state.status, **state.headers)

    with serving(answer) as server:
        keyring = tuple(public(key) for key in keys)
        state.source = Source(f"{server.address}/newest.json", keyring)
        yield state
