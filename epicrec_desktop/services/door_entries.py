"""The closed list of what the door does, and nothing else: rows of the ledger and public fetches.

The bytes of a release or contribution are read from the database here, by the number of a row that
was committed; whoever asks for it passes none. Nothing but names, numbers and the key to an
encrypted library is taken from the other process.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from epicrec_desktop import process_environment
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.messages import N_, Message
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.door.process import Door, Entries, Entry, Library, start
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.autostart import start_command

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from epicrec_desktop.provider.remote import HttpProvider
    from epicrec_desktop.services.context import ServiceContext
    from epicrec_desktop.store.driver import Driver

# What the entries need is imported by the first that is asked for: the door starts with a program.

HOMES = {
    "IMDb": "https://www.imdb.com",
    "JustWatch": "https://www.justwatch.com",
    "TMDB": "https://www.themoviedb.org",
}
"""Sites with pages of movies, or of a key for them, which alone are opened."""

_PAGE = re.compile(r"[a-z.]{0,40}")
_OPEN_S = 5.0
_NOT_ON_RECORD = N_("This is not on record, so nothing was sent.")


def start_door() -> Door:
    """Start the door of this program."""
    from epicrec_desktop.services.child_process import without_main  # noqa: PLC0415

    return start(entries, without_main())


@dataclass(frozen=True)
class _Reader:
    """A library that the other process has open: it is read, and neither changed nor migrated."""

    path: Path
    driver: Driver

    @contextmanager
    def read(self) -> Iterator[Connection]:
        from epicrec_desktop.store.database_opening import read_other  # noqa: PLC0415

        with read_other(self.path, self.driver) as session:
            yield session


def _prepare(library: Library, *, job: Job) -> None:
    """Import what a provider needs, while a command that will ask one is starting."""
    for name in ("provider.remote", "services.providers", "store.database_opening"):
        importlib.import_module(f"epicrec_desktop.{name}")


def _context(library: Library) -> ServiceContext:
    from epicrec_desktop.services.context import ServiceContext  # noqa: PLC0415
    from epicrec_desktop.settings import Settings  # noqa: PLC0415
    from epicrec_desktop.store.database import Database  # noqa: PLC0415
    from epicrec_desktop.store.driver import Driver  # noqa: PLC0415

    paths, key = _paths(library), library[3]
    reader = _Reader(paths.database, Driver(bytes.fromhex(key) if key else None))
    return ServiceContext(paths, Settings.load(paths.settings), cast("Database", reader))


def _paths(library: Library) -> Paths:
    data, cache, state, _ = library
    return Paths(Path(data), Path(cache), Path(state))


def _provider(library: Library, name: str, address: str) -> HttpProvider:
    from epicrec_desktop.services.contacts import ContactService  # noqa: PLC0415
    from epicrec_desktop.services.providers import ProviderService  # noqa: PLC0415

    def no_models() -> None:
        """Nothing is ranked here."""

    context = _context(library)
    providers = ProviderService(context, no_models, ContactService(context))  # type: ignore[arg-type]
    return providers.elsewhere(name, address)


def _release(library: Library, row: int, *, job: Job) -> bytes:
    from epicrec_desktop.provider.base import check_release  # noqa: PLC0415
    from epicrec_desktop.store.ledger import LedgerRepository  # noqa: PLC0415

    with _context(library).database.read() as session:
        try:
            release = LedgerRepository(session).committed(row)
        except LookupError:
            raise ProviderError(_NOT_ON_RECORD) from None
    check_release(release, release.provider)
    provider = _provider(library, release.provider, release.receiver)
    return provider.post(release, job.cancelled)


def _contribution(
    library: Library, period: str, receiver: str, withdraws: bool, *, job: Job
) -> None:
    from epicrec_desktop.store.contributions import ContributionRepository  # noqa: PLC0415

    with _context(library).database.read() as session:
        given = ContributionRepository(session).committed()
    mine = [one for one in given if (one.period, one.receiver) == (period, receiver)]
    if not mine:
        raise ProviderError(_NOT_ON_RECORD)
    (committed,) = mine
    provider = _provider(library, committed.provider, receiver)
    provider.contribute(committed, withdraws=withdraws, cancelled=job.cancelled)


def _published(library: Library, name: str, address: str, *, job: Job) -> Message:
    return _provider(library, name, address).fetch(_context(library).now(), job=job)


def _personas(library: Library, name: str, address: str, *, job: Job) -> bool:
    from epicrec_desktop.recommend.personas import load_personas  # noqa: PLC0415

    provider, now = _provider(library, name, address), _context(library).now()
    return provider.personas.ask(now, load_personas(), job)


def _update(library: Library, *, job: Job) -> bytes:
    from epicrec_desktop.services import update_check  # noqa: PLC0415

    source = update_check.update_source()
    added = _context(library).certificates()
    return update_check.fetch_announcement(source, added, job.cancelled)


def _stored(fetch: str) -> Callable[..., None]:
    """Return an entry that stores what a method of `PublicFetches` brings, and answers nothing."""

    def act(library: Library, *parameters: object, job: Job) -> None:
        from epicrec_desktop.services.public_fetches import PublicFetches  # noqa: PLC0415

        getattr(PublicFetches(_context(library)), fetch)(*parameters, job)

    return act


def _link(library: Library, address: str, *, job: Job) -> bool:
    """Open the page of a movie in the browser, which would have no network as the window's child.

    Return whether there is a browser.
    """
    opener = shutil.which("xdg-open") or shutil.which(os.environ.get("BROWSER", ""))
    if opener is None or not address.startswith(tuple(f"{home}/" for home in HOMES.values())):
        return False
    nothing = subprocess.DEVNULL
    with process_environment.for_other_programs():
        opening = subprocess.Popen(  # noqa: S603 - the system's program, with an address of ours
            [opener, address], stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
    try:
        return opening.wait(_OPEN_S) == 0
    except subprocess.TimeoutExpired:
        return True  # it stays with its browser


def _restart(library: Library, page: str, *, job: Job) -> bool:
    """Start the program again, which would have no network as the window's child."""
    if sys.platform == "win32" or not _PAGE.fullmatch(page):
        return False
    command = [*start_command(_paths(library)), *(["--page", page] if page else [])]
    with process_environment.for_other_programs():  # it sets what it needs itself
        try:
            os.posix_spawn(command[0], command, os.environ)  # nobody waits for it
        except OSError:
            return False
    return True


def entries() -> Entries:
    """Return the list."""
    return {
        "prepare": Entry(_prepare),
        "release": Entry(_release, (int,)),
        "contribution": Entry(_contribution, (str, str, bool)),
        "published": Entry(_published, (str, str)),
        "personas": Entry(_personas, (str, str)),
        "update": Entry(_update),
        "archive": Entry(_stored("archive"), (str,)),
        "wikidata": Entry(_stored("wikidata"), (list,)),
        "films-of-year": Entry(_stored("films_of_year"), (int, list)),
        "tmdb": Entry(_stored("tmdb"), (str,)),
        "link": Entry(_link, (str,), after_upgrade=True),
        "restart": Entry(_restart, (str,), after_upgrade=True),
    }
