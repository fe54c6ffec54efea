"""Describe a release: what it disclosed of which movies, as known today."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Connection

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.release import Release
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.privacy.period import Period
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.ledger import LedgerService
from epicrec_desktop.services.periods import read_periods
from epicrec_desktop.services.privacy_sentences import taste
from epicrec_desktop.services.release_difference import Difference, Numbers, read_numbers
from epicrec_desktop.services.release_inputs import choice_of
from epicrec_desktop.services.release_list import summed_periods
from epicrec_desktop.services.release_worth import Worth
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.library import LibraryRepository


@dataclass(frozen=True)
class ReleaseSummary:
    """A release as a person reads it; titles by name.

    `named` were sent as they are; of them, `named_again` had been delivered there by name before.
    `guessed` are the others it lists, made from the blurred numbers; `numbers` those it gives, by
    category. Of the movies that are confirmed today, `counted` are behind the numbers; `excluded`
    are not in it, nor are `later` ones, which came after it; `unsure` are kept to oneself today,
    and in the numbers only if they were not then. `undone` were taken out of the library after
    their period was sampled, and are still behind the numbers. `difference` is what it disclosed
    to its receiver at the time.
    """

    named: tuple[str, ...]
    guessed: tuple[str, ...]
    numbers: Mapping[str, float]
    counted: tuple[str, ...]
    excluded: tuple[str, ...]
    unsure: tuple[str, ...]
    undone: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    named_again: tuple[str, ...] = ()
    difference: Difference = field(default_factory=Difference)
    worth: Worth | None = None
    """What such numbers tell; None where there are none."""


@dataclass(frozen=True)
class SummarySection:
    """A part of a summary: a heading, and titles or blurred numbers by category."""

    heading: Message
    titles: tuple[str, ...] = ()
    numbers: tuple[tuple[str, float], ...] = ()


def summary_sections(release_summary: ReleaseSummary, *, local: bool) -> list[SummarySection]:
    """Return what a release disclosed: its contents, then what it says of the user's other movies.

    `local`: it stayed on this computer.
    """
    parts = []
    again = frozenset(release_summary.named_again)
    new = tuple(title for title in release_summary.named if title not in again)
    if new:
        parts.append(SummarySection(_sent_by_name(len(new), local=local), new))
    if again:
        heading = counted(
            "{count:,} of your movies by name again: it was sent there by name before",
            "{count:,} of your movies by name again: they were sent there by name before",
            count=len(again),
        )
        parts.append(SummarySection(heading, release_summary.named_again))
    if release_summary.numbers:
        order = sorted(release_summary.numbers.items(), key=lambda pair: -abs(pair[1]))
        # Adding zero takes the sign from what is rounded to it.
        shown = tuple((name, round(value, 1) + 0.0) for name, value in order)
        again_there = release_summary.difference.numbers is Numbers.AGAIN and not local
        heading = message("The same blurred numbers that were sent there before")
        if not again_there:
            heading = message(
                "Blurred numbers: above zero, more of it; below, less, or more of what follows "
                "“not”; near zero, perhaps chance"
            )
        parts.append(SummarySection(heading, numbers=shown))
    if release_summary.worth is not None:
        parts.append(SummarySection(taste(release_summary.worth)))
    if release_summary.guessed:
        heading = counted(
            "A list of {count:,} movie made from the numbers: it may be one you never saw",
            "A list of {count:,} movies made from the numbers: any may be one you never saw",
            count=len(release_summary.guessed),
        )
        parts.append(SummarySection(heading, release_summary.guessed))
    return parts + _own_movies(release_summary)


def _own_movies(what: ReleaseSummary) -> list[SummarySection]:
    """Return what a release says of the user's movies that it does not name."""
    headings = (
        (
            what.counted,
            counted(
                "{count:,} of your movies, only behind the blurred numbers: not named as yours",
                "{count:,} of your movies, only behind the blurred numbers: not named as yours",
                count=len(what.counted),
            ),
        ),
        (
            what.undone,
            counted(
                "{count:,} movie you took out since: it is still behind the blurred numbers",
                "{count:,} movies you took out since: they are still behind the blurred numbers",
                count=len(what.undone),
            ),
        ),
        (
            what.unsure,
            counted(
                "{count:,} of your movies, kept to yourself now; inside the numbers if it was not "
                "then",
                "{count:,} of your movies, kept to yourself now; inside the numbers if they were "
                "not then",
                count=len(what.unsure),
            ),
        ),
        (
            what.excluded,
            counted(
                "{count:,} of your movies is not in it",
                "{count:,} of your movies are not in it",
                count=len(what.excluded),
            ),
        ),
        (
            what.later,
            counted(
                "{count:,} of your movies came after it and is not in it",
                "{count:,} of your movies came after it and are not in it",
                count=len(what.later),
            ),
        ),
    )
    return [SummarySection(heading, titles) for titles, heading in headings if titles]


