"""Small JSON files: read within bounds, and written with a sum and a copy that tell of damage."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.json_text import json_object
from epicrec_desktop.files import write_file

_SUM = "sum"
"""The key of the checksum of all other values."""


class Damage(StrEnum):
    """What became of a damaged file."""

    NONE = ""
    RESTORED = "restored"  # the copy has what was saved last
    LOST = "lost"  # no copy is sound


def read_object(path: Path, most: int) -> dict[str, Any] | None:
    """Return a JSON object of so many bytes; None where it is missing or damaged."""
    try:
        with path.open("rb") as stream:
            return json_object(stream.read(most))
    except OSError:
        return None


def read_checked(path: Path, most: int) -> tuple[dict[str, Any], Damage]:
    """Return what `write_checked` wrote, and whether the file is damaged: then what the copy has.

    Where no copy is sound, what can be read is returned. A file without a sum, of an older version
    or written by hand, is taken as it is.
    """
    stored = read_object(path, most)
    if stored is not None and stored.pop(_SUM, _sum(stored)) == _sum(stored):
        return stored, Damage.NONE
    copy = read_object(copy_of(path), most)
    if copy is not None and copy.pop(_SUM, None) == _sum(copy):
        return copy, Damage.RESTORED
    return stored or {}, Damage.LOST


def write_checked(path: Path, document: Mapping[str, Any]) -> None:
    """Write the file in one step, so that a crash leaves the old one or the new one; and a copy.

    Raises `OSError`; then the old file is as it was. Without room no older copy stays: it may name
    what was removed.
    """
    content = (json.dumps({**document, _SUM: _sum(document)}, indent=2) + "\n").encode()
    copy, copied = copy_of(path), False
    with suppress(OSError):
        write_file(copy, content, durable=False)
        copied = True
    write_file(path, content)
    if not copied:
        with suppress(OSError):
            copy.unlink(missing_ok=True)


def copy_of(path: Path) -> Path:
    """Return where `write_checked` keeps the copy of a file."""
    return path.with_name(path.name + ".copy")


def _sum(stored: Mapping[str, Any]) -> str:
    text = json.dumps([*stored.items()], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
