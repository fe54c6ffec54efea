"""The second copy of the samples beside an encrypted library: sealed, and still counted."""

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
from epicrec_desktop.store.driver import PLAIN, Driver
from epicrec_desktop.store.sample_file import LossCause
from epicrec_desktop.wiring import Services
from keyrings import CHEAP, FakeKeyring
from losses import causes_of, joint_loss

PASSPHRASE = "several words of mine"
MONTH = timedelta(days=31)
Reopen = Callable[[Driver], Any]


@pytest.fixture
def encryption(world) -> LibraryEncryption:
    return LibraryEncryption(world.paths, FakeKeyring(), CHEAP)


@pytest.fixture
def reopen(world, tmp_path) -> Iterator[Reopen]:
    """Opens the library of `world` once more, by another driver."""
    opened: list[Services] = []

    def make(driver):
        environment = Environment(platform="linux", home=tmp_path / "home", env={})
        services = wiring.build(world.paths, driver, now=world.clock, environment=environment)
        opened.append(services)
        return type(world)(services, world.clock, world.paths)

    yield make
    for services in opened:
        services.close()


def state(world) -> tuple[Fraction, set[str]]:
    """What everything cost, and why losses beside the stored periods count."""
    return joint_loss(world.services), set(causes_of(world.services))


def written(paths: Paths) -> dict[str, Any]:
    return dict(json.loads(paths.samples.read_text()))


@pytest.fixture
def released(world) -> Any:
    world.add("Heat (1995)")
    world.release()
    return world


@pytest.mark.skipif(sys.platform == "win32", reason="Windows replaces no file that is open")
def test_no_noise_is_readable_beside_an_encrypted_library(released, encryption, reopen):
    before, sampled = state(released), released.sampled()
    assert "windows" in written(released.paths)
    released.services.close()
    with released.paths.samples.open("rb") as old:
        encryption.enable_encryption(PASSPHRASE)
        assert set(old.read()) == {0}
    assert written(released.paths).keys() == {"version", "sha256", "earlier", "sealed"}
    key = encryption.unlock(PASSPHRASE)
    again = reopen(key)
    assert (state(again), again.sampled()) == (before, sampled)
    again.clock.moment += MONTH
    again.release()
    assert len(again.sampled()) == 2
    assert written(released.paths).keys() == {"version", "sha256", "earlier", "sealed"}
    loss = state(again)
    again.services.close()
    encryption.disable_encryption(key)
    assert len(written(released.paths)["windows"]) == 2
    assert state(reopen(PLAIN)) == loss


def test_they_are_sealed_as_long_as_the_library_is_encrypted(released, encryption):
    """A program that is killed meanwhile would leave every tier readable."""
    released.services.close()
    encryption.enable_encryption(PASSPHRASE)
    sealed: list[bool] = []

    def look() -> bool:
        sealed.append("sealed" in written(released.paths))
        return False

    encryption.disable_encryption(encryption.unlock(PASSPHRASE), job=Job(cancelled=look))
    assert sealed
    assert all(sealed)
    assert "sealed" not in written(released.paths)


def test_switching_off_that_is_cancelled_leaves_them_sealed(released, encryption):
    released.services.close()
    encryption.enable_encryption(PASSPHRASE)
    with pytest.raises(Cancelled):
        encryption.disable_encryption(
            encryption.unlock(PASSPHRASE), job=Job(cancelled=lambda: True)
        )
    assert "sealed" in written(released.paths)


def test_an_older_database_finds_its_samples_sealed(released, encryption, reopen, tmp_path):
    released.services.close()
    encryption.enable_encryption(PASSPHRASE)
    key = encryption.unlock(PASSPHRASE)
    shutil.copytree(released.paths.data, tmp_path / "backup")
    later = reopen(key)
    later.clock.moment += MONTH
    later.release()
    sampled = later.sampled()
    later.services.close()
    shutil.rmtree(released.paths.data)
    shutil.copytree(tmp_path / "backup", released.paths.data)
    assert reopen(key).sampled() == sampled


def test_a_library_that_cannot_be_unlocked_still_counts(released, encryption, reopen):
    loss, _ = state(released)
    released.services.close()
    encryption.enable_encryption(PASSPHRASE)
    encryption.start_over()
    again = reopen(PLAIN)
    assert state(again) == (loss, {LossCause.ELSEWHERE})
    assert again.sampled() == {}
    again.services.close()
    assert state(reopen(PLAIN)) == (loss, {LossCause.ELSEWHERE}), "and counts once"


def test_a_plain_file_beside_an_encrypted_library_is_sealed_by_the_next_start(
    released, encryption, reopen
):
    """Switching encryption off may end after the file was written, and before the library."""
    before = state(released)
    plain = released.paths.samples.read_bytes()
    released.services.close()
    encryption.enable_encryption(PASSPHRASE)
    released.paths.samples.write_bytes(plain)
    again = reopen(encryption.unlock(PASSPHRASE))
    assert state(again) == before
    assert "sealed" in written(released.paths)
