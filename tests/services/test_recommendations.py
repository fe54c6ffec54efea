"""A provider that shares no model: its candidates come over TCP and are ranked here."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.release import Recommendations, Row
from epicrec_desktop.provider.remote import HttpProvider
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.wire import MAX_LIMIT
from epicrec_desktop.services.local_models import LocalModels
from service_world import running

WATCHED = ("Alien (1979)", "The Shining (1980)", "Blade Runner (1982)")


@pytest.fixture(params=[False, True], ids=["no model", "model"])
def shares_model(request) -> bool:
    return bool(request.param)


def down(*_: object, **__: object) -> None:
    raise ProviderError("Film club could not be reached.")


@pytest.fixture
def service(world, shares_model, tmp_path) -> Iterator[str]:
    pytest.importorskip("fastapi", reason="the service needs the extra `server`")
    ours = world.services.context.catalog().catalog
    movies = tuple(m for n, m in enumerate(ours.movies) if n % 2 or m.label in WATCHED)
    catalog = replace(ours, movies=movies)  # it does not have all of ours
    with running(
        catalog,
        KnowledgeModel.from_catalog(catalog, ()),
        database=f"sqlite:///{tmp_path / 'service.sqlite3'}",
        shares_model=shares_model,
    ) as address:
        world.services.providers.add("Film club", address)
        world.services.providers.choose("Film club")
        world.services.providers.fetch()
        yield address


def named(recommendations: Recommendations, name: str) -> Row:
    return next(row for row in recommendations.rows if row.name == name)


def test_every_row_says_where_it_was_ranked(world, service, shares_model):
    world.add(*WATCHED)
    found = world.release().recommendations
    theirs = named(found, "provider")
    assert theirs.ranked == ("provider" if shares_model else "here")
    assert {s.ranked for s in theirs.suggestions} == {theirs.ranked}
    assert {row.ranked for row in found.rows if row.name != "provider"} == {"here"}
    assert not found.notes
    stored = world.services.library.last_recommendations()
    assert stored.rows == found.rows


@pytest.mark.parametrize("shares_model", [False], indirect=True)
def test_candidates_are_ranked_with_the_whole_history(world, service):
    keys = world.add(*WATCHED)
    services = world.services
    catalog = services.context.catalog().catalog
    refused = world.release().recommendations
    first = named(refused, "provider").suggestions[0]
    services.library.refuse(services.library.find(first.wire_id))
    outcome = world.release()
    assert outcome.repeated
    row = named(outcome.recommendations, "provider")
    answer = services.providers.connect().recommend(outcome.release)
    lists = (answer.overall, *answer.categories.values())
    everything = dict.fromkeys(w for one in lists for w, _ in one)  # its order settles ties
    assert 100 < len(everything) < len(catalog.movies) / 2 + 10
    assert {s.wire_id for s in row.suggestions} <= everything.keys()
    known = {first.wire_id, *world.wire_ids()}
    assert not {s.wire_id for s in row.suggestions} & known
    assert any(s.because for s in row.suggestions)
    position = services.context.catalog().position
    models = LocalModels(services.context)
    expected = models.ranker(models.current(catalog), catalog).among(
        [position[key] for key in keys],
        [catalog.index[w] for w in everything],
        exclude=[catalog.index[first.wire_id]],
    )
    assert [s.wire_id for s in row.suggestions] == [
        catalog.movies[r.movie].wire_id for r in expected
    ]


@pytest.mark.parametrize("shares_model", [False], indirect=True)
def test_one_wide_request_leaves_and_the_ledger_has_its_bytes(world, service):
    world.add(*WATCHED)
    release = world.release().release
    assert json.loads(release.payload)["limit"] == MAX_LIMIT
    (entry,) = world.services.ledger.entries()
    assert entry.release.payload == release.payload
    assert len(entry.sent) == 1
    assert world.release().release == release


def test_ranking_again_sends_nothing_and_keeps_what_was_answered(world, service, shares_model):
    world.add(*WATCHED)
    services = world.services
    before = named(world.release().recommendations, "provider")
    seen = before.suggestions[2]
    services.library.add(services.library.find(seen.wire_id))
    sent = [entry.sent for entry in services.ledger.entries()]
    row = named(services.recommend.rank_locally(), "provider")
    assert [entry.sent for entry in services.ledger.entries()] == sent
    assert row.ranked == before.ranked
    kept = [s.wire_id for s in before.suggestions if s.wire_id != seen.wire_id]
    assert set(kept) == {s.wire_id for s in row.suggestions}
    if shares_model:  # its order is its own
        assert kept == [s.wire_id for s in row.suggestions]
    services.providers.choose("This computer")
    assert "provider" not in {r.name for r in services.recommend.rank_locally().rows}


@pytest.mark.parametrize("shares_model", [True], indirect=True)
def test_a_provider_that_is_down_does_not_take_back_what_it_said(world, service, monkeypatch):
    world.add(*WATCHED)
    before = named(world.release().recommendations, "provider")
    for name in ("recommend", "fetch"):
        monkeypatch.setattr(HttpProvider, name, down)
    outcome = world.release()
    assert str(outcome.problem) == "Film club could not be reached."
    after = named(outcome.recommendations, "provider")
    assert after.ranked == before.ranked
    assert set(after.suggestions) == set(before.suggestions)
    nothing = world.release(PrivacyChoice(ReleaseLevel.NO))
    assert nothing.release is None


@pytest.mark.parametrize("shares_model", [True], indirect=True)
def test_at_no_release_a_provider_says_nothing_and_is_asked_nothing(world, service, monkeypatch):
    """What it answered to a release of another level is not shown as if it were asked again."""
    world.add(*WATCHED)
    world.release()
    for name in ("recommend", "fetch"):
        monkeypatch.setattr(HttpProvider, name, down)
    outcome = world.release(PrivacyChoice(ReleaseLevel.NO))
    assert outcome.release is None
    assert outcome.problem is None
    assert "provider" not in {row.name for row in outcome.recommendations.rows}
    assert outcome.recommendations.rows


def test_ranking_here_needs_nothing_of_the_provider(world, monkeypatch):
    """Such as a certificate of its own that is not there any more."""
    world.add(*WATCHED)
    services = world.services
    services.providers.add("Film club", "https://films.example")
    services.providers.choose("Film club")
    monkeypatch.setattr(type(services.providers), "connect", down)
    found = services.recommend.rank_locally()
    assert found.rows
    assert found.provider == "Film club"


@pytest.mark.parametrize("shares_model", [False], indirect=True)
def test_rows_ranked_here_do_not_depend_on_the_level(world, service):
    world.add(*WATCHED)
    lists = []
    for level in ReleaseLevel:
        found = world.release(PrivacyChoice(level)).recommendations
        lists.append([row for row in found.rows if row.name != "provider"])
    assert lists[0] == lists[1] == lists[2]
