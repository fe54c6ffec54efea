"""Wrap the library key by keyring secret, passphrase or recovery code, and store it beside the
database.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import unicodedata
from base64 import b64decode, b64encode
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.files import write_file
from epicrec_desktop.store.driver import KEY_BYTES

LEAST_CHARACTERS = 10
MOST_CHARACTERS = 1000
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U
_READ_AS = str.maketrans({"I": "1", "L": "1", "O": "0"})
_CODE_BITS, _GROUP = 160, 4
_MOST_WORK, _MOST_MEMORY = 20, 1 << 30
"""Of a file somebody else may have written: more would keep the computer busy."""


@dataclass(frozen=True)
class KdfCost:
    """What one try at a passphrase costs: passes over the memory, and its bytes."""

    work: int = 3
    memory: int = 128 << 20


@dataclass(frozen=True)
class WrappedKey:
    """A wrapped key. Of a passphrase also the salt and what a try costs."""

    sealed: bytes
    salt: bytes = b""
    cost: KdfCost = field(default_factory=lambda: KdfCost(0, 0))

    def as_json(self) -> dict[str, object]:
        """As it is kept."""
        return {
            "sealed": b64encode(self.sealed).decode(),
            "salt": b64encode(self.salt).decode(),
            "work": self.cost.work,
            "memory": self.cost.memory,
        }

    @classmethod
    def from_json(cls, stored: object) -> WrappedKey:
        """Return what `as_json` gave. Raises `ValueError` or `TypeError` for anything else."""
        if not isinstance(stored, dict):
            raise TypeError("no box")
        work, memory = stored["work"], stored["memory"]
        if type(work) is not int or type(memory) is not int:
            raise TypeError("no cost")
        if not (0 <= work <= _MOST_WORK and 0 <= memory <= _MOST_MEMORY):
            raise ValueError("a cost that nobody here wrote")
        sealed, salt = (b64decode(stored[name], validate=True) for name in ("sealed", "salt"))
        return cls(sealed, salt, KdfCost(work, memory))


def new_key() -> bytes:
    """Return a random key."""
    return secrets.token_bytes(KEY_BYTES)


def wrap(key: bytes, secret: bytes) -> WrappedKey:
    """Wrap by a secret of 256 random bits."""
    from nacl.secret import SecretBox  # noqa: PLC0415 - most starts have no key

    return WrappedKey(bytes(SecretBox(secret).encrypt(key)))


def unwrap(box: WrappedKey, secret: bytes) -> bytes | None:
    """Return the key; None where the secret is wrong."""
    from nacl.exceptions import CryptoError  # noqa: PLC0415
    from nacl.secret import SecretBox  # noqa: PLC0415

    try:
        return SecretBox(secret).decrypt(box.sealed)
    except (CryptoError, ValueError, TypeError):
        return None


def wrap_by_passphrase(key: bytes, passphrase: str, cost: KdfCost) -> WrappedKey:
    """Wrap by what a person remembers."""
    from nacl.pwhash import argon2id  # noqa: PLC0415

    salt = secrets.token_bytes(argon2id.SALTBYTES)
    return WrappedKey(wrap(key, _derive_key(passphrase, salt, cost)).sealed, salt, cost)


def unwrap_by_passphrase(box: WrappedKey, passphrase: str) -> bytes | None:
    """Return the key; None where the passphrase is wrong or the box damaged."""
    from nacl.exceptions import CryptoError  # noqa: PLC0415

    try:
        return unwrap(box, _derive_key(passphrase, box.salt, box.cost))
    except (CryptoError, ValueError, TypeError):
        return None


def _derive_key(passphrase: str, salt: bytes, cost: KdfCost) -> bytes:
    from nacl.pwhash import argon2id  # noqa: PLC0415

    # Keyboards differ in how they write the same letter with its accent.
    normalized = unicodedata.normalize("NFC", passphrase)[:MOST_CHARACTERS].encode(
        "utf-8", "replace"
    )
    return argon2id.kdf(KEY_BYTES, normalized, salt, opslimit=cost.work, memlimit=cost.memory)


def new_recovery_code() -> str:
    """Return a recovery code to write down: 160 random bits, in groups of four signs."""
    number = secrets.randbits(_CODE_BITS)
    signs = "".join(_ALPHABET[number >> at & 31] for at in range(_CODE_BITS - 5, -1, -5))
    return "-".join(signs[at : at + _GROUP] for at in range(0, len(signs), _GROUP))


def wrap_by_code(key: bytes, code: str) -> WrappedKey:
    """Wrap by a recovery code, which is random enough to need no stretching."""
    return wrap(key, _of_code(code))


def unwrap_by_code(box: WrappedKey, code: str) -> bytes | None:
    """Return the key; None where the code is wrong. Spaces, dashes and case do not count."""
    return unwrap(box, _of_code(code))


def _of_code(code: str) -> bytes:
    signs = "".join(filter(str.isalnum, code[:MOST_CHARACTERS].upper())).translate(_READ_AS)
    normalized = signs.encode("utf-8", "replace")
    return hashlib.blake2b(normalized, digest_size=KEY_BYTES, person=b"epicrec-recover").digest()


_FORMAT = 1
_MOST_BYTES = 64 * 1024


class KeyLostError(StoreError):
    """The key is not where it should be, or it is the key of something else."""


class UnlockMethod(StrEnum):
    """How a library is unlocked."""

    KEYRING = "keyring"
    PASSPHRASE = "passphrase"  # noqa: S105 - the name of a way


@dataclass(frozen=True)
class KeyFile:
    """`name` is what the keyring knows the library by; random."""

    name: str
    way: UnlockMethod
    box: WrappedKey
    recovery: WrappedKey

    def with_way(self, way: UnlockMethod, box: WrappedKey) -> KeyFile:
        """Return the same library, unlocked another way."""
        return replace(self, way=way, box=box)

    def save(self, file: Path) -> None:
        """Write it in one step, onto the disk. Raises `OSError`."""
        document = {
            "format": _FORMAT,
            "library": self.name,
            "way": self.way.value,
            "box": self.box.as_json(),
            "recovery": self.recovery.as_json(),
        }
        write_file(file, (json.dumps(document, indent=1) + "\n").encode())

    @classmethod
    def load(cls, file: Path) -> KeyFile:
        """Read it. Raises `KeyLostError` where it is damaged or of a newer version."""
        try:
            with file.open("rb") as stream:
                stored = json.loads(stream.read(_MOST_BYTES))
            if stored["format"] != _FORMAT:
                raise ValueError("another format")
            name = stored["library"]
            if not isinstance(name, str) or not name.isalnum() or len(name) > 64:
                raise ValueError("no name")
            return cls(
                name,
                UnlockMethod(stored["way"]),
                WrappedKey.from_json(stored["box"]),
                WrappedKey.from_json(stored["recovery"]),
            )
        except (OSError, ValueError, LookupError, TypeError, RecursionError):
            raise KeyLostError(
                "The file {file}, which unlocks your library, is damaged or of a newer "
                "version. Nothing was changed. Restore it from a backup, or start anew.",
                file=file,
            ) from None
