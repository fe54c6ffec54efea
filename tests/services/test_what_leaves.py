"""What leaves when things happen in an unlucky order: two processes, wrong clocks, new levels."""

from __future__ import annotations

import json
import threading
import types
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import Cancelled, ProviderError
from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.privacy.families import FAMILIES
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.provider.local import LocalProvider
from epicrec_desktop.services.secure import SecureSource
from epicrec_desktop.services.windows import open_period
from moments import NOW


def test_two_who_release_at_once_send_the_same_bytes(world) -> None:
    """Both were shown the same; the quicker one's bytes are sent by both."""
    world.add("Heat (1995)", "Alien (1979)")
    both = threading.Barrier(2)
    made: list[tuple[Release | None, bool]] = []

    def release() -> None:
        proposal = world.services.recommend.propose()
        both.wait(30)
        made.append(world.services.recommend.send(proposal)[:2])

    threads = [threading.Thread(target=release) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    first, second = (release for release, _ in made)
    assert first == second
    assert sorted(repeated for _, repeated in made) == [False, True]
    assert len(world.services.ledger.entries()) == 1


def test_a_category_that_was_closed_is_not_told_to_anybody_new(world) -> None:
    """Its counts were drawn in an earlier window; a provider that asks now does not get them."""
    world.add("Heat (1995)", "Alien (1979)")
    world.release()
    world.services.privacy.set_category("Horror", ReleaseLevel.NO)
    here = world.services.providers.connect()
    new = types.SimpleNamespace(name="New", address="https://new.example", catalog=here.catalog)
    releases = world.services.releases
    release, _ = releases.commit(new, releases.propose(new).proposal)
    assert release is not None
    assert release.provider == "New"
    counts = json.loads(release.payload)["release"]["counts"]
    assert "Crime" in counts
    assert "Horror" not in counts


def test_a_clock_that_was_ahead_does_not_bury_movies() -> None:
    sampled = [f"2026-{month}" for month in (11, 12)]
    assert open_period(sampled, NOW) == "2027-01"
    assert open_period(sampled, datetime(2026, 10, 1, tzinfo=UTC)) == "2026-10"


def test_bytes_on_their_way_are_in_the_ledger_even_if_the_program_dies(world, monkeypatch) -> None:
    class Killed(BaseException):
        pass

    def dies(self: LocalProvider, release: Release, **_: object) -> ProviderAnswer:
        raise Killed

    monkeypatch.setattr(LocalProvider, "recommend", dies)
    with pytest.raises(Killed):
        world.release()
    (entry,) = world.services.ledger.entries()
    assert entry.error is not None
    assert "may have arrived" in str(entry.error)


def test_an_answer_is_one_attempt(world, monkeypatch) -> None:
    def down(self: LocalProvider, release: Release, **_: object) -> ProviderAnswer:
        raise ProviderError("It did not answer.")

    with monkeypatch.context() as patch:
        patch.setattr(LocalProvider, "recommend", down)
        world.release()
        (entry,) = world.services.ledger.entries()
        assert (entry.sent, str(entry.error)) == ((), "It did not answer.")
    world.release()
    (entry,) = world.services.ledger.entries()
    assert (len(entry.sent), entry.error) == (1, None)


def test_cancelling_after_bytes_were_sent_does_not_say_nothing_happened(world, monkeypatch) -> None:
    sent = []

    def answer(self: LocalProvider, release: Release, **_: object) -> ProviderAnswer:
        sent.append(release)
        return ProviderAnswer("m", 0, 0, ())

    monkeypatch.setattr(LocalProvider, "recommend", answer)
    with pytest.raises(Cancelled) as told:
        world.release(cancelled=lambda: bool(sent))
    assert "Nothing was changed" not in str(told.value)
    assert "record says whether" in str(told.value)


def test_no_path_of_a_release_uses_numpys_generator(world, monkeypatch) -> None:
    """All rungs come from the system's secure generator, and are drawn once for all receivers."""
    world.add("Heat (1995)", "Alien (1979)", "The Matrix (1999)")
    choices = [PrivacyChoice(), PrivacyChoice(ReleaseLevel.ALL, {"Crime": ReleaseLevel.PERTURBED})]
    for choice in choices:
        assert world.services.privacy.budget(choice) is not None  # from public data, and kept
    used: list[int] = []
    secure = SecureSource.below

    def counted(self: SecureSource, bound: int) -> int:
        used.append(bound)
        return secure(self, bound)

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("a release may not use numpy's generator")

    monkeypatch.setattr(SecureSource, "below", counted)
    monkeypatch.setattr(NumpySource, "below", refused)
    for name in ("default_rng", "RandomState", "random", "normal", "laplace", "choice", "seed"):
        monkeypatch.setattr(f"numpy.random.{name}", refused)
    here = world.services.providers.connect()
    for number, choice in enumerate(choices):
        for family in FAMILIES.values():
            world.services.privacy.use_mechanism(family)
            sampled = []
            for trust in (2, 4, 8, 1):
                receiver = f"https://{number}-{family.key}-{trust}.example"
                world.services.providers.add("P", receiver, trust=Fraction(1, trust), replace=True)
                connection = types.SimpleNamespace(name="P", address=receiver, catalog=here.catalog)
                before = len(used)
                releases = world.services.releases
                releases.commit(connection, releases.propose(connection, choice).proposal)
                sampled.append(len(used) > before)
            assert sampled == [True, False, False, False]
            world.clock.moment += timedelta(days=31)
