"""A base folder that the command line's tests begin from."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from command_line import Epicrec
from epicrec_desktop import wiring
from epicrec_desktop.paths import Paths


@pytest.fixture(scope="session")
def started_today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With the starter catalog and its budget, started this month: the program asks the real clock.

    Made once, to be copied.
    """
    base = tmp_path_factory.mktemp("begun")
    services = wiring.build(Paths.under(base))
    services.privacy.budget()
    services.close()
    return base


@pytest.fixture
def fresh(tmp_path: Path, started_today: Path) -> Epicrec:
    shutil.copytree(started_today, tmp_path / "base")
    return Epicrec(tmp_path / "base")
