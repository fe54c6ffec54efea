"""All of a user's data: exported as a document, as tables, or erased."""

from __future__ import annotations

import base64
import csv
import io
import itertools
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicrec_desktop.domain import json_documents
from epicrec_desktop.domain.errors import EpicRecError, StoreError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import rating_from
from epicrec_desktop.domain.release import Release
from epicrec_desktop.files import write_user_file
from epicrec_desktop.history.exports.parsing import formula_safe
from epicrec_desktop.services.backup.export_schema import FORMAT, VERSION
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.contribution_status import read_status
from epicrec_desktop.services.contribution_text import remaining_contributions
from epicrec_desktop.services.erasing import in_use, remove_all
from epicrec_desktop.services.mechanism_planner import stored_family
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.choices import ChoiceRepository, ProviderRepository
from epicrec_desktop.store.contacts import ContactRepository
from epicrec_desktop.store.contributions import ContributionRepository
from epicrec_desktop.store.corrections import corrected_pages, page_key
from epicrec_desktop.store.ledger import LedgerRepository, SendRecord
from epicrec_desktop.store.library import LibraryRecord, LibraryRepository, WatchlistRepository
from epicrec_desktop.store.library_restore import StoredPeriods, stored_periods
from epicrec_desktop.store.ratings import by_movie
from epicrec_desktop.store.samples import SampleRepository
from epicrec_desktop.store.unlisted import unplaced

if TYPE_CHECKING:
    from sqlalchemy import Connection

Movies = Mapping[int, Movie]
_PUBLIC, _NUMBERS = ("imdb", "wikidata", "starter"), ("movielens", "tmdb")


def export_document(session: Connection, now: datetime) -> dict[str, Any]:
    """Everything that is kept of the person, but for what the browsers have themselves.

    Long lists are iterators, for `json_documents.pieces`, to be used up while the session is open.
    """
    library = LibraryRepository(session).all()
    watchlist = WatchlistRepository(session).all()
    months = stored_periods(session)
    aside, corrected = unplaced(session), corrected_pages(session)
    imports = by_movie(session)
    others = {key for record in library for item in record.rule_evidence for key in item.others}
    wanted = (
        *(record.movie_id for record in library),
        *watchlist, *months, *others, *aside, *corrected.values(),
    )  # fmt: skip
    movies = CatalogRepository(session).movies(wanted)
    in_library = {record.movie_id for record in library}
    return {
        "format": FORMAT,
        "version": VERSION,
        "created": now.isoformat(),
        "library": (
            _film(record, movies, months)
            for record in sorted(library, key=lambda record: _order(movies[record.movie_id]))
        ),
        "months_kept": (
            _month_kept(movies[key], stored)
            for key, stored in sorted(months.items(), key=lambda item: _order(movies[item[0]]))
            if key not in in_library
        ),
        "watchlist": (_movie(movies[key]) for key in watchlist),
        "unplaced": (
            {
                **_movie(movies[key]),
                "kind": kind.value,
                "reason": reason.value,
                "imports": [one.document for one in imports.get(key, ())],
            }
            for key, (kind, reason) in sorted(aside.items(), key=lambda i: _order(movies[i[0]]))
        ),
        "corrections": {
            "key": page_key(session).hex() or "0",
            "pages": [
                {**_movie(movies[key]), "page": page} for page, key in sorted(corrected.items())
            ],
        },
        "privacy": _choices(session),
        "providers": [
            document(known, "name address trust") for known in ProviderRepository(session).all()
        ],
        "draws": _samples(session),
        "ledger": _releases(session),
        "contributions": _contributions(session),
        "contacts": [
            document(contact, "time name address kind asked outcome")
            for contact in ContactRepository(session).all()
        ],
    }


def _month_kept(movie: Movie, stored: StoredPeriods) -> dict[str, Any]:
    named = {"id": movie.wire_id, "ids": _ids(movie)}
    return named | document(stored, "release_window=period also_in uncounted")


def _choices(session: Connection) -> dict[str, Any]:
    choices = ChoiceRepository(session)
    choice, family = choices.load(), stored_family(session)
    return {
        "chosen": choices.chosen(),
        "overall": choice.overall.value,
        "categories": {n: level.value for n, level in sorted(choice.per_category.items())},
        "mechanism": family.key if family is not None else None,
    }


def _order(movie: Movie) -> tuple[str, int, str]:
    return movie.title.casefold(), movie.year or 0, movie.wire_id or ""


def _movie(movie: Movie) -> dict[str, Any]:
    named: dict[str, Any] = {
        "id": movie.wire_id,
        "title": movie.title,
        "year": movie.year,
        "ids": _ids(movie),
    }
    if movie.unlisted:
        named |= {"named_by": movie.named_by, "categories": list(movie.categories)}
    return named


def _ids(movie: Movie) -> dict[str, Any]:
    """Return the public ids; of a movie that no catalog has also those of sites."""
    known = movie.identities
    ids: dict[str, Any] = {name: known[name] for name in _PUBLIC if name in known}
    ids |= {name: int(known[name]) for name in _NUMBERS if name in known}
    sites = [[site, at] for site, at in known.items() if site not in ids]
    return ids | {"sites": sites} if movie.unlisted and sites else ids


