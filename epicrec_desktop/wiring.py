"""Builds stores, providers and services for one person's data. No Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from epicrec_desktop import logs
from epicrec_desktop.catalog.starter import load_starter, starter_version
from epicrec_desktop.files import remove_abandoned
from epicrec_desktop.history.discover import Environment
from epicrec_desktop.history.snapshot import sweep
from epicrec_desktop.paths import Paths, private_folder
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.provider.http import PAUSE_SECONDS
from epicrec_desktop.services.alike import AlikeService
from epicrec_desktop.services.backup.service import BackupService
from epicrec_desktop.services.catalogs import CatalogService
from epicrec_desktop.services.contacts import ContactService
from epicrec_desktop.services.context import ServiceContext, utc_now
from epicrec_desktop.services.contributing.service import ContributionService
from epicrec_desktop.services.data import DataService
from epicrec_desktop.services.draws import DrawKeeper
from epicrec_desktop.services.erasing import finish_erasing
from epicrec_desktop.services.films import FilmService
from epicrec_desktop.services.imports.service import ImportService
from epicrec_desktop.services.library import LibraryService
from epicrec_desktop.services.models import LocalModels
from epicrec_desktop.services.own_files import remove_begun
from epicrec_desktop.services.people import PeopleService
from epicrec_desktop.services.planning import Planner
from epicrec_desktop.services.privacy import PrivacyService
from epicrec_desktop.services.profiles import ProfileService
from epicrec_desktop.services.protection.service import Protection
from epicrec_desktop.services.provider_cards import ProviderCards
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.recommend import RecommendService
from epicrec_desktop.services.releases import LedgerService, ReleaseService
from epicrec_desktop.services.scan import ScanService
from epicrec_desktop.services.secure import SecureSource
from epicrec_desktop.services.telling import TellingService
from epicrec_desktop.services.updates import UpdateService, settled_source
from epicrec_desktop.services.windows import begin_calendar
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.catalog import STARTER, CatalogRepository
from epicrec_desktop.store.database import open_database
from epicrec_desktop.store.draw_file import DrawFile
from epicrec_desktop.store.driver import PLAIN, Driver


@dataclass(frozen=True)
class Services:
    """Every use case, built for one base folder. Thread-safe: each call opens its own session."""

    context: ServiceContext
    paths: Paths
    settings: Settings
    profiles: ProfileService
    scan: ScanService
    library: LibraryService
    imports: ImportService
    privacy: PrivacyService
    releases: ReleaseService
    recommend: RecommendService
    ledger: LedgerService
    providers: ProviderService
    cards: ProviderCards
    catalogs: CatalogService
    data: DataService
    backup: BackupService
    models: LocalModels
    contacts: ContactService
    telling: TellingService
    alike: AlikeService
    films: FilmService
    updates: UpdateService
    contributions: ContributionService
    protection: Protection

    def close(self) -> None:
        """Close the database, and let go of models: Windows removes no file that is mapped."""
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
    pause: float = PAUSE_SECONDS,
) -> Services:
    """Build the services for these paths; opens (and migrates) the database.

    `opened`: how it is unlocked, where it is encrypted (`services/protection/`).

    `now`, `environment` (where browsers are looked for) and `source` (of randomness, the system's
    secure generator by default) are replaced in tests; the audit sets the first two, and goes
    without the starter catalog, so that the query is over its own, and without the `pause` before
    a release is sent: what it measures is what arrives, thousands of times, and not when.

    Raises `StoreError` with a sentence when the database is newer than the program or damaged.
    """
    finish_erasing(paths)
    for folder in (paths.data, paths.cache, paths.state):
        private_folder(folder)
        remove_abandoned(folder)
    remove_begun(paths.data)
    logs.configure(paths)
    settings = Settings.load(paths.settings)
    context = ServiceContext(paths, settings, open_database(paths.database, opened), now)
    sweep(paths.snapshots)  # what a killed scan left; those of living processes stay
    try:
        if starter:
            _ensure_starter_catalog(context)
        begin_calendar(context.database, context.now())
        keeper = DrawKeeper(context.database, DrawFile(paths.draws))
        keeper.begin(context.now())
    except BaseException:
        context.database.close()
        raise
    source = source or SecureSource()
    models = LocalModels(context)
    films = FilmService(context)
    contacts = ContactService(context)
    providers = ProviderService(context, models, contacts, pause)
    planner = Planner(context)
    people = PeopleService(context)
    releases = ReleaseService(context, planner, keeper, source, people)
    return Services(
        context=context,
        paths=paths,
        settings=settings,
        profiles=ProfileService(context, environment),
        scan=ScanService(context),
        library=LibraryService(context),
        imports=ImportService(context),
        privacy=PrivacyService(context, planner, providers, releases),
        releases=releases,
        recommend=RecommendService(context, models, providers, releases, films),
        ledger=LedgerService(context),
        providers=providers,
        cards=ProviderCards(context, providers),
        catalogs=CatalogService(context, models, contacts, people),
        data=DataService(context, models.forget),
        backup=BackupService(context, keeper),
        models=models,
        contacts=contacts,
        telling=TellingService(context),
        alike=AlikeService(context, models),
        films=films,
        updates=UpdateService(context, contacts, settled_source()),
        contributions=ContributionService(context, providers, keeper, source),
        protection=Protection(paths),
    )


def _ensure_starter_catalog(context: ServiceContext) -> None:
    """The catalog that ships with the program is always there, in the program's version of it."""
    with context.database.read() as session:
        versions = {s.name: s.version for s in CatalogRepository(session).sources()}
    # Reading its movies would be felt at every start.
    if STARTER not in versions or versions[STARTER] != starter_version():
        starter = load_starter()
        with context.database.write() as session:
            CatalogRepository(session).merge(STARTER, starter, now=context.now())
