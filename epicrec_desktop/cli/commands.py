"""Which function does which command. A command's modules are loaded when it is run."""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicrec_desktop import system_errors
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError, StoreError
from epicrec_desktop.domain.progress import IsCancelled
from epicrec_desktop.paths import Paths

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services

WITH_SERVICES = {
    "run": "pipeline.run",
    "scan": "pipeline.scan",
    "preview": "pipeline.preview",
    "release": "pipeline.release",
    "recommend": "pipeline.recommend",
    "browsers": "manage.browsers",
    "library": "library.library",
    "watchlist": "films.watchlist",
    "catalog": "manage.catalog",
    "train": "manage.train",
    "train --publish": "publishing.publish",
    "privacy": "manage.privacy",
    "providers": "providers.providers",
    "ledger": "manage.ledger",
    "activity": "manage.activity",
    "contribute": "contribute.contribute",
    "update": "installation.update",
    "export": "user_data.export",
    "import": "user_data.restore",
    "erase": "manage.erase",
    "serve": "service.serve",
}
"""Functions of this package that take the person's services, options, terminal, and whether
somebody cancelled."""

WITH_FOLDERS = {
    "people": "local_users.people",
    "service": "service.service",
    "erase --everybody": "local_users.erase_all_users",
}
"""The same for those that need to know where things are kept, and open nothing."""

WITHOUT = {
    "match": "tools.match",
    "evaluate": "experiments.evaluate",
    "audit": "audit.audit",
    "bench": "tools.bench",
    "completion": "tools.completion",
    "selfcheck": "tools.selfcheck",
    "serve --config": "service.serve_published",
}
"""The same for those that need nobody's services."""


def function(place: str) -> Callable[..., Any]:
    """A function of this package: "pipeline.run"."""
    module, _, name = place.partition(".")
    found: Callable[..., Any] = getattr(import_module(f"{__package__}.{module}"), name)
    return found


def run(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    """Do the command; returns the exit code. Raises `EpicRecError`."""
    command = _command(options)
    if command in WITHOUT:
        return int(function(WITHOUT[command])(options, terminal, cancelled))
    with _paths(options, terminal) as paths:
        if command in WITH_FOLDERS:
            return int(function(WITH_FOLDERS[command])(paths, options, terminal))
        if command == "protect":
            return int(function("protect.protect")(paths, options, terminal, cancelled))
        try:
            # What is erased need not be unlocked before.
            ask = terminal if command != "erase" else None
            with _services(paths, ask) as services:
                does = function(WITH_SERVICES[command])
                return int(does(services, options, terminal, cancelled))
        except StoreError:
            if command != "erase":
                raise
            return int(function("manage.erase_unopened")(paths, options, terminal))


def _command(options: argparse.Namespace) -> str:
    """The command, with the option that makes another of it."""
    if options.command == "serve" and is_configured(options):
        return "serve --config"
    if options.command == "train" and (options.publish or options.engine != "here"):
        return "train --publish"
    if options.command == "erase" and options.everybody:
        return "erase --everybody"
    return str(options.command)


def is_configured(options: argparse.Namespace) -> bool:
    """Whether a service of its own is meant, not this person's."""
    return options.config is not None or "EPICREC_SERVE_SERVICE_FOLDER" in os.environ


@contextmanager
def _paths(options: argparse.Namespace, terminal: Terminal) -> Iterator[Paths]:
    """Where things are kept. The sample does not mix with the person's own data by itself."""
    if options.base_dir is not None:
        yield _whose(Paths.under(options.base_dir), options, terminal)
    elif getattr(options, "sample", False) and options.who is None:
        from epicrec_desktop.services.erasing import close_log  # noqa: PLC0415

        # Invented data: where a virus scanner has a file open it stays, and the command succeeded.
        with tempfile.TemporaryDirectory(
            prefix="epicrec-sample-", ignore_cleanup_errors=True
        ) as folder:
            try:
                yield Paths.under(Path(folder))
            finally:
                close_log()  # Windows removes no file that is open
    else:
        yield _whose(Paths.default(), options, terminal)


def _whose(first: Paths, options: argparse.Namespace, terminal: Terminal) -> Paths:
    """The folders of the person who is meant, of several in one computer account."""
    if options.who is None and not first.users.is_dir():
        return first
    found: Paths = function("local_users.select_user")(first, options, terminal)
    return found


@contextmanager
def _services(paths: Paths, ask: Terminal | None) -> Iterator[Services]:
    # They take a second to load.
    from epicrec_desktop.cli import protect  # noqa: PLC0415
    from epicrec_desktop.wiring import build  # noqa: PLC0415

    try:
        services = build(paths, protect.unlock_library(paths, ask))
    except OSError as error:
        said = system_errors.sentence(error)
        if said == system_errors.FULL:
            raise EpicRecError(said) from None
        raise EpicRecError(
            "The folder {folder} cannot be used ({reason}). Nothing was changed. "
            "Choose another one with --base-dir.",
            folder=paths.data,
            reason=error.strerror or type(error).__name__,
        ) from None
    try:
        yield services
    finally:
        services.close()
