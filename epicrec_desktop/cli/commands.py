"""Which function does which command."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from epicrec_desktop import faults
from epicrec_desktop.cli import (
    audit,
    backup,
    experiments,
    films,
    journey,
    library,
    manage,
    publishing,
    service,
    tools,
    updates,
)
from epicrec_desktop.cli.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError, StoreError
from epicrec_desktop.domain.tasks import IsCancelled
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.erasing import close_log
from epicrec_desktop.wiring import Services, build

_WITH_SERVICES: dict[str, Callable[[Services, argparse.Namespace, Terminal, IsCancelled], int]] = {
    "run": journey.run,
    "scan": journey.scan,
    "preview": journey.preview,
    "release": journey.release,
    "recommend": journey.recommend,
    "browsers": manage.browsers,
    "library": library.library,
    "watchlist": films.watchlist,
    "catalog": manage.catalog,
    "train": lambda *given: (
        publishing.publish if publishing.is_for_service(given[1]) else manage.train
    )(*given),
    "privacy": manage.privacy,
    "providers": manage.providers,
    "ledger": manage.ledger,
    "activity": manage.activity,
    "update": updates.update,
    "export": backup.export,
    "import": backup.bring_back,
    "erase": manage.erase,
    "serve": service.serve,
}
_WITHOUT: dict[str, Callable[[argparse.Namespace, Terminal, IsCancelled], int]] = {
    "match": tools.match,
    "evaluate": experiments.evaluate,
    "audit": audit.audit,
    "bench": tools.bench,
    "completion": tools.completion,
    "selfcheck": tools.selfcheck,
}


def run(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    """Do the command; returns the exit code. Raises `EpicRecError`."""
    if options.command in _WITHOUT:
        return _WITHOUT[options.command](options, terminal, cancelled)
    if options.command == "serve" and service.is_configured(options):
        return service.serve_published(options, terminal, cancelled)
    with _paths(options) as paths:
        if options.command == "service":
            return service.service(paths, options, terminal)
        try:
            with _services(paths) as services:
                return _WITH_SERVICES[options.command](services, options, terminal, cancelled)
        except StoreError:
            if options.command != "erase":
                raise
            return manage.erase_unopened(paths, options, terminal)


@contextmanager
def _paths(options: argparse.Namespace) -> Iterator[Paths]:
    """Where things are kept. The sample does not mix with the person's own data by itself."""
    if options.base_dir is not None:
        yield Paths.under(options.base_dir)
    elif getattr(options, "sample", False):
        # Invented data: where a virus scanner has a file open it stays, and the command succeeded.
        with tempfile.TemporaryDirectory(
            prefix="epicrec-sample-", ignore_cleanup_errors=True
        ) as folder:
            try:
                yield Paths.under(Path(folder))
            finally:
                close_log()  # Windows removes no file that is open
    else:
        yield Paths.default()


@contextmanager
def _services(paths: Paths) -> Iterator[Services]:
    try:
        services = build(paths)
    except OSError as error:
        said = faults.sentence(error)
        if said == faults.FULL:
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
