"""Tables of ratings that are read into memory, and what is said of those that cannot be."""

import csv
import gzip
import tempfile
import tracemalloc
from collections import Counter
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import EpicrecServer
from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.recommend.metrics import SPLIT_SEED
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.training_data import ratings_digest
from epicrec_desktop.server import commands, rating_sources, rating_table
from epicrec_desktop.server.rating_sources import MISSING, pieces
from epicrec_desktop.server.rating_table import read
from epicrec_desktop.server.training import InMemoryData, train_for_service
from small_world import world

Rows = list[tuple[str, str]]


def rows_of(ratings: Ratings, name: str = "{}") -> Rows:
    pairs = zip(ratings.users.tolist(), ratings.items.tolist(), strict=True)
    rows = [(name.format(user), str(ratings.wire_ids[item])) for user, item in pairs]
    named = sorted({row for row in rows if row[1] != "None"})
    return [named[k] for k in np.random.default_rng(1).permutation(len(named))]


def write(path: Path, rows: Rows, header: tuple[str, ...] = ("user_id", "movie_id")) -> Path:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "wt", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def data(place: object, job: Job = UNATTENDED) -> Ratings:
    return read(pieces(str(place), "ratings"), job)


def people_of(found: Ratings) -> int:
    return len(np.unique(found.users))


def test_every_rating_is_there_once_in_whatever_order(tmp_path):
    rows = rows_of(world().ratings)
    found = data(write(tmp_path / "ratings.csv", [*rows, *rows[:50]]))
    users = found.keys[found.users].tolist()
    pairs = sorted(zip(users, (found.wire_ids[i] for i in found.items), strict=True))
    assert pairs == sorted((int(user), movie) for user, movie in rows)
    assert found.users.nbytes + found.items.nbytes == 8 * len(rows)


def test_content_is_recognized_in_whatever_pieces(tmp_path, monkeypatch):
    rows = rows_of(world().ratings)
    whole = ratings_digest(data(write(tmp_path / "ratings.csv", rows)))
    folder = tmp_path / "several"
    folder.mkdir()
    for k in range(3):
        write(folder / f"part-{k}.csv.gz", rows[k::3])
    monkeypatch.setattr(rating_sources, "AT_ONCE", 97)
    assert ratings_digest(data(folder)) == whole
    assert ratings_digest(data(write(tmp_path / "fewer.csv", rows[1:]))) != whole
    others = [(str(int(user) + 1_000), movie) for user, movie in rows]
    assert ratings_digest(data(write(tmp_path / "others.csv", others))) != whole


def test_text_ids_of_users_are_distinguished(tmp_path):
    rows = [("ä", "ml:1"), ("ä", "ml:2"), ("7", "ml:1"), ("007", "ml:2"), ("9" * 30, "ml:1")]
    found = data(write(tmp_path / "ratings.csv", rows))
    assert (people_of(found), len(found.users)) == (3, 5)  # 7 and 007 are one number


def test_rows_that_name_nothing_are_passed_over(tmp_path):
    rows = [("1", "ml:1"), ("", "ml:1"), ("2", ""), ("2", "Heat"), ("3", "ml:" + "9" * 60)]
    path = write(tmp_path / "ratings.csv", rows)
    with path.open("a") as file:
        file.write("4\n5,ml:5,6\n")
    found = data(path)
    assert (people_of(found), len(found.users), found.wire_ids) == (1, 1, ("ml:1",))


def test_of_too_many_movies_the_most_watched_stay(tmp_path, monkeypatch):
    monkeypatch.setattr(rating_table, "MAX_MOVIES", 2)
    rows = [("1", "ml:9"), ("2", "ml:9"), ("1", "ml:3"), ("2", "ml:3"), ("3", "ml:1")]
    found = data(write(tmp_path / "ratings.csv", rows))
    assert found.wire_ids == ("ml:3", "ml:9")
    assert people_of(found) == 2


