"""The account is never below the true loss, whatever happens to database, file and clock.

The truth is computed here from the samples themselves: which movies were counted when noise or bits
were sampled, and whether anybody was given the result. The accountant's code has no part in it.
"""

import errno
import json
import os
import random
import shutil
from dataclasses import dataclass, field
from datetime import timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy import text

from contribution_taker import Taker
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import AgreementError, StoreError
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.locks import FileLock
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.privacy.period import Period
from epicrec_desktop.privacy.randomized_response import RandomizedResponse
from epicrec_desktop.recommend.wire_contribution import EPSILON, public_lists
from epicrec_desktop.services import sampling
from epicrec_desktop.services.sample_recovery import merge_copies
from epicrec_desktop.services.sampled_contribution import contributions_of
from epicrec_desktop.store import sample_file
from epicrec_desktop.store.sample_file import (
    LossCause,
    PriorLoss,
    SampleFile,
    Samples,
    join_twice,
)
from epicrec_desktop.store.samples import SampleRepository
from losses import causes_of, joint_loss
from moments import NOW, Clock
from planting import planting

HEAT, ALIEN, MATRIX = "Heat (1995)", "Alien (1979)", "The Matrix (1999)"
TITLES = (HEAT, ALIEN, MATRIX, "Jaws (1975)", "Casablanca (1942)", "Metropolis (1927)")
FRIENDS = "Friends"
MONTH = timedelta(days=31)
TIERS = {"Club": Fraction(1), "Cinema": Fraction(1, 4)}


@dataclass
class Truth:
    """Every sample with the movies it counted, and the tier of it that each address got."""

    releases: dict[Any, tuple[frozenset[int], Fraction]] = field(default_factory=dict)
    contributions: dict[Any, frozenset[str]] = field(default_factory=dict)
    given: dict[Any, dict[str, Fraction]] = field(default_factory=dict)
    wire_ids: dict[int, str] = field(default_factory=dict)

    def give(self, sample: Any, receiver: str, tier: Fraction) -> None:
        known = self.given.setdefault(sample, {})
        known[receiver] = max(known.get(receiver, tier), tier)

    def loss(self, receiver: str | None = None) -> Fraction:
        """Return the largest loss of one movie, to everybody or to one receiver."""
        losses: dict[str, Fraction] = {}
        for sample, tiers in self.given.items():
            having = tiers.values() if receiver is None else [tiers.get(receiver, Fraction(0))]
            positions, loss = self.releases.get(sample, ((), Fraction(0)))
            movies = self.contributions.get(sample, ())
            for name in (*movies, *(self.wire_ids[position] for position in positions)):
                cost = EPSILON if name in movies else loss
                losses[name] = losses.get(name, Fraction(0)) + cost * max(having)
        return max(losses.values(), default=Fraction(0))


@pytest.fixture
def truth(monkeypatch) -> Truth:
    """Record what is counted whenever noise or bits are sampled for good."""
    true = Truth()
    counted: list[frozenset[int]] = []
    count, sample, report = Mechanism.count, sampling.sample_period, RandomizedResponse.report

    def recording_count(self, groups, choice, items, weights=None, *, asked=None):
        counted.append(frozenset(int(item) for item in items))
        return count(self, groups, choice, items, weights, asked=asked)

    def recording_sample(mechanism, levels, counts, source):
        period = sample(mechanism, levels, counts, source)
        true.releases[noise(period)] = (counted[-1], mechanism.loss)
        return period

    def recording_report(self, watched, source):
        bits = report(self, watched, source)
        true.contributions[bits] = frozenset(watched)
        return bits

    monkeypatch.setattr(Mechanism, "count", recording_count)
    monkeypatch.setattr(sampling, "sample_period", recording_sample)
    monkeypatch.setattr(RandomizedResponse, "report", recording_report)
    return true


def noise(period: Period) -> tuple[Any, ...]:
    return tuple(sorted((tier, values) for tier, values in period.tiers.items()))


