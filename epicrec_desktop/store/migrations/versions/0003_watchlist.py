"""Movies the person wants to watch."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "watchlist",
        sa.Column("movie_id", sa.Integer(), nullable=False),
        sa.Column("added", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["movie_id"],
            ["movies.id"],
            name=op.f("fk_watchlist_movie_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("movie_id", name=op.f("pk_watchlist")),
    )
