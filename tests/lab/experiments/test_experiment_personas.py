"""`evaluate personas`: asked over HTTP, about movies that only the provider has."""

import json
from typing import Any

import numpy as np
import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.lab.experiments import personas
from epicrec_desktop.lab.experiments.foreign_services import NeighborModel
from epicrec_desktop.lab.tables import print_result
from epicrec_desktop.recommend.wire import RecommendationRequest, encode_request, parse_answer
from persona_world import few_personas

PEOPLE, COUNT = 60, 12


def imported() -> ImportedCatalog:
    """Return people who watch well-known movies of horror, or for children."""
    known = sorted((m for m in load_starter().movies if m.imdb_id), key=lambda m: -m.popularity)
    kinds = [[m for m in known if name in m.categories][:50] for name in ("Horror", "Children")]
    movies = tuple(dict.fromkeys([*kinds[0], *kinds[1]]))
    place = {movie: i for i, movie in enumerate(movies)}
    generator = np.random.default_rng(1)
    users, items = [], []
    for user in range(PEOPLE):
        own = kinds[(user // 2) % 2]
        chosen = generator.permutation(len(own))[:30]
        users += [user] * 30
        items += [place[own[i]] for i in chosen.tolist()]
    ratings = PublicRatings.build(np.array(users), np.array(items), np.full(len(users), 4.0))
    return ImportedCatalog(Catalog("t", "1", movies), ratings)


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(personas, "load_personas", lambda: few_personas(40))
        found = personas.run(imported(), counts=(COUNT,), folds=1)
    return json.loads(json.dumps(found))


def rows(result: dict[str, Any], **wanted: object) -> list[dict[str, Any]]:
    return [row for row in result["rows"] if wanted.items() <= row.items()]


def test_every_service_and_kind_of_movies_has_its_rows(result):
    for service in (personas.OURS, *personas.FOREIGN):
        for kind in (personas.RANDOM, personas.NEWEST):
            names = {row["name"] for row in rows(result, service=service, films=kind)}
            assert {personas.POPULARITY, personas.PERSONAS} <= names
            assert (personas.WHOLE in names) == (service != personas.SAME)
            assert (personas.AWARE in names) == (service == personas.OURS)
    assert all(0 <= row["ndcg10"] <= 1 for row in result["rows"])


def test_personas_cost_requests_and_bytes_and_no_epsilon(result):
    for row in rows(result, name=personas.PERSONAS):
        assert 0 < row["requests"] <= COUNT
        assert row["bytes"] > 300 * row["requests"]
        assert row["epsilon"] is None
    for row in rows(result, name=personas.LIST):
        assert row["epsilon"] in personas.EPSILONS
        assert row["requests"] is None


def test_who_tells_everybody_the_same_teaches_popularity_alone(result):
    for row in rows(result, service=personas.SAME, name=personas.PERSONAS):
        assert row["over_popularity"] == pytest.approx(1, abs=0.15)  # as far as its lists go


def test_tastes_that_are_plain_are_learned(result):
    for service in (personas.OURS, personas.NEIGHBORS):
        (found,) = rows(result, service=service, films=personas.RANDOM, name=personas.PERSONAS)
        assert found["over_popularity"] > 1.2


def test_the_tables_are_printed(result, capsys):
    print_result(result, Terminal(as_json=False))
    assert "personas" in capsys.readouterr().out


def test_without_ratings_nothing_is_measured():
    with pytest.raises(CatalogError, match="public ratings"):
        personas.run(ImportedCatalog(load_starter(), None))


def test_neighbors_are_movies_of_the_same_people():
    users, items = np.array([0, 0, 1, 1, 2, 2, 2]), np.array([0, 1, 0, 1, 2, 3, 4])
    ids = [f"imdb:tt000000{i}" for i in range(5)]
    body = encode_request(RecommendationRequest((ids[0],), ReleaseLevel.ALL, exclude_profile=True))
    near = parse_answer(NeighborModel(users, items, ids, 2).respond("POST", "", body)[1])
    assert near.overall[0][0] == ids[1]
    assert ids[0] not in dict(near.overall)
    assert (near.known, near.unknown) == (1, 0)
