"""MovieTweetings: its two files, its numbers, its download, and what it is not taken for."""

from pathlib import Path

import pytest
from movielens_files import SHAPES, folder

from epicrec_desktop.catalog.download import Limits, download_movietweetings
from epicrec_desktop.catalog.sources import MOVIETWEETINGS, read_source
from epicrec_desktop.domain.errors import Cancelled, CatalogError
from epicrec_desktop.domain.progress import Job
from local_http_server import Handler, serving

MOVIES = (
    "0000091::The Invented Devil (1896)::Short|Horror\n"
    "0110912::Quiet Fiction (1994)::Crime|Drama\n"
    "1375666::The Nested Dream (2010)::Action|Sci-Fi\n"
    "10872600::Été sans fin (2021)::Family|Adventure\n"
    "2084970::No Genre (2014)::\n"
)
RATINGS = (
    "1::0110912::9::1381620027\n"
    "1::1375666::10::1379466669\n"
    "2::1375666::8::1579466669\n"
    "3::10872600::7::1679466669\n"
)
FILES = {"/latest/movies.dat": MOVIES.encode(), "/latest/ratings.dat": RATINGS.encode()}


def given(tmp_path: Path) -> Path:
    made = tmp_path / "latest"
    made.mkdir()
    (made / "movies.dat").write_text(MOVIES, encoding="utf-8")
    (made / "ratings.dat").write_text(RATINGS, encoding="utf-8")
    (made / "users.dat").write_text("1::177651718\n", encoding="utf-8")
    return made


def test_its_titles_are_read_without_entities(tmp_path):
    path = given(tmp_path)
    rows = "3068194::Love &amp; Fiction (2016)::\n9426212::Ann &quot;A&quot; Lee (2019)::\n"
    (path / "movies.dat").write_text(MOVIES + rows, encoding="utf-8")
    titles = [movie.title for movie in read_source(path).catalog.movies]
    assert titles[-2:] == ["Love & Fiction", 'Ann "A" Lee']


def test_its_numbers_are_those_of_imdb(tmp_path):
    found = read_source(given(tmp_path))
    assert found.catalog.name == MOVIETWEETINGS
    assert [movie.imdb_id for movie in found.catalog.movies] == [
        "tt0000091",
        "tt0110912",
        "tt1375666",
        "tt10872600",
        "tt2084970",
    ]
    assert all(movie.movielens_id is None for movie in found.catalog.movies)
    assert [movie.year for movie in found.catalog.movies] == [1896, 1994, 2010, 2021, 2014]
    assert found.catalog.movies[0].categories == ("Horror",)
    assert found.catalog.movies[3].categories == ("Adventure", "Children")
    assert found.catalog.movies[2].popularity == 2.0
    assert found.ratings.user_count == 3
    assert found.notes == ()


def test_movielens_with_the_same_names_is_not_taken_for_it(tmp_path):
    for name, files in SHAPES.items():
        found = read_source(folder(tmp_path / name, files()))
        assert found.catalog.name != MOVIETWEETINGS


def answer(handler: Handler) -> None:
    data = FILES.get(handler.path)
    if data is None:
        handler.body(b"", status=404)
    else:
        handler.body(data)


def test_a_download_can_be_imported(tmp_path):
    with serving(answer) as server:
        found = download_movietweetings(tmp_path / "tweets", url=f"{server.address}/latest/")
        asked = [handler.path for handler in server.asked]
    assert asked == list(FILES)
    assert sorted(file.name for file in found.iterdir()) == ["movies.dat", "ratings.dat"]
    assert {entry.name for entry in tmp_path.iterdir()} == {"tweets", "tweets.lock"}
    assert read_source(found).catalog.name == MOVIETWEETINGS


def test_failed_download_leaves_the_previous_file(tmp_path):
    kept = tmp_path / "tweets"
    kept.mkdir()
    (kept / "movies.dat").write_text("before", encoding="utf-8")

    def half(handler):
        handler.body(MOVIES.encode(), status=200 if "movies" in handler.path else 500)

    with serving(half) as server:
        url = f"{server.address}/latest/"
        with pytest.raises(CatalogError, match="kept"):
            download_movietweetings(kept, url=url)
        with pytest.raises(Cancelled):
            download_movietweetings(kept, url=url, job=Job(cancelled=lambda: True))
        with pytest.raises(CatalogError, match="more data than is allowed"):
            download_movietweetings(kept, url=url, limits=Limits(size_bytes=10))
    assert [(f.name, f.read_text(encoding="utf-8")) for f in kept.iterdir()] == [
        ("movies.dat", "before")
    ]
    assert {entry.name for entry in tmp_path.iterdir()} == {"tweets", "tweets.lock"}
