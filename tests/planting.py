"""Changes rows behind the program's back, as another version of it would: with integrity."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from epicrec_desktop.store import integrity


@contextmanager
def planting(database: Path) -> Iterator[sqlite3.Connection]:
    """Yield a connection; what it wrote is committed, and the checksums fit it."""
    with closing(sqlite3.connect(database)) as connection, connection:
        yield connection
        integrity.write(connection)
