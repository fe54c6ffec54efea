"""Verify a signed update manifest, and store the newest one that was accepted."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from datetime import UTC, timedelta
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from epicrec_desktop.domain.records import Moment, Record
from epicrec_desktop.json_files import read_checked, write_checked

CONTEXT = b"epicrec-desktop update manifest 1\n"
MOST_BYTES = 65_536
"""Of an envelope."""
LONGEST = timedelta(days=120)
"""An announcement is valid for no longer: as long can somebody hide a newer one."""

_UNRELEASED = re.compile(r"\.dev[0-9]+$")
_VERSION = r"\A(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){1,3}\Z"
_MOST_BYTES = 4_096
Version = Annotated[str, Meta(pattern=_VERSION)]
Key = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Word = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]{0,15}\Z")]


class MalformedManifestError(ValueError):
    """It is no manifest, or none of this format."""


class UntrustedManifestError(ValueError):
    """No trusted key signed it."""


class Artifact(Record, frozen=True):
    """A file that users install. `system` is `linux` or `windows`; `sha256` in hexadecimal."""

    name: Annotated[str, Meta(pattern=r"\A[A-Za-z0-9][A-Za-z0-9._+-]{0,119}\Z")]
    system: Word
    size: Annotated[int, Meta(gt=0, le=4_000_000_000)]  # bytes
    sha256: Key


class Manifest(Record, frozen=True):
    """The contents of a manifest. `digest` is the SHA-256 of its text, and not of what it says."""

    version: Version
    issued: Moment
    expires: Moment
    page: Annotated[str, Meta(max_length=500)]  # an https address, where a person finds the files
    notes: Annotated[dict[Word, Annotated[str, Meta(max_length=2_000)]], Meta(max_length=12)]
    artifacts: Annotated[tuple[Artifact, ...], Meta(max_length=24)]
    digest: str = ""

    def __post_init__(self) -> None:
        """Raise `ValueError` unless it is valid for some time, and its page is encrypted."""
        if not self.issued < self.expires <= self.issued + LONGEST:
            raise ValueError("valid for no time, or for too long")
        parts = urlsplit(self.page)
        if parts.scheme != "https" or not parts.hostname or parts.username or parts.password:
            raise ValueError("no page that is encrypted")
        if not self.page.isascii() or not self.page.isprintable() or {" ", "\\"} & {*self.page}:
            raise ValueError("no page")

    def for_system(self, system: str) -> tuple[Artifact, ...]:
        """Return its files for `linux` or `windows`."""
        return tuple(artifact for artifact in self.artifacts if artifact.system == system)


class _Signature(msgspec.Struct):
    key: Key
    signature: Annotated[str, Meta(pattern=r"\A[0-9a-f]{128}\Z")]


class _Envelope(msgspec.Struct):
    format: Literal[1]
    manifest: str
    signatures: Annotated[list[_Signature], Meta(max_length=8)]


def read(envelope: bytes, keys: Sequence[bytes]) -> Manifest:
    """Return an announcement that one of the keys signed. Raises `MalformedManifestError` and
    `UntrustedManifestError`.
    """
    try:
        if len(envelope) > MOST_BYTES:
            raise MalformedManifestError
        opened = msgspec.json.decode(envelope, type=_Envelope)
        signed = opened.manifest.encode()
        trusted = {key.hex() for key in keys}
        if not any(_is_right(signed, one) for one in opened.signatures if one.key in trusted):
            raise UntrustedManifestError
        manifest = msgspec.json.decode(signed, type=Manifest)
        return manifest.replace(
            issued=manifest.issued.astimezone(UTC),
            expires=manifest.expires.astimezone(UTC),
            digest=hashlib.sha256(signed).hexdigest(),
        )
    except UntrustedManifestError:
        raise
    except (ValueError, OverflowError, RecursionError):
        raise MalformedManifestError from None


def order(version: str) -> tuple[int, ...]:
    """Return a version as numbers that compare: 1.10 is newer than 1.9, and 1.2 equals 1.2.0.

    A program between two releases, "1.3.0.dev0", comes before 1.3.0. Raises `ValueError`.
    """
    released = _UNRELEASED.sub("", version)
    if not re.match(_VERSION, released):
        raise ValueError("not a version")
    numbers = [int(part) for part in released.split(".")]
    return (*numbers, *(0 for _ in range(4 - len(numbers))), int(released == version))


def _is_right(signed: bytes, one: _Signature) -> bool:
    # Here, and not above: every start of the program would wait for libsodium.
    from nacl.exceptions import BadSignatureError  # noqa: PLC0415
    from nacl.signing import VerifyKey  # noqa: PLC0415

    try:
        VerifyKey(bytes.fromhex(one.key)).verify(CONTEXT + signed, bytes.fromhex(one.signature))
    except BadSignatureError:
        return False
    return True


class AcceptedManifest(Record, frozen=True):
    """What is stored of an accepted manifest."""

    version: Version
    issued: Moment
    digest: str

    @classmethod
    def of(cls, manifest: Manifest) -> AcceptedManifest:
        """Return what is stored of this manifest."""
        return cls(manifest.version, manifest.issued, manifest.digest)

    def is_before(self, manifest: Manifest) -> bool:
        """Return whether the other one follows: made later, of no older version, or the same."""
        if manifest.issued == self.issued:
            return manifest.digest == self.digest
        return manifest.issued > self.issued and order(manifest.version) >= order(self.version)


def load_accepted(file: Path) -> AcceptedManifest | None:
    """Return what `save_accepted` wrote; None where there is nothing that can be read."""
    try:
        return msgspec.convert(read_checked(file, _MOST_BYTES)[0], AcceptedManifest)
    except ValueError:
        return None


def save_accepted(file: Path, seen: AcceptedManifest) -> None:
    """Store it atomically. Raises `OSError`."""
    write_checked(file, msgspec.to_builtins(seen))
