"""A backup of a service: its folder, and its database where that is SQLite, in one archive.

Taken while the service runs: the database by SQLite's own online copy, and publications are never
changed in place. PostgreSQL has tools of its own (docs/service.md).
"""

from __future__ import annotations

import gzip
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.file_permissions import make_private
from epicrec_desktop.files import put_in_place
from epicrec_desktop.server.config import ServiceConfig
from epicrec_desktop.server.publications import CURRENT

DATABASE = "service.sqlite3"


def write_backup(place: ServiceConfig, archive: Path) -> bool:
    """Write the archive, in one step; whether the database is in it. Raises `EpicRecError`."""
    if archive.exists():
        raise EpicRecError(
            "There is a file {file} already; nothing was written. Choose another name.",
            file=archive,
        )
    url = make_url(place.database_address)
    database = Path(str(url.database)) if url.get_backend_name() == "sqlite" else None
    try:
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=archive.parent) as name:
            partial, copy = Path(name) / "archive", Path(name) / DATABASE
            with tarfile.open(partial, "w:gz") as packed:
                make_private(partial)
                for file in _files(place):
                    packed.add(file, file.relative_to(place.folder).as_posix(), recursive=False)
                if database is not None:
                    _copy(database, copy)
                    packed.add(copy, DATABASE, recursive=False)
            put_in_place(partial, archive)
    except (OSError, sqlite3.Error, tarfile.TarError):
        raise EpicRecError(
            "The backup could not be written; there is none. "
            "Check that there is room, and that you may read the service's folder."
        ) from None
    return database is not None


def restore(place: ServiceConfig, archive: Path) -> bool:
    """Unpack an archive into the service's folder, which must not be in use and have nothing.

    Whether there was a database in it. Raises `EpicRecError`; then the folder is as it was.
    """
    if place.folder.exists() and any(place.folder.iterdir()):
        raise EpicRecError(
            "The folder {folder} is not empty; nothing was restored. Move what is there away, "
            "with the service stopped.",
            folder=place.folder,
        )
    try:
        place.folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=place.folder.parent) as name:
            partial = Path(name) / "service"
            with gzip.open(archive) as stream, tarfile.open(fileobj=stream) as packed:
                packed.extractall(partial, filter="data")
                while stream.read(1 << 20):  # at its end the checksum of all of it is compared
                    pass
            partial.mkdir(exist_ok=True)
            make_private(partial)
            if place.folder.exists():
                place.folder.rmdir()
            partial.replace(place.folder)
    except (OSError, EOFError, tarfile.TarError, ValueError, zlib.error):
        raise EpicRecError(
            "The backup {file} cannot be read or unpacked; nothing was restored.", file=archive
        ) from None
    return (place.folder / DATABASE).is_file()


def _files(place: ServiceConfig) -> Iterator[Path]:
    """Keys and publications; what points at one first, so that what it names is still there."""
    if place.keys.is_file():
        yield place.keys
    if place.models:  # they are elsewhere, and backed up there
        return
    if (place.publications / CURRENT).is_file():
        yield place.publications / CURRENT
    for folder in sorted(place.publications.glob("[a-z]*-*")):
        yield from sorted(file for file in folder.iterdir() if file.is_file())


def _copy(database: Path, copy: Path) -> None:
    with (
        closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
