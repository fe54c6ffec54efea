"""Downloads MovieLens by name: nothing in the request depends on the person."""

from __future__ import annotations

import hashlib
import logging
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path, PurePosixPath
from typing import IO
from urllib.parse import urljoin, urlsplit

import requests
import urllib3

from epicrec_desktop.catalog.files import problem
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.tasks import IsCancelled, Progress, Report, check, never, quiet
from epicrec_desktop.paths import private_folder

MOVIELENS_URL = "https://files.grouplens.org/datasets/movielens/ml-latest-small.zip"
SOURCES = {"movielens": MOVIELENS_URL}
"""What can be downloaded by name."""

_log = logging.getLogger(__name__)
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_REDIRECTS = 3
_CHUNK_BYTES = 65_536
_SIDECAR_BYTES = 4_096
_MD5 = re.compile(r"\b([0-9a-fA-F]{32})\b")


@dataclass(frozen=True)
class Limits:
    """What a download may take, so that no server can hold the program or fill the disk."""

    connect_s: float = 10.0
    silence_s: float = 15.0  # between two pieces of an answer
    total_s: float = 600.0
    size_bytes: int = 100_000_000


def download_movielens(
    folder: Path,
    report: Report = quiet,
    cancelled: IsCancelled = never,
    session: requests.Session | None = None,
    url: str = MOVIELENS_URL,
    limits: Limits | None = None,
) -> Path:
    """Download MovieLens latest-small into `folder`; returns the archive's path.

    The MD5 published beside the archive is verified (against damage on the way; it is HTTPS that
    says who sent it), and the file takes its name in one step. Raises `CatalogError` with a
    sentence, `Cancelled`; an earlier download is then as it was.
    """
    own = session is None
    session = session or plain_session()
    fetch = _Fetch(session, limits or Limits(), report, cancelled)
    try:
        return fetch.archive(url, folder)
    except (requests.RequestException, urllib3.exceptions.HTTPError, OSError) as error:
        _log.info("download failed: %s", type(error).__name__)
        raise _sentence(error) from error
    finally:
        if own:
            session.close()


def plain_session() -> requests.Session:
    """A session with the system's proxy, without cookies and without `.netrc` passwords."""
    session = requests.Session()
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    session.auth = _no_auth  # a callable keeps requests from looking into .netrc
    session.headers["Accept-Encoding"] = "identity"
    # Two requests gain nothing from a kept connection, which the server may be closing just then.
    session.headers["Connection"] = "close"
    return session


class _Fetch:
    """One download: its limits and who is told of it."""

    def __init__(
        self,
        session: requests.Session,
        limits: Limits,
        report: Report,
        cancelled: IsCancelled,
    ) -> None:
        self.session = session
        self.limits = limits
        self.report = report
        self.cancelled = cancelled
        self.deadline = time.monotonic() + limits.total_s

    def archive(self, url: str, folder: Path) -> Path:
        """The archive at `url`, complete and verified, in `folder`."""
        name = PurePosixPath(urlsplit(url).path).name
        self.report(Progress("Downloading MovieLens"))
        expected = self._published_md5(url + ".md5")
        private_folder(folder)
        with tempfile.NamedTemporaryFile(
            dir=folder, prefix=name, suffix=".partial", delete=False
        ) as target:
            partial = Path(target.name)
            try:
                actual = self._write(url, target)
                if actual != expected:
                    raise problem(
                        "The downloaded catalog is not what its publisher says it is (wrong "
                        "checksum), so it was thrown away.",
                        "Try again later.",
                    )
                target.close()  # Windows cannot rename an open file
                return partial.replace(folder / name)
            finally:
                target.close()
                partial.unlink(missing_ok=True)

    def _published_md5(self, url: str) -> str:
        text = b"".join(self._pieces(url, _SIDECAR_BYTES)).decode("latin-1")
        found = _MD5.search(text)
        if found is None:
            raise problem(
                "The checksum of the catalog could not be read, so nothing was downloaded.",
                "Try again later.",
            )
        return found[1].lower()

    def _write(self, url: str, target: IO[bytes]) -> str:
        """Write the answer; its MD5 in hexadecimal."""
        digest = hashlib.md5(usedforsecurity=False)
        for piece in self._pieces(url, self.limits.size_bytes, progress=True):
            digest.update(piece)
            target.write(piece)
        return digest.hexdigest()

    def _pieces(self, url: str, cap: int, *, progress: bool = False) -> Iterator[bytes]:
        """The body in pieces, within cap and deadline."""
        with self._answer(url) as answer:
            length = answer.headers.get("Content-Length", "")
            total = int(length) if length.isdecimal() else 0
            done = 0
            # read1 gives what is there: a server that trickles cannot pass the deadline unseen.
            while piece := answer.raw.read1(_CHUNK_BYTES, decode_content=False):
                self._check_time()
                done += len(piece)
                if max(done, total) > cap:
                    raise problem("The answer is larger than the catalog can be.", "Try later.")
                yield piece
                if progress:
                    self.report(Progress("Downloading MovieLens", done, total))
            if done < total:
                raise requests.ConnectionError("the answer ended early")

    @contextmanager
    def _answer(self, url: str) -> Iterator[requests.Response]:
        """The answer to a GET, after redirects within the same host."""
        for _ in range(_REDIRECTS + 1):
            self._check_time()
            check_address(url)
            answer = self.session.get(
                url,
                stream=True,
                allow_redirects=False,
                timeout=(self.limits.connect_s, self.limits.silence_s),
            )
            with answer:
                if not answer.is_redirect:
                    _check_status(answer)
                    yield answer
                    return
                target = urljoin(url, answer.headers["Location"])
            if _origin(target) != _origin(url):
                raise problem(
                    "The publisher's server sent the download to another address, which was not "
                    "followed.",
                    "Try again later, or import a file that you downloaded yourself.",
                )
            url = target
        raise problem("The publisher's server sends the download in circles.", "Try again later.")

    def _check_time(self) -> None:
        check(self.cancelled)
        if time.monotonic() > self.deadline:
            raise requests.Timeout("the whole download took too long")


def check_address(url: str) -> None:
    """Only HTTPS, but for this computer itself, where there is nobody in between."""
    parts = urlsplit(url)
    if parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK):
        return
    raise problem("The address of the catalog is not a safe one (https).", "Use another address.")


def _check_status(answer: requests.Response) -> None:
    if answer.status_code == requests.codes.ok:
        return
    if answer.status_code in (requests.codes.not_found, requests.codes.gone):
        raise problem(
            "The catalog is no longer at its address.",
            "Download MovieLens from grouplens.org yourself, then import the file.",
        )
    raise problem(
        f"The publisher's server answered with an error ({answer.status_code}).",
        "Try again later.",
    )


def _origin(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port


def _no_auth(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


def _sentence(error: Exception) -> CatalogError:
    if isinstance(error, (requests.Timeout, urllib3.exceptions.TimeoutError)):
        return problem("The download took too long and was stopped.", "Try again later.")
    if isinstance(error, requests.exceptions.SSLError):
        return problem(
            "The connection to the publisher's server is not safe: its certificate is not valid.",
            "Check the date of this computer and its network.",
        )
    network = (requests.RequestException, urllib3.exceptions.HTTPError, ConnectionError)
    if isinstance(error, network):
        return problem(
            "The catalog could not be downloaded: the publisher's server was not reached, or the "
            "connection broke.",
            "Check the network, or import a MovieLens file that you have.",
        )
    return problem("The download could not be saved.", "Check the free space on the disk.")
