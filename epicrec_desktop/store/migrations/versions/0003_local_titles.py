"""Titles of movies by language; catalogs fill them in at their next import."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column(
        "movies", sa.Column("local_titles", sa.JSON(), nullable=False, server_default="{}")
    )
