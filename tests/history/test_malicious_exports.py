"""Files that are made to harm what imports them: bombs, endless values, lies, nonsense."""

import contextlib
import io
import json
import os
import stat
import tracemalloc
import zipfile
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.export_records import Record, Skip
from epicrec_desktop.history.exports import archive as opening
from epicrec_desktop.history.exports import lists, parsing
from epicrec_desktop.history.exports.archive import open_export
from epicrec_desktop.history.exports.parsing import formula_safe, title_of
from epicrec_desktop.history.exports.reader import read_export


def reason(data: bytes, name: str = "x") -> str:
    with pytest.raises(HistoryError) as caught:
        list(read_export(data, name)[1])
    return caught.value.reason


def opened(path: Path) -> str:
    with pytest.raises(HistoryError) as caught:
        list(open_export(path))
    return caught.value.reason


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf  \n", "empty"),
        (b"<!DOCTYPE html><html><body>Watched</body></html>", "web-page"),
        (b"<?xml version='1.0'?><a/>", "unknown"),
        (b"just some words\nand more\n", "unknown"),
        (b"[]", "unknown"),
        (b'{"a": 1}', "unknown"),
        (b'[{"watched_at": "2020", "movie": {"title": "Heat"', "damaged"),
        (b"[" * 200_000, "damaged"),
        (b'[{"a":' * 100_000, "damaged"),
        (b'[{"watched_at": NaN, "movie": {}}]', "damaged"),
        (
            b'[{"rated_at": "2020", "rating": ' + b"9" * 9_000 + b', "movie": {"title": "x"}}]',
            "damaged",
        ),
        (b'[{"watched_at": "2020", "movie": {"title": "x"}}] trailing', "damaged"),
        (b"<html><table>" + b"<tr><td>x" * 20_000, "web-page"),
        (b"<tr><td>" + b"<" * 1_000_000, "unknown"),
        (b"<recentrankings></recentrankings>", "unknown"),
    ],
)
def test_nonsense_is_a_sentence(data, expected):
    assert reason(data) == expected


@pytest.mark.parametrize(
    "code",
    [
        "from films import rating, Movie\n\n\ndef a(\n    title,\n):\n    f(\n        title\n    )",
        "#include <films.h>\n\nint a(id, title, year)\n{\n  if (year) {\n    f(title);\n  }\n}",
    ],
)
def test_a_program_is_no_table(code):
    assert reason(code.encode()) == "unknown"


@pytest.mark.parametrize(
    "header",
    ["Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date", "Title,Year,Review"],
)
def test_a_table_of_sad_reviews_is_no_program(header):
    review = '"so :(\nsad :(\nall :(\nover"'
    movie = {"Name": "Heat", "Title": "Heat", "Year": "1995", "Review": review}
    row = ",".join(movie.get(name, "") for name in header.split(","))
    found = [*read_export(f"{header}\n{row}\n".encode(), "reviews.csv")[1]]
    assert [one.title for one in found if isinstance(one, Record)] == ["Heat"]


def test_a_plain_list_may_have_headings_as_a_program_has():
    months = "\n".join(f"Seen in May (of {year}):" for year in (2019, 2020, 2021))
    movies = "\n".join(f"Rocky {number} (1985)" for number in range(40))
    found = [*read_export(f"{movies}\n{months}\n".encode(), "films.txt")[1]]
    assert sum(isinstance(one, Record) for one in found) == 40


@pytest.mark.parametrize(
    ("table", "medium"),
    [
        (
            "Name,Platform,Year,Rating\nAliens,NES,1986,7\nGoldenEye,N64,1997,9\nJaws,,1987,2",
            "games",
        ),
        ("Title,Platforms,Status\nBlade Runner,Steam,Completed", "games"),
        ("Title,Narrator,Length,Date Added\nThe Shining,Campbell Scott,16h,2023-01-01", "books"),
    ],
)
def test_lists_of_other_things_that_movies_are_named_after(table, medium):
    assert reason(table.encode()) == medium


def test_a_list_of_movies_may_say_where_they_were_watched():
    table = b"Title,Year,Platform\nHeat,1995,Netflix\nFargo,1996,PS5\nUp,2009,Cinema"
    assert [one.title for one in read_export(table, "x")[1]] == ["Heat", "Fargo", "Up"]


