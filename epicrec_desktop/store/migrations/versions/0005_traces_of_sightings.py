"""What each rule saw of a movie is kept, so that evidence adds up over scans."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    with op.batch_alter_table("sightings") as batch_op:
        batch_op.add_column(sa.Column("traces", sa.JSON(), server_default="[]", nullable=False))
