"""Training on a real Spark of this computer (`make test-spark`), beside training in one process."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspark", reason="Spark is not installed: make test-spark")
pytest.importorskip("pandas", reason="Spark is not installed: make test-spark")
pytest.importorskip("pyarrow", reason="Spark is not installed: make test-spark")

from command_line import EpicrecServer
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.recommend.contribution_training import ContributionData, Tally
from epicrec_desktop.recommend.hyperparameter_search import Selection
from epicrec_desktop.recommend.linear_training import LinearSettings
from epicrec_desktop.recommend.metrics import SPLIT_SEED, HeldOut, quality, split_by_hash
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.server import spark_session, spark_training
from epicrec_desktop.server.spark_session import read, session
from epicrec_desktop.server.training import InMemoryData, train_for_service
from small_world import world

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.skipif(
        shutil.which("java") is None and "JAVA_HOME" not in os.environ, reason="there is no Java"
    ),
    # Spark's own, of Python's older ways.
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    # One core, so two partitions at the least: a job more costs more than its sums here.
    settings = {"spark.sql.shuffle.partitions": "2", "spark.driver.memory": "1g"}
    with session("local[1]", settings) as started:
        yield started


@pytest.fixture(autouse=True)
def _usual_settings(monkeypatch) -> None:
    """The search for settings has tests of its own."""
    search = spark_training.hyperparameter_search
    monkeypatch.setattr(search, "select", lambda *_, **__: Selection((), 0))


def named_ratings() -> Ratings:
    """The small world's ratings of movies that have a public id."""
    ratings = world().ratings
    named = np.array([w is not None for w in ratings.wire_ids])[ratings.items]
    return Ratings(ratings.users[named], ratings.items[named], ratings.wire_ids)


def write(folder: Path, ratings: Ratings, user: Any = int, parts: int = 3) -> str:
    """Parquet as the manual has it, every rating of a third of the people twice."""
    import pyarrow as pa
    from pyarrow import parquet

    folder.mkdir()
    order = np.random.default_rng(1).permutation(len(ratings.users))
    order = np.concatenate([order, order[ratings.users[order] % 3 == 0]])
    for number, rows in enumerate(np.array_split(order, parts)):
        table = {
            "user_id": [user(u) for u in ratings.users[rows]],
            "movie_id": [ratings.wire_ids[i] for i in ratings.items[rows]],
            "stars": [4.0] * len(rows),
        }
        parquet.write_table(pa.table(table), folder / f"{number}.parquet")
    return folder.as_uri()


def histories_of(ids: Any, held: list[HeldOut]) -> set[tuple[frozenset[str], ...]]:
    return {
        tuple(frozenset(str(ids[i]) for i in part) for part in (one.given, one.hidden))
        for one in held
    }


def test_both_engines_hold_out_the_same_people_and_train_alike(spark, tmp_path):
    ratings = named_ratings()
    place = write(tmp_path / "ratings", ratings)
    there, here = (read(spark, place), InMemoryData(ratings))
    assert (there.people, there.ratings) == (180, len(ratings.users))
    (rest, held), (others_ratings, also) = next(there.folds(SPLIT_SEED)), split_by_hash(ratings)
    others = InMemoryData(others_ratings)
    assert rest.people == 162
    assert histories_of(there.wire_ids, held) == histories_of(here.wire_ids, also)
    settings = LinearSettings(16, regularization=20.0, item_exponent=0.5)
    cluster, embedded = rest.fit(settings), others.fit(settings, UNATTENDED)
    assert cluster.kind == embedded.kind
    assert set(cluster.wire_ids) == set(embedded.wire_ids)
    for wire_id, watched in zip(embedded.wire_ids, embedded.popularity, strict=True):
        assert cluster.popularity[cluster.index[wire_id]] == watched
    quality_measured = quality(cluster, there.wire_ids, held).ndcg10
    ours = quality(embedded, here.wire_ids, also).ndcg10
    assert quality_measured == pytest.approx(ours, rel=0.01)


