"""Where a movie of the library was imported from, when it was seen, and how it was rated there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "imports",
        sa.Column("movie_id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("seen", sa.String(length=10), nullable=True),
        sa.Column("rating", sa.Double(), nullable=True),
        sa.ForeignKeyConstraint(
            ["movie_id"], ["movies.id"], name=op.f("fk_imports_movie_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("movie_id", "source", name=op.f("pk_imports")),
    )
