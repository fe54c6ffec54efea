"""A folder of documents for each provider: what it published and answered, and its schedules."""

from __future__ import annotations

import hashlib
import json
import math
import shutil
from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from epicrec_desktop.domain.messages import message
from epicrec_desktop.files import write_file
from epicrec_desktop.json_files import read_object
from epicrec_desktop.paths import private_folder

UNUSED_SECONDS = 30 * 24 * 3600.0
"""How long the copy of a provider is kept that was only named, and never added."""

NOTHING_SENT = message("Nothing about you was sent.")

_ABOUT_BYTES = 10_000
_LINE = 65  # bytes: a document's checksum, before it
_DAY_SECONDS = 24 * 3600.0


class Cache:
    """A folder per provider address; damaged or half-written entries count as missing.

    A document is a file: its checksum on the first line, and its bytes.
    """

    def __init__(self, folder: Path, address: str) -> None:
        self._folder = folder / _name(address)

    @property
    def model_folder(self) -> Path:
        """The folder of the provider's item model."""
        return self._folder / "model"

    def get(self, name: str, max_bytes: int) -> bytes | None:
        """Return the document of this name, if it is there, whole and not larger than this."""
        checksum, _, body = self._read(f"{name}.document", max_bytes + _LINE).partition(b"\n")
        if checksum == _checksum(body):
            return body
        # Older versions had the checksum in a file of its own.
        about = read_object(self._folder / f"{name}.about.json", _ABOUT_BYTES) or {}
        body = self._read(f"{name}.json", max_bytes)
        return body if about.get("sha256") == _checksum(body).decode() else None

    def put(self, name: str, body: bytes) -> None:
        """Store a document, in place of the one of this name, in one step."""
        self._write(f"{name}.document", b"%b\n%b" % (_checksum(body), body))
        with suppress(OSError):  # Windows removes no file that is open; this one is read no more
            self._forget(f"{name}.json", f"{name}.about.json")

    def forget(self, name: str) -> None:
        """Remove this document."""
        self._forget(f"{name}.document", f"{name}.json", f"{name}.about.json")

    def due(self, schedule: str = "schedule") -> float | None:
        """Return when (Unix seconds) the provider may be asked again; None: now."""
        stored = read_object(self._folder / f"{schedule}.json", _ABOUT_BYTES) or {}
        due = stored.get("due")
        if type(due) is not float or not math.isfinite(due):
            return None
        return due

    def put_due(self, due: float, schedule: str = "schedule") -> None:
        """Store that moment."""
        self._write(f"{schedule}.json", json.dumps({"due": due}).encode())

    def drop_model(self) -> None:
        """Remove the model."""
        shutil.rmtree(self.model_folder, ignore_errors=True)

    def drop(self) -> None:
        """Remove everything of this provider."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _read(self, name: str, most: int) -> bytes:
        """Return the content of a file; nothing where it is missing or larger than this."""
        try:
            with (self._folder / name).open("rb") as stream:
                content = stream.read(most + 1)
        except OSError:
            return b""
        return content if len(content) <= most else b""

    def _forget(self, *names: str) -> None:
        for name in names:
            (self._folder / name).unlink(missing_ok=True)

    def _write(self, name: str, content: bytes) -> None:
        private_folder(self._folder)
        # What a crash spoils is asked for again: it need not be on the disk at once.
        write_file(self._folder / name, content, durable=False)


def remove_unused_caches(folder: Path, addresses: Collection[str], now: float) -> None:
    """Remove caches of other addresses than these that were not used for a month."""
    known = {_name(address) for address in addresses}
    with suppress(OSError):
        for entry in list(folder.iterdir()):
            if entry.name not in known and now - entry.stat().st_mtime > UNUSED_SECONDS:
                shutil.rmtree(entry, ignore_errors=True)


def is_due(due: float | None, now: datetime, longest: float) -> bool:
    """Return whether a moment is here; also after a clock was set back by more than a day.

    `longest`: seconds that it is ahead at most when it is set.
    """
    return due is None or not due - longest - _DAY_SECONDS <= now.timestamp() < due


def _checksum(body: bytes) -> bytes:
    return hashlib.sha256(body).hexdigest().encode()


def _name(address: str) -> str:
    return hashlib.sha256(address.encode()).hexdigest()[:16]
