"""The catalog: what there is, importing another, and training on its ratings."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection

from epicrec_desktop.catalog import sources as public_sources
from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError, EpicRecError
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress, check
from epicrec_desktop.domain.question import Question
from epicrec_desktop.recommend.learned_question import RECOGNIZED, known_questions, load_question
from epicrec_desktop.recommend.model_manifest import ModelQuality
from epicrec_desktop.recommend.question_learning import learn_question
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.training_data import save_catalog, store_ratings, training_ratings
from epicrec_desktop.services.catalog_info import (
    MOVIELENS,
    MOVIETWEETINGS,
    RATED,
    TMDB,
    WIKIDATA,
    CatalogInfo,
)
from epicrec_desktop.services.contacts import ContactService
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.local_models import LocalModels
from epicrec_desktop.services.model_training import TrainingResult, store_trained, train_model
from epicrec_desktop.services.public_fetches import PublicFetches
from epicrec_desktop.services.public_profiles import PublicProfilesService
from epicrec_desktop.services.source_reader import read_confined
from epicrec_desktop.services.unlisted import match_unlisted
from epicrec_desktop.settings import Settings, system_locale
from epicrec_desktop.store.catalog import STARTER, CatalogRepository
from epicrec_desktop.store.catalog_sum import damaged_sources
from epicrec_desktop.store.contacts import ContactKind

_WEEK = timedelta(days=7)
_WITHIN_S = 24 * 3600
"""Movies of this year are asked for once a week, at a moment of the day after that is random."""

_log = logging.getLogger(__name__)


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
        self._fetches = PublicFetches(context)

    def info(self) -> CatalogInfo:
        """Return what is there now. No model is made, which would take long of a large catalog."""
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
            quality=self.quality(),
            question=known_questions(self._context.paths)[0].name,
        )

    def quality(self) -> ModelQuality | None:
        """Return the quality of the model in use, measured on held-out people, or None.

        Sentences about what a level costs in quality refer to this model only.
        """
        if not self._models.trained:
            return None  # what is made from movie facts was measured on nobody
        return ModelQuality.of(self._models.current(self._context.catalog().catalog).training)

    def import_path(self, path: Path, *, job: Job = UNATTENDED) -> CatalogInfo:
        """Import a folder or archive of MovieLens or MovieTweetings; train where it has ratings.

        Movies, ratings and model come together or not at all: it is merged on trial, and stored
        once the model is trained. Raises `CatalogError` and `Cancelled`; nothing is changed then.
        """
        imported = read_confined(path, job=job)
        source = (
            MOVIETWEETINGS if imported.catalog.name == public_sources.MOVIETWEETINGS else MOVIELENS
        )
        catalog, ratings = imported.catalog, imported.ratings
        if not imported.shares_ids:
            nameless = (movie.replace(movielens_id=None) for movie in catalog.movies)
            catalog = replace(catalog, movies=tuple(nameless))

        def alive() -> bool:
            job.report(Progress("Adding the movies to the catalog"))
            return job.cancelled()

        def merge(session: Connection) -> tuple[Catalog, Ratings | None]:
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
            if ratings is None:
                return stored.catalog, None
            position = stored.position
            wire_ids = [stored.catalog.movies[position[key]].wire_id for key in keys.tolist()]
            return stored.catalog, Ratings(ratings.users, ratings.items, wire_ids)

        check(alive)
        question, problems = self._learn_question(imported, job)
        trained = None
        if ratings is not None:
            with self._context.database.trial() as session:
                merged, public = merge(session)
            if public is not None and any(public.wire_ids):
                every = training_ratings(self._context.paths, {source: public})
                trained = train_model(self._context.paths, every, merged, question, job)
        with self._context.database.write() as session:
            merged, public = merge(session)
            again = match_unlisted(session, CatalogRepository(session).load, self._context.now())
            if public is not None:
                store_ratings(self._context.paths, public, source, cancelled=alive)
            save_catalog(self._context.paths, merged)
            if trained is not None:
                store_trained(self._context.paths, trained)
        self._save_samples()
        if trained is not None:
            self._public_profiles.prepare(every)
        _log.info("catalog import: %d movies", len(catalog.movies))
        return replace(self._known(again), notes=(*imported.notes, *problems))

    def _learn_question(
        self, imported: ImportedCatalog, job: Job
    ) -> tuple[Question | None, tuple[Message, ...]]:
        """Return the question of a recognized public set, of its publisher's tables alone.

        Or none and why, if it came out differently than everybody's.
        """
        public, name = imported.ratings, imported.recognized
        if public is None or name is None:
            return None, ()
        known = RECOGNIZED[name]
        movies = imported.catalog.movies
        question = learn_question(
            known.question,
            movies,
            public.users,
            public.items,
            known.cells,
            job=job,
            series=load_question().series,
        )
        if question.digest == known.digest:
            return question, ()
        _log.warning("the question of %s has another digest: %s", name, question.digest)
        problem = message(
            "The question that releases ask came out differently on this computer than it should, "
            "so it is not used, and releases are made as before. Please report this."
        )
        return None, (problem,)

    def download(self, name: str = MOVIELENS, *, job: Job = UNATTENDED) -> CatalogInfo:
        """Download and import a source by name. Offline it says so and keeps what it had."""
        if name == WIKIDATA:
            with self._contacts.logged(ContactKind.CATALOG, "Wikidata"):
                found = self._fetches.wikidata(self._languages(), job)
            return self._put(WIKIDATA, found, job)
        if name == TMDB:
            self._fetches.tmdb_key()  # without one nothing is requested, and none is on record
            with self._contacts.logged(ContactKind.CATALOG, "TMDB"):
                found = self._fetches.tmdb(next(iter(self._languages()), "en"), job)
            return self._put(TMDB, found, job)
        if name not in RATED:
            raise CatalogError(
                "There is no catalog named {catalog}. The catalog before is kept.", catalog=name
            )
        whom = "MovieTweetings" if name == MOVIETWEETINGS else "MovieLens"
        with self._contacts.logged(ContactKind.CATALOG, whom):
            path = self._fetches.archive(name, job)
        return self.import_path(path, job=job)

    def update(self, *, since: int | None = None, job: Job = UNATTENDED) -> CatalogInfo:
        """Fetch the movies and series of last year and this one, or since a year, from Wikidata.

        Each year is merged as soon as it is here; what came before stays. Raises `CatalogError`,
        `Cancelled`: the years before are then kept, and the next call goes on from there.
        """
        from epicrec_desktop.catalog.wikidata import FIRST_YEAR  # noqa: PLC0415

        this_year = self._context.now().year
        first = this_year - 1 if since is None else since
        if not FIRST_YEAR <= first <= this_year:
            raise CatalogError(
                "There are no films of {year} to fetch. The catalog before is kept. Give a year "
                "from {first} to {last}.",
                year=first,
                first=FIRST_YEAR,
                last=this_year,
            )
        languages, info = self._languages(), None
        for year in range(first, this_year + 1):
            with self._contacts.logged(ContactKind.CATALOG, "Wikidata"):
                found = self._fetches.films_of_year(year, languages, job)
            info = self._put(f"{WIKIDATA}-{year}", found, job)
        assert info is not None
        return info

    def update_if_due(self, *, job: Job = UNATTENDED) -> bool:
        """Update where the user agreed to it and a week has passed; return whether it did.

        The next moment is stored before anything is asked, so that neither an answer nor the lack
        of one moves it. The settings are read again: the user may have withdrawn the consent in a
        window meanwhile.
        """
        path, now = self._context.paths.settings, self._context.now()
        stored, settings = Settings.load(path), self._context.settings
        if not stored.films_of_year or not _is_due(stored.films_of_year_due, now):
            return False
        wait = _WEEK + timedelta(seconds=secrets.randbelow(_WITHIN_S))
        settings.films_of_year_due = (now + wait).isoformat(timespec="seconds")
        settings.save(path, "films_of_year_due")  # the program's own know whether all is erased
        try:
            self.update(job=job)
        except CatalogError:  # noted in Activity
            return False
        return True

    def _known(self, again: int) -> CatalogInfo:
        """Return the catalog of now; the window says `again` once, wherever the import was."""
        self._context.known_now += again
        return replace(self.info(), known_now=again)

    def _put(self, source: str, catalog: Catalog, job: Job, *, anew: bool = False) -> CatalogInfo:
        """Merge a catalog without ratings. Raises `Cancelled`; nothing is changed then.

        `anew`: no other source was ever merged, and its categories of before go.
        """
        job.report(Progress("Adding the movies to the catalog"))
        with self._context.database.write() as session:
            repository = CatalogRepository(session)
            if anew:
                repository.drop_categories()
            repository.merge(source, catalog, now=self._context.now(), cancelled=job.cancelled)
            stored = repository.load()
            again = match_unlisted(session, lambda: stored, self._context.now())
            save_catalog(self._context.paths, stored.catalog)
        self._save_samples()
        _log.info("catalog import from %s: %d movies", source, len(catalog.movies))
        return self._known(again)

    def merge_again(self, *, job: Job = UNATTENDED) -> Message:
        """Merge a damaged catalog again, if all of it ships; return a sentence about it."""
        with self._context.database.read() as session:
            sources = damaged_sources(session) or set()
        _log.error("the public catalog is not as it was merged")
        search = self._context.public_cache("search")
        if search is not None:  # made of the damaged rows, perhaps
            search.unlink(missing_ok=True)
        if STARTER in sources:
            try:
                self._put(STARTER, load_starter(), job, anew=sources == {STARTER})
            except EpicRecError as error:
                return message(
                    "Movies of the public catalog were damaged on the disk, so titles, years or "
                    "categories may be wrong. They were not taken from the program again yet: "
                    "{reason}",
                    reason=error.message,
                )
            self._context.forget_catalog()
        if others := sorted(sources - {STARTER}):
            return message(
                "Movies of the public catalog were damaged on the disk, so titles, years or "
                "categories may be wrong. Import again: {sources}.",
                sources=", ".join(others),
            )
        return message(
            "Movies of the public catalog were damaged on the disk. They were taken from the "
            "program again; your library is as it was."
        )

    def _languages(self) -> list[str]:
        """Return codes of the languages that the user reads, as far as the system reports them."""
        languages = [self._context.settings.language, system_locale()]
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
        trained = train_model(
            self._context.paths, ratings, self._context.catalog().catalog, None, job
        )
        store_trained(self._context.paths, trained)
        return trained.result


def _is_due(moment: str, now: datetime) -> bool:
    """Return whether a stored time has passed, is invalid, or the clock was set back."""
    try:
        due = datetime.fromisoformat(moment)
        return not now < due <= now + _WEEK + timedelta(seconds=_WITHIN_S)
    except (ValueError, TypeError):
        return True
