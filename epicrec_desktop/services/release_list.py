"""Build movie list, disclosed counts and payload of a release from the receiver's copies."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.domain.movies import CATEGORIES, Catalog
from epicrec_desktop.domain.release import Release
from epicrec_desktop.privacy.families import LEARNED, Family, category_family
from epicrec_desktop.privacy.learned import AskedQuestion, ProfilePosterior, most_likely
from epicrec_desktop.privacy.levels import split_levels
from epicrec_desktop.privacy.mechanism import fit, mechanism_name, perturbed_items, sample_movies
from epicrec_desktop.privacy.period import Period, ReceiverCopy
from epicrec_desktop.recommend.wire import MAX_PROFILE, RecommendationRequest, encode_request
from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.services.asked_question import find_question
from epicrec_desktop.services.public_profiles import PublicUsers
from epicrec_desktop.services.release_inputs import (
    LIMIT,
    PER_CATEGORY,
    ReleaseInputs,
    choice_of,
    is_disclosed,
)
from epicrec_desktop.services.sampling import Receiver, RepeatableSource, receiver_copies

COMBINED = "combined"
"""The mechanism's name where periods of several queries were put together: counts are then
estimates of numbers of movies."""

Copies = Mapping[str, ReceiverCopy]
_PERTURBED = ReleaseLevel.PERTURBED.value
_MOST_LEVELS = 8  # sets of categories that samples counted, of which all unions are tried


@dataclass(frozen=True)
class Disclosure:
    """What a release discloses besides its movies: the mechanism's name, and counts by category.

    `epsilon` is the largest budget of the copies it was made from. `variance` is that of the noise
    in each count; None where counts are estimates. With a `question` (its digest) the counts are by
    its cells.
    """

    mechanism: str
    epsilon: Fraction
    counts: Mapping[str, float]
    variance: Mapping[str, float] | None = None
    question: str | None = None


def choose_movies(inputs: ReleaseInputs, copies: Copies) -> tuple[str, ...]:
    """Return the movies of the payload: open ones, and a list made from the noisy counts.

    Of counts by category the list is sampled; of a learned question it is the most likely movies.
    All are movies of our own catalog with a public id. What the receiver's catalog lacks is named
    as well, and it ignores that: a list cut to a catalog that was served to one client would carry
    the marks of that catalog.
    """
    chosen = set(inputs.open_items)
    catalog = inputs.catalog
    copies = _readable(inputs, copies)
    by_category = {name: copy for name, copy in copies.items() if copy.mechanism.question is None}
    positions: list[int] = []
    if inputs.mechanism is not None and by_category:
        sampled = sample_movies(
            catalog.groups,
            inputs.choice,
            _estimate_groups(inputs, by_category, len(list(_queries(copies)))),
            RepeatableSource(_seed(by_category, _categories(inputs))),
            category_family(by_category[max(by_category)].mechanism.kind),
            popularity=_popularity(catalog),
        )
        positions += sampled.tolist()
    if inputs.mechanism is not None and len(by_category) < len(copies):
        expected, size = _expect_movies(inputs, copies)
        positions += most_likely(expected, size).tolist()
    chosen.update(w for p in positions if (w := catalog.movies[p].wire_id) is not None)
    return tuple(sorted(chosen))


def build_disclosure(inputs: ReleaseInputs, copies: Copies) -> Disclosure | None:
    """Return the mechanism and the counts that a release names; None where nothing is perturbed.

    Categories whose level has become stricter since a period was sampled are left out.
    """
    groups = inputs.catalog.groups
    copies = _readable(inputs, copies)
    if inputs.mechanism is None or not copies:
        return None
    epsilon = max(copy.mechanism.epsilon for copy in copies.values())
    queries = list(_queries(copies))
    (family, _), periods = queries[0]
    names, question = _categories(inputs), None
    if len(queries) > 1 or not (
        family.adds_up or family is LEARNED or periods[0].levels == _levels(inputs.choice)
    ):
        split = split_levels(groups, inputs.choice)
        x = _estimate(inputs, copies)
        movies = x[split.perturbed] @ split.rows(groups)
        values = zip(names, movies.tolist(), strict=True)
        return Disclosure(COMBINED, epsilon, {name: round(value, 6) for name, value in values})
    if family is LEARNED:
        mechanism = periods[0].mechanism
        names, question = mechanism.categories, mechanism.question
    counts = noisy_counts(periods)
    return Disclosure(
        mechanism_name(groups, inputs.choice, family),
        epsilon,
        {name: float(counts[name]) for name in names if name in counts},
        _variance(names, periods),
        question,
    )


def encode(inputs: ReleaseInputs, items: tuple[str, ...], disclosure: Disclosure | None) -> bytes:
    """Return the bytes of the release. Raises `WireError` for what a provider would refuse."""
    # Each field by name: here one sees what leaves.
    return encode_request(
        RecommendationRequest(
            profile=items,
            level=inputs.level,
            mechanism=disclosure.mechanism if disclosure is not None else None,
            epsilon=float(disclosure.epsilon) if disclosure is not None else None,
            counts=disclosure.counts if disclosure is not None else None,
            variance=disclosure.variance if disclosure is not None else None,
            question=disclosure.question if disclosure is not None else None,
            limit=LIMIT,
            per_category=PER_CATEGORY,
        )
    )


def noisy_counts(copies: Iterable[ReceiverCopy]) -> dict[str, Fraction]:
    """Return noisy counts per category, these copies together: of movies, or of shares of them.

    Only copies of one query add up to something.
    """
    totals: dict[str, Fraction] = {}
    for copy in copies:
        for category, value in copy.noisy.items():
            share = Fraction(value, copy.mechanism.multiplier)
            totals[category] = totals.get(category, Fraction(0)) + share
    return totals


def summed_periods(
    release: Release, numbers: Mapping[str, float], periods: Mapping[str, Period]
) -> frozenset[str]:
    """Return the periods that a stored release's numbers are the sum of, as far as known here.

    Samples of a learned question that the levels of its time left out are found by its numbers, and
    so are later samples that have an earlier month's name, as the clock was ahead. Those that were
    estimated together with others cannot be: none of them is left out then.
    """
    copies = {n: copy for n, p in periods.items() if (copy := p.copy_of(release.receiver))}
    copies = {n: copy for n, copy in copies.items() if numbers and n <= (release.period or "")}
    if release.mechanism == COMBINED:
        return frozenset(copies)
    asked: dict[frozenset[str], dict[str, ReceiverCopy]] = {}
    for name, copy in copies.items():
        if copy.mechanism.question is not None and numbers.keys() == set(copy.mechanism.categories):
            counted = frozenset(c for c, level in copy.levels.items() if level == _PERTURBED)
            asked.setdefault(counted, {})[name] = copy
    if not asked:
        asked[frozenset()] = {n: c for n, c in copies.items() if c.mechanism.question is None}
    found = {name: copy for group in asked.values() for name, copy in group.items()}
    for size in range(len(asked), 0, -1) if len(asked) <= _MOST_LEVELS else ():
        for some in combinations(asked.values(), size):
            summed = {name for group in some for name in group}
            if _add_up(found, summed, numbers):
                return frozenset(summed)
    *earlier, ahead = sorted(found) or [""]
    for count in range(len(earlier)):
        summed = {*earlier[:count], ahead}
        if _add_up(found, summed, numbers):
            return frozenset(summed)
    return frozenset(found)


def _add_up(copies: Copies, names: Collection[str], numbers: Mapping[str, float]) -> bool:
    """Return whether a release's numbers are the sum of these copies."""
    counts = noisy_counts(copies[name] for name in names)
    return all(name in counts and float(counts[name]) == at for name, at in numbers.items())


