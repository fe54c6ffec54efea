"""Ratings in memory and on disk."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.catalog.ratings import Ratings
from epicrec_desktop.domain.errors import CatalogError

triples = st.lists(
    st.tuples(st.integers(1, 9), st.integers(0, 6), st.sampled_from([0.5, 3.0, 5.0])), max_size=40
)


def build(rows: list[tuple[int, int, float]]) -> Ratings:
    users, items, values = zip(*rows, strict=True) if rows else ((), (), ())
    return Ratings.build(
        np.array(users, np.int32), np.array(items, np.int32), np.array(values, np.float32)
    )


@given(triples)
def test_ratings_are_ordered_dense_and_without_repeats(rows: list[tuple[int, int, float]]) -> None:
    ratings = build(rows)
    number = {user: i for i, user in enumerate(sorted({user for user, _, _ in rows}))}
    expected = {(number[user], item): value for user, item, value in rows}
    pairs = list(zip(ratings.users.tolist(), ratings.items.tolist(), strict=True))
    assert pairs == sorted(expected)
    assert dict(zip(pairs, ratings.values.tolist(), strict=True)) == expected
    assert ratings.user_count == len(number)
    assert ratings.popularity(7).tolist() == [
        sum(item == j for _, item in expected) for j in range(7)
    ]
    if rows:
        assert ratings.mean_profile_size == pytest.approx(len(expected) / len(number))
    else:
        assert ratings.mean_profile_size is None


@given(triples, st.permutations(range(7)), st.sets(st.integers(0, 6)))
def test_ratings_follow_movies_to_another_order(
    rows: list[tuple[int, int, float]], order: list[int], dropped: set[int]
) -> None:
    positions = np.array([-1 if i in dropped else order[i] for i in range(7)], dtype=np.int64)
    moved = build(rows).moved(positions)
    again = build([(u, order[i], v) for u, i, v in rows if i not in dropped])
    assert moved.users.tolist() == again.users.tolist()
    assert moved.items.tolist() == again.items.tolist()
    assert moved.values.tolist() == again.values.tolist()


def test_saved_ratings_are_read_back(tmp_path: Path) -> None:
    ratings = build([(5, 2, 3.0), (5, 1, 5.0), (2, 1, 0.5)])
    path = tmp_path / "new folder" / "ratings.npz"
    ratings.save(path)
    ratings.save(path)
    loaded = Ratings.load(path)
    for name in ("users", "items", "values"):
        before, after = getattr(ratings, name), getattr(loaded, name)
        assert before.dtype == after.dtype
        assert before.tolist() == after.tolist()
    assert [p.name for p in path.parent.iterdir()] == ["ratings.npz"]
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_save_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ratings.npz"
    build([(1, 1, 5.0)]).save(path)

    def full(stream: object, **arrays: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(OSError, match="no space"):
        build([]).save(path)
    assert len(Ratings.load(path)) == 1
    assert [p.name for p in tmp_path.iterdir()] == ["ratings.npz"]


def damaged_files(tmp_path: Path) -> list[Path]:
    whole = tmp_path / "whole.npz"
    build([(u, u % 7, 3.0) for u in range(1, 500)]).save(whole)
    cut = tmp_path / "cut.npz"
    cut.write_bytes(whole.read_bytes()[:200])
    text = tmp_path / "text.npz"
    text.write_bytes(b"not arrays")
    other = tmp_path / "other.npz"
    np.savez(other, users=np.zeros(3))
    uneven = tmp_path / "uneven.npz"
    np.savez(uneven, users=np.zeros(3), items=np.zeros(2), values=np.zeros(3))
    pickled = tmp_path / "pickled.npz"
    objects = np.array([{}], dtype=object)
    np.savez(pickled, users=objects, items=objects, values=objects)
    return [tmp_path / "missing.npz", cut, text, other, uneven, pickled]


def test_damaged_files_are_told_in_a_sentence(tmp_path: Path) -> None:
    for path in damaged_files(tmp_path):
        with pytest.raises(CatalogError, match="Import the catalog again"):
            Ratings.load(path)
