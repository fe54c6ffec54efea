"""Verify a signed update manifest, and store the newest one that was accepted."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from epicrec_desktop.domain.json_text import strict_json
from epicrec_desktop.files import write_file

CONTEXT = b"epicrec-desktop update manifest 1\n"
FORMAT = 1
MOST_BYTES = 65_536
"""Of an envelope."""
LONGEST = timedelta(days=120)
"""An announcement is valid for no longer: as long can somebody hide a newer one."""

_MOST_SIGNATURES = 8
_MOST_ARTIFACTS = 24
_MOST_NOTES = 12
_LONGEST_NOTE = 2_000
_LARGEST_FILE = 4_000_000_000
_HEX_KEY = re.compile(r"[0-9a-f]{64}")
_HEX_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_UNRELEASED = re.compile(r"\.dev[0-9]+$")
_VERSION = re.compile(r"(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){1,3}")
_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,119}")
_WORD = re.compile(r"[a-z][a-z0-9_]{0,15}")


class MalformedManifestError(ValueError):
    """It is no manifest, or none of this format."""


class UntrustedManifestError(ValueError):
    """No trusted key signed it."""


@dataclass(frozen=True)
class Artifact:
    """A file that users install. `system` is `linux` or `windows`; `sha256` in hexadecimal."""

    name: str
    system: str
    size: int  # bytes
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """The contents of a manifest. `digest` is the SHA-256 of its text."""

    version: str
    issued: datetime
    expires: datetime
    page: str  # an https address, where a person finds the files
    notes: Mapping[str, str]  # a few sentences, by language
    artifacts: tuple[Artifact, ...]
    digest: str

    def for_system(self, system: str) -> tuple[Artifact, ...]:
        """Return its files for `linux` or `windows`."""
        return tuple(artifact for artifact in self.artifacts if artifact.system == system)


def read(envelope: bytes, keys: Sequence[bytes]) -> Manifest:
    """Return an announcement that one of the keys signed. Raises `MalformedManifestError` and
    `UntrustedManifestError`.
    """
    try:
        text, signatures = _opened(envelope)
        signed = text.encode("utf-8")
        if not any(_is_right(signed, key, sign) for key, sign in signatures if key in keys):
            raise UntrustedManifestError
        return _manifest(strict_json(signed), hashlib.sha256(signed).hexdigest())
    except UntrustedManifestError:
        raise
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise MalformedManifestError from None


def order(version: str) -> tuple[int, ...]:
    """Return a version as numbers that compare: 1.10 is newer than 1.9, and 1.2 equals 1.2.0.

    A program between two releases, "1.3.0.dev0", comes before 1.3.0. Raises `ValueError`.
    """
    released = _UNRELEASED.sub("", version)
    if not _VERSION.fullmatch(released):
        raise ValueError("not a version")
    numbers = [int(part) for part in released.split(".")]
    return (*numbers, *(0 for _ in range(4 - len(numbers))), int(released == version))


def _opened(envelope: bytes) -> tuple[str, list[tuple[bytes, bytes]]]:
    """Return the text of an envelope, and the keys and signatures beside it."""
    if len(envelope) > MOST_BYTES:
        raise ValueError("too long")
    document = strict_json(envelope)
    if document["format"] != FORMAT or not isinstance(document["manifest"], str):
        raise ValueError("another format")
    signature_list = document["signatures"]
    if not isinstance(signature_list, list) or len(signature_list) > _MOST_SIGNATURES:
        raise ValueError("too many signatures")
    return document["manifest"], [
        (
            bytes.fromhex(_text(entry["key"], _HEX_KEY)),
            bytes.fromhex(_text(entry["signature"], _HEX_SIGNATURE)),
        )
        for entry in signature_list
    ]


def _is_right(signed: bytes, key: bytes, signature: bytes) -> bool:
    # Here, and not above: every start of the program would wait for libsodium.
    from nacl.exceptions import BadSignatureError  # noqa: PLC0415
    from nacl.signing import VerifyKey  # noqa: PLC0415

    try:
        VerifyKey(key).verify(CONTEXT + signed, signature)
    except BadSignatureError:
        return False
    return True


def _manifest(document: Any, digest: str) -> Manifest:
    issued, expires = _moment(document["issued"]), _moment(document["expires"])
    if not issued < expires <= issued + LONGEST:
        raise ValueError("valid for no time, or for too long")
    version = _text(document["version"], _VERSION)
    return Manifest(
        version,
        issued,
        expires,
        _page(document["page"]),
        dict(_notes(document["notes"])),
        tuple(_artifacts(document["artifacts"])),
        digest,
    )


def _text(value: object, form: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not form.fullmatch(value):
        raise ValueError("not of the form")
    return value


def _moment(value: object) -> datetime:
    if not isinstance(value, str) or len(value) > 40:
        raise ValueError("no moment")
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None:
        raise ValueError("a moment without a time zone")
    return moment.astimezone(UTC)


def _page(value: object) -> str:
    if not isinstance(value, str) or len(value) > 500 or not value.isascii():
        raise ValueError("no page")
    parts = urlsplit(value)
    if parts.scheme != "https" or not parts.hostname or parts.username or parts.password:
        raise ValueError("no page that is encrypted")
    if not value.isprintable() or " " in value or "\\" in value:
        raise ValueError("no page")
    return value


def _notes(value: object) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict) or len(value) > _MOST_NOTES:
        raise ValueError("no notes")
    for language, text in value.items():
        if not isinstance(text, str) or len(text) > _LONGEST_NOTE:
            raise ValueError("too long")
        yield _text(language, _WORD), text


def _artifacts(value: object) -> Iterator[Artifact]:
    if not isinstance(value, list) or len(value) > _MOST_ARTIFACTS:
        raise ValueError("no list of files")
    for entry in value:
        size = entry["size"]
        if type(size) is not int or not 0 < size <= _LARGEST_FILE:
            raise ValueError("no size")
        yield Artifact(
            _text(entry["name"], _FILE),
            _text(entry["system"], _WORD),
            size,
            _text(entry["sha256"], _HEX_KEY),
        )


_MOST_BYTES = 4_096


@dataclass(frozen=True)
class AcceptedManifest:
    """What is stored of an accepted manifest."""

    version: str
    issued: datetime
    digest: str

    @classmethod
    def of(cls, manifest: Manifest) -> AcceptedManifest:
        """Return what is stored of this manifest."""
        return cls(manifest.version, manifest.issued, manifest.digest)

    def is_before(self, manifest: Manifest) -> bool:
        """Return whether the other one follows: made later and no older version, or the same
        one.
        """
        if manifest.issued == self.issued:
            return manifest.digest == self.digest
        return manifest.issued > self.issued and order(manifest.version) >= order(self.version)


def load_accepted(file: Path) -> AcceptedManifest | None:
    """Return what `save_accepted` wrote; None where there is nothing that can be read."""
    try:
        with file.open("rb") as stream:
            document = json.loads(stream.read(_MOST_BYTES))
        issued = datetime.fromisoformat(document["issued"]).astimezone(UTC)
        order(document["version"])
        return AcceptedManifest(document["version"], issued, str(document["digest"]))
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None


def save_accepted(file: Path, seen: AcceptedManifest) -> None:
    """Store it atomically. Raises `OSError`."""
    document = {
        "version": seen.version,
        "issued": seen.issued.isoformat(),
        "digest": seen.digest,
    }
    write_file(file, json.dumps(document).encode())
