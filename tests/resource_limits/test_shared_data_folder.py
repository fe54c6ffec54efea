"""One data folder and two computers, as with a network drive or a synchronized folder.

The state folder belongs to one computer. So the sample file of one computer does not have what the
other one sampled: this is detected, reported, and counted twice rather than too little. *Not*
detected: both write at the same moment on a drive whose locks do not reach the other computer.
SQLite's file may be damaged then, which the next start reports (`tests/store/test_database.py`); a
drive without any locks is refused at once (`test_disk_errors.py`).
"""

import shutil
from contextlib import closing
from dataclasses import replace

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.paths import Paths
from epicrec_desktop.store.sample_file import LossCause, PriorLoss
from epicrec_desktop.store.samples import SampleRepository
from epicrec_desktop.wiring import Services
from losses import joint_loss
from moments import NOW


@pytest.fixture
def computers(prepared, tmp_path) -> tuple[Paths, Paths]:
    """The paths of the two."""
    shutil.copytree(prepared, tmp_path / "one")
    one = Paths.under(tmp_path / "one")
    return one, replace(one, state=tmp_path / "two" / "state", cache=tmp_path / "two" / "cache")


def _open(paths: Paths) -> Services:
    return wiring.build(paths, now=lambda: NOW)


def _release(services: Services) -> tuple[bytes, set[str]]:
    proposal = services.releases.propose()
    outcome = services.recommend.release(proposal)
    return outcome.release.payload, set(proposal.warnings)


def test_a_second_computer_is_seen_and_counts_twice(computers):
    one, two = computers
    first = _open(one)
    first.privacy.set_overall(ReleaseLevel.PERTURBED)
    key = first.library.find("imdb:tt0078748")
    assert key is not None
    first.library.add(key)
    sent, _ = _release(first)
    spent = joint_loss(first)
    first.close()
    second = _open(two)
    assert [loss.why for loss in _earlier(second)] == [LossCause.COPIED]
    again, _ = _release(second)
    assert again == sent, "sampled for good: the other one sends the same bytes"
    assert joint_loss(second) >= 2 * spent
    second.close()
    with closing(_open(one)) as back:
        assert LossCause.ELSEWHERE in {loss.why for loss in _earlier(back)} | {LossCause.COPIED}
        assert _release(back)[0] == sent
        assert joint_loss(back) >= 2 * spent, "never less than was said before"


def _earlier(services: Services) -> tuple[PriorLoss, ...]:
    with services.context.database.read() as session:
        return SampleRepository(session).read().prior_losses


def test_two_programs_of_two_computers_lose_no_answer(computers):
    """With locks that reach: both add, both see."""
    one, two = map(_open, computers)
    try:
        keys = [one.library.find(i) for i in ("imdb:tt0078748", "imdb:tt0113277")]
        assert None not in keys
        one.library.add(int(keys[0] or 0))
        two.library.add(int(keys[1] or 0))
        assert {e.id for e in one.library.entries()} == {e.id for e in two.library.entries()}
        assert {e.id for e in one.library.entries()} == set(keys)
    finally:
        one.close()
        two.close()
