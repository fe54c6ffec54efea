"""Contributions: receipts, those that wait, and their sums."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "pending",
        sa.Column("number", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("movies", sa.String(length=16), nullable=False),
        sa.Column("epsilon", sa.String(length=16), nullable=False),
        sa.Column("sign", sa.Integer(), nullable=False),
        sa.Column("bits", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("number"),
    )
    op.create_table(
        "receipts",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("report", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sqlite_with_rowid=False,  # in the order of their hashes
    )
    op.create_table(
        "sums",
        sa.Column("movies", sa.String(length=16), nullable=False),
        sa.Column("epsilon", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("folded", sa.Float(), nullable=False),
        sa.Column("counts", sa.LargeBinary(), nullable=False),
        sa.Column("pairs", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("movies", "epsilon"),
    )
