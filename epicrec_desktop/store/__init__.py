"""The database on this computer: models, migrations and repositories."""
