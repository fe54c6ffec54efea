"""Builds stores, providers and services for one person's data. No Qt.

Services are imported where they are made.
"""
# ruff: noqa: D102, PLC0415 - each of them says of itself what it does; see `_Lazy`

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from epicrec_desktop import logs, resources, services
from epicrec_desktop.catalog.starter import load_starter, starter_version
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.progress import UNATTENDED, IsCancelled, Job, check, never_cancelled
from epicrec_desktop.files import remove_abandoned, remove_partial_files
from epicrec_desktop.history.snapshot import remove_stale_snapshots
from epicrec_desktop.memory import rare_collection
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
    import epicrec_desktop.services.assistant
    import epicrec_desktop.services.catalog_info
    import epicrec_desktop.services.catalogs
    import epicrec_desktop.services.contacts
    import epicrec_desktop.services.contribution_service
    import epicrec_desktop.services.import_service
    import epicrec_desktop.services.invitations
    import epicrec_desktop.services.ledger
    import epicrec_desktop.services.library
    import epicrec_desktop.services.local_models
    import epicrec_desktop.services.mechanism_planner
    import epicrec_desktop.services.month_news
    import epicrec_desktop.services.movie_facts
    import epicrec_desktop.services.movie_lists
    import epicrec_desktop.services.movie_walls
    import epicrec_desktop.services.personas
    import epicrec_desktop.services.practice
    import epicrec_desktop.services.privacy_levels
    import epicrec_desktop.services.profiles
    import epicrec_desktop.services.provider_details
    import epicrec_desktop.services.providers
    import epicrec_desktop.services.public_profiles
    import epicrec_desktop.services.recommendations
    import epicrec_desktop.services.release_summary
    import epicrec_desktop.services.releases
    import epicrec_desktop.services.sampling
    import epicrec_desktop.services.scan
    import epicrec_desktop.services.tonight
    import epicrec_desktop.services.unlisted
    import epicrec_desktop.services.update_check
    import epicrec_desktop.services.user_data  # noqa: F401 - type checkers know them now
    from epicrec_desktop.door.process import Door
    from epicrec_desktop.history.browser_paths import Environment
    from epicrec_desktop.privacy.randomness import BitSource
    from epicrec_desktop.services.backup.restore import BackupService
    from epicrec_desktop.services.protection.library_encryption import LibraryEncryption

Made = TypeVar("Made")


