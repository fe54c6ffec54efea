"""Wikidata, as the public query service answers: its shapes, and all that can go wrong."""

import gzip
import json
import re
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.catalog.pages import PageCache
from epicrec_desktop.catalog.wikidata import _page, categories_of, fetch_wikidata, fetch_year
from epicrec_desktop.domain.errors import Cancelled, CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import Job, Progress
from epicrec_desktop.door.pacing import USER_AGENT, RequestLimits
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from local_http_server import Handler, LocalHttpServer, serving
from waiting import LIMIT_S

FAST = RequestLimits(
    pause_s=0.0,
    connect_s=LIMIT_S,
    silence_s=LIMIT_S,
    answer_s=LIMIT_S,
    total_s=LIMIT_S,
    size_bytes=200_000,
    attempts=3,
    longest_wait_s=1.0,
    backoff_s=0.01,
)
_RANGE = re.compile(r'"(\d{4})-(\d\d-\d\d)T00:00:00Z".*?"(\d{4})-(\d\d-\d\d)T', re.DOTALL)

Row = tuple[str, str, str, str]  # movie, kind, value, language
MATRIX: list[Row] = [
    ("Q83495", "label", "The Matrix", "en"),
    ("Q83495", "label", "Matrix", "de"),
    ("Q83495", "alias", "Matrix 1", "en"),
    ("Q83495", "original", "The Matrix", "en"),
    ("Q83495", "date", "1999-03-31T00:00:00Z", ""),
    ("Q83495", "date", "2000-06-17T00:00:00Z", ""),
    ("Q83495", "date", "0000-01-01T00:00:00Z", ""),
    ("Q83495", "genre", "science fiction film", "en"),
    ("Q83495", "genre", "action film", "en"),
    ("Q83495", "genre", "film", "en"),
    ("Q83495", "links", "104", ""),
    ("Q83495", "imdb", "tt0133093", ""),
    ("Q83495", "tmdb", "603", ""),
    ("Q83495", "netflix", "20557937", ""),
    ("Q83495", "allocine", "19776", ""),
    ("Q83495", "rottentomatoes", "m/matrix", ""),
    ("Q83495", "kinopoisk", "no number", ""),
    ("Q83495", "hulu", "the-matrix-0b7f4a52-91c5-4a0e-8f8b-0a9d3f2c1e11", ""),
    ("Q83495", "appletv", "umc.cmc.3vz6x1n0w8d3c1k5q2r7t9y4b", ""),
    ("Q83495", "primevideo", "no id", ""),
]
AUDITION: list[Row] = [
    ("Q1754236", "label", "Audition", "en"),
    ("Q1754236", "date", "1999-10-02T00:00:00Z", ""),
    ("Q1754236", "genre", "horror film", "en"),
    ("Q1754236", "links", "30", ""),
]


def document(rows: list[Row]) -> bytes:
    """Return an answer in the SPARQL 1.1 query results JSON format."""
    bindings = []
    for movie, kind, value, language in rows:
        said = {"type": "literal", "value": value}
        if language:
            said["xml:lang"] = language
        if kind == "date":
            said["datatype"] = "http://www.w3.org/2001/XMLSchema#dateTime"
        bindings.append(
            {
                "film": {"type": "uri", "value": f"http://www.wikidata.org/entity/{movie}"},
                "kind": {"type": "literal", "value": kind},
                "value": said,
            }
        )
    head = {"vars": ["film", "kind", "value"]}
    return json.dumps({"head": head, "results": {"bindings": bindings}}).encode()


def asked_for(handler: Handler) -> str:
    """Return the period of a question: "1999-01-01/2000-01-01"."""
    found = _RANGE.search(handler.parameters["query"])
    assert found
    return f"{found[1]}-{found[2]}/{found[3]}-{found[4]}"


def usual(handler: Handler) -> None:
    """The Matrix and Audition in 1999, The Matrix again in 2000, packed as the service does."""
    begin, end = asked_for(handler).split("/")
    rows = []
    if begin < "1999-06" < end or begin == "1999-01-01":
        rows += MATRIX
    if begin <= "1999-10-02" < end:
        rows += AUDITION
    if begin == "2000-01-01":
        rows += MATRIX
    handler.body(
        gzip.compress(document(rows)),
        Content_Encoding="gzip",
        Content_Type="application/sparql-results+json;charset=utf-8",
    )


