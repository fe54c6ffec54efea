"""Download public rating data sets, with resumable partial downloads.

Nothing in a request depends on the user.
"""

from __future__ import annotations

import hashlib
import logging
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path, PurePosixPath
from typing import IO
from urllib.parse import urljoin, urlsplit

import requests
import urllib3

from epicrec_desktop.catalog.files import catalog_error
from epicrec_desktop.catalog.sources import MOVIES_FILE, RATINGS_FILE
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress, check
from epicrec_desktop.files import create_file, put_in_place, work_file, write_file
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
        """Return all of it is here: it takes its place in one step."""
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
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_REDIRECTS = 3
_CHUNK_BYTES = 65_536
_SIDECAR_BYTES = 4_096
_PARTIAL_STATUS = (requests.codes.partial_content, requests.codes.requested_range_not_satisfiable)
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
    session: requests.Session | None = None,
    url: str = MOVIELENS_URL,
    limits: Limits | None = None,
) -> Path:
    """Download MovieLens latest-small into `folder`; returns the archive's path.

    The MD5 published beside the archive is verified (against damage on the way; it is HTTPS that
    says who sent it), and the file takes its name in one step. Raises `CatalogError` with a
    sentence, `Cancelled`; an earlier download is then as it was, and the next attempt goes on where
    this one was stopped.
    """
    with _connected(session) as connected:
        fetch = _Fetch(connected, limits or Limits(), job)
        return fetch.archive(url, folder)


def download_movietweetings(
    folder: Path, job: Job = UNATTENDED, url: str = MOVIETWEETINGS_URL, limits: Limits | None = None
) -> Path:
    """Download MovieTweetings into `folder`, which it returns.

    No checksum is published beside its two files: it is HTTPS that says who sent them. Both take
    their names when both are there. Raises as `download_movielens` does.
    """
    with _connected() as connected:
        fetch = _Fetch(connected, limits or Limits(), job, "MovieTweetings")
        private_folder(folder)
        partial_folder = private_folder(folder / "partial")
        names = (MOVIES_FILE, RATINGS_FILE)
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
def _connected(session: requests.Session | None = None) -> Iterator[requests.Session]:
    """Yield a session, closed in the end if it was made here; failures become a sentence."""
    own = session is None
    session = session or plain_session()
    try:
        yield session
    except (requests.RequestException, urllib3.exceptions.HTTPError, OSError) as error:
        _log.info("download failed: %s", type(error).__name__)
        raise _sentence(error) from error
    finally:
        if own:
            session.close()


def plain_session() -> requests.Session:
    """Return a session with the system's proxy, without cookies and without `.netrc` passwords."""
    session = requests.Session()
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    session.auth = _no_auth  # a callable keeps requests from looking into .netrc
    session.headers["Accept-Encoding"] = "identity"
    # Two requests gain nothing from a kept connection, which the server may be closing just then.
    session.headers["Connection"] = "close"
    return session


