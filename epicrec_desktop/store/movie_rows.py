"""Rows of movies: those of catalogs, and what the tables of the person say of them.

No URL and no page title is in any of them. Database keys never leave this computer: on the wire a
movie is its public id.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

import msgspec
import sqlalchemy as sa

from epicrec_desktop.domain.export_records import MatchReason, RecordKind, Service
from epicrec_desktop.domain.history import Evidence, LibraryStatus, RuleEvidence
from epicrec_desktop.domain.json_text import MONTH
from epicrec_desktop.domain.preferences import OWN, OWN_STARS
from epicrec_desktop.domain.records import Column, Key, Month, Name, Record
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.store.records import stored_in

Period = Annotated[str, msgspec.Meta(pattern=rf"^({OPEN_PERIOD}|{MONTH})(?![\s\S])")]
"""A month, or the period that is not sampled yet."""
Source = Annotated[
    str,
    msgspec.Meta(pattern=f"^({'|'.join([OWN, OWN_STARS, *Service])})(?![\\s\\S])"),
    Column(key=True),
]
"""A service whose export was read, or the person."""
Movie = Annotated[int, Column(refers="movies", key=True)]
_Unique = Column(unique=True)
_Indexed = Column(index=True)


@stored_in("movies")
class MovieRow(Record, frozen=True):
    """A movie. `sources` names the catalogs that have it, "," between and around: ",starter,".

    `local_titles` holds titles by language; `site_ids` (site, id) pairs; `figures` the popularity
    that a source gives on a scale of its own, by source. `named_by` is set for a movie that no
    catalog has: the site, service or user that named it. Such a row has no source, no public id
    (`site_ids` has them), and never becomes a row of a catalog (`unlisted.py`).
    """

    title: str
    year: int | None
    id: Key = 0
    imdb_id: Annotated[str | None, _Unique] = None
    wikidata_id: Annotated[str | None, _Unique] = None
    movielens_id: Annotated[int | None, _Unique] = None
    starter_id: Annotated[str | None, _Unique] = None
    tmdb_id: Annotated[int | None, _Indexed] = None
    alternative_titles: tuple[str, ...] = ()
    raters: float | None = None
    fame: float | None = None
    sources: Annotated[str, _Indexed] = ""
    site_ids: tuple[tuple[str, str], ...] = ()
    figures: dict[str, float] = msgspec.field(default_factory=dict)
    named_by: Annotated[str | None, _Indexed] = None
    local_titles: Annotated[dict[str, str], Column(default="{}")] = msgspec.field(
        default_factory=dict
    )


@stored_in("categories")
class CategoryRow(Record, frozen=True):
    """A category, in its fixed place."""

    id: Key
    name: Annotated[str, _Unique]


@stored_in("movie_categories")
class MovieCategoryRow(Record, frozen=True):
    """A movie has a category."""

    movie_id: Movie
    category_id: Annotated[int, Column(refers="categories", key=True, owned=False)]


@stored_in("catalog_sources")
class CatalogSourceRow(Record, frozen=True):
    """A catalog that was imported: which version, and how many movies and ratings it had.

    `series` holds pairs of television series that it knows: name, year it began or None.
    """

    name: Name
    version: str
    imported: datetime
    movies: int
    ratings: int = 0
    users: int = 0
    mean_profile_size: float | None = None
    series: tuple[tuple[str, int | None], ...] = ()


@stored_in("history_profiles")
class ProfileRow(Record, frozen=True):
    """A browser profile the person was asked about."""

    key: Annotated[str, _Unique]
    browser: str
    family: str
    name: str
    packaging: str
    database: str
    consent: bool = False
    watermark_visit: int | None = None
    watermark_fingerprint: str | None = None
    catalog_version: str | None = None
    last_scan: datetime | None = None
    id: Key = 0


@stored_in("sightings", sa.UniqueConstraint("movie_id", "profile_id"))
class SightingRow(Record, frozen=True):
    """What one profile's history says about one movie. `count`: all visits.

    `pages` are keyed digests of the pages it rests on (`corrections.py`).
    """

    movie_id: Annotated[int, Column(refers="movies")]
    profile_id: Annotated[int, Column(refers="history_profiles", index=True)]
    first_seen: datetime
    last_seen: datetime
    count: int
    rule_evidence: tuple[RuleEvidence, ...] = ()
    pages: tuple[str, ...] = ()
    id: Key = 0


@stored_in("corrected_pages")
class CorrectedPageRow(Record, frozen=True):
    """A page that stands for another movie than it seems to, by the user's word.

    `page` is a keyed digest: neither address nor title is stored.
    """

    page: Name
    movie_id: Annotated[int, Column(refers="movies", index=True)]


@stored_in("library")
class LibraryRow(Record, frozen=True):
    """A movie of the person's library.

    `answered`: the person said so, and no scan changes it. `release_period` is the period the movie
    belongs to for ever once it was confirmed and eligible; it stays when the movie is rejected.
    `also_in` are other periods that counted it, as another movie, before the two were one.
    """

    movie_id: Movie
    status: Annotated[LibraryStatus, _Indexed]
    changed: datetime
    answered: bool = False
    by_hand: bool = False
    in_library: bool = True
    weight: float = 1.0
    release_period: Period | None = None
    also_in: tuple[Month, ...] = ()


@stored_in("imports")
class ImportRow(Record, frozen=True):
    """What an export of another service, or the person, says of a movie of the library.

    `seen` is the day it was last watched; on `seen_by` it had been. `rating`: 0 to 1. `again`: it
    was watched more than once. `evidence`: whether it was, or was only looked at. `note`: what the
    person wrote of it.
    """

    movie_id: Movie
    source: Source
    seen: date | None = None
    rating: float | None = None
    again: bool = False
    evidence: Annotated[Evidence, Column(default="watched")] = Evidence.WATCHED
    note: str | None = None
    seen_by: date | None = None


@stored_in("watchlist")
class WatchlistRow(Record, frozen=True):
    """A movie the person wants to watch."""

    movie_id: Movie
    added: datetime


@stored_in("film_lists")
class MovieListRow(Record, frozen=True):
    """A list of movies that the person named, with a note."""

    name: Annotated[str, _Unique]
    note: str = ""
    id: Key = 0


@stored_in("listed_films")
class ListedMovieRow(Record, frozen=True):
    """A movie of a list, and its place in the person's order."""

    movie_id: Movie
    list_id: Annotated[int, Column(refers="film_lists", key=True)]
    place: int


@stored_in("unplaced")
class UnplacedRow(Record, frozen=True):
    """A row of an export that stands for no movie yet: an unlisted movie outside the library.

    What the export says of it is in `imports`. `reason`: why it was not placed.
    """

    movie_id: Movie
    kind: RecordKind
    reason: MatchReason


@stored_in("checksums")
class ChecksumRow(Record, frozen=True):
    """The checksum of a table of the user, and of the schema; see `store/integrity.py`."""

    name: Name
    value: int
