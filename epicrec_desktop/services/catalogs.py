"""The catalog: what there is, and importing another."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from epicrec_desktop.domain.tasks import IsCancelled, Report, never, quiet


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


class CatalogService:
    """Imports never lose the library: movies keep their place by their public ids."""

    def info(self) -> CatalogInfo:
        """What is there now."""
        raise NotImplementedError

    def import_path(
        self, path: Path, *, report: Report = quiet, cancelled: IsCancelled = never
    ) -> CatalogInfo:
        """Import a MovieLens folder or archive. Raises `CatalogError`; the old catalog is kept."""
        raise NotImplementedError

    def download(
        self, name: str = "movielens", *, report: Report = quiet, cancelled: IsCancelled = never
    ) -> CatalogInfo:
        """Download and import a source by name. Offline it says so and keeps what it had."""
        raise NotImplementedError
