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
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

SCHEME = "epicrec:"
SUFFIX = ".epicrec"
MOST_CHARACTERS = 20_000
"""Of a line: room for a chain of certificates, and nothing that takes long to read."""
MOST_CERTIFICATE = 12_000
MOST_NAME, MOST_ADDRESS = 60, 500
KEY = re.compile(r"[\x21-\x7e]{1,512}")
_ENCODED = re.compile(r"[A-Za-z0-9_-]+={0,2}")
_CERTIFICATE = re.compile(
    r"(-----BEGIN CERTIFICATE-----\r?\n[A-Za-z0-9+/=\r\n]+-----END CERTIFICATE-----\s*)+"
)


class InvitationError(ValueError):
    """A text is no invitation; the message says why, without quoting it."""


@dataclass(frozen=True)
class Invitation:
    """What a service's operator gives to somebody who is to use it."""

    name: str
    address: str
    certificate: str = ""  # PEM, where the system does not trust the service's own
    key: str = ""  # of one member of a closed group
    expires: date | None = None  # the last day on which it may be opened


def encode(invitation: Invitation) -> str:
    """Return the line. Raises `InvitationError` for what `decode` would refuse."""
    fields = {name: value for name, value in asdict(invitation).items() if value}
    if invitation.expires is not None:
        fields["expires"] = invitation.expires.isoformat()
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
    if not isinstance(document, dict):
        raise InvitationError("incomplete")
    known = {}
    for name in ("name", "address", "certificate", "key", "expires"):
        known[name] = document.get(name, "")
        if not isinstance(known[name], str):
            raise InvitationError("incomplete")
    name, address = known["name"].strip(), known["address"].strip()
    if not name or not name.isprintable() or len(name) > MOST_NAME:
        raise InvitationError("without a name")
    if not address or not address.isprintable() or len(address) > MOST_ADDRESS:
        raise InvitationError("without an address")
    certificate, key = known["certificate"].strip(), known["key"]
    if certificate and (
        len(certificate) > MOST_CERTIFICATE or not _CERTIFICATE.fullmatch(certificate)
    ):
        raise InvitationError("with a damaged certificate")
    if key and not KEY.fullmatch(key):
        raise InvitationError("with a damaged key")
    try:
        expires = date.fromisoformat(known["expires"]) if known["expires"] else None
    except ValueError:
        raise InvitationError("incomplete") from None
    return Invitation(name, address, certificate, key, expires)
