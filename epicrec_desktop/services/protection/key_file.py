"""Wrap the library key by keyring secret, passphrase or recovery code, beside the database."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from epicrec_desktop import system_errors
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.records import Record
from epicrec_desktop.json_files import Damage, read_checked, write_checked
from epicrec_desktop.store.driver import KEY_BYTES

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


class WrappedKey(Record, frozen=True):
    """A wrapped key. Of a passphrase also the salt and what a try costs, as `KdfCost` has it."""

    sealed: bytes
    salt: bytes = b""
    work: Annotated[int, Meta(ge=0, le=_MOST_WORK)] = 0
    memory: Annotated[int, Meta(ge=0, le=_MOST_MEMORY)] = 0


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
    sealed = wrap(key, _derive_key(passphrase, salt, cost)).sealed
    return WrappedKey(sealed, salt, cost.work, cost.memory)


def unwrap_by_passphrase(box: WrappedKey, passphrase: str) -> bytes | None:
    """Return the key; None where the passphrase is wrong or the box damaged."""
    from nacl.exceptions import CryptoError  # noqa: PLC0415

    try:
        cost = KdfCost(box.work, box.memory)
        return unwrap(box, _derive_key(passphrase, box.salt, cost))
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


_MOST_BYTES = 64 * 1024


class KeyLostError(StoreError):
    """The key is not where it should be, or it is the key of something else."""


class UnlockMethod(StrEnum):
    """How a library is unlocked."""

    KEYRING = "keyring"
    PASSPHRASE = "passphrase"  # noqa: S105 - the name of a way


class KeyFile(Record, frozen=True, kw_only=True, rename={"name": "library"}):
    """The file beside an encrypted library; `name` is what the keyring knows it by, random."""

    format: Literal[1] = 1
    name: Annotated[str, Meta(pattern=r"\A[0-9A-Za-z]{1,64}\Z")]
    way: UnlockMethod
    box: WrappedKey
    recovery: WrappedKey

    def save(self, file: Path) -> None:
        """Write it in one step, onto the disk, with a sum and a copy. Raises `OSError`."""
        write_checked(file, msgspec.to_builtins(self))

    @classmethod
    def load(cls, file: Path) -> KeyFile:
        """Read it, or its copy where it is damaged or missing. Raises `KeyLostError` where both
        are, or it is of a newer version, `StoreError` where the system does not let it be read.
        """
        try:
            with suppress(FileNotFoundError):
                file.open("rb").close()
        except OSError as error:
            explained = system_errors.sentence(error) or system_errors.NO_ANSWER
            raise StoreError(explained) from None
        document, damage = read_checked(file, _MOST_BYTES)
        with suppress(msgspec.ValidationError):
            if damage is not Damage.LOST:
                return msgspec.convert(document, type=cls)
        raise KeyLostError(
            "The file {file}, which unlocks your library, is damaged or of a newer "
            "version. Nothing was changed. Restore it from a backup, or start anew.",
            file=file,
        )
