"""What is fetched of public catalogs: by this process, or by the door.

Nothing in a request depends on the user but their languages, and their own key to TMDB.
"""
# ruff: noqa: D102 - each method of `DoorFetches` does what that of its base says

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.paths import private_folder
from epicrec_desktop.services.catalog_info import MOVIELENS_LATEST, MOVIETWEETINGS, TMDB, WIKIDATA
from epicrec_desktop.services.context import ServiceContext

if TYPE_CHECKING:
    from epicrec_desktop.catalog.detail_store import DetailStore
    from epicrec_desktop.catalog.tmdb import TmdbCatalog

TMDB_KEY = "EPICREC_TMDB_KEY"
"""The environment variable that holds the person's key, where the settings do not."""


class PublicFetches:
    """Fetches in this process."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    @property
    def _folder(self) -> Path:
        return private_folder(self._context.paths.downloads)

    def archive(self, name: str, job: Job) -> Path:
        """Download a set of public ratings; return its file or folder."""
        from epicrec_desktop.catalog import download  # noqa: PLC0415

        added = self._context.certificates()
        if name == MOVIETWEETINGS:
            return download.download_movietweetings(
                self._folder / MOVIETWEETINGS, job, certificates=added
            )
        if name == MOVIELENS_LATEST:
            url, limits = download.MOVIELENS_LATEST_URL, download.LARGE
            return download.download_movielens(
                self._folder, job, url=url, limits=limits, certificates=added
            )
        return download.download_movielens(self._folder, job, certificates=added)

    def wikidata(self, languages: Sequence[str], job: Job) -> Catalog:
        """Fetch all films of Wikidata."""
        from epicrec_desktop.catalog.wikidata import fetch_wikidata  # noqa: PLC0415

        added = self._context.certificates()
        return fetch_wikidata(self._folder / WIKIDATA, languages, job=job, certificates=added)

    def films_of_year(self, year: int, languages: Sequence[str], job: Job) -> Catalog:
        """Fetch films and series of a year."""
        from epicrec_desktop.catalog.wikidata import fetch_year  # noqa: PLC0415

        place, added = self._folder / "films-of-year" / str(year), self._context.certificates()
        return fetch_year(place, year, languages, job=job, certificates=added)

    def tmdb(self, language: str, job: Job) -> TmdbCatalog:
        """Fetch the films of TMDB with the user's key. Raises `CatalogError` without one."""
        from epicrec_desktop.catalog.tmdb import fetch_tmdb  # noqa: PLC0415

        key, added = self.tmdb_key(), self._context.certificates()
        return fetch_tmdb(self._folder / TMDB, key, language, job=job, certificates=added)

    def tmdb_key(self) -> str:
        """Return the user's key to TMDB. Raises `CatalogError` where there is none."""
        key = self._context.settings.tmdb_key or os.environ.get(TMDB_KEY, "")
        if not key:
            raise CatalogError(
                "TMDB asks for a key of your own. The catalog you had is kept. Make one on the API "
                "page of your TMDB account, and set {variable} to it.",
                variable=TMDB_KEY,
            )
        return key

    def posters(self, job: Job) -> int:
        """Fetch the posters of all movies that TMDB described; return how many came."""
        from epicrec_desktop.catalog.detail_store import fetch_posters  # noqa: PLC0415

        return fetch_posters(self.pack, job=job, certificates=self._context.certificates())

    @property
    def pack(self) -> DetailStore:
        """Descriptions and posters from TMDB, by its numbers; empty before its import."""
        from epicrec_desktop.catalog.detail_store import DetailStore  # noqa: PLC0415

        return DetailStore(self._context.paths.downloads / "films.sqlite3")


class DoorFetches(PublicFetches):
    """Has the door fetch and store; reads here what it stored."""

    def archive(self, name: str, job: Job) -> Path:
        from epicrec_desktop.catalog.download import SOURCES  # noqa: PLC0415

        self._context.ask_door("archive", [name], job)
        url = PurePosixPath(urlsplit(SOURCES[name]).path)
        return self._folder / (MOVIETWEETINGS if name == MOVIETWEETINGS else url.name)

    def wikidata(self, languages: Sequence[str], job: Job) -> Catalog:
        self._context.ask_door("wikidata", [list(languages)], job)
        return super().wikidata(languages, job)

    def films_of_year(self, year: int, languages: Sequence[str], job: Job) -> Catalog:
        self._context.ask_door("films-of-year", [year, list(languages)], job)
        return super().films_of_year(year, languages, job)

    def tmdb(self, language: str, job: Job) -> TmdbCatalog:
        self._context.ask_door("tmdb", [language], job)
        return super().tmdb(language, job)

    def posters(self, job: Job) -> int:
        count: int = self._context.ask_door("posters", [], job)
        return count
