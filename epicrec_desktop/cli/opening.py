"""Open what a command needs: the folders of the user, and the services over them."""

from __future__ import annotations

import tempfile
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from epicrec_desktop import system_errors
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.paths import Paths

if TYPE_CHECKING:
    from epicrec_desktop.door.process import Door
    from epicrec_desktop.store.driver import Driver
    from epicrec_desktop.wiring import Services

# Services take a second to import, so the functions here import them.


@contextmanager
def open_paths(options: Namespace, terminal: Terminal) -> Iterator[Paths]:
    """Yield the folders of the user. The sample history gets temporary ones, unless named."""
    if options.base_dir is not None:
        yield _user_paths(Paths.under(options.base_dir), options, terminal)
    elif getattr(options, "sample", False) and options.who is None:
        from epicrec_desktop.services.erasing import close_log  # noqa: PLC0415

        # The data is made up: a file that a virus scanner holds open may stay.
        with tempfile.TemporaryDirectory(
            prefix="epicrec-sample-", ignore_cleanup_errors=True
        ) as folder:
            try:
                yield Paths.under(Path(folder))
            finally:
                close_log()  # Windows removes no file that is open
    else:
        yield _user_paths(Paths.default(), options, terminal)


def _user_paths(first: Paths, options: Namespace, terminal: Terminal) -> Paths:
    """Return the folders of the user who is meant, of several in one computer account."""
    if options.who is None and not first.users.is_dir():
        return first
    from epicrec_desktop.cli.local_users import select_user  # noqa: PLC0415

    return select_user(first, options, terminal)


def _folder_of(error: OSError, paths: Paths) -> Path:
    """Return which of the user's folders an error is about."""
    file = error.filename if isinstance(error.filename, str) else ""
    folders = (paths.cache, paths.state, paths.data)
    return next((folder for folder in folders if Path(file).is_relative_to(folder)), paths.data)


@contextmanager
def open_services(
    paths: Paths, terminal: Terminal | None, opened: Driver | None = None, door: Door | None = None
) -> Iterator[Services]:
    """Yield the services of a user, and close them afterwards.

    A passphrase is asked for at `terminal`, unless the library was `opened` before; without
    either, a locked library raises `StoreError`.
    """
    from epicrec_desktop.cli.protect import unlock_library  # noqa: PLC0415
    from epicrec_desktop.wiring import build  # noqa: PLC0415

    try:
        services = build(paths, opened or unlock_library(paths, terminal), door=door)
    except OSError as error:
        sentence = system_errors.sentence(error)
        if sentence not in (None, system_errors.NOT_ALLOWED, system_errors.MOVED):
            raise EpicRecError(sentence) from None
        raise EpicRecError(
            "The folder {folder} cannot be used ({reason}). Nothing was changed. "
            "Choose another one with --base-dir.",
            folder=_folder_of(error, paths),
            reason=system_errors.reason_of(error),
        ) from None
    try:
        if terminal is not None:
            # A catalog that ships is merged again where it is damaged.
            missing = services.context.database.missing()
            library = missing.sentence(command=True) if missing is not None else None
            for damage in (library, services.settings.damage_sentence, services.mend_catalog()):
                if damage is not None:
                    terminal.problem(str(damage))
        yield services
    finally:
        services.close()
