"""The tables of the library."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    _catalog()
    _movies()
    _history()
    _library()
    _choices()
    _releases()
    _contributions()
    _program()


def _refers(table: str, column: str, to: str) -> sa.ForeignKeyConstraint:
    """Return the constraint that a row is deleted with the row of `to` that its column names."""
    name = op.f(f"fk_{table}_{column}")
    return sa.ForeignKeyConstraint([column], [f"{to}.id"], name=name, ondelete="CASCADE")


def _catalog() -> None:
    """Create sources of the public catalog, and categories."""
    op.create_table(
        "catalog_sources",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("imported", sa.String(length=32), nullable=False),
        sa.Column("movies", sa.Integer(), nullable=False),
        sa.Column("ratings", sa.Integer(), nullable=False),
        sa.Column("users", sa.Integer(), nullable=False),
        sa.Column("mean_profile_size", sa.Double(), nullable=True),
        sa.Column("series", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_catalog_sources")),
    )
    op.create_table(
        "categories",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_categories")),
        sa.UniqueConstraint("name", name=op.f("uq_categories_name")),
    )


def _movies() -> None:
    """Create movies, and their categories."""
    op.create_table(
        "movies",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=True),
        sa.Column("imdb_id", sa.String(), nullable=True),
        sa.Column("wikidata_id", sa.String(), nullable=True),
        sa.Column("movielens_id", sa.Integer(), nullable=True),
        sa.Column("starter_id", sa.String(), nullable=True),
        sa.Column("tmdb_id", sa.Integer(), nullable=True),
        sa.Column("alternative_titles", sa.JSON(), nullable=False),
        sa.Column("raters", sa.Double(), nullable=True),
        sa.Column("fame", sa.Double(), nullable=True),
        sa.Column("sources", sa.String(), nullable=False),
        sa.Column("site_ids", sa.JSON(), nullable=False),
        sa.Column("figures", sa.JSON(), nullable=False),
        sa.Column("named_by", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_movies")),
        sa.UniqueConstraint("imdb_id", name=op.f("uq_movies_imdb_id")),
        sa.UniqueConstraint("movielens_id", name=op.f("uq_movies_movielens_id")),
        sa.UniqueConstraint("starter_id", name=op.f("uq_movies_starter_id")),
        sa.UniqueConstraint("wikidata_id", name=op.f("uq_movies_wikidata_id")),
    )
    op.create_index(op.f("ix_movies_named_by"), "movies", ["named_by"])
    op.create_index(op.f("ix_movies_sources"), "movies", ["sources"])
    op.create_index(op.f("ix_movies_tmdb_id"), "movies", ["tmdb_id"])
    op.create_table(
        "movie_categories",
        sa.Column("movie_id", sa.Integer(), nullable=False),
        sa.Column("category_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["category_id"], ["categories.id"], name=op.f("fk_movie_categories_category_id")
        ),
        _refers("movie_categories", "movie_id", "movies"),
        sa.PrimaryKeyConstraint("movie_id", "category_id", name=op.f("pk_movie_categories")),
    )


def _history() -> None:
    """Create browser profiles and what was seen in them."""
    op.create_table(
        "history_profiles",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("browser", sa.String(), nullable=False),
        sa.Column("family", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("packaging", sa.String(), nullable=False),
        sa.Column("database", sa.String(), nullable=False),
        sa.Column("consent", sa.Boolean(), nullable=False),
        sa.Column("watermark_visit", sa.Integer(), nullable=True),
        sa.Column("watermark_fingerprint", sa.String(), nullable=True),
        sa.Column("catalog_version", sa.String(), nullable=True),
        sa.Column("last_scan", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_history_profiles")),
        sa.UniqueConstraint("key", name=op.f("uq_history_profiles_key")),
    )
    op.create_table(
        "sightings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("movie_id", sa.Integer(), nullable=False),
        sa.Column("profile_id", sa.Integer(), nullable=False),
        sa.Column("first_seen", sa.String(length=32), nullable=False),
        sa.Column("last_seen", sa.String(length=32), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("evidence", sa.String(), nullable=False),
        sa.Column("rule", sa.String(), nullable=False),
        sa.Column("decision", sa.String(), nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("rule_evidence", sa.JSON(), nullable=False),
        sa.Column("pages", sa.JSON(), nullable=False),
        _refers("sightings", "movie_id", "movies"),
        _refers("sightings", "profile_id", "history_profiles"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sightings")),
        sa.UniqueConstraint("movie_id", "profile_id", name=op.f("uq_sightings_movie_id")),
    )
    op.create_index(op.f("ix_sightings_profile_id"), "sightings", ["profile_id"])


def _library() -> None:
    """Create the library, what the user wants to watch, and imports."""
    op.create_table(
        "library",
        sa.Column("movie_id", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("answered", sa.Boolean(), nullable=False),
        sa.Column("by_hand", sa.Boolean(), nullable=False),
        sa.Column("in_library", sa.Boolean(), nullable=False),
        sa.Column("weight", sa.Double(), nullable=False),
        sa.Column("release_period", sa.String(), nullable=True),
        sa.Column("also_in", sa.JSON(), nullable=False),
        sa.Column("changed", sa.String(length=32), nullable=False),
        _refers("library", "movie_id", "movies"),
        sa.PrimaryKeyConstraint("movie_id", name=op.f("pk_library")),
    )
    op.create_index(op.f("ix_library_status"), "library", ["status"])
    op.create_table(
        "imports",
        sa.Column("movie_id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("seen", sa.String(length=10), nullable=True),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.Column("again", sa.Boolean(), nullable=False),
        _refers("imports", "movie_id", "movies"),
        sa.PrimaryKeyConstraint("movie_id", "source", name=op.f("pk_imports")),
    )
    op.create_table(
        "watchlist",
        sa.Column("movie_id", sa.Integer(), nullable=False),
        sa.Column("added", sa.String(length=32), nullable=False),
        _refers("watchlist", "movie_id", "movies"),
        sa.PrimaryKeyConstraint("movie_id", name=op.f("pk_watchlist")),
    )
    op.create_table(
        "unplaced",
        sa.Column("movie_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        _refers("unplaced", "movie_id", "movies"),
        sa.PrimaryKeyConstraint("movie_id", name=op.f("pk_unplaced")),
    )
    op.create_table(
        "corrected_pages",
        sa.Column("page", sa.String(), nullable=False),
        sa.Column("movie_id", sa.Integer(), nullable=False),
        _refers("corrected_pages", "movie_id", "movies"),
        sa.PrimaryKeyConstraint("page", name=op.f("pk_corrected_pages")),
    )
    op.create_index(op.f("ix_corrected_pages_movie_id"), "corrected_pages", ["movie_id"])


def _choices() -> None:
    """Create the user's choices, and what follows from them."""
    op.create_table(
        "privacy_choices",
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("scope", name=op.f("pk_privacy_choices")),
    )
    op.create_table(
        "budgets",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("epsilon", sa.String(), nullable=False),
        sa.Column("runs", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_budgets")),
    )
    op.create_table(
        "providers",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=False),
        sa.Column("certificate", sa.String(), nullable=True),
        sa.Column("trust", sa.String(), nullable=False),
        sa.Column("trust_before", sa.String(), nullable=True),
        sa.Column("trust_from", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_providers")),
    )
    op.create_table(
        "recommendations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recommendations")),
    )


