"""What a release told of whom, in titles and numbers, as far as it is known here today."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.release import Release
from epicrec_desktop.privacy.period import Period
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.periods import read_periods
from epicrec_desktop.services.release_inputs import counted_in
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.library import LibraryRepository


@dataclass(frozen=True)
class ReleaseSummary:
    """A release as a person reads it; titles by name.

    `named` went as they are. `guessed` are the others it lists, chosen to fit the blurred numbers;
    `numbers` those it gives, by category. Of the movies that are confirmed today, `counted` are
    behind the numbers; `excluded` are not in it; `unsure` are kept to oneself today, and in the
    numbers only if they were not then.
    """

    named: tuple[str, ...]
    guessed: tuple[str, ...]
    numbers: Mapping[str, float]
    counted: tuple[str, ...]
    excluded: tuple[str, ...]
    unsure: tuple[str, ...]


@dataclass(frozen=True)
class SummarySection:
    """A part of what a release told: a heading, and titles or blurred numbers by category."""

    heading: Message
    titles: tuple[str, ...] = ()
    numbers: tuple[tuple[str, float], ...] = ()


def summary_sections(release_summary: ReleaseSummary, *, local: bool) -> list[SummarySection]:
    """What a release told: what was in it, then what it says of other movies of the person.

    `local`: it stayed here.
    """
    parts = []
    if release_summary.named:
        parts.append(
            SummarySection(_named(len(release_summary.named), local=local), release_summary.named)
        )
    if release_summary.numbers:
        order = sorted(release_summary.numbers.items(), key=lambda pair: -pair[1])
        heading = message(
            "Blurred numbers by category: the fewer your movies, the more of each is chance; one "
            "may be below zero"
        )
        parts.append(SummarySection(heading, numbers=tuple(order)))
    if release_summary.guessed:
        parts.append(SummarySection(_guessed(release_summary), release_summary.guessed))
    if release_summary.counted:
        heading = counted(
            "{count:,} of your movies, only behind the blurred numbers: not named as yours",
            "{count:,} of your movies, only behind the blurred numbers: not named as yours",
            count=len(release_summary.counted),
        )
        parts.append(SummarySection(heading, release_summary.counted))
    if release_summary.unsure:
        heading = counted(
            "{count:,} of your movies, kept to yourself now; inside the numbers if it was not then",
            "{count:,} of your movies, kept to yourself now; inside the numbers if they were not "
            "then",
            count=len(release_summary.unsure),
        )
        parts.append(SummarySection(heading, release_summary.unsure))
    if release_summary.excluded:
        heading = counted(
            "{count:,} of your movies is not in it",
            "{count:,} of your movies are not in it",
            count=len(release_summary.excluded),
        )
        parts.append(SummarySection(heading, release_summary.excluded))
    return parts


def _named(count: int, *, local: bool) -> Message:
    if local:
        return counted(
            "{count:,} of your movies, as it is",
            "{count:,} of your movies, as they are",
            count=count,
        )
    return counted(
        "{count:,} of your movies by name: whoever reads this knows it",
        "{count:,} of your movies by name: whoever reads this knows them",
        count=count,
    )


def _guessed(release_summary: ReleaseSummary) -> Message:
    return counted(
        "A list of {count:,} movie that fits the numbers: it may be one you never saw",
        "A list of {count:,} movies that fits the numbers: any may be one you never saw",
        count=len(release_summary.guessed),
    )


class ReleaseSummaryService:
    """Reads what is kept of a release, in words."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def release_summary(self, release: Release) -> ReleaseSummary:
        """What this release told."""
        with self._context.database.read() as session:
            library = LibraryRepository(session)
            confirmed = CatalogRepository(session).movies(library.confirmed())
            months, weights = library.periods(), library.weights()
            periods = read_periods(session)
        named = frozenset(release.open_items)
        numbers = _numbers(release.payload)
        inside, excluded, unsure = [], [], []
        for key, movie in confirmed.items():
            if movie.wire_id in named:
                continue
            month = months.get(key)
            if not _counted(movie, periods.get(month or ""), month, release, numbers):
                excluded.append(movie)
            elif weights.get(key, 1) == 0:
                unsure.append(movie)
            else:
                inside.append(movie)
        return ReleaseSummary(
            named=self._titles(named),
            guessed=self._titles(item for item in release.items if item not in named),
            numbers=numbers,
            counted=_labels(inside),
            excluded=_labels(excluded),
            unsure=_labels(unsure),
        )

    def _titles(self, items: Iterable[str]) -> tuple[str, ...]:
        """Movies under our own titles; the public id of one that is not in our catalog."""
        catalog = self._context.catalog().catalog
        found = (catalog.movies[catalog.index[i]].label if i in catalog.index else i for i in items)
        return tuple(sorted(found, key=str.casefold))


def _counted(
    movie: Movie,
    sampled: Period | None,
    month: str | None,
    release: Release,
    numbers: Mapping[str, float],
) -> bool:
    """Whether a movie's month is in the release, and counted it in a number that this gives."""
    if sampled is None or month is None or release.period is None or month > release.period:
        return False
    if release.receiver not in sampled.issued or not counted_in(movie, sampled):
        return False
    return not numbers.keys().isdisjoint(movie.categories)


def _labels(movies: Iterable[Movie]) -> tuple[str, ...]:
    return tuple(sorted((movie.label for movie in movies), key=str.casefold))


def _numbers(payload: bytes) -> dict[str, float]:
    """The blurred numbers that a payload of ours gives, by category; none where it gives none."""
    try:
        counts = json.loads(payload)["release"]["counts"]
        return {str(name): float(value) for name, value in (counts or {}).items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        return {}
