"""Commands for whoever runs a recommendation service."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from epicrec_desktop.cli.commands import is_configured
from epicrec_desktop.cli.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import IsCancelled
from epicrec_desktop.paths import Paths

if TYPE_CHECKING:
    from epicrec_desktop.server.settings import ServerConfig
    from epicrec_desktop.wiring import Services

# The service belongs to an extra, so it is imported where it is needed; and a service that starts
# needs nothing of the program that a person has.


def serve(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Run the reference service on this person's own catalog and model until interrupted."""
    from epicrec_desktop.cli.words import model_name  # noqa: PLC0415
    from epicrec_desktop.server.publications import (  # noqa: PLC0415
        Publication,
        Publications,
    )
    from epicrec_desktop.services.local_models import LocalModels  # noqa: PLC0415

    settings = settings_of(options, services.paths)
    stored = services.context.catalog()
    models = LocalModels(services.context)
    model = models.current(stored.catalog)
    aware = models.aware_scorer(model, stored.catalog)
    about = dict(model.training)
    publication = Publication(stored.catalog, model, aware, about)
    Publications(settings.service.publications).publish(publication)
    shared = "model shared" if settings.service.share_model else "model not shared"
    terminal.say(f"{len(stored.catalog.movies)} movies, {model_name(model.kind)}, {shared}")
    return _run(settings, terminal)


def serve_published(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    """Run the service as its configuration says, on what was published, until terminated."""
    from epicrec_desktop.server.records import log_to_stderr  # noqa: PLC0415

    settings = settings_of(options, None)
    log_to_stderr(settings.log)
    return _run(settings, terminal)


def settings_of(options: argparse.Namespace, paths: Paths | None) -> ServerConfig:
    """The settings of configuration and environment; options have the last word.

    `paths`: whose folder it is where neither says so. Raises `EpicRecError`.
    """
    from epicrec_desktop.server.database import sqlite_address  # noqa: PLC0415
    from epicrec_desktop.server.settings import load_config  # noqa: PLC0415

    settings = load_config(options.config)
    place = settings.service
    if paths is not None and not is_configured(options):
        database = place.database or sqlite_address(paths.data / "service.sqlite3")
        place = replace(place, folder=paths.data / "service", database=database)
    if getattr(options, "database", None):
        place = replace(place, database=options.database)
    if getattr(options, "no_model", False):
        place = replace(place, share_model=False)
    names = ("host", "port", "workers", "tls_cert", "tls_key")
    given = {n: getattr(options, n) for n in names if getattr(options, n, None) is not None}
    return replace(settings, service=place, listen=replace(settings.listen, **given))


def check_publishes(settings: ServerConfig) -> None:
    """Raise `EpicRecError` where models are fetched from elsewhere: then they change there."""
    if settings.service.is_mirror:
        raise EpicRecError(
            "This service fetches its models from an address; nothing was changed. "
            "Publish and roll back where they are published."
        )


def _run(settings: ServerConfig, terminal: Terminal) -> int:
    from epicrec_desktop.server.run import serve as run_service  # noqa: PLC0415

    def ready(address: str) -> None:
        terminal.say(f"Serving at {address} (Ctrl+C ends it)")
        terminal.document({"address": address})

    run_service(settings, on_ready=ready)
    return 0


def service(paths: Paths, options: argparse.Namespace, terminal: Terminal) -> int:
    """Look after a service: its models, its keys, its backups."""
    return _ACTIONS[options.action](settings_of(options, paths), options, terminal)


def _status(settings: ServerConfig, options: argparse.Namespace, terminal: Terminal) -> int:
    from epicrec_desktop.server.publications import Publications  # noqa: PLC0415
    from epicrec_desktop.server.storage import Storage  # noqa: PLC0415

    used = Publications(settings.service.publications).active_publication()
    storage = Storage(settings.service.database_address)
    try:
        sums = storage.sums()
    finally:
        storage.close()
    told = [(s.movies, s.epsilon, s.tally.number) for s in sums]
    terminal.say("No model was published yet." if used is None else f"In use: {used.name}")
    for name in used.before if used is not None else ():
        terminal.say(f"Before: {name}")
    for movies, epsilon, number in told:
        terminal.say(f"Contributions: {number:,} to the list {movies} at ε = {epsilon}")
    terminal.document(
        {
            "in_use": None if used is None else used.name,
            "before": [] if used is None else list(used.before),
            "contributions": [{"list": m, "epsilon": str(e), "number": n} for m, e, n in told],
        }
    )
    return 0


def _rollback(settings: ServerConfig, options: argparse.Namespace, terminal: Terminal) -> int:
    from epicrec_desktop.server.publications import Publications  # noqa: PLC0415

    check_publishes(settings)
    name = Publications(settings.service.publications).roll_back()
    terminal.say(f"In use again: {name}. Workers take it up within a second.")
    terminal.document({"in_use": name})
    return 0


def _key(settings: ServerConfig, options: argparse.Namespace, terminal: Terminal) -> int:
    from epicrec_desktop.server.keys import add_key, read_keys, remove_key  # noqa: PLC0415

    file = settings.service.keys
    if options.what == "add":
        key = add_key(file, options.name)
        terminal.say(f"The key of {options.name}, shown this once:")
        terminal.say(key)
        terminal.document({"name": options.name, "key": key})
    elif options.what == "remove":
        remove_key(file, options.name)
        terminal.say(f"The key of {options.name} is refused from now on.")
        terminal.document({"removed": options.name})
    else:
        names = sorted(read_keys(file).hashes)
        terminal.table([(name,) for name in names])
        terminal.document({"names": names})
    return 0


def _backup(settings: ServerConfig, options: argparse.Namespace, terminal: Terminal) -> int:
    from epicrec_desktop.server.backups import write_backup  # noqa: PLC0415

    whole = write_backup(settings.service, options.file.expanduser().absolute())
    terminal.say("The backup is written." if whole else _WITHOUT_DATABASE)
    terminal.document({"file": str(options.file), "database": whole})
    return 0


def _restore(settings: ServerConfig, options: argparse.Namespace, terminal: Terminal) -> int:
    from epicrec_desktop.server.backups import restore  # noqa: PLC0415

    whole = restore(settings.service, options.file.expanduser().absolute())
    terminal.say("The service's folder is restored." if whole else _WITHOUT_DATABASE)
    terminal.document({"folder": str(settings.service.folder), "database": whole})
    return 0


_WITHOUT_DATABASE = "Models and keys are done. PostgreSQL's part is for pg_dump and pg_restore."
_ACTIONS: dict[str, Callable[[ServerConfig, argparse.Namespace, Terminal], int]] = {
    "status": _status,
    "rollback": _rollback,
    "key": _key,
    "backup": _backup,
    "restore": _restore,
}
