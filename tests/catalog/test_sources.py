"""MovieLens in every shape, and everything that is none."""

import os
import stat
import zipfile
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from movielens_files import MOVIES, RATINGS, SHAPES, archive, csv_files, folder, item_files

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.domain.errors import Cancelled, CatalogError
from epicrec_desktop.domain.movies import CATEGORIES, WIRE_ID
from epicrec_desktop.domain.progress import Job, Progress

TITLES = [
    "The Lighthouse Keeper's Garden",
    "Été sans fin",
    'Say "Quince", Twice',
    "La Nuit du hérisson",
    "Dust over Halmar",
    "The Ninth Comet",
]


def assert_is_the_invented_catalog(source: ImportedCatalog) -> None:
    movies = source.catalog.movies
    assert [m.title for m in movies] == TITLES
    assert [m.year for m in movies] == [1994, 1988, 2001, 1971, 1959, 2003]
    assert [m.movielens_id for m in movies] == [m.id for m in MOVIES]
    assert movies[1].alternative_titles == ("An Endless Summer",)
    assert movies[2].categories == ("Animation", "Children")
    assert movies[5].alternative_titles == ("Comet 9",)
    assert [m.popularity for m in movies] == [3, 2, 1, 1, 1, 1]
    assert source.catalog.mean_profile_size == pytest.approx(9 / 3)
    ratings = source.ratings
    assert ratings.user_count == 3
    assert ratings.users.tolist() == [0, 0, 0, 1, 1, 2, 2, 2, 2]
    assert ratings.items.tolist() == [0, 1, 5, 0, 4, 0, 1, 2, 3]
    assert ratings.values.tolist() == [4, 5, 3, 1, 2, 5, 4, 4, 3]
    assert source.notes == ()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["folder", "nested folder", "zip", "flat zip", "movies file"])
def test_every_shape(tmp_path, shape, kind):
    files = SHAPES[shape]()
    path = {
        "folder": lambda: folder(tmp_path / "ml", files),
        "nested folder": lambda: folder(tmp_path / "ml" / "ml-inner", files).parent,
        "zip": lambda: archive(tmp_path / "ml.zip", files),
        "flat zip": lambda: archive(tmp_path / "ml.download", files, inner=""),
        "movies file": lambda: folder(tmp_path / "ml", files) / next(iter(files)),
    }[kind]()
    assert_is_the_invented_catalog(read_source(path))


@pytest.mark.parametrize("shape", SHAPES)
def test_folder_and_archive_have_one_version(tmp_path, shape):
    files = SHAPES[shape]()
    version = read_source(folder(tmp_path / "ml", files)).catalog.version
    assert read_source(archive(tmp_path / "ml.zip", files)).catalog.version == version
    ratings = next(name for name in files if "ratings" in name or name == "u.data")
    files[ratings] = files[ratings].rsplit(b"\n", 2)[0] + b"\n"  # without the last line
    assert read_source(folder(tmp_path / "other", files)).catalog.version != version


def test_links_give_ids(tmp_path):
    movies = read_source(folder(tmp_path, csv_files())).catalog.movies
    assert [m.imdb_id for m in movies] == [
        "tt0990001",
        "tt0990002",
        "tt10990003",
        "tt0990004",
        None,
        "tt0990006",
    ]
    assert [m.tmdb_id for m in movies] == [501, 502, None, 504, 505, 6]
    assert [m.wire_id for m in movies][4] == "ml:21"


def test_one_imdb_id_names_one_movie(tmp_path):
    files = csv_files()
    files["links.csv"] = files["links.csv"].replace(b"0990002", b"0990001")
    catalog = read_source(folder(tmp_path, files)).catalog
    assert [m.wire_id for m in catalog.movies[:2]] == ["imdb:tt0990001", "ml:7"]
    assert len(catalog.index) == len(catalog.movies)


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\n\n"], ids=["two", "one", "blank lines"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("last", [b"\n", b""])
def test_line_ends_and_byte_order_marks(tmp_path, end, mark, last):
    tables = {name: data.rstrip() + last for name, data in csv_files().items()}
    files = {name: mark + data.replace(b"\n", end) for name, data in tables.items()}
    assert_is_the_invented_catalog(read_source(folder(tmp_path, files)))


