"""Keys of a closed group, in a file of their hashes.

A key is 32 random bytes, so a plain hash of it cannot be turned around by trying; of a password it
could. Keys are compared in constant time.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.files import write_file

KEY_PREFIX = "epicrec_"
"""What every key begins with, so that one is known where it was left lying about."""

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
MOST_KEYS = 10_000
_LARGEST = 5_000_000
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Keys:
    """Names of members, and the SHA-256 of the key of each."""

    hashes: Mapping[str, str]

    def member(self, key: str) -> str | None:
        """Whose key it is. Every hash is compared, so that the time tells nothing."""
        told, found = _hash(key), None
        for name, known in self.hashes.items():
            if hmac.compare_digest(told, known):
                found = name
        return found


def read_keys(file: Path) -> Keys:
    """The keys of a file; none where there is no file. Raises `EpicRecError`."""
    try:
        with file.open("rb") as stream:
            document = json.loads(stream.read(_LARGEST))
    except FileNotFoundError:
        return Keys({})
    except (OSError, ValueError, RecursionError):
        raise _damaged(file) from None
    found = document.get("keys") if isinstance(document, dict) else None
    if not isinstance(found, dict) or not all(
        NAME.fullmatch(name) and isinstance(known, str) and _HASH.fullmatch(known)
        for name, known in found.items()
    ):
        raise _damaged(file)
    return Keys(found)


def add_key(file: Path, name: str) -> str:
    """Make a key for a member, which is returned and kept nowhere. Raises `EpicRecError`."""
    if not NAME.fullmatch(name):
        raise EpicRecError(
            "A name of a key is letters, digits, dots, underlines and dashes, at most 64; "
            "nothing was changed."
        )
    known = dict(read_keys(file).hashes)
    if name in known:
        raise EpicRecError(
            "There is a key named {name}; nothing was changed. Remove it first, or choose "
            "another name.",
            name=name,
        )
    if len(known) >= MOST_KEYS:
        raise EpicRecError("There are as many keys as there can be; nothing was changed.")
    key = KEY_PREFIX + secrets.token_urlsafe(32)
    _write(file, {**known, name: _hash(key)})
    return key


def remove_key(file: Path, name: str) -> None:
    """Forget a member's key. Raises `EpicRecError` where there is none."""
    known = dict(read_keys(file).hashes)
    if known.pop(name, None) is None:
        raise EpicRecError("There is no key named {name}; nothing was changed.", name=name)
    _write(file, known)


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def _write(file: Path, keys: Mapping[str, str]) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_file(file, (json.dumps({"keys": dict(sorted(keys.items()))}, indent=2)).encode())
    except OSError:
        raise EpicRecError(
            "The keys cannot be written; they are as they were. "
            "Check that you may write to the service's folder."
        ) from None


def _damaged(file: Path) -> EpicRecError:
    return EpicRecError(
        "The file of keys {file} cannot be read; nothing was changed. Restore it from a backup, "
        "or remove it and make new keys.",
        file=file,
    )
