"""What a worker reads and makes of public data before a page is visited."""

import gc

import pytest

from epicrec_desktop import memory
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.privacy.learned import ProfilePosterior
from epicrec_desktop.services import release_worth, stored_search


@pytest.fixture(autouse=True)
def small_collections(monkeypatch):
    """Freeze nothing of what tests made."""
    monkeypatch.setattr(memory, "resume_collection", lambda: None)


def test_the_collector_runs_as_usual_after_a_preparation(world):
    usual = gc.get_threshold()
    world.services.prepare_public_data(UNATTENDED)
    assert gc.get_threshold() == usual


def test_a_preview_makes_nothing_of_what_was_prepared(world, monkeypatch):
    services, before = world.services, world.services.context.database.path.read_bytes()
    services.prepare_public_data(UNATTENDED)
    assert services.context.database.path.read_bytes() == before
    made = []
    for owner, name in ((release_worth, "people_with_tastes"), (ProfilePosterior, "of")):
        monkeypatch.setattr(owner, name, lambda *_, name=name, **__: made.append(name))
    services.releases.preview()
    assert not made


@pytest.fixture
def searches(monkeypatch):
    """Searches over a catalog that were made."""
    made, make = [], stored_search.search_over
    monkeypatch.setattr(stored_search, "search_over", lambda *of: made.append(of) or make(*of))
    return made


def test_a_prepared_search_is_asked_and_not_made_again(world, searches):
    world.services.prepare_public_data(UNATTENDED)
    assert world.services.library.search("alien")
    assert len(searches) == 1


def test_an_encrypted_library_makes_no_search_beforehand(world, searches, monkeypatch):
    """It could not be stored, and would take seconds at each start."""
    monkeypatch.setattr(type(world.services.context), "public_cache", lambda *_: None)
    world.services.prepare_public_data(UNATTENDED)
    assert not searches
    assert world.services.library.search("alien")