def test_other_columns_and_a_semicolon(tmp_path):
    files = {
        "movies.csv": b"genres;movieId;note;title\nDrama;5;x;Quiet Hours, The (1990)\n",
        "ratings.csv": b"rating;timestamp;movieId;userId\n3.5;1;5;77\n",
    }
    source = read_source(folder(tmp_path, files))
    assert source.catalog.movies[0].title == "The Quiet Hours"
    assert source.ratings.values.tolist() == [3.5]


def test_without_ratings(tmp_path):
    files = csv_files()
    del files["ratings.csv"]
    source = read_source(folder(tmp_path, files))
    assert source.ratings is None
    assert source.catalog.mean_profile_size is None


def test_a_table_of_movies_with_another_name(tmp_path):
    (tmp_path / "mine.txt").write_bytes(csv_files()["movies.csv"])
    assert len(read_source(tmp_path / "mine.txt").catalog.movies) == len(MOVIES)


def test_naming_the_ratings_means_the_catalog_beside_them(tmp_path):
    for shape, name in (("csv", "ratings.csv"), ("dat-1m", "ratings.dat"), ("item", "u.data")):
        path = folder(tmp_path / shape, SHAPES[shape]()) / name
        assert_is_the_invented_catalog(read_source(path))


def test_genres_that_are_none(tmp_path):
    rows = [
        "movieId,title,genres",
        "1,A (2000),IMAX|War",
        "2,B (2000),(no genres listed)",
        "3,C (2000),Telenovela|drama",
        "4,D (2000),",
    ]
    files = {"movies.csv": "\n".join(rows).encode()}
    movies = read_source(folder(tmp_path, files)).catalog.movies
    assert [m.categories for m in movies] == [("War",), (), ("Drama",), ()]


def test_numbers_of_genres_that_are_none_are_ignored(tmp_path):
    files = item_files()
    expected = read_source(folder(tmp_path / "plain", files)).catalog.movies
    files["u.genre"] += b"Other|" + b"9" * 5_000 + b"\n"
    assert read_source(folder(tmp_path / "odd", files)).catalog.movies == expected


def test_the_year_may_come_from_the_release_date(tmp_path):
    files = item_files()
    files["u.item"] = files["u.item"].replace(b" (1994)", b"")
    assert read_source(folder(tmp_path, files)).catalog.movies[0].year == 1994


# What is damaged


def with_lines(name: str, place: int, *lines: bytes) -> dict[str, bytes]:
    """Return the tables of MovieLens with more lines at a place of one."""
    files = csv_files()
    rows = files[name].split(b"\n")
    rows[place:place] = lines
    return files | {name: b"\n".join(rows)}


def test_a_damaged_line_is_skipped_counted_and_named(tmp_path):
    lines = (b'8,"never closed (1990),Drama', b"x,No Number (1990),Drama", b"3,Again,Drama")
    source = read_source(folder(tmp_path, with_lines("movies.csv", 2, *lines)))
    assert [m.title for m in source.catalog.movies] == TITLES
    assert source.notes[0].count == 3
    assert list(map(str, source.notes)) == [
        "3 damaged lines of movies.csv were skipped, the first is line 3."
    ]


@pytest.mark.parametrize(
    "line",
    [
        b"1,3",
        b"1,,4.0,1",
        b"x,3,4.0,1",
        b"1,3,nan,1",
        b"1,3,inf,1",
        b"1,3,0,1",
        b"1,3,99,1",
        b"-1,3,4.0,1",
        b"1.5,3,4.0,1",
        b"1,99999,4.0,1",
        b"1,99999999999999999999,4.0,1",
        b"3000000000,3,4.0,1",
        b"nan,3,4.0,1",
        b"1,inf,4.0,1",
        b'"1,3,4.0,1',
        b"\xff\x00",
    ],
)
def test_a_damaged_rating_is_skipped_and_named(tmp_path, line):
    source = read_source(folder(tmp_path, with_lines("ratings.csv", 4, line)))
    assert source.ratings.values.tolist() == [4, 5, 3, 1, 2, 5, 4, 4, 3]
    assert list(map(str, source.notes)) == ["One damaged line of ratings.csv was skipped: line 5."]