class _Fetch:
    """One download: its limits and its job."""

    def __init__(
        self, session: requests.Session, limits: Limits, job: Job, name: str = "MovieLens"
    ) -> None:
        self.session = session
        self.message = message("Downloading {name}", name=name)
        self.limits = limits
        self.report = job.report
        self.cancelled = job.cancelled
        self.deadline = time.monotonic() + limits.total_s

    def archive(self, url: str, folder: Path) -> Path:
        """Return the archive at `url`, complete and verified, in `folder`."""
        self.report(Progress(self.message))
        return self.file(url, folder, self._published_md5(url + ".md5"))

    def file(self, url: str, folder: Path, expected: str | None = None) -> Path:
        """Return the file at `url`, complete, in `folder`; with this MD5 where one is known."""
        name = PurePosixPath(urlsplit(url).path).name
        private_folder(folder)
        partial = PartialDownload(folder / name, url)
        try:
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
            check(self.cancelled)  # what breaks while it is being stopped has not failed
            raise

    def _published_md5(self, url: str) -> str:
        text = b"".join(self._pieces(url, _SIDECAR_BYTES)).decode("latin-1")
        found = _MD5.search(text)
        if found is None:
            raise catalog_error(
                "The checksum of the catalog could not be read, so nothing was downloaded.",
                "Try again later.",
            )
        return found[1].lower()

    def _write(self, url: str, partial: PartialDownload) -> None:
        """Write the answer, from where an earlier attempt was stopped."""
        received_bytes = partial.size
        with self._answer(url, partial.headers()) as answer:
            if answer.status_code == requests.codes.requested_range_not_satisfiable:
                partial.drop()  # nothing follows the stored part: start over
                raise requests.ConnectionError("there is no such part")
            resume = answer.status_code == requests.codes.partial_content
            if resume and not answer.headers.get("Content-Range", "").startswith(
                f"bytes {received_bytes}-"
            ):
                partial.drop()
                raise requests.ConnectionError("another part was sent than was asked for")
            done = received_bytes if resume else 0
            with partial.writing(answer.headers.get("ETag", ""), resume=resume) as target:
                for piece in self._body(answer, self.limits.size_bytes, done, progress=True):
                    target.write(piece)

    def _pieces(self, url: str, cap: int) -> Iterator[bytes]:
        """Yield the body in pieces, within cap and deadline."""
        with self._answer(url, {}) as answer:
            yield from self._body(answer, cap)

    def _body(
        self, answer: requests.Response, cap: int, done: int = 0, *, progress: bool = False
    ) -> Iterator[bytes]:
        """Yield the answer's body in pieces; `done` bytes of the file were there before."""
        length = answer.headers.get("Content-Length", "")
        total = done + int(length) if length.isdecimal() else 0
        # read1 gives what is there: a server that trickles cannot pass the deadline unseen.
        while piece := answer.raw.read1(_CHUNK_BYTES, decode_content=False):
            self._check_time()
            done += len(piece)
            if max(done, total) > cap:
                raise catalog_error(
                    "The answer is too large to be the catalog.", "Try again later."
                )
            yield piece
            if progress:
                self.report(Progress(self.message, done, total))
        if done < total:
            raise requests.ConnectionError("the answer ended early")

    @contextmanager
    def _answer(self, url: str, headers: Mapping[str, str]) -> Iterator[requests.Response]:
        """Yield the answer to a GET, after redirects within the same host."""
        for _ in range(_REDIRECTS + 1):
            self._check_time()
            check_address(url)
            answer = self.session.get(
                url,
                headers=dict(headers),
                stream=True,
                allow_redirects=False,
                timeout=(self.limits.connect_s, self.limits.silence_s),
            )
            with answer:
                if not answer.is_redirect:
                    _check_status(answer, part=bool(headers))
                    yield answer
                    return
                target = urljoin(url, answer.headers["Location"])
            if _origin(target) != _origin(url):
                raise catalog_error(
                    "The publisher's server sent the download to another address, which was not "
                    "followed.",
                    "Try again later, or import a file that you downloaded yourself.",
                )
            url = target
        raise catalog_error(
            "The publisher's server keeps passing the download on.", "Try again later."
        )

    def _check_time(self) -> None:
        check(self.cancelled)
        if time.monotonic() > self.deadline:
            raise requests.Timeout("the whole download took too long")


def check_address(url: str) -> None:
    """Only HTTPS, but for this computer itself, where there is nobody in between."""
    parts = urlsplit(url)
    if parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK):
        return
    raise catalog_error(
        "The address of the catalog is not a safe one (https).", "Use another address."
    )


def _check_status(answer: requests.Response, *, part: bool) -> None:
    if answer.status_code == requests.codes.ok:
        return
    if part and answer.status_code in _PARTIAL_STATUS:
        return
    if answer.status_code in (requests.codes.not_found, requests.codes.gone):
        raise catalog_error(
            "The catalog is no longer at its address.",
            "Download MovieLens from grouplens.org yourself, then import the file.",
        )
    raise catalog_error(
        "The publisher's server answered with an error ({status}).",
        "Try again later.",
        status=answer.status_code,
    )


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port


def _no_auth(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


def _sentence(error: Exception) -> CatalogError:
    if isinstance(error, (requests.Timeout, urllib3.exceptions.TimeoutError)):
        return catalog_error("The download took too long and was stopped.", "Try again later.")
    if isinstance(error, requests.exceptions.SSLError):
        return catalog_error(
            "The connection to the publisher's server is not safe: its certificate is not valid.",
            "Check the date of this computer and its network.",
        )
    network = (requests.RequestException, urllib3.exceptions.HTTPError, ConnectionError)
    if isinstance(error, network):
        return catalog_error(
            "The catalog could not be downloaded: the publisher's server was not reached, or the "
            "connection broke.",
            "Check the network, or import a MovieLens file that you have.",
        )
    return catalog_error("The download could not be saved.", "Check the free space on the disk.")
