"""Downloading a catalog from a server on this computer, and all that can go wrong."""

from __future__ import annotations

import hashlib
import itertools
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock
from urllib.parse import urlsplit

import pytest
from movielens_files import MOVIES, archive, csv_files

from epicrec_desktop import wiring
from epicrec_desktop.catalog import download
from epicrec_desktop.catalog.download import Limits, download_movielens
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.domain.errors import Cancelled, CatalogError
from epicrec_desktop.domain.progress import Job, Progress
from epicrec_desktop.door import client
from epicrec_desktop.files import work_files
from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import Paths, private_folder
from local_http_server import Answer, Handler, LocalHttpServer, serving
from waiting import LIMIT_S

NAME = "ml-latest-small.zip"
PATIENT = Limits(LIMIT_S, LIMIT_S, LIMIT_S, size_bytes=1_000_000)


def missing(handler: Handler) -> None:
    handler.send_error(404)


class Publisher:
    """A publisher's server with one archive; `answers` are by path."""

    def __init__(self, server: LocalHttpServer, data: bytes) -> None:
        self.data, self.asked, self.released = data, server.asked, server.released
        self.url = f"{server.address}/{NAME}"
        digest = hashlib.md5(data).hexdigest()
        self.answers: dict[str, Answer] = {
            f"/{NAME}": lambda h: h.body(data),
            f"/{NAME}.md5": lambda h: h.body(f"MD5 ({NAME}) = {digest}\n".encode()),
        }
        server.answer = lambda handler: self.answers.get(handler.path, missing)(handler)


@pytest.fixture
def publisher(tmp_path) -> Iterator[Publisher]:
    data = archive(tmp_path / "original.zip", csv_files()).read_bytes()
    with serving(missing) as server:
        yield Publisher(server, data)


