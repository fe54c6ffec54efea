"""The one way in: reads whatever catalog is at a path."""

from __future__ import annotations

from pathlib import Path

from epicrec_desktop.catalog.files import FolderFiles, open_source
from epicrec_desktop.catalog.movielens import ImportedCatalog, read_movielens
from epicrec_desktop.domain.tasks import IsCancelled, Report, never, quiet


def read_source(
    path: Path, report: Report = quiet, cancelled: IsCancelled = never
) -> ImportedCatalog:
    """Read a MovieLens folder, zip archive, or the table of movies itself.

    Changes nothing. Raises `CatalogError` with a sentence for anything that is no catalog;
    `Cancelled`.
    """
    path = path.expanduser().absolute()
    with open_source(path) as files:
        named = isinstance(files, FolderFiles) and not path.is_dir()
        return read_movielens(files, path.name if named else None, report, cancelled)
