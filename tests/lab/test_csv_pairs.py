"""A pair of CSV files in place of a MovieLens folder."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.errors import Cancelled, CatalogError
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.lab.csv_pairs import read_pairs

ITEMS = "item,category\nb1,Coffee\nb1,Breakfast\nb2,\nb3,Coffee\nb1,Coffee\n"
USERS = "user,stars,item\nana,5,b1\nana,3,b3\nben,1,b2\nana,4,b1\n"


def files(folder: Path, items: str = ITEMS, users: str = USERS) -> tuple[Path, Path]:
    paths = folder / "shops.csv", folder / "visits.csv"
    for path, text in zip(paths, (items, users), strict=True):
        path.write_text(text, encoding="utf-8", newline="")
    return paths


def test_items_categories_and_users(tmp_path):
    found = read_pairs(*files(tmp_path))
    catalog = found.catalog
    assert catalog.name == "shops"
    assert catalog.categories == ("Breakfast", "Coffee")
    assert [movie.title for movie in catalog.movies] == ["b1", "b2", "b3"]
    assert catalog.matrix.tolist() == [[1, 1], [0, 0], [0, 1]]
    assert catalog.index == {}  # nothing of this can be named on the wire
    pairs = list(zip(found.ratings.users.tolist(), found.ratings.items.tolist(), strict=True))
    assert pairs == [(0, 0), (0, 2), (1, 1)]
    assert catalog.mean_profile_size == pytest.approx(1.5)
    assert found.notes == ()


def test_without_users_and_with_other_names(tmp_path):
    items, _ = files(tmp_path, '\ufeffName,GENRE,Item_ID\r\nx,a,1\r\n\r\ny,"b, c",2\r\n')
    found = read_pairs(items)
    assert found.catalog.categories == ("a", "b, c")
    assert found.ratings is None


names = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=8).map(
    str.strip
)


@given(pairs=st.lists(st.tuples(names.filter(bool), names), min_size=1, max_size=20))
def test_written_pairs_are_read_back(pairs, tmp_path_factory):
    path = tmp_path_factory.mktemp("pairs") / "items.csv"
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("item", "category"), *pairs])
    catalog = read_pairs(path).catalog
    expected: dict[str, set[str]] = {}
    for item, category in pairs:
        expected.setdefault(item, set()).update({category} - {""})
    assert {m.title: set(m.categories) for m in catalog.movies} == expected


@pytest.mark.parametrize(
    ("items", "users", "words"),
    [
        ("b1,Coffee\n", USERS, "“item”"),
        ("item,x\nb1,Coffee\n", USERS, "“category”"),
        (ITEMS, "who,item\nana,b1\n", "“user”"),
        ("item,category\n", USERS, "no items"),
        (ITEMS, "user,item\n", "no users"),
        (ITEMS, "user,item\n" + "ana,b9\n" * 5, "another catalog"),
        ("", USERS, "“item”"),
        ("item,category\n" + "lonely\n" * 5 + "a,b\n", USERS, "damaged"),
    ],
)
def test_malformed_pair_of_tables_is_rejected(tmp_path, items, users, words):
    with pytest.raises(CatalogError, match=words) as caught:
        read_pairs(*files(tmp_path, items, users))
    assert "is kept" in str(caught.value)


def test_other_things_than_files(tmp_path):
    items, _ = files(tmp_path)
    for path in (tmp_path, tmp_path / "missing.csv"):
        with pytest.raises(CatalogError):
            read_pairs(path)
    items.write_bytes("item,category\nb1,Caf\xe9\n".encode("latin-1"))
    with pytest.raises(CatalogError, match="UTF-8"):
        read_pairs(items)


def test_few_damaged_lines_are_reported(tmp_path):
    visits = USERS + "cat,1,b9\n" + 'dan,1,"b1\n'
    found = read_pairs(*files(tmp_path, users=visits))
    assert found.ratings is not None
    assert len(found.ratings) == 3
    (note,) = map(str, found.notes)
    assert note == "2 damaged lines of visits.csv were skipped, the first is line 6."


def test_cancelled(tmp_path):
    items = "item,category\n" + "".join(f"i{k},c\n" for k in range(60_000))
    with pytest.raises(Cancelled):
        read_pairs(*files(tmp_path, items), job=Job(cancelled=lambda: True))
