"""Movies of other services: import their exports, and write a table for them."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicrec_desktop.cli.documents import import_document
from epicrec_desktop.cli.options import add_action, add_force
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.export_records import RecordKind, Skip
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.import_preview import ImportEntry, ImportOutcome, ImportPreview

if TYPE_CHECKING:
    from epicrec_desktop.services.import_service import AppliedImport
    from epicrec_desktop.wiring import Services

_ROWS_SHOWN = 40
_HEADINGS = {
    ImportOutcome.FOUND: "Found",
    ImportOutcome.DOUBTFUL: "In doubt",
    ImportOutcome.WHICH: "Which one?",
    ImportOutcome.REJECTED: "You rejected these before: they stay so",
    ImportOutcome.OWN: "Not in the catalog yet: they come in as your own",
    ImportOutcome.MISSING: "Not placed: they are kept (`epicrec library unplaced`)",
}
_SKIPPED = {
    Skip.SERIES: "episodes, series and other things that are no movies",
    Skip.TRAILER: "trailers",
    Skip.GLIMPSE: "played for less than a minute",
    Skip.UNSEEN: "in your collection, and never played",
    Skip.LIST: "on lists that say neither watched nor wanted",
    Skip.NAMELESS: "without a title",
    Skip.BROKEN: "damaged",
}


def add_arguments(actions: Any) -> None:
    """Add `library import` and `library export`."""
    take = add_action(
        actions,
        "import",
        "Import movies from exports of Letterboxd, IMDb, Trakt, Netflix, Prime Video, Disney+, "
        "Google Takeout, Plex, Jellyfin, or from a table. Naming a file is consent.",
        person=False,  # it has a --person of its own
    )
    take.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a table, a document, an archive, a folder",
    )
    take.add_argument("--preview", action="store_true", help="only show what would come in")
    take.add_argument(
        "--person",
        metavar="NAME",
        help="only what this person watched, of exports of several; whose library it goes to is "
        "said before: epicrec --person NAME library import",
    )
    take.add_argument(
        "--take",
        action="append",
        default=[],
        metavar="ID",
        help="also this movie, of those in doubt that --preview shows",
    )
    write = add_action(actions, "export", "Write the movies you watched as a table for Letterboxd.")
    write.add_argument("file", type=Path, metavar="FILE.csv")
    add_force(write)


def import_exports(
    services: Services, options: argparse.Namespace, terminal: Terminal, job: Job
) -> int:
    """Import movies from exports of other services, or only show what would be imported."""
    files = [file.expanduser() for file in options.files]
    preview = services.imports.preview(files, viewer=options.person, job=job)
    for name, why in preview.problems:
        terminal.problem(f"{name}: {why}")
    if not preview.files:
        terminal.document(_document(preview, None))
        return 1
    chosen, suggest = _chosen(preview, options.take)
    _print_preview(preview, terminal)
    applied = None
    if options.preview:
        terminal.say("Nothing was changed. Without --preview, what is found comes in.")
    else:
        applied = services.imports.apply(preview, chosen, suggest=suggest, job=job)
        _print_applied(applied, terminal)
    terminal.document(_document(preview, applied))
    return 1 if preview.problems else 0


def export_table(services: Services, options: argparse.Namespace, terminal: Terminal) -> int:
    """Write the movies watched as a table."""
    file = options.file.expanduser()
    if os.path.lexists(file) and not options.force:
        raise EpicRecError(
            "There is something at {file} already. Nothing was written. Choose another name, or "
            "use --force to replace it.",
            file=file,
        )
    count = services.data.export_films(file, replace=options.force)
    terminal.say(f"{count:,} movies were written to {file}. Only you can read it.")
    terminal.document({"file": str(file), "films": count})
    return 0


def _chosen(preview: ImportPreview, takes: Sequence[str]) -> tuple[dict[int, int], list[int]]:
    """Return movies by entry to import, and the doubtful entries to suggest."""
    chosen = preview.usual()
    for text in takes:
        found = [
            (place, key)
            for place in preview.places(ImportOutcome.DOUBTFUL, ImportOutcome.WHICH)
            for key in preview.entries[place].movies
            if preview.movies[key].wire_id == text
        ]
        if not found:
            raise EpicRecError(
                "“{id}” is no movie that is in doubt. Nothing was changed. Use an id that "
                "--preview shows.",
                id=text,
            )
        chosen.update(found)
    # With several viewers it is unknown who watched what, so nothing is suggested.
    if len(preview.viewers) > 1:
        return chosen, []
    doubtful = [i for i in preview.places(ImportOutcome.DOUBTFUL) if i not in chosen]
    return chosen, doubtful


def _print_preview(preview: ImportPreview, terminal: Terminal) -> None:
    for file in preview.files:
        terminal.say(f"{file.name}: {file.service.label}, {file.entries:,} rows of movies or pages")
    if len(preview.viewers) > 1:
        terminal.say(f"Movies of several people: {', '.join(preview.viewers)}. Name one: --person")
    for outcome, heading in _HEADINGS.items():
        entries = [preview.entries[i] for i in preview.places(outcome)]
        if not entries:
            continue
        terminal.heading(f"{heading}: {len(entries):,}")
        terminal.table(_row(preview, entry) for entry in entries[:_ROWS_SHOWN])
        if len(entries) > _ROWS_SHOWN:
            terminal.say(f"  … and {len(entries) - _ROWS_SHOWN:,} more; --json has all")
    known = len(preview.places(ImportOutcome.KNOWN))
    terminal.say()
    if known:
        terminal.say(f"Already in your library: {known:,}")
    for skip, count in preview.skipped.items():
        terminal.say(f"Left out: {count:,} {_SKIPPED[skip]}")


def _row(preview: ImportPreview, entry: ImportEntry) -> tuple[str, ...]:
    label = f"{entry.title} ({entry.year})" if entry.year else entry.title
    films = ", ".join(
        f"{preview.movies[key].label} [{preview.movies[key].wire_id}]" for key in entry.movies[:4]
    )
    wanted = "watchlist" if entry.kind is RecordKind.WATCHLIST else "watched"
    return label, wanted, str(entry.why), films


def _print_applied(applied: AppliedImport, terminal: Terminal) -> None:
    if not applied.changed:
        terminal.say("Nothing was new.")
        return
    terminal.say(
        f"{len(applied.confirmed):,} movies came into your library, {len(applied.suggested):,} are "
        f"suggestions, {len(applied.wanted):,} came onto your watchlist."
    )
    if applied.own:
        terminal.say(f"{applied.own:,} of them are in no catalog yet.")
    if applied.unplaced:
        terminal.say(
            f"{len(applied.unplaced):,} rows name no movie for certain and are kept. "
            "`epicrec library unplaced` lists them."
        )


def _document(preview: ImportPreview, applied: AppliedImport | None) -> dict[str, Any]:
    return {
        "files": [
            {"name": f.name, "service": f.service.value, "rows": f.entries} for f in preview.files
        ],
        "problems": [{"name": name, "why": str(why)} for name, why in preview.problems],
        "people": list(preview.viewers),
        "skipped": {skip.value: count for skip, count in preview.skipped.items()},
        "entries": [
            {
                "title": entry.title,
                "year": entry.year,
                "kind": entry.kind.value,
                "outcome": entry.outcome.value,
                "why": str(entry.why),
                "movies": [preview.movies[key].wire_id for key in entry.movies],
                "imports": [import_document(one) for one in entry.imports],
            }
            for entry in preview.entries
        ],
        "applied": applied
        and {
            "confirmed": len(applied.confirmed),
            "suggested": len(applied.suggested),
            "watchlist": len(applied.wanted),
            "refused": applied.refused,
            "own": applied.own,
            "unplaced": len(applied.unplaced),
        },
    }
