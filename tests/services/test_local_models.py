"""The models at hand: used from their files, trained once, let go of when all is erased."""

import json
import sys
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest

from epicrec_desktop import wiring
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.linear_training import LinearSettings, train
from epicrec_desktop.recommend.model_files import save
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.training_data import (
    OWN_MODEL,
    SCORER,
    store_ratings,
    training_ratings,
)
from epicrec_desktop.services.local_models import LocalModels
from epicrec_desktop.wiring import Services

USERS, EACH = 60, 25


def give_ratings(services: Services, seed: int = 5) -> None:
    """Public ratings of the catalog's movies: every user likes one category."""
    catalog = services.context.catalog().catalog
    generator = np.random.default_rng(seed)
    users, items = [], []
    for user in range(USERS):
        liked = catalog.matrix[:, user % 6] > 0
        odds = np.where(liked, 20.0, 1.0)
        watched = generator.choice(len(odds), EACH, replace=False, p=odds / odds.sum())
        users += [user] * EACH
        items += watched.tolist()
    ratings = PublicRatings.build(np.array(users), np.array(items), np.full(len(users), 4.0))
    wire_ids = [movie.wire_id for movie in catalog.movies]
    store_ratings(services.paths, Ratings(ratings.users, ratings.items, wire_ids))


def give_model(services: Services) -> None:
    """A model trained on them, as an import leaves it."""
    model = train(training_ratings(services.paths), LinearSettings(factors=8))
    save(model, services.paths.models / OWN_MODEL)


@pytest.fixture
def trainings(monkeypatch) -> list[int]:
    """Grows with every training of a scorer."""
    made: list[int] = []
    genuine = ReleaseScorer.for_catalog

    def counting(*arguments):
        made.append(1)
        return genuine(*arguments)

    monkeypatch.setattr(ReleaseScorer, "for_catalog", counting)
    return made


def test_a_scorer_is_trained_once_and_kept(services, trainings):
    catalog = services.context.catalog().catalog
    models = LocalModels(services.context)
    assert models.aware_scorer(models.current(catalog), catalog) is None  # no ratings
    give_ratings(services)
    first = models.aware_scorer(models.current(catalog), catalog)
    assert first is not None
    assert models.aware_scorer(models.current(catalog), catalog) is first
    again = LocalModels(services.context)  # as at the next start
    kept = again.aware_scorer(again.current(catalog), catalog)
    counts = dict.fromkeys(catalog.categories, 4.0) | {"Horror": 30.0}
    np.testing.assert_array_equal(kept.shares.scores(counts, 0.3), first.shares.scores(counts, 0.3))
    assert trainings == [1]
    give_ratings(services, seed=6)
    again.aware_scorer(again.current(catalog), catalog)
    give_model(services)
    again.aware_scorer(again.current(catalog), catalog)
    assert trainings == [1, 1, 1]


def test_this_computer_answers_with_what_knows_the_mechanism(world, services, trainings):
    give_ratings(services)
    world.add("Alien (1979)")
    release, _, answer = services.releases.send(services.releases.propose())
    released = json.loads(release.payload)["release"]
    catalog = services.context.catalog().catalog
    models = LocalModels(services.context)
    aware = models.aware_scorer(models.current(catalog), catalog)
    asked = (released[name] for name in ("mechanism", "counts", "question"))
    expected = aware.scorer_for(*asked).scores(released["counts"], released["epsilon"])
    assert [score for _, score in answer.overall[:5]] == pytest.approx(
        np.sort(expected)[::-1][:5].tolist(), abs=1e-5
    )
    services.releases.send(services.releases.propose())
    assert trainings == [1]


def test_nothing_is_trained_where_nothing_is_released(world, trainings):
    give_ratings(world.services)
    world.release(PrivacyChoice(ReleaseLevel.NO))
    assert trainings == []


def test_a_scorer_that_cannot_be_kept_is_used_all_the_same(services, monkeypatch):
    give_ratings(services)
    services.paths.models.mkdir(parents=True, exist_ok=True)
    (services.paths.models / SCORER).mkdir()  # nothing can be put there
    catalog = services.context.catalog().catalog
    models = LocalModels(services.context)
    assert models.aware_scorer(models.current(catalog), catalog) is not None


@pytest.mark.parametrize("end", ["close", "erase"])
def test_the_model_s_file_is_released(world, services, end):
    """On Windows a mapped file cannot be removed."""
    give_ratings(services)
    give_model(services)
    services.close()
    world.services = again = wiring.build(world.paths, now=world.clock)
    world.add("Heat (1995)")
    assert again.recommend.rank_locally().rows
    items = next((world.paths.models / OWN_MODEL).glob("items-*"))
    mapped = Path("/proc/self/maps")
    known = sys.platform == "linux"  # elsewhere that the file can be removed says it
    assert not known or str(items) in mapped.read_text()
    again.close() if end == "close" else again.data.erase()
    assert not known or str(items) not in mapped.read_text()
    items.unlink(missing_ok=end == "erase")
    assert not items.exists()


def test_a_damaged_model_is_not_used_and_said(world, services):
    give_ratings(services)
    give_model(services)
    world.add("Heat (1995)")
    assert not services.recommend.rank_locally().notes
    items = next((world.paths.models / OWN_MODEL).glob("items-*"))
    services.close()
    content = bytearray(items.read_bytes())
    content[-1] ^= 1
    items.write_bytes(content)
    world.services = again = wiring.build(world.paths, now=world.clock)
    found = again.recommend.rank_locally()
    assert found.rows
    assert ["damaged and was not used" in str(note) for note in found.notes] == [True]
    again.close()


def test_no_model_is_made_to_say_that_nobody_measured_it(world, monkeypatch):
    never = Mock(side_effect=AssertionError("a page would wait for it"))
    monkeypatch.setattr(KnowledgeModel, "from_catalog", never)
    assert world.services.catalogs.quality() is None