@pytest.fixture
def service() -> Iterator[LocalHttpServer]:
    with serving(usual) as running:
        yield running


def fetch(
    service: LocalHttpServer, folder: Path, limits: RequestLimits = FAST, **options: object
) -> Catalog:
    options = {"years": (1998, 2000), **options}
    return fetch_wikidata(folder, ("de",), endpoint=service.address, limits=limits, **options)


def fails(service: LocalHttpServer, folder: Path, limits: RequestLimits = FAST) -> str:
    with pytest.raises(CatalogError) as caught:
        fetch(service, folder, limits)
    text = str(caught.value)
    assert "The catalog you had is kept." in text
    assert text.endswith(".")
    assert "127.0.0.1" not in text
    return text


def test_movies_with_names_genres_ids_and_popularity(service, tmp_path):
    catalog = fetch(service, tmp_path)
    matrix, audition = catalog.movies
    assert (matrix.title, matrix.year) == ("The Matrix", 1999)
    assert matrix.alternative_titles == ("Matrix", "Matrix 1")
    assert matrix.categories == ("Action", "Sci-Fi")
    assert (matrix.imdb_id, matrix.wikidata_id, matrix.tmdb_id) == ("tt0133093", "Q83495", 603)
    assert matrix.site_ids == (
        ("netflix", "20557937"),
        ("allocine", "19776"),
        ("rottentomatoes", "matrix"),
        ("hulu", "0b7f4a52-91c5-4a0e-8f8b-0a9d3f2c1e11"),
        ("appletv", "umc.cmc.3vz6x1n0w8d3c1k5q2r7t9y4b"),
    )
    assert matrix.popularity == 104
    assert (audition.title, audition.categories, audition.imdb_id) == (
        "Audition",
        ("Horror",),
        None,
    )


def test_request_names_the_program_and_nothing_about_the_user(service, tmp_path):
    fetch(service, tmp_path)
    for request in service.asked:
        assert request.headers["User-Agent"] == USER_AGENT
        assert "EpicRec" in USER_AGENT
        assert request.headers["Accept"] == "application/sparql-results+json"
        assert request.headers["Cookie"] is None
        assert set(request.parameters) == {"query", "format"}
        assert 'IN ("de", "en")' in request.parameters["query"]


def test_years_one_after_the_other_with_progress(service, tmp_path):
    seen: list[Progress] = []
    fetch(service, tmp_path, job=Job(seen.append))
    assert [asked_for(r)[:4] for r in service.asked] == ["1998", "1999", "2000"]
    assert [(p.done, p.total) for p in seen] == [(0, 3), (1, 3), (2, 3)]
    assert "1999" in seen[1].text


def test_fetched_years_are_not_requested_again_but_in_another_language(service, tmp_path):
    first = fetch(service, tmp_path)
    assert fetch(service, tmp_path) == first
    assert len(service.asked) == 3
    fetch_wikidata(tmp_path, ("fr",), endpoint=service.address, limits=FAST, years=(1998, 2000))
    assert len(service.asked) == 6


def test_a_damaged_page_is_fetched_again(service, tmp_path):
    first = fetch(service, tmp_path)
    (page,) = tmp_path.glob("1999*.json.gz")
    page.write_bytes(page.read_bytes()[:-9])
    assert fetch(service, tmp_path) == first
    assert [asked_for(r)[:4] for r in service.asked] == ["1998", "1999", "2000", "1999"]


def test_pages_grow_old(tmp_path):
    PageCache(tmp_path, "same", timedelta(days=30)).put("1999", {"a": 1})
    assert PageCache(tmp_path, "same", timedelta(days=30)).get("1999") == {"a": 1}
    assert PageCache(tmp_path, "same", timedelta(seconds=-1)).get("1999") is None


def test_offline_fetch_keeps_pages_and_resumes_later(service, tmp_path):
    def breaks_in_2000(handler):
        if asked_for(handler).startswith("2000"):
            handler.connection.shutdown(socket.SHUT_RDWR)
        else:
            usual(handler)

    service.answer = breaks_in_2000
    assert "2 of 3 years are already here" in fails(service, tmp_path)
    service.answer, service.asked[:] = usual, []
    assert len(fetch(service, tmp_path).movies) == 2
    assert [asked_for(r)[:4] for r in service.asked] == ["2000"]


