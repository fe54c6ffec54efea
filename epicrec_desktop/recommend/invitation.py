"""An invitation to a service, as its operator gives it away and the desktop reads it.

One line: `epicrec:` and the Base64 (URL-safe, RFC 4648) of a JSON object with name, address, and
where there are any the service's certificate, the key of a member, and the last day on which it
may be opened. The same line is the content of a file and the address of a link.
"""

from __future__ import annotations

import binascii
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from epicrec_desktop.domain.records import Record
from epicrec_desktop.recommend.wire_schema import WireError, check_lines, convert

SCHEME = "epicrec:"
SUFFIX = ".epicrec"
MOST_CHARACTERS = 20_000
"""Of a line: room for a chain of certificates, and nothing that takes long to read."""
KEY = re.compile(r"[\x21-\x7e]{1,512}")
MOST_NAME = 60
_ENCODED = re.compile(r"[A-Za-z0-9_-]+={0,2}")
_CERTIFICATE = (
    r"^(-----BEGIN CERTIFICATE-----\r?\n[A-Za-z0-9+/=\r\n]+-----END CERTIFICATE-----\s*)*\Z"
)
_FAULTS = {
    "/name": "without a name",
    "/address": "without an address",
    "/certificate": "with a damaged certificate",
    "/key": "with a damaged key",
}


class InvitationError(ValueError):
    """A text is no invitation; the message says why, without quoting it."""


class Invitation(Record, frozen=True):
    """What a service's operator gives to somebody who is to use it.

    `certificate`: PEM, where the system does not trust the service's own. `key`: of one member of a
    closed group. `expires`: the last day on which it may be opened.
    """

    name: Annotated[str, Meta(min_length=1, max_length=MOST_NAME)]
    address: Annotated[str, Meta(min_length=1, max_length=500)]
    certificate: Annotated[str, Meta(max_length=12_000, pattern=_CERTIFICATE)] = ""
    key: Annotated[str, Meta(pattern=rf"^({KEY.pattern})?\Z")] = ""
    expires: date | None = None


def encode(invitation: Invitation) -> str:
    """Return the line. Raises `InvitationError` for what `decode` would refuse."""
    fields = {name: value for name, value in msgspec.to_builtins(invitation).items() if value}
    document = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    line = SCHEME + urlsafe_b64encode(document.encode()).decode().rstrip("=")
    decode(line)
    return line


def decode(text: str) -> Invitation:
    """Return what a line says, whatever is around it. Raises `InvitationError`.

    Neither the address nor the day is judged: that is the reader's.
    """
    if len(text) > 2 * MOST_CHARACTERS:
        raise InvitationError("too long")
    line = "".join(text.split())  # mail programs fold long lines
    if not line.casefold().startswith(SCHEME) or len(line) > MOST_CHARACTERS:
        raise InvitationError("not an invitation")
    encoded = line[len(SCHEME) :].lstrip("/")
    if not _ENCODED.fullmatch(encoded):
        raise InvitationError("not an invitation")
    try:
        content = urlsafe_b64decode(encoded.rstrip("=") + "=" * (-len(encoded.rstrip("=")) % 4))
        document = json.loads(content.decode("utf-8"))
    except (binascii.Error, ValueError, RecursionError):
        raise InvitationError("incomplete") from None
    return _of(document)


def read_line(file: Path) -> str:
    """Return what a file with one line has, and of a larger one no more than its beginning.

    Empty for one that cannot be read, or is no text.
    """
    try:
        with file.open("rb") as stream:
            return stream.read(MOST_CHARACTERS + 1).decode("ascii")
    except (OSError, ValueError):
        return ""


def _of(document: object) -> Invitation:
    """Return the invitation of a JSON document, each field within its bounds."""
    if isinstance(document, dict):
        shown = ("name", "address", "certificate")
        texts = {name: document[name] for name in shown if isinstance(document.get(name), str)}
        document |= {name: text.strip() for name, text in texts.items()}
    try:
        found = convert(document, Invitation)
        check_lines("/name", found.name)
        check_lines("/address", found.address)
    except WireError as error:
        raise InvitationError(_FAULTS.get(error.pointer, "incomplete")) from None
    return found
