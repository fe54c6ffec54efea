"""What passes between a program and its door: frames of a few shapes, bounded both ways.

They are MessagePack, decoded as these types and never unpickled. A program asks for an entry of the
door's list by its name, with texts, numbers and short lists of texts; it is answered with progress
and with one result or error. Whatever is malformed raises `FrameError`.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec

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
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.progress import Progress
from epicrec_desktop.door.traffic import Traffic

MAX_ASKED_BYTES = 100_000
MAX_ANSWER_BYTES = 10_000_000  # of a provider 4 MB

_Text = Annotated[str, msgspec.Meta(max_length=4_000)]
_File = Annotated[bytes, msgspec.Meta(max_length=16_000)]
Parameter = _Text | int | bool | Annotated[list[_Text], msgspec.Meta(max_length=40)]
Result = None | bool | int | Message | bytes
Shape = TypeVar("Shape")

_SENT = (ProviderError, ProviderBusyError)
_KINDS = (*_SENT, EpicRecError, CatalogError, StoreError, DamagedError, UpdateError, Cancelled)
_ERRORS = {kind.__name__: kind for kind in _KINDS}


class FrameError(Exception):
    """The other side does not keep to the form."""


class Asked(msgspec.Struct, tag=True):
    """A program asks for an entry; `library` as bytes, since a folder need not be UTF-8."""

    number: int
    entry: str
    parameters: list[Parameter]
    library: list[_File]


class Cancel(msgspec.Struct, tag=True):
    """It does not wait for the answer to this number any longer."""

    number: int


class Reported(msgspec.Struct, tag=True):
    """The door is that far."""

    number: int
    progress: Progress


class Answered(msgspec.Struct, tag=True):
    """A result, and the bytes of its requests."""

    number: int
    value: Result
    traffic: Traffic


class Failed(msgspec.Struct, tag=True):
    """An error: a sentence, and what a caller must know of it."""

    number: int
    kind: str
    text: Message
    traffic: Traffic
    sent: bool | None = None
    wait: float | None = None

    @classmethod
    def of(cls, number: int, error: EpicRecError, traffic: Traffic) -> Failed:
        """Return an error as a frame."""
        kind = type(error).__name__ if type(error).__name__ in _ERRORS else "EpicRecError"
        more = (getattr(error, name, None) for name in ("sent", "wait"))
        return cls(number, kind, error.message, traffic, *more)

    @property
    def error(self) -> EpicRecError:
        """The error itself."""
        kind = _ERRORS.get(self.kind)
        options: dict[str, Any] = {}
        if kind in _SENT:
            options["sent"] = self.sent
        if kind is ProviderBusyError:
            options["wait"] = self.wait
        if kind is None or options.get("wait", 0.0) is None:
            raise FrameError
        return kind(self.text, **options)


ASKED = msgspec.msgpack.Decoder(Asked | Cancel)
ANSWERS = msgspec.msgpack.Decoder(Reported | Answered | Failed)


def pack(frame: msgspec.Struct) -> bytes:
    """Return a frame as bytes; what is no text, as in the name of a file, is replaced by marks.

    A value of a message that is of no shape of ours goes as its text: an error has to arrive.
    """
    try:
        return msgspec.msgpack.encode(frame, enc_hook=str)
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(frame, builtin_types=(bytes,), enc_hook=str)
        return msgspec.msgpack.encode(_marked(plain))


def _marked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _marked(one) for name, one in value.items()}
    if isinstance(value, list):
        return list(map(_marked, value))
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def unpack(frame: bytes, shapes: msgspec.msgpack.Decoder[Shape]) -> Shape:
    """Return a frame of one of these shapes."""
    try:
        return shapes.decode(frame)
    except (ValueError, RecursionError):
        raise FrameError from None
