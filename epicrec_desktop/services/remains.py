"""What is left in the browsers of what was found there before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.tasks import IsCancelled, Progress, Report, check, never, quiet
from epicrec_desktop.history.reader import read_visits
from epicrec_desktop.history.snapshot import sweep
from epicrec_desktop.paths import Paths, private_folder
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.database import open_database
from epicrec_desktop.store.profiles import StoredProfile


@dataclass(frozen=True)
class Remains:
    """What one profile still has: movies that a visit may speak of, and moments with a visit.

    `movies` are local keys: all candidates of every page, so that a page that several movies fit
    stands for each of them. `moments` are those asked for; `oldest` is that of the oldest visit.
    `failure`: a sentence if the profile was not read.
    """

    key: str
    label: str
    movies: frozenset[int] = frozenset()
    moments: frozenset[datetime] = frozenset()
    oldest: datetime | None = None
    failure: str | None = None


def read_remains(
    paths: Paths,
    asked: Sequence[tuple[StoredProfile, frozenset[datetime]]],
    *,
    report: Report = quiet,
    cancelled: IsCancelled = never,
) -> list[Remains]:
    """Read profiles in full, each with moments to look for; runs in the child process.

    A profile that cannot be read becomes a sentence; the others are read all the same.
    """
    from epicrec_desktop.matching.engine import Matcher  # noqa: PLC0415 - slow to compile

    database = open_database(paths.database)
    try:
        with database.read() as session:
            stored = CatalogRepository(session).load()
    finally:
        database.close()
    report(Progress("Preparing the catalog", 0, len(asked)))
    matcher = Matcher(stored.catalog)
    ids = stored.ids.tolist()
    folder = private_folder(paths.snapshots)
    sweep(folder)
    remains = []
    for number, (profile, moments) in enumerate(asked):
        check(cancelled)
        label = profile.profile.label
        report(Progress(f"Reading {label}", number, len(asked)))
        try:
            with read_visits(
                profile.profile,
                folder,
                wanted=matcher.may_match,
                report=report,
                cancelled=cancelled,
            ) as history:
                still, oldest = history.still(moments), history.oldest
                positions = {
                    movie
                    for visit in history.visits
                    for movie in matcher.match(visit.url, visit.title).movies
                }
            movies = frozenset(ids[position] for position in positions)
            remains.append(Remains(profile.key, label, movies, frozenset(still), oldest))
        except HistoryError as error:
            remains.append(Remains(profile.key, label, failure=str(error)))
    return remains
