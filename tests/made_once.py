"""What every new base folder holds alike, made once in a process instead of in two thousand tests.

The real code makes it, from the real files; it is only not made again: the search over a catalog's
titles and traits, the chances of a release of a mechanism, and the database of a new folder.
Tests of these themselves call them where they are at home, which stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.files import create_file
from epicrec_desktop.matching import title_search
from epicrec_desktop.matching.title_search import SearchEntry, TitleSearch
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.learned import AskedQuestion, PublicHistories
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.services import film_search, release_worth
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.film_search import FilmSearch, shipped_traits
from epicrec_desktop.services.release_worth import WorthTable
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.database import Database, open_database
from epicrec_desktop.store.driver import PLAIN, Driver
from moments import NOW

_SEARCHES = 4  # kept at a time: that of the starter catalog, and of tests at work


@lru_cache(maxsize=_SEARCHES)
def _search(movies: tuple[SearchEntry, ...]) -> TitleSearch:
    return TitleSearch(list(movies))


def _without_repeats(
    simulate: Callable[..., WorthTable],
) -> Callable[..., WorthTable]:
    """Simulate each mechanism, catalog and levels once; the result is the same every time."""
    tables: dict[tuple[object, ...], WorthTable] = {}

    def simulated(
        mechanism: Mechanism,
        catalog: Catalog,
        choice: PrivacyChoice,
        histories: PublicHistories | None,
        asked: AskedQuestion | None = None,
    ) -> WorthTable:
        if histories is not None:
            return simulate(mechanism, catalog, choice, histories, asked)
        levels = tuple(choice.level(name) for name in catalog.categories)
        key = (mechanism, catalog.movies, catalog.categories, choice.overall, levels)
        if key not in tables:
            tables[key] = simulate(mechanism, catalog, choice, histories, asked)
        return tables[key]

    return simulated


@lru_cache(maxsize=_SEARCHES)
def _films(movies: tuple[Movie, ...]) -> FilmSearch:
    return FilmSearch(movies, shipped_traits())


class Made:
    """An unused database with the starter catalog, in a file that is copied."""

    def __init__(self, folder: Path) -> None:
        self._paths = Paths.under(folder)

    def open(self, path: Path, opened: Driver = PLAIN) -> Database:
        """Open a database; where there is none, a copy of the unused one is put there before."""
        if not path.exists():
            create_file(path, self._file().read_bytes())  # onto the disk, as a database is made
        return open_database(path, opened)

    def _file(self) -> Path:
        paths = self._paths
        if not paths.database.exists():
            paths.data.mkdir(parents=True, mode=0o700)
            context = ServiceContext(
                paths, Settings.load(paths.settings), open_database(paths.database), lambda: NOW
            )
            wiring._ensure_starter_catalog(context)
            context.database.close()
        return paths.database


def make_once(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Make things once from now on. `folder` is an empty one."""
    patch.setattr(title_search, "TitleSearch", lambda movies: _search(tuple(movies)))
    patch.setattr(film_search, "FilmSearch", lambda movies, _traits: _films(tuple(movies)))
    patch.setattr(release_worth, "simulate", _without_repeats(release_worth.simulate))
    patch.setattr(wiring, "open_database", Made(folder).open)
