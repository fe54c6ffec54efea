"""An attack on the ledger: whatever a person does, its loss is the exact one.

The same random life is lived in several worlds: a whole one, and for each of some movies one that
never has that movie. The worlds' counts, when a period is sampled, differ by that movie's
row, in one period at most; all else about the
noise is the same, the list of periods too. So the exact loss is found by going through all movies,
periods and tiers, without the accountant's code, and it equals what the ledger says.

Among the moves: providers that publish other movies, other categories and another version each
day. Restored and copied libraries are in `test_account.py`.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import PrivacyError, ProviderError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.families import FAMILIES
from epicrec_desktop.privacy.period import TRUST_TIERS, Period
from epicrec_desktop.privacy.randomized_response import RandomizedResponse
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.provider.remote import HttpProvider
from epicrec_desktop.recommend.learned_question import load_question
from epicrec_desktop.recommend.wire_contribution import EPSILON as CONTRIBUTED
from epicrec_desktop.services import sampling
from epicrec_desktop.services.account import read_account
from epicrec_desktop.services.periods import read_periods
from epicrec_desktop.wiring import Services
from losses import joint_loss

NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
TITLES = (
    "Heat (1995)",
    "Alien (1979)",
    "The Matrix (1999)",
    "Casablanca (1942)",
    "Spirited Away (2001)",
    "The Godfather (1972)",
    "Jaws (1975)",
    "Toy Story (1995)",
)
CATEGORIES = ("Crime", "Horror", "Sci-Fi", "Drama", "Animation", "Thriller", "Action")
PROVIDERS = ("A", "B", "C")
TRUSTS = TRUST_TIERS
STEPS = 40


@dataclass(frozen=True)
class Client:
    """A provider that publishes what it likes: some of our movies, in categories of its own."""

    name: str
    published: Catalog

    @property
    def address(self) -> str:
        return f"https://{self.name.lower()}.example"

    def catalog(self) -> Catalog:
        return self.published


@dataclass(eq=False)
class Life:
    """One world: its services and clock; `without` never happens in it.

    `counts` are the true counts of each period, when it was sampled: nothing stores them.
    """

    base: Path
    seed: int
    months: list[int]
    without: str | None
    counts: dict[str, list[dict[str, int]]] = field(default_factory=dict)
    services: Services = field(init=False)

    def __post_init__(self) -> None:
        self.open()
        for name in PROVIDERS:
            self.services.providers.add(name, f"https://{name.lower()}.example")
        stored = self.services.context.catalog()
        by_label = {m.label: n for n, m in enumerate(stored.catalog.movies)}
        places = [by_label[title] for title in TITLES]
        self.movies = tuple(stored.catalog.movies[p] for p in places)
        self.keys = {title: int(stored.ids[p]) for title, p in zip(TITLES, places, strict=True)}
        self.catalog = stored.catalog

    def open(self) -> None:
        """Start the program."""
        self.services = wiring.build(
            Paths.under(self.base),
            now=lambda: moment(self.months[0]),
            environment=Environment(platform="linux", home=self.base, env={}),
            source=NumpySource(np.random.default_rng(self.seed)),
        )

    def do(self, action: Callable[[Life], object], title: str | None) -> None:
        """Act, unless it is about the movie that this world never has."""
        if title is None or title != self.without:
            action(self)

    def release(self, provider: str, published: Catalog) -> Fraction | None:
        """Release to a provider; what its ledger entry says all of them know together."""
        releases = self.services.releases
        client = Client(provider, published)
        releases.accept_clock()  # months may have passed
        with watching(self):
            release, repeated = releases.commit(client, releases.propose_to(client))
        if release is not None and not repeated:
            assert set(release.items) <= self.catalog.index.keys()
        return release.joint if release is not None else None

    def has(self, title: str) -> bool:
        """Whether the library has the movie, whatever was said of it."""
        return self.keys[title] in {entry.id for entry in self.services.library.entries()}


@contextmanager
def watching(life: Life) -> Iterator[None]:
    """Record the true counts of every period that is sampled meanwhile, in order."""
    sampled: list[dict[str, int]] = []
    sample = sampling.sample_period
    before = set(read(life))

    def recording(mechanism, levels, counts, source):
        sampled.append(dict(zip(mechanism.categories, counts, strict=True)))
        return sample(mechanism, levels, counts, source)

    with mock.patch.object(sampling, "sample_period", recording):
        yield
    new = sorted(set(read(life)) - before)
    assert len(new) == len(sampled)
    for name, counts in zip(new, sampled, strict=True):
        life.counts.setdefault(name, []).append(counts)


def moment(months: int) -> datetime:
    return datetime(2026 + months // 12, months % 12 + 1, 5, tzinfo=UTC)


@pytest.fixture
def live(prepared, tmp_path):
    opened: list[Life] = []
    months = [10]

    def make(without, seed):
        base = tmp_path / f"world-{without}"
        shutil.copytree(prepared, base)
        opened.append(Life(base, seed, months, without))
        return opened[-1]

    yield make
    for life in opened:
        life.services.close()


Action = tuple[Callable[[Life], object], str | None]


def about_a_movie(dice: random.Random) -> Action:
    """Something the person does with a movie."""
    title = dice.choice(TITLES)
    weight = dice.choice([0.0, 0.5, 1.0])

    def add(life: Life) -> None:  # also again, and late
        life.services.library.add(life.keys[title])

    def reject(life: Life) -> None:
        if life.has(title):
            life.services.library.set_status([life.keys[title]], LibraryStatus.REJECTED)

    def forget(life: Life) -> None:
        life.services.library.forget([life.keys[title]])

    def weigh(life: Life) -> None:
        if life.has(title):
            life.services.library.set_weight(life.keys[title], weight)

    return dice.choice([add, add, add, reject, forget, weigh]), title


def about_privacy(dice: random.Random) -> Action:
    """Something the person changes that concerns no movie."""
    category, own = dice.choice(CATEGORIES), dice.choice([NO, PERTURBED, ALL, None, None])
    overall = dice.choice([NO, PERTURBED, PERTURBED, PERTURBED])
    name, trust = dice.choice(PROVIDERS), dice.choice(TRUSTS)
    family = dice.choice(list(FAMILIES.values()))
    actions: list[Callable[[Life], object]] = [
        lambda life: life.services.privacy.set_category(category, own),
        lambda life: life.services.privacy.set_overall(overall),
        lambda life: life.services.providers.set_trust(name, trust),
        lambda life: life.services.privacy.use_mechanism(family),
    ]
    return dice.choice(actions), None


def a_catalog(dice: random.Random, life: Life) -> Catalog:
    """What a provider publishes today: some movies, under titles and in categories it makes up."""
    categories = (*CATEGORIES, "Nobody was shown this\u202e", "x" * 80)
    movies = tuple(
        movie.replace(
            title="A harmless film",
            categories=tuple(dice.sample(categories, dice.randrange(3))),
            popularity=dice.choice([0.0, 1e9]),
        )
        for movie in life.movies
        if dice.random() < 0.7
    )
    return Catalog("MovieLens", dice.choice(["1", "2"]), movies, categories)


@cache
def learned_row(categories: tuple[str, ...], year: int | None) -> list[int]:
    row: list[int] = load_question().rows([Movie("", year, categories)])[0].tolist()
    return row


def row_of(movie: Movie, period: Period) -> dict[str, int]:
    """What a movie adds to a window's integer counts, from the definition (privacy.md 3, 5, 10)."""
    levels, mechanism = period.levels, period.mechanism
    categories = movie.categories
    own = [levels[name] for name in categories]
    if not own or "no" in own or "perturbed" not in own:
        return {}
    if mechanism.kind == "learned":
        question = load_question()
        assert mechanism.question == question.digest
        return dict(zip(question.cells, learned_row(categories, movie.year), strict=True))
    disclosed = [name for name in categories if name in mechanism.categories]
    share = mechanism.multiplier
    if mechanism.kind == "improved":
        share //= len(disclosed)
    return dict.fromkeys(disclosed, share)


