"""Ratings that are read into files: the same people, and the same model, as in memory."""

from __future__ import annotations

import csv
import gzip
import tempfile
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("fastapi", reason="the service needs the extra `server`")

from command_line import EpicrecServer
from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.recommend.als_training import Ratings, Training
from epicrec_desktop.recommend.linear_training import LinearSettings
from epicrec_desktop.recommend.metrics import SPLIT_SEED, quality
from epicrec_desktop.server import block_files, block_training
from epicrec_desktop.server.block_files import FilesEngine, read
from epicrec_desktop.server.block_training import BlockData
from epicrec_desktop.server.training import InMemoryData
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


def data(place: object, folder: Path, job: Job = UNATTENDED) -> BlockData:
    folder.mkdir()
    return BlockData(FilesEngine(), read(str(place), "ratings", folder, job))


def pairs_of(found: BlockData) -> set[tuple[int, str]]:
    some = found.some(found.people)
    return set(zip(some.users.tolist(), (found.wire_ids[i] for i in some.items), strict=True))


def test_every_rating_is_there_once(tmp_path: Path) -> None:
    ratings = world().ratings
    rows = rows_of(ratings)
    found = data(write(tmp_path / "ratings.csv", [*rows, *rows[:50]]), tmp_path / "blocks")
    assert (found.ratings, found.people) == (len(rows), len(np.unique(ratings.users)))
    assert pairs_of(found) == {(int(user), movie) for user, movie in rows}


def test_content_is_recognized_in_whatever_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = rows_of(world().ratings)
    whole = data(write(tmp_path / "ratings.csv", rows), tmp_path / "a")
    folder = tmp_path / "several"
    folder.mkdir()
    for k in range(3):
        write(folder / f"part-{k}.csv.gz", rows[k::3])
    monkeypatch.setattr(block_files, "AT_ONCE", 97)
    pieces = data(folder, tmp_path / "b")
    assert pieces.digest == whole.digest
    fewer = data(write(tmp_path / "fewer.csv", rows[1:]), tmp_path / "c")
    assert fewer.digest != whole.digest


def test_text_ids_of_users_are_distinguished(tmp_path: Path) -> None:
    rows = [("ä", "ml:1"), ("ä", "ml:2"), ("7", "ml:1"), ("007", "ml:2"), ("9" * 30, "ml:1")]
    found = data(write(tmp_path / "ratings.csv", rows), tmp_path / "blocks")
    assert (found.people, found.ratings) == (3, 5)  # 7 and 007 are one number


def test_rows_that_name_nothing_are_passed_over(tmp_path: Path) -> None:
    rows = [("1", "ml:1"), ("", "ml:1"), ("2", ""), ("2", "Heat"), ("3", "ml:" + "9" * 60)]
    path = write(tmp_path / "ratings.csv", rows)
    with path.open("a") as file:
        file.write("4\n5,ml:5,6\n")
    found = data(path, tmp_path / "blocks")
    assert (found.people, found.ratings, found.wire_ids) == (1, 1, ("ml:1",))


def test_of_too_many_movies_the_most_watched_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(block_files, "MAX_MOVIES", 2)
    rows = [("1", "ml:9"), ("2", "ml:9"), ("1", "ml:3"), ("2", "ml:3"), ("3", "ml:1")]
    found = data(write(tmp_path / "ratings.csv", rows), tmp_path / "blocks")
    assert found.wire_ids == ("ml:3", "ml:9")
    assert found.people == 2


def test_linear_model_is_that_of_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(block_training, "FEW_USERS", 0)  # else few people are taken into memory
    ratings = world().ratings
    there = data(write(tmp_path / "ratings.csv", rows_of(ratings)), tmp_path / "blocks")
    rest, held = next(iter(there.folds(SPLIT_SEED)))
    here, held_here = next(iter(InMemoryData(ratings).folds(SPLIT_SEED)))
    ids, ids_here = tuple(there.wire_ids), tuple(ratings.wire_ids)
    settings = LinearSettings(factors=8)
    found = quality(rest.fit(settings, UNATTENDED), ids, held)
    expected = quality(here.fit(settings, UNATTENDED), ids_here, held_here)
    assert found.users > 0
    assert found.ndcg10 == pytest.approx(expected.ndcg10, abs=0.03)


def test_least_squares_are_of_those_who_fit_into_memory(tmp_path: Path) -> None:
    there = data(write(tmp_path / "ratings.csv", rows_of(world().ratings)), tmp_path / "blocks")
    model = FilesEngine().fit_factors(there, Training(factors=4, iterations=2), UNATTENDED)
    assert len(model.wire_ids) == len(there.wire_ids)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("missing.csv", None, "cannot be read"),
        ("empty.csv", b"", "no columns user_id and movie_id"),
        ("other.csv", b"userId,movieId\n1,2\n", "no columns user_id and movie_id"),
        ("none.csv", b"user_id,movie_id\n1,Heat\n", "no public ratings"),
        ("bytes.csv", b"user_id,movie_id\n\xff\xfe,ml:1\n", "cannot be read"),
        ("cut.csv.gz", gzip.compress(b"user_id,movie_id\n1,ml:1\n" * 9)[:-9], "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_said(
    tmp_path: Path, name: str, content: bytes | None, said: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(EpicRecError, match=said) as caught:
        data(tmp_path / name, tmp_path / "blocks")
    assert "nothing was changed" in str(caught.value)


def test_reading_can_be_cancelled(tmp_path: Path) -> None:
    path = write(tmp_path / "ratings.csv", rows_of(world().ratings))
    with pytest.raises(Cancelled):
        data(path, tmp_path / "blocks", Job(cancelled=lambda: True))


def test_parquet_is_the_same(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet`")
    from pyarrow import table

    rows = rows_of(world().ratings)
    users, movies = zip(*rows, strict=True)
    columns = {"movie_id": [*movies, None], "user_id": [*map(int, users), 1]}
    parquet.write_table(table(columns), tmp_path / "ratings.parquet")
    there = data(tmp_path / "ratings.parquet", tmp_path / "a")
    assert there.digest == data(write(tmp_path / "r.csv", rows), tmp_path / "b").digest
    (tmp_path / "not.parquet").write_bytes(b"PAR1")
    with pytest.raises(EpicRecError, match="cannot be read"):
        data(tmp_path / "not.parquet", tmp_path / "c")


def test_postgresql_is_the_same(tmp_path: Path, postgres: str) -> None:
    import psycopg

    rows = rows_of(world().ratings)
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("CREATE TABLE seen (user_id bigint, movie_id text)")
        try:
            with connection.cursor().copy("COPY seen FROM STDIN") as copy:
                for row in [*rows, (None, "ml:1"), ("1", None)]:
                    copy.write_row(row)
            (tmp_path / "a").mkdir()
            there = BlockData(FilesEngine(), read(postgres, "seen", tmp_path / "a"))
            assert there.digest == data(write(tmp_path / "r.csv", rows), tmp_path / "b").digest
            for table in ("nowhere", 'x"; DROP TABLE seen'):
                with pytest.raises(EpicRecError, match="nothing was changed"):
                    read(postgres, table, tmp_path / "a")
        finally:
            connection.execute("DROP TABLE seen")


def test_service_publishes_from_csv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path / "ratings.csv", rows_of(world().ratings))
    server = EpicrecServer(tmp_path / "base")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    assert server.json("publish", "--ratings", str(path))["replaced"]
    assert not list((tmp_path / "temporary").iterdir())
    assert "--engine spark" in server.problem("train", "--master", "local[2]")
