"""What every provider must do: "This computer" and a real service pass the same tests."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.provider.base import Provider
from epicrec_desktop.provider.local import LocalProvider
from epicrec_desktop.provider.remote import HttpProvider
from service_world import running
from small_world import models, release, world

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


@contextmanager
def serving(kind: str, folder: Path) -> Iterator[str]:
    """A service with this model; its address."""
    database = f"sqlite:///{folder / 'service.sqlite3'}"
    with running(world().catalog, models()[kind], database=database) as address:
        yield address


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> Iterator[str]:
    with serving("als", tmp_path_factory.mktemp("service")) as address:
        yield address


@pytest.fixture(params=["local", "http"])
def provider(request, address, tmp_path) -> Provider:
    if request.param == "local":
        return LocalProvider(world().catalog, lambda: models()["als"], "Test")
    made = HttpProvider("Test", address, tmp_path / "cache", pause=0.0)
    made.fetch(NOW)
    return made


def test_it_publishes_its_catalog(provider):
    catalog = provider.catalog()
    public = [m.wire_id for m in world().catalog.movies if m.wire_id is not None]
    assert [w for w in (m.wire_id for m in catalog.movies) if w is not None] == public
    assert catalog.categories == world().catalog.categories
    assert catalog.mean_profile_size == 20.0


def test_it_shares_the_model_it_ranks_with(provider):
    model = provider.model()
    assert model.id == models()["als"].id
    profile = np.array([1, 5, 9])
    np.testing.assert_array_equal(model.scores(profile), models()["als"].scores(profile))


def test_it_recommends_the_kind_that_was_released(provider):
    own = world().ids(world().of_kind(3))
    answer = provider.recommend(
        release(own[:8], level=ReleaseLevel.ALL, exclude_profile=True, limit=10)
    )
    found = [wire_id for wire_id, _ in answer.overall]
    assert len(found) == 10
    assert len(set(found) & set(own)) >= 7
    assert not set(found) & set(own[:8])
    scores = [score for _, score in answer.overall]
    assert scores == sorted(scores, reverse=True)


def test_a_perturbed_release_is_answered_by_its_counts(provider):
    """Its movies are made up to fit the counts, so they are not taken for what was watched."""
    horror = {"Horror": 60.0, "Comedy": 0.0, "Action": 0.0, "Romance": 0.0, "Thriller": 0.0}
    loud = provider.recommend(release(world().ids([1, 7]), counts=horror, epsilon=50.0, limit=10))
    catalog = world().catalog
    kinds = [catalog.movies[catalog.index[w]].categories for w, _ in loud.overall]
    assert sum(kind == ("Horror",) for kind in kinds) >= 5
    drowned = provider.recommend(
        release(world().ids([1, 7]), counts=horror, epsilon=1e-6, limit=10)
    )
    popular = provider.recommend(release((), limit=10))
    assert [w for w, _ in drowned.overall] == [w for w, _ in popular.overall]


@pytest.mark.parametrize("kind", ["als", "knowledge"])
def test_local_and_remote_answers_are_equal(kind, tmp_path):
    here = LocalProvider(world().catalog, lambda: models()[kind], "Test")
    with serving(kind, tmp_path) as address:
        there = HttpProvider("Test", address, tmp_path, pause=0.0)
        for level in (ReleaseLevel.ALL, ReleaseLevel.PERTURBED):
            asked = release(world().ids(world().of_kind(2)[:9]), level=level)
            assert here.recommend(asked) == there.recommend(asked)


def test_repeated_request_gets_the_same_answer(provider):
    asked = release(world().ids([1, 2, 3]))
    assert provider.recommend(asked) == provider.recommend(asked)


def test_unknown_movies_are_ignored_and_counted(provider):
    known = world().ids([1, 2, 3])
    with_unknown = provider.recommend(release((*known, "imdb:tt99999999", "wd:Q1")))
    without = provider.recommend(release(known))
    assert (with_unknown.known, with_unknown.unknown) == (3, 2)
    assert (without.known, without.unknown) == (3, 0)
    assert with_unknown.overall == without.overall


def test_an_empty_profile_is_answered_with_what_is_popular(provider):
    answer = provider.recommend(release((), limit=5))
    catalog = world().catalog
    popularity = [catalog.movies[catalog.index[w]].popularity for w, _ in answer.overall]
    assert (answer.known, answer.unknown) == (0, 0)
    assert popularity == sorted(popularity, reverse=True)
    public = [m.popularity for m in catalog.movies if m.wire_id is not None]
    assert popularity[0] == max(public)


def test_released_movies_may_be_recommended_unless_asked_otherwise(provider):
    """A perturbed profile holds movies the person never saw: they are no less worth showing."""
    profile = world().ids(world().of_kind(0)[:8])
    kept = provider.recommend(release(profile, level=ReleaseLevel.ALL, limit=500))
    left_out = provider.recommend(
        release(profile, level=ReleaseLevel.ALL, limit=500, exclude_profile=True)
    )
    assert set(profile) <= {w for w, _ in kept.overall}
    assert not set(profile) & {w for w, _ in left_out.overall}
    assert not any(set(profile) & {w for w, _ in row} for row in left_out.categories.values())


def test_category_lists_hold_their_category_and_come_as_asked(provider):
    profile = world().ids([0, 6, 12])
    catalog = world().catalog
    every = provider.recommend(release(profile, per_category=7)).categories
    assert list(every) == list(catalog.categories)
    for name, row in every.items():
        assert all(name in catalog.movies[catalog.index[w]].categories for w, _ in row)
        there_are = sum(name in m.categories and m.wire_id is not None for m in catalog.movies)
        assert len(row) == min(7, there_are)
    assert provider.recommend(release(profile, categories=False)).categories == {}
    some = provider.recommend(release(profile, categories=("Horror", "Cooking"))).categories
    assert list(some) == ["Horror"]
    assert provider.recommend(release(profile, per_category=0)).categories["Horror"] == ()


def test_limit_is_kept(provider):
    assert len(provider.recommend(release((), limit=3)).overall) == 3
    # Here is what it has; nothing is made up to fill the limit.
    assert len(provider.recommend(release((), limit=500)).overall) <= len(world().catalog.movies)


def test_check_reports_offered_features(provider):
    sentence = str(provider.fetch(NOW))
    assert "Test" in sentence
    assert "239 movies" in sentence


def test_a_release_for_another_provider_is_refused(provider):
    with pytest.raises(ProviderError, match="another service"):
        provider.recommend(release(("ml:7",), provider="Somebody else"))


def test_release_changed_after_recording_is_rejected(provider):
    changed = release(("ml:7",)).replace(payload=release(("ml:8",)).payload)
    with pytest.raises(ProviderError, match="does not match its record"):
        provider.recommend(changed)


def test_invalid_payload_raises_an_error(provider):
    payload = b'{"profile": ["the title of a movie"], "release": {"level": "all"}}'
    wrong = release(("ml:7",)).replace(payload=payload, sha256=hashlib.sha256(payload).hexdigest())
    with pytest.raises(ProviderError) as caught:
        provider.recommend(wrong)
    assert "Test" in str(caught.value)
    assert "title of a movie" not in str(caught.value)
    assert "is kept" in str(caught.value)