def cost(row: dict[str, int], period: Period) -> Fraction:
    """Σ_j r_j · max_k 1/s_kj over the tiers that were issued, from the period's scales."""
    mechanism = period.mechanism
    best = max(period.issued.values(), default=Fraction(0))
    scales = dict(zip(mechanism.categories, mechanism.scales, strict=True))
    return sum((abs(value) * best / scales[name] for name, value in row.items()), Fraction(0))


def costliest(period: Period, life: Life) -> Fraction:
    """The most that any movie of our catalog can cost in this window.

    With a learned question: of any movie at all, whose row has a sum of M. It is rounded towards
    zero, so the account says hardly more than the costliest movie of this catalog has.
    """
    kinds = {(movie.categories, movie.year): movie for movie in life.catalog.movies}
    most = max(cost(row_of(movie, period), period) for movie in kinds.values())
    if period.mechanism.kind != "learned":
        return most
    cell, multiplier = period.mechanism.categories[0], period.mechanism.multiplier
    bound = cost({cell: multiplier}, period)
    assert most <= bound <= most * Fraction(101, 100)
    return bound


def exact_loss(life: Life, periods: dict[str, Period]) -> Fraction:
    """The most that any movie can cost, in whichever window it is."""
    return max((costliest(period, life) for period in periods.values()), default=Fraction(0))


