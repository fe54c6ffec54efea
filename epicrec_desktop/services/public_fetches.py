"""What is fetched of public catalogs: by this process, or by the door.

Where there is a door, it fetches and stores; what it stored is read here. Nothing in a request
depends on the user but their languages, and their own key to TMDB.
"""
# ruff: noqa: PLC0415 - what fetches is imported when something is fetched

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.paths import private_folder
from epicrec_desktop.services.catalog_info import MOVIELENS_LATEST, MOVIETWEETINGS, TMDB, WIKIDATA
from epicrec_desktop.services.context import ServiceContext

TMDB_KEY = "EPICREC_TMDB_KEY"
"""The environment variable that holds the person's key, where the settings do not."""


class PublicFetches:
    """Fetches, or has the door fetch."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context

    def _ask_door(self, entry: str, parameters: Sequence[object], job: Job) -> None:
        if self._context.door is not None:
            self._context.ask_door(entry, parameters, job)

    @property
    def _folder(self) -> Path:
        return private_folder(self._context.paths.downloads)

    def archive(self, name: str, job: Job) -> Path:
        """Download a set of public ratings; return its file or folder."""
        from epicrec_desktop.catalog import download

        if self._context.door is not None:
            self._ask_door("archive", [name], job)
            file = PurePosixPath(urlsplit(download.SOURCES[name]).path).name
            return self._folder / (MOVIETWEETINGS if name == MOVIETWEETINGS else file)
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
        """Fetch all movies of Wikidata."""
        from epicrec_desktop.catalog.wikidata import fetch_wikidata

        self._ask_door("wikidata", [list(languages)], job)
        added = self._context.certificates()
        return fetch_wikidata(self._folder / WIKIDATA, languages, job=job, certificates=added)

    def films_of_year(self, year: int, languages: Sequence[str], job: Job) -> Catalog:
        """Fetch movies and series of a year."""
        from epicrec_desktop.catalog.wikidata import fetch_year

        self._ask_door("films-of-year", [year, list(languages)], job)
        place, added = self._folder / "films-of-year" / str(year), self._context.certificates()
        return fetch_year(place, year, languages, job=job, certificates=added)

    def tmdb(self, language: str, job: Job) -> Catalog:
        """Fetch the movies of TMDB with the user's key. Raises `CatalogError` without one."""
        from epicrec_desktop.catalog.tmdb import fetch_tmdb

        self._ask_door("tmdb", [language], job)
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
