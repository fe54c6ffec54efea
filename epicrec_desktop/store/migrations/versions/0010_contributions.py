"""Contributions to training: what was drawn, which movies were told of, and what became of it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "contributions",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("drawn", sa.String(length=32), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_contributions")),
    )
    op.create_table(
        "contributed_movies",
        sa.Column("wire_id", sa.String(), nullable=False),
        sa.Column("window", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("wire_id", name=op.f("pk_contributed_movies")),
    )
    op.create_table(
        "contribution_sends",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("window", sa.String(), nullable=False),
        sa.Column("receiver", sa.String(), nullable=False),
        sa.Column("provider", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("time", sa.String(length=32), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.Column("left", sa.Boolean(), nullable=True),
        sa.Column("wait_until", sa.String(length=32), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contribution_sends")),
    )
