"""Fixtures for every test."""

import gc
import os
import random
import socket
import tarfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

DATA = Path(__file__).resolve().parent / "data"

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# As the programs do: threads of the BLAS only wait for each other on matrices this small.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The same examples in every run, so that a change fails only for what it changed, and no deadline:
# machines differ. `night` has ten times as many, and `--hypothesis-profile=search` looks for new
# ones; what it finds becomes a test.
settings.register_profile(
    "same",
    max_examples=30,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("night", settings.get_profile("same"), max_examples=300)
settings.register_profile("search", max_examples=2000, deadline=None)
settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--shuffle SEED`, which shows tests that need the ones before them (`make steady`)."""
    parser.addoption(
        "--shuffle", type=int, metavar="SEED", help="files, and tests in a file, mixed"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mix files, and the tests of each: the worlds of a file are still made once."""
    seed = config.getoption("--shuffle")
    if seed is None:
        return
    rng, files = random.Random(seed), {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    mixed = list(files.values())
    rng.shuffle(mixed)
    for tests in mixed:
        rng.shuffle(tests)
    items[:] = [item for tests in mixed for item in tests]


def pytest_collection() -> None:
    """Look for no garbage while tests are collected: nearly all that is made stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage less often, and never among five thousand collected tests.

    A tenth of the processor time went into full collections, which find next to nothing here.
    """
    gc.enable()
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def made_once(tmp_path_factory) -> Iterator[None]:
    """What every new base folder holds alike is made once."""
    from made_once import make_once

    with pytest.MonkeyPatch.context() as patch:
        make_once(patch, tmp_path_factory.mktemp("made-once"))
        yield


@pytest.fixture
def offline(monkeypatch) -> None:
    """Fail on any connection to another computer, or to a service of this one."""
    genuine = socket.socket.connect

    def connect(self, address):
        assert self.family not in (socket.AF_INET, socket.AF_INET6), "something left"
        genuine(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)


@pytest.fixture(scope="session")
def starter_groups() -> Any:
    """Return the category groups of the starter catalog: 5,828 movies and 18 categories."""
    from epicrec_desktop.catalog.starter import load_starter

    return load_starter().groups


@pytest.fixture(scope="session")
def unpacked(tmp_path_factory) -> Path:
    """Real profiles of Chromium and Firefox (tests/data/README.md); tests only read them."""
    folder = tmp_path_factory.mktemp("profiles")
    with tarfile.open(DATA / "profiles.tar.xz") as tar:
        tar.extractall(folder, filter="data")
    return folder


@pytest.fixture(scope="session")
def movielens() -> Path:
    """Return the folder of MovieLens latest-small; skip the test where there is none.

    Its license does not allow it to be part of the project. For tests of known answers and of
    statistics on real users; others use the starter catalog or made-up ratings.
    """
    from public_data import find_movielens

    folder = find_movielens()
    if folder is None:
        pytest.skip("needs MovieLens latest-small: run `make data`, or set EPICREC_DATA")
    return folder


@pytest.fixture(scope="session")
def prepared(tmp_path_factory) -> Path:
    """A base folder with the starter catalog and its budget: made once, copied for each test."""
    from moments import NOW

    return _prepared(tmp_path_factory, lambda: NOW)


@pytest.fixture(scope="session")
def started_today(tmp_path_factory) -> Path:
    """As `prepared`, for programs that ask the real clock."""
    return _prepared(tmp_path_factory, lambda: datetime.now(UTC))


@pytest.fixture
def quick_budget(monkeypatch) -> None:
    """Finding a budget takes seconds and has tests of its own."""
    from epicrec_desktop.privacy.quantification import Quantification
    from epicrec_desktop.services import mechanism_planner

    found = Quantification((Fraction(1, 5),), solves=1)
    monkeypatch.setattr(mechanism_planner, "quantify", lambda *_, **__: found)


@pytest.fixture
def taker() -> Iterator[Any]:
    """A service on this computer that takes contributions."""
    from contribution_taker import taking

    with taking() as one:
        yield one


def _prepared(tmp_path_factory: pytest.TempPathFactory, now: Callable[[], datetime]) -> Path:
    from epicrec_desktop import wiring
    from epicrec_desktop.paths import Paths
    from epicrec_desktop.services.erasing import close_log

    base = tmp_path_factory.mktemp("prepared")
    services = wiring.build(Paths.under(base), now=now)
    services.privacy.budget()  # found once and kept: it does not depend on the history
    services.close()
    close_log()  # what tests log meanwhile is in no copy
    return base
