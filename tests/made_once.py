"""What every new base folder holds alike, made once in a process instead of in two thousand tests.

The real code makes it, from the real files; it is only not made again: the catalog of the same
rows, the indexes, questions and models over it, the chances of a release of a mechanism, the
database of a new folder, and the SQL of a statement.
Tests of these themselves call them where they are at home, which stays as it is.
"""

import sqlite3
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from epicrec_desktop import wiring
from epicrec_desktop.catalog.movie_facts import model_traits
from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.records import Record
from epicrec_desktop.files import create_file
from epicrec_desktop.matching import export_records, matcher, title_search
from epicrec_desktop.matching.title_index import TitleIndex
from epicrec_desktop.matching.title_search import SearchEntry, TitleSearch
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.provider import remote
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.services import local_models, release_worth, stored_search
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.movie_search import MovieSearch
from epicrec_desktop.services.stored_search import shipped_traits
from epicrec_desktop.settings import Settings
from epicrec_desktop.store import catalog as stored_catalogs
from epicrec_desktop.store import database, stored_catalog
from epicrec_desktop.store.database import Database, start_copy
from epicrec_desktop.store.database_opening import open_database
from epicrec_desktop.store.driver import PLAIN, Driver
from epicrec_desktop.store.movie_rows import CatalogSourceRow, CategoryRow, MovieRow
from epicrec_desktop.store.records import table
from epicrec_desktop.store.stored_catalog import Execute, StoredCatalog
from moments import NOW

T = TypeVar("T")
_CATALOGS = 4  # kept at a time: the starter catalog, and those of tests at work


def _as_text(record: type[Record]) -> str:
    """Return a query for all rows of a table as one value: SQLite makes JSON of them fastest.

    It fails on bytes in a column of texts, as a damaged row may have them.
    """
    columns = ", ".join(table(record).columns.keys())
    rows = f"group_concat(json_array({columns}))"
    return f"SELECT CAST({rows} AS BLOB) FROM {table(record).name}"


_CATALOG_TABLES = [
    *map(_as_text, (MovieRow, CategoryRow, CatalogSourceRow)),
    "SELECT group_concat(movie_id * 64 + category_id) FROM movie_categories",
]
"""Everything that a catalog is read from; a category's number is far below 64."""


def _once_a_catalog(make: Callable[..., T]) -> Callable[..., T]:
    """Call `make(key, …)` once for each key, of which the last few are kept."""
    made: dict[object, T] = {}

    def get(key: object, *arguments: object) -> T:
        if key not in made:
            while len(made) >= _CATALOGS:
                made.pop(next(iter(made)), None)
            made[key] = make(*arguments)
        return made[key]

    return get


def _read_once(
    read_catalog: Callable[[Execute, str], StoredCatalog],
) -> Callable[[Execute, str], StoredCatalog]:
    """Return the same catalog for the same rows and language."""
    get = _once_a_catalog(read_catalog)

    def read(execute: Execute, language: str = "") -> StoredCatalog:
        try:
            tables = [next(iter(execute(table)))[0] for table in _CATALOG_TABLES]
        except (sqlite3.Error, DBAPIError):
            return read_catalog(execute, language)
        return get((language, *tables), execute, language)

    return read


def _ask_once(of: Callable[..., AskedQuestion]) -> Callable[..., AskedQuestion]:
    get = _once_a_catalog(of)
    return lambda question, movies: get((question.digest, tuple(movies)), question, movies)


@lru_cache(maxsize=_CATALOGS)
def _search(movies: tuple[SearchEntry, ...]) -> TitleSearch:
    return TitleSearch(list(movies))


def _without_repeats(make: Callable[..., list[Floats]]) -> Callable[..., list[Floats]]:
    """Make the people of each mechanism, catalog and levels once; they are always the same."""
    made: dict[tuple[object, ...], list[Floats]] = {}

    def people_with_tastes(
        query: release_worth.Query, sizes: Sequence[int] = release_worth.SIZES
    ) -> list[Floats]:
        mechanism, catalog, choice, histories, _ = query
        if histories is not None:
            return make(query, sizes)
        levels = tuple(choice.level(name) for name in catalog.categories)
        key = (mechanism, catalog.movies, catalog.categories, choice.overall, levels, *sizes)
        if key not in made:
            made[key] = make(query, sizes)
        return made[key]

    return people_with_tastes


_traits = lru_cache(maxsize=1)(shipped_traits)


@lru_cache(maxsize=_CATALOGS)
def _movies(movies: tuple[Movie, ...]) -> MovieSearch:
    return MovieSearch(movies, _traits())


def _compile_once(make: Callable[[Path, Driver], Engine]) -> Callable[[Path, Driver], Engine]:
    """Have the engines of one kind compile each statement once for all databases."""
    first: dict[object, tuple[Any, Any]] = {}

    def engine_of(path: Path, opened: Driver) -> Engine:
        engine = make(path, opened)
        compiling = first.setdefault(engine.dialect.dbapi, (engine.dialect, engine._compiled_cache))
        engine.dialect, engine._compiled_cache = compiling
        return engine

    return engine_of


def _model(catalog: Catalog) -> KnowledgeModel:
    return KnowledgeModel.from_catalog(catalog, model_traits())


class Made:
    """An unused database with the starter catalog, and its copy of a start: files to be copied."""

    def __init__(self, folder: Path) -> None:
        self._paths = Paths.under(folder)

    def open(self, path: Path, opened: Driver = PLAIN, _ready_made: object = None) -> Database:
        """Open a database; where there is none, a copy of the unused one is put there before."""
        if not path.exists():
            file = self._file()
            create_file(path, file.read_bytes())  # onto the disk, as a database is made
            if not start_copy(path).exists():
                create_file(start_copy(path), start_copy(file).read_bytes())
        return open_database(path, opened)

    def _file(self) -> Path:
        paths = self._paths
        if not paths.database.exists():
            paths.data.mkdir(parents=True, mode=0o700)
            context = ServiceContext(
                paths, Settings.load(paths.settings), open_database(paths.database), lambda: NOW
            )
            wiring._ensure_starter_catalog(context)
            context.database.store_start_copy()
            context.database.close()
        return paths.database


def make_once(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Make things once from now on. `folder` is an empty one."""
    patch.setattr(title_search, "TitleSearch", lambda movies: _search(tuple(movies)))
    patch.setattr(stored_search, "search_over", lambda movies, *_: _movies(tuple(movies)))
    read_catalog = _read_once(stored_catalog.read_catalog)
    patch.setattr(stored_catalog, "read_catalog", read_catalog)
    patch.setattr(stored_catalogs, "read_catalog", read_catalog)
    index = lru_cache(maxsize=_CATALOGS)(TitleIndex)
    patch.setattr(matcher, "TitleIndex", index)
    patch.setattr(export_records, "TitleIndex", index)
    patch.setattr(AskedQuestion, "of", _ask_once(AskedQuestion.of))
    model = lru_cache(maxsize=_CATALOGS)(_model)
    patch.setattr(local_models.LocalModels, "_knowledge", lambda _models, catalog: model(catalog))
    patch.setattr(remote, "PAUSE_SECONDS", 0.0)  # of services that set no other
    people = _without_repeats(release_worth.people_with_tastes)
    patch.setattr(release_worth, "people_with_tastes", people)
    patch.setattr(
        release_worth, "stored_people", lambda query, _file: release_worth.people_with_tastes(query)
    )
    patch.setattr(wiring, "open_database", Made(folder).open)
    patch.setattr(database, "engine_of", _compile_once(database.engine_of))