@pytest.mark.parametrize("when", ["0", "soon"])
def test_too_many_requests_waits_as_long_as_asked(service, tmp_path, when):
    after = "0" if when == "0" else format_datetime(datetime.now(UTC), usegmt=True)

    def first_busy(handler):
        if len(service.asked) == 1:
            handler.body(b"Too Many Requests", status=429, Retry_After=after)
        else:
            usual(handler)

    service.answer = first_busy
    assert len(fetch(service, tmp_path).movies) == 2
    assert len(service.asked) == 4


def test_retry_after_an_hour_is_reported_without_waiting(service, tmp_path):
    service.answer = lambda h: h.body(b"", status=429, Retry_After="3600")
    assert "fewer requests" in fails(service, tmp_path)
    assert len(service.asked) == 1


def test_an_error_that_passes_is_tried_again(service, tmp_path):
    def sometimes(handler):
        if len(service.asked) % 2:
            handler.body(b"upstream", status=500)
        else:
            usual(handler)

    service.answer = sometimes
    assert len(fetch(service, tmp_path).movies) == 2


CUT = document(MATRIX)[:-40]
FAULTS = {
    "error": lambda h: h.body(b"<html>Internal Server Error</html>", status=500),
    "timeout inside": lambda h: h.body(CUT + b"\njava.util.concurrent.TimeoutException"),
    "cut short": lambda h: h.body(CUT, length=len(CUT) + 40),
    "no json": lambda h: h.body(b"<html>hello</html>"),
    "other json": lambda h: h.body(b'{"results": [1, 2]}'),
    "no rows": lambda h: h.body(b'{"head": {}, "results": {"bindings": [7]}}'),
    "not packed": lambda h: h.body(b"not gzip at all", Content_Encoding="gzip"),
    "moved": lambda h: h.body(b"", status=302, Location="http://192.0.2.1/"),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_service_that_is_broken(service, tmp_path, fault):
    service.answer = fault
    sentence = fails(service, tmp_path)
    assert "does not answer as it should" in sentence or "broke off its answer" in sentence
    assert len(service.asked) < 40


def test_a_period_that_is_too_much_is_halved(service, tmp_path):
    def only_short(handler):
        begin, end = (datetime.fromisoformat(d) for d in asked_for(handler).split("/"))
        if begin.year == 1999 and (end - begin).days > 200:
            handler.body(b'{"results": {"bindings": [TimeoutException')
        else:
            usual(handler)

    service.answer = only_short
    assert [m.title for m in fetch(service, tmp_path).movies] == ["The Matrix", "Audition"]
    asked = len(service.asked)
    assert len(fetch(service, tmp_path).movies) == 2
    assert len(service.asked) == asked  # halves are remembered too


def test_a_service_that_hangs_or_trickles(service, tmp_path):
    def hangs(handler):
        service.released.wait(LIMIT_S)

    service.answer = hangs
    quick = RequestLimits(
        pause_s=0, silence_s=0.1, answer_s=0.2, total_s=1.0, attempts=1, backoff_s=0
    )
    assert "too long" in fails(service, tmp_path, quick)


def test_an_answer_without_end(service, tmp_path):
    service.answer = lambda h: h.body(gzip.compress(b" " * 1_000_000), Content_Encoding="gzip")
    assert "more data than is allowed" in fails(service, tmp_path)


def test_cancelled_fetch_keeps_complete_years(service, tmp_path):
    with pytest.raises(Cancelled):
        fetch(service, tmp_path, job=Job(cancelled=lambda: len(service.asked) >= 2))
    service.asked.clear()
    assert len(fetch(service, tmp_path).movies) == 2
    assert asked_for(service.asked[0])[:4] in {"1999", "2000"}


@pytest.mark.parametrize(
    ("address", "words"),
    [("http://127.0.0.1:9", "could not be reached"), ("http://films.example/", "https")],
)
def test_an_address_that_does_not_answer_or_is_not_safe(tmp_path, address, words):
    with pytest.raises(CatalogError, match=words):
        fetch_wikidata(tmp_path, endpoint=address, limits=FAST, years=(1999, 1999))


def test_no_movies_at_all(service, tmp_path):
    service.answer = lambda h: h.body(document([]))
    assert "listed no films" in fails(service, tmp_path)


def test_an_id_in_digits_of_another_script_is_none(service, tmp_path):
    """No model can be made of a catalog with such an id."""
    rows = [row for row in MATRIX if row[1] != "imdb"]
    rows.append(("Q83495", "imdb", "tt٠١٣٣٠٩٣", ""))
    service.answer = lambda h: h.body(document(rows))
    catalog = fetch(service, tmp_path)
    assert [movie.wire_id for movie in catalog.movies] == ["wd:Q83495"]
    assert KnowledgeModel.from_catalog(catalog, []).wire_ids == ("wd:Q83495",)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["Q1", "Q2", "Q0", "", "x"]),
            st.sampled_from(["label", "alias", "date", "links", "imdb", "genre", "new", ""]),
            st.text(max_size=20),
            st.sampled_from(["en", "", "de"]),
        ),
        max_size=20,
    )
)
def test_values_of_every_kind_make_a_page(rows):
    page = _page(json.loads(document(rows))["results"]["bindings"])
    assert set(page) <= {"Q1", "Q2"}
    json.dumps(page)


