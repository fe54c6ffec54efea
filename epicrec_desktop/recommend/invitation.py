"""An invitation to a service, as its operator gives it away and the desktop reads it.

One line: `epicrec:` and the Base64 (URL-safe, RFC 4648) of a JSON object with name, address, and
where there are any the service's certificate, the key of a member, and the last day on which it
may be opened. An empty text says as much as none. The same line is the content of a file and the
address of a link.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

SCHEME = "epicrec:"
SUFFIX = ".epicrec"
MOST_CHARACTERS = 20_000
"""Of a line: room for a chain of certificates, and nothing that takes long to read."""
MOST_CERTIFICATE = 12_000
MOST_NAME, MOST_ADDRESS = 60, 500
KEY = re.compile(r"[\x21-\x7e]{1,512}")
_ENCODED = re.compile(r"[A-Za-z0-9_-]+={0,2}")
_CERTIFICATE = re.compile(
    r"(-----BEGIN CERTIFICATE-----\r?\n[A-Za-z0-9+/=\r\n]+-----END CERTIFICATE-----\s*){1,5}"
)


class InvitationError(ValueError):
    """A text is no invitation; the message says why, without quoting it."""


@dataclass(frozen=True)
class Invitation:
    """What a service's operator gives to somebody who is to use it."""

    name: str = ""
    address: str = ""
    certificate: str = ""  # PEM, where the system does not trust the service's own
    key: str = ""  # of one member of a closed group
    expires: date | None = None  # the last day on which it may be opened


def encode(invitation: Invitation) -> str:
    """Return the line. Raises `InvitationError` for what `decode` would refuse."""
    document = msgspec.json.encode({n: value for n, value in asdict(invitation).items() if value})
    line = SCHEME + urlsafe_b64encode(document).decode().rstrip("=")
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
        said = msgspec.json.decode(content, type=dict[str, Any])
        read = msgspec.convert({n: value for n, value in said.items() if value != ""}, Invitation)
    except (ValueError, RecursionError):
        raise InvitationError("incomplete") from None
    name, address, certificate = (
        text.strip() for text in (read.name, read.address, read.certificate)
    )
    if not name or not name.isprintable() or len(name) > MOST_NAME:
        raise InvitationError("without a name")
    if not address or not address.isprintable() or len(address) > MOST_ADDRESS:
        raise InvitationError("without an address")
    if certificate and (
        len(certificate) > MOST_CERTIFICATE or not _CERTIFICATE.fullmatch(certificate)
    ):
        raise InvitationError("with a damaged certificate")
    if read.key and not KEY.fullmatch(read.key):
        raise InvitationError("with a damaged key")
    return replace(read, name=name, address=address, certificate=certificate)


def read_line(file: Path) -> str:
    """Return what a file with one line has, and of a larger one no more than its beginning.

    Empty for one that cannot be read, or is no text.
    """
    try:
        with file.open("rb") as stream:
            return stream.read(MOST_CHARACTERS + 1).decode("ascii")
    except (OSError, ValueError):
        return ""
