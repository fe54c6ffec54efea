"""SQLAlchemy (`sa`) and the mapped tables (`models`), each imported when it is first used.

They are two thirds of the processor time of a command that only reads, and such a command needs
neither: `store/raw_sql.py`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["models", "prepare_writing", "sa"]

if TYPE_CHECKING:
    import sqlalchemy as sa

    from epicrec_desktop.store import models
else:

    class _LazyModule:
        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, attribute: str) -> Any:
            found = getattr(import_module(self._name), attribute)
            setattr(self, attribute, found)
            return found

    sa, models = _LazyModule("sqlalchemy"), _LazyModule("epicrec_desktop.store.models")


def prepare_writing() -> None:
    """Import what the first change needs: half a second, or several on a busy computer."""
    import_module("epicrec_desktop.store.models")
    import_module("sqlalchemy.orm").configure_mappers()