def test_users_held_out_of_a_table_stay_out_while_it_grows(tmp_path):
    """The next model is measured on users whom the published one has not seen."""
    rows = [(f"person {user}", movie) for user, movie in rows_of(world().ratings)]
    users = sorted({user for user, _ in rows})
    fewer = data(write(tmp_path / "before.csv", [r for r in rows if r[0] in set(users[::2])]))
    whole = data(write(tmp_path / "after.csv", rows))

    def trained_on(found):
        rest, held = next(InMemoryData(found).folds(SPLIT_SEED, once=True))
        assert len(held) == round(people_of(found) / 10)
        return set(found.keys[np.unique(rest.ratings.users)].tolist())

    held_before = set(fewer.keys.tolist()) - trained_on(fewer)
    new = set(whole.keys.tolist()) - set(fewer.keys.tolist())
    assert set(whole.keys.tolist()) - trained_on(whole) <= held_before | new
    result = train_for_service(whole, ratings_digest(whole))
    assert result.model.parameters["users"] == people_of(whole) - result.quality_measured.users


def test_ratings_that_do_not_fit_into_memory_are_for_a_cluster(tmp_path, monkeypatch):
    monkeypatch.setattr(rating_sources, "AT_ONCE", 5)
    monkeypatch.setattr(rating_table, "available_bytes", lambda: 100 * rating_table.BYTES_PER_ROW)
    place = write(tmp_path / "ratings.csv", [(str(k), "ml:1") for k in range(100)])
    assert people_of(data(place)) == 100
    seen = []
    place = write(tmp_path / "more.csv", [(str(k), "ml:1") for k in range(1_000)])
    with pytest.raises(EpicRecError, match=r"more than 100 ratings .* nothing was .*engine spark"):
        data(place, Job(seen.append))
    assert seen[-1].done == 100  # the others are not read


@settings(max_examples=30, deadline=None)
@given(
    rows=st.lists(
        st.tuples(
            st.one_of(st.integers(-(10**20), 10**20).map(str), st.text(max_size=5)),
            st.sampled_from(["ml:1", "ml:22", "imdb:tt0000003", "Heat", "", "a\nb", '"', "é,"]),
        ),
        max_size=40,
    ),
    at_once=st.integers(1, 50),
)
def test_any_rows_are_read_as_they_were_written(rows, at_once):
    """However the pieces fall; a whole number is one user in whatever way it is written."""

    def user(text):
        try:
            return int(text) if abs(int(text)) < 2**63 else text
        except ValueError:
            return text

    expected = {
        (user(u), m)
        for u, m in rows
        if u not in MISSING and m in ("ml:1", "ml:22", "imdb:tt0000003")
    }
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as small:
        small.setattr(rating_sources, "AT_ONCE", at_once)
        place = write(Path(folder, "ratings.csv"), [("user", "x"), *rows])
        if not expected:
            with pytest.raises(EpicRecError, match="no public ratings"):
                data(place)
            return
        found = data(place)
    assert len(found.users) == len(expected)
    assert people_of(found) == len({one for one, _ in expected})
    counts = Counter(found.wire_ids[item] for item in found.items)
    assert counts == Counter(movie for _, movie in expected)


@settings(max_examples=30, deadline=None)
@given(st.binary(max_size=300), st.booleans())
def test_any_bytes_are_ratings_or_a_sentence(content, begins):
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "ratings.csv")
        place.write_bytes((b"user_id,movie_id\n1,ml:1\n" if begins else b"") + content)
        with suppress(EpicRecError):
            assert len(data(place).users)


@pytest.mark.parametrize(
    "texts", [["7", "007", "-3"], ["7", "x", "1.5"], ["10" + "0" * 17], ["9" * 19, "7", "-0", "0"]]
)
def test_a_user_is_the_same_in_whatever_company(texts):
    alone = [rating_table._keys([text])[0] for text in texts]
    assert rating_table._keys(texts).tolist() == alone


def test_missing_users_are_not_one_person(tmp_path):
    rows = [(name, "ml:1") for name in ("nan", "NaN", "NULL", "None", "\\N", "", "x" * 300)]
    found = data(write(tmp_path / "r.csv", [*rows, ("-5", "ml:1"), (str(10**18), "ml:1")]))
    assert people_of(found) == 2


def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(rating_sources, "AT_ONCE", 5)
    place = write(tmp_path / "ratings.csv", [(str(k), "ml:1") for k in range(50)])

    def grow(_):
        with place.open("a") as file:
            file.write("9,ml:2\n")

    with pytest.raises(EpicRecError, match="changed while they were read; nothing was changed"):
        data(place, Job(grow))