def _sent_by_name(count: int, *, local: bool) -> Message:
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


class _Library:
    """`removed` stopped being confirmed after their period was sampled."""

    def __init__(self, session: Connection) -> None:
        library, catalog = LibraryRepository(session), CatalogRepository(session)
        self.rows, self.periods = library.rows(), read_periods(session)
        self.weights, self.uncounted = library.weights(), library.uncounted()
        self.confirmed = catalog.movies(library.confirmed())
        self.removed = catalog.movies(
            key
            for key, row in self.rows.items()
            if row.status is not LibraryStatus.CONFIRMED and row.release_period in self.periods
        )


ExpectedWorth = Callable[[Mechanism, PrivacyChoice, int, int], Worth | None]


class ReleaseSummaryService:
    """Describes stored releases in titles and numbers."""

    def __init__(self, context: ServiceContext, expected_worth: ExpectedWorth) -> None:
        self._context = context
        self._expected_worth = expected_worth

    def release_summary(self, release: Release) -> ReleaseSummary:
        """Return what this release disclosed."""
        return next(self.summaries([release]))

    def summaries(self, releases: Sequence[Release]) -> Iterator[ReleaseSummary]:
        """Yield what each release disclosed. What is the same for all is read once."""
        compared = LedgerService(self._context).differences(releases)
        with self._context.database.read() as session:
            read = _Library(session)
        for release in releases:
            yield self._summary(release, compared[release.id], read)

    def _summary(self, release: Release, difference: Difference, read: _Library) -> ReleaseSummary:
        named = frozenset(release.open_items)
        numbers = read_numbers(release.payload)
        summed = summed_periods(release, numbers, read.periods)

        def is_counted(key: int, movie: Movie) -> bool:
            if key in read.uncounted:
                return False
            having = summed.intersection((read.rows[key].release_period, *read.rows[key].also_in))
            return any(
                # Every movie that was counted is in the cells of a question.
                read.periods[name].mechanism.question is not None
                or not numbers.keys().isdisjoint(movie.categories)
                for name in having
            )

        def part_of(key: int, movie: Movie) -> str:
            counted = is_counted(key, movie)
            if key in read.removed:
                return "undone" if counted else "not shown"
            if counted:
                return "unsure" if read.weights.get(key, 1) == 0 else "counted"
            return "later" if read.rows[key].changed > release.created else "excluded"

        parts: defaultdict[str, list[Movie]] = defaultdict(list)
        for key, movie in (read.confirmed | read.removed).items():
            if movie.wire_id not in named:
                parts[part_of(key, movie)].append(movie)
        # Whatever was said of them since.
        behind = sum(len(parts[name]) for name in ("counted", "unsure", "undone"))
        worth = self._worth(release, read.periods, behind, len(summed)) if numbers else None
        return ReleaseSummary(
            named=self._titles(named),
            guessed=self._titles(item for item in release.items if item not in named),
            numbers=numbers,
            counted=_labels(parts["counted"]),
            excluded=_labels(parts["excluded"]),
            unsure=_labels(parts["unsure"]),
            undone=_labels(parts["undone"]),
            later=_labels(parts["later"]),
            named_again=self._titles(difference.again),
            difference=difference,
            worth=worth,
        )

    def _worth(
        self, release: Release, periods: Mapping[str, Period], movies: int, summed: int
    ) -> Worth | None:
        """Return what the release's numbers tell of the movies that are behind them."""
        sampled = periods.get(release.period or "")
        if sampled is None or not release.epsilon:
            return None
        mechanism = sampled.mechanism.at(release.epsilon)
        return self._expected_worth(mechanism, choice_of(sampled.levels), movies, summed)

    def _titles(self, items: Iterable[str]) -> tuple[str, ...]:
        """Return movies under our own titles; the public id of one that is not in our catalog."""
        catalog = self._context.catalog().catalog
        found = (m.label if (m := catalog.movie(item)) else item for item in items)
        return tuple(sorted(found, key=str.casefold))


def _labels(movies: Iterable[Movie]) -> tuple[str, ...]:
    return tuple(sorted((movie.label for movie in movies), key=str.casefold))