def _film(
    record: LibraryRecord, movies: Movies, months: Mapping[int, StoredPeriods]
) -> dict[str, Any]:
    movie = movies[record.movie_id]
    stored = months.get(record.movie_id)
    return {
        **_movie(movie),
        **document(record, "status answered by_hand weight release_window=period"),
        "also_in": list(stored.also_in) if stored else [],
        "uncounted": stored is not None and stored.uncounted,
        **document(record, "evidence rule visits=count first_seen last_seen"),
        "found": [
            {
                **document(item, "rule decision evidence confidence visits=count"),
                "seconds": round(item.dwell_s, 1),
                "others": [name for key in item.others if (name := _named(movies, key))],
            }
            for item in record.rule_evidence
        ],
        "imports": [one.document for one in record.imports],
        **document(record.own, "rating seen_again=again"),
        **({"stars": record.own.stars} if record.own.stars is not None else {}),
        **({"day": record.own.day.isoformat()} if record.own.day is not None else {}),
        **({"note": record.own.note} if record.own.note else {}),
    }


def _named(movies: Movies, key: int) -> str | None:
    return movies[key].wire_id if key in movies else None


def _samples(session: Connection) -> dict[str, Any]:
    """Noisy numbers and no true count. Without them a restored month would be sampled again."""
    repository = SampleRepository(session)
    samples, sampled = repository.read(), repository.sampling_times()
    return {
        "epoch": samples.library_id,
        "draws": samples.count,
        "earlier": [
            document(loss, "loss why windows=periods epoch=library_id kind")
            for loss in samples.prior_losses
        ],
        "windows": {
            name: {"drawn": sampled[name].isoformat(), "document": stored}
            for name, stored in samples.periods.items()
        },
        "twice": [list(periods) for periods in samples.twice],
        "told_twice": [list(periods) for periods in samples.contributed_twice],
    }


def _releases(session: Connection) -> Iterable[dict[str, Any]]:
    for release, sends in reversed(LedgerRepository(session).entries()):
        yield _release(release, sends)


def _release(release: Release, sends: list[SendRecord]) -> dict[str, Any]:
    return {
        **document(
            release, "created provider receiver level mechanism epsilon joint window=period"
        ),
        "basis": release.fingerprint,
        **document(release, "items open_items sha256"),
        "payload_base64": base64.b64encode(release.payload).decode(),
        "sends": [
            {"time": send.time.isoformat(), "arrived": send.error is None, "left": send.left}
            for send in sends
        ],
    }


def _contributions(session: Connection) -> dict[str, Any]:
    """Return what was contributed: the bytes, which movies they cover, and what became of them."""
    repository = ContributionRepository(session)
    sampled = repository.sampled()
    return {
        "drawn": {
            name: {"drawn": sampled[name].isoformat(), "document": stored}
            for name, stored in repository.documents().items()
        },
        "told": {wire_id: list(names) for wire_id, names in repository.disclosed().items()},
        "sends": [
            {
                **document(send, "window=period receiver provider kind time"),
                "arrived": send.error is None,
                "left": send.left,
            }
            for send in repository.sends()
        ],
    }


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

    def export_films(self, file: Path, *, replace: bool = False) -> int:
        """Write the movies watched as a table that Letterboxd imports; returns how many.

        Its columns: https://letterboxd.com/about/importing-data. Raises as `export`.
        """
        with self._context.database.explaining_errors():
            rows = self._films()
        table = io.StringIO()
        writer = csv.writer(table)
        writer.writerow(["Title", "Year", "imdbID", "Rating10", "WatchedDate"])
        writer.writerows(rows)
        self._write(file, [table.getvalue()], replace=replace)
        return len(rows)

    def _films(self) -> list[tuple[str, ...]]:
        with self._context.database.read() as session:
            records = [one for one in LibraryRepository(session).all() if one.watched]
            movies = CatalogRepository(session).movies(r.movie_id for r in records)
        rows: list[tuple[str, ...]] = []
        for record in sorted(records, key=lambda r: movies[r.movie_id].title.casefold()):
            movie = movies[record.movie_id]
            days = (one.seen for one in record.imports if one.seen)
            seen = record.own.day or max(days, default=None)
            rows.append(
                (
                    formula_safe(movie.title),
                    str(movie.year or ""),
                    movie.identities.get("imdb", ""),
                    _stars(record),
                    seen.isoformat() if seen else "",
                )
            )
        return rows

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
                reason=error.strerror or type(error).__name__,
            ) from None

    def erase(self) -> list[Message]:
        """Remove everything this program keeps; one sentence per thing that was removed.

        The database is closed first: the services cannot be used afterwards. Raises
        `EpicRecError`, and nothing is removed, while another window or command has it open: it
        would go on with what it holds in memory, and write it again.
        """
        if not self._context.database.lock_exclusively():
            raise in_use()
        removed = self._summary()
        self._context.database.close()
        self._let_go()
        return removed + remove_all(self._context.paths)

    def _summary(self) -> list[Message]:
        try:
            with self._context.database.read() as session:
                counts = LibraryRepository(session).counts()
                releases = len(LedgerRepository(session).entries())
                entries = read_status(session).entries
                contributed = sum(entry.withdrawable and entry.may_have_left for entry in entries)
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
