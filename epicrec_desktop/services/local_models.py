"""The item models on this computer: trained on public ratings, else of built-in knowledge."""

from __future__ import annotations

import threading
from pathlib import Path

from epicrec_desktop.catalog.movie_facts import model_traits
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.recommend.completed_model import complete
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel, Traits
from epicrec_desktop.recommend.model import ItemModel, ModelError
from epicrec_desktop.recommend.model_manifest import MANIFEST, OWN_MODEL
from epicrec_desktop.recommend.ranking import Ranker
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.training_data import load_model, release_scorer, scorer_key
from epicrec_desktop.services.context import ServiceContext


class LocalModels:
    """Models and scorer of "This computer", cached while what they are made from is unchanged."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._cached: tuple[tuple[str, int], ItemModel] | None = None
        self._ranker: tuple[str, Ranker] | None = None
        self._training = threading.Lock()
        self._scorer: tuple[str, ReleaseScorer | None] | None = None
        self.problem: Message | None = None
        """Why the trained model is not the current one, where it is damaged."""

    @property
    def _manifest(self) -> Path:
        return self._context.paths.models / OWN_MODEL / MANIFEST

    def damage(self) -> Message | None:
        """Return why the trained model cannot be used; None where it can, or there is none."""
        try:
            load_model(self._context.paths)
        except ModelError as error:
            return error.message
        return None

    @property
    def trained(self) -> bool:
        """Whether there is a model trained on imported ratings."""
        return self._manifest.exists()

    def current(self, catalog: Catalog) -> ItemModel:
        """Return the model trained on imported ratings, else the knowledge model."""
        with self._lock:
            stamp = self._manifest.stat().st_mtime_ns if self.trained else 0
            key = (catalog.version, stamp)
            if self._cached is None or self._cached[0] != key:
                # A damaged model does not stop the program: the next import or `train` replaces it.
                self.problem = None
                model = None
                try:
                    model = load_model(self._context.paths)
                except ModelError as error:
                    self.problem = error.message
                self._cached = (key, model or self._knowledge(catalog))
            return self._cached[1]

    def ranker(self, model: ItemModel, catalog: Catalog) -> Ranker:
        """Return a ranker of a model, local or of a provider, for a catalog; the last is cached.

        Movies that the model does not have are ranked by what is known of them.
        """
        key = model.id
        with self._lock:
            known = self._ranker
            if known is None or known[0] != key or known[1].catalog is not catalog:
                if model.kind != KnowledgeModel.kind:  # else there is nothing to complete it with
                    model = complete(model, self._knowledge(catalog))
                known = (key, Ranker(model, catalog, _series(catalog, model_traits())))
                self._ranker = known
            return known[1]

    def aware_scorer(self, model: ItemModel, catalog: Catalog) -> ReleaseScorer | None:
        """Return the scorer for releases of the improved mechanism; None without public ratings.

        Trained once for a model, a catalog and its ratings, and stored in a file. It serves every
        budget: it learns from exact shares and is given the noise with each release.
        """
        paths = self._context.paths
        key = scorer_key(paths, model, catalog)
        if key is None:
            return None
        with self._training:
            if self._scorer is None or self._scorer[0] != key:
                self._scorer = (key, release_scorer(paths, model, catalog, key))
            return self._scorer[1]

    def forget(self) -> None:
        """Drop the caches: a model's file is memory-mapped, and Windows cannot remove it then."""
        with self._lock, self._training:
            self._cached = self._ranker = self._scorer = None

    def _knowledge(self, catalog: Catalog) -> KnowledgeModel:
        return KnowledgeModel.from_catalog(catalog, model_traits())


def _series(catalog: Catalog, known: Traits) -> tuple[tuple[int, ...], ...]:
    place = {
        name: position
        for position, movie in enumerate(catalog.movies)
        for name in (f"imdb:{movie.imdb_id}", f"starter:{movie.starter_id}")
    }
    found = (
        tuple(dict.fromkeys(place[name] for name in movies if name in place))
        for section, movies in known
        if section == "series"
    )
    return tuple(movies for movies in found if len(movies) > 1)
