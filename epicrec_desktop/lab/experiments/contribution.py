"""Experiment: from how many contributions, at what budget, a model beats its public seed alone.

Contributors are simulated: sampled with replacement from public users.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise, product, takewhile
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.confidence import quality, resamples
from epicrec_desktop.lab.experiments.recommendation_folds import (
    histories,
    nobody_tried,
    split_people,
)
from epicrec_desktop.lab.population import public_ratings, with_ids
from epicrec_desktop.privacy.randomized_response import RandomizedResponse
from epicrec_desktop.recommend.contribution_training import (
    ContributionData,
    Tally,
    choose_candidates,
    train_with,
)
from epicrec_desktop.recommend.linear_training import train
from epicrec_desktop.recommend.metrics import HeldOut, user_measures
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.ratings import Ratings

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
    return lower @ lower.T


EPSILONS = (0.1, 0.2, 0.3, 0.5, 1.0)
SHARES = (0.1, 0.3, 0.5)
CONTRIBUTIONS = (1_000, 10_000, 100_000, 1_000_000)
CANDIDATES = 1_000
REPEATS = 3
PEOPLE = 5_000
"""At most so many different people contribute: more would only take longer."""
SEED = "seed alone"
SEED_SAME = "seed alone, same training"
CONTRIBUTED = "seed and contributions"
TRUE = "seed and the true profiles"

_TRAINED, _INPUT = 0.8, 0.8
"""Part of the users who are not tried, and of each history that is given."""


class _Key(NamedTuple):
    name: str
    share: float
    epsilon: float | None = None
    contributions: int = 0


@dataclass(frozen=True)
class _Fold:
    tried: list[HeldOut]
    others: list[Ints]
    wire_ids: tuple[str | None, ...]


_Found = dict[_Key, list[Floats]]
"""NDCG@10 and Recall@20 of each user, (n, 2) a fold, by method."""


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
    """Rows {name, share, seed_users, epsilon, contributions, ndcg10, recall20, ci, gain, gain_ci}.

    `share` of the public users is the seed, `ci` half the 95 % interval over users, `gain` the
    ratio of NDCG@10 to the better of the two models of the seed alone, `gain_ci` its bounds by a
    paired bootstrap over users. `helps_from`: for each seed and budget the least number of
    contributions from which on the interval lies above 1, or None. Raises `CatalogError` without
    ratings or with too few users; `Cancelled`.
    """
    imported = with_ids(imported)
    tried = list(_folds(imported, repeats, np.random.default_rng(seed)))
    generator = np.random.default_rng([seed, 1])
    if not any(fold.tried for fold in tried):
        raise nobody_tried()
    found: _Found = {}
    pairs = list(product(tried, SHARES))
    for fold, share in job.steps("Training on contributions", pairs):
        for key, model in _models(fold, share, epsilons, contributions, candidates, generator):
            job.check()
            measures = user_measures(model, fold.wire_ids, fold.tried)
            found.setdefault(key, []).append(measures)
    sizes = {share: _seed_size(tried[0], share) for share in SHARES}
    measured = {key: np.concatenate(folds) for key, folds in found.items()}
    draws = resamples(len(next(iter(measured.values()))), generator)
    rows = [
        {
            **key._asdict(),
            "seed_users": sizes[key.share],
            "recall20": float(values[:, 1].mean()),
            **quality(values[:, 0], draws, gain=_alone(measured, key.share)),
        }
        for key, values in measured.items()
    ]
    return {
        "rows": rows,
        "helps_from": _helps_from(rows),
        "users": sum(len(fold.tried) for fold in tried),
        "folds": len(tried),
        "candidates": candidates,
        "seed": seed,
    }


def _folds(
    imported: ImportedCatalog, repeats: int, generator: np.random.Generator
) -> Iterator[_Fold]:
    """Yield disjoint fifths of the test users, each history given in part."""
    public = public_ratings(imported, least=10)
    starts = np.searchsorted(public.users, np.arange(public.user_count + 1))
    watched = [public.items[a:b].astype(np.int64) for a, b in pairwise(starts)]
    wire_ids = tuple(movie.wire_id for movie in imported.catalog.movies)
    for held in split_people(public, _TRAINED, repeats, generator):
        tried: list[HeldOut] = [*histories(public, held, _INPUT, generator)]
        others = generator.permutation(np.setdiff1d(np.arange(public.user_count), held))
        yield _Fold(tried, [watched[user] for user in others.tolist()], wire_ids)


def _ratings(profiles: Sequence[Ints], wire_ids: Sequence[str | None]) -> Ratings:
    users = np.repeat(np.arange(len(profiles)), [len(p) for p in profiles])
    return Ratings(users, np.concatenate(profiles), wire_ids)


def _seed_size(fold: _Fold, share: float) -> int:
    return max(2, round(share * len(fold.others)))


def _models(
    fold: _Fold,
    share: float,
    epsilons: Sequence[float],
    contributions: Sequence[int],
    candidates: int,
    generator: np.random.Generator,
) -> Iterator[tuple[_Key, ItemModel]]:
    """Train each model of a seed of this share."""
    size = _seed_size(fold, share)
    seed, everybody = (
        _ratings(fold.others[:most], fold.wire_ids) for most in (size, size + PEOPLE)
    )
    yield _Key(SEED, share), train(seed)
    yield _Key(SEED_SAME, share), train_with(seed)
    yield _Key(TRUE, share), train(everybody)
    asked = choose_candidates(seed, candidates)
    people = _watched_bits(fold.others[size : size + PEOPLE], fold.wire_ids, asked)
    for epsilon, number in product(epsilons, contributions):
        mechanism = RandomizedResponse(asked, Fraction(epsilon).limit_denominator(10**6))
        tally = contribute(people, number, mechanism.flip, generator)
        model = train_with(seed, [ContributionData(asked, tally, epsilon)])
        yield _Key(CONTRIBUTED, share, epsilon, number), model


def _watched_bits(
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


def _alone(measured: Mapping[_Key, Floats], share: float) -> Floats:
    """Return NDCG@10 of the better model of the seed alone, by user."""
    both = [measured[_Key(name, share)][:, 0] for name in (SEED, SEED_SAME)]
    return max(both, key=lambda values: float(values.mean()))


def _helps_from(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the least contributions from which on every interval of the gain lies above 1."""
    setting = itemgetter("seed_users", "epsilon")
    trained = [row for row in rows if row["name"] == CONTRIBUTED]
    trained.sort(key=lambda row: (*setting(row), -row["contributions"]))
    found = []
    for (users, epsilon), same in groupby(trained, setting):
        helpful = list(takewhile(lambda row: row["gain_ci"][0] > 1.0, same))
        number = helpful[-1]["contributions"] if helpful else None
        found.append({"seed_users": users, "epsilon": epsilon, "contributions": number})
    return found