class Life:
    """One user's library on one computer, with everything that can happen to it."""

    def __init__(self, world: Any, build: Any, taker: Taker, truth: Truth, prepared: Path) -> None:
        self.world, self.build, self.taker, self.truth = world, build, taker, truth
        self.prepared = prepared
        self.paths = world.paths
        self.folder = self.paths.data.parent.parent
        self.exports: list[Path] = []
        self.copies: list[Path] = []
        self.settle_in()

    def settle_in(self) -> None:
        services = self.world.services
        services.privacy.set_overall(ReleaseLevel.PERTURBED)
        if FRIENDS not in {one.name for one in services.providers.all()}:
            services.providers.add(FRIENDS, self.taker.address)
        stored = services.context.catalog()
        movies = stored.catalog.movies
        self.truth.wire_ids = {at: movie.wire_id or "" for at, movie in enumerate(movies)}
        self.keys = {m.label: int(key) for m, key in zip(movies, stored.ids, strict=True)}

    def add(self, *titles: str) -> None:
        for title in titles:
            self.world.services.library.add(self.keys[title])

    def release(self) -> None:
        self.commit(self.world.services.providers.connect())

    def release_elsewhere(self, name: str) -> None:
        """Release to a provider of a tier of its own; what it answers does not matter."""
        services = self.world.services
        if name not in {one.name for one in services.providers.all()}:
            services.providers.add(name, f"https://{name.lower()}.example", trust=TIERS[name])
        self.commit(self.world.receiver(name, f"https://{name.lower()}.example"))

    def commit(self, receiver: Any) -> None:
        """Release what the user agreed to; it counts from here on, whatever becomes of it."""
        self.world.services.releases.accept_clock()
        self.world.commit(receiver)
        self.record_given()

    def record_given(self) -> None:
        for period in self.world.sampled().values():
            for receiver, tier in period.issued.items():
                self.truth.give(noise(period), receiver, tier)

    def contribute(self) -> None:
        contributions = self.world.services.contributions
        self.world.services.releases.accept_clock()
        proposal = contributions.propose(FRIENDS)
        if not proposal.nothing:
            contributions.contribute(proposal)
            with self.world.services.context.database.read() as session:
                documents = SampleRepository(session).read().contributions
            stored = contributions_of(documents)
            for one in stored.values():
                for receiver in one.issued:
                    self.truth.give(one.disclosure.bits, receiver, Fraction(1))

    def next_month(self) -> None:
        self.world.clock.moment += MONTH

    def wrong_clock(self, days: int) -> None:
        """The clock shows another time from now on, which the user says is right."""
        self.world.clock.moment = NOW + timedelta(days=days)
        self.world.services.releases.accept_clock()

    def export(self) -> None:
        file = self.folder / f"export-{len(self.exports)}.json"
        self.world.services.data.export(file, replace=True)
        self.exports.append(file)

    def restore(self, file: Path) -> None:
        backup = self.world.services.backup
        try:
            backup.restore(backup.plan(file))
        except AgreementError:
            pytest.fail("what was planned is not what is done")

    def restart(self) -> None:
        self.world.services = self.build(self.world.clock)
        self.settle_in()

    def copy_database(self) -> None:
        copy = self.folder / f"copy-{len(self.copies)}"
        self.world.services.close()
        shutil.copytree(self.paths.data, copy)
        self.copies.append(copy)
        self.restart()

    def restore_backup(self, copy: Path) -> None:
        self.world.services.close()
        shutil.rmtree(self.paths.data)
        shutil.copytree(copy, self.paths.data)
        self.restart()

    def lose_database(self) -> None:
        self.world.services.close()
        shutil.rmtree(self.paths.data)
        shutil.copytree(self.prepared / self.paths.data.name, self.paths.data)
        with planting(self.paths.database) as database:
            database.execute("DELETE FROM state WHERE key = 'epoch'")
        self.restart()

    def lose_file(self) -> None:
        self.world.services.close()
        self.paths.samples.unlink()
        self.restart()

    def account(self) -> Fraction:
        return joint_loss(self.world.services)

    def why(self) -> list[str]:
        return causes_of(self.world.services)

    def check(self, act: str) -> None:
        assert self.account() >= self.truth.loss(), f"the account is below the truth after: {act}"
        services = self.world.services
        spending = services.ledger.spending()
        if spending.joint is None:
            assert not self.truth.loss(), f"nothing is said to have left after: {act}"
        for info in services.providers.all():
            if (bound := spending.alone.get(info.name)) is not None:
                true = self.truth.loss(info.address or info.name)
                assert bound.epsilon >= true, f"{info.name} knows more than is said after: {act}"


