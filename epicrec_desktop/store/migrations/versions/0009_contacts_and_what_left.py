"""Contacts beside the releases, which movies of a release went as they are, and whether it left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply."""
    op.create_table(
        "contacts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("time", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("address", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("asked", sa.Boolean(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("error", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contacts")),
    )
    op.add_column("releases", sa.Column("open_items", sa.JSON(), nullable=True))
    op.add_column("release_sends", sa.Column("left", sa.Boolean(), nullable=True))
