"""What the process of a reader answers, as flat messages whose shape and bounds are checked.

Whoever took that process over chooses every byte of an answer. It is decoded as the type that the
work says it returns, and nothing else; whatever does not fit raises `MalformedAnswerError`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache, partial
from pathlib import PurePath
from typing import Any, get_args, get_type_hints

import msgspec

from epicrec_desktop.domain.errors import (
    Cancelled,
    CatalogError,
    DamagedError,
    EpicRecError,
    HistoryError,
    StoreError,
)
from epicrec_desktop.domain.messages import Message, Value
from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.domain.progress import Progress

PROGRESS, FAILURE, RESULT = b"p", b"f", b"r"
_SHORT = 65_536
"""Bytes of a sentence or of progress."""
_ERRORS = {kind.__name__: kind for kind in (CatalogError, StoreError, DamagedError, Cancelled)}


class MalformedAnswerError(ValueError):
    """An answer has another form than the work's."""


class _Failure(msgspec.Struct):
    kind: str
    message: Message
    reason: str = ""


def encode(kind: bytes, value: Any) -> bytearray:
    """Return a message: progress, an `EpicRecError`, or the result of the work.

    An error may quote a name that is no UTF-8, which no message can carry: it is made plain.
    """
    if isinstance(value, EpicRecError):
        reason = value.reason if isinstance(value, HistoryError) else ""
        value = _Failure(type(value).__name__, _plain(value.message), reason)
    body = bytearray(kind)
    msgspec.msgpack.Encoder(enc_hook=_flat).encode_into(value, body, -1)
    return body


def decode(body: bytes | bytearray, work: Any) -> Progress | EpicRecError | tuple[Any]:
    """Return progress, an error to raise, or the result of this work, in a tuple.

    Raises `MalformedAnswerError`.
    """
    kind, content = body[:1], memoryview(body)[1:]
    try:
        if kind == RESULT:
            return (_decoder(work.func if isinstance(work, partial) else work).decode(content),)
        if len(body) > _SHORT:
            raise MalformedAnswerError
        if kind == PROGRESS:
            return _PROGRESS.decode(content)
        failure = _FAILURE.decode(content)
        if failure.kind == HistoryError.__name__:
            return HistoryError(failure.message, failure.reason)
        return _ERRORS.get(failure.kind, EpicRecError)(failure.message)
    except (ArithmeticError, RecursionError, TypeError, ValueError):
        raise MalformedAnswerError from None


def _plain(sentence: Message) -> Message:
    def shown(value: Value) -> Value:
        if isinstance(value, Message):
            return _plain(value)
        return plain(value) if isinstance(value, str) else value

    values = {name: shown(value) for name, value in sentence.values.items()}
    return replace(sentence, values=values)


@cache
def _decoder(work: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(get_type_hints(work)["return"], dec_hook=_array)


def _flat(value: Any) -> Any:
    """Return a path as text, an array as its type, shape and bytes."""
    if isinstance(value, PurePath):
        return str(value)
    return value.dtype.str, value.shape, value.tobytes()


def _array(kind: Any, value: Any) -> Any:
    """Return the array of numbers that `_flat` took apart; `kind` is the NDArray expected."""
    import numpy as np  # noqa: PLC0415 - a scan does without

    expected = np.dtype(get_args(get_args(kind)[1])[0])
    name, shape, content = value
    sizes = [size for size in shape if type(size) is int and size >= 0]
    if (
        name != expected.str
        or expected.kind not in "iuf"
        or sizes != list(shape)
        or len(content) != math.prod(sizes) * expected.itemsize
    ):
        raise ValueError("an array is of its type, and as long as its shape")
    return np.frombuffer(content, dtype=expected).reshape(sizes).copy()


_PROGRESS = msgspec.msgpack.Decoder(Progress)
_FAILURE = msgspec.msgpack.Decoder(_Failure)