@pytest.fixture
def life(world, build, taker, truth, prepared) -> Life:
    return Life(world, build, taker, truth, prepared)


WEIGHTS = (6, 4, 3, 4, 4, 2, 3, 4, 2, 3, 2, 1)


def live(life: Life, seed: int, acts: int) -> None:
    chance = random.Random(seed)
    acting = {
        "add": lambda: life.add(chance.choice(TITLES)),
        "release": life.release,
        "elsewhere": lambda: life.release_elsewhere(chance.choice(list(TIERS))),
        "contribute": life.contribute,
        "month": life.next_month,
        "clock": lambda: life.wrong_clock(chance.choice([-3650, -90, 0, 0, 90, 3650])),
        "export": life.export,
        "restore": lambda: life.exports and life.restore(chance.choice(life.exports)),
        "copy": life.copy_database,
        "back": lambda: life.copies and life.restore_backup(chance.choice(life.copies)),
        "lost": life.lose_database,
        "file": life.lose_file,
    }
    done: list[str] = []
    for act in chance.choices(list(acting), WEIGHTS, k=acts):
        done.append(act)
        acting[act]()
        life.check(" ".join(done))


@pytest.mark.parametrize("seed", range(4))
def test_account_is_never_below_the_truth(life, seed):
    live(life, seed, 30)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4, int(os.environ.get("EPICREC_TEST_LIVES", "16"))))
def test_account_is_never_below_the_truth_in_many_lives(life, seed):
    live(life, seed, 40)


def test_movie_contributed_before_and_after_a_lost_database_counts_twice(life):
    life.add(HEAT)
    life.contribute()
    life.export()
    life.lose_database()
    life.check("lost")
    assert life.why() == [LossCause.ELSEWHERE]
    assert life.world.services.ledger.spending().causes == (LossCause.ELSEWHERE,)
    life.next_month()
    life.add(HEAT)
    life.contribute()
    assert life.truth.loss() == life.account() == 2 * EPSILON
    life.restore(life.exports[0])
    assert life.account() == 2 * EPSILON
    life.restore(life.exports[0])
    assert life.account() == 2 * EPSILON, "the same export adds nothing a second time"
    life.export()
    life.restore(life.exports[1])
    assert life.account() == 2 * EPSILON
    with life.world.services.context.database.write() as session:
        repository = SampleRepository(session)
        repository.forget()
        same = Samples(library_id=repository.read().library_id)
        assert repository.read() == same, "all samples are forgotten on request"


def test_movie_whose_public_id_was_corrected_is_answered_once(life):
    """By a catalog, from one movie of the public list to another one."""
    catalogs = life.world.services.catalogs
    ids = [name.removeprefix("imdb:") for name in public_lists()[-1].movies[-3:]]

    def describe(imdb_id):
        own = Movie("Own", 2001, ("Drama",), imdb_id=imdb_id, movielens_id=999_999)
        catalogs._put("mine", Catalog("mine", imdb_id, (own,)), UNATTENDED)

    for imdb_id in ids:
        describe(imdb_id)
        (key,) = (key for key, _ in life.world.services.library.search_catalog("Own", 1))
        life.world.services.library.add(key)
        life.contribute()
        life.next_month()
    assert len(life.truth.contributions) == len(ids)
    assert [len(movies) for movies in life.truth.contributions.values()] == [1, 0, 0]
    assert life.account() == EPSILON


