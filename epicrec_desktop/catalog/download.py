"""Download public rating data sets, with resumable partial downloads.

Nothing in a request depends on the user.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO
from urllib.parse import urljoin, urlsplit

from epicrec_desktop.catalog.files import catalog_error, fetch_error
from epicrec_desktop.catalog.sources import MOVIES_FILE, RATINGS_FILE
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress, check
from epicrec_desktop.door.client import Client
from epicrec_desktop.door.failures import DoorError, Failure
from epicrec_desktop.door.request import HttpReply, HttpRequest, Waits
from epicrec_desktop.files import create_file, put_in_place, work_file, write_file
from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import private_folder

_LONGEST = 300  # characters of a name, as long as nobody makes them
_HASH_CHUNK_BYTES = 1_048_576


class PartialDownload:
    """The bytes of a file so far, beside the place it will have, with where they are from."""

    def __init__(self, target: Path, url: str) -> None:
        self._target, self._url = target, url
        self._bytes = work_file(target, "download")
        self._source = work_file(target, "source")

    @property
    def size(self) -> int:
        """How many bytes are here."""
        return self._bytes.stat().st_size if self._bytes.exists() else 0

    def headers(self) -> dict[str, str]:
        """Return what asks for the rest; empty where everything is asked for."""
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
        """Yield a stream at the end of the partial file, or a new one. `tag`: the answer's ETag."""
        if not resume:
            self.drop()
            if _is_strong_etag(tag):
                write_file(self._source, f"{self._url}\n{tag}\n".encode("ascii"), durable=False)
            create_file(self._bytes, b"")
        with self._bytes.open("ab") as stream:
            yield stream

    def md5(self) -> str:
        """Return the MD5 of the bytes fetched so far, in hexadecimal."""
        digest = hashlib.md5(usedforsecurity=False)
        with self._bytes.open("rb") as stream:
            while piece := stream.read(_HASH_CHUNK_BYTES):
                digest.update(piece)
        return digest.hexdigest()

    def finish(self) -> Path:
        """Let the whole file take its place, in one step; return where that is."""
        put_in_place(self._bytes, self._target, durable=False)
        self._source.unlink(missing_ok=True)
        return self._target

    def discard_unless_resumable(self) -> None:
        """Remove a stopped download that cannot be resumed."""
        if self._tag() is None or not self.size:
            self.drop()

    def drop(self) -> None:
        """Remove what came."""
        for file in (self._bytes, self._source):
            file.unlink(missing_ok=True)


def _is_strong_etag(tag: str) -> bool:
    """Return whether this is a strong ETag, of a form that may be sent back."""
    quoted = len(tag) > 2 and tag.startswith('"') and tag.endswith('"') and '"' not in tag[1:-1]
    return quoted and len(tag) <= _LONGEST and tag.isascii() and tag.isprintable()


MOVIELENS_URL = "https://files.grouplens.org/datasets/movielens/ml-latest-small.zip"
MOVIELENS_LATEST_URL = "https://files.grouplens.org/datasets/movielens/ml-latest.zip"
MOVIETWEETINGS_URL = "https://raw.githubusercontent.com/sidooms/MovieTweetings/master/latest/"
SOURCES = {
    "movielens": MOVIELENS_URL,
    "movielens-latest": MOVIELENS_LATEST_URL,
    "movietweetings": MOVIETWEETINGS_URL,
}
"""What can be downloaded by name."""

_log = logging.getLogger(__name__)
_REDIRECTS = 3
_SIDECAR_BYTES = 4_096
_PARTIAL_CONTENT, _NO_SUCH_PART = 206, 416
_MD5 = re.compile(r"\b([0-9a-fA-F]{32})\b")


@dataclass(frozen=True)
class Limits:
    """What a download may take, so that no server can hold the program or fill the disk."""

    connect_s: float = 10.0
    silence_s: float = 15.0  # between two pieces of an answer
    total_s: float = 600.0
    size_bytes: int = 100_000_000


LARGE = Limits(total_s=7_200.0, size_bytes=800_000_000)


def download_movielens(
    folder: Path,
    job: Job = UNATTENDED,
    *,
    url: str = MOVIELENS_URL,
    limits: Limits | None = None,
    certificates: Iterable[Path] = (),
) -> Path:
    """Download MovieLens latest-small into `folder`; returns the archive's path.

    The MD5 published beside the archive is verified (against damage on the way; it is HTTPS that
    says who sent it), and the file takes its name in one step. Raises `CatalogError` with a
    sentence, `Cancelled`; an earlier download is then as it was, and the next attempt goes on where
    this one was stopped.
    """
    with _alone(folder):
        return _Fetch("MovieLens", limits or Limits(), job, certificates).archive(url, folder)