def test_one_file_or_several_tell_the_same(spark, tmp_path):
    ratings = named_ratings()
    places = [write(tmp_path / str(parts), ratings, parts=parts) for parts in (1, 3)]
    one, several = (read(spark, place) for place in places)
    assert one.digest == several.digest
    assert sorted(one.some(50).users.tolist()) == sorted(several.some(50).users.tolist())


def test_users_may_be_identified_by_text(spark, tmp_path):
    place = write(tmp_path / "ratings", named_ratings(), user=lambda u: f"person {u}")
    found = read(spark, place)
    assert (found.people, found.ratings) == (180, len(named_ratings().users))


def test_a_model_of_the_cluster_passes_the_same_gate(spark, tmp_path):
    """Contributions enter it; what is measured is what is published; a worse one is refused."""
    ratings = world().ratings
    place = write(tmp_path / "ratings", named_ratings())
    there = read(spark, place)
    first = train_for_service(there, there.digest)
    assert first.before is None
    assert first.quality_measured.users == 18
    assert there.lasting
    model_people = first.model.parameters.get("users")
    assert model_people == 162  # those held out stay out
    again = train_for_service(there, there.digest, (), (first.model, first.about))
    assert again.before == first.quality_measured.ndcg10
    assert again.is_as_good
    candidates = tuple(w for w in ratings.wire_ids if w is not None)
    flip = 1 / (1 + np.e)
    tally = Tally.empty(len(candidates), flip)
    bits = np.random.default_rng(1).random((5_000, len(candidates))) < flip
    tally.add(bits)
    contributed = ContributionData(candidates, tally, 1.0)
    (cluster, embedded) = (
        there.fit_with([contributed]),
        InMemoryData(ratings).fit_with([contributed]),
    )
    assert cluster.parameters["contributions"] == 5_000
    _, held = next(there.folds(SPLIT_SEED))
    _, also = split_by_hash(ratings)
    assert quality(cluster, there.wire_ids, held).ndcg10 == pytest.approx(
        quality(embedded, tuple(ratings.wire_ids), also).ndcg10, rel=0.02
    )


def test_what_an_operator_types_publishes(spark, tmp_path, monkeypatch):
    @contextmanager
    def started(_master):
        yield spark

    monkeypatch.setattr(spark_session, "session", started)
    place = write(tmp_path / "ratings", named_ratings())
    configuration = tmp_path / "service.toml"
    configuration.write_text('[service]\nfolder = "kept"\n')
    server = EpicrecServer(tmp_path / "operator")
    config = ("--config", str(configuration))
    assert "--ratings" in server.problem("publish", "--engine", "spark", *config)
    found = server.json("publish", "--engine", "spark", "--ratings", place, *config)
    assert found["replaced"]
    assert found["held_out"] == 18
    assert server.json("status", *config)["in_use"] == found["publication"]


def test_what_cannot_be_trained_on_is_refused_with_a_sentence(spark, tmp_path):
    import pyarrow as pa
    from pyarrow import parquet

    with pytest.raises(EpicRecError, match="no Parquet at that place"):
        read(spark, (tmp_path / "nowhere").as_uri())
    with pytest.raises(EpicRecError, match=r"begin with s3a://.* org.apache.hadoop:hadoop-aws:3"):
        read(spark, "s3a://bucket/ratings/")
    parquet.write_table(pa.table({"user": [1]}), tmp_path / "wrong.parquet")
    with pytest.raises(EpicRecError, match="no columns user_id"):
        read(spark, (tmp_path / "wrong.parquet").as_uri())
    nobody = pa.table({"user_id": [1], "movie_id": ["http://somewhere"]})
    parquet.write_table(nobody, tmp_path / "nobody.parquet")
    with pytest.raises(EpicRecError, match="no public ratings"):
        read(spark, (tmp_path / "nobody.parquet").as_uri())
    with pytest.raises(EpicRecError, match="without --engine spark"):
        read(spark, "postgresql://epicrec@db/epicrec")
