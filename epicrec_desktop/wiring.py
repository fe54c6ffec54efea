"""Builds stores, providers and services for one person's data. No Qt.

Services are imported where they are made.
"""
# ruff: noqa: D102, PLC0415 - each of them says of itself what it does; see `_when_asked`

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Generic, TypeVar

from epicrec_desktop import logs
from epicrec_desktop.catalog.starter import load_starter, starter_version
from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.files import remove_abandoned, remove_partial_files
from epicrec_desktop.history.snapshot import remove_stale_snapshots
from epicrec_desktop.paths import Paths, private_folder
from epicrec_desktop.services.context import ServiceContext, utc_now
from epicrec_desktop.services.erasing import finish_erasing
from epicrec_desktop.services.periods import record_start
from epicrec_desktop.services.sample_store import SampleStore
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.catalog import STARTER, CatalogRepository
from epicrec_desktop.store.database_opening import open_database
from epicrec_desktop.store.driver import PLAIN, Driver
from epicrec_desktop.store.sample_file import SampleFile

if TYPE_CHECKING:
    from epicrec_desktop.door.process import Door
    from epicrec_desktop.history.browser_paths import Environment
    from epicrec_desktop.privacy.randomness import BitSource
    from epicrec_desktop.services.assistant import AssistantService
    from epicrec_desktop.services.backup.restore import BackupService
    from epicrec_desktop.services.catalog_info import ModelInfoService
    from epicrec_desktop.services.catalogs import CatalogService
    from epicrec_desktop.services.contacts import ContactService
    from epicrec_desktop.services.contribution_service import ContributionService
    from epicrec_desktop.services.film_lists import FilmListService
    from epicrec_desktop.services.film_walls import FilmWalls
    from epicrec_desktop.services.import_service import ImportService
    from epicrec_desktop.services.invitations import InvitationService
    from epicrec_desktop.services.ledger import LedgerService
    from epicrec_desktop.services.library import LibraryService
    from epicrec_desktop.services.local_models import LocalModels
    from epicrec_desktop.services.mechanism_planner import Planner
    from epicrec_desktop.services.month_news import MonthNewsService
    from epicrec_desktop.services.movie_facts import MovieFactsService, SimilarMovies
    from epicrec_desktop.services.personas import PersonaService
    from epicrec_desktop.services.practice import PracticeService
    from epicrec_desktop.services.privacy_levels import PrivacyService
    from epicrec_desktop.services.profiles import ProfileService
    from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
    from epicrec_desktop.services.provider_details import ProviderDetailsService
    from epicrec_desktop.services.providers import ProviderService
    from epicrec_desktop.services.public_profiles import PublicProfilesService
    from epicrec_desktop.services.recommendations import RecommendService
    from epicrec_desktop.services.release_summary import ReleaseSummaryService
    from epicrec_desktop.services.releases import ReleaseService
    from epicrec_desktop.services.scan import ScanService
    from epicrec_desktop.services.tonight import TonightService
    from epicrec_desktop.services.unlisted import UnlistedService
    from epicrec_desktop.services.update_check import UpdateService
    from epicrec_desktop.services.user_data import DataService

Made = TypeVar("Made")


class _when_asked(Generic[Made]):  # noqa: N801 - a decorator
    """An attribute that is made, with its imports, when it is first asked for.

    Once, whichever thread asks: services keep what they have read, and their locks.
    """

    def __init__(self, make: Callable[[Services], Made]) -> None:
        self._make = make
        self._name = make.__name__

    def __get__(self, services: Services, owner: type[Services]) -> Made:
        with services.making[self._name]:  # those it needs are locked after it, never before
            if self._name not in services.__dict__:
                services.__dict__[self._name] = self._make(services)
        made: Made = services.__dict__[self._name]
        return made