@pytest.fixture
def folder(tmp_path) -> Path:
    """Return where downloads go, with an earlier one in it."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    (folder / NAME).write_bytes(b"the one before")
    return folder


def assert_untouched(folder: Path) -> None:
    assert [p.name for p in folder.iterdir()] == [NAME]
    assert (folder / NAME).read_bytes() == b"the one before"


def fails(publisher: Publisher, folder: Path, limits: Limits = PATIENT, url: str = "") -> str:
    with pytest.raises(CatalogError) as caught:
        download_movielens(folder, url=url or publisher.url, limits=limits)
    assert_untouched(folder)
    text = str(caught.value)
    assert "The catalog you had is kept." in text
    assert text.endswith(".")
    assert "http" not in text.replace("(https)", "")
    return text


def test_a_download_is_complete_verified_and_can_be_imported(publisher, folder):
    seen: list[Progress] = []
    path = download_movielens(folder, Job(seen.append), url=publisher.url)
    assert path == folder / NAME
    assert path.read_bytes() == publisher.data
    assert [p.name for p in folder.iterdir()] == [NAME]
    assert seen[-1].done == seen[-1].total == len(publisher.data)
    assert len(read_source(path).catalog.movies) == len(MOVIES)


@pytest.mark.parametrize(
    "form", ["{md5}  {name}\n", "{md5} *{name}", "MD5({name})= {md5}", "{MD5}"]
)
def test_forms_of_the_checksum(publisher, folder, form):
    md5 = hashlib.md5(publisher.data).hexdigest()
    text = form.format(md5=md5, MD5=md5.upper(), name=NAME).encode()
    publisher.answers[f"/{NAME}.md5"] = lambda h: h.body(text)
    assert download_movielens(folder, url=publisher.url).read_bytes() == publisher.data


def test_a_chunked_answer_without_a_length(publisher, folder):
    def chunked(handler):
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for at in range(0, len(publisher.data), 100):
            piece = publisher.data[at : at + 100]
            handler.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        handler.wfile.write(b"0\r\n\r\n")

    publisher.answers[f"/{NAME}"] = chunked
    assert download_movielens(folder, url=publisher.url).read_bytes() == publisher.data


def test_request_contains_nothing_about_the_user(publisher, folder, tmp_path, monkeypatch):
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    data = publisher.data
    publisher.answers[f"/{NAME}"] = lambda h: h.body(data, Set_Cookie="id=1")
    for _ in range(2):
        download_movielens(folder, url=publisher.url)
    for asked in publisher.asked:
        names = {name.lower() for name in asked.headers}
        assert not names & {"authorization", "cookie", "referer"}
    assert len(publisher.asked) == 4


# What goes wrong


def test_two_processes_do_not_write_the_same_parts(publisher, folder):
    other = FileLock(folder.with_name("downloads.lock"))
    assert other.acquire(exclusive=True)
    assert "Another window or command" in fails(publisher, folder)
    assert not publisher.asked
    other.release()
    download_movielens(folder, url=publisher.url)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://127.0.0.1:1/ml.zip", "could not be reached"),
        ("https://nowhere.invalid/ml.zip", "could not be reached"),
        ("http://example.invalid/a.zip", "https"),
        ("ftp://x/a.zip", "https"),
        ("file:///etc/hosts", "https"),
    ],
)
def test_an_address_that_does_not_answer_or_is_not_safe(publisher, folder, url, words):
    assert words in fails(publisher, folder, url=url)


@pytest.mark.parametrize(
    ("name", "answer", "words"),
    [
        (NAME, missing, "no longer at its address"),
        (f"{NAME}.md5", missing, "no longer at its address"),
        *(
            (NAME, lambda h, status=status: h.send_error(status), str(status))
            for status in (403, 429, 500, 503, 206, 204)
        ),
        *(
            (f"{NAME}.md5", lambda h, text=text: h.body(text), "checksum")
            for text in (b"", b"<html>busy</html>", b"\xff" * 100)
        ),
        (f"{NAME}.md5", lambda h: h.body(b"0" * 100_000), "more data than is allowed"),
        (NAME, lambda h: h.body(b"another archive"), "checksum"),
        (NAME, lambda h: h.body(b"x" * 50, length=1_000), "broke off"),
        (NAME, lambda h: h.body(b"", status=302, Location=f"/{NAME}"), "keeps passing"),
    ],
)
def test_an_answer_that_is_no_archive_or_checksum(publisher, folder, name, answer, words):
    publisher.answers[f"/{name}"] = answer
    assert words in fails(publisher, folder)


def test_an_answer_that_stops(publisher, folder):
    def stop(handler):
        handler.body(publisher.data[:50], length=len(publisher.data))
        publisher.released.wait(LIMIT_S)

    publisher.answers[f"/{NAME}"] = stop
    assert "did not answer in time" in fails(publisher, folder, replace(PATIENT, silence_s=0.2))


def test_an_answer_that_trickles(publisher, folder, monkeypatch):
    """Every byte comes in time, but the whole would take hours: a second passes at each look."""
    clock = SimpleNamespace(monotonic=itertools.count().__next__, sleep=time.sleep)
    monkeypatch.setattr(client, "time", clock)

    def trickle(handler):
        handler.body(b"", length=900_000)
        while not publisher.released.is_set():
            handler.wfile.write(b"x")

    publisher.answers[f"/{NAME}"] = trickle
    assert "did not answer in time" in fails(publisher, folder, replace(PATIENT, total_s=5.0))


@pytest.mark.parametrize("says_so", [True, False])
def test_an_answer_too_large(publisher, folder, says_so):
    def large(handler):
        if says_so:
            handler.body(b"x" * 100, length=10**15)
            return
        handler.send_response(200)
        handler.end_headers()
        while not publisher.released.is_set():
            handler.wfile.write(b"x" * 10_000)

    publisher.answers[f"/{NAME}"] = large
    assert "more data than is allowed" in fails(
        publisher, folder, replace(PATIENT, size_bytes=200_000)
    )


def test_a_redirect_within_the_host_is_followed(publisher, folder):
    publisher.answers["/moved.zip"] = publisher.answers[f"/{NAME}"]
    publisher.answers[f"/{NAME}"] = lambda h: h.body(b"", status=302, Location="/moved.zip")
    assert download_movielens(folder, url=publisher.url).read_bytes() == publisher.data


def test_a_redirect_to_another_host_is_not(publisher, folder):
    port = urlsplit(publisher.url).port
    for target in (
        f"http://localhost:{port}/{NAME}",
        "https://elsewhere.invalid/x",
        "//evil.test/x",
    ):
        publisher.answers[f"/{NAME}"] = lambda h, to=target: h.body(b"", status=302, Location=to)
        publisher.asked.clear()
        assert "another address" in fails(publisher, folder)
        assert [asked.path for asked in publisher.asked] == [f"/{NAME}.md5", f"/{NAME}"]


def test_cancelled_on_the_way(publisher, folder):
    data = b"x" * 300_000
    publisher.answers[f"/{NAME}"] = lambda h: h.body(data)
    seen: list[Progress] = []
    with pytest.raises(Cancelled):
        download_movielens(
            folder, Job(seen.append, lambda: bool(seen and seen[-1].done)), url=publisher.url
        )
    assert seen[-1].done < len(data)
    assert_untouched(folder)


def versioned(publisher: Publisher, *, etag: str = '"one"', stop_after: int | None = None) -> None:
    """Answer as a server that names the version it sends, and sends parts of it."""

    def answer(handler: Handler) -> None:
        data, asked = publisher.data, handler.headers.get("Range")
        status, headers = 200, {"ETag": etag}
        if asked and handler.headers["If-Range"] == etag:
            start = int(asked.removeprefix("bytes=").removesuffix("-"))
            status, headers["Content_Range"] = 206, f"bytes {start}-{len(data) - 1}/{len(data)}"
            data = data[start:]
        handler.body(data[:stop_after], status=status, length=len(data), **headers)

    publisher.answers[f"/{NAME}"] = answer


def breaks_off(publisher: Publisher, folder: Path) -> None:
    """The first 100 bytes come."""
    versioned(publisher, stop_after=100)
    with pytest.raises(CatalogError, match="broke off"):
        download_movielens(folder, url=publisher.url, limits=PATIENT)
    assert (folder / NAME).read_bytes() == b"the one before"
    start_time = list(work_files(folder / NAME))
    assert [file.stat().st_mode & 0o777 for file in start_time if os.name == "posix"] in (
        [0o600] * 2,
        [],
    )
    assert {*folder.iterdir()} == {folder / NAME, *start_time}


def test_a_start_removes_what_a_download_left(publisher, tmp_path):
    paths = Paths.under(tmp_path / "base")
    private_folder(paths.downloads)
    (paths.downloads / NAME).write_bytes(b"the one before")
    breaks_off(publisher, paths.downloads)
    wiring.build(paths, starter=False).close()
    assert [*work_files(paths.downloads / NAME)], "it may be gone on with for an hour"
    for file in work_files(paths.downloads / NAME):
        os.utime(file, (0, 0))
    wiring.build(paths, starter=False).close()
    assert [file.name for file in paths.downloads.iterdir()] == [NAME]


def asked_for(publisher: Publisher) -> list[str | None]:
    """Return the ranges that were asked for of the archive; None for all of it."""
    return [asked.headers.get("Range") for asked in publisher.asked if asked.path == f"/{NAME}"]


def test_interrupted_download_resumes(publisher, folder):
    breaks_off(publisher, folder)
    versioned(publisher)
    reports: list[Progress] = []
    path = download_movielens(folder, Job(reports.append), url=publisher.url)
    assert asked_for(publisher) == [None, "bytes=100-"]
    assert path.read_bytes() == publisher.data
    assert [p.name for p in folder.iterdir()] == [NAME]
    assert reports[1].done > 100
    assert reports[-1].done == reports[-1].total == len(publisher.data)


def test_another_version_is_fetched_from_the_beginning(publisher, folder):
    breaks_off(publisher, folder)
    versioned(publisher, etag='"two"')
    assert download_movielens(folder, url=publisher.url).read_bytes() == publisher.data


def test_a_damaged_part_is_thrown_away_and_then_fetched_whole(publisher, folder):
    breaks_off(publisher, folder)
    (partial,) = folder.glob(".*.download.partial")
    partial.write_bytes(bytes(100))
    versioned(publisher)
    assert "checksum" in fails(publisher, folder)
    assert download_movielens(folder, url=publisher.url).read_bytes() == publisher.data


@pytest.mark.parametrize("etag", ['W/"one"', "one", '"' + "x" * 400 + '"', '"a\tb"'])
def test_partial_download_without_etag_is_discarded(publisher, folder, etag):
    versioned(publisher, etag=etag, stop_after=100)
    fails(publisher, folder)


def test_a_part_longer_than_the_file_is_dropped(publisher, folder):
    breaks_off(publisher, folder)
    publisher.answers[f"/{NAME}"] = lambda h: h.body(b"", status=416)
    fails(publisher, folder)


def test_a_full_disk(publisher, folder, monkeypatch):
    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr("epicrec_desktop.catalog.download.put_in_place", full)
    assert "free space" in fails(publisher, folder)


def test_the_published_address_is_a_safe_one():
    for url in download.SOURCES.values():
        assert urlsplit(url).scheme == "https"
        assert urlsplit(url).hostname in {"files.grouplens.org", "raw.githubusercontent.com"}
