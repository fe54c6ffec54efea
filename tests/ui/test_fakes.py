"""The fakes speak like the real services: same methods, same parameters."""

from __future__ import annotations

import dataclasses
import inspect

import pytest

from epicrec_desktop.services.library import LibraryEntry, LibraryService
from epicrec_desktop.services.privacy import PrivacyService
from epicrec_desktop.services.profiles import ProfileService
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.recommend import RecommendService
from epicrec_desktop.services.releases import LedgerService
from epicrec_desktop.services.scan import ScanService
from ui import fakes

PAIRS = [
    (fakes.FakeLibrary, LibraryService), (fakes.FakeScan, ScanService),
    (fakes.FakeRecommend, RecommendService), (fakes.FakePrivacy, PrivacyService),
    (fakes.FakeProviders, ProviderService), (fakes.FakeLedger, LedgerService),
    (fakes.FakeProfiles, ProfileService),
]  # fmt: skip


@pytest.mark.parametrize(("fake", "real"), PAIRS, ids=lambda c: c.__name__)
def test_a_fake_has_the_real_signatures(fake, real):
    own = {"enter", "make"}
    for name, method in inspect.getmembers(fake, inspect.isfunction):
        if name.startswith("_") or name in own:
            continue
        theirs = inspect.signature(getattr(real, name)).parameters
        ours = inspect.signature(method).parameters
        assert list(ours) == list(theirs), f"{real.__name__}.{name}"
        assert [p.kind for p in ours.values()] == [p.kind for p in theirs.values()]


def test_a_fake_entry_has_the_real_fields():
    real = [field.name for field in dataclasses.fields(LibraryEntry)]
    assert [field.name for field in dataclasses.fields(fakes.FakeEntry)] == real
