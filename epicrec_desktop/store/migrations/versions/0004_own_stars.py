"""Rows of `imports` with the user's stars: an older program would take them for a service's."""

from __future__ import annotations

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Change no table."""
