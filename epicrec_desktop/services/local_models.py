"""The item models at hand: trained here, or what the program knows while there are no ratings."""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from contextlib import suppress

from epicrec_desktop import __version__
from epicrec_desktop.catalog.movie_facts import load_traits, named
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.paths import private_folder
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.model import ItemModel, ModelError
from epicrec_desktop.recommend.model_files import load
from epicrec_desktop.recommend.ranking import SERIES_AHEAD, Ranker
from epicrec_desktop.recommend.release_scorers import (
    MECHANISM,
    CategoryShareScorer,
    load_scorer,
    save_scorer,
)
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.public_ratings import ratings_stamp, training_ratings

OWN_MODEL = "this-computer"
SCORER = "released-scores.npz"

_log = logging.getLogger(__name__)


class LocalModels:
    """What "This computer" ranks with, kept while catalog, model and ratings stay the same."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._kept: tuple[tuple[str, int], ItemModel] | None = None
        self._ranker: tuple[tuple[str, str, str], Ranker] | None = None
        self._training = threading.Lock()
        self._scorer: tuple[str, CategoryShareScorer | None] | None = None

    def current(self, catalog: Catalog) -> ItemModel:
        """The model trained on imported ratings, else what the program knows of its films."""
        folder = self._context.paths.models / OWN_MODEL
        manifest = folder / "manifest.json"
        with self._lock:
            stamp = manifest.stat().st_mtime_ns if manifest.exists() else 0
            key = (catalog.version, stamp)
            if self._kept is None or self._kept[0] != key:
                self._kept = (key, self._load(catalog))
            return self._kept[1]

    def ranker(self, model: ItemModel, catalog: Catalog) -> Ranker:
        """A model, here or of a provider, made ready for a catalog; the last one is kept."""
        key = (model.id, catalog.name, catalog.version)
        with self._lock:
            if self._ranker is None or self._ranker[0] != key:
                self._ranker = (key, Ranker(model, catalog, _series(catalog)))
            return self._ranker[1]

    def aware_scorer(self, model: ItemModel, catalog: Catalog) -> CategoryShareScorer | None:
        """The scorer of releases of the improved mechanism; None without public ratings.

        Trained once for a model, a catalog and its ratings, and kept in a file: for every budget,
        since a scorer learns from true shares and meets the noise where it is told of it. Takes a
        tenth of a second for a hundred thousand ratings, some twelve for five million.
        """
        stamp = ratings_stamp(self._context.paths)
        if stamp is None:
            return None
        parts = [__version__, MECHANISM, model.id, catalog.name, catalog.version, stamp]
        key = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
        with self._training:
            if self._scorer is None or self._scorer[0] != key:
                file = self._context.paths.models / SCORER
                found = load_scorer(file, key) or self._train_scorer(model, catalog, key)
                self._scorer = (key, found)
            return self._scorer[1]

    def forget(self) -> None:
        """Let go of what is kept: a model's file is mapped, and Windows removes no such file."""
        with self._lock, self._training:
            self._kept = self._ranker = self._scorer = None

    def _load(self, catalog: Catalog) -> ItemModel:
        try:
            return load(self._context.paths.models / OWN_MODEL)
        except (FileNotFoundError, ModelError):
            # A damaged model is no reason to stop: the next import or `train` replaces it.
            return KnowledgeModel.from_catalog(catalog, named(load_traits(), load_starter()))

    def _train_scorer(
        self, model: ItemModel, catalog: Catalog, key: str
    ) -> CategoryShareScorer | None:
        start = time.perf_counter()
        try:
            scorer = CategoryShareScorer.for_catalog(
                model, catalog, training_ratings(self._context.paths)
            )
        except (CatalogError, ValueError):  # none, damaged, or of too few users
            return None
        _log.info("a scorer of releases was trained in %.2f s", time.perf_counter() - start)
        with suppress(OSError, TypeError):  # then it is trained again at the next start
            save_scorer(scorer, private_folder(self._context.paths.models) / SCORER, key)
        return scorer


def _series(catalog: Catalog) -> tuple[tuple[int, ...], ...]:
    """The catalog's films of each series that the program knows, as positions."""
    place = {
        name: position
        for position, movie in enumerate(catalog.movies)
        for name in (f"imdb:{movie.imdb_id}", f"starter:{movie.starter_id}")
    }
    known = named(load_traits(), load_starter())
    found = (
        tuple(dict.fromkeys(place[name] for name in films if name in place))
        for section, films in known
        if section == "series"
    )
    return tuple(films for films in found if len(films) > SERIES_AHEAD)
