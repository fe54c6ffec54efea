"""What runs on a cluster's machines, without a cluster; and what is said where Spark is missing."""

import pickle
import sys
import tracemalloc
from functools import reduce
from types import SimpleNamespace

import numpy as np
import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.recommend import linear_training
from epicrec_desktop.recommend.linear_training import LinearSettings, decompose, decompose_products
from epicrec_desktop.recommend.ratings import watch_matrix
from epicrec_desktop.server import spark_kernels as kernels
from epicrec_desktop.server import spark_session
from epicrec_desktop.server.history_blocks import Block, to_block
from small_world import world

Parts = list[list[Block]]


def parts(number: int = 3, seed: int = 1) -> Parts:
    """The small world's people in so many partitions, some pairs twice, in no order."""
    ratings = world().ratings
    generator = np.random.default_rng(seed)
    order = generator.permutation(np.append(np.arange(len(ratings.users)), np.arange(50)))
    users, items = ratings.users[order].astype(np.int64), ratings.items[order].astype(np.int32)
    where = generator.integers(number, size=1_000)[users]
    return [[to_block(users[where == k], items[where == k])] for k in range(number)] + [[]]


def matrix_of(found: Parts) -> np.ndarray:
    dense = np.zeros((len(np.unique(world().ratings.users)), len(world().ratings.wire_ids)))
    for part in found:
        for keys, starts, items in part:
            for key, history in zip(keys, np.split(items, starts[1:-1]), strict=True):
                assert (np.diff(history) > 0).all()
                dense[key, history] = 1.0
    return dense


def dense_world() -> np.ndarray:
    ratings = world().ratings
    dense = np.zeros((len(np.unique(ratings.users)), len(ratings.wire_ids)))
    dense[ratings.users, ratings.items] = 1.0
    return dense


def test_blocks_hold_every_pair_once_and_each_person_whole():
    found = parts()
    np.testing.assert_array_equal(matrix_of(found), dense_world())
    keys = np.concatenate([block[0] for part in found for block in part])
    assert len(keys) == len(np.unique(keys))
    empty = to_block(np.zeros(0, np.int64), np.zeros(0, np.int32))
    assert [len(array) for array in empty] == [0, 1, 0]


def test_totals_and_what_tells_the_content_do_not_depend_on_partitions():
    items = len(world().ratings.wire_ids)

    def all_of(found):
        return reduce(kernels.add_totals, (next(kernels.totals(p, items)) for p in found))

    one, other = all_of(parts(3, 1)), all_of(parts(5, 2))
    assert one[:2] == other[:2]
    assert one[0] == 180
    np.testing.assert_array_equal(one[2], dense_world().sum(axis=0))
    fewer = parts()
    keys, starts, watched = fewer[0][0]
    fewer[0] = [(keys[1:], starts[1:] - starts[1], watched[starts[1] :])]
    assert all_of(fewer)[1] != one[1]


def test_people_up_to_a_hash_and_those_beyond_are_everybody():
    found = parts()
    least = [next(kernels.smallest_hashes(part, 5, 20)) for part in found]
    limit = int(reduce(lambda a, b: kernels.least(20, a, b), least)[-1])
    low = [[kernels.split_by_hash(b, 5, limit) for b in part] for part in found]
    high = [[kernels.split_by_hash(b, 5, limit, beyond=True) for b in part] for part in found]
    assert sum(len(block[0]) for part in low for block in part) == 20
    np.testing.assert_array_equal(matrix_of(low) + matrix_of(high), dense_world())


