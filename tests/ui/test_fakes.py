"""The fakes speak like the real services: same methods, same parameters."""

from __future__ import annotations

import inspect

import pytest

from epicrec_desktop.services.alike import SimilarMovies
from epicrec_desktop.services.catalogs import CatalogService
from epicrec_desktop.services.contacts import ContactService
from epicrec_desktop.services.contributing.service import ContributionService
from epicrec_desktop.services.data import DataService
from epicrec_desktop.services.films import MovieFactsService
from epicrec_desktop.services.library import LibraryService
from epicrec_desktop.services.privacy import PrivacyService
from epicrec_desktop.services.profiles import ProfileService
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.recommend import RecommendService
from epicrec_desktop.services.releases import LedgerService, ReleaseService
from epicrec_desktop.services.scan import ScanService
from epicrec_desktop.services.telling import ReleaseSummaryService
from epicrec_desktop.services.updates import UpdateService
from ui.fakes import services

PAIRS = [
    (services.FakeLibrary, LibraryService), (services.FakeScan, ScanService),
    (services.FakePrivacy, PrivacyService), (services.FakeReleases, ReleaseService),
    (services.FakeRecommend, RecommendService), (services.FakeProviders, ProviderService),
    (services.FakeLedger, LedgerService), (services.FakeProfiles, ProfileService),
    (services.FakeCatalogs, CatalogService), (services.FakeData, DataService),
    (services.FakeAlike, SimilarMovies), (services.FakeContacts, ContactService),
    (services.FakeUpdates, UpdateService), (services.FakeFilms, MovieFactsService),
    (services.FakeReleaseSummaries, ReleaseSummaryService),
    (services.FakeContributions, ContributionService),
]  # fmt: skip


OWN = {"confirmed", "filled", "make", "of_level", "proposal"}
"""What the fakes have besides, for the tests and for each other."""


@pytest.mark.parametrize(("fake", "real"), PAIRS, ids=lambda c: c.__name__)
def test_a_fake_has_the_real_signatures(fake, real):
    for name, method in inspect.getmembers(fake, inspect.isfunction):
        if name.startswith("_") or name in OWN:
            continue
        theirs = inspect.signature(getattr(real, name)).parameters
        ours = inspect.signature(method).parameters
        assert list(ours) == list(theirs), f"{real.__name__}.{name}"
        assert [p.kind for p in ours.values()] == [p.kind for p in theirs.values()]