def test_a_season_in_a_list_of_discs_is_a_series():
    titles = ("Fargo Season 1", "Dark Staffel 2", "Friends - The Complete Series")
    table = "Title,Year\n" + "".join(f"{title},2014\n" for title in titles)
    assert [*read_export(table.encode(), "x")[1]] == [Skip.SERIES] * 3
    movies = b"Title,Year\nOpen Season 2,2008\nA Complete Unknown,2024\n"
    assert len([one for one in read_export(movies, "x")[1] if isinstance(one, Record)]) == 2


def test_endless_numbers_are_no_ratings_and_no_years():
    movie = {"title": "Heat", "year": 10**400, "ids": {"imdb": ["tt0113277"]}}
    entry = {"rated_at": 10**400, "rating": 10**400, "movie": movie}
    negative = {**entry, "rating": -1e308, "movie": {**movie, "year": -(10**400)}}
    true = {**entry, "rating": True, "movie": {**movie, "year": True}}
    data = json.dumps([entry, negative, true]).encode()
    assert list(read_export(data, "x")[1]) == [Record("Heat")] * 3
    table = b"title,year,rating,date\nHeat,1e400,1e400,99999999999999999999\n"
    assert list(read_export(table, "x")[1]) == [Record("Heat")]


def test_control_characters_and_formulas_are_out_of_titles():
    table = 'title\n"\x1b[31mHeat\x00\u202e\n(x)"\n'.encode()
    (record,) = read_export(table, "x")[1]
    assert record.title.isprintable()
    assert title_of(formula_safe("=HYPERLINK(1)")) == "=HYPERLINK(1)"
    assert formula_safe("+1").startswith("'")
    assert formula_safe("Heat") == "Heat"


def test_a_cell_without_an_end_costs_a_row_and_no_memory():
    data = b'title,year\nHeat,1995\n"' + b"x" * 3_000_000 + b"\n"
    items = list(read_export(data, "x")[1])
    assert items[0] == Record("Heat", 1995)
    assert set(items[1:]) <= {Skip.BROKEN, Skip.NAMELESS} or len(items) < 4


def test_too_many_rows_and_entries(monkeypatch):
    monkeypatch.setattr(parsing, "ROWS", 10)
    assert reason(b"title\n" + b"Heat\n" * 12) == "too-many"
    monkeypatch.setattr(parsing, "ENTRIES", 10)
    entry = {"watched_at": "2020-01-01", "movie": {"title": "Heat"}}
    assert reason(json.dumps([entry] * 12).encode()) == "too-many"


def test_a_row_of_an_entry_with_endless_members_is_small():
    """Names that differ by signs alone are one column, whose cell would grow with each."""
    signs = ["".join(one) for one in product("_-. ", repeat=8)]
    entry = {f"a{sign}": "text" for sign in signs}
    assert len(parsing.row_of(entry)["a"]) <= 8_192
    other = {str(number): {str(number): 1} for number in range(10_000)}
    assert len(parsing.row_of(other)) <= 2_001
    assert parsing.row_of({"a" * 1_000_000: 1}) == {"a" * 64: "1"}


def test_a_large_document_is_never_in_memory_as_a_whole():
    data = b'[{"watched_at": "2020", "movie": {"title": "Heat"}},' + b"{}," * 40_000 + b"{}]"
    _, items = read_export(data, "x")
    tracemalloc.start()
    assert len(list(items)) == 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_500_000


def bomb(size: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("watched.csv", "Date,Name,Year,Letterboxd URI\n,Heat,1995,x\n")
        archive.writestr("zeros.csv", b" " * size)
    return out.getvalue()


def test_a_bomb_is_left_out_and_the_rest_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "FILE_BYTES", 100_000)
    path = tmp_path / "export.zip"
    path.write_bytes(bomb(5_000_000))
    assert [member.name for member in open_export(path)] == ["watched.csv"]
    monkeypatch.setattr(opening, "TOTAL_BYTES", 10)
    assert list(open_export(path)) == []


def test_a_member_packed_tighter_than_data_can_be_never_fills_the_memory(tmp_path):
    """0.2 MB of one row, again and again, took half a gigabyte."""
    path, row = tmp_path / "export.zip", b"2024-01-01,Heat,1995,https://boxd.it/x\n"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("watched.csv", "Date,Name,Year,Letterboxd URI\n,Heat,1995,x\n")
        archive.writestr("diary.csv", row * 2_000_000)
    tracemalloc.start()
    try:
        assert [member.name for member in open_export(path)] == ["watched.csv"]
        assert tracemalloc.get_traced_memory()[1] < 60_000_000
    finally:
        tracemalloc.stop()


