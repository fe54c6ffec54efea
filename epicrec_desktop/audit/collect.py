"""Collects what arrives: many releases of one history, or of both in two processes at once."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from epicrec_desktop.audit.client import running_client
from epicrec_desktop.audit.subject import CATALOG
from epicrec_desktop.audit.trials import Trial
from epicrec_desktop.audit.wire import Observer, recording
from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.progress import (
    IsCancelled,
    Progress,
    Report,
    check,
    never_cancelled,
    no_progress,
)
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.services.child_process import run_in_child
from epicrec_desktop.services.erasing import close_log

Observations = list[list[NDArray[np.float64]]]
"""By trial and coalition: features of the releases (n, f)."""


def collect_both(
    trials: Sequence[Trial],
    template: Path,
    *,
    report: Report = no_progress,
    cancelled: IsCancelled = never_cancelled,
) -> tuple[Observations, Observations]:
    """What both histories' releases look like: with the audited movie, and without it.

    Each history has a process of its own. Raises `Cancelled`, or what went wrong in either.
    """
    stop = threading.Event()
    done = {True: 0, False: 0}

    def one(present: bool) -> Observations | EpicRecError:
        def tell(progress: Progress, /) -> None:
            done[present] = progress.done
            report(Progress(progress.step, sum(done.values()), 2 * progress.total))

        try:
            return run_in_child(
                collect,
                (trials, present, template),
                report=tell,
                cancelled=lambda: cancelled() or stop.is_set(),
            )
        except EpicRecError as error:
            stop.set()  # the other one need not go on
            return error

    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(one, (True, False)))
    problems = [result for result in results if isinstance(result, EpicRecError)]
    if problems:
        # Where one failed the other was cancelled: what went wrong is told.
        raise next((p for p in problems if not isinstance(p, Cancelled)), problems[0])
    present, absent = (result for result in results if not isinstance(result, EpicRecError))
    return present, absent


def collect(
    trials: Sequence[Trial],
    present: bool,
    template: Path,
    *,
    source: BitSource | None = None,
    report: Report = no_progress,
    cancelled: IsCancelled = never_cancelled,
) -> Observations:
    """Release one history in every trial, each release anew; what arrived, as features.

    `present`: the history that has the audited movie. `template` is a folder made by
    `client.prepare`. `source` of randomness is the system's unless a test gives one. Raises
    `Cancelled`.
    """
    total, done = sum(trial.releases for trial in trials), 0
    seen: Observations = []
    with _folder(template.parent) as folder, recording(CATALOG) as server:
        for i, trial in enumerate(trials):
            providers = trial.subject.trust
            observers = [Observer(CATALOG, trial.subject.movie, c) for c in trial.coalitions]
            rows: list[list[NDArray[np.float64]]] = [[] for _ in observers]
            with (
                running_client(
                    template, folder / str(i), server, trial.subject, present=present, source=source
                ) as client,
                trial.fault() if trial.fault is not None else nullcontext(),
            ):
                for _ in range(trial.size.total):
                    check(cancelled)
                    bodies = client.release()
                    for kept, observer in zip(rows, observers, strict=True):
                        kept.append(observer.read(bodies))
                    done += len(providers)
                    report(Progress(message("Releasing: {trial}", trial=trial.name), done, total))
            seen.append([np.array(kept) for kept in rows])
    return seen


@contextmanager
def _folder(parent: Path) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="history-", dir=parent) as folder:
        try:
            yield Path(folder)
        finally:
            close_log()  # Windows removes no file that is open
