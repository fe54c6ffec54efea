"""The catalog of movies: imported, trained on, and matched against."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from epicrec_desktop.catalog.movie_facts import Coverage, coverage
from epicrec_desktop.catalog.starter import add_starter_titles, load_starter
from epicrec_desktop.cli.labels import model_name
from epicrec_desktop.console.options import Actions, action, command, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.plain_text import escaped_json
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.matching.matcher import Matcher, match_rows
from epicrec_desktop.services.catalog_info import DOWNLOADS, CatalogInfo
from epicrec_desktop.services.unlisted import known_now
from epicrec_desktop.wiring import Services


@action("info", "What there is.")
def _info(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    _print_catalog(services, services.catalogs.info(), terminal, coverage())


@action(
    "import",
    "Import a catalog.",
    option(
        "source",
        metavar="FILE|movielens|movielens-latest|movietweetings|wikidata|tmdb",
        help="a folder or archive of MovieLens or MovieTweetings, or a name",
    ),
)
def _import(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    name, source = options.source.casefold(), Path(options.source).expanduser()
    if name in DOWNLOADS:
        _print_catalog(services, services.catalogs.download(name, job=job), terminal)
        return
    if not source.exists():
        raise EpicRecError(
            "There is no file or folder at {source}. Nothing was changed. Give the path of a "
            "MovieLens folder or archive, or one of {names}.",
            source=source,
            names=", ".join(DOWNLOADS),
        )
    _print_catalog(services, services.catalogs.import_path(source, job=job), terminal)


@action(
    "update",
    "Fetch the films and series of this year from Wikidata.",
    option(
        "--since", type=int, metavar="YEAR", help="the first year to ask for; last year by default"
    ),
)
def _update(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    _print_catalog(services, services.catalogs.update(since=options.since, job=job), terminal)


catalog = Actions(_info, _import, _update)


@command()
def train(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Train the recommendation model on the imported ratings; keep the better one."""
    result = services.catalogs.train(job=job)
    kept = "It is in use now." if result.replaced else "The earlier model was better and is kept."
    terminal.say(
        f"A model was trained on the ratings of {result.users} people. On {result.held_out} others "
        f"its recommendations reach an NDCG@10 of {result.ndcg10:.3f} (1 would be perfect). {kept}"
    )
    terminal.document(document(result, "model=model_id users held_out ndcg10 recall20 replaced"))
    return 0


def _print_catalog(
    services: Services, info: CatalogInfo, terminal: Terminal, facts: Coverage | None = None
) -> None:
    kind = services.models.current(services.context.catalog().catalog).kind
    terminal.table(
        [
            ("Catalog", info.name),
            ("Checksum", info.version),
            ("Movies", f"{info.movies} ({info.with_imdb_id} with an IMDb id)"),
            ("Ratings", f"{info.ratings} by {info.users} people"),
            ("Model", model_name(kind)),
            ("Question", info.question),
        ]
    )
    for name, shares in (facts or {}).items():
        known = ", ".join(f"{share:.0%} {fact}" for fact, share in shares.items())
        terminal.say(f"Known of films ({name.replace('_', ' ')}): {known}")
    terminal.say_each(info.notes)
    if info.known_now:
        terminal.say(known_now(info.known_now))
    found = document(info, "name version movies with_imdb_id ratings users question known_now")
    found["model"] = kind
    terminal.document(found if facts is None else {**found, "facts": facts})


def _catalog_to_match(folder: Path | None, job: Job) -> Catalog:
    if folder is None:
        return load_starter()
    from epicrec_desktop.services.source_reader import read_confined  # noqa: PLC0415 - brings NumPy

    return add_starter_titles(read_confined(folder, job=job).catalog)


@command(
    option(
        "--catalog", type=Path, metavar="DIR", help="a MovieLens folder; else the starter catalog"
    ),
    option("--rows", type=Path, required=True, metavar="FILE"),
)
def match(options: Namespace, terminal: Terminal, job: Job) -> int:
    """Match rows of history: read JSON lines, write one JSON line per row, in order."""
    matcher = Matcher(_catalog_to_match(options.catalog, job))
    for row in match_rows(matcher, _lines(options.rows)):
        print(escaped_json(json.dumps(row, ensure_ascii=False)))
    return 0


def _lines(file: Path) -> Iterator[str]:
    """Yield the lines of a file. Raises `EpicRecError` for one that cannot be read."""
    try:
        with file.open(encoding="utf-8") as lines:
            yield from lines
    except (OSError, UnicodeDecodeError) as error:
        raise EpicRecError(
            "The rows in {file} cannot be read ({kind}). "
            "Give a file with one JSON object {url, title} a line.",
            file=file,
            kind=type(error).__name__,
        ) from None