def check_difference(whole: Life, other: Life) -> None:
    """A movie changed one draw at most, by no more than its row; nothing else."""
    periods, same = read(whole), read(other)
    assert periods.keys() == same.keys()
    assert [w.issued for w in periods.values()] == [w.issued for w in same.values()]
    assert [w.levels for w in periods.values()] == [w.levels for w in same.values()]
    assert [w.mechanism for w in periods.values()] == [w.mechanism for w in same.values()]
    movie = next(m for m in whole.movies if m.label == other.without)
    changed = []
    for name, sampled in whole.counts.items():
        for counts, fewer in zip(sampled, other.counts[name], strict=True):
            moved = {key: counts[key] - fewer[key] for key in counts if counts[key] != fewer[key]}
            if moved:
                row = row_of(movie, periods[name])
                assert all(abs(moved[key]) <= abs(row[key]) for key in moved)
                assert all(moved[key] * row[key] > 0 for key in moved)
                changed.append(cost(moved, periods[name]))
    assert sum(changed, Fraction(0)) <= joint_loss(whole.services)


def read(life: Life) -> dict[str, Period]:
    with life.services.context.database.read() as session:
        return read_periods(session)


def lives(live, seed: int) -> tuple[Life, ...]:
    """Live the same random life in every world; each joint loss is the same in all of them."""
    dice = random.Random(seed)
    worlds = (live(None, seed), *(live(title, seed) for title in TITLES))
    whole = worlds[0]
    releases = 0
    for _ in range(STEPS):
        if dice.random() < 0.3:  # a month is sampled once at most
            whole.months[0] += dice.choice([1, 1, 2])
        action = usual(dice)
        if action is None:
            provider, published = dice.choice(PROVIDERS), a_catalog(dice, whole)
            joint = [life.release(provider, published) for life in worlds]
            assert set(joint) == {joint[0]}  # what is said of the loss says nothing of movies
            releases += joint[0] is not None
        else:
            act, title = action
            for life in worlds:
                life.do(act, title)
        if dice.random() < 0.1 and whole.services.privacy.choice() != PrivacyChoice():
            for life in worlds:
                life.services.privacy.restore(PrivacyChoice())
        check_account(whole)
    for other in worlds[1:]:
        check_difference(whole, other)
    assert releases >= 4
    return worlds


