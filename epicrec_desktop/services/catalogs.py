"""The catalog: what there is, importing another, and training on its ratings."""

from __future__ import annotations

import locale
import logging
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from epicrec_desktop.catalog import sources as public_sources
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import Cancelled, CatalogError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import (
    UNATTENDED,
    Job,
    Progress,
    check,
)
from epicrec_desktop.paths import private_folder
from epicrec_desktop.privacy.mechanism import plan
from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.recommend.hyperparameter_search import fit, select
from epicrec_desktop.recommend.metrics import HeldOut, quality, split
from epicrec_desktop.recommend.model import ItemModel, ModelError
from epicrec_desktop.recommend.model_files import load, save
from epicrec_desktop.recommend.model_quality import (
    EPSILONS,
    MAX_TRIALS,
    ModelQuality,
    Points,
    improved_mechanism_ndcg,
    popularity_ndcg,
    published_mechanism_ndcg,
)
from epicrec_desktop.recommend.ranking import Alignment
from epicrec_desktop.recommend.release_scorers import CategoryShareScorer, PopularityScorer
from epicrec_desktop.recommend.training_data import (
    OWN_MODEL,
    ratings_digest,
    save_catalog,
    store_ratings,
    training_ratings,
)
from epicrec_desktop.services.contacts import ContactService
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.local_models import LocalModels
from epicrec_desktop.services.public_profiles import PublicProfilesService
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.contacts import ContactKind

if TYPE_CHECKING:
    from epicrec_desktop.catalog.detail_store import DetailStore

MOVIELENS = "movielens"
WIKIDATA = "wikidata"
TMDB = "tmdb"
MOVIELENS_LATEST = "movielens-latest"
MOVIETWEETINGS = "movietweetings"
DOWNLOADS = (MOVIELENS, MOVIELENS_LATEST, MOVIETWEETINGS, WIKIDATA, TMDB)
"""What can be imported by name."""
RATED = {
    MOVIETWEETINGS: "MovieTweetings: 0.9 million ratings by 72,000 people; MIT licence",
    MOVIELENS: "MovieLens latest-small: 0.1 million ratings by 610 people; not for commercial use",
    MOVIELENS_LATEST: "MovieLens latest: 33 million ratings by 331,000 people; not for commercial "
    "use; takes a while",
}
"""Public ratings that can be imported by name: what each is, and its licence."""


TMDB_KEY = "EPICREC_TMDB_KEY"
"""The environment variable that holds the person's key, where the settings do not."""