@pytest.mark.parametrize(
    ("genre", "categories"),
    [
        ("action film", ("Action",)),
        ("comedy horror", ("Comedy", "Horror")),
        ("romantic comedy film", ("Comedy", "Romance")),
        ("spaghetti Western", ("Western",)),
        ("film noir", ("Crime", "Film-Noir")),
        ("science fiction action film", ("Action", "Sci-Fi")),
        ("children's film", ("Children",)),
        ("live-action film", ()),
        ("Cold War film", ()),
        ("war film", ("War",)),
        ("award ceremony", ()),
        ("feature film", ()),
    ],
)
def test_genres_by_their_words(genre, categories):
    assert categories_of([genre]) == categories


SHOW: list[Row] = [
    ("Q98765", "label", "The Night House", "en"),
    ("Q98765", "label", "Das Nachthaus", "de"),
    ("Q98765", "alias", "Night House", "en"),
    ("Q98765", "date", "1999-03-01T00:00:00Z", ""),
    ("Q98765", "date", "2001-03-01T00:00:00Z", ""),
    ("Q98766", "label", "The Night House", "en"),  # two series of one name
    ("Q98767", "label", "\x07Bell\u202e", "en"),
    ("nothing", "label", "No item", "en"),
]


def movies_or_series(handler: Handler) -> None:
    """Return the answer to whichever of the two questions was asked."""
    if "wd:Q5398426" in handler.parameters["query"]:
        handler.body(document(SHOW))
    else:
        usual(handler)


def test_a_year_has_its_movies_and_the_series_that_began(tmp_path):
    with serving(movies_or_series) as service:
        catalog = fetch_year(tmp_path, 1999, ("de",), endpoint=service.address, limits=FAST)
        again = fetch_year(tmp_path, 1999, ("de",), endpoint=service.address, limits=FAST)
    assert [movie.title for movie in catalog.movies] == ["The Matrix", "Audition"]
    names = dict(catalog.series)
    assert names["The Night House"] == names["Das Nachthaus"] == names["Night House"] == 1999
    assert [name for name, _ in catalog.series].count("The Night House") == 1
    assert "No item" not in names
    assert not any(c in name for name in names for c in "\x07\n")
    assert again == catalog
    assert len(service.asked) == 2  # one question for movies, one for series; the rest was there
    questions = [request.parameters["query"] for request in service.asked]
    assert {asked_for(request) for request in service.asked} == {"1999-01-01/2000-01-01"}
    assert all('IN ("de", "en")' in question for question in questions)
    assert "P345" in questions[0]
    assert "P345" not in questions[1]


def test_a_broken_answer_about_series_leaves_the_catalog_as_it_was(tmp_path):
    def answer(handler):
        if "wd:Q5398426" in handler.parameters["query"]:
            handler.body(b"", status=404)
        else:
            usual(handler)

    with serving(answer) as service, pytest.raises(CatalogError, match="is kept"):
        fetch_year(tmp_path, 1999, endpoint=service.address, limits=FAST)
