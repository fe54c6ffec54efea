"""The person's own ratings, beside those of other services: what they liked, and watched again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    with op.batch_alter_table("imports") as batch_op:
        batch_op.add_column(sa.Column("again", sa.Boolean(), server_default="0", nullable=False))
