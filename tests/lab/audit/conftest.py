"""The audit's clients go without the starter catalog."""

from collections.abc import Iterator

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.store.database_opening import open_database


@pytest.fixture(scope="module", autouse=True)
def _unprepared() -> Iterator[None]:
    """A new database is empty here, and no copy of one that has the starter catalog."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wiring, "open_database", open_database)
        yield