def check_account(life: Life) -> None:
    """What the account says is the exact loss of the windows kept, and all that was before."""
    with life.services.context.database.read() as session:
        account = read_account(session)
    assert account.loss == exact_loss(life, read(life)) + sum(account.prior_losses, Fraction(0))


def usual(dice: random.Random) -> Action | None:
    if dice.random() < 0.4:
        return None
    return about_a_movie(dice) if dice.random() < 0.6 else about_privacy(dice)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_ledgers_loss_is_the_exact_one_whatever_happens(live, seed):
    whole, *others = lives(live, seed)
    assert joint_loss(whole.services) == exact_loss(whole, read(whole))
    for other in others:
        draws_with_it = sum(
            counts != fewer
            for name, sampled in whole.counts.items()
            for counts, fewer in zip(sampled, other.counts[name], strict=True)
        )
        assert draws_with_it <= 1
    assert len(read(whole)) >= 3


# Contributions


@contextmanager
def distinguishing(disclosed: dict[Life, list[frozenset[str]]], life: Life) -> Iterator[None]:
    """Record what each sample meanwhile discloses, before the coins; nobody is asked."""
    report = RandomizedResponse.report

    def recording(self, watched, source):
        disclosed.setdefault(life, []).append(frozenset(watched))
        return report(self, watched, source)

    with (
        mock.patch.object(RandomizedResponse, "report", recording),
        mock.patch.object(HttpProvider, "contribute"),
    ):
        yield


def contribute(life: Life, provider: str) -> str:
    """Contribute as a person who agrees to everything; what came of it, in a word."""
    contributions = life.services.contributions
    life.services.releases.accept_clock()
    try:
        proposal = contributions.propose(provider)
    except PrivacyError:
        return "refused"
    if proposal.nothing:
        return "nothing"
    contributions.contribute(proposal)
    return "drawn" if proposal.period else "again"


def withdraw(life: Life, provider: str) -> str:
    try:
        life.services.contributions.withdraw(f"https://{provider.lower()}.example")
    except ProviderError:
        return "nothing"
    return "withdrawn"


def contributing_lives(live, seed: int) -> tuple[list[Life], dict[Life, list[frozenset[str]]]]:
    """Random lives with contributions; what happens in them is the same in every world."""
    dice = random.Random(seed)
    worlds = [live(None, seed), *(live(title, seed) for title in TITLES[:3])]
    disclosed: dict[Life, list[frozenset[str]]] = {life: [] for life in worlds}
    for life in worlds:
        life.services.privacy.set_overall(PERTURBED)
    for _ in range(STEPS):
        if dice.random() < 0.2:
            worlds[0].months[0] += 1
        chance, provider = dice.random(), dice.choice(PROVIDERS)
        act = withdraw if chance < 0.08 else contribute if chance < 0.45 else None
        if act is not None:
            happened = set()
            for life in worlds:
                with distinguishing(disclosed, life):
                    happened.add(act(life, provider))
            assert len(happened) == 1  # whether something leaves says nothing of movies
            continue
        action, title = about_a_movie(dice)
        for life in worlds:
            life.do(action, title)
    return worlds, disclosed


def wire_id(life: Life, title: str | None) -> str:
    return next(m.wire_id or "" for m in life.movies if m.label == title)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_the_account_has_every_contribution_that_disclosed_a_movie(live, seed):
    """A movie changed its own bit, once."""
    (whole, *others), disclosed = contributing_lives(live, seed)
    with whole.services.context.database.read() as session:
        account = read_account(session)
    assert len(disclosed[whole]) >= 2
    assert any(disclosed[whole])
    for other in others:
        changed = [a ^ b for a, b in zip(disclosed[whole], disclosed[other], strict=True) if a != b]
        assert all(change == {wire_id(whole, other.without)} for change in changed)
        assert len(changed) <= 1
    assert account.loss == CONTRIBUTED