class Services:
    """Every use case, built for one base folder. Thread-safe: each call opens its own session.

    A start needs few of them, and importing all takes longer than the rest of it: each is made when
    it is first asked for, or by `make_all`.
    """

    def __init__(
        self,
        context: ServiceContext,
        paths: Paths,
        sample_store: SampleStore,
        source: BitSource | None,
        *,
        environment: Environment | None,
        pause: float | None,
    ) -> None:
        self.context = context
        self.paths = paths
        self.settings = context.settings
        made = (name for name, kind in vars(Services).items() if isinstance(kind, _when_asked))
        self.making = {name: threading.Lock() for name in made}
        self._sample_store = sample_store
        self._given_source = source
        self._environment = environment
        self._pause = pause

    @_when_asked
    def profiles(self) -> ProfileService:
        from epicrec_desktop.services.profiles import ProfileService

        return ProfileService(self.context, self._environment)

    @_when_asked
    def scan(self) -> ScanService:
        from epicrec_desktop.services.scan import ScanService

        return ScanService(self.context)

    @_when_asked
    def library(self) -> LibraryService:
        from epicrec_desktop.services.library import LibraryService

        return LibraryService(self.context)

    @_when_asked
    def lists(self) -> FilmListService:
        from epicrec_desktop.services.film_lists import FilmListService

        return FilmListService(self.context)

    @_when_asked
    def unlisted(self) -> UnlistedService:
        from epicrec_desktop.services.unlisted import UnlistedService

        return UnlistedService(self.context)

    @_when_asked
    def imports(self) -> ImportService:
        from epicrec_desktop.services.import_service import ImportService

        return ImportService(self.context)

    @_when_asked
    def privacy(self) -> PrivacyService:
        from epicrec_desktop.services.privacy_levels import PrivacyService

        return PrivacyService(self.context, lambda: self._planner)

    @_when_asked
    def releases(self) -> ReleaseService:
        from epicrec_desktop.services.releases import ReleaseService

        return ReleaseService(
            self.context,
            self._planner,
            self.providers,
            self._sample_store,
            self._source,
            self._public_profiles,
        )

    @_when_asked
    def recommend(self) -> RecommendService:
        from epicrec_desktop.services.recommendations import RecommendService

        return RecommendService(
            self.context, self.models, self.providers, self.releases, self.films, self.personas
        )

    @_when_asked
    def practice(self) -> PracticeService:
        from epicrec_desktop.services.practice import PracticeService

        return PracticeService(
            self.context,
            self._planner,
            self.providers,
            self._source,
            self._public_profiles,
            self.releases.expected_worth,
        )

    @_when_asked
    def invitations(self) -> InvitationService:
        from epicrec_desktop.services.invitations import InvitationService

        return InvitationService(self.context, self.providers)

    @_when_asked
    def ledger(self) -> LedgerService:
        from epicrec_desktop.services.ledger import LedgerService

        return LedgerService(self.context)

    @_when_asked
    def providers(self) -> ProviderService:
        from epicrec_desktop.services.providers import ProviderService

        return ProviderService(self.context, lambda: self.models, self.contacts, self._pause)

    @_when_asked
    def personas(self) -> PersonaService:
        from epicrec_desktop.services.personas import PersonaService

        return PersonaService(self.context, self.providers, self.contacts)

    @_when_asked
    def cards(self) -> ProviderDetailsService:
        from epicrec_desktop.services.provider_details import ProviderDetailsService

        return ProviderDetailsService(self.context, self.providers, self._planner, self.personas)

    @_when_asked
    def model_info(self) -> ModelInfoService:
        from epicrec_desktop.services.catalog_info import ModelInfoService

        return ModelInfoService(self.context, self.providers, lambda: self.models)

    @_when_asked
    def catalogs(self) -> CatalogService:
        from epicrec_desktop.services.catalogs import CatalogService

        return CatalogService(
            self.context, self.models, self.contacts, self._public_profiles, self._sample_store.save
        )

    @_when_asked
    def data(self) -> DataService:
        from epicrec_desktop.services.user_data import DataService

        return DataService(self.context, self.models.forget)

    @_when_asked
    def backup(self) -> BackupService:
        from epicrec_desktop.services.backup.restore import BackupService

        return BackupService(self.context, self._sample_store)

    @_when_asked
    def models(self) -> LocalModels:
        from epicrec_desktop.services.local_models import LocalModels

        return LocalModels(self.context)

    @_when_asked
    def contacts(self) -> ContactService:
        from epicrec_desktop.services.contacts import ContactService

        return ContactService(self.context)

    @_when_asked
    def summaries(self) -> ReleaseSummaryService:
        from epicrec_desktop.services.release_summary import ReleaseSummaryService

        return ReleaseSummaryService(self.context, self.releases.expected_worth)

    @_when_asked
    def assistant(self) -> AssistantService:
        from epicrec_desktop.services.assistant import AssistantService

        return AssistantService(
            self.context, self.providers, self.contacts, self.library, self.films, self.alike
        )

    @_when_asked
    def alike(self) -> SimilarMovies:
        from epicrec_desktop.services.movie_facts import SimilarMovies

        return SimilarMovies(self.context, self.models)

    @_when_asked
    def films(self) -> MovieFactsService:
        from epicrec_desktop.services.movie_facts import MovieFactsService

        return MovieFactsService(self.context)

    @_when_asked
    def walls(self) -> FilmWalls:
        from epicrec_desktop.services.film_walls import FilmWalls

        return FilmWalls(self.context, self.films, self.alike)

    @_when_asked
    def tonight(self) -> TonightService:
        from epicrec_desktop.services.tonight import TonightService

        return TonightService(self.context, self.recommend, self.films)

    @_when_asked
    def month_news(self) -> MonthNewsService:
        from epicrec_desktop.services.month_news import MonthNewsService

        return MonthNewsService(self.context, self.releases, self.providers)

    @_when_asked
    def updates(self) -> UpdateService:
        from epicrec_desktop.services.update_check import UpdateService, update_source

        return UpdateService(self.context, self.contacts, update_source())

    @_when_asked
    def contributions(self) -> ContributionService:
        from epicrec_desktop.services.contribution_service import ContributionService

        return ContributionService(self.context, self.providers, self._sample_store, self._source)

    @_when_asked
    def protection(self) -> LibraryEncryption:
        from epicrec_desktop.services.protection.library_encryption import LibraryEncryption

        return LibraryEncryption(self.paths)

    @_when_asked
    def _source(self) -> BitSource:
        from epicrec_desktop.services.sampling import SecureSource

        return self._given_source or SecureSource()

    @_when_asked
    def _planner(self) -> Planner:
        from epicrec_desktop.services.mechanism_planner import Planner

        return Planner(self.context)

    @_when_asked
    def _public_profiles(self) -> PublicProfilesService:
        from epicrec_desktop.services.public_profiles import PublicProfilesService

        return PublicProfilesService(self.context)

    def make_all(self, cancelled: IsCancelled = never_cancelled) -> None:
        """Have all services at hand. Whoever asks for one meanwhile waits for no other."""
        for name, kind in vars(Services).items():
            if isinstance(kind, _when_asked):
                check(cancelled)
                getattr(self, name)

    def close(self) -> None:
        """Close the database, and let go of models: Windows removes no file that is mapped."""
        if "models" in self.__dict__:
            self.models.forget()
        self.context.database.close()


