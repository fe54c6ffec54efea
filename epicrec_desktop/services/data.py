"""The person's data as a whole: take it along, or leave nothing."""

from __future__ import annotations

import base64
import json
import logging
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DatabaseError

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.logs import ROOT
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.context import Context
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.choices import ChoiceRepository, ProviderRepository
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.locking import FileLock
from epicrec_desktop.store.watchlist import WatchlistRepository

_IN_USE = (
    "Another EpicRec window or command is using the data. Nothing was removed. "
    "Close it, and try again."
)


def erase_unopened(paths: Paths) -> list[str]:
    """As `DataService.erase`, where the database cannot be opened: damaged, or of a newer version.

    Raises `EpicRecError` while another one has it open.
    """
    lock = FileLock(paths.database.with_name(paths.database.name + ".lock"))
    if not lock.acquire(alone=True):
        raise EpicRecError(_IN_USE)
    lock.release()
    return _remove(paths)


def _remove(paths: Paths) -> list[str]:
    """Remove the folders; one sentence for each. The log is let go of first, as Windows needs."""
    close_log()
    removed = []
    for folder, what in (
        (paths.data, "The database, settings, models and logs"),
        (paths.cache, "Downloads and temporary copies"),
    ):
        if folder.exists():
            files = sum(1 for f in folder.rglob("*") if f.is_file())
            shutil.rmtree(folder, ignore_errors=True)
            left = folder.exists()
            state = "could not be removed whole from" if left else "were removed from"
            removed.append(f"{what} ({files} files) {state} {folder}.")
    return removed


def close_log() -> None:
    """Close the log file; nothing is logged to it afterwards."""
    logger = logging.getLogger(ROOT)
    for handler in list(logger.handlers):
        if isinstance(handler, logging.FileHandler):
            logger.removeHandler(handler)
            handler.close()


class DataService:
    """Export and erase. `let_go` closes what other services keep open of the files."""

    def __init__(self, context: Context, let_go: Callable[[], None] = lambda: None) -> None:
        self._context = context
        self._let_go = let_go

    def export(self, file: Path) -> None:
        """Write library, choices, providers and ledger as one JSON document.

        Only the person can read the file. Raises `EpicRecError` where it cannot be written; a file
        that was there stays as it was.
        """
        text = json.dumps(self._document(), indent=2, ensure_ascii=False) + "\n"
        partial = file.with_name(file.name + ".partial")
        try:
            descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
                stream.write(text)
            partial.replace(file)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise EpicRecError(
                f"The export could not be written to {file} ({error.strerror}). "
                "Nothing was changed. Choose another place."
            ) from None

    def erase(self) -> list[str]:
        """Remove everything this program keeps; one sentence per thing that was removed.

        The database is closed first: the services cannot be used afterwards. Raises
        `EpicRecError`, and nothing is removed, while another window or command has it open: it
        would go on with what it holds in memory, and write it again.
        """
        if not self._context.database.hold_alone():
            raise EpicRecError(_IN_USE)
        removed = self._summary()
        self._context.database.close()
        self._let_go()
        return removed + _remove(self._context.paths)

    def _summary(self) -> list[str]:
        try:
            with self._context.database.read() as session:
                counts = LibraryRepository(session).counts()
                releases = len(LedgerRepository(session).entries())
        except DatabaseError:
            return ["The library was damaged and could not be counted."]
        total, confirmed = sum(counts.values()), counts[LibraryStatus.CONFIRMED]
        sentences = [f"{total} movies of the library ({confirmed} confirmed) were forgotten."]
        if releases:
            sentences.append(
                f"The record of {releases} releases was forgotten. What was sent cannot be called "
                "back, and anything sent in the future adds to it."
            )
        return sentences

    def _document(self) -> dict[str, Any]:
        with self._context.database.read() as session:
            library = LibraryRepository(session).all()
            watchlist = WatchlistRepository(session).all()
            wanted = (*(record.movie_id for record in library), *watchlist)
            movies = CatalogRepository(session).movies(wanted)
            choice = ChoiceRepository(session).load()
            providers = ProviderRepository(session).all()
            ledger = LedgerRepository(session).entries()
        return {
            "format": "epicrec-export",
            "version": 1,
            "created": self._context.now().isoformat(),
            "library": [
                {
                    "id": movies[record.movie_id].wire_id,
                    "title": movies[record.movie_id].title,
                    "year": movies[record.movie_id].year,
                    "status": record.status.value,
                    "answered": record.answered,
                    "by_hand": record.by_hand,
                    "weight": record.weight,
                    "release_window": record.window,
                    "evidence": record.evidence.value,
                    "rule": record.rule,
                    "visits": record.count,
                    "first_seen": _text(record.first_seen),
                    "last_seen": _text(record.last_seen),
                }
                for record in library
            ],
            "watchlist": [
                {"id": movies[key].wire_id, "title": movies[key].title, "year": movies[key].year}
                for key in watchlist
            ],
            "privacy": {
                "overall": choice.overall.value,
                "categories": {name: level.value for name, level in choice.per_category.items()},
            },
            "providers": [
                {"name": known.name, "address": known.address, "trust": str(known.trust)}
                for known in providers
            ],
            "ledger": [
                {
                    "created": release.created.isoformat(),
                    "provider": release.provider,
                    "receiver": release.receiver,
                    "level": release.level.value,
                    "mechanism": release.mechanism,
                    "epsilon": str(release.epsilon) if release.epsilon is not None else None,
                    "joint": str(release.joint) if release.joint is not None else None,
                    "window": release.window,
                    "sha256": release.sha256,
                    "payload_base64": base64.b64encode(release.payload).decode(),
                    "sent": [send.time.isoformat() for send in sends if send.error is None],
                }
                for release, sends in ledger
            ],
        }


def _text(moment: Any) -> str | None:
    return moment.isoformat() if moment is not None else None
