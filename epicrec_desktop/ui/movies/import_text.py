"""The sentences of importing films: what was read, what becomes of it, and what was done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from epicrec_desktop.domain.records import RecordKind, Skip
from epicrec_desktop.services.imports.applying import AppliedImport
from epicrec_desktop.services.imports.preview import ImportEntry, ImportOutcome, ImportPreview
from epicrec_desktop.store.imports import Imported
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.source_text import service_words, watched_words

_FILES = 3  # that are named


def _tr(text: str) -> str:
    return QCoreApplication.translate("Imports", text)


def part_words() -> dict[str, str]:
    """What the parts of a preview are called, by the name of the part."""
    return {"found": _tr("Found"), "doubtful": _tr("In doubt"), "missing": _tr("Left out")}


def part_note(part: str) -> str:
    """What the films of a part have in common, and what will be done with them."""
    return {
        "found": _tr("What is ticked comes into your library."),
        "doubtful": _tr("Tick what you watched. The rest stays out."),
        "missing": _tr("None of these is taken in."),
    }[part]


def files_words(preview: ImportPreview) -> str:
    """What was read: "watched.zip · Letterboxd"."""
    names = dict.fromkeys((file.name, file.service) for file in preview.files)
    shown = [f"{name} · {service_words(service)}" for name, service in list(names)[:_FILES]]
    if len(names) > _FILES:
        shown.append(wording.plural("Imports", "and %Ln more files", len(names) - _FILES))
    return ", ".join(shown)


def skipped_words(preview: ImportPreview) -> str:
    """What rows were no films."""
    parts = [_skipped(skip, preview.skipped[skip]) for skip in Skip if skip in preview.skipped]
    return _tr("No movies: {what}.").format(what=", ".join(parts)) if parts else ""


def _skipped(skip: Skip, count: int) -> str:
    kinds = {
        Skip.SERIES: wording.plural("Imports", "%Ln episodes and series", count),
        Skip.TRAILER: wording.plural("Imports", "%Ln trailers", count),
        Skip.GLIMPSE: wording.plural("Imports", "%Ln closed within a minute", count),
        Skip.UNSEEN: wording.plural("Imports", "%Ln never played", count),
        Skip.LIST: wording.plural("Imports", "%Ln on other lists", count),
        Skip.NAMELESS: wording.plural("Imports", "%Ln without a title", count),
        Skip.BROKEN: wording.plural("Imports", "%Ln damaged rows", count),
    }
    return kinds[skip]


def problem_words(preview: ImportPreview) -> str:
    """What could not be read, a line a file."""
    return "\n".join(f"{name}: {messages.localized(why)}" for name, why in preview.problems)


def taken_words(imports: Sequence[Imported], kind: RecordKind) -> str:
    """What is taken over beside the film: "Watched 3 May 2024, rated 9 of 10"."""
    if kind is RecordKind.WATCHLIST:
        return _tr("For the watchlist")
    seen = max((one.seen for one in imports if one.seen), default=None)
    rating = next((one.rating for one in reversed(imports) if one.rating is not None), None)
    return watched_words(seen, rating)


def why_words(entry: ImportEntry) -> str:
    """Why an entry is where it is."""
    if entry.outcome is ImportOutcome.REJECTED:
        return _tr("you said that it is not yours")
    if entry.outcome is ImportOutcome.KNOWN:
        return _tr("in your library already")
    return messages.localized(entry.why)


def take_words(films: int, wanted: int) -> str:
    """The button that takes them in."""
    return wording.plural("Imports", "Take in %Ln movies", films + wanted)


def done_words(applied: AppliedImport) -> str:
    """What an import did."""
    if not applied.changed:
        return _tr("Nothing was new: your library has all of it.")
    parts = []
    if applied.confirmed:
        count = len(applied.confirmed)
        parts.append(wording.plural("Imports", "%Ln movies came into your library.", count))
    if applied.wanted:
        count = len(applied.wanted)
        parts.append(wording.plural("Imports", "%Ln movies came onto your watchlist.", count))
    if not parts:
        parts.append(_tr("Days and ratings were brought up to date."))
    if applied.refused:
        parts.append(wording.plural("Imports", "%Ln that are not yours stay out.", applied.refused))
    return " ".join(parts)


def undo_words(applied: AppliedImport) -> str:
    """What an undo takes back."""
    count = len(applied.confirmed) + len(applied.wanted)
    return wording.plural("Imports", "%Ln movies imported", count) if count else _tr("Import")
