"""Our own export: written as one file, and brought back from it."""

from __future__ import annotations

import argparse
import os
from typing import Any

from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import IsCancelled, Job
from epicrec_desktop.services.backup.restore import COPY_STORED, RestoreResult, restore_summary
from epicrec_desktop.wiring import Services


def export(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Write a copy of the data."""
    file = options.file.expanduser()
    if os.path.lexists(file) and not options.force:
        raise EpicRecError(
            "There is something at {file} already. Nothing was written. Choose another name, or "
            "use --force to replace it.",
            file=file,
        )
    services.data.export(file, replace=options.force)
    terminal.say(f"Everything was written to {file}. Only you can read it.")
    terminal.document({"file": str(file)})
    return 0


def restore(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Bring back what `export` wrote: shown first, and done after a yes."""
    plan = services.backup.plan(options.file.expanduser(), job=Job(terminal.report, cancelled))
    for sentence in restore_summary(plan.would):
        terminal.say(str(sentence))
    if not plan.would.changes:
        terminal.document(_document(plan.would, done=False))
        return 0
    terminal.say(str(COPY_STORED))
    if options.preview:
        terminal.document(_document(plan.would, done=False))
        return 0
    if not options.yes and not terminal.agrees("Bring all of this back?"):
        terminal.problem("Nothing was brought back. Add --yes to bring it back.")
        terminal.document(_document(plan.would, done=False))
        return 1
    done = services.backup.restore(plan)
    terminal.say("Brought back.")
    terminal.document(_document(done, done=True))
    return 0


def _document(would: RestoreResult, *, done: bool) -> dict[str, Any]:
    films = would.films
    return {
        "done": done,
        "movies": {
            "new": films.new,
            "known": films.known,
            "answered": films.answered,
            "differing": films.differing,
            "unknown": would.unknown,
        },
        "ratings": films.ratings,
        "watchlist": would.watchlist,
        "levels": would.choice is not None,
        "providers": [one.name for one in would.providers],
        "releases": would.releases,
        "months": {"taken": list(would.samples.taken), "twice": list(would.samples.twice)},
        "observer_percent": would.after.percent if would.after is not None else None,
        "sentences": [str(sentence) for sentence in restore_summary(would)],
    }
