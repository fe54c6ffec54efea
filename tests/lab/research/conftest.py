"""Catalogs for the tests of research mechanisms."""

import pytest

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.movies import CategoryGroups


@pytest.fixture(scope="session")
def starter_groups() -> CategoryGroups:
    """Return the category groups of the starter catalog: 5,828 movies and 18 categories."""
    return load_starter().groups
