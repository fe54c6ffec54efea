"""`evaluate heterogeneous`: what each mechanism must do to two queries, and its input."""

import csv
import json
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.lab.csv_pairs import read_pairs
from epicrec_desktop.lab.experiments import heterogeneous
from epicrec_desktop.lab.population import REAL, SYNTHETIC


@pytest.fixture(scope="module")
def result(synthetic_catalog) -> dict[str, Any]:
    found = heterogeneous.run(
        ImportedCatalog(synthetic_catalog, None),
        users=60,
        epsilons=(0.2, 1.0),
        shares=(0.0, 0.4),
        weight=0.25,
    )
    return json.loads(json.dumps(found))


def rows(result: dict[str, Any], **wanted: object) -> list[dict[str, Any]]:
    return [r for r in result["rows"] if all(r[k] == v for k, v in wanted.items())]


def one(result: dict[str, Any], **wanted: object) -> dict[str, Any]:
    (found,) = rows(result, **wanted)
    return found


def test_noise_of_the_inner_product_has_scale_one_over_epsilon(result):
    """18,000 draws: a standard error of 0.75 %."""
    assert result["population"] == SYNTHETIC
    for epsilon in (0.2, 1.0):
        key = {"query": "inner product", "share": 0.4, "epsilon": epsilon}
        assert one(result, mechanism="no weights", **key)["mae"] == pytest.approx(
            1 / epsilon, rel=0.04
        )
        assert one(result, mechanism="min-v", **key)["mae"] == pytest.approx(4 / epsilon, rel=0.04)


def test_only_stretching_distorts_and_by_the_expected_amount(result):
    for row in result["rows"]:
        if row["mechanism"] != "stretching" or row["share"] == 0:
            assert row["distortion"] == 0
    # 100 of 300 movies are in a profile: 33 in common, of which 40 % count a quarter.
    found = one(result, mechanism="stretching", share=0.4, epsilon=1.0, query="inner product")
    assert found["distortion"] == pytest.approx(100 / 3 * 0.4 * 0.75, rel=0.1)


def test_without_sensitive_items_all_mechanisms_are_one(result):
    for query in ("inner product", "category counts"):
        for epsilon in (0.2, 1.0):
            same = rows(result, query=query, share=0.0, epsilon=epsilon)
            assert len(same) == 3
            assert len({(r["mae"], r["recall"]) for r in same}) == 1


def test_loss_of_a_sensitive_item(result):
    for mechanism, part in (("no weights", 1.0), ("stretching", 0.25), ("min-v", 0.25)):
        for row in rows(result, mechanism=mechanism, share=0.4):
            assert row["loss_sensitive"] == pytest.approx(row["epsilon"] * part)


def test_stretching_beats_min_v_on_real_people(movielens, tmp_path):
    """Any user–item table serves; here as a pair of files, in which users have few items."""

    def rows_of(name):
        with (movielens / name).open(encoding="utf-8", newline="") as source:
            return list(csv.DictReader(source))

    def written(name, *lines):
        with (tmp_path / name).open("w", encoding="utf-8", newline="") as target:
            csv.writer(target).writerows(lines)
        return tmp_path / name

    movies = rows_of("movies.csv")
    pairs = [(movie["movieId"], genre) for movie in movies for genre in movie["genres"].split("|")]
    rated = [(row["userId"], row["movieId"]) for row in rows_of("ratings.csv")]
    imported = read_pairs(
        written("items.csv", ("item", "category"), *pairs),
        written("users.csv", ("user", "item"), *rated),
    )
    assert len(imported.catalog.categories) == 20  # with "IMAX" and "(no genres listed)"
    found = heterogeneous.run(imported, users=80, epsilons=(0.3,), shares=(0.1, 0.3))
    assert (found["population"], found["users"]) == (REAL, 80)
    for share in (0.1, 0.3):
        for query in ("inner product", "category counts"):
            key = {"query": query, "share": share}
            stretched = one(found, mechanism="stretching", **key)
            floor = one(found, mechanism="min-v", **key)
            assert stretched["mae"] + stretched["ci"] < floor["mae"] - floor["ci"]
        recalls = [
            one(found, mechanism=name, query="inner product", share=share)["recall"]
            for name in ("no weights", "stretching", "min-v")
        ]
        assert recalls == sorted(recalls, reverse=True)


def test_one_user_has_no_peers(tmp_path):
    (tmp_path / "i.csv").write_text("item,category\na,x\n")
    (tmp_path / "u.csv").write_text("user,item\nu,a\n")
    with pytest.raises(CatalogError, match="two users"):
        heterogeneous.run(read_pairs(tmp_path / "i.csv", tmp_path / "u.csv"))


def test_weight_zero_leaves_min_v_nothing(synthetic_catalog):
    found = heterogeneous.run(
        ImportedCatalog(synthetic_catalog, None),
        users=5,
        epsilons=(1.0,),
        shares=(0.5,),
        weight=0.0,
    )
    silent = one(found, mechanism="min-v", query="inner product")
    assert silent["mae"] is None
    assert np.isfinite(one(found, mechanism="stretching", query="inner product")["mae"])
