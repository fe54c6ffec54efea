"""Take the models of a service from an address: a static server, a bucket, another node.

What is there is a folder of publications, as `publications.py` writes it. `current.json` is asked
for now and then; what it names is fetched file by file, none larger than such a file may be, each
compared with its checksum in `files.json`, whose own is in `current.json`. Then it is read as a
publication, and only then it is in use here. Whatever fails, what is in use stays.
"""

from __future__ import annotations

import hashlib
import logging
import re
import shutil
import threading
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote_to_bytes

import msgspec
import urllib3
from msgspec import Meta
from requests.utils import DEFAULT_CA_BUNDLE_PATH

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.recommend.wire_published import MAX_CATALOG_BYTES
from epicrec_desktop.server.publications import (
    CURRENT,
    DOCUMENT_BYTES,
    FILES,
    ActivePublication,
    FileEntry,
    PublicationError,
    Publications,
    parse_current,
)

log = logging.getLogger("epicrec_desktop.server")

MOST_BYTES = {
    "catalog.json": MAX_CATALOG_BYTES,
    "manifest.json": DOCUMENT_BYTES,
    "about.json": DOCUMENT_BYTES,
    "scorer.npz": 500_000_000,
}
MOST_ITEMS_BYTES = 1_000_000_000
TIMEOUT_S = 10.0
LONGEST_S = 600.0
"""A publication that takes longer to fetch is given up, and tried again later."""

_ITEMS = re.compile(r"items-[a-z]+-[0-9a-f]{16}\.npy")
_Files = Annotated[dict[str, FileEntry], Meta(min_length=1, max_length=10)]
_PIECE = 1 << 16


class MirrorError(EpicRecError):
    """The remote publication cannot be used; the local one stays active."""


class Mirror:
    """A copy of the publication in use at an address."""

    def __init__(self, address: str, publications: Publications) -> None:
        self._address = address.rstrip("/")
        self._local = publications
        self._end = 0.0  # of a pull
        self._http = urllib3.PoolManager(
            ca_certs=DEFAULT_CA_BUNDLE_PATH, timeout=TIMEOUT_S, retries=False
        )

    def pull(self) -> bool:
        """Take what is in use there; whether it was another one. Raises `MirrorError`, `OSError`.

        It is in use here when this returns.
        """
        self._http.clear()  # of connections that the other side may have closed meanwhile
        self._end = time.monotonic() + LONGEST_S
        there = self._current()
        used = self._local.active_publication()
        if used is not None and used.name == there.name:
            return False
        with self._local.writing():
            if not (self._local.folder / there.name).is_dir():
                self._fetch(there)
            try:
                self._local.load(there.name)
            except PublicationError:
                shutil.rmtree(self._local.folder / there.name, ignore_errors=True)
                raise _unusable() from None
            self._local.use(there.name)
        return True

    def _current(self) -> ActivePublication:
        try:
            return parse_current(b"".join(self._pieces(CURRENT, DOCUMENT_BYTES)))
        except PublicationError:
            raise _unusable() from None

    def _fetch(self, there: ActivePublication) -> None:
        """Fetch the folder of a publication, and name it once it is complete."""
        file_list = b"".join(self._pieces(f"{there.name}/{FILES}", DOCUMENT_BYTES))
        if hashlib.sha256(file_list).hexdigest() != there.files:
            raise _unusable()
        files = parse_files(file_list)
        partial = self._local.begin()
        try:
            for name, entry in files.items():
                self._download(f"{there.name}/{name}", partial / name, entry)
            (partial / FILES).write_bytes(file_list)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
        self._local.finish(partial, there.name)

    def _download(self, path: str, file: Path, entry: FileEntry) -> None:
        digest, got = hashlib.sha256(), 0
        with file.open("xb") as stream:
            for piece in self._pieces(path, entry.bytes):
                digest.update(piece)
                stream.write(piece)
                got += len(piece)
        if got != entry.bytes or digest.hexdigest() != entry.sha256:
            raise _unusable()

    def _pieces(self, path: str, most: int) -> Iterator[bytes]:
        """Yield the content at a path. Raises `MirrorError` if it is longer, missing or late."""
        got, address = 0, f"{self._address}/{path}"
        headers = {"Accept-Encoding": "identity", "Cache-Control": "no-cache"}
        try:
            if login := urllib3.util.parse_url(address).auth:  # as in "https://club:word@host/"
                headers["Authorization"] = f"Basic {b64encode(unquote_to_bytes(login)).decode()}"
            with self._http.request(
                "GET", address, headers=headers, redirect=False, preload_content=False
            ) as response:
                if response.status != 200:
                    raise _unreachable()
                while piece := response.read1(_PIECE):  # what is there: else it waits for more
                    got += len(piece)
                    if got > most:
                        raise _unusable()
                    if time.monotonic() > self._end:
                        raise _unreachable()
                    yield piece
        except urllib3.exceptions.HTTPError:
            raise _unreachable() from None


def parse_files(content: bytes) -> dict[str, FileEntry]:
    """Return size and checksum of each file of a publication. Raises `MirrorError`."""
    try:
        files = msgspec.json.decode(content, type=_Files)
    except (ValueError, RecursionError):
        raise _unusable() from None
    for name, entry in files.items():
        most = MOST_ITEMS_BYTES if _ITEMS.fullmatch(name) else MOST_BYTES.get(name, -1)
        if entry.bytes > most:
            raise _unusable()
    return files


@contextmanager
def mirror_in_background(
    address: str, publications: Publications, seconds: float
) -> Iterator[None]:
    """Keep the copy up to date while the block runs, looking every so many seconds.

    Raises `MirrorError` where nothing can be fetched, and nothing is here from before.
    """
    mirror, ended = Mirror(address, publications), threading.Event()

    def look() -> None:
        while not ended.wait(seconds):
            _pull(mirror)

    if not _pull(mirror) and publications.active_publication() is None:
        raise _unreachable()
    thread = threading.Thread(target=look, name="models", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(TIMEOUT_S)


def _pull(mirror: Mirror) -> bool:
    """Return whether the remote publication is active here; errors are logged by type."""
    try:
        if mirror.pull():
            log.info("another model was fetched")
    except (EpicRecError, OSError) as error:
        log.warning("models could not be fetched: %s", type(error).__name__)
        return False
    return True


def _unreachable() -> MirrorError:
    return MirrorError(
        "The models could not be fetched from their address; nothing was started. "
        "Check service.models, and that the folder of publications can be read there."
    )


def _unusable() -> MirrorError:
    return MirrorError(
        "What is published at the address of the models cannot be used; nothing was changed. "
        "Publish it again with this version."
    )
