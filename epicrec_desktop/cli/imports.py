"""Movies of other services: import exports, write a table, place rows that name no known movie."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicrec_desktop.cli.labels import distinct_labels, find_movie, only_one, with_noun
from epicrec_desktop.console.options import FORCE, OneOf, action, new_file, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.export_records import WATCHED_SHARE, RecordKind
from epicrec_desktop.domain.json_documents import document, plain
from epicrec_desktop.domain.movies import CATEGORIES, split_year
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.import_preview import ImportEntry, ImportOutcome, ImportPreview, why
from epicrec_desktop.services.import_sentences import done, left_out

if TYPE_CHECKING:
    from epicrec_desktop.services.import_service import AppliedImport
    from epicrec_desktop.wiring import Services

_ROWS_SHOWN = 40
_HEADINGS = {
    ImportOutcome.FOUND: "Found",
    ImportOutcome.DOUBTFUL: "In doubt",
    ImportOutcome.WHICH: "Which one?",
    ImportOutcome.LOOKED_AT: f"You looked at these, or played less than {WATCHED_SHARE:.0%}: "
    "they come in as suggestions",
    ImportOutcome.REJECTED: "You rejected these before: they stay so",
    ImportOutcome.OWN: "Not in the catalog yet: they come in as your own",
    ImportOutcome.MISSING: "Not placed: they are kept (`epicrec library unplaced`)",
}
KINDS = {
    RecordKind.WATCHED: "watched",
    RecordKind.WATCHLIST: "watchlist",
    RecordKind.LOOKED_AT: "looked at",
}


@action(
    "import",
    "Import movies from exports of Letterboxd, IMDb, Trakt, Netflix, Prime Video, Disney+, "
    "Google Takeout, Plex, Jellyfin, Kodi, players, or from a table. Naming a file is consent.",
    option(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a table, a document, an archive, a folder",
    ),
    option("--preview", action="store_true", help="only show what would come in"),
    option(
        "--person",
        metavar="NAME",
        help="only what this person watched, of exports of several; whose library it goes to is "
        "said before: epicrec --person NAME library import",
    ),
    option(
        "--take",
        action="append",
        default=[],
        metavar="ID",
        help="also this movie, of those in doubt that --preview shows",
    ),
    person=False,  # it has a --person of its own
)
def import_exports(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Import movies from exports of other services, or only show what would be imported."""
    files = [file.expanduser() for file in options.files]
    preview = services.imports.preview(files, viewer=options.person, job=job)
    for name, reason in preview.problems:
        terminal.problem(f"{name}: {reason}")
    if not preview.files:
        terminal.document(_document(preview, None))
        return 1
    if options.person and preview.viewers and options.person not in preview.viewers:
        raise EpicRecError(
            "“{name}” watched nothing in these exports. Nothing was changed. There are: {names}.",
            name=options.person,
            names=", ".join(preview.viewers),
        )
    chosen, suggest = _chosen(preview, options.take)
    _print_preview(preview, terminal)
    applied = None
    if options.preview:
        terminal.say("Nothing was changed. Without --preview, what is found comes in.")
    else:
        applied = services.imports.apply(preview, chosen, suggest=suggest, job=job)
        if preview.unsure and not applied.changed:
            terminal.say("Nothing came in. Say whose movies these are: --person NAME")
        else:
            terminal.say_each(done(applied))
        if applied.unplaced:
            terminal.say("To place them: `epicrec library unplaced`.")
    terminal.document(_document(preview, applied))
    return 1 if preview.problems else 0