def _releases() -> None:
    """Create the ledger of releases."""
    op.create_table(
        "releases",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.Column("provider", sa.String(), nullable=False),
        sa.Column("receiver", sa.String(), nullable=False),
        sa.Column("level", sa.String(), nullable=False),
        sa.Column("mechanism", sa.String(), nullable=False),
        sa.Column("epsilon", sa.String(), nullable=True),
        sa.Column("joint", sa.String(), nullable=True),
        sa.Column("period", sa.String(), nullable=True),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("items", sa.JSON(), nullable=False),
        sa.Column("open_items", sa.JSON(), nullable=False),
        sa.Column("payload", sa.LargeBinary(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_releases")),
    )
    op.create_index(op.f("ix_releases_fingerprint"), "releases", ["fingerprint"])
    op.create_index(op.f("ix_releases_provider"), "releases", ["provider"])
    op.create_table(
        "release_periods",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("sampled", sa.String(length=32), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_release_periods")),
    )
    op.create_table(
        "release_sends",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("release_id", sa.Integer(), nullable=False),
        sa.Column("time", sa.String(length=32), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("left", sa.Boolean(), nullable=True),
        _refers("release_sends", "release_id", "releases"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_release_sends")),
    )


def _contributions() -> None:
    """Create the ledger of contributions."""
    op.create_table(
        "contributions",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("sampled", sa.String(length=32), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_contributions")),
    )
    op.create_table(
        "contribution_sends",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("period", sa.String(), nullable=False),
        sa.Column("receiver", sa.String(), nullable=False),
        sa.Column("provider", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("time", sa.String(length=32), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("left", sa.Boolean(), nullable=True),
        sa.Column("wait_until", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contribution_sends")),
    )
    op.create_table(
        "contributed_movies",
        sa.Column("wire_id", sa.String(), nullable=False),
        sa.Column("period", sa.String(), nullable=False),
        sa.Column("also_in", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("wire_id", name=op.f("pk_contributed_movies")),
    )


def _program() -> None:
    """Create contacts, the state of the program, and checksums."""
    op.create_table(
        "contacts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("time", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("asked", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contacts")),
    )
    op.create_table(
        "state",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_state")),
    )
    op.create_table(
        "checksums",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_checksums")),
    )
