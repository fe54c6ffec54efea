"""TMDB as its API answers, with a made-up key."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from epicrec_desktop.catalog.tmdb import fetch_tmdb
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import Job, Progress
from epicrec_desktop.door.pacing import RequestLimits
from local_http_server import Handler, LocalHttpServer, serving

KEY = "0123456789abcdef0123456789abcdef"
TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJ4In0.c2lnbmF0dXJl"
FAST = RequestLimits(
    pause_s=0.0,
    silence_s=20.0,  # generous: the machine that tests may be busy
    answer_s=30.0,
    total_s=60.0,
    size_bytes=100_000,
    attempts=2,
    longest_wait_s=1.0,
    backoff_s=0.01,
)
MATRIX = {
    "adult": False,
    "backdrop_path": None,
    "genre_ids": [28, 878, 36],
    "id": 603,
    "original_language": "en",
    "original_title": "The Matrix",
    "overview": "A computer hacker learns\nwhat is real.",
    "popularity": 85.3,
    "poster_path": "/f89U3ADr1oiB1s9GkdPOEpXUk5H.jpg",
    "release_date": "1999-03-31",
    "title": "Matrix",
    "video": False,
    "vote_average": 8.2,
    "vote_count": 25000,
}
ODD = [
    {"id": "7", "title": "Number as text"},
    {"id": 8, "title": ""},
    {"id": True, "title": "No number"},
    "no film",
]
HEAT = {"id": 949, "title": "Heat", "popularity": None}


def usual(handler: Handler) -> None:
    """Two pages of 1999 and none of other years."""
    given = handler.headers["Authorization"] == f"Bearer {TOKEN}"
    if not (given or handler.parameters.get("api_key") == KEY):
        handler.body(b'{"status_code": 7, "success": false}', status=401)
        return
    page = int(handler.parameters["page"])
    movies: list[object] = []
    if handler.parameters["primary_release_year"] == "1999":
        movies = [MATRIX, *ODD] if page == 1 else [HEAT]
    total = 2 if movies else 1
    handler.body(json.dumps({"page": page, "results": movies, "total_pages": total}).encode())


@pytest.fixture
def service() -> Iterator[LocalHttpServer]:
    with serving(usual) as running:
        yield running


def fetch(service: LocalHttpServer, folder: Path, key: str = KEY, **options: object) -> Catalog:
    options = {"years": (1998, 1999), "limits": FAST, **options}
    return fetch_tmdb(folder, key, "de", api=f"{service.address}/3", **options)


@pytest.mark.parametrize("key", [KEY, TOKEN, f" {KEY}\n"])
def test_movies_with_either_key(service, tmp_path, key):
    found = fetch(service, tmp_path, key)
    matrix, heat = found.movies
    assert (matrix.title, matrix.year, matrix.tmdb_id) == ("Matrix", 1999, 603)
    assert matrix.alternative_titles == ("The Matrix",)
    assert (matrix.categories, matrix.popularity) == (("Action", "Sci-Fi"), 85.3)
    assert (heat.title, heat.year, heat.popularity) == ("Heat", None, 0.0)


def test_every_page_of_every_year_once(service, tmp_path):
    seen: list[Progress] = []
    first = fetch(service, tmp_path, job=Job(seen.append))
    asked = [(h.parameters["primary_release_year"], h.parameters["page"]) for h in service.asked]
    assert asked == [("1998", "1"), ("1999", "1"), ("1999", "2")]
    assert {h.parameters["language"] for h in service.asked} == {"de"}
    assert (seen[-1].done, seen[-1].total) == (1, 2)
    assert fetch(service, tmp_path) == first
    assert len(service.asked) == 3


@pytest.mark.parametrize("key", [KEY, TOKEN])
def test_key_stays_out_of_logs_errors_and_files(service, tmp_path, key, caplog):
    """In no log, no error and no file; a token is in no address either."""
    caplog.set_level(logging.DEBUG, "epicrec_desktop")
    fetch(service, tmp_path, key)
    service.answer = lambda h: h.body(b"{", status=500)
    with pytest.raises(CatalogError) as caught:
        fetch(service, tmp_path, key, years=(2000, 2000))
    ours = " ".join(r.getMessage() for r in caplog.records if r.name.startswith("epicrec_desktop"))
    assert ours
    kept = b"".join(f.read_bytes() for f in tmp_path.rglob("*") if f.is_file())
    assert key not in f"{caught.value!r} {caught.value.__cause__!r} {ours}"
    assert key.encode() not in kept
    assert all(TOKEN not in handler.path for handler in service.asked)


def test_wrong_key_is_reported_at_once(service, tmp_path):
    with pytest.raises(CatalogError, match="does not accept this key"):
        fetch(service, tmp_path, "f" * 32)
    assert len(service.asked) == 1


@pytest.mark.parametrize("key", ["", "short", "with spaces in it.a.b", "x" * 33])
def test_malformed_key_is_not_sent(service, tmp_path, key):
    with pytest.raises(CatalogError, match="no key of TMDB"):
        fetch(service, tmp_path, key)
    assert service.asked == []


FAULTS = {
    "error": lambda h: h.body(b"", status=503),
    "no json": lambda h: h.body(b"<html>"),
    "other json": lambda h: h.body(b'{"results": 4, "total_pages": 1}'),
    "no pages": lambda h: h.body(b'{"results": []}'),
    "cut short": lambda h: h.body(b'{"results": [', length=100),
    "too much": lambda h: h.body(b" " * 200_000),
    "busy": lambda h: h.body(b"", status=429, Retry_After="900"),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_failed_fetch_keeps_complete_pages(service, tmp_path, fault):
    def in_1999(handler):
        (fault if handler.parameters["primary_release_year"] == "1999" else usual)(handler)

    service.answer = in_1999
    with pytest.raises(CatalogError, match="1 of 2 years are already here") as caught:
        fetch(service, tmp_path)
    assert "The catalog you had is kept." in str(caught.value)
    service.answer, service.asked[:] = usual, []
    assert len(fetch(service, tmp_path).movies) == 2
    assert {h.parameters["primary_release_year"] for h in service.asked} == {"1999"}


def test_a_request_too_many_waits(service, tmp_path):
    def first_busy(handler):
        if len(service.asked) == 1:
            handler.body(b"", status=429, Retry_After="0")
        else:
            usual(handler)

    service.answer = first_busy
    assert len(fetch(service, tmp_path).movies) == 2
