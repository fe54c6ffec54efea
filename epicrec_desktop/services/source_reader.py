"""Read a catalog or a data set that a stranger made, in a confined process of its own."""

from __future__ import annotations

from pathlib import Path

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.confinement import confine
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.services.child_process import READER_FAILED, run_in_child

MEMORY = 6_000_000_000
"""Bytes it may take: 33 million ratings need 2 GB while they are put in order."""

MOST_BYTES = 2_000_000_000
"""Bytes of an answer: that of 33 million ratings has 0.4 GB."""

_ZIP = b"PK"


def read_confined(path: Path, *, job: Job = UNATTENDED) -> ImportedCatalog:
    """Return what `read_source` returns, and raise what it raises."""
    place = path.expanduser().absolute()
    read = run_in_child(read_in_child, (place,), job=job, most=MOST_BYTES)
    if read.ratings is not None and not read.ratings.fits(len(read.catalog.movies)):
        raise EpicRecError(READER_FAILED)
    return read


def read_in_child(path: Path, *, job: Job) -> ImportedCatalog:
    """Give up everything but the source, then read it; runs in the child process."""
    confine([_place(path)], memory=MEMORY)
    return read_source(path, job)


def _place(path: Path) -> Path:
    """Return the file or folder that is read: a table is read with those beside it."""
    if not path.is_file():
        return path
    with path.open("rb") as stream:
        return path if stream.read(len(_ZIP)) == _ZIP else path.parent
