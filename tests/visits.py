"""Reads a browser profile as a scan does: from a snapshot, which is removed afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.history import BrowserProfile, Match, Visit
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.history.reader import ProfileHistory, read_copy
from epicrec_desktop.history.snapshot import snapshot


@contextmanager
def read_visits(
    profile: BrowserProfile, folder: Path, *, job: Job = UNATTENDED, **options: Any
) -> Iterator[ProfileHistory]:
    """Yield the visits of a profile. `folder` is the one for snapshots; the rest as of `read_copy`.

    Without `find`, visits of all pages with URL and title. Raises what `read_copy` raises, and the
    `HistoryError` of `snapshot`.
    """
    pages: list[tuple[str, str]] = []

    def note(url: str, title: str) -> Match:
        pages.append((url, title))
        return Match(movies=(len(pages) - 1,))

    def named(visit: Visit) -> Visit:
        url, title = pages[visit.match.movies[0]]
        return visit.replace(url=url, title=title, match=None)

    asked = {"wanted": lambda _url, _title: True, "find": note, **options}
    job.report(Progress("Copying the history"))
    with (
        snapshot(profile.database, folder, cancelled=job.cancelled) as copy,
        read_copy(replace(profile, database=copy), job=job, **asked) as history,
    ):
        if asked["find"] is note:
            history.visits = map(named, history.visits)
        yield history
