"""Alembic's environment: runs on the connection it is handed, never on an address of its own."""

from __future__ import annotations

from alembic import context

from epicrec_desktop.store.models import Base

connection = context.config.attributes["connection"]
context.configure(
    connection=connection, target_metadata=Base.metadata, render_as_batch=True, compare_type=True
)
with context.begin_transaction():
    context.run_migrations()
