"""Pages that a public service answered: stored on the disk, and what they say as plain text."""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import zlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.files import write_file
from epicrec_desktop.json_files import read_object
from epicrec_desktop.paths import private_folder

_MANIFEST = "manifest.json"
_MANIFEST_BYTES = 5_000_000
_JOINERS = "\u200c\u200d"  # between letters in Persian and Indian scripts
_log = logging.getLogger(__name__)


class PageCache:
    """Pages by name, each a JSON document; the manifest says when it came and what it must be.

    `fingerprint` names the question that was asked: pages of another one are thrown away.
    Raises `OSError` where the folder cannot be written.
    """

    def __init__(self, folder: Path, fingerprint: str, max_age: timedelta) -> None:
        self._folder = private_folder(folder)
        self._max_age = max_age
        self._pages: dict[str, dict[str, str]] = {}
        manifest = read_object(self._folder / _MANIFEST, _MANIFEST_BYTES) or {}
        if manifest.get("fingerprint") == fingerprint and isinstance(manifest.get("pages"), dict):
            self._pages = manifest["pages"]
        else:
            for old in self._folder.glob("*.json.gz"):
                old.unlink()
        self._fingerprint = fingerprint

    def get(self, name: str) -> Any | None:
        """Return the page, if it is there, whole, and not too old."""
        entry = self._pages.get(name)
        try:
            if entry is None or self._is_old(entry["fetched"]):
                return None
            data = self._path(name).read_bytes()
            if hashlib.sha256(data).hexdigest() != entry["sha256"]:
                return None
            return json.loads(gzip.decompress(data))
        except (OSError, EOFError, ValueError, KeyError, TypeError, RecursionError, zlib.error):
            _log.info("a stored page was damaged; it is fetched again")
            return None

    def put(self, name: str, page: Any) -> None:
        """Keep a page, in one step; one that a crash spoils is fetched again."""
        data = gzip.compress(json.dumps(page, ensure_ascii=False).encode(), 6, mtime=0)
        write_file(self._path(name), data, durable=False)
        self._pages[name] = {
            "sha256": hashlib.sha256(data).hexdigest(),
            "fetched": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        manifest = {"fingerprint": self._fingerprint, "pages": self._pages}
        write_file(self._folder / _MANIFEST, json.dumps(manifest).encode(), durable=False)

    def _is_old(self, fetched: str) -> bool:
        return abs(datetime.now(UTC) - datetime.fromisoformat(fetched)) > self._max_age

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json.gz"


def text_of(value: object, longest: int) -> str:
    """Return an answer's text on one line, without lone surrogates and unseen signs; else empty."""
    if not isinstance(value, str):
        return ""
    # JSON can hold half of a character that needs two, which no file and no database takes.
    whole = value[: 2 * longest].encode("utf-8", "ignore").decode()
    seen = "".join(c for c in whole if c.isprintable() or c.isspace() or c in _JOINERS)
    return " ".join(seen.split())[:longest]


def years_fetched(years: int, of: int) -> Message:
    """Return how many of the years asked for have come."""
    return message("{years} of {of} years are already here.", years=years, of=of)
