"""The tables of the one database on this computer.

No URL and no page title is in any of them. Database keys never leave this computer: on the wire a
movie is its public id.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from epicrec_desktop.store.records import METADATA, Text


class Base(DeclarativeBase):
    """Tables that are still mapped classes."""

    metadata = METADATA


class MovieRow(Base):
    """A movie. `sources` names the catalogs that have it, "," between and around: ",starter,".

    `local_titles` holds titles by language; `site_ids` [site, id] pairs; `figures` the popularity
    that a source gives on a scale of its own, by source. `named_by` is set for a movie that no
    catalog has: the site, service or user that named it. Such a row has no source, no public id
    (`site_ids` has them), and never becomes a row of a catalog (`unlisted.py`).
    """

    __tablename__ = "movies"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    year: Mapped[int | None]
    imdb_id: Mapped[str | None] = mapped_column(unique=True)
    wikidata_id: Mapped[str | None] = mapped_column(unique=True)
    movielens_id: Mapped[int | None] = mapped_column(unique=True)
    starter_id: Mapped[str | None] = mapped_column(unique=True)
    tmdb_id: Mapped[int | None] = mapped_column(index=True)
    alternative_titles: Mapped[list[str]] = mapped_column(JSON, default=list)
    raters: Mapped[float | None]
    fame: Mapped[float | None]
    sources: Mapped[str] = mapped_column(default="", index=True)
    site_ids: Mapped[list[list[str]]] = mapped_column(JSON, default=list)
    figures: Mapped[dict[str, float]] = mapped_column(JSON, default=dict)
    named_by: Mapped[str | None] = mapped_column(index=True)
    local_titles: Mapped[dict[str, str]] = mapped_column(JSON, default=dict, server_default="{}")


class CategoryRow(Base):
    """A category, in its fixed place."""

    __tablename__ = "categories"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)


class MovieCategoryRow(Base):
    """A movie has a category."""

    __tablename__ = "movie_categories"
    movie_id: Mapped[int] = mapped_column(
        ForeignKey("movies.id", ondelete="CASCADE"), primary_key=True
    )
    category_id: Mapped[int] = mapped_column(ForeignKey("categories.id"), primary_key=True)


class CatalogSourceRow(Base):
    """A catalog that was imported: which version, and how many movies and ratings it had.

    `series` holds [name, year it began or null] pairs of television series that it knows.
    """

    __tablename__ = "catalog_sources"
    name: Mapped[str] = mapped_column(primary_key=True)
    version: Mapped[str]
    imported: Mapped[datetime] = mapped_column(Text(datetime))
    movies: Mapped[int]
    ratings: Mapped[int] = mapped_column(default=0)
    users: Mapped[int] = mapped_column(default=0)
    mean_profile_size: Mapped[float | None]
    series: Mapped[list[list[Any]]] = mapped_column(JSON, default=list)


class HistoryProfileRow(Base):
    """A browser profile the person was asked about."""

    __tablename__ = "history_profiles"
    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(unique=True)
    browser: Mapped[str]
    family: Mapped[str]
    name: Mapped[str]
    packaging: Mapped[str]
    database: Mapped[str]
    consent: Mapped[bool] = mapped_column(default=False)
    watermark_visit: Mapped[int | None]
    watermark_fingerprint: Mapped[str | None]
    catalog_version: Mapped[str | None]
    last_scan: Mapped[datetime | None] = mapped_column(Text(datetime))


class SightingRow(Base):
    """What one profile's history says about one movie.

    `rule_evidence` has [rule, decision, evidence, confidence, visits, seconds] per rule, and a list
    of other movies that may be meant where the decision is "which"; what they come to is in the
    columns beside. `pages` are keyed digests of the pages it rests on (`corrections.py`).
    """

    __tablename__ = "sightings"
    __table_args__ = (UniqueConstraint("movie_id", "profile_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    movie_id: Mapped[int] = mapped_column(ForeignKey("movies.id", ondelete="CASCADE"))
    profile_id: Mapped[int] = mapped_column(
        ForeignKey("history_profiles.id", ondelete="CASCADE"), index=True
    )
    first_seen: Mapped[datetime] = mapped_column(Text(datetime))
    last_seen: Mapped[datetime] = mapped_column(Text(datetime))
    count: Mapped[int]
    evidence: Mapped[str]
    rule: Mapped[str]
    decision: Mapped[str]
    confidence: Mapped[float]
    rule_evidence: Mapped[list[list[Any]]] = mapped_column(JSON, default=list)
    pages: Mapped[list[str]] = mapped_column(JSON, default=list)


class CorrectedPageRow(Base):
    """A page that stands for another movie than it seems to, by the user's word.

    `page` is a keyed digest: neither address nor title is stored.
    """

    __tablename__ = "corrected_pages"
    page: Mapped[str] = mapped_column(primary_key=True)
    movie_id: Mapped[int] = mapped_column(ForeignKey("movies.id", ondelete="CASCADE"), index=True)


class LibraryRow(Base):
    """A movie of the person's library.

    `answered`: the person said so, and no scan changes it. `release_period` is the period the movie
    belongs to for ever once it was confirmed and eligible, `domain.release.OPEN_PERIOD` until that
    is sampled; it stays when the movie is rejected.
    `also_in` are other periods that counted it, as another film, before the two were one.
    """

    __tablename__ = "library"
    movie_id: Mapped[int] = mapped_column(
        ForeignKey("movies.id", ondelete="CASCADE"), primary_key=True
    )
    status: Mapped[str] = mapped_column(index=True)
    answered: Mapped[bool] = mapped_column(default=False)
    by_hand: Mapped[bool] = mapped_column(default=False)
    in_library: Mapped[bool] = mapped_column(default=True)
    weight: Mapped[float] = mapped_column(default=1.0)
    release_period: Mapped[str | None]
    also_in: Mapped[list[str]] = mapped_column(JSON, default=list)
    changed: Mapped[datetime] = mapped_column(Text(datetime))


class ImportRow(Base):
    """What an export of another service, or the person, says of a movie of the library.

    `source` is a `domain.export_records.Service`, or `OWN` or `OWN_STARS` of `domain.preferences`;
    `seen` the day it was last watched, as ISO 8601; `rating` is 0 to 1.
    `again`: it was watched more than once. `evidence`: whether it was, or was only looked at.
    """

    __tablename__ = "imports"
    movie_id: Mapped[int] = mapped_column(
        ForeignKey("movies.id", ondelete="CASCADE"), primary_key=True
    )
    source: Mapped[str] = mapped_column(primary_key=True)
    seen: Mapped[str | None] = mapped_column(String(10))
    rating: Mapped[float | None]
    again: Mapped[bool] = mapped_column(default=False)
    evidence: Mapped[str] = mapped_column(default="watched", server_default="watched")


class WatchlistRow(Base):
    """A movie the person wants to watch."""

    __tablename__ = "watchlist"
    movie_id: Mapped[int] = mapped_column(
        ForeignKey("movies.id", ondelete="CASCADE"), primary_key=True
    )
    added: Mapped[datetime] = mapped_column(Text(datetime))


class UnplacedRow(Base):
    """A row of an export that stands for no movie yet: an unlisted movie outside the library.

    What the export says of it is in `imports`. `kind`: watched or watchlist; `reason`: why it was
    not placed.
    """

    __tablename__ = "unplaced"
    movie_id: Mapped[int] = mapped_column(
        ForeignKey("movies.id", ondelete="CASCADE"), primary_key=True
    )
    kind: Mapped[str]
    reason: Mapped[str]


class ChecksumRow(Base):
    """The checksum of a table of the user, and of the schema; see `store/integrity.py`."""

    __tablename__ = "checksums"
    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[int]
