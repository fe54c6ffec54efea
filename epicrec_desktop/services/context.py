"""What every use case works with: the database, the paths, the clock, and the catalog in use."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sqlalchemy import Connection

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.paths import Paths
from epicrec_desktop.provider.address import on_network
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.catalog import CatalogRepository, StoredCatalog
from epicrec_desktop.store.catalog_sum import damaged_sources, store_sum
from epicrec_desktop.store.choices import ProviderRepository
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.stored_catalog import copy_known_pages

if TYPE_CHECKING:
    from epicrec_desktop.door.process import Door
    from epicrec_desktop.services.recommendations import RecommendResult

Made = TypeVar("Made")


def utc_now() -> datetime:
    """Return the current time, aware, in UTC."""
    return datetime.now(UTC)


@dataclass
class ServiceContext:
    """One person's data, opened. Shared by the services and safe to use from several threads."""

    paths: Paths
    settings: Settings
    database: Database
    now: Callable[[], datetime] = utc_now
    known_now: int = 0  # movies of the library that a new starter catalog has, and none had before
    last_result: RecommendResult | None = None  # of the last request since the program started
    door: Door | None = None  # None: this process makes its requests itself
    _catalog: StoredCatalog | None = None
    _catalog_state: tuple[object, ...] = ()
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def movies(self, session: Connection, keys: Iterable[int]) -> dict[int, Movie]:
        """Return movies by local key; from memory where the catalog in use is loaded already."""
        return CatalogRepository(session).movies(keys, self._catalog)

    def catalog(self) -> StoredCatalog:
        """Return the catalog in use, read again when its version or the language changes."""
        with self._lock:
            state = (self.database.title_language, *self.database.state())
            known = self._catalog
            if known is not None and state == self._catalog_state:
                return known
            with self.database.read() as session:
                repository = CatalogRepository(session)
                if (
                    known is None
                    or known.language != self.database.title_language
                    or known.catalog.version != repository.version()
                ):
                    self._catalog = known = repository.load()
            self._catalog_state = state
            return known

    def forget_catalog(self) -> None:
        """Read the catalog again when it is asked for."""
        with self._lock:
            self._catalog = None

    def catalog_damaged(self) -> bool:
        """Return whether the disk changed the public catalog since it was merged."""
        with self.database.read() as session:
            damaged = damaged_sources(session)
        if damaged is None:  # a library of an older version
            with suppress(StoreError), self.database.write() as session:
                store_sum(session)
        return bool(damaged)

    def public_cache(self, name: str) -> Path | None:
        """Return the file of this name in the cache, for what is made of public data.

        None where the library is encrypted: it leaves no list of its catalog behind.
        """
        return self.paths.cache / name if self.database.driver.key is None else None

    def ask_door(self, entry: str, parameters: Sequence[Any], job: Job) -> Any:
        """Have an entry of the door's list done for this library (`services/door_entries.py`)."""
        assert self.door is not None
        from epicrec_desktop.door.process import library_of  # noqa: PLC0415 - with a door

        library = library_of(self.paths, self.database.driver.key)
        return self.door.ask(entry, parameters, library, job=job)

    def has_network_provider(self) -> bool:
        """Return whether the user added a provider that is asked over the network."""
        with self.database.read() as session:
            return any(on_network(row.address) for row in ProviderRepository(session).all())

    def known_pages(self) -> bytes:
        """Return what the library says of pages, for the process of a reader."""
        return copy_known_pages(self.paths.database, self.database.driver)

    def certificates(self) -> list[Path]:
        """Return the certificates that the user added, for what is public.

        A provider's own are enough for it: no other may stand in for it. One that is gone since
        is left out.
        """
        with self.database.read() as session:
            added = {row.certificate for row in ProviderRepository(session).all()}
        return sorted(file for file in added if file is not None and file.is_file())

    def show_titles_in(self, language: str) -> None:
        """Give movies their titles in this language, a code, from the next read on."""
        self.database.title_language = "" if language == "en" else language


class OfCatalog(Generic[Made]):
    """What follows from the catalog in use: made when asked for, and again for another catalog.

    Safe to use from several threads.
    """

    def __init__(self, context: ServiceContext, make: Callable[[StoredCatalog], Made]) -> None:
        self._context, self._make = context, make
        self._lock = threading.Lock()
        self._made: tuple[StoredCatalog, Made] | None = None

    def get(self) -> tuple[StoredCatalog, Made]:
        """Return the catalog, and what was made of it."""
        stored = self._context.catalog()
        with self._lock:
            if self._made is None or self._made[0] is not stored:
                self._made = None  # two at a time would take twice the memory
                self._made = stored, self._make(stored)
            return self._made
