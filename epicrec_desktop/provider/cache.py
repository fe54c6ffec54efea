"""Keeps what a provider publishes, with the tag and the time it came."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from pathlib import Path

from epicrec_desktop.paths import private_folder


@dataclass(frozen=True)
class Kept:
    """A document kept from an earlier exchange. `age` in seconds since it was last confirmed."""

    body: bytes
    etag: str | None
    age: float


class Cache:
    """A folder per provider address; damaged or half-written entries count as missing."""

    def __init__(self, folder: Path, address: str) -> None:
        self._folder = folder / hashlib.sha256(address.encode()).hexdigest()[:16]

    @property
    def model_folder(self) -> Path:
        """Where the provider's item model is kept."""
        return private_folder(self._folder) / "model"

    def get(self, name: str) -> Kept | None:
        """The document of this name, if it is there and whole."""
        try:
            about = json.loads((self._folder / f"{name}.about.json").read_text(encoding="utf-8"))
            body = (self._folder / f"{name}.json").read_bytes()
            if about["sha256"] != hashlib.sha256(body).hexdigest():
                return None
            etag = about["etag"]
            # A clock that was set back makes the entry old, not young for years.
            age = time.time() - float(about["confirmed"])
            return Kept(body, etag if isinstance(etag, str) else None, age if age >= 0 else 1e9)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, name: str, body: bytes, etag: str | None) -> None:
        """Keep a document, confirmed now."""
        private_folder(self._folder)
        about = {
            "sha256": hashlib.sha256(body).hexdigest(),
            "etag": etag,
            "confirmed": time.time(),
        }
        self._write(f"{name}.json", body)
        self._write(f"{name}.about.json", json.dumps(about).encode())

    def drop(self, name: str) -> None:
        """Keep the document of this name no longer."""
        for file in (f"{name}.about.json", f"{name}.json"):
            (self._folder / file).unlink(missing_ok=True)

    def _write(self, name: str, content: bytes) -> None:
        partial = self._folder / f"{name}.partial"
        partial.write_bytes(content)
        partial.replace(self._folder / name)
