"""What an import left out and what it did, for the window and the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from epicrec_desktop.domain.export_records import Skip
from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.services.import_preview import ImportPreview

if TYPE_CHECKING:  # the import itself brings NumPy
    from epicrec_desktop.services.import_service import AppliedImport


def left_out(preview: ImportPreview) -> list[Message]:
    """Return which rows were no movies."""
    return [_skipped(skip, preview.skipped[skip]) for skip in Skip if skip in preview.skipped]


def _skipped(skip: Skip, count: int) -> Message:
    return {
        Skip.SERIES: counted("one episode or series", "{count:,} episodes and series", count=count),
        Skip.TRAILER: counted("one trailer", "{count:,} trailers", count=count),
        Skip.GLIMPSE: counted(
            "{count:,} closed within a minute", "{count:,} closed within a minute", count=count
        ),
        Skip.AD: counted("one ad", "{count:,} ads", count=count),
        Skip.UNSEEN: counted("{count:,} never played", "{count:,} never played", count=count),
        Skip.LIST: counted("one on another list", "{count:,} on other lists", count=count),
        Skip.NAMELESS: counted(
            "{count:,} without a title", "{count:,} without a title", count=count
        ),
        Skip.BROKEN: counted("one damaged row", "{count:,} damaged rows", count=count),
    }[skip]


def done(applied: AppliedImport) -> list[Message]:
    """Return what an import did."""
    if not applied.changed:
        return [message("Nothing was new: your library has all of it.")]
    new = {*dict(applied.confirmed), *applied.wanted, *applied.suggested, *applied.unplaced}
    found = (
        counted(
            "One movie came into your library.",
            "{count:,} movies came into your library.",
            count=len(applied.confirmed),
        ),
        counted(
            "One movie came onto your watchlist.",
            "{count:,} movies came onto your watchlist.",
            count=len(applied.wanted),
        ),
        counted(
            "One was there: its day and rating are up to date.",
            "{count:,} were there: days and ratings are up to date.",
            count=len({key for key, _, _ in applied.imports} - new),
        ),
        counted(
            "One became a suggestion.",
            "{count:,} became suggestions.",
            count=len(applied.suggested),
        ),
        counted(
            "{count:,} is not in the catalog yet.",
            "{count:,} are not in the catalog yet.",
            count=applied.own,
        ),
        counted(
            "{count:,} row is kept as not placed.",
            "{count:,} rows are kept as not placed.",
            count=len(applied.unplaced),
        ),
        counted("One list came in.", "{count:,} lists came in.", count=len(applied.lists)),
        counted(
            "One that is not yours stays out.",
            "{count:,} that are not yours stay out.",
            count=applied.refused,
        ),
    )
    return [one for one in found if one.count]
