"""A checksum for the movies that no catalog has: all are written again after a migration."""

from __future__ import annotations

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change no table."""