def _variance(categories: Iterable[str], copies: Iterable[ReceiverCopy]) -> dict[str, float]:
    """Return the variance of the noise in the sum of these counts.

    That of discrete Laplace noise of hundredths of a movie is 2 s² but for its sixth digit.
    """
    total = dict.fromkeys(categories, 0.0)
    for copy in copies:
        for name, scale in copy.mechanism.movie_scales.items():
            if name in total:
                total[name] += 2.0 * scale**2
    return {name: round(value, 6) for name, value in total.items() if value > 0.0}


def _queries(
    copies: Copies,
) -> Iterable[tuple[tuple[Family, Mapping[str, str]], list[ReceiverCopy]]]:
    """Return the copies by query.

    That is their family, their learned question if they have one, else their levels where counts
    of different levels do not add up.
    """
    found: dict[str, tuple[tuple[Family, Mapping[str, str]], list[ReceiverCopy]]] = {}
    for copy in copies.values():
        family = copy.mechanism.family
        levels = [] if family.adds_up or family is LEARNED else sorted(copy.levels.items())
        key = json.dumps([family.key, copy.mechanism.question, levels])
        found.setdefault(key, ((family, copy.levels), []))[1].append(copy)
    return found.values()


def _categories(inputs: ReleaseInputs) -> tuple[str, ...]:
    """Return the Perturbed categories that a movie which can be perturbed has."""
    groups = inputs.catalog.groups
    return tuple(groups.categories[j] for j in split_levels(groups, inputs.choice).columns)


def _readable(inputs: ReleaseInputs, copies: Copies) -> Copies:
    """Return the copies that may still be disclosed under the levels of now."""
    return {name: copy for name, copy in copies.items() if is_disclosed(copy, inputs.choice)}


def _estimate(inputs: ReleaseInputs, copies: Copies) -> Floats:
    """Return the number of movies of each group (g,) in all periods, within the groups' sizes."""
    groups = inputs.catalog.groups
    x = _estimate_groups(inputs, copies, len(list(_queries(copies))))
    expected, _size = _expect_movies(inputs, copies)
    x += np.bincount(groups.item_group, weights=expected, minlength=len(x))
    return np.minimum(x, groups.sizes)


