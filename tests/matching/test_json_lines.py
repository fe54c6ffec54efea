"""JSON lines in, one row out for each, in order."""

import json

import pytest
from labeled_rows import corpus_catalog

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.matching.matcher import Matcher, match_rows

MATCHER = Matcher(corpus_catalog())


def line(url: str, title: str | None) -> str:
    return json.dumps({"url": url, "title": title, "more": 1})


def test_rows_in_order():
    lines = [
        line("https://www.imdb.com/title/tt9000001/", "Heat (1995) - IMDb"),
        "\n",
        line("https://x.example/", None),
        line("https://jellyfin.lan/web/#/video", "Heat (1995)"),
    ]
    rows = list(match_rows(MATCHER, lines))
    assert rows[0] == {
        "movie_ids": [1],
        "evidence": "interest",
        "rule": "imdb-id",
        "confidence": 0.99,
        "decision": "accept",
    }
    assert rows[1] == {
        "movie_ids": [],
        "evidence": "none",
        "rule": "none",
        "confidence": 0.0,
        "decision": "none",
    }
    assert (rows[2]["movie_ids"], rows[2]["evidence"]) == ([1], "watched")
    assert len(rows) == 3


def test_ids_are_the_catalogs_own():
    movie = Movie("Heat", 1995, (), imdb_id="tt9000001")
    matcher = Matcher(Catalog("one", "1", (movie,)))
    rows = list(match_rows(matcher, [line("https://www.imdb.com/title/tt9000001/", "")]))
    assert rows[0]["movie_ids"] == ["imdb:tt9000001"]


@pytest.mark.parametrize(
    "bad",
    ["secret words", "[]", '{"title": "secret words"}', '{"url": 1}', '{"url": "x", "title": 2}'],
)
def test_a_bad_line_is_named_by_its_number_alone(bad):
    rows = match_rows(MATCHER, [line("https://x.example/", "x"), bad])
    next(rows)
    with pytest.raises(EpicRecError, match="Line 2") as caught:
        next(rows)
    assert "secret" not in str(caught.value)
    assert caught.value.__cause__ is None