def test_line_numbers_count_across_blocks(tmp_path, monkeypatch):
    monkeypatch.setattr("epicrec_desktop.catalog.ratings._BLOCK_BYTES", 64)
    source = read_source(folder(tmp_path, with_lines("ratings.csv", 8, b"damaged")))
    assert list(map(str, source.notes)) == ["One damaged line of ratings.csv was skipped: line 9."]
    assert source.ratings is not None
    assert len(source.ratings) == len(RATINGS)


def test_a_rating_given_twice_counts_once_and_the_last_holds(tmp_path):
    files = csv_files()
    files["ratings.csv"] += b"1,3,0.5,964982704\n"
    source = read_source(folder(tmp_path, files))
    assert len(source.ratings) == len(RATINGS)
    assert source.ratings.values[0] == 0.5
    assert source.catalog.movies[0].popularity == 3


# What is no catalog


def no_catalog(path: Path) -> str:
    with pytest.raises(CatalogError) as caught:
        read_source(path)
    text = str(caught.value)
    assert "is kept" in text
    assert text.endswith(".")
    assert str(path.parent) not in text
    return text


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("ratings.csv", b"who,what\n1,2\n"),
        ("ratings.csv", b"userId,movieId,rating,timestamp\n" + b"1,555,4.0,1\n" * 50),
        ("ratings.csv", bytes(range(256)) * 100),
        ("movies.csv", b"movieId,title,genres\n"),
        ("movies.csv", b"movieId,title,genres\n1,A,18\n2,B,35\n"),
        ("links.csv", b"movieId,imdbId,tmdbId\n" + b"a,b,c\n" * 9),
    ],
)
def test_too_much_damage_is_refused(tmp_path, name, data):
    no_catalog(folder(tmp_path / "ml", csv_files() | {name: data}))


def test_many_damaged_lines_name_the_first(tmp_path):
    files = csv_files()
    files["movies.csv"] += b"garbage\n" * 20
    assert "line 8" in no_catalog(folder(tmp_path / "ml", files))


@pytest.mark.parametrize(
    "data",
    [b"", b"<!doctype html><p>Not found", b"\0" * 5000, b"PK\x03\x04 broken", "ü".encode() * 99],
)
def test_other_files_are_no_catalog(tmp_path, data):
    (tmp_path / "file.zip").write_bytes(data)
    no_catalog(tmp_path / "file.zip")
    no_catalog(folder(tmp_path / "ml", {"movies.csv": data}))


def test_empty_missing_and_beside_a_catalog(tmp_path):
    no_catalog(folder(tmp_path / "ml", csv_files()) / "README.txt")
    (tmp_path / "nothing").mkdir()
    no_catalog(tmp_path / "nothing")
    no_catalog(tmp_path / "nowhere")
    no_catalog(archive(tmp_path / "empty.zip", {}))


def test_two_catalogs_in_a_folder_are_asked_about(tmp_path):
    folder(tmp_path / "ml" / "a", csv_files())
    folder(tmp_path / "ml" / "b", item_files())
    assert "a, b" in no_catalog(tmp_path / "ml")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no FIFOs")
def test_a_fifo_does_not_hang(tmp_path):
    os.mkfifo(tmp_path / "movies.csv")
    no_catalog(tmp_path / "movies.csv")


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything"
)
def test_no_permission(tmp_path):
    path = archive(tmp_path / "ml.zip", csv_files())
    path.chmod(0)
    assert "may not be read" in no_catalog(path)
    path.chmod(stat.S_IRWXU)