def test_movie_contributed_in_one_library_only_counts_once(life):
    life.add(HEAT)
    life.contribute()
    life.export()
    life.lose_database()
    life.restore(life.exports[0])
    life.next_month()
    life.add(MATRIX)
    life.contribute()
    assert life.truth.loss() == life.account() == EPSILON


def test_movie_released_twice_counts_twice_after_an_older_database_returns(life):
    life.add(HEAT)
    life.release()
    life.export()
    life.lose_database()
    life.next_month()
    life.add(HEAT)
    life.release()
    life.copy_database()  # before the two libraries are one
    life.restore(life.exports[0])
    spent = life.account()
    assert spent >= life.truth.loss() > 0
    life.restore_backup(life.copies[0])
    assert life.account() >= spent
    beside = SampleFile(life.paths.samples).read()
    assert beside.twice == (("2026-11", "2026-12"),)


@pytest.mark.parametrize("file_lost", [False, True])
def test_periods_of_movies_stay_in_both_places_when_rows_go(life, file_lost):
    """The rows of a library can be merged or erased; what was counted twice stays counted."""
    life.add(HEAT)
    life.release()
    life.next_month()
    life.add(MATRIX)
    life.release()
    life.world.services.close()
    with planting(life.paths.database) as database:
        groups = json.dumps(["2026-12"])
        database.execute(
            "UPDATE library SET also_in = ? WHERE release_period = '2026-11'", (groups,)
        )
    life.restart()
    spent = life.account()
    assert spent >= 2 * max(loss for _, loss in life.truth.releases.values())
    life.world.services.close()
    with planting(life.paths.database) as database:
        database.execute("UPDATE library SET also_in = '[]'")
    if file_lost:
        life.paths.samples.unlink()
    life.restart()
    assert life.account() == (2 * spent if file_lost else spent)


def test_movies_merged_by_a_catalog_are_in_the_second_copy_at_once(life):
    """Not at the next start alone: the database may be lost before it."""
    life.add(HEAT)
    life.release()
    with life.world.services.context.database.write() as session:
        session.execute(text("UPDATE library SET also_in = '[\"2026-12\"]'"))
    movies = Catalog("another", "1", (Movie("A Movie of Nobody", 1999, (), imdb_id="tt9999998"),))
    life.world.services.catalogs._put("another", movies, UNATTENDED)
    beside = SampleFile(life.paths.samples).read()
    assert beside.twice == (("2026-11", "2026-12"),)


def test_altered_tier_in_the_database_is_replaced_by_the_second_copy(life):
    life.add(HEAT)
    life.release()
    spent, sampled = life.account(), life.world.sampled()
    beside = life.paths.samples.read_bytes()
    life.world.services.close()
    with planting(life.paths.database) as database:
        ((name, stored),) = database.execute(
            "SELECT name, document FROM release_periods"
        ).fetchall()
        document = json.loads(stored)
        document["rungs"]["1"][0] += 7
        database.execute(
            "UPDATE release_periods SET document = ? WHERE name = ?", (json.dumps(document), name)
        )
    life.restart()
    assert life.world.sampled() == sampled
    assert life.account() == spent
    assert life.paths.samples.read_bytes() == beside
    assert life.why() == []


@pytest.mark.parametrize("reason", [errno.EACCES, errno.EIO, errno.EBUSY])
def test_file_that_cannot_be_read_changes_nothing(life, monkeypatch, reason):
    life.add(HEAT)
    life.release()
    spent, beside = life.account(), life.paths.samples.read_bytes()
    life.world.services.close()
    monkeypatch.setattr(sample_file, "_PAUSE_SECONDS", 0)
    with monkeypatch.context() as patch:
        refuse(patch, life.paths.samples, reason)
        with pytest.raises(StoreError, match="cannot be read at the moment"):
            life.restart()
    assert life.paths.samples.read_bytes() == beside
    with monkeypatch.context() as patch:  # it can be read a moment later
        refuse(patch, life.paths.samples, reason, times=3)
        life.restart()
    assert (life.account(), life.why()) == (spent, [])


