"""Experiment: from how many contributions, at what budget, a model beats its public seed alone.

Contributors are simulated: sampled with replacement from public users.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.arrays import Floats, Floats32, Ints
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import UNATTENDED, IsCancelled, Job, Progress, check
from epicrec_desktop.lab.confidence import compared, half_width, resamples
from epicrec_desktop.lab.figures import BLUE, GRAY, GREEN, INK, OCHRE, RED, Series, Sheet, lines
from epicrec_desktop.lab.population import with_ids
from epicrec_desktop.privacy.families import IMPROVED
from epicrec_desktop.privacy.mechanism import plan, sample, sanitize
from epicrec_desktop.privacy.randomized_response import RandomizedResponse
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.recommend.contribution_training import (
    ContributionData,
    Tally,
    choose_candidates,
    train_with,
)
from epicrec_desktop.recommend.linear_training import train
from epicrec_desktop.recommend.metrics import find_positions, ndcg, recall
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.selection import top

BITWISE = 5_000
_BLOCK = 1_000


def contribute(
    profiles: NDArray[np.bool_], number: int, flip: float, generator: np.random.Generator
) -> Tally:
    """Return the sums of `number` contributions by people sampled from `profiles`, shape (p, k)."""
    people, candidates = profiles.shape
    if number <= max(BITWISE, 2 * candidates):
        return _bitwise(profiles, number, flip, generator)
    weight = generator.multinomial(number, np.full(people, 1.0 / people))
    return _summed(profiles[weight > 0], weight[weight > 0], flip, generator)


def _bitwise(
    profiles: NDArray[np.bool_], number: int, flip: float, generator: np.random.Generator
) -> Tally:
    tally = Tally.empty(profiles.shape[1], flip)
    sampled = generator.integers(len(profiles), size=number)
    for start in range(0, number, _BLOCK):
        bits = profiles[sampled[start : start + _BLOCK]]
        tally.add(bits ^ (generator.random(bits.shape, dtype=np.float32) < flip))
    return tally


def _summed(
    profiles: NDArray[np.bool_],
    weight: NDArray[np.int64],
    flip: float,
    generator: np.random.Generator,
) -> Tally:
    """Return sums sampled from their normal limit; person p contributes `weight[p]` times."""
    number, candidates = int(weight.sum()), profiles.shape[1]
    tally = Tally.empty(candidates, flip)
    deviation = tally.variance**0.5
    # Equal people are one row of the square root of their number: the same products.
    rows = np.sqrt(weight)[:, None] * np.column_stack([np.ones(len(profiles)), profiles])
    factors, upper = np.linalg.qr(rows)
    inside = deviation * generator.normal(size=(factors.shape[1], candidates))
    cross = upper.T @ inside  # [1, D]ᵀE
    counts = rows[:, 0] @ rows[:, 1:] + cross[0]
    noise = inside.T @ inside + _wishart(number - len(inside), candidates, generator) * (
        tally.variance
    )
    together = rows[:, 1:].T @ rows[:, 1:] + cross[1:] + cross[1:].T + noise
    # Convert back to sums of received bits.
    raw = (1.0 - 2.0 * flip) * counts + number * flip
    pairs = (1.0 - 2.0 * flip) ** 2 * together
    pairs += flip * (raw[:, None] + raw[None, :]) - number * flip**2
    np.fill_diagonal(pairs, raw)
    tally.counts, tally.pairs = np.rint(raw).astype(np.int64), np.rint(pairs).astype(np.int64)
    tally.number = number
    return tally


def _wishart(freedom: int, size: int, generator: np.random.Generator) -> Floats:
    """Return a Wishart matrix of identity scale (Bartlett's decomposition); `freedom` >= `size`."""
    lower = np.tril(generator.normal(size=(size, size)), -1)
    np.fill_diagonal(lower, np.sqrt(generator.chisquare(freedom - np.arange(size))))
    found: Floats = lower @ lower.T
    return found


EPSILONS = (0.1, 0.2, 0.3, 0.5, 1.0)
SHARES = (0.1, 0.3, 0.5)
CONTRIBUTIONS = (1_000, 10_000, 100_000, 1_000_000)
CANDIDATES = 1_000
REPEATS = 3
FOLDS = 5
TRIED = 400
"""At most so many users are tried per fold."""
PEOPLE = 5_000
"""At most so many different people contribute: more would only take longer."""
RELEASING = 500
"""At most so many people's releases are added to a seed, none of them of any seed."""

SEED = "seed alone"
SEED_SAME = "seed alone, same training"
CONTRIBUTED = "seed and contributions"
RELEASED = "seed and released profiles"
TRUE = "seed and the true profiles"
POPULAR = "popularity of the seed"
POPULAR_CONTRIBUTED = "popularity, with contributions"

_INPUT = 0.8
_CHOICE = PrivacyChoice(ReleaseLevel.PERTURBED)


@dataclass(frozen=True)
class _Key:
    """One method to train, at one seed, budget and number of contributions."""

    name: str
    share: float
    epsilon: float | None = None
    contributions: int = 0


@dataclass(frozen=True)
class _Fold:
    """Test users (given and hidden movies), and the others' watched movies in random order."""

    tried: list[tuple[Ints, Ints]]
    others: list[Ints]
    wire_ids: list[str | None]


Found = dict[_Key, tuple[list[float], list[float]]]


def run(
    imported: ImportedCatalog,
    *,
    epsilons: Sequence[float] = EPSILONS,
    contributions: Sequence[int] = CONTRIBUTIONS,
    candidates: int = CANDIDATES,
    repeats: int = REPEATS,
    seed: int = 1,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return rows {name, share, seed_users, epsilon, contributions, ndcg10, recall20, ci, gain,
    gain_ci}.

    `share` of the public users is the seed, `ci` half the 95 % interval over users, `gain` the
    ratio of NDCG@10 to the better of the two models of the seed alone, `gain_ci` its bounds by a
    paired bootstrap over users. `helps_from`: for each seed and budget the least number of
    contributions from which on the interval lies above 1, or None. Raises `CatalogError` without
    ratings or with too few users; `Cancelled`.
    """
    imported = with_ids(imported)
    folds = list(_folds(imported, repeats, np.random.default_rng(seed)))
    generator = np.random.default_rng([seed, 1])
    if not any(fold.tried for fold in folds):
        raise CatalogError(
            "Nobody in the test group has enough movies to show some to a method and hide the "
            "others, so nothing was measured. Give a catalog with more ratings per person."
        )
    found: Found = {}
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        for number, fold in enumerate(folds):
            noted = _Noted(fold, found)
            released = _released(imported.catalog, fold, epsilons, generator, job.cancelled)
            for step, share in enumerate(SHARES):
                done = number * len(SHARES) + step
                job.report(Progress("Training on contributions", done, len(folds) * len(SHARES)))
                size = max(2, round(share * len(fold.others)))
                _baselines(fold, share, size, released, noted)
                for epsilon in epsilons:
                    job.check()
                    _contributed(
                        fold, (share, size, epsilon), contributions, candidates, generator, noted
                    )
    sizes = {share: max(2, round(share * len(folds[0].others))) for share in SHARES}
    return _result(found, sizes, generator) | {
        "users": sum(len(fold.tried) for fold in folds),
        "folds": len(folds),
        "candidates": candidates,
        "seed": seed,
    }


def _folds(
    imported: ImportedCatalog, repeats: int, generator: np.random.Generator
) -> Iterator[_Fold]:
    """Yield disjoint fifths of the test users, each history given in part."""
    public = imported.ratings
    if public is None or public.user_count < 2 * FOLDS:
        raise CatalogError(
            "Contributions can only be evaluated on public ratings of at least ten people, and "
            "this catalog has none or fewer. Give a MovieLens folder with --catalog."
        )
    starts = np.searchsorted(public.users, np.arange(public.user_count + 1))
    watched = [public.items[a:b].astype(np.int64) for a, b in pairwise(starts)]
    wire_ids = [movie.wire_id for movie in imported.catalog.movies]
    order = generator.permutation(public.user_count)
    for held in np.array_split(order, FOLDS)[: min(repeats, FOLDS)]:
        tried = []
        for user in held[:TRIED].tolist():
            items = generator.permutation(watched[user])
            given = round(_INPUT * len(items))
            if 0 < given < len(items):
                tried.append((items[:given], items[given:]))
        others = order[~np.isin(order, held)]
        yield _Fold(tried, [watched[user] for user in others.tolist()], wire_ids)


@dataclass(frozen=True)
class _Noted:
    """Measure models on one fold's users, and append the results."""

    fold: _Fold
    found: Found

    def model(self, key: _Key, model: ItemModel) -> None:
        position = find_positions(model.index, self.fold.wire_ids)
        movie = np.flatnonzero(position >= 0)
        where = position[movie]

        def scores(given: Ints) -> Floats32:
            known = position[given]
            full = np.full(len(position), -np.inf, dtype=np.float32)
            full[movie] = model.scores(known[known >= 0])[where]
            return full

        self.scores(key, scores)

    def scores(self, key: _Key, scores: Callable[[Ints], Floats32]) -> None:
        gains, recalls = self.found.setdefault(key, ([], []))
        for given, hidden in self.fold.tried:
            values = scores(given)
            allowed = values > -np.inf
            allowed[given] = False
            ranked = top(values, allowed, 20)
            gains.append(ndcg(ranked, hidden))
            recalls.append(recall(ranked, hidden))


def _ratings(profiles: Sequence[Ints], wire_ids: Sequence[str | None]) -> Ratings:
    users = np.repeat(np.arange(len(profiles)), [len(p) for p in profiles])
    return Ratings(users, np.concatenate(profiles), wire_ids)


def _popularity(model: ItemModel, wire_ids: Sequence[str | None]) -> Callable[[Ints], Floats32]:
    counts = model.records["popularity"]
    found = np.array(
        [counts[model.index[w]] if w in model.index else -np.inf for w in wire_ids],
        dtype=np.float32,
    )
    return lambda _given: found.copy()


def _baselines(
    fold: _Fold, share: float, size: int, released: Mapping[float, list[Ints]], noted: _Noted
) -> None:
    """Measure methods that are trained without contributions."""
    seed = _ratings(fold.others[:size], fold.wire_ids)
    alone = train(seed)
    noted.model(_Key(SEED, share), alone)
    noted.scores(_Key(POPULAR, share), _popularity(alone, fold.wire_ids))
    noted.model(_Key(SEED_SAME, share), train_with(seed))
    everybody = fold.others[: size + PEOPLE]
    noted.model(_Key(TRUE, share), train(_ratings(everybody, fold.wire_ids)))
    for epsilon, profiles in released.items():
        both = [*fold.others[:size], *profiles]
        key = _Key(
            RELEASED, share, epsilon
        )  # the number of releases differs from that of contributions
        noted.model(key, train(_ratings(both, fold.wire_ids)))


def _contributed(
    fold: _Fold,
    setting: tuple[float, int, float],
    contributions: Sequence[int],
    candidates: int,
    generator: np.random.Generator,
    noted: _Noted,
) -> None:
    """Measure models of the seed and of growing numbers of contributions at one budget."""
    share, size, epsilon = setting
    seed = _ratings(fold.others[:size], fold.wire_ids)
    candidate_ids = choose_candidates(seed, candidates)
    mechanism = RandomizedResponse(candidate_ids, Fraction(epsilon).limit_denominator(10**6))
    people = watched_bits(fold.others[size : size + PEOPLE], fold.wire_ids, candidate_ids)
    for number in contributions:
        tally = contribute(people, number, mechanism.flip, generator)
        model = train_with(seed, [ContributionData(candidate_ids, tally, epsilon)])
        noted.model(_Key(CONTRIBUTED, share, epsilon, number), model)
        if number == max(contributions):
            key = _Key(POPULAR_CONTRIBUTED, share, epsilon, number)
            noted.scores(key, _popularity(model, fold.wire_ids))


def watched_bits(
    profiles: Sequence[Ints], wire_ids: Sequence[str | None], candidate_ids: Sequence[str]
) -> NDArray[np.bool_]:
    """Return whether each person watched each candidate, (people, candidates)."""
    place = {wire_id: k for k, wire_id in enumerate(candidate_ids)}
    column = np.array([place.get(w or "", -1) for w in wire_ids], dtype=np.int64)
    bits = np.zeros((len(profiles), len(candidate_ids)), dtype=bool)
    for row, items in enumerate(profiles):
        known = column[items]
        bits[row, known[known >= 0]] = True
    return bits


def _released(
    catalog: Catalog,
    fold: _Fold,
    epsilons: Sequence[float],
    generator: np.random.Generator,
    cancelled: IsCancelled,
) -> dict[float, list[Ints]]:
    """Return movies that the improved mechanism releases for people outside the seeds, by budget.

    Its prior is the popularity among all users who are not tested, which is more than a small seed
    provides. This favors the releases.
    """
    groups, source = catalog.groups, NumpySource(generator)
    people = fold.others[-min(RELEASING, len(fold.others) // 2) :]
    everything = np.concatenate(fold.others)
    popularity = np.bincount(everything, minlength=len(catalog.movies)).astype(np.float64)
    found: dict[float, list[Ints]] = {}
    for epsilon in epsilons:
        budget = Fraction(epsilon).limit_denominator(10**6)
        mechanism = plan(groups, _CHOICE, budget, family=IMPROVED)
        if mechanism is None:
            return {}
        found[epsilon] = []
        for items in people:
            check(cancelled)
            noisy = sample(mechanism, mechanism.count(groups, _CHOICE, items), source)
            movies = sanitize(groups, _CHOICE, mechanism, noisy, source, popularity=popularity)
            found[epsilon].append(movies)
    return found


def _result(
    found: Found, sizes: Mapping[float, int], generator: np.random.Generator
) -> dict[str, Any]:
    users = len(next(iter(found.values()))[0])
    draws = resamples(users, generator)
    rows = []
    for key, (gains, recalls) in found.items():
        values = np.array(gains)
        rows.append(
            {
                "name": key.name,
                "share": key.share,
                "seed_users": sizes[key.share],
                "epsilon": key.epsilon,
                "contributions": key.contributions,
                "ndcg10": float(values.mean()),
                "recall20": float(np.mean(recalls)),
                "ci": half_width(values),
            }
            | compared("gain", values, _alone(found, key.share), draws)
        )
    return {"rows": rows, "helps_from": _helps_from(rows)}


def _alone(found: Found, share: float) -> NDArray[np.float64]:
    """Return NDCG@10 of the better model of the seed alone, by user."""
    both = [np.array(found[_Key(name, share)][0]) for name in (SEED, SEED_SAME)]
    return max(both, key=lambda values: float(values.mean()))


def _helps_from(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the least contributions from which on every interval of the gain lies above 1."""
    least: dict[tuple[int, float], int | None] = {}
    trained = [row for row in rows if row["name"] == CONTRIBUTED]
    for row in sorted(trained, key=lambda row: -int(row["contributions"])):
        key = (row["seed_users"], row["epsilon"])
        if key not in least:
            least[key] = row["contributions"] if row["gain_ci"][0] > 1.0 else None
        elif least[key] == _next_larger(trained, row) and row["gain_ci"][0] > 1.0:
            least[key] = row["contributions"]
    return [
        {"seed_users": users, "epsilon": epsilon, "contributions": number}
        for (users, epsilon), number in sorted(least.items())
    ]


def _next_larger(rows: Sequence[Mapping[str, Any]], row: Mapping[str, Any]) -> int:
    return min(int(r["contributions"]) for r in rows if r["contributions"] > row["contributions"])


def plot(result: Mapping[str, Any], folder: Path) -> list[Path]:
    """Plot NDCG@10 over the number of contributions, a panel for each size of the seed."""
    shares = sorted({row["share"] for row in result["rows"]})
    sheet = Sheet(
        "What contributions are worth to a model",
        f"NDCG@10 of hidden movies, {result['users']} public users, with 95 % intervals of the "
        "gain over the seed alone",
        panels=len(shares),
    )
    panels = {s: [row for row in result["rows"] if row["share"] == s] for s in shares}
    sampled = {share: _series(rows) for share, rows in panels.items()}
    heights = [y for series in sampled.values() for one in series for y in one.y]
    margin = 0.1 * (max(heights) - min(heights)) + 0.005
    for axes, share in zip(sheet.panels, shares, strict=True):
        axes.set_ylim(min(heights) - margin, max(heights) + margin)
        heading = f"A seed of {panels[share][0]['seed_users']} people"
        lines(axes, sampled[share], heading=heading, x_label="contributions", log="x")
    return [sheet.save(folder, "contribution")]


def _series(rows: Sequence[Mapping[str, Any]]) -> list[Series]:
    """Return the lines of one panel: some budgets, the seed alone, and the true profiles."""
    trained = [row for row in rows if row["name"] == CONTRIBUTED]
    numbers = sorted({row["contributions"] for row in trained})
    budgets = sorted({row["epsilon"] for row in trained}, reverse=True)
    found = []
    for epsilon, color in zip(budgets, (GREEN, BLUE, OCHRE, RED, INK), strict=False):
        chosen = [row for row in trained if row["epsilon"] == epsilon]
        interval = [
            row["ndcg10"] * (row["gain_ci"][1] - row["gain_ci"][0]) / (2.0 * row["gain"])
            for row in chosen
        ]
        values = [row["ndcg10"] for row in chosen]
        found.append(Series(f"ε = {epsilon:g}", numbers, values, color, interval=interval))
    for names, label in (((SEED, SEED_SAME), "seed alone"), ((TRUE,), "true profiles")):
        level = max(row["ndcg10"] for row in rows if row["name"] in names)
        flat = [level] * len(numbers)
        found.append(Series(label, numbers, flat, GRAY, style="--", marker=False))
    return found
