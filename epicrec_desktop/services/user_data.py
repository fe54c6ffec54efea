"""All of a user's data: exported as a document, as tables, or erased."""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from sqlalchemy import Connection

from epicrec_desktop.domain import json_documents
from epicrec_desktop.domain.errors import EpicRecError, StoreError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import rating_from
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.files import write_user_file
from epicrec_desktop.history.exports.parsing import formula_safe
from epicrec_desktop.services.backup.export_writer import export_document
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.contribution_status import read_status
from epicrec_desktop.services.contribution_text import remaining_contributions
from epicrec_desktop.services.erasing import DATA_IN_USE, remove_all
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.library import LibraryRecord, LibraryRepository
from epicrec_desktop.system_errors import reason_of

_LETTERBOXD = ("Title", "Year", "imdbID")
"""Columns by which Letterboxd finds a movie."""


class DataService:
    """Export and erase. `let_go` closes what other services keep open of the files."""

    def __init__(self, context: ServiceContext, let_go: Callable[[], None] = lambda: None) -> None:
        self._context = context
        self._let_go = let_go

    def export(self, file: Path, *, replace: bool = False) -> None:
        """Write library, choices, providers, samples and ledger as one JSON document.

        `BackupService` restores it. Only the user can read the file. Raises `EpicRecError`
        if it cannot be written, or exists and not `replace`; an existing file then stays as it was.
        """
        with self._context.database.read() as session:
            pieces = json_documents.pieces(export_document(session, self._context.now()))
            self._write(file, itertools.chain(pieces, ["\n"]), replace=replace)

    def export_movies(self, file: Path, *, replace: bool = False) -> int:
        """Write the movies watched as a table that Letterboxd imports; returns how many.

        Its columns: https://letterboxd.com/about/importing-data. Raises as `export`.
        """
        with self._context.database.explaining_errors():
            with self._context.database.read() as session:
                records = [one for one in LibraryRepository(session).all() if one.watched]
                movies = CatalogRepository(session).movies(r.movie_id for r in records)
            records.sort(key=lambda r: movies[r.movie_id].title.casefold())
            rows = [_table_row(record, movies[record.movie_id]) for record in records]
        self._write_table(file, (*_LETTERBOXD, "Rating10", "WatchedDate"), rows, replace=replace)
        return len(rows)

    def export_list(self, file: Path, movies: Iterable[Movie], *, replace: bool = False) -> None:
        """Write movies as a table that Letterboxd imports as a list. Raises as `export`."""
        self._write_table(file, _LETTERBOXD, map(_title_cells, movies), replace=replace)

    def _write_table(
        self, file: Path, head: Sequence[str], rows: Iterable[Sequence[str]], *, replace: bool
    ) -> None:
        table = io.StringIO()
        csv.writer(table).writerows([head, *rows])
        self._write(file, [table.getvalue()], replace=replace)

    def _write(self, file: Path, texts: Iterable[str], *, replace: bool) -> None:
        content = (text.encode("utf-8", "replace") for text in texts)
        try:
            write_user_file(self._context.paths.data, file, content, replace=replace)
        except FileExistsError:
            raise EpicRecError(
                "There is something at {file} already. Nothing was written. Choose another name, "
                "or have it replaced.",
                file=file,
            ) from None
        except OSError as error:
            raise EpicRecError(
                "The export could not be written to {file} ({reason}). "
                "Nothing was changed. Choose another place.",
                file=file,
                reason=reason_of(error),
            ) from None

    def erase(self) -> list[Message]:
        """Remove everything this program keeps; one sentence per thing that was removed.

        The database is closed first: the services cannot be used afterwards. Raises
        `EpicRecError`, and nothing is removed, while another window or command has it open: it
        would go on with what it holds in memory, and write it again.
        """
        if not self._context.database.lock_exclusively():
            raise EpicRecError(DATA_IN_USE)
        self._context.settings.erased = True
        removed = self._summary()
        self._context.database.close()
        self._let_go()
        return removed + remove_all(self._context.paths)

    def elsewhere(self) -> tuple[bool, bool]:
        """Return whether lists, and contributions that can be withdrawn, may have left.

        Of a damaged library both may.
        """
        try:
            with self._context.database.read() as session:
                receivers = set(LedgerRepository(session).receivers().values())
                return bool(receivers - {THIS_COMPUTER}), _contributed(session) > 0
        except StoreError:
            return True, True

    def _summary(self) -> list[Message]:
        try:
            with self._context.database.read() as session:
                counts = LibraryRepository(session).counts()
                releases = len(LedgerRepository(session).entries())
                contributed = _contributed(session)
        except StoreError:
            return [message("The library was damaged and could not be counted.")]
        total, confirmed = sum(counts.values()), counts[LibraryStatus.CONFIRMED]
        sentences = [
            counted(
                "One movie of the library ({confirmed:,} confirmed) was forgotten.",
                "{count:,} movies of the library ({confirmed:,} confirmed) were forgotten.",
                count=total,
                confirmed=confirmed,
            )
        ]
        if releases:
            sentences.append(
                counted(
                    "The record of one release was forgotten. What was sent cannot be called "
                    "back, and anything sent in the future adds to it.",
                    "The record of {count:,} releases was forgotten. What was sent cannot be "
                    "called back, and anything sent in the future adds to it.",
                    count=releases,
                )
            )
        if contributed:
            sentences.append(remaining_contributions(contributed))
        return sentences


def _contributed(session: Connection) -> int:
    entries = read_status(session).entries
    return sum(entry.withdrawable and entry.may_have_left for entry in entries)


def _table_row(record: LibraryRecord, movie: Movie) -> tuple[str, ...]:
    days = (one.seen for one in record.imports if one.seen)
    seen = record.own.day or max(days, default="")
    return *_title_cells(movie), _stars(record), str(seen)


def _title_cells(movie: Movie) -> tuple[str, ...]:
    imdb = movie.identities.get("imdb", "")
    return formula_safe(movie.title), str(movie.year or ""), imdb


def _stars(record: LibraryRecord) -> str:
    """Return the person's stars in halves, else a service's rating, 1 to 10; none where the person
    says something else of the movie.
    """
    if record.own.stars is not None:
        return str(record.own.stars)
    ratings = [one.rating for one in record.imports if one.rating is not None]
    if not ratings or record.own.rating not in (None, rating_from(ratings[-1])):
        return ""
    return str(max(1, round(10 * ratings[-1])))