def refuse(patch: pytest.MonkeyPatch, path: Path, reason: int, times: int = 10**6) -> None:
    """Have the first `times` attempts to open this file fail."""
    left = iter(range(times))
    opened = Path.open

    def refusing(self: Path, *args: Any, **named: Any) -> Any:
        if self == path and next(left, None) is not None:
            raise OSError(reason, "refused")
        return opened(self, *args, **named)

    patch.setattr(Path, "open", refusing)


def test_two_programs_that_sample_at_once_leave_the_newer_samples(build, monkeypatch):
    """The other one commits and saves while this one saves what it read before."""
    here, there = build(Clock()), build(Clock())
    file = SampleFile(here.paths.samples)

    def commit(services):
        with services.context.database.write() as session:
            repository = SampleRepository(session)
            samples = repository.read()
            repository.store(samples.replace(count=samples.count + 1), now=NOW)
        return samples.count + 1

    holds, commits = SampleFile.holds, [commit(here)]

    def slow(self, samples):
        monkeypatch.setattr(SampleFile, "holds", holds)
        commits.append(commit(there))
        there._sample_store.save()
        return holds(self, samples)

    monkeypatch.setattr(SampleFile, "holds", slow)
    here._sample_store.save()
    assert file.read().count == commits[-1] == commits[0] + 1


def test_samples_are_written_by_one_program_at_a_time(build, monkeypatch):
    services = build(Clock())
    lock = FileLock(services.paths.samples.with_name("draws.json.lock"))
    write, free = SampleFile.write, []

    def looking(self, *content):
        free.append(lock.acquire(exclusive=True))
        write(self, *content)

    monkeypatch.setattr(SampleFile, "write", looking)
    services.paths.samples.unlink()
    services._sample_store.save()
    assert free == [False]
    assert lock.acquire(exclusive=True)
    lock.release()


def test_attempts_without_a_file_that_can_be_written_cost_nothing(life, monkeypatch):
    """The file is lost while the program runs, and its folder takes no other."""
    life.add(HEAT)
    life.release()
    life.next_month()
    life.add(MATRIX)
    services = life.world.services
    spent = joint_loss(services)
    proposal = services.releases.propose()
    services.paths.samples.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(sample_file, "write_file", Mock(side_effect=OSError(errno.ENOSPC, "no room")))
        for _ in range(3):
            with pytest.raises(StoreError, match="so nothing was sent"):
                services.releases.send(proposal)
    assert joint_loss(services) == spent
    life.release()
    assert joint_loss(services) == 2 * spent, "a file that is lost counts once"


def test_damaged_file_is_found(tmp_path):
    """Any changed byte is found, or makes no difference to what is read."""
    path, chance = tmp_path / "draws.json", random.Random(0)
    file = SampleFile(path)
    twice, contributed_twice = (("2026-11", "2026-12"),), (("2026-12", "2027-01"),)
    samples = Samples("ab" * 16, 3, twice=twice, contributed_twice=contributed_twice)
    file.write(samples)
    assert file.read() == samples
    whole = path.read_bytes()
    for _ in range(40):
        content = bytearray(whole)
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        path.write_bytes(content)
        assert file.read() in (None, samples)


def test_more_than_is_ever_read_is_not_written(tmp_path, monkeypatch):
    file, samples = SampleFile(tmp_path / "draws.json"), Samples("ab" * 16, 3)
    file.write(samples)
    monkeypatch.setattr(sample_file, "_LARGEST", len((tmp_path / "draws.json").read_bytes()))
    file.write(samples)
    with pytest.raises(StoreError, match="could not be saved"):
        file.write(samples.replace(count=10**9))
    assert file.read() == samples


