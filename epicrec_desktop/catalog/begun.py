"""A download that was begun: what came of it stays, and the next attempt goes on from there.

Only where the server named the version it sends (a strong ETag): with it the rest is asked for, and
a server that has another version by now sends all of it. The name is sent back to who gave it, once
for each attempt, and is forgotten with the file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from epicrec_desktop.files import create_file, put_in_place, write_file

_LONGEST = 300  # characters of a name, as long as nobody makes them
_CHUNK_BYTES = 1_048_576


class PartialDownload:
    """The bytes of a file so far, beside the place it will have, with where they are from."""

    def __init__(self, target: Path, url: str) -> None:
        self._target, self._url = target, url
        self._bytes = target.with_name(f".{target.name}.begun")
        self._source = target.with_name(f".{target.name}.source")

    @property
    def size(self) -> int:
        """How many bytes are here."""
        return self._bytes.stat().st_size if self._bytes.exists() else 0

    def headers(self) -> dict[str, str]:
        """What asks for the rest; empty where everything is asked for."""
        tag = self._tag()
        if tag is None or not self.size:
            return {}
        return {"Range": f"bytes={self.size}-", "If-Range": tag}

    def _tag(self) -> str | None:
        try:
            url, tag = self._source.read_text(encoding="ascii").splitlines()
        except (OSError, ValueError):
            return None
        return tag if url == self._url else None

    @contextmanager
    def writing(self, tag: str, *, resume: bool) -> Iterator[IO[bytes]]:
        """A stream at the end of what is here, or at the beginning. `tag`: the answer's ETag."""
        if not resume:
            self.drop()
            if _is_strong_etag(tag):
                write_file(self._source, f"{self._url}\n{tag}\n".encode("ascii"), durable=False)
            create_file(self._bytes, b"")
        with self._bytes.open("ab") as stream:
            yield stream

    def md5(self) -> str:
        """Of all bytes, in hexadecimal."""
        digest = hashlib.md5(usedforsecurity=False)
        with self._bytes.open("rb") as stream:
            while piece := stream.read(_CHUNK_BYTES):
                digest.update(piece)
        return digest.hexdigest()

    def finish(self) -> Path:
        """All of it is here: it takes its place in one step."""
        put_in_place(self._bytes, self._target, durable=False)
        self._source.unlink(missing_ok=True)
        return self._target

    def discard_unless_resumable(self) -> None:
        """It was stopped: what cannot be gone on with goes."""
        if self._tag() is None or not self.size:
            self.drop()

    def drop(self) -> None:
        """Remove what came."""
        for file in (self._bytes, self._source):
            file.unlink(missing_ok=True)


def _is_strong_etag(tag: str) -> bool:
    """Whether this is a strong ETag, of a form that may be sent back."""
    quoted = len(tag) > 2 and tag.startswith('"') and tag.endswith('"') and '"' not in tag[1:-1]
    return quoted and len(tag) <= _LONGEST and tag.isascii() and tag.isprintable()
