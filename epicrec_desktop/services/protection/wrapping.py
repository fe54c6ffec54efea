"""The key of a library, wrapped: by a secret of the keyring, a passphrase, or a recovery code.

The library has one random key of 256 bits. Each way to it is a box (XSalsa20-Poly1305) around that
key; the box of a passphrase is closed with Argon2id over it. So a passphrase is changed without
writing the library anew. Pure but for the system's generator.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from base64 import b64decode, b64encode
from dataclasses import dataclass, field

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
        """What `as_json` gave. Raises `ValueError` or `TypeError` for anything else."""
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
    """A random key."""
    return secrets.token_bytes(KEY_BYTES)


def wrap(key: bytes, secret: bytes) -> WrappedKey:
    """Wrap by a secret of 256 random bits."""
    from nacl.secret import SecretBox  # noqa: PLC0415 - most starts have no key

    return WrappedKey(bytes(SecretBox(secret).encrypt(key)))


def unwrap(box: WrappedKey, secret: bytes) -> bytes | None:
    """The key, None where the secret is another one."""
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
    """The key, None where the passphrase is another one, or the box is no good."""
    from nacl.exceptions import CryptoError  # noqa: PLC0415

    try:
        return unwrap(box, _derive_key(passphrase, box.salt, box.cost))
    except (CryptoError, ValueError, TypeError):
        return None


def _derive_key(passphrase: str, salt: bytes, cost: KdfCost) -> bytes:
    from nacl.pwhash import argon2id  # noqa: PLC0415

    # Keyboards differ in how they write the same letter with its accent.
    said = unicodedata.normalize("NFC", passphrase)[:MOST_CHARACTERS].encode("utf-8", "replace")
    return argon2id.kdf(KEY_BYTES, said, salt, opslimit=cost.work, memlimit=cost.memory)


def new_recovery_code() -> str:
    """A recovery code to write down: 160 random bits, in groups of four signs."""
    number = secrets.randbits(_CODE_BITS)
    signs = "".join(_ALPHABET[number >> at & 31] for at in range(_CODE_BITS - 5, -1, -5))
    return "-".join(signs[at : at + _GROUP] for at in range(0, len(signs), _GROUP))


def wrap_by_code(key: bytes, code: str) -> WrappedKey:
    """Wrap by a recovery code, which is random enough to need no stretching."""
    return wrap(key, _of_code(code))


def unwrap_by_code(box: WrappedKey, code: str) -> bytes | None:
    """The key, None where the code is another one. Spaces, dashes and case do not count."""
    return unwrap(box, _of_code(code))


def _of_code(code: str) -> bytes:
    signs = "".join(filter(str.isalnum, code[:MOST_CHARACTERS].upper())).translate(_READ_AS)
    said = signs.encode("utf-8", "replace")
    return hashlib.blake2b(said, digest_size=KEY_BYTES, person=b"epicrec-recover").digest()