def download_movietweetings(
    folder: Path,
    job: Job = UNATTENDED,
    *,
    url: str = MOVIETWEETINGS_URL,
    limits: Limits | None = None,
    certificates: Iterable[Path] = (),
) -> Path:
    """Download MovieTweetings into `folder`, which it returns.

    No checksum is published beside its two files: it is HTTPS that says who sent them. Both take
    their names when both are there. Raises as `download_movielens` does.
    """
    fetch = _Fetch("MovieTweetings", limits or Limits(), job, certificates)
    names = (MOVIES_FILE, RATINGS_FILE)
    with _alone(folder):
        partial_folder = private_folder(folder / "partial")
        try:
            found = [fetch.file(urljoin(url, name), partial_folder) for name in names]
            for file in found:
                file.replace(folder / file.name)
        finally:
            for name in names:
                (partial_folder / name).unlink(missing_ok=True)
            with suppress(OSError):  # it stays where there is something to go on with
                partial_folder.rmdir()
    return folder


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other processes from downloading into a folder, as their parts have the same names.

    Raises `CatalogError` where one is.
    """
    busy = catalog_error(
        "Another window or command of EpicRec is downloading this catalog.",
        "Wait until that is done.",
    )
    with FileLock(private_folder(folder).with_name(f"{folder.name}.lock")).held(busy, patience=0.0):
        yield


class _Fetch:
    def __init__(
        self, name: str, limits: Limits, job: Job, certificates: Iterable[Path] = ()
    ) -> None:
        self.name = name
        self.message = message("Downloading {name}", name=name)
        self.limits = limits
        self.job = job
        waits = Waits(limits.total_s, limits.silence_s, limits.connect_s)
        self.client = Client(waits, certificates)

    def archive(self, url: str, folder: Path) -> Path:
        """Return the archive at `url`, complete and verified, in `folder`."""
        self.job.report(Progress(self.message))
        with self._sentences():
            expected = self._published_md5(url + ".md5")
        return self.file(url, folder, expected)

    def file(self, url: str, folder: Path, expected: str | None = None) -> Path:
        """Return the file at `url`, complete, in `folder`; with this MD5 where one is known."""
        name = PurePosixPath(urlsplit(url).path).name
        private_folder(folder)
        partial = PartialDownload(folder / name, url)
        try:
            with self._sentences():
                self._write(url, partial)
                if expected is not None and partial.md5() != expected:
                    partial.drop()
                    raise catalog_error(
                        "The downloaded catalog is not what its publisher says it is (wrong "
                        "checksum), so it was thrown away.",
                        "Try again later.",
                    )
                return partial.finish()
        except BaseException:
            partial.discard_unless_resumable()
            check(self.job.cancelled)  # what breaks while it is being stopped has not failed
            raise

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        """Raise `CatalogError` for a failure of the network or the disk."""
        try:
            yield
        except DoorError as error:
            _log.info("download failed: %s", error)
            todo = None
            if error.failure is Failure.MISSING:
                todo = message(
                    "Download MovieLens from grouplens.org yourself, then import the file."
                )
            raise fetch_error(error, self.name, todo=todo) from error
        except OSError as error:
            _log.info("download failed: %s", type(error).__name__)
            raise catalog_error(
                "The download could not be saved.", "Check the free space on the disk."
            ) from error

    def _published_md5(self, url: str) -> str:
        with self.client.answer(self._call(url, _SIDECAR_BYTES), self.job.cancelled) as answer:
            reply, pieces = answer
            _check_status(reply, part=False)
            found = _MD5.search(b"".join(pieces).decode("latin-1"))
        if found is None:
            raise catalog_error(
                "The checksum of the catalog could not be read, so nothing was downloaded.",
                "Try again later.",
            )
        return found[1].lower()

    def _write(self, url: str, partial: PartialDownload) -> None:
        """Write the answer, from where an earlier attempt was stopped."""
        before, asked = partial.size, partial.headers()
        call = self._call(url, self.limits.size_bytes, asked)
        with self.client.answer(call, self.job.cancelled) as (reply, pieces):
            _check_status(reply, part=bool(asked))
            resume = reply.status == _PARTIAL_CONTENT
            wrong_part = resume and not reply.headers.get("content-range", "").startswith(
                f"bytes {before}-"
            )
            if wrong_part or reply.status == _NO_SUCH_PART:
                partial.drop()  # start over
                raise DoorError(Failure.BROKEN_OFF)
            done = before if resume else 0
            total = done + reply.length if reply.length else 0
            with partial.writing(reply.headers.get("etag", ""), resume=resume) as target:
                for piece in pieces:
                    done += len(piece)
                    if max(done, total) > self.limits.size_bytes:
                        raise DoorError(Failure.LARGE)
                    target.write(piece)
                    self.job.report(Progress(self.message, done, total))

    def _call(
        self, url: str, max_bytes: int, headers: Mapping[str, str] | None = None
    ) -> HttpRequest:
        # Two requests gain nothing from a kept connection, which the server may be closing then.
        plain = {"Accept-Encoding": "identity", "Connection": "close", **(headers or {})}
        return HttpRequest(url, max_bytes, headers=plain, redirects=_REDIRECTS)


def _check_status(reply: HttpReply, *, part: bool) -> None:
    if reply.status == 200 or (part and reply.status in (_PARTIAL_CONTENT, _NO_SUCH_PART)):
        return
    missing = reply.status in (404, 410)
    raise DoorError(Failure.MISSING if missing else Failure.STATUS, status=reply.status)
