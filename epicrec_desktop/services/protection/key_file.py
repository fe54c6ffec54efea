"""The file beside an encrypted database: how it is unlocked, and its key in boxes."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.messages import message
from epicrec_desktop.files import write_file
from epicrec_desktop.services.protection.wrapping import WrappedKey

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
        """The same library, unlocked another way."""
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
                message(
                    "The file {file}, which unlocks your library, is damaged or of a newer "
                    "version. Nothing was changed. Bring it back from a backup, or start anew.",
                    file=file,
                )
            ) from None
