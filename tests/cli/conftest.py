"""Base folders that the tests of the command line begin from, each made once and copied."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import Epicrec
from epicrec_desktop.services import import_service, scan, source_reader, tonight


@pytest.fixture(scope="session", autouse=True)
def _read_in_this_process() -> Iterator[None]:
    """Read histories and files without a process for each, which has tests of its own."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (import_service, scan, source_reader, tonight):
            patch.setattr(
                module, "run_in_child", lambda work, arguments, job: work(*arguments, job=job)
            )
        yield


def _copy(base: Path, to: Path) -> Epicrec:
    return Epicrec(Path(shutil.copytree(base, to / "base")))


@pytest.fixture
def fresh(tmp_path: Path, started_today: Path) -> Epicrec:
    """Return the program over an empty library."""
    return _copy(started_today, tmp_path)


@pytest.fixture(scope="session")
def scanned_sample(started_today: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder after the sample was scanned, and nothing released."""
    epicrec = _copy(started_today, tmp_path_factory.mktemp("scanned-sample"))
    epicrec("run", "--sample", "--level", "no")
    return epicrec.base


@pytest.fixture
def with_sample(tmp_path: Path, scanned_sample: Path) -> Epicrec:
    """Return the program over the movies of the sample, with nothing released."""
    return _copy(scanned_sample, tmp_path)
