"""What passes between a program and its door: flat frames, bounded both ways and never unpickled.

A frame is one line of JSON, and bytes after it. A program asks for an entry of the door's list by
its name, with texts, numbers and short lists of texts; it is answered with progress and with one
result or error. Whatever is malformed raises `FrameError`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

from epicrec_desktop.domain.errors import (
    Cancelled,
    CatalogError,
    DamagedError,
    EpicRecError,
    ProviderBusyError,
    ProviderError,
    StoreError,
    UpdateError,
)
from epicrec_desktop.domain.messages import Message, dump, load
from epicrec_desktop.domain.progress import Progress
from epicrec_desktop.door.traffic import Traffic

MAX_ASKED_BYTES = 100_000
MAX_ANSWER_BYTES = 10_000_000  # of a provider 4 MB
MAX_TEXT, MAX_TEXTS = 4_000, 40

Parameter = str | int | bool | list[str]
Result = None | bool | int | Message | bytes

_RESULTS = (type(None), bool, int, Message, bytes)
_ERRORS = {
    kind.__name__: kind
    for kind in (
        *(EpicRecError, CatalogError, StoreError, DamagedError, UpdateError, Cancelled),
        *(ProviderError, ProviderBusyError),
    )
}


class FrameError(Exception):
    """The other side does not keep to the form."""


def pack(header: Mapping[str, Any], body: bytes = b"") -> bytes:
    """Return a frame."""
    return json.dumps(header).encode() + b"\n" + body


def unpack(frame: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the header of a frame, which has a number at least, and what comes after it."""
    line, _, body = frame.partition(b"\n")
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        raise FrameError from None
    if not isinstance(header, dict) or type(header.get("id")) is not int:
        raise FrameError
    return header, body


def checked(parameters: object, kinds: tuple[type, ...]) -> list[Any]:
    """Return the parameters of an entry, each of exactly its kind and within bounds."""
    if not isinstance(parameters, list) or len(parameters) != len(kinds):
        raise FrameError
    for parameter, kind in zip(parameters, kinds, strict=True):
        texts = parameter if kind is list else [parameter] if kind is str else []
        if type(parameter) is not kind or len(texts) > MAX_TEXTS:
            raise FrameError
        if not all(isinstance(text, str) and len(text) <= MAX_TEXT for text in texts):
            raise FrameError
    return parameters


def progress_frame(number: int, progress: Progress) -> bytes:
    """Return a frame that reports progress."""
    return pack(
        {
            "id": number,
            "step": dump(progress.step),
            "done": progress.done,
            "total": progress.total,
        }
    )


def result_frame(number: int, result: Result, traffic: Traffic) -> bytes:
    """Return a frame with a result, and the bytes of its requests."""
    header = {"id": number, "result": type(result).__name__, "traffic": astuple(traffic)}
    if isinstance(result, bytes):
        return pack(header, result)
    return pack({**header, "value": dump(result) if isinstance(result, Message) else result})


def error_frame(number: int, error: EpicRecError, traffic: Traffic) -> bytes:
    """Return a frame with an error: a sentence, and what a caller must know of it."""
    known = type(error).__name__ if type(error).__name__ in _ERRORS else "EpicRecError"
    header: dict[str, Any] = {"id": number, "error": known, "text": dump(error.message)}
    header["traffic"] = astuple(traffic)
    if isinstance(error, ProviderError):
        header["sent"] = error.sent
    if isinstance(error, ProviderBusyError):
        header["wait"] = error.wait
    return pack(header)


def progress_of(header: Mapping[str, Any]) -> Progress | None:
    """Return the progress in a frame; None where it is a result or an error."""
    if "step" not in header:
        return None
    step, done, total = header["step"], header.get("done"), header.get("total")
    if not isinstance(step, str) or type(done) is not int or type(total) is not int:
        raise FrameError
    sentence = load(step)
    return Progress(sentence, done, total)


def result_of(header: Mapping[str, Any], body: bytes, traffic: Traffic) -> Result:
    """Return the result in a frame, and count its bytes. Raises the error in it."""
    match header.get("traffic"):
        case [int(sent), int(received)] if min(sent, received) >= 0 and sent + received < 2**53:
            traffic.add(sent, received)
        case _:
            raise FrameError
    if "error" in header:
        raise _error_of(header)
    name, value = header.get("result"), header.get("value")
    if name == "bytes":
        return body
    if name == "Message" and isinstance(value, str):
        return load(value)
    if type(value) in _RESULTS and type(value).__name__ == name:
        result: Result = value
        return result
    raise FrameError


def _error_of(header: Mapping[str, Any]) -> EpicRecError:
    kind, text = _ERRORS.get(str(header["error"])), header.get("text")
    if kind is None or not isinstance(text, str):
        raise FrameError
    options: dict[str, Any] = {}
    if issubclass(kind, ProviderError):
        options["sent"] = header.get("sent")
        if options["sent"] not in (True, False, None):
            raise FrameError
    if issubclass(kind, ProviderBusyError):
        options["wait"] = header.get("wait")
        if not isinstance(options["wait"], float):
            raise FrameError
    sentence = load(text)
    return kind(sentence, **options)