def _estimate_groups(inputs: ReleaseInputs, copies: Copies, among: int) -> Floats:
    """Return the same of the periods that counted in categories, one of `among` queries each."""
    catalog = inputs.catalog
    x = np.zeros(len(catalog.groups.sizes))
    for (family, levels), same in _queries(copies):
        if family is LEARNED:
            continue
        counts = noisy_counts(same)
        x += fit(
            catalog.groups,
            inputs.choice if family.adds_up else choice_of(levels),
            {name: float(counts[name]) for name in _categories(inputs) if name in counts},
            sum(copy.mechanism.variance for copy in same),
            family=category_family(family.key),
            popularity=_popularity(catalog),
            public_profiles=inputs.public.counts,
            among=among,
        )
    return np.minimum(x, catalog.groups.sizes)


def _expect_movies(inputs: ReleaseInputs, copies: Copies) -> tuple[Floats, float]:
    """Return the expected number of each movie (n,) in periods of learned questions, and in all.

    Only movies that can be perturbed now are expected. A question that is not known here, or has
    other cells, tells nothing.
    """
    expected, size = np.zeros(len(inputs.catalog.movies)), 0.0
    queries = list(_queries(copies))
    for _, same in queries:
        asked = find_question(inputs.questions, same[0].mechanism.question)
        if asked is not None and all(copy.mechanism.categories == asked.cells for copy in same):
            found, count = _expect_of(inputs, asked, same, len(queries))
            expected, size = expected + found, size + count
    perturbed = perturbed_items(inputs.catalog.groups, inputs.choice)
    return np.where(perturbed, np.minimum(expected, 1.0), 0.0), size


def _expect_of(
    inputs: ReleaseInputs, asked: AskedQuestion, same: list[ReceiverCopy], among: int
) -> tuple[Floats, float]:
    """Return the same of the periods that asked one question, which is one of `among` queries."""
    groups = inputs.catalog.groups
    counted = np.any([perturbed_items(groups, choice_of(copy.levels)) for copy in same], axis=0)
    counts = noisy_counts(same)
    return posterior_of(asked, counted, inputs.catalog, inputs.public, among).expected(
        np.array([float(counts[cell]) for cell in asked.cells]),
        sum(copy.mechanism.variance for copy in same),
    )


def posterior_of(
    asked: AskedQuestion,
    perturbed: NDArray[np.bool_],
    catalog: Catalog,
    public: PublicUsers,
    among: int = 1,
) -> ProfilePosterior:
    """Return how the cells of a question are read where these movies (n,) can be perturbed."""
    return asked.posterior(
        perturbed, popularity=_popularity(catalog), histories=public.histories, among=among
    )


def _seed(copies: Copies, categories: Iterable[str]) -> bytes:
    """Return the seed of the list's coins: the noisy counts that may still be disclosed, only."""
    disclosure = {
        period: {name: copy.noisy[name] for name in categories if name in copy.noisy}
        for period, copy in sorted(copies.items())
    }
    return json.dumps(disclosure).encode()


def _levels(choice: PrivacyChoice) -> dict[str, str]:
    levels = choice.levels(CATEGORIES)
    return {name: level.value for name, level in zip(CATEGORIES, levels, strict=True)}


def _popularity(catalog: Catalog) -> Floats | None:
    """Return the public popularity of the movies (n,); None where the catalog has none."""
    return catalog.popularity if catalog.popularity.any() else None


@dataclass(frozen=True)
class ReleaseList:
    """A release as its receiver would get it: public ids, the disclosure, and the bytes of both."""

    items: tuple[str, ...]
    disclosure: Disclosure | None
    payload: bytes

    @property
    def sha256(self) -> str:
        """The SHA-256 of the bytes, in hexadecimal."""
        return hashlib.sha256(self.payload).hexdigest()


def build_list(
    inputs: ReleaseInputs, receiver: Receiver, periods: Mapping[str, Period]
) -> ReleaseList:
    """Return the list made from a receiver's copies of these periods: equal inputs, equal bytes.

    Raises `PrivacyError` for what cannot be put into the format.
    """
    copies = receiver_copies(receiver, periods)
    items, disclosure = choose_movies(inputs, copies), build_disclosure(inputs, copies)
    if len(items) > MAX_PROFILE:
        raise PrivacyError(
            "A release has room for {most:,} movies, and this one would name {count:,}, so nothing "
            "was sent and nothing was blurred. Choose Blurred, or Nothing for some categories.",
            most=MAX_PROFILE,
            count=len(items),
        )
    try:
        return ReleaseList(items, disclosure, encode(inputs, items, disclosure))
    except WireError as error:
        raise PrivacyError(
            "The release could not be put into its format ({reason}), so nothing "
            "was sent and nothing was blurred. Please report this as a fault of "
            "the program.",
            reason=str(error),
        ) from None
