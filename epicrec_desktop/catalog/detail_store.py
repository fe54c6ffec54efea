"""Descriptions and posters of a whole catalog, in one file on this computer.

Posters are fetched for every movie of the catalog, in the order of their numbers, or not at all:
fetching those of the person's movies would tell a stranger what was watched.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from epicrec_desktop.catalog.files import catalog_error, fetch_error
from epicrec_desktop.catalog.tmdb import Description
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.door.failures import DoorError, Failure
from epicrec_desktop.door.pacing import PacedClient, RequestLimits
from epicrec_desktop.paths import private_folder

IMAGES = "https://image.tmdb.org/t/p/w154"
REQUEST_LIMITS = RequestLimits(
    pause_s=0.03, silence_s=15.0, answer_s=30.0, size_bytes=300_000, attempts=3, backoff_s=1.0
)
MAX_STORE_BYTES = 2_000_000_000

_MAGIC = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF")  # JPEG, PNG, WebP
_AT_ONCE = 50  # images written together
_MISSING_IN_A_ROW = 20  # then it is the server, not the images
_OF_ONE_IMAGE = (Failure.MISSING, Failure.NONSENSE, Failure.BROKEN_OFF, Failure.LARGE)
_SCHEMA = """
    CREATE TABLE IF NOT EXISTS films (
        tmdb_id INTEGER PRIMARY KEY, overview TEXT NOT NULL, poster TEXT);
    CREATE TABLE IF NOT EXISTS posters (tmdb_id INTEGER PRIMARY KEY, path TEXT, image BLOB);
    """

_log = logging.getLogger(__name__)


class DetailStore:
    """The file. Each call opens it for itself, so any thread may ask."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def describe(self, descriptions: Iterable[Description]) -> None:
        """Replace all descriptions; posters of films that have the same one stay.

        A damaged file is made again: all of it can be fetched again.
        """
        described = [*descriptions]
        try:
            self._replace(described)
        except sqlite3.OperationalError:  # in use, or no room
            raise
        except sqlite3.DatabaseError:
            _log.warning("the pack of films was damaged, and is made again")
            for file in (self._file, *self._file.parent.glob(f"{self._file.name}-*")):
                file.unlink(missing_ok=True)
            self._replace(described)

    def _replace(self, descriptions: Iterable[Description]) -> None:
        with closing(self._open()) as connection, connection:
            connection.execute("DELETE FROM films")
            connection.executemany(
                "INSERT OR REPLACE INTO films VALUES (?, ?, ?)",
                ((d.tmdb_id, d.overview, d.poster) for d in descriptions),
            )
            connection.execute(
                "DELETE FROM posters WHERE NOT EXISTS (SELECT 1 FROM films"
                " WHERE films.tmdb_id = posters.tmdb_id AND films.poster = posters.path)"
            )

    def overview(self, tmdb_id: int) -> str:
        """Return the description of a film; empty if there is none."""
        row = self._one("SELECT overview FROM films WHERE tmdb_id = ?", tmdb_id)
        return str(row[0]) if row else ""

    def poster(self, tmdb_id: int) -> bytes | None:
        """Return a film's poster, as an image file's bytes, if it is in the pack."""
        row = self._one("SELECT image FROM posters WHERE tmdb_id = ?", tmdb_id)
        return row[0] if row and isinstance(row[0], bytes) else None

    def missing(self) -> list[tuple[int, str]]:
        """Return films whose poster is not in the pack, with its path, by number."""
        if not self._file.exists():
            return []
        with closing(self._open()) as connection:
            return connection.execute(
                "SELECT tmdb_id, poster FROM films WHERE poster IS NOT NULL"
                " AND tmdb_id NOT IN (SELECT tmdb_id FROM posters) ORDER BY tmdb_id"
            ).fetchall()

    def put(self, images: Iterable[tuple[int, str, bytes | None]]) -> None:
        """Add posters: number, path, image (None: there is none at this path)."""
        with closing(self._open()) as connection, connection:
            connection.executemany("INSERT OR REPLACE INTO posters VALUES (?, ?, ?)", images)

    @property
    def size(self) -> int:
        """Bytes on the disk."""
        return self._file.stat().st_size if self._file.exists() else 0

    def _one(self, query: str, tmdb_id: int) -> tuple[object, ...] | None:
        if not self._file.exists():
            return None
        try:
            with closing(self._open()) as connection:
                row: tuple[object, ...] | None = connection.execute(query, (tmdb_id,)).fetchone()
                return row
        except sqlite3.Error:
            _log.info("the pack of films cannot be read")
            return None

    def _open(self) -> sqlite3.Connection:
        private_folder(self._file.parent)
        connection = sqlite3.connect(self._file, timeout=5)
        try:
            connection.executescript(_SCHEMA)
        except UnicodeDecodeError:  # of SQLite's own words, where it quotes what is damaged
            connection.close()
            raise sqlite3.DatabaseError("damaged") from None
        except sqlite3.Error:
            connection.close()
            raise
        return connection


def fetch_posters(
    pack: DetailStore,
    *,
    job: Job = UNATTENDED,
    images: str = IMAGES,
    limits: RequestLimits = REQUEST_LIMITS,
    certificates: Iterable[Path] = (),
) -> int:
    """Fetch every poster that the pack does not have yet; returns how many came.

    Raises `CatalogError` with a sentence, `Cancelled`; what came is kept.
    """
    service = PacedClient(limits, job.cancelled, certificates=certificates)
    try:
        return _fetch_all(service, pack, images, job)
    except DoorError as error:
        here = message("Posters that were already downloaded are kept.")
        raise fetch_error(error, message("TMDB's image server"), here=here) from None
    except (OSError, sqlite3.OperationalError):  # in use, or no room
        raise catalog_error(
            "The posters could not be saved.", "Check the free space on the disk."
        ) from None
    except sqlite3.Error:
        raise catalog_error(
            "The file with the posters is damaged.", "Import from TMDB again: that makes a new one."
        ) from None
    finally:
        service.close()


def _fetch_all(service: PacedClient, pack: DetailStore, images: str, job: Job) -> int:
    missing = pack.missing()
    came: list[tuple[int, str, bytes | None]] = []
    count = failed = 0
    try:
        for film, path in job.steps("Posters of the whole catalog", missing):
            image = _image(service, f"{images}{path}")
            failed = 0 if image else failed + 1
            if failed >= _MISSING_IN_A_ROW:
                raise DoorError(Failure.NONSENSE)
            came.append((film, path, image))
            count += image is not None
            if len(came) >= _AT_ONCE:
                pack.put(came)
                came = []
                if pack.size > MAX_STORE_BYTES:
                    _log.info("the pack of posters is full")
                    break
    finally:
        pack.put([entry for entry in came if entry[2] is not None] if failed else came)
    return count


def _image(service: PacedClient, url: str) -> bytes | None:
    """Return an image; None where the server has none, or something else."""
    try:
        data = service.fetch(url)
    except DoorError as error:
        if error.failure in _OF_ONE_IMAGE:
            return None
        raise
    return data if data.startswith(_MAGIC) else None