def build(
    paths: Paths,
    opened: Driver = PLAIN,
    *,
    now: Callable[[], datetime] = utc_now,
    environment: Environment | None = None,
    source: BitSource | None = None,
    starter: bool = True,
    pause: float | None = None,
    door: Door | None = None,
) -> Services:
    """Build the services for these paths; opens (and migrates) the database.

    `opened`: how it is unlocked, where it is encrypted (`services/protection/`).

    `now`, `environment` (where browsers are looked for) and `source` (of randomness, the system's
    secure generator by default) are replaced in tests; the audit sets the first two, and goes
    without the starter catalog, so that the query is over its own, and without the `pause` before
    a release is sent: what it measures is what arrives, thousands of times, and not when.

    `door`: what makes all requests; without one, this process does.

    Raises `StoreError` with a sentence when the database is newer than the program or damaged.
    """
    finish_erasing(paths)
    for folder in (paths.data, paths.cache, paths.state):
        private_folder(folder)
    remove_abandoned(paths.downloads, public=True)
    for folder in (paths.data, paths.cache, paths.state, paths.users):
        remove_abandoned(folder)
    remove_partial_files(paths.data)
    logs.configure(paths)
    settings = Settings.load(paths.settings)
    context = ServiceContext(paths, settings, open_database(paths.database, opened), now, door=door)
    remove_stale_snapshots(
        paths.snapshots
    )  # what a killed scan left; those of living processes stay
    try:
        context.database.store_start_copy(checked=True)
        if starter:
            _ensure_starter_catalog(context)
        record_start(context.database, context.now())
        sample_store = SampleStore(
            context.database, SampleFile(paths.samples, context.database.driver.key)
        )
        sample_store.begin(context.now())
    except BaseException:
        context.database.close()
        raise
    return Services(context, paths, sample_store, source, environment=environment, pause=pause)


def _ensure_starter_catalog(context: ServiceContext) -> None:
    """Import the starter catalog where it is missing or of another version of the program."""
    with context.database.read() as session:
        versions = {s.name: s.version for s in CatalogRepository(session).sources()}
    # Reading its movies would be felt at every start.
    if STARTER not in versions or versions[STARTER] != starter_version():
        from epicrec_desktop.services.unlisted import match_unlisted

        starter = load_starter()
        with context.database.write() as session:
            repository = CatalogRepository(session)
            repository.merge(STARTER, starter, now=context.now())
            context.known_now = match_unlisted(session, repository.load, context.now())