@action(
    "export",
    "Write the movies you watched as a table for Letterboxd.",
    option("file", type=Path, metavar="FILE.csv"),
    FORCE,
)
def export_table(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    """Write the movies watched as a table."""
    file = new_file(options)
    count = services.data.export_movies(file, replace=options.force)
    terminal.say(
        f"{with_noun(count, 'movie was', 'movies were')} written to {file}. Only you can read it."
    )
    terminal.document({"file": str(file), "films": count})


def _chosen(preview: ImportPreview, takes: Sequence[str]) -> tuple[dict[int, int], list[int]]:
    """Return movies by entry to import, and the doubtful entries to suggest."""
    chosen = preview.usual()
    for text in takes:
        found = [
            (place, key)
            for place in preview.places(
                ImportOutcome.DOUBTFUL, ImportOutcome.WHICH, ImportOutcome.LOOKED_AT
            )
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
    # Nobody said which of several viewers is meant, so nothing is suggested.
    if preview.unsure:
        return chosen, []
    doubtful = [i for i in preview.places(ImportOutcome.DOUBTFUL) if i not in chosen]
    return chosen, doubtful


def _print_preview(preview: ImportPreview, terminal: Terminal) -> None:
    for file in preview.files:
        found = with_noun(file.entries, "row")
        terminal.say(f"{file.name}: {file.service.label}, {found} of movies or pages")
    if len(preview.viewers) > 1:
        how = " Name one: --person" if preview.unsure else ""
        terminal.say(f"Movies of several people: {', '.join(preview.viewers)}.{how}")
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
    for one in preview.lists:
        terminal.say(f"List: {one.name}, {with_noun(len(one.rows), 'row')}")
    for skipped in left_out(preview):
        terminal.say(f"Left out: {skipped}")


def _row(preview: ImportPreview, entry: ImportEntry) -> tuple[str, ...]:
    label = f"{entry.title} ({entry.year})" if entry.year else entry.title
    movies = [preview.movies[key] for key in entry.movies[:4]]
    directors = [preview.directors.get(key, "") for key in entry.movies[:4]]
    named = zip(distinct_labels(movies, directors), movies, strict=True)
    choices = ", ".join(f"{label} [{movie.wire_id}]" for label, movie in named)
    return label, KINDS[entry.kind], str(entry.why), choices


def _document(preview: ImportPreview, applied: AppliedImport | None) -> dict[str, Any]:
    return {
        "files": [document(file, "name service rows=entries") for file in preview.files],
        "problems": [{"name": name, "why": str(why)} for name, why in preview.problems],
        **document(preview, "people=viewers skipped"),
        "lists": [{**document(one, "name note"), "rows": len(one.rows)} for one in preview.lists],
        "entries": [
            {
                **document(entry, "title year kind outcome why"),
                "movies": [preview.movies[key].wire_id for key in entry.movies],
                "imports": plain(entry.imports),
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
            "lists": len(applied.lists),
        },
    }


ANYWAY = (
    option(
        "--anyway",
        action="store_true",
        help="add a film that the catalog does not have, named “Title (year)”; it is in no release",
    ),
    option(
        "--category",
        action="append",
        default=[],
        choices=CATEGORIES,
        metavar="NAME",
        help="with --anyway: a category of it",
    ),
    option("--imdb", default="", metavar="ADDRESS", help="with --anyway: its address at IMDb"),
)
"""Of `library add`, for a movie that no catalog has."""


def add_anyway(services: Services, options: Namespace) -> list[int]:
    """Add movies that the catalog does not have and return their keys."""
    if options.imdb and len(options.movies) > 1:
        raise EpicRecError("An address at IMDb is of one film. Nothing was changed.")
    new = [split_year(text) for text in options.movies]
    unclear = next((t for t, (_, year) in zip(options.movies, new, strict=True) if not year), None)
    if unclear is not None:
        raise EpicRecError(
            "“{text}” has no year. Nothing was changed. Name the film as “Title (year)”.",
            text=unclear,
        )
    return [
        services.unlisted.add(title, year, options.category, options.imdb)
        for title, year in new
        if year is not None
    ]


@action(
    "place",
    "Say what a row that `library unplaced` shows is.",
    option("row", metavar="ROW", help="its number there, or its title"),
    OneOf(
        (
            option("movie", nargs="?", metavar="MOVIE", help="a film of the catalog"),
            option("--own", action="store_true", help="a film that the catalog does not have"),
            option("--drop", action="store_true", help="no film: forget the row"),
        )
    ),
    option("--year", type=int, help="with --own: the year of the film"),
)
def place(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    """Let a row stand for a movie, be one of its own, or forget it."""
    rows = services.unlisted.unplaced()
    wanted = options.row.casefold()
    named = [
        one for one in rows if wanted in (one.movie.title.casefold(), one.movie.label.casefold())
    ]
    if not named and options.row.isdecimal() and 1 <= int(options.row) <= len(rows):
        named = [rows[int(options.row) - 1]]
    chosen = only_one(
        named, options.row, "is no single row", "a number that `epicrec library unplaced` shows"
    )
    if options.drop:
        services.unlisted.drop(chosen.id)
    elif options.own:
        services.unlisted.keep(chosen.id, options.year)
    else:
        key, _ = find_movie(services, options.movie)
        services.unlisted.place(chosen.id, key)
    unplaced(services, options, terminal, job)


@action("unplaced", "Rows of imported exports that name no movie for certain.")
def unplaced(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    """Print the rows that name no movie for certain."""
    rows = services.unlisted.unplaced()
    if not rows:
        terminal.say("Every row of your imports has its film.")
    terminal.table(
        (
            f"{number}.",
            row.movie.label,
            KINDS[row.kind],
            str(why(row.reason)),
            ", ".join(str(one.source.label) for one in row.imports),
        )
        for number, row in enumerate(rows, start=1)
    )
    terminal.document(
        [
            {
                **document(row.movie, "title year"),
                "kind": row.kind.value,
                "why": str(why(row.reason)),
                "imports": plain(row.imports),
            }
            for row in rows
        ]
    )
