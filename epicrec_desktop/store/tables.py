"""All tables of the library: each module here declares some, beside what reads and writes them."""

from __future__ import annotations

from epicrec_desktop.store import (
    choices,
    contacts,
    contributions,
    ledger,
    movie_rows,
    recommendations,
    samples,
)
from epicrec_desktop.store.records import METADATA

__all__ = [
    "METADATA", "choices", "contacts", "contributions", "ledger", "movie_rows", "recommendations",
    "samples",
]  # fmt: skip