def test_start_with_a_damaged_file_says_so_or_changes_nothing(life):
    """Of a library with releases and contributions of two months, damaged in sixteen ways."""
    for title in (HEAT, MATRIX):
        life.add(title)
        life.release()
        life.contribute()
        life.next_month()
    spent, sampled = life.account(), life.world.sampled()
    life.copy_database()
    content, chance, found = life.paths.samples.read_bytes(), random.Random(27), 0
    for number in range(16):
        at, bit = chance.randrange(len(content)), 1 << chance.randrange(8)
        damaged = bytearray(content)
        damaged[at] ^= bit
        life.world.services.close()
        life.paths.samples.write_bytes(damaged if number % 4 else damaged[:at])
        life.restore_backup(life.copies[0])
        assert life.world.sampled() == sampled, number
        assert (life.why(), life.account()) in (([], spent), ([LossCause.COPIED] * 2, 2 * spent)), (
            number
        )
        found += life.why() != []
    assert found > 12


@pytest.mark.parametrize(
    ("kind", "damage"), [("periods", {"issued": None}), ("contributions", {"sha256": "0"})]
)
def test_file_of_sound_bytes_and_malformed_samples_is_as_good_as_lost(life, kind, damage):
    life.add(HEAT)
    life.release()
    life.contribute()
    spent, sampled = life.account(), life.world.sampled()
    file = SampleFile(life.paths.samples)
    stored = file.read()
    life.world.services.close()
    malformed = {name: {**one, **damage} for name, one in getattr(stored, kind).items()}
    file.write(stored.replace(**{kind: malformed}))
    life.restart()
    assert life.world.sampled() == sampled
    assert (life.why(), life.account()) == ([LossCause.COPIED] * 2, 2 * spent)


def test_older_database_keeps_the_loss_it_forgot(life):
    life.add(HEAT)
    life.copy_database()
    life.contribute()
    life.restore_backup(life.copies[0])
    assert life.why() == [LossCause.RESTORED]
    life.contribute()  # the same bits again, of which this database does not know the answer
    assert life.truth.loss() == EPSILON
    life.next_month()
    life.contribute()
    assert life.account() == life.truth.loss() == 2 * EPSILON
    life.check("a month that was forgotten, and another")


def test_older_database_counts_no_movie_that_the_forgotten_levels_kept_here(life):
    life.add(HEAT, ALIEN)
    life.copy_database()
    life.world.services.privacy.set_category("Horror", ReleaseLevel.NO)
    life.release()
    life.restore_backup(life.copies[0])
    shown = life.world.services.releases.preview()
    assert (shown.perturbed_items, shown.withheld_items) == (1, 1), "Alien is in no number"


def test_losses_that_only_one_copy_knows_are_kept():
    ours = PriorLoss("1/5", LossCause.RESTORED, ("2026-10",), "a")
    theirs = PriorLoss("1/7", LossCause.COPIED, ("2026-10",), "b")
    for stored, beside in ((ours, theirs), (theirs, ours)):
        joined = merge_copies(Samples("a", 3, (stored,)), Samples("a", 3, (beside,)))
        assert set(joined.prior_losses) == {ours, theirs}


def test_periods_of_one_movie_are_joined():
    assert join_twice([["2026-12", "2026-11"], ["2026-11"]], [["2026-11", "2026-12"]]) == (
        ("2026-11", "2026-12"),
    )
    assert join_twice([["2026-11", "2026-12"]], [["2026-11", "2026-12", "2027-01"]]) == (
        ("2026-11", "2026-12", "2027-01"),
    )
    assert join_twice([["2026-11", "2026-11"], ["2026-11", "2026-12"]]) == (
        ("2026-11", "2026-11"),
        ("2026-11", "2026-12"),
    )


def test_start_that_cannot_write_the_file_counts_nothing_again(life, monkeypatch):
    full = Mock(side_effect=OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    life.add(HEAT)
    life.contribute()
    life.world.services.close()
    life.paths.samples.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(sample_file, "write_file", full)
        for _ in range(3):
            with pytest.raises(StoreError):
                life.restart()
    life.restart()
    assert life.why() == [LossCause.COPIED]
    assert life.account() == 2 * EPSILON, "a file that is lost counts everything once more"
    assert life.world.services.ledger.spending().causes == (LossCause.COPIED,)