def test_a_line_without_end_is_refused_in_bounded_memory(tmp_path):
    place = tmp_path / "ratings.csv.gz"  # 300 MB of one line
    with gzip.open(place, "wb", compresslevel=1) as file:
        file.write(b"user_id,movie_id\n")
        for _ in range(300):
            file.write(b"1" * 1_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(EpicRecError, match="A line of the ratings has more than 1,000,000"):
            data(place)
        assert tracemalloc.get_traced_memory()[1] < 20e6
    finally:
        tracemalloc.stop()


def test_too_many_different_movies_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(rating_table, "MOST_IDS", 100)
    place = write(tmp_path / "ratings.csv", [("1", f"ml:{k}") for k in range(101)])
    with pytest.raises(EpicRecError, match="more than 100 different movies"):
        data(place)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("missing.csv", None, "cannot be read"),
        ("empty.csv", b"", "no columns user_id and movie_id"),
        ("other.csv", b"userId,movieId\n1,2\n", "no columns user_id and movie_id"),
        ("none.csv", b"user_id,movie_id\n1,Heat\n", "no public ratings"),
        ("bytes.csv", b"user_id,movie_id\n\xff\xfe,ml:1\n", "cannot be read"),
        (
            "cut.csv.gz",
            gzip.compress(b"user_id,movie_id\n1,ml:1\n" * 9, mtime=0)[:-9],
            "cannot be read",
        ),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path, name, content, said):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(EpicRecError, match=said) as caught:
        data(tmp_path / name)
    assert "nothing was changed" in str(caught.value)


def test_reading_can_be_cancelled(tmp_path):
    path = write(tmp_path / "ratings.csv", rows_of(world().ratings))
    with pytest.raises(Cancelled):
        data(path, Job(cancelled=lambda: True))


@pytest.mark.parametrize("kind", ["float64", "bool_", "timestamp", "list", "number as movie"])
def test_parquet_of_other_types_is_refused(kind, tmp_path):
    pa = pytest.importorskip("pyarrow", reason="the extra `parquet`")
    from pyarrow import parquet

    users = {
        "float64": pa.array([1.5, float("nan")]),
        "bool_": pa.array([True, False]),
        "timestamp": pa.array([1, 2], pa.timestamp("s")),
        "list": pa.array([[1], [2]]),
    }
    movies = [1, 2] if kind == "number as movie" else ["ml:1", "ml:2"]
    columns = {"user_id": users.get(kind, pa.array([1, 2])), "movie_id": movies}
    parquet.write_table(pa.table(columns), tmp_path / "ratings.parquet")
    with pytest.raises(EpicRecError, match="another type; nothing was changed"):
        data(tmp_path / "ratings.parquet")


def test_parquet_with_dictionaries_is_read(tmp_path):
    pa = pytest.importorskip("pyarrow", reason="the extra `parquet`")
    from pyarrow import parquet

    columns = {
        "user_id": pa.array(["a", "b", None]).dictionary_encode(),
        "movie_id": pa.array(["ml:1", "ml:1", "ml:2"]).dictionary_encode(),
    }
    parquet.write_table(pa.table(columns), tmp_path / "ratings.parquet")
    assert people_of(data(tmp_path / "ratings.parquet")) == 2


def test_a_huge_value_of_parquet_is_in_memory_once_and_passed_over(tmp_path):
    """A file of kilobytes, which would be gigabytes with the value in each row."""
    pa = pytest.importorskip("pyarrow", reason="the extra `parquet`")
    from pyarrow import parquet

    huge, places = "x" * 2_000_000, pa.array([0, 1, 2] * 1_000)
    columns = {
        "user_id": pa.DictionaryArray.from_arrays(places, ["a", "b", huge]),
        "movie_id": pa.DictionaryArray.from_arrays(places, ["ml:1", huge, "ml:2"]),
    }
    parquet.write_table(pa.table(columns), tmp_path / "ratings.parquet")
    assert (tmp_path / "ratings.parquet").stat().st_size < 1_000_000
    del columns
    before, pool = pa.default_memory_pool(), pa.proxy_memory_pool(pa.default_memory_pool())
    pa.set_memory_pool(pool)
    try:
        found = data(tmp_path / "ratings.parquet")
    finally:
        pa.set_memory_pool(before)
    assert (people_of(found), found.wire_ids) == (1, ("ml:1",))
    assert pool.max_memory() < 100_000_000


