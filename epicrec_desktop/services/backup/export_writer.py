"""Write the document of an export: everything that is kept of the user."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar, get_type_hints

import msgspec
from sqlalchemy import Connection

from epicrec_desktop.domain.export_records import MatchReason, RecordKind
from epicrec_desktop.domain.history import RuleEvidence
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.services.backup import export_document as parts
from epicrec_desktop.services.backup.export_document import to_json
from epicrec_desktop.services.mechanism_planner import stored_family
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.choices import ChoiceRepository, ProviderRepository
from epicrec_desktop.store.contacts import ContactRepository
from epicrec_desktop.store.contributions import ContributionRepository, ContributionSend
from epicrec_desktop.store.corrections import corrected_pages, page_key
from epicrec_desktop.store.ledger import LedgerRepository, SendRecord
from epicrec_desktop.store.library import LibraryRecord, LibraryRepository, WatchlistRepository
from epicrec_desktop.store.movie_lists import MovieList, MovieListRepository
from epicrec_desktop.store.ratings import Imported, by_movie
from epicrec_desktop.store.samples import SampleRepository
from epicrec_desktop.store.uncounted import StoredPeriods, stored_periods
from epicrec_desktop.store.unlisted import unplaced

Attempt = TypeVar("Attempt", bound=parts.Send)
Movies = Mapping[int, Movie]

_IDS = get_type_hints(parts.Ids, include_extras=True)
_SITE_ID = tuple[parts.Address, parts.Address]
_YEAR = parts.Year | None


def export_document(session: Connection, now: datetime) -> dict[str, Any]:
    """Return everything that is kept of the user, but for what the browsers have themselves.

    Long lists are iterators, for `json_documents.pieces`, to be used up while the session is open.
    """
    library = {record.movie_id: record for record in LibraryRepository(session).all()}
    watchlist = WatchlistRepository(session).all()
    months = stored_periods(session)
    aside, corrected = unplaced(session), corrected_pages(session)
    imports = by_movie(session)
    others = {
        key for record in library.values() for item in record.rule_evidence for key in item.others
    }
    lists = MovieListRepository(session).all()
    listed = {key for one in lists for key in one.movies}
    wanted = (*library, *watchlist, *listed, *months, *others, *aside, *corrected.values())
    movies = CatalogRepository(session).movies(wanted)

    def sort_key(key: int) -> tuple[str, int, str, int]:
        movie = movies[key]
        return movie.title.casefold(), movie.year or 0, movie.wire_id or "", key

    pages = (
        parts.CorrectedPage(**_titled(movies[key]), page=page)
        for page, key in sorted(corrected.items())
    )
    return {
        **to_json(parts.Head(format=parts.FORMAT, version=parts.VERSION)),
        "created": now.isoformat(),
        "library": (
            to_json(_movie(library[key], movies, months.get(key)))
            for key in sorted(library, key=sort_key)
        ),
        "months_kept": (
            to_json(parts.StoredMonths(**_ids_of(movies[key]), **months[key]._asdict()))
            for key in sorted(months.keys() - library.keys(), key=sort_key)
        ),
        "watchlist": (to_json(parts.NamedMovie(**_titled(movies[key]))) for key in watchlist),
        "unplaced": (
            to_json(_unplaced(movies[key], aside[key], imports.get(key, ())))
            for key in sorted(aside, key=sort_key)
        ),
        "lists": [to_json(_list(one, movies)) for one in lists],
        "corrections": to_json(
            parts.Corrections(key=page_key(session).hex() or "0", pages=tuple(pages))
        ),
        "privacy": to_json(_choices(session)),
        "providers": _each(parts.Provider, ProviderRepository(session).all()),
        "draws": to_json(_samples(session)),
        "ledger": (
            to_json(parts.ReleaseEntry.of(release, sends=_attempts(parts.Send, sends)))
            for release, sends in reversed(LedgerRepository(session).entries())
        ),
        "contributions": to_json(_contributions(session)),
        "contacts": _each(parts.LoggedContact, ContactRepository(session).all()),
    }


def _each(kind: type[parts.Part], records: Iterable[object]) -> list[Any]:
    return [to_json(kind.of(record)) for record in records]


def _unplaced(
    movie: Movie, row: tuple[RecordKind, MatchReason], imports: Iterable[Imported]
) -> parts.Unplaced:
    said = tuple(map(parts.Import.of, imports))
    return parts.Unplaced(**_titled(movie), kind=row[0], reason=row[1], imports=said)


def _list(one: MovieList, movies: Movies) -> parts.NamedList:
    named = (parts.NamedMovie(**_titled(movies[key])) for key in one.movies)
    return parts.NamedList(one.name, one.note, tuple(named))


def _ids_of(movie: Movie) -> dict[str, Any]:
    """Return the public ids; of a movie that no catalog has also those of sites."""
    known = movie.identities
    ids: dict[str, Any] = {name: known.pop(name, None) for name in ("imdb", "wikidata", "starter")}
    ids |= {name: int(known.pop(name)) for name in ("movielens", "tmdb") if name in known}
    sites: list[tuple[str, str]] = []
    if movie.unlisted:
        # The address of a page may be anything: one id beyond the format's bounds, and the whole
        # export could not be restored.
        ids = {name: one for name, one in ids.items() if _fits(one, _IDS[name])}
        sites = [one for one in known.items() if _fits(one, _SITE_ID)][: parts.MOST_SITES]
    return {"id": movie.wire_id, "ids": parts.Ids(**ids, sites=tuple(sites))}


def _fits(value: object, kind: Any) -> bool:
    """Return whether a restore takes this value for one of this kind."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


