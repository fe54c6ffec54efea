"""Contributions are sums; profiles that were left go, and models are kept in files."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision. Profiles that were left go: nothing was ever trained on them."""
    op.drop_table("contributions")
    op.drop_index("ix_published_models_published", "published_models")
    op.drop_table("published_models")
    op.create_table(
        "receipts",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("report", sa.String(64), nullable=False),
    )
    op.create_table(
        "pending",
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("movies", sa.String(16), nullable=False),
        sa.Column("epsilon", sa.String(16), nullable=False),
        sa.Column("sign", sa.Integer(), nullable=False),
        sa.Column("bits", sa.LargeBinary(), nullable=False),
    )
    op.create_table(
        "sums",
        sa.Column("movies", sa.String(16), primary_key=True),
        sa.Column("epsilon", sa.String(16), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("counts", sa.LargeBinary(), nullable=False),
        sa.Column("pairs", sa.LargeBinary(), nullable=False),
    )


def downgrade() -> None:
    """Go back to the revision before; profiles that were removed stay removed."""
    for table in ("sums", "pending", "receipts"):
        op.drop_table(table)
    op.create_table(
        "published_models",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("manifest", sa.JSON(), nullable=False),
        sa.Column("items", sa.LargeBinary(), nullable=False),
        sa.Column("published", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_published_models_published", "published_models", ["published"])
    op.create_table(
        "contributions",
        sa.Column("id", sa.String(36), primary_key=True),
        sa.Column("received", sa.Date(), nullable=False),
        sa.Column("level", sa.String(16), nullable=False),
        sa.Column("mechanism", sa.String(64), nullable=True),
        sa.Column("epsilon", sa.Float(), nullable=True),
        sa.Column("counts", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("profile", sa.JSON(), nullable=False),
    )
