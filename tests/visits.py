"""Reads a browser profile as a scan does: from a snapshot, which is removed afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.history.reader import ProfileHistory, read_copy
from epicrec_desktop.history.snapshot import snapshot


@contextmanager
def read_visits(
    profile: BrowserProfile, folder: Path, *, job: Job = UNATTENDED, **options: Any
) -> Iterator[ProfileHistory]:
    """Yield the visits of a profile. `folder` is the one for snapshots; the rest as of `read_copy`.

    Raises what it raises, and the `HistoryError` of `snapshot`.
    """
    job.report(Progress("Copying the history"))
    with (
        snapshot(profile.database, folder, cancelled=job.cancelled) as copy,
        read_copy(replace(profile, database=copy), job=job, **options) as history,
    ):
        yield history
