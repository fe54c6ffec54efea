"""`evaluate contribution`: simulated contributors are as real ones, and what holds of any run."""

import json
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.lab.experiments import contribution
from epicrec_desktop.lab.experiments.contribution import _bitwise, _summed, contribute
from small_world import world


def imported() -> ImportedCatalog:
    made = world()
    stars = np.full(len(made.ratings.users), 4.0)
    return ImportedCatalog(
        made.catalog, PublicRatings.build(made.ratings.users, made.ratings.items, stars)
    )


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    found = contribution.run(
        imported(), epsilons=(0.1, 2.0), contributions=(100, 20_000), candidates=150, repeats=2
    )
    return json.loads(json.dumps(found))


def row(result: dict[str, Any], name: str, share: float, **key: object) -> dict[str, Any]:
    (found,) = (
        r
        for r in result["rows"]
        if r["name"] == name and r["share"] == share and all(r[k] == v for k, v in key.items())
    )
    return found


def test_sampled_sums_are_distributed_like_sums_of_bits():
    """Means and covariances of both agree over 300 draws, within six standard errors."""
    generator = np.random.default_rng(1)
    profiles = generator.random((30, 4)) < [0.7, 0.4, 0.2, 0.05]
    profiles[:, 1] &= profiles[:, 0]
    number, repeats = 400, 300
    drawn: dict[str, list[np.ndarray]] = {"bits": [], "sums": []}
    for _ in range(repeats):
        weight = generator.multinomial(number, np.full(30, 1 / 30))
        for name, tally in (
            ("bits", _bitwise(profiles, number, 0.3, generator)),
            ("sums", _summed(profiles[weight > 0], weight[weight > 0], 0.3, generator)),
        ):
            upper = tally.together[np.triu_indices(4)]
            assert tally.number == number
            drawn[name].append(upper)
    bits, sums = np.array(drawn["bits"]), np.array(drawn["sums"])
    error = np.sqrt((bits.var(axis=0) + sums.var(axis=0)) / repeats)
    assert (abs(bits.mean(axis=0) - sums.mean(axis=0)) < 6 * error).all()
    one, other = np.cov(bits.T), np.cov(sums.T)
    size = np.sqrt(np.outer(np.diag(one), np.diag(one)) * 2 / repeats)
    assert (abs(one - other) < 6 * size).all()


def test_few_contributors_are_simulated_bit_by_bit():
    profiles = np.ones((3, 5), dtype=bool)
    tally = contribute(profiles, 1_000, 0.0, np.random.default_rng(1))
    assert tally.counts.tolist() == [1_000] * 5
    large = contribute(profiles, 50_000, 0.0, np.random.default_rng(1))
    assert large.counts.tolist() == [50_000] * 5
    assert large.pairs.tolist() == [[50_000] * 5] * 5


def test_rows_and_their_members(result):
    assert (result["users"], result["folds"], result["candidates"]) == (72, 2, 150)
    assert len(result["rows"]) == 3 * (3 + 2 * 2)
    for found in result["rows"]:
        assert 0.0 <= found["ndcg10"] <= 1.0
        assert found["gain_ci"][0] <= found["gain"] <= found["gain_ci"][1]
    for share in contribution.SHARES:
        names = (contribution.SEED, contribution.SEED_SAME)
        assert max(row(result, name, share)["gain"] for name in names) == 1.0


def test_many_contributions_help_a_small_seed_and_few_do_not_harm(result):
    expected_row = {"name": contribution.CONTRIBUTED, "share": 0.1}
    many = row(result, **expected_row, epsilon=2.0, contributions=20_000)
    assert many["gain_ci"][0] > 1.0
    few = row(result, **expected_row, epsilon=0.1, contributions=100)
    assert few["gain"] > 0.95
    assert many["ndcg10"] <= row(result, contribution.TRUE, 0.1)["ndcg10"] + 0.1
    (helps,) = (
        one
        for one in result["helps_from"]
        if one["seed_users"] == many["seed_users"] and one["epsilon"] == 2.0
    )
    assert helps["contributions"] in (100, 20_000)


def test_helps_from_requires_a_lasting_gain():
    def made(number, low):
        return {
            "name": contribution.CONTRIBUTED,
            "seed_users": 5,
            "epsilon": 1.0,
            "contributions": number,
            "gain_ci": [low, 2.0],
        }

    for lows, expected in (
        ((1.1, 1.1, 1.1), 1),
        ((1.1, 0.9, 1.1), 100),
        ((0.9, 1.1, 1.1), 10),
        ((1.1, 1.1, 0.9), None),
    ):
        rows = [made(10**k, low) for k, low in enumerate(lows)]
        (found,) = contribution._helps_from(rows)
        assert found["contributions"] == expected


def test_missing_users_raise_an_error():
    with pytest.raises(CatalogError, match="public ratings"):
        contribution.run(ImportedCatalog(world().catalog, None))


def few(people: int, movies: int) -> ImportedCatalog:
    """Return so many people who watched so many movies each, none of which has a public id."""
    catalog = Catalog(
        "few", "1", tuple(Movie(f"Movie {k}", None, ("A", "B")[k % 2 :][:1]) for k in range(9))
    )
    users, places = np.divmod(np.arange(people * movies), movies)
    values = np.full(len(users), 3.0)
    return ImportedCatalog(catalog, PublicRatings.build(users, (users + places) % 9, values))


def test_few_users_and_movies_without_public_ids_are_measured_or_rejected():
    settings: dict[str, Any] = {"epsilons": (1.0,), "contributions": (50,)}
    measured = contribution.run(few(13, 5), **settings)
    assert measured["users"] == 9
    with pytest.raises(CatalogError, match="enough movies to show some"):
        contribution.run(few(20, 1), **settings)
    with pytest.raises(CatalogError, match="too few or none"):
        contribution.run(few(9, 5), **settings)


@pytest.mark.slow
def test_contributions_improve_the_model_on_real_users(movielens):
    """A seed of 49 people gains a fifth from 10,000 contributions at ε = 1; none lose anything."""
    found = contribution.run(
        read_source(movielens), epsilons=(0.3, 1.0), contributions=(10_000, 100_000), repeats=2
    )
    many = row(found, contribution.CONTRIBUTED, 0.1, epsilon=1.0, contributions=10_000)
    assert many["gain"] >= 1.15
    assert many["gain_ci"][0] > 1.05
    for share in contribution.SHARES:
        for epsilon in (0.3, 1.0):
            for number in (10_000, 100_000):
                key = {"epsilon": epsilon, "contributions": number}
                assert row(found, contribution.CONTRIBUTED, share, **key)["gain"] > 0.97
