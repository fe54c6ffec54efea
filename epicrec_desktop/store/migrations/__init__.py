"""Alembic's scripts: the database's history, shipped inside the package."""
