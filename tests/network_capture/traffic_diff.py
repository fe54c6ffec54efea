"""What two lives left is held against each other; every difference is a sentence."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from network_capture.recording_server import CapturedRequest

NOISY = ("profile", "release.counts")
"""What of a blurred release is made of noisy numbers."""

_LENGTH = re.compile(r"(?i)^content-length:")
_TIME = re.compile(r"(?m)^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} ")
_TIMES = {"schedule.json": {"due": None}, "checked.json": {"changed": None}}
"""Files that hold a moment, and what of them it is: drawn at random, or of the file's writing."""
_PRIVATE = re.compile(r"(^|/)(epicrec\.sqlite3[^/]*|draws\.json)$")


def wire_differences(
    one: Sequence[CapturedRequest], two: Sequence[CapturedRequest], *, blurred: bool = False
) -> list[str]:
    """Where their requests differ: number, order, method, path, headers, body, connections.

    With `blurred`, the noisy numbers of a release may, and its length with them.
    """
    found: list[str] = []
    if len(one) != len(two):
        found.append(f"number of requests: {len(one)}, {len(two)}")
    for place, (a, b) in enumerate(zip_longest(one, two)):
        if a is None or b is None:
            break
        free = blurred and a.method == b.method == "POST"
        said = [_disclosed(request, free) for request in (a, b)]
        found += [
            f"{name} of request {place}: {said[0][name]!r}, {said[1][name]!r}"
            for name in said[0]
            if said[0][name] != said[1][name]
        ]
    if _connections(one) != _connections(two):
        found.append("requests share connections differently")
    return found


def disk_differences(one: Path, two: Path) -> list[str]:
    """Where their folders differ outside the database and the noisy numbers: names, sizes, bytes.

    Times in front of a log's lines, and when a provider is due again, are not compared.
    """
    a, b = (dict(_files(folder)) for folder in (one, two))
    found = [f"only one has {name}" for name in sorted(a.keys() ^ b.keys())]
    return found + [f"{name} differs" for name in sorted(a.keys() & b.keys()) if a[name] != b[name]]


def traces(folders: Iterable[Path], secrets: Iterable[str]) -> list[str]:
    """Files and folders with one of these texts in their bytes or names."""
    spelled = [
        spelling.encode(encoding)
        for text in secrets
        for spelling in {text, text.lower(), text.upper()}
        for encoding in ("utf-8", "utf-16-le", "utf-16-be")
    ]
    return [
        str(path)
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if any(s in os.fsencode(path.name) for s in spelled)
        or (path.is_file() and any(s in path.read_bytes() for s in spelled))
    ]


def _disclosed(request: CapturedRequest, free: bool) -> dict[str, Any]:
    headers = tuple(h for h in request.headers if not (free and _LENGTH.match(h)))
    said: dict[str, Any] = {"method": request.method, "path": request.path, "headers": headers}
    if not free:
        return {**said, "body": request.body, "size": len(request.body)}
    document = json.loads(request.body)
    besides = len(request.body) - len(json.dumps(document, separators=(",", ":")).encode())
    return {**said, "body": dict(_leaves(document)), "besides": besides}


def _leaves(value: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """The leaves of a document; of what is noisy the names alone."""
    if name == "profile":
        yield name, "movies"
    elif isinstance(value, dict):
        yield f"{name} has", list(value)
        for key, inner in value.items():
            yield from _leaves(inner, f"{name}.{key}".lstrip("."))
    else:
        yield name, None if name.startswith(NOISY) else value


def _connections(requests: Sequence[CapturedRequest]) -> list[int]:
    seen: dict[int, int] = {}
    return [seen.setdefault(request.connection, len(seen)) for request in requests]


def _files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file():
            yield f"{name}/", b""
        elif not _PRIVATE.search(name):
            yield name, _content(path)
        elif path.name in {"epicrec.sqlite3", "draws.json"}:
            yield name, b""  # that there is one, and no word of what is in it


def _content(path: Path) -> bytes:
    content = path.read_bytes()
    if path.suffix == ".log":
        return _TIME.sub("", content.decode()).encode()
    if path.name in _TIMES:
        return json.dumps({**json.loads(content), **_TIMES[path.name]}).encode()
    return content
