"""The catalog: what there is, importing another, and training on its ratings."""

from __future__ import annotations

import locale
import logging
import os
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from epicrec_desktop.catalog.download import download_movielens
from epicrec_desktop.catalog.film_pack import FilmPack, fetch_posters
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.catalog.tmdb import fetch_tmdb
from epicrec_desktop.catalog.wikidata import fetch_wikidata
from epicrec_desktop.domain.errors import Cancelled, CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.tasks import IsCancelled, Progress, Report, check, never, quiet
from epicrec_desktop.paths import private_folder
from epicrec_desktop.recommend.files import load, save
from epicrec_desktop.recommend.linear import train
from epicrec_desktop.recommend.metrics import is_better, quality, split
from epicrec_desktop.recommend.model import ItemModel, ModelError
from epicrec_desktop.services.context import Context
from epicrec_desktop.services.models import OWN_MODEL, LocalModels
from epicrec_desktop.services.ratings import keep_ratings, training_ratings
from epicrec_desktop.store.catalog import CatalogRepository

MOVIELENS = "movielens"
WIKIDATA = "wikidata"
TMDB = "tmdb"
DOWNLOADS = (MOVIELENS, WIKIDATA, TMDB)
"""What can be imported by name."""
TMDB_KEY = "EPICREC_TMDB_KEY"
"""The environment variable that holds the person's key, where the settings do not."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class CatalogInfo:
    """The catalog in use."""

    name: str
    version: str
    movies: int
    with_imdb_id: int
    ratings: int  # public ratings at hand, for popularity and training
    users: int
    model: str  # "als" or "content": what "This computer" ranks with


@dataclass(frozen=True)
class TrainingResult:
    """A model trained here, and how it did on public users held out from it."""

    model_id: str
    users: int
    held_out: int
    ndcg10: float
    recall20: float
    replaced: bool  # it is in use now; else the one before was better


class CatalogService:
    """Imports never lose the library: movies keep their place by their public ids."""

    def __init__(self, context: Context, models: LocalModels) -> None:
        self._context = context
        self._models = models

    def info(self) -> CatalogInfo:
        """What is there now."""
        catalog = self._context.catalog().catalog
        with self._context.database.read() as session:
            sources = CatalogRepository(session).sources()
        return CatalogInfo(
            name=catalog.name,
            version=catalog.version,
            movies=len(catalog.movies),
            with_imdb_id=sum(movie.imdb_id is not None for movie in catalog.movies),
            ratings=sum(source.ratings for source in sources),
            users=sum(source.users for source in sources),
            model=self._models.current(catalog).kind,
        )

    def import_path(
        self, path: Path, *, report: Report = quiet, cancelled: IsCancelled = never
    ) -> CatalogInfo:
        """Import a MovieLens folder or archive, and train on its ratings where it has them.

        Raises `CatalogError`; the old catalog is kept. Raises `Cancelled`: while reading, nothing
        is changed; while training, the catalog is there and the model before stays in use.
        """
        imported = read_source(path, report, cancelled)
        catalog, ratings = imported.catalog, imported.ratings
        if not imported.shares_ids:
            nameless = (replace(movie, movielens_id=None) for movie in catalog.movies)
            catalog = replace(catalog, movies=tuple(nameless))
        report(Progress("Putting the movies into the catalog"))
        with self._context.database.write() as session:
            repository = CatalogRepository(session)
            keys = repository.merge(
                MOVIELENS,
                catalog,
                now=self._context.now(),
                ratings=len(ratings) if ratings is not None else 0,
                users=ratings.user_count if ratings is not None else 0,
                cancelled=cancelled,
            )
            stored = repository.load()
            position = stored.position()
            wire_ids = [stored.catalog.movies[position[key]].wire_id for key in keys.tolist()]
        if ratings is not None:
            keep_ratings(self._context.paths, ratings, wire_ids)
        _log.info("catalog import: %d movies", len(catalog.movies))
        if ratings is not None and any(wire_ids):
            try:
                self.train(report=report, cancelled=cancelled)
            except Cancelled:
                raise Cancelled(
                    "The catalog was imported. Training was cancelled, so recommendations are "
                    "made as before; `epicrec train` or another import makes up for it."
                ) from None
        return self.info()

    def download(
        self, name: str = MOVIELENS, *, report: Report = quiet, cancelled: IsCancelled = never
    ) -> CatalogInfo:
        """Download and import a source by name. Offline it says so and keeps what it had."""
        folder = private_folder(self._context.paths.downloads)
        if name == WIKIDATA:
            languages = self._languages()
            found = fetch_wikidata(folder / WIKIDATA, languages, report=report, cancelled=cancelled)
            return self._put(WIKIDATA, found, report, cancelled)
        if name == TMDB:
            return self._import_tmdb(folder, report, cancelled)
        if name != MOVIELENS:
            raise CatalogError(f"There is no catalog named {name}. The catalog before is kept.")
        archive = download_movielens(folder, report, cancelled)
        return self.import_path(archive, report=report, cancelled=cancelled)

    def download_posters(self, *, report: Report = quiet, cancelled: IsCancelled = never) -> int:
        """Fetch the posters of all movies that TMDB described; returns how many came.

        All of them, never those of the library alone: what is fetched tells nothing of the person.
        """
        return fetch_posters(self.pack, report=report, cancelled=cancelled)

    @property
    def pack(self) -> FilmPack:
        """Descriptions and posters from TMDB, by its numbers; empty before its import."""
        return FilmPack(self._context.paths.downloads / "films.sqlite3")

    def _import_tmdb(self, folder: Path, report: Report, cancelled: IsCancelled) -> CatalogInfo:
        key = self._context.settings.tmdb_key or os.environ.get(TMDB_KEY, "")
        if not key:
            raise CatalogError(
                "TMDB asks for a key of your own. The catalog you had is kept. Make one on the API "
                f"page of your TMDB account, and set {TMDB_KEY} to it."
            )
        language = next(iter(self._languages()), "en")
        found = fetch_tmdb(folder / TMDB, key, language, report=report, cancelled=cancelled)
        info = self._put(TMDB, found.catalog, report, cancelled)
        self.pack.describe(found.descriptions)
        return info

    def _put(
        self, source: str, catalog: Catalog, report: Report, cancelled: IsCancelled
    ) -> CatalogInfo:
        """Merge a catalog without ratings. Raises `Cancelled`; nothing is changed then."""
        report(Progress("Putting the movies into the catalog"))
        with self._context.database.write() as session:
            CatalogRepository(session).merge(
                source, catalog, now=self._context.now(), cancelled=cancelled
            )
        _log.info("catalog import from %s: %d movies", source, len(catalog.movies))
        return self.info()

    def _languages(self) -> list[str]:
        """Codes of the languages that the person reads, as far as the system tells."""
        told = [self._context.settings.language, locale.getlocale()[0] or ""]
        codes = [code.partition("_")[0].partition("-")[0].lower() for code in told]
        return [code for code in codes if len(code) in {2, 3}]

    def train(self, *, report: Report = quiet, cancelled: IsCancelled = never) -> TrainingResult:
        """Train on the imported ratings; a model replaces the old one only if it is better.

        Both are measured on the same public users, held out from training. Raises `CatalogError`
        where no ratings were imported.
        """
        ratings = training_ratings(self._context.paths)
        rest, held_out = split(ratings)
        model = train(rest, report=report, cancelled=cancelled)
        check(cancelled)
        report(Progress("Measuring the model on users it has not seen"))
        wire_ids = tuple(ratings.wire_ids)
        measured = quality(model, wire_ids, held_out)
        folder = self._context.paths.models / OWN_MODEL
        replaced = is_better(model, self._earlier(folder), wire_ids, held_out)
        if replaced:
            private_folder(self._context.paths.models)
            save(model, folder)
        _log.info("training: NDCG@10 %.3f, replaced %s", measured.ndcg10, replaced)
        return TrainingResult(
            model_id=model.id,
            users=int(np.unique(rest.users).size),
            held_out=measured.users,
            ndcg10=measured.ndcg10,
            recall20=measured.recall20,
            replaced=replaced,
        )

    def _earlier(self, folder: Path) -> ItemModel | None:
        try:
            return load(folder)
        except (FileNotFoundError, ModelError):
            return None
