"""Write the document of an export: everything that is kept of the user."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from epicrec_desktop.domain.history import RuleEvidence
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.release import Release
from epicrec_desktop.services.backup import export_document as parts
from epicrec_desktop.services.backup.export_document import to_json
from epicrec_desktop.services.mechanism_planner import stored_family
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.choices import ChoiceRepository, ProviderRepository
from epicrec_desktop.store.contacts import ContactRepository
from epicrec_desktop.store.contributions import ContributionRepository
from epicrec_desktop.store.corrections import corrected_pages, page_key
from epicrec_desktop.store.ledger import LedgerRepository, SendRecord
from epicrec_desktop.store.library import LibraryRecord, LibraryRepository, WatchlistRepository
from epicrec_desktop.store.ratings import by_movie
from epicrec_desktop.store.samples import SampleRepository
from epicrec_desktop.store.uncounted import StoredPeriods, stored_periods
from epicrec_desktop.store.unlisted import unplaced

Movies = Mapping[int, Movie]


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
    wanted = (*library, *watchlist, *months, *others, *aside, *corrected.values())
    movies = CatalogRepository(session).movies(wanted)
    place = {
        key: (m.title.casefold(), m.year or 0, m.wire_id or "", key) for key, m in movies.items()
    }
    corrections = parts.Corrections(
        key=page_key(session).hex() or "0",
        pages=tuple(
            parts.CorrectedPage(**_named(movies[key]), page=page)
            for page, key in sorted(corrected.items())
        ),
    )
    return {
        **to_json(parts.Head(format=parts.FORMAT, version=parts.VERSION)),
        "created": now.isoformat(),
        "library": (
            to_json(_film(library[key], movies, months.get(key)))
            for key in sorted(library, key=place.__getitem__)
        ),
        "months_kept": (
            to_json(parts.StoredMonths(**_known(movies[key]), **months[key]._asdict()))
            for key in sorted(months.keys() - library.keys(), key=place.__getitem__)
        ),
        "watchlist": (to_json(parts.NamedMovie(**_named(movies[key]))) for key in watchlist),
        "unplaced": (
            to_json(
                parts.Unplaced(
                    **_named(movies[key]),
                    kind=aside[key][0],
                    reason=aside[key][1],
                    imports=tuple(map(parts.Import.of, imports.get(key, ()))),
                )
            )
            for key in sorted(aside, key=place.__getitem__)
        ),
        "corrections": to_json(corrections),
        "privacy": to_json(_choices(session)),
        "providers": [
            to_json(parts.Provider.of(known)) for known in ProviderRepository(session).all()
        ],
        "draws": to_json(_samples(session)),
        "ledger": (
            to_json(_release(release, sends))
            for release, sends in reversed(LedgerRepository(session).entries())
        ),
        "contributions": to_json(_contributions(session)),
        "contacts": [
            to_json(parts.LoggedContact.of(one)) for one in ContactRepository(session).all()
        ],
    }


def _known(movie: Movie) -> dict[str, Any]:
    """Return the public ids; of a movie that no catalog has also those of sites."""
    known = movie.identities
    ids: dict[str, Any] = {name: known.pop(name, None) for name in ("imdb", "wikidata", "starter")}
    ids |= {name: int(known.pop(name)) for name in ("movielens", "tmdb") if name in known}
    sites = tuple(known.items()) if movie.unlisted else ()
    return {"id": movie.wire_id, "ids": parts.Ids(**ids, sites=sites)}


def _named(movie: Movie) -> dict[str, Any]:
    return {
        **_known(movie),
        "title": movie.title,
        "year": movie.year,
        "named_by": movie.named_by,
        "categories": movie.categories if movie.unlisted else (),
    }


def _film(record: LibraryRecord, movies: Movies, months: StoredPeriods | None) -> parts.Film:
    own = record.own
    return parts.Film.of(
        record,
        **_named(movies[record.movie_id]),
        release_period=record.period,
        also_in=months.also_in if months else (),
        uncounted=months is not None and months.uncounted,
        found=tuple(_found(item, movies) for item in record.rule_evidence),
        imports=tuple(map(parts.Import.of, record.imports)),
        rating=own.rating,
        seen_again=own.again,
        stars=own.stars,
        day=own.day,
        note=own.note,
    )


def _found(item: RuleEvidence, movies: Movies) -> parts.Found:
    others = (movies[key].wire_id for key in item.others if key in movies)
    return parts.Found.of(
        item,
        visits=item.count,
        seconds=round(item.dwell_s, 1),
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


def _release(release: Release, sends: list[SendRecord]) -> parts.ReleaseEntry:
    attempts = tuple(parts.Send.of(send, arrived=send.error is None) for send in sends)
    return parts.ReleaseEntry.of(release, sends=attempts)


def _contributions(session: Connection) -> parts.Contributions:
    repository = ContributionRepository(session)
    return parts.Contributions(
        sampled=_sampled(repository.documents(), repository.sampled()),
        disclosed=dict(repository.disclosed()),
        sends=tuple(
            parts.ContributionAttempt.of(send, arrived=send.error is None)
            for send in repository.sends()
        ),
    )