def test_archives_that_lie(tmp_path):
    whole = bomb(100)
    path = tmp_path / "export"
    path.write_bytes(whole[: len(whole) // 2])
    assert opened(path) == "archive"
    for at in (whole.rindex(b"PK\x05\x06") + 12, whole.rindex(b"PK\x01\x02") + 20):
        path.write_bytes(whole[:at] + b"\xff\xff\xff\x7f" + whole[at + 4 :])
        with contextlib.suppress(HistoryError):  # nothing else is raised
            list(open_export(path))
    encrypted = bytearray(whole)
    at = whole.index(b"PK\x01\x02")
    encrypted[at + 8] |= 1
    encrypted[6] |= 1
    path.write_bytes(bytes(encrypted))
    assert opened(path) == "archive"


def zipped(name: str, data: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return out.getvalue()


def test_archives_in_archives_and_folders(tmp_path, monkeypatch):
    inner = zipped("watched.csv", b"Date,Name,Year,Letterboxd URI\n,Heat,1995,x\n")
    folder = tmp_path / "exports"
    folder.mkdir()
    (folder / "a.ZIP").write_bytes(zipped("b.zip", inner))
    (folder / "c.zip").write_bytes(inner[: len(inner) // 2])  # damaged: it has nothing
    (folder / "d.zip").write_bytes(zipped("e.zip", zipped("f.zip", inner)))  # too deep
    (folder / "z.csv").write_bytes(b"title\nHeat\n")
    assert [member.name for member in open_export(folder)] == ["a.ZIP/b.zip/watched.csv", "z.csv"]
    path = tmp_path / "export.zip"
    path.write_bytes(zipped("g.zip", bomb(5_000_000)))
    monkeypatch.setattr(opening, "FILE_BYTES", 100_000)
    assert [member.name for member in open_export(path)] == ["g.zip/watched.csv"]
    monkeypatch.setattr(opening, "TOTAL_BYTES", len(bomb(5_000_000)) + 10)
    assert list(open_export(path)) == []
    monkeypatch.setattr(opening, "TOTAL_BYTES", 10**9)
    monkeypatch.setattr(opening, "MEMBERS", 1)
    assert list(open_export(path)) == []


def test_a_large_member_and_a_large_archive_are_read_in_pieces(tmp_path, monkeypatch):
    """Packed, each is larger than what is read at once."""
    monkeypatch.setattr(opening, "_DIRECTORY_BYTES", 100_000)
    inner, path, noise = io.BytesIO(), tmp_path / "export.zip", os.urandom(110_000)
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("film.mp4", noise)
        archive.writestr("watched.csv", "title\nHeat\n")
        archive.writestr("notes.csv", "title\n" + noise.hex())
    for packed in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        with zipfile.ZipFile(path, "w", packed, compresslevel=1) as archive:
            archive.writestr("inner.zip", inner.getvalue())
            archive.writestr("ratings.csv", "title\nHeat\n")
        names = [member.name for member in open_export(path)]
        assert names == ["inner.zip/watched.csv", "inner.zip/notes.csv", "ratings.csv"]


def test_a_table_of_contents_without_an_end_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(200):
            archive.writestr(f"{number}.csv", "title\nHeat\n")
    assert len(list(open_export(path))) == 200
    monkeypatch.setattr(opening, "_DIRECTORY_BYTES", 5_000)
    assert opened(path) == "archive"


@pytest.mark.parametrize("packed", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_DEFLATED])
def test_a_damaged_archive_in_an_archive_has_nothing(tmp_path, packed):
    """Whatever byte of it is another one."""
    inner, path = io.BytesIO(), tmp_path / "export.zip"
    with zipfile.ZipFile(inner, "w", packed) as archive:
        archive.writestr("watched.csv", "title\nHeat\n")
    whole = inner.getvalue()
    for at in range(4, len(whole)):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("inner.zip", whole[:at] + b"\xff" + whole[at + 1 :])
            archive.writestr("z.csv", "title\nHeat\n")
        assert "z.csv" in [member.name for member in open_export(path)]
        path.write_bytes(whole[:at] + b"\xff" + whole[at + 1 :])
        with contextlib.suppress(HistoryError):  # nothing else is raised
            list(open_export(path))


def test_a_character_reference_without_an_end_is_text():
    endless, played = f"&#{'1' * 5_000};", "<playcount>1</playcount></movie>"
    for text in (
        f"<table><tr><td>Title<td>Year<tr><td>{endless}<td>1995<tr><td>Heat<td>1995</table>",
        f"<movie><title>{endless}</title>{played}<movie><title>Heat</title><year>1995</year>{played}",
        f"<film><filmname>{endless}</filmname></film><film><filmname>Heat (1995)</filmname></film>",
    ):
        odd, heat = read_export(text.encode(), "x")[1]
        assert odd.title.startswith("&#111")
        assert heat == Record("Heat", 1995)


def test_a_text_of_endless_ratings_is_refused(monkeypatch):
    monkeypatch.setattr(lists, "ROWS", 10)
    assert reason(b"ash's rankings at Criticker.com\n" + b"9\tHeat (1995)\n" * 12) == "too-many"


def test_markup_without_an_end_costs_one_row():
    movie = "<film><filmname>Heat (1995)</filmname><score>90</score></film>"
    start = f"<recentrankings>{movie}<film><filmname>"
    items = list(read_export((start + "<film>" * 100_000).encode(), "x")[1])
    assert len(items) == 2
    assert isinstance(items[0], Record)
    assert items[1] is Skip.BROKEN


def test_names_of_members_lead_nowhere(tmp_path):
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../../watched.csv", "Date,Name,Year,Letterboxd URI\n,Heat,1995,x\n")
        link = zipfile.ZipInfo("passwords.csv")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert [member.name for member in open_export(path)] == ["../../watched.csv"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["export.zip"]


@pytest.mark.skipif(os.name == "nt", reason="no links and pipes there")
def test_folders_with_links_pipes_and_pictures(tmp_path):
    folder = tmp_path / "Takeout"
    (folder / "Chrome").mkdir(parents=True)
    (folder / "Chrome" / "History.json").write_text('{"Browser History": []}')
    (folder / "film.mp4").write_bytes(bytes(range(1, 256)) * 10)
    (folder / "loop").symlink_to(folder, target_is_directory=True)
    secret = tmp_path / "secret.csv"
    secret.write_text("title\nHeat\n")
    (folder / "link.csv").symlink_to(secret)
    os.mkfifo(folder / "pipe.csv")
    assert [member.name for member in open_export(folder)] == ["Chrome/History.json"]
    assert opened(folder / "pipe.csv") == "not-a-file"
    assert opened(folder / "nothing.csv") == "missing"


def test_a_file_that_is_too_large(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "FILE_BYTES", 10)
    path = tmp_path / "x.csv"
    path.write_text("title\n" + "Heat\n" * 10)
    assert opened(path) == "too-big"


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data):
    with contextlib.suppress(HistoryError):
        list(read_export(data, "x")[1])


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)
_NAMES = st.sampled_from(
    (
        *("watched_at", "rated_at", "listed_at", "movie", "ids", "imdb", "title", "year", "type"),
        *("rating", "Name", "UserData", "ProviderIds", "Type", "viewCount", "lastViewedAt"),
        *("guids", "user", "media_type", "full_title", "header", "time", "titleUrl", "products"),
        *("watched_status", "ratingKey", "url", "time_usec"),
    )
)


@given(st.lists(st.dictionaries(_NAMES, _VALUES, max_size=9), min_size=1, max_size=3))
def test_any_document_is_read_or_refused(entries):
    data = json.dumps(entries, allow_nan=False, default=str) if not _has_nan(entries) else "[]"
    for document in (data, f'{{"Browser History": {data}, "Items": {data}}}'):
        with contextlib.suppress(HistoryError):
            list(read_export(document.encode(), "watchlist")[1])


def _has_nan(value: object) -> bool:
    return "nan" in repr(value) or "inf" in repr(value)


@given(
    st.sampled_from(
        (
            "Const,Title Type,Your Rating,Title,Year",
            "Title,Date",
            "trakt_id,title,type,watched_at",
            "title,viewCount,lastViewedAt,guids",
            "title,year,imdb,date,rating",
            "Program Title;Date",
        )
    ),
    st.text(max_size=200),
)
def test_any_table_is_read_or_refused(header, rows):
    try:
        items = list(read_export(f"{header}\n{rows}".encode("utf-8", "replace"), "x")[1])
    except HistoryError:
        return
    for item in items:
        if isinstance(item, Record):
            assert item.rating is None or 0 < item.rating <= 1
            assert item.title.isprintable()
            assert len(item.title) <= 512
