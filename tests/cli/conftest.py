"""Base folders that the tests of the command line begin from, each made once and copied."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import Epicrec
from reading import reading_here


@pytest.fixture(scope="module", autouse=True)
def _read_in_this_process() -> Iterator[None]:
    with reading_here():
        yield


def _copy(base: Path, to: Path) -> Epicrec:
    return Epicrec(Path(shutil.copytree(base, to / "base")))


@pytest.fixture
def fresh(tmp_path, started_today) -> Epicrec:
    """Return the program over an empty library."""
    return _copy(started_today, tmp_path)


@pytest.fixture(scope="session")
def scanned_sample(started_today, tmp_path_factory) -> Path:
    """Return a folder after the sample was scanned, and nothing released."""
    epicrec = _copy(started_today, tmp_path_factory.mktemp("scanned-sample"))
    with reading_here():
        epicrec("run", "--sample", "--level", "no")
    return epicrec.base


@pytest.fixture
def with_sample(tmp_path, scanned_sample) -> Epicrec:
    """Return the program over the movies of the sample, with nothing released."""
    return _copy(scanned_sample, tmp_path)
