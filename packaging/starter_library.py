"""Makes the library that a new one is a copy of: `python packaging/starter_library.py`.

It has the tables, the starter catalog and the budget of the levels that hold before the user says
anything. All of it is public, and what a first start would make in half a second. It is made by a
build (`ready_made.py`), and in a checkout by the program that misses it or finds it outdated.
"""

from __future__ import annotations

import os
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from epicrec_desktop import resources
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.privacy.mechanism import calibrate_levels
from epicrec_desktop.services.mechanism_planner import content_key, quantify_levels, store_budget
from epicrec_desktop.store.catalog import STARTER, CatalogRepository
from epicrec_desktop.store.database_opening import open_database
from epicrec_desktop.store.driver import PLAIN

FILE = resources.path("catalog", "starter.sqlite3")
_MERGED = datetime(2000, 1, 1, tzinfo=UTC)
"""When the catalog was merged, as far as the library knows: before all others."""


def make(file: Path) -> None:
    """Write the library to a file that does not exist."""
    with closing(open_database(file)) as database, database.write() as session:
        catalog = CatalogRepository(session)
        catalog.merge(STARTER, load_starter(), now=_MERGED)
        starter, choice = catalog.load().catalog, PrivacyChoice()
        budget = quantify_levels(starter, choice, calibrate_levels(starter.groups, choice))
        assert budget is not None
        store_budget(session, content_key(starter, choice), budget)
    with closing(PLAIN.connect(file)) as connection:
        connection.execute("DELETE FROM checksums")  # each library counts its commits from another
        # SQLAlchemy makes the indexes of a table in any order; a build is the same every time.
        indexes = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql > '' ORDER BY 1"
        for name, statement in connection.execute(indexes).fetchall():
            connection.execute(f"DROP INDEX {name}")
            connection.execute(statement)
        connection.commit()
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("VACUUM")


def main() -> None:
    """Write the file; a program that reads it meanwhile finds it whole."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / "library" / FILE.name
        make(made)
        beside = FILE.with_suffix(f".{os.getpid()}")
        beside.write_bytes(made.read_bytes())
    beside.replace(FILE)


if __name__ == "__main__":
    main()
