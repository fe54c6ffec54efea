"""`evaluate starter`: people are held out, times are apart, and nothing is tried without movies."""

import json
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.lab.experiments import starter
from epicrec_desktop.lab.experiments.starter import KNOWN, POPULAR, TRAINED
from epicrec_desktop.lab.tables import print_result


def imported(people: int = 40) -> ImportedCatalog:
    """Return people who watched well-known movies of before 1980, or of 2010 and later; and one
    unknown.
    """
    known = sorted((m for m in load_starter().movies if m.imdb_id), key=lambda m: -m.popularity)
    old = [m for m in known if (m.year or 0) < starter.OLD][:60]
    new = [m for m in known if (m.year or 0) >= starter.NEW][:60]
    movies = (*old, *new, Movie("Nobody knows it", 2001, ("Drama",), imdb_id="tt9999999"))
    generator = np.random.default_rng(1)
    users, items = [], []
    for user in range(people):
        own = generator.permutation(60)[:25] + 60 * (user % 2)
        users += [user] * 26
        items += [*own.tolist(), 120]
    ratings = PublicRatings.build(np.array(users), np.array(items), np.full(len(users), 4.0))
    return ImportedCatalog(Catalog("t", "1", movies), ratings)


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    return json.loads(json.dumps(starter.run(imported())))


def test_movies_outside_the_starter_catalog_are_left_out(result):
    assert result["people"] == 40
    assert result["films"] == pytest.approx(25 / 26)


def test_groups_are_all_users_half_of_them_and_those_of_a_period(result):
    users = {row["group"]: row["users"] for row in result["rows"]}
    assert users == {
        starter.EVERYBODY: 40,
        starter.UNCHOSEN: 20,
        starter.OLDER: 20,
        starter.NEWER: 20,
    }
    assert [row["model"] for row in result["rows"]] == [*starter.MODELS] * 4


def test_a_release_is_worth_more_than_nothing_and_less_than_the_history(result):
    everybody = [row for row in result["rows"] if row["group"] == starter.EVERYBODY]
    over = {row["model"]: row["over_popularity"] for row in everybody}
    assert over[POPULAR] == 1.0
    assert 1.0 < over[starter.SHIPPED_RELEASE] < over[TRAINED]
    assert 0.0 < over[starter.IMPROVED_RELEASE] < over[TRAINED]


def test_knowledge_model_beats_popularity_for_users_of_one_period(result):
    ndcg10 = {
        row["model"]: row["ndcg10"] for row in result["rows"] if row["group"] == starter.OLDER
    }
    assert ndcg10[KNOWN] > ndcg10[POPULAR]
    for row in result["rows"]:
        low, high = row["of_trained_ci"]
        assert low <= row["of_trained"] <= high
        assert row["model"] != TRAINED or row["of_trained"] == 1.0


def test_result_is_printed_as_a_table(result, capsys):
    print_result(result, Terminal(as_json=False))
    output = capsys.readouterr().out
    assert starter.UNCHOSEN in output
    assert KNOWN in output


def test_missing_ratings_or_known_movies_raise_an_error():
    with pytest.raises(CatalogError, match="public ratings"):
        starter.run(ImportedCatalog(Catalog("t", "1", ()), None))
    unknown = ImportedCatalog(
        Catalog("t", "1", (Movie("A", 2000, ("Drama",), imdb_id="tt9999999"),)),
        PublicRatings.build(np.arange(20), np.zeros(20, dtype=int), np.full(20, 4.0)),
    )
    with pytest.raises(CatalogError, match="Too few people"):
        starter.run(unknown)
