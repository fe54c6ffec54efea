"""Builds stores, providers and services for one person's data. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from epicrec_desktop.paths import Paths
from epicrec_desktop.services.catalogs import CatalogService
from epicrec_desktop.services.data import DataService
from epicrec_desktop.services.library import LibraryService
from epicrec_desktop.services.privacy import PrivacyService
from epicrec_desktop.services.profiles import ProfileService
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.recommend import RecommendService
from epicrec_desktop.services.releases import LedgerService
from epicrec_desktop.services.scan import ScanService
from epicrec_desktop.settings import Settings


@dataclass(frozen=True)
class Services:
    """Every use case, built for one base folder. Thread-safe: each call opens its own session."""

    paths: Paths
    settings: Settings
    profiles: ProfileService
    scan: ScanService
    library: LibraryService
    privacy: PrivacyService
    recommend: RecommendService
    ledger: LedgerService
    providers: ProviderService
    catalogs: CatalogService
    data: DataService

    def close(self) -> None:
        """Close the database."""


def build(paths: Paths) -> Services:
    """Build the services for these paths; opens (and migrates) the database.

    Raises `StoreError` with a sentence when the database is newer than the program or damaged.
    """
    raise NotImplementedError