def _titled(movie: Movie) -> dict[str, Any]:
    return {
        **_ids_of(movie),
        "title": movie.title,
        "year": movie.year if _fits(movie.year, _YEAR) else None,
        "named_by": movie.named_by,
        "categories": movie.categories if movie.unlisted else (),
    }


def _movie(
    record: LibraryRecord, movies: Movies, months: StoredPeriods | None
) -> parts.LibraryMovie:
    own = record.own
    return parts.LibraryMovie.of(
        record,
        **_titled(movies[record.movie_id]),
        also_in=months.also_in if months else (),
        visits=record.count,
        uncounted=months is not None and months.uncounted,
        found=tuple(_trace(item, movies) for item in record.rule_evidence),
        imports=tuple(map(parts.Import.of, record.imports)),
        rating=own.rating,
        seen_again=own.again,
        stars=own.stars,
        day=own.day,
        note=own.note,
    )


def _trace(item: RuleEvidence, movies: Movies) -> parts.Found:
    others = (movies[key].wire_id for key in item.others if key in movies)
    return parts.Found.of(
        item,
        visits=min(item.count, parts.MOST_VISITS),
        seconds=min(round(item.dwell_s, 1), parts.MOST_SECONDS),
        others=tuple(name for name in others if name),
    )


def _choices(session: Connection) -> parts.Privacy:
    choices = ChoiceRepository(session)
    choice, family = choices.load(), stored_family(session)
    return parts.Privacy(
        chosen=choices.chosen(),
        overall=choice.overall,
        categories=dict(sorted(choice.per_category.items())),
        mechanism=family.key if family is not None else None,
    )


def _samples(session: Connection) -> parts.SampleDocument:
    repository = SampleRepository(session)
    samples, sampled = repository.read(), repository.sampling_times()
    return parts.SampleDocument.of(
        samples,
        prior_losses=tuple(map(parts.Loss.of, samples.prior_losses)),
        periods=_sampled(samples.periods, sampled),
    )


def _sampled(
    documents: Mapping[str, Mapping[str, Any]], times: Mapping[str, datetime]
) -> dict[str, parts.Sampled]:
    return {
        name: parts.Sampled(sampled=times[name], document=dict(document))
        for name, document in documents.items()
    }


def _contributions(session: Connection) -> parts.Contributions:
    repository = ContributionRepository(session)
    return parts.Contributions(
        sampled=_sampled(repository.documents(), repository.sampled()),
        disclosed=dict(repository.disclosed()),
        sends=_attempts(parts.ContributionAttempt, repository.sends()),
    )


def _attempts(
    kind: type[Attempt], sends: Iterable[SendRecord | ContributionSend]
) -> tuple[Attempt, ...]:
    return tuple(kind.of(send, arrived=send.error is None) for send in sends)
