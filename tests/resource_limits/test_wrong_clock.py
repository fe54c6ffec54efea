"""A clock that is wrong: nothing is sampled twice or lost, and it is over once it is right."""

import os
import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.paths import Paths
from epicrec_desktop.wiring import Services
from losses import joint_loss, periods_of
from moments import NOW, Clock
from processes import python

A_YEAR = timedelta(days=365)
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def services(prepared, tmp_path, clock) -> Iterator[Services]:
    shutil.copytree(prepared, tmp_path / "base")
    built = wiring.build(Paths.under(tmp_path / "base"), now=clock)
    built.privacy.set_overall(ReleaseLevel.PERTURBED)
    _add(built, "imdb:tt0078748")
    yield built
    built.close()


def _add(services: Services, wire_id: str) -> None:
    key = services.library.find(wire_id)
    assert key is not None
    services.library.add(key)


def _release(services: Services) -> bytes:
    services.releases.accept_clock()
    outcome = services.recommend.release(services.releases.propose())
    return outcome.release.payload


def _tiers(services: Services) -> dict[str, object]:
    return {name: period.to_dict()["rungs"] for name, period in periods_of(services).items()}


@pytest.mark.parametrize("wrong", [-A_YEAR, 10 * A_YEAR])
def test_a_wrong_clock_costs_one_sample_and_loses_nothing(services, clock, wrong):
    """Each sample keeps its bytes, has the movies of its time, and costs what one sample costs."""
    _release(services)
    sampled, spent = _tiers(services), joint_loss(services)
    clock.moment = NOW + wrong
    _add(services, "imdb:tt0113277")
    sent = _release(services)
    assert len(_tiers(services)) == 2
    assert _release(services) == sent
    clock.moment = NOW
    _add(services, "imdb:tt0133093")
    assert _release(services) == sent, "this month was sampled"
    clock.moment = NOW + timedelta(days=31)
    _release(services)
    after = _tiers(services)
    assert len(after) == 3
    assert {name: tiers for name, tiers in after.items() if name in sampled} == sampled
    assert joint_loss(services) == spent
    assert len(services.library.entries()) == 3


def test_what_a_provider_publishes_is_due_again_once_a_clock_ahead_is_right(services, clock):
    """Else it would not be asked for a year. Nobody answers at this address."""
    services.providers.add("Theirs", "http://127.0.0.1:9")
    clock.moment = NOW + A_YEAR
    assert services.providers.refresh_public() == ("Theirs",)
    clock.moment = NOW
    assert services.providers.refresh_public() == ("Theirs",)
    assert services.providers.refresh_public() == (), "and then once a day, as ever"


@pytest.mark.slow
@pytest.mark.skipif(not FAKETIME.is_file(), reason="libfaketime is not installed")
@pytest.mark.parametrize("wrong", ["-1y", "+1y"])
def test_the_whole_program_under_a_wrong_clock(tmp_path, wrong):
    """The system's own clock: files, TLS, locks and SQLite see it as well."""

    def run(fake, *arguments):
        return python(
            "-m",
            "epicrec_desktop.cli",
            "--base-dir",
            str(tmp_path),
            *arguments,
            env={**os.environ, "LD_PRELOAD": str(FAKETIME), "FAKETIME": fake},
        )

    for fake, *arguments in (
        ("+0", "library", "add", "imdb:tt0078748"),
        (wrong, "run", "--sample", "--base-dir", str(tmp_path)),
        (wrong, "library", "add", "imdb:tt0113277"),
        ("+0", "library"),
    ):
        done = run(fake, *arguments)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr
    assert "Alien" in done.stdout
    assert "Heat" in done.stdout