class _Lazy(Generic[Made]):
    """An attribute that is made, with its imports, when it is first asked for.

    Once, whichever thread asks: services keep what they have read, and their locks.
    """

    def __init__(self, make: Callable[[Services], Made]) -> None:
        self._make = make

    def __set_name__(self, owner: type[Services], name: str) -> None:
        self._name = name

    def __get__(self, made: Services, owner: type[Services]) -> Made:
        with made.making[self._name]:  # those it needs are locked after it, never before
            if self._name not in made.__dict__:
                made.__dict__[self._name] = self._make(made)
        value: Made = made.__dict__[self._name]
        return value


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
        made = (name for name, kind in vars(Services).items() if isinstance(kind, _Lazy))
        self.making = {name: threading.Lock() for name in made}
        self._sample_store = sample_store
        self._given_source = source
        self._environment = environment
        self._pause = pause

    # Each is below those that it is made of.
    contacts = _Lazy(lambda its: services.contacts.ContactService(its.context))
    profiles = _Lazy(lambda its: services.profiles.ProfileService(its.context, its._environment))
    scan = _Lazy(lambda its: services.scan.ScanService(its.context))
    library = _Lazy(lambda its: services.library.LibraryService(its.context))
    lists = _Lazy(lambda its: services.movie_lists.MovieListService(its.context))
    unlisted = _Lazy(lambda its: services.unlisted.UnlistedService(its.context))
    imports = _Lazy(lambda its: services.import_service.ImportService(its.context))
    ledger = _Lazy(lambda its: services.ledger.LedgerService(its.context))
    models = _Lazy(lambda its: services.local_models.LocalModels(its.context))
    facts = _Lazy(lambda its: services.movie_facts.MovieFactsService(its.context))
    _source = _Lazy(lambda its: its._given_source or services.sampling.SecureSource())
    _planner = _Lazy(lambda its: services.mechanism_planner.Planner(its.context))
    _public_profiles = _Lazy(
        lambda its: services.public_profiles.PublicProfilesService(its.context)
    )
    privacy = _Lazy(
        lambda its: services.privacy_levels.PrivacyService(its.context, lambda: its._planner)
    )
    providers = _Lazy(
        lambda its: services.providers.ProviderService(
            its.context, lambda: its.models, its.contacts, its._pause
        )
    )
    alike = _Lazy(lambda its: services.movie_facts.SimilarMovies(its.context, its.models))
    walls = _Lazy(lambda its: services.movie_walls.MovieWalls(its.context, its.facts, its.alike))
    personas = _Lazy(
        lambda its: services.personas.PersonaService(its.context, its.providers, its.contacts)
    )
    releases = _Lazy(
        lambda its: services.releases.ReleaseService(
            its.context,
            its._planner,
            its.providers,
            its._sample_store,
            its._source,
            its._public_profiles,
        )
    )
    summaries = _Lazy(
        lambda its: services.release_summary.ReleaseSummaryService(
            its.context, its.releases.expected_worth
        )
    )
    recommend = _Lazy(
        lambda its: services.recommendations.RecommendService(
            its.context, its.models, its.providers, its.releases, its.facts, its.personas
        )
    )
    practice = _Lazy(
        lambda its: services.practice.PracticeService(
            its.context,
            its._planner,
            its.providers,
            its._source,
            its._public_profiles,
            its.releases.expected_worth,
        )
    )
    invitations = _Lazy(
        lambda its: services.invitations.InvitationService(its.context, its.providers)
    )
    cards = _Lazy(
        lambda its: services.provider_details.ProviderDetailsService(
            its.context, its.providers, its._planner, its.personas
        )
    )
    model_info = _Lazy(
        lambda its: services.catalog_info.ModelInfoService(
            its.context, its.providers, lambda: its.models
        )
    )
    catalogs = _Lazy(
        lambda its: services.catalogs.CatalogService(
            its.context, its.models, its.contacts, its._public_profiles, its._sample_store.save
        )
    )
    data = _Lazy(lambda its: services.user_data.DataService(its.context, its.models.forget))
    assistant = _Lazy(
        lambda its: services.assistant.AssistantService(
            its.context, its.providers, its.contacts, its.library, its.facts, its.alike
        )
    )
    tonight = _Lazy(
        lambda its: services.tonight.TonightService(its.context, its.recommend, its.facts)
    )
    month_news = _Lazy(
        lambda its: services.month_news.MonthNewsService(its.context, its.releases, its.providers)
    )
    updates = _Lazy(
        lambda its: services.update_check.UpdateService(
            its.context, its.contacts, services.update_check.update_source()
        )
    )
    contributions = _Lazy(
        lambda its: services.contribution_service.ContributionService(
            its.context, its.providers, its._sample_store, its._source
        )
    )

    @_Lazy
    def backup(self) -> BackupService:
        from epicrec_desktop.services.backup.restore import BackupService

        return BackupService(self.context, self._sample_store)

    @_Lazy
    def protection(self) -> LibraryEncryption:
        from epicrec_desktop.services.protection.library_encryption import LibraryEncryption

        return LibraryEncryption(self.paths)

    def make_all(self, cancelled: IsCancelled = never_cancelled) -> None:
        """Have all services at hand. Whoever asks for one meanwhile waits for no other."""
        for name, kind in vars(Services).items():
            if isinstance(kind, _Lazy):
                check(cancelled)
                getattr(self, name)

    def check_public_data(self, job: Job) -> list[Message]:
        """Return what the disk damaged of the catalog and of the trained model."""
        return [found for found in (self.mend_catalog(job), self.models.damage()) if found]

    def prepare_public_data(self, job: Job) -> None:
        """Read and compute what the pages need of public data, before one of them is visited.

        Raises `Cancelled`, and `CatalogError` where some of it is damaged.
        """
        with rare_collection():
            self.releases.prepare(job=job)
            job.check()
            self.library.prepare_search()

    def mend_catalog(self, job: Job = UNATTENDED) -> Message | None:
        """Merge a damaged catalog again, if all of it ships; return a sentence about it."""
        return self.catalogs.merge_again(job=job) if self.context.catalog_damaged() else None

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
    for file in paths.downloads.glob("films.sqlite3*"):  # posters, of earlier versions
        with suppress(OSError):
            file.unlink()
    logs.configure(paths)
    settings = Settings.load(paths.settings)
    database = open_database(paths.database, opened, starter_library if starter else None)
    context = ServiceContext(paths, settings, database, now, door=door)
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


def starter_library() -> Path:
    """Return the file that a new library is a copy of: it has the starter catalog and its budget.

    A checkout makes it where it is missing or older than the modules that decide what is in it.
    """
    package, file = Path(__file__).parent, resources.path("catalog", "starter.sqlite3")
    modules = ("domain/*", "privacy/*", "store/*", "catalog/starter", "services/mechanism_planner")
    sources = (one for module in modules for one in package.glob(f"{module}.py"))
    resources.make_if_outdated(file, "starter_library.py", [file.with_suffix(".csv"), *sources])
    return file


def _ensure_starter_catalog(context: ServiceContext) -> None:
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
