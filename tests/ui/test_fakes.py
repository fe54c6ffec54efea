"""The fakes speak like the real services: same methods, same parameters."""

from __future__ import annotations

import inspect

import pytest

from epicrec_desktop.services.catalog_info import ModelInfoService
from epicrec_desktop.services.catalogs import CatalogService
from epicrec_desktop.services.contribution_service import ContributionService
from epicrec_desktop.services.update_check import UpdateService
from ui.fakes import services

PAIRS = [



    (services.FakeModelInfo, ModelInfoService),
    (services.FakeCatalogs, CatalogService),

    (services.FakeUpdates, UpdateService),

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