@pytest.mark.parametrize("exponent", [0.0, 0.5])
def test_sums_of_partitions_train_what_the_whole_matrix_trains(exponent, monkeypatch):
    monkeypatch.setattr(linear_training, "FEW_USERS", 0)
    monkeypatch.setattr(kernels, "SLAB", 7)
    found = parts()
    _ids, matrix = watch_matrix(world().ratings)
    named = np.array([wire_id is not None for wire_id in world().ratings.wire_ids])
    kept = np.flatnonzero(dense_world().any(axis=0) & named)

    class Sums:
        def spread(self, basis):
            slabs: dict[int, np.ndarray] = {}
            for part in found:
                for number, slab in kernels.spread(part, SimpleNamespace(value=whole(basis))):
                    slabs[number] = slabs.get(number, 0.0) + slab
            return np.concatenate([slabs[k] for k in sorted(slabs)])[kept]

        def inner(self, basis):
            sent = SimpleNamespace(value=whole(basis))
            return sum(next(kernels.inner(part, sent)) for part in found)

    def whole(basis):
        made = np.zeros((dense_world().shape[1], basis.shape[1]), np.float32)
        made[kept] = basis
        return made

    rows = np.eye(len(kept), dtype=np.float32)[:3]
    counts = dense_world().sum(axis=0)[kept]
    settings = LinearSettings(16, item_exponent=exponent)
    here = decompose(matrix, exponent, 16, rows=rows)
    there = decompose_products(Sums(), counts, exponent, 16, people=180, rows=rows)
    assert there.energy == pytest.approx(here.energy)
    np.testing.assert_allclose(there.energies, here.energies, rtol=1e-3)
    (factors, gain), (others, gains) = (one.weights(settings, 5.0) for one in (here, there))
    weights = factors @ factors.T
    np.testing.assert_allclose(others @ others.T, weights, atol=2e-3 * np.abs(weights).max())
    np.testing.assert_allclose(gains, gain, rtol=1e-2)


def test_products_are_bounded_however_many_people_a_block_has(monkeypatch):
    generator = np.random.default_rng(1)
    block = to_block(generator.integers(0, 5_000, 9_000), generator.integers(0, 9, 9_000))
    sent = SimpleNamespace(value=generator.random((9, 400), dtype=np.float32))
    whole = [slab for _, slab in kernels.spread([block], sent)]
    (inner,) = kernels.inner([block], sent)
    monkeypatch.setattr(kernels, "PEOPLE", 100)
    tracemalloc.start()
    try:
        pieces = [slab for _, slab in kernels.spread([block], sent)]
        (inner_of_pieces,) = kernels.inner([block], sent)
        # The block's matrix; all 4,000 people's products would be 6.6 MB.
        assert tracemalloc.get_traced_memory()[1] < 3e6
    finally:
        tracemalloc.stop()
    np.testing.assert_allclose(np.concatenate(pieces), np.concatenate(whole), rtol=1e-4)
    np.testing.assert_allclose(inner_of_pieces, inner, rtol=1e-4)


def test_what_is_sent_along_needs_numpy_alone():
    cloudpickle = pytest.importorskip("pyspark.cloudpickle", reason="Spark is not installed")
    for module in spark_session.SENT_ALONG:
        cloudpickle.register_pickle_by_value(module)
    try:
        sent = cloudpickle.dumps([kernels.spread, kernels.totals, kernels.split_by_hash])
    finally:
        for module in spark_session.SENT_ALONG:
            cloudpickle.unregister_pickle_by_value(module)
    assert b"epicrec_desktop.domain" not in sent
    assert pickle.loads(sent)


def test_without_spark_a_sentence_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark", None)
    monkeypatch.setitem(sys.modules, "pyspark.cloudpickle", None)
    with pytest.raises(EpicRecError, match=r"\[spark\]"), spark_session.session():
        pytest.fail("it began")


def test_without_java_a_sentence_says_so(monkeypatch):
    for name in ("pyspark", "pandas", "pyarrow"):
        pytest.importorskip(name, reason="Spark is not installed")
    monkeypatch.setenv("JAVA_HOME", "/nowhere")
    with pytest.raises(EpicRecError, match="Java 17"), spark_session.session("local[1]"):
        pytest.fail("it began")
