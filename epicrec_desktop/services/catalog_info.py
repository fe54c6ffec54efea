"""What can be imported, what the catalog in use is, and which model ranks.

The window reads this at its start, so nothing here needs NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.recommend.model_manifest import OWN_MODEL, ModelQuality, read_manifest
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.store.catalog import CatalogRepository

if TYPE_CHECKING:
    from epicrec_desktop.services.local_models import LocalModels

MOVIELENS = "movielens"
WIKIDATA = "wikidata"
TMDB = "tmdb"
MOVIELENS_LATEST = "movielens-latest"
MOVIETWEETINGS = "movietweetings"
RATED = (MOVIETWEETINGS, MOVIELENS, MOVIELENS_LATEST)
"""Public ratings that can be imported by name, the best first."""
DOWNLOADS = (*RATED, WIKIDATA, TMDB)
"""What can be imported by name."""


@dataclass(frozen=True)
class CatalogInfo:
    """The catalog in use."""

    name: str
    version: str
    movies: int
    with_imdb_id: int
    ratings: int  # public ratings at hand, for popularity and training
    users: int
    quality: ModelQuality | None = None  # of the model; None where it was not measured
    question: str = ""  # the learned question known here that is asked first, by name
    notes: tuple[Message, ...] = ()  # of an import: what was skipped, why it has no question
    known_now: int = 0  # movies of the library that an import found and no catalog had before


@dataclass(frozen=True)
class ModelInfo:
    """The model that ranks on this computer, as far as a start needs it.

    `model_id` is empty where no other model can have ranked: the built-in knowledge is in use, and
    so is the provider on this computer.
    """

    ratings: int  # public ratings at hand
    model_id: str = ""
    quality: ModelQuality | None = None  # on people held out; None where not measured


@dataclass(eq=False, repr=False)
class ModelInfoService:
    """Reads what the model in use is, from its manifest where it has one."""

    _context: ServiceContext
    _providers: ProviderService
    _models: Callable[[], LocalModels]

    def read(self) -> ModelInfo:
        """Return what ranks now; loads a model only where a provider's may have ranked instead."""
        with self._context.database.read() as session:
            ratings = sum(source.ratings for source in CatalogRepository(session).sources())
        try:
            manifest = read_manifest(self._context.paths.models / OWN_MODEL)
        except (OSError, ValueError):  # none, or a damaged one, which is not used
            if self._providers.current() == THIS_COMPUTER:
                return ModelInfo(ratings)
            return ModelInfo(ratings, self._models().current(self._context.catalog().catalog).id)
        return ModelInfo(ratings, manifest.id, ModelQuality.of(manifest.training))