def test_a_truncated_archive(tmp_path):
    path = archive(tmp_path / "ml.zip", csv_files())
    whole = path.read_bytes()
    for size in (len(whole) - 60, len(whole) // 2, 10, 0):
        path.write_bytes(whole[:size])
        assert "damaged or incomplete" in no_catalog(path)


def test_a_wrong_checksum_in_the_archive(tmp_path):
    path = tmp_path / "ml.zip"
    with zipfile.ZipFile(path, "w") as target:
        for name, data in csv_files().items():
            target.writestr(name, data)
    path.write_bytes(path.read_bytes().replace(b"Dust over", b"Rust over", 1))
    no_catalog(path)


def test_an_encrypted_archive(tmp_path):
    path = archive(tmp_path / "ml.zip", csv_files(), inner="")
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    while at >= 0:  # the flag in every entry of the directory
        data[at + 8] |= 1
        at = data.find(b"PK\x01\x02", at + 1)
    path.write_bytes(data)
    assert "encrypted" in no_catalog(path)


def test_an_archive_made_to_fill_memory(tmp_path):
    files = csv_files()
    files["ratings.csv"] += b"1,3,4.0,1\n" * 1_500_000
    text = no_catalog(archive(tmp_path / "bomb.zip", files))
    assert "tighter" in text


def test_a_file_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr("epicrec_desktop.catalog.ratings.MAX_RATINGS_BYTES", 50)
    assert "larger" in no_catalog(folder(tmp_path / "ml", csv_files()))


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 10**6), flipped=st.binary(min_size=1, max_size=12))
def test_a_damaged_archive_is_read_or_refused(tmp_path, at, flipped):
    path = tmp_path / "fuzzed.zip"
    data = bytearray(archive(path, csv_files()).read_bytes())
    at %= len(data)
    data[at : at + len(flipped)] = flipped
    path.write_bytes(data)
    with suppress(CatalogError):
        assert read_source(path).catalog.movies


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    shape=st.sampled_from(sorted(SHAPES)),
    which=st.integers(0, 2),
    at=st.integers(0, 10**6),
    put=st.one_of(st.binary(max_size=40), st.sampled_from([b",,", b"::", b"|", b'"', b"\n"])),
)
def test_damaged_tables_are_read_or_refused(tmp_path, shape, which, at, put):
    files = SHAPES[shape]()
    name = list(files)[which % len(files)]
    at %= len(files[name]) + 1
    files[name] = files[name][:at] + put + files[name][at:]
    try:
        source = read_source(folder(tmp_path / shape, files))
    except CatalogError:
        return
    assert all(WIRE_ID.match(m.wire_id or "") for m in source.catalog.movies)
    if source.ratings is not None:
        assert source.ratings.items.max() < len(source.catalog.movies)
        assert np.isfinite(source.ratings.values).all()


# Work that can be watched and stopped


def test_import_can_be_cancelled(tmp_path):
    with pytest.raises(Cancelled):
        read_source(folder(tmp_path, csv_files()), job=Job(cancelled=lambda: True))


def test_progress_never_passes_its_total(tmp_path):
    seen: list[Progress] = []
    read_source(folder(tmp_path, csv_files()), Job(seen.append))
    assert {p.text for p in seen} == {"Reading movies", "Reading public ratings"}
    assert all(p.done <= p.total for p in seen)
    assert seen[-1].done == seen[-1].total > 0


# The real thing


def test_latest_small(movielens):
    latest_small = read_source(movielens)
    catalog, ratings = latest_small.catalog, latest_small.ratings
    assert len(catalog.movies) == 9742
    assert (len(ratings), ratings.user_count) == (100_836, 610)
    assert catalog.mean_profile_size == pytest.approx(100_836 / 610)
    assert sum(m.popularity for m in catalog.movies) == 100_836
    assert latest_small.notes == ()
    assert len(catalog.index) == 9742
    assert all(WIRE_ID.match(wire_id) for wire_id in catalog.index)
    matrix = catalog.movies[catalog.index["imdb:tt0133093"]]
    assert (matrix.title, matrix.year, matrix.tmdb_id) == ("The Matrix", 1999, 603)
    assert matrix.popularity == 278
    # The groups of the literature: movies that have none of the 18 genres are one of the 869.
    groups = catalog.groups
    assert groups.categories == CATEGORIES
    assert groups.rows.shape == (869, 18)
    assert int((groups.rows.sum(axis=1) == 0).sum()) == 1
    assert groups.sizes[groups.rows.sum(axis=1) == 0].tolist() == [34]
    # Titles are as people write them.
    titles = [m.title for m in catalog.movies]
    assert not [t for t in titles if t.endswith((", The", ", A", ", An", ", Les", ", L'"))]
    assert sum(m.year is None for m in catalog.movies) == 12
