"""The one way in: reads whatever catalog is at a path."""

from __future__ import annotations

from pathlib import Path

from epicrec_desktop.catalog.files import FolderFiles, open_source
from epicrec_desktop.catalog.layouts import find_movies
from epicrec_desktop.catalog.movielens import ImportedCatalog, read_movielens
from epicrec_desktop.catalog.movietweetings import is_movietweetings, with_imdb_ids
from epicrec_desktop.domain.tasks import IsCancelled, Report, never_cancelled, no_progress


def read_source(
    path: Path, report: Report = no_progress, cancelled: IsCancelled = never_cancelled
) -> ImportedCatalog:
    """Read a folder of MovieLens or MovieTweetings, a zip archive, or the table of movies itself.

    Changes nothing. Raises `CatalogError` with a sentence for anything that is no catalog;
    `Cancelled`.
    """
    path = path.expanduser().absolute()
    with open_source(path) as files:
        named = isinstance(files, FolderFiles) and not path.is_dir()
        wanted = path.name if named else None
        imported = read_movielens(files, wanted, report, cancelled)
        tweeted = is_movietweetings(files, find_movies(files, wanted))
        return with_imdb_ids(imported) if tweeted else imported
