"""An attack on the ledger: whatever a person does, its loss is the exact one.

The same random life is lived in several worlds: a whole one, and for each movie of a small catalog
one that never has that movie. The worlds' frozen counts differ by that movie's row, in one window
at most, and all else about the noise is the same: which windows there are, too. So the exact loss
is found by going through all movies, windows and copies, with nothing of the accountant's own; and
it is what the ledger says.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.history.roots import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.perturbation import Kind
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.wiring import Services

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
TRUSTS = (Fraction(1), Fraction(1, 2), Fraction(1, 3))
STEPS = 40


@dataclass(frozen=True)
class Client:
    """A provider that publishes the small catalog."""

    name: str
    small: Catalog

    @property
    def address(self) -> str:
        return f"https://{self.name.lower()}.example"

    def catalog(self) -> Catalog:
        return self.small


@dataclass
class Life:
    """One world: its services and clock; `without` never happens in it."""

    services: Services
    months: list[int]
    without: str | None
    keys: dict[str, int]
    small: Catalog

    def do(self, action: Callable[[Life], object], title: str | None) -> None:
        """Act, unless it is about the movie that this world never has."""
        if title is None or title != self.without:
            action(self)

    def release(self, provider: str) -> Fraction | None:
        """Release to a provider; what its ledger entry says all of them know together."""
        release, _ = self.services.recommend._releases.commit(Client(provider, self.small))
        return release.joint if release is not None else None

    def has(self, title: str) -> bool:
        """Whether the library has the movie, whatever was said of it."""
        return self.keys[title] in {entry.id for entry in self.services.library.entries()}


def moment(months: int) -> datetime:
    return datetime(2026 + months // 12, months % 12 + 1, 5, tzinfo=UTC)


@pytest.fixture
def live(prepared: Path, tmp_path: Path):
    opened: list[Services] = []
    months = [10]

    def make(without: str | None, seed: int) -> Life:
        base = tmp_path / f"world-{without}"
        shutil.copytree(prepared, base)
        services = wiring.build(
            Paths.under(base),
            now=lambda: moment(months[0]),
            environment=Environment(platform="linux", home=tmp_path, env={}),
            source=NumpySource(np.random.default_rng(seed)),
        )
        opened.append(services)
        for name in PROVIDERS:
            services.providers.add(name, f"https://{name.lower()}.example")
        stored = services.context.catalog()
        by_label = {m.label: n for n, m in enumerate(stored.catalog.movies)}
        places = [by_label[title] for title in TITLES]
        movies = tuple(stored.catalog.movies[p] for p in places)
        keys = {title: int(stored.ids[p]) for title, p in zip(TITLES, places, strict=True)}
        small = Catalog("small", "1", movies)
        return Life(services, months, without, keys, small)

    yield make
    for services in opened:
        services.close()


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
    kind = dice.choice(list(Kind))
    actions: list[Callable[[Life], object]] = [
        lambda life: life.services.privacy.set_category(category, own),
        lambda life: life.services.privacy.set_overall(overall),
        lambda life: life.services.providers.set_trust(name, trust),
        lambda life: life.services.privacy.use_mechanism(kind),
    ]
    return dice.choice(actions), None


def tables(life: Life) -> tuple[dict[str, dict], dict[str, list[Fraction]]]:
    """Windows and the budgets of their copies, as they are in the file."""
    with closing(sqlite3.connect(life.services.context.database.path)) as file:
        windows = {
            name: {
                "levels": json.loads(levels),
                "mechanism": json.loads(mechanism),
                "counts": json.loads(aggregates),
            }
            for name, levels, mechanism, aggregates in file.execute(
                "SELECT name, levels, mechanism, aggregates FROM release_windows ORDER BY name"
            )
        }
        copies: dict[str, list[Fraction]] = {name: [] for name in windows}
        for name, epsilon in file.execute("SELECT window, epsilon FROM window_copies"):
            copies[name].append(Fraction(epsilon))
    return windows, copies


def row_of(categories: tuple[str, ...], window: dict) -> dict[str, int]:
    """What a movie adds to a window's integer counts, from the definition (privacy.md 3 and 5)."""
    levels, mechanism = window["levels"], window["mechanism"]
    own = [levels[name] for name in categories]
    if not own or "no" in own or "perturbed" not in own:
        return {}
    told = [name for name in categories if name in mechanism["categories"]]
    whole = int(mechanism["multiplier"])
    share = whole // len(told) if mechanism["kind"] == "improved" else whole
    return dict.fromkeys(told, share)


def cost(row: dict[str, int], window: dict, budgets: list[Fraction]) -> Fraction:
    """Σ_j r_j · max_k 1/s_kj, with the copies' scales from the window's and their budgets."""
    mechanism = window["mechanism"]
    if not budgets:
        return Fraction(0)
    scales = dict(
        zip(mechanism["categories"], (Fraction(s) for s in mechanism["scales"]), strict=True)
    )
    best = max(budgets) / Fraction(mechanism["epsilon"])
    return sum((value / scales[name] * best for name, value in row.items()), Fraction(0))


def exact_loss(life: Life) -> Fraction:
    """The most that any movie of the catalog can cost, in whichever window it is."""
    windows, copies = tables(life)
    return max(
        (
            cost(row_of(movie.categories, window), window, copies[name])
            for name, window in windows.items()
            for movie in life.small.movies
        ),
        default=Fraction(0),
    )


def check_difference(whole: Life, other: Life) -> None:
    """A movie changed one window's counts at most, by no more than its row; nothing else."""
    windows, copies = tables(whole)
    without, same = tables(other)
    assert copies == same
    movie = next(m for m in whole.small.movies if m.label == other.without)
    changed = []
    for name, window in windows.items():
        assert {**window, "counts": 0} == {**without[name], "counts": 0}
        counts, fewer = window["counts"], without[name]["counts"]
        row = row_of(movie.categories, window)
        moved = {key: counts[key] - fewer[key] for key in counts if counts[key] != fewer[key]}
        assert all(0 < moved[key] <= row[key] for key in moved)
        if moved:
            changed.append(cost(moved, window, copies[name]))
    assert len(changed) <= 1
    assert sum(changed, Fraction(0)) <= exact_loss(whole)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_ledgers_loss_is_the_exact_one_whatever_happens(live, seed: int) -> None:
    dice = random.Random(seed)
    whole = live(None, seed)
    lives = [whole, *(live(title, seed) for title in TITLES)]
    changes = 0
    for _ in range(STEPS):
        if dice.random() < 0.12:
            whole.months[0] += dice.choice([1, 1, 2])
        if dice.random() < 0.4:
            provider = dice.choice(PROVIDERS)
            joint = [life.release(provider) for life in lives]
            assert set(joint) == {joint[0]}  # what is said of the loss says nothing of movies
            if joint[0] is not None:
                assert joint[0] == exact_loss(whole)
                changes += 1
        else:
            about = about_a_movie if dice.random() < 0.6 else about_privacy
            action, title = about(dice)
            for life in lives:
                life.do(action, title)
        if dice.random() < 0.1 and whole.services.privacy.choice() != PrivacyChoice():
            for life in lives:
                life.services.privacy.restore(PrivacyChoice())
    for other in lives[1:]:
        check_difference(whole, other)
    assert changes >= 5
    assert len(tables(whole)[0]) >= 3
