"""A desktop with the running program, for all tests of this folder; skipped where there is none."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("jeepney", reason="AT-SPI is Linux's, and so is jeepney")

from gallery.library import connect_to_club, furnish

from epicrec_desktop.services.providers import ProviderService
from screen_reader.desk import Desk, at_desk
from screen_reader.session import Session, desktop, missing

FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker starts one program; it takes longer than the usual tests."""
    for item in items:
        if FOLDER in item.path.parents and "desk" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.xdist_group("at_spi"))


@pytest.fixture(scope="session")
def session() -> Iterator[Session]:
    """A display and its buses. Sockets need a short path."""
    if reason := missing():
        pytest.skip(f"no bus of screen readers: {reason}")
    with (
        tempfile.TemporaryDirectory(prefix="spoken-", ignore_cleanup_errors=True) as folder,
        desktop(Path(folder)) as made,
    ):
        yield made


@pytest.fixture(scope="module")
def desk(session, tmp_path_factory) -> Iterator[Desk]:
    """The program over a library of two months; one for each file, which leaves traces in it."""
    home, folder = (tmp_path_factory.mktemp(name) for name in ("home", "library"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ProviderService, "_http", connect_to_club)
        furnish(home, folder, lived_in=True)
    command = [sys.executable, "-m", "screen_reader.program", str(home), str(folder)]
    with at_desk(session, command) as made:
        yield made
