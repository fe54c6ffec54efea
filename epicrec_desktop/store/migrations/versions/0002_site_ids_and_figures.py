"""Ids of movies at sites, and popularity on the scales of several sources."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    with op.batch_alter_table("movies", schema=None) as batch_op:
        batch_op.add_column(sa.Column("site_ids", sa.JSON(), server_default="[]", nullable=False))
        batch_op.add_column(sa.Column("figures", sa.JSON(), server_default="{}", nullable=False))
