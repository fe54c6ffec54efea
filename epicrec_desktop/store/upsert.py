"""Write many rows in one statement, each instead of the row that has its key."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.orm import Session

from epicrec_desktop.store.models import Base


def put_rows(
    session: Session, table: type[Base], values: Sequence[Mapping[str, Any]], key: Collection[str]
) -> None:
    """Insert rows, all of the same columns; of a row whose key is there the others are set."""
    if values:
        adding = insert(table)
        new = {name: adding.excluded[name] for name in values[0] if name not in key}
        session.execute(adding.on_conflict_do_update(index_elements=list(key), set_=new), values)