_REPORT_EVERY = 20  # people

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
    model: str  # "linear", "als" or "knowledge": what "This computer" ranks with
    model_id: str = ""
    worth: ModelQuality | None = None  # of that model, on people held out; None where not measured


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

    def __init__(
        self,
        context: ServiceContext,
        models: LocalModels,
        contacts: ContactService,
        public_profiles: PublicProfilesService,
        save_samples: Callable[[], None],
    ) -> None:
        """`save_samples` writes the second copy of the samples: a merge of two movies into one
        records that both were counted.
        """
        self._context = context
        self._models = models
        self._contacts = contacts
        self._public_profiles = public_profiles
        self._save_samples = save_samples

    def info(self) -> CatalogInfo:
        """What is there now."""
        catalog = self._context.catalog().catalog
        with self._context.database.read() as session:
            sources = CatalogRepository(session).sources()
        model = self._models.current(catalog)
        return CatalogInfo(
            name=catalog.name,
            version=catalog.version,
            movies=len(catalog.movies),
            with_imdb_id=sum(movie.imdb_id is not None for movie in catalog.movies),
            ratings=sum(source.ratings for source in sources),
            users=sum(source.users for source in sources),
            model=model.kind,
            model_id=model.id,
            worth=ModelQuality.of(model),
        )

    def worth(self) -> ModelQuality | None:
        """What the model in use was found to be worth on people held out; None if not measured.

        So what a level costs in quality is said of this very model, or not at all.
        """
        return ModelQuality.of(self._models.current(self._context.catalog().catalog))

    def import_path(self, path: Path, *, job: Job = UNATTENDED) -> CatalogInfo:
        """Import a folder or archive of MovieLens or MovieTweetings; train where it has ratings.

        Raises `CatalogError`; the old catalog is kept. Raises `Cancelled`: while reading, nothing
        is changed; while training, the catalog is there and the model before stays in use.
        """
        imported = read_source(path, job)
        source = (
            MOVIETWEETINGS if imported.catalog.name == public_sources.MOVIETWEETINGS else MOVIELENS
        )
        catalog, ratings = imported.catalog, imported.ratings
        if not imported.shares_ids:
            nameless = (replace(movie, movielens_id=None) for movie in catalog.movies)
            catalog = replace(catalog, movies=tuple(nameless))

        def alive() -> bool:
            job.report(Progress("Adding the movies to the catalog"))
            return job.cancelled()

        check(alive)
        with self._context.database.write() as session:
            repository = CatalogRepository(session)
            keys = repository.merge(
                source,
                catalog,
                now=self._context.now(),
                ratings=len(ratings) if ratings is not None else 0,
                users=ratings.user_count if ratings is not None else 0,
                cancelled=alive,
            )
            stored = repository.load()
            position = stored.position()
            wire_ids = [stored.catalog.movies[position[key]].wire_id for key in keys.tolist()]
            if ratings is not None:  # cancelled here, the catalog stays as it was, too
                public = Ratings(ratings.users, ratings.items, wire_ids)
                store_ratings(self._context.paths, public, source, cancelled=alive)
            save_catalog(self._context.paths, stored.catalog)
        self._save_samples()
        _log.info("catalog import: %d movies", len(catalog.movies))
        if ratings is not None and any(wire_ids):
            try:
                self.train(job=job)
            except Cancelled:
                raise Cancelled(
                    "The catalog was imported. Training was cancelled, so "
                    "recommendations are made as before. To train later, use `epicrec "
                    "train` or import once more."
                ) from None
        return self.info()

    def download(
        self,
        name: str = MOVIELENS,
        *,
        job: Job = UNATTENDED,
    ) -> CatalogInfo:
        """Download and import a source by name. Offline it says so and keeps what it had."""
        folder = private_folder(self._context.paths.downloads)
        if name == WIKIDATA:
            from epicrec_desktop.catalog.wikidata import fetch_wikidata  # noqa: PLC0415

            languages = self._languages()
            with self._contacts.noted(ContactKind.CATALOG, "Wikidata"):
                found = fetch_wikidata(folder / WIKIDATA, languages, job=job)
            return self._put(WIKIDATA, found, job)
        if name == TMDB:
            return self._import_tmdb(folder, job)
        if name not in RATED:
            raise CatalogError(
                "There is no catalog named {catalog}. The catalog before is kept.", catalog=name
            )
        path = self._download_ratings(name, folder, job)
        return self.import_path(path, job=job)

    def _download_ratings(self, name: str, folder: Path, job: Job) -> Path:
        from epicrec_desktop.catalog.download import (  # noqa: PLC0415
            LARGE,
            MOVIELENS_LATEST_URL,
            download_movielens,
            download_movietweetings,
        )

        whom = "MovieTweetings" if name == MOVIETWEETINGS else "MovieLens"
        with self._contacts.noted(ContactKind.CATALOG, whom):
            if name == MOVIETWEETINGS:
                return download_movietweetings(folder / MOVIETWEETINGS, job)
            if name == MOVIELENS_LATEST:
                return download_movielens(folder, job, url=MOVIELENS_LATEST_URL, limits=LARGE)
            return download_movielens(folder, job)

    def download_posters(self, *, job: Job = UNATTENDED) -> int:
        """Fetch the posters of all movies that TMDB described; returns how many came.

        All of them, never those of the library alone: what is fetched tells nothing of the person.
        """
        from epicrec_desktop.catalog.detail_store import fetch_posters  # noqa: PLC0415

        with self._contacts.noted(ContactKind.POSTERS, "TMDB"):
            return fetch_posters(self.pack, job=job)

    @property
    def pack(self) -> DetailStore:
        """Descriptions and posters from TMDB, by its numbers; empty before its import."""
        from epicrec_desktop.catalog.detail_store import DetailStore  # noqa: PLC0415

        return DetailStore(self._context.paths.downloads / "films.sqlite3")

    def _import_tmdb(self, folder: Path, job: Job) -> CatalogInfo:
        from epicrec_desktop.catalog.tmdb import fetch_tmdb  # noqa: PLC0415

        key = self._context.settings.tmdb_key or os.environ.get(TMDB_KEY, "")
        if not key:
            raise CatalogError(
                "TMDB asks for a key of your own. The catalog you had is kept. Make one on the API "
                "page of your TMDB account, and set {variable} to it.",
                variable=TMDB_KEY,
            )
        language = next(iter(self._languages()), "en")
        with self._contacts.noted(ContactKind.CATALOG, "TMDB"):
            found = fetch_tmdb(folder / TMDB, key, language, job=job)
        info = self._put(TMDB, found.catalog, job)
        self.pack.describe(found.descriptions)
        return info

    def _put(self, source: str, catalog: Catalog, job: Job) -> CatalogInfo:
        """Merge a catalog without ratings. Raises `Cancelled`; nothing is changed then."""
        job.report(Progress("Adding the movies to the catalog"))
        with self._context.database.write() as session:
            repository = CatalogRepository(session)
            repository.merge(source, catalog, now=self._context.now(), cancelled=job.cancelled)
            save_catalog(self._context.paths, repository.load().catalog)
        self._save_samples()
        _log.info("catalog import from %s: %d movies", source, len(catalog.movies))
        return self.info()

    def _languages(self) -> list[str]:
        """Codes of the languages that the person reads, as far as the system tells."""
        languages = [self._context.settings.language, locale.getlocale()[0] or ""]
        codes = [code.partition("_")[0].partition("-")[0].lower() for code in languages]
        return [code for code in codes if len(code) in {2, 3}]

    def train(self, *, job: Job = UNATTENDED) -> TrainingResult:
        """Train on the imported ratings; a model replaces the old one only if it is better.

        Its settings are found on some of the people, what they are worth is measured on others,
        whom neither saw, and the model that is used is then trained on everybody. Raises
        `CatalogError` where no ratings were imported.
        """
        ratings = training_ratings(self._context.paths)
        self._public_profiles.prepare(ratings)
        content = ratings_digest(ratings)
        rest, held_out = split(ratings)
        found = select(rest, job=job)
        trial = fit(rest, found.settings, job=job)
        job.check()
        worth = self._worth(trial, rest, held_out, job)
        folder = self._context.paths.models / OWN_MODEL
        known = self._model_quality(folder, content, tuple(ratings.wire_ids), held_out)
        replaced = known is None or worth.ndcg10 > known
        model = trial
        if replaced:
            job.check()
            model = fit(ratings, found.settings, job=job)
            model.training = {
                "ratings": content,
                "held_out": worth.document,
                "searched_on": found.users,
                "tried": [attempt.document for attempt in found.attempts],
            }
            job.check()
            private_folder(self._context.paths.models)
            save(model, folder)
        _log.info("training: NDCG@10 %.3f, replaced %s", worth.ndcg10, replaced)
        return TrainingResult(
            model_id=model.id,
            users=int(np.unique(ratings.users).size),
            held_out=worth.users,
            ndcg10=worth.ndcg10,
            recall20=worth.recall20,
            replaced=replaced,
        )

    def _worth(
        self,
        model: ItemModel,
        rest: Ratings,
        held_out: list[HeldOut],
        job: Job,
    ) -> ModelQuality:
        """What a model is worth on people whom it has not seen."""
        total = 2 * len(held_out) + 2 * len(EPSILONS) * min(len(held_out), MAX_TRIALS)
        tested = count()

        def tick() -> None:
            job.check()
            done = min(next(tested), total)
            if done % _REPORT_EVERY == 0:
                job.report(
                    Progress("Testing the model on people it has not learned from", done, total)
                )

        def alive() -> None:
            job.check()
            job.report(Progress("Testing the model on people it has not learned from"))

        measured = quality(model, tuple(rest.wire_ids), held_out, tick)
        catalog = self._context.catalog().catalog
        movie = Alignment.of(model, catalog).movie
        membership = catalog.membership(movie)
        released: Points = ()
        with suppress(ValueError):  # too few people
            aware = CategoryShareScorer.train(model, catalog.categories, membership, rest, alive)
            released = improved_mechanism_ndcg(
                model, aware, membership, rest.wire_ids, held_out, tick=tick
            )
        published: Points = ()
        mechanism = plan(catalog.groups, PrivacyChoice(ReleaseLevel.PERTURBED), Fraction(1))
        if mechanism is not None:
            scorer = PopularityScorer(model, catalog.categories, membership)
            published = published_mechanism_ndcg(
                scorer, mechanism.movie_scales, rest.wire_ids, held_out, tick=tick
            )
        return ModelQuality(
            measured.ndcg10,
            measured.standard_error,
            measured.recall20,
            popularity_ndcg(model, rest.wire_ids, held_out, tick),
            measured.users,
            released,
            published,
        )

    def _model_quality(
        self,
        folder: Path,
        content: str,
        wire_ids: tuple[str | None, ...],
        held_out: list[HeldOut],
    ) -> float | None:
        """NDCG@10 of the model in use on the people held out; None where there is none.

        Of one that was trained on these very ratings it is what was measured then: it has seen
        everybody since, and would look better than it is.
        """
        current_ndcg = self._ndcg_of_current(folder)
        if current_ndcg is None:
            return None
        worth = ModelQuality.of(current_ndcg)
        if worth is not None and current_ndcg.training.get("ratings") == content:
            return worth.ndcg10
        return quality(current_ndcg, wire_ids, held_out).ndcg10

    def _ndcg_of_current(self, folder: Path) -> ItemModel | None:
        try:
            return load(folder)
        except (FileNotFoundError, ModelError):
            return None