def test_a_row_group_that_does_not_fit_into_memory_is_refused(tmp_path, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet`")
    from pyarrow import table

    monkeypatch.setattr(rating_sources, "LARGEST_COLUMN", 1_000)
    columns = {"user_id": list(range(500)), "movie_id": ["ml:1"] * 500}
    parquet.write_table(table(columns), tmp_path / "ratings.parquet", row_group_size=100)
    assert people_of(data(tmp_path / "ratings.parquet")) == 500
    parquet.write_table(table(columns), tmp_path / "ratings.parquet")
    with pytest.raises(EpicRecError, match="smaller row groups"):
        data(tmp_path / "ratings.parquet")


def test_parquet_is_the_same(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet`")
    from pyarrow import table

    rows = rows_of(world().ratings)
    users, movies = zip(*rows, strict=True)
    columns = {"movie_id": [*movies, None], "user_id": [*map(int, users), 1]}
    parquet.write_table(table(columns), tmp_path / "ratings.parquet")
    there = data(tmp_path / "ratings.parquet")
    here = data(write(tmp_path / "r.csv", rows))
    assert ratings_digest(there) == ratings_digest(here)
    (tmp_path / "not.parquet").write_bytes(b"PAR1")
    with pytest.raises(EpicRecError, match="cannot be read"):
        data(tmp_path / "not.parquet")


def test_postgresql_is_the_same(tmp_path, postgres):
    import psycopg

    rows = rows_of(world().ratings)
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("CREATE TABLE seen (user_id bigint, movie_id text)")
        try:
            with connection.cursor().copy("COPY seen FROM STDIN") as copy:
                for row in [*rows, (None, "ml:1"), ("1", None)]:
                    copy.write_row(row)
            (tmp_path / "a").mkdir()
            here = ratings_digest(data(write(tmp_path / "r.csv", rows)))
            assert ratings_digest(read(pieces(postgres, "seen"))) == here
            connection.execute("CREATE VIEW told AS SELECT user_id::text, movie_id FROM seen")
            told = read(pieces(postgres, "public.told"))
            assert ratings_digest(told) == here
            for table, problem in (
                ("nowhere", "cannot be read from PostgreSQL"),
                ('x"; DROP TABLE seen', "no name of a table"),
                ("pg_class", "no columns user_id"),
            ):
                with pytest.raises(EpicRecError, match=problem):
                    read(pieces(postgres, table))
        finally:
            connection.execute("DROP TABLE seen CASCADE")


def test_service_publishes_from_csv(tmp_path):
    path = write(tmp_path / "ratings.csv", rows_of(world().ratings))
    server = EpicrecServer(tmp_path / "base")
    assert server.json("publish", "--ratings", str(path))["replaced"]
    assert "--engine spark" in server.problem("train", "--master", "local[2]")


def test_a_table_that_can_measure_no_model_replaces_none(tmp_path):
    """As where the column of users has the numbers of rows."""
    rows = rows_of(world().ratings)
    good = data(write(tmp_path / "good.csv", rows))
    published = train_for_service(good, "good")
    wrong = data(write(tmp_path / "wrong.csv", [(str(k), m) for k, (_, m) in enumerate(rows)]))
    with pytest.raises(EpicRecError, match=r"nothing was changed.*user_id"):
        train_for_service(wrong, "wrong", (), (published.model, published.about))


def test_the_release_scorer_learns_from_some_people_of_a_large_table(tmp_path, monkeypatch):
    """It takes kilobytes of memory a person, which those of a row do not count."""
    people = []

    def scorer(_model, _paths, ratings):
        people.append(people_of(ratings))

    path = write(tmp_path / "ratings.csv", rows_of(world().ratings))
    monkeypatch.setattr(commands, "_SCORER_USERS", 70)
    monkeypatch.setattr(commands, "_scorer", scorer)
    assert EpicrecServer(tmp_path / "base").json("publish", "--ratings", str(path))["replaced"]
    assert 35 <= people[0] <= 70
