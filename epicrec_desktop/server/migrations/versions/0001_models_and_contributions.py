"""Published models and contributions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go to this revision."""
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


def downgrade() -> None:
    """Go back to the revision before."""
    op.drop_table("contributions")
    op.drop_index("ix_published_models_published", "published_models")
    op.drop_table("published_models")
