"""Recognize the service of an export by its contents, and read its rows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.export_records import Service, Skip
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.history.exports import (
    generic_table,
    media_servers,
    streaming_services,
    trackers,
)
from epicrec_desktop.history.exports.parsing import (
    Entry,
    EntryFormat,
    Item,
    TableFormat,
    decode,
    entries,
    tables,
)

TABLES: tuple[TableFormat, ...] = (
    *trackers.LETTERBOXD_TABLES,
    *trackers.IMDB_TABLES,
    *trackers.TRAKT_TABLES,
    *trackers.TRACKER_TABLES,
    *streaming_services.TABLES,
    *media_servers.TABLES,
    *generic_table.TABLES,  # the last: it takes whatever has a title
)
DOCUMENTS: tuple[EntryFormat, ...] = (
    *streaming_services.GOOGLE_ENTRIES,
    *trackers.TRAKT_ENTRIES,
    *media_servers.ENTRIES,
)
_SNIFFED_ENTRIES = 50  # entries of a document by which its service is recognized


def read_export(data: bytes, name: str) -> tuple[Service, Iterator[Item]]:
    """Whose export the bytes of a file are, and its items one at a time.

    `name`: in its archive, "/" between folders; where a service writes two lists alike, it tells
    which one this is, and nothing else. Raises `HistoryError`, also while items are read.
    """
    text = decode(data)
    start = text[:4_096].lstrip("\ufeff \t\r\n")
    if not start:
        raise export_error("empty")
    if start[0] in "{[":
        return _document(text.lstrip("\ufeff"), name.casefold())
    if start[0] == "<":
        raise export_error("web-page" if "html" in start[:200].casefold() else "unknown")
    return _table(text, name.casefold())


def _table(text: str, name: str) -> tuple[Service, Iterator[Item]]:
    found = list(tables(text))
    for readable in found[:1]:  # without a header, so that its first film is no column
        if media_servers.is_playback_report(next(readable.lines(), [])):
            return Service.JELLYFIN, media_servers.playback_report(readable)
    for kind in TABLES:
        for readable in found:
            if kind.fits(frozenset(readable.columns) - {""}):
                return kind.service, kind.read(readable, name)
    raise export_error("unknown")


def _document(text: str, name: str) -> tuple[Service, Iterator[Item]]:
    every = entries(text)
    first = list(islice(every, _SNIFFED_ENTRIES))
    for kind in DOCUMENTS:
        if any(isinstance(entry, dict) and kind.fits(part, entry) for part, entry in first):
            return kind.service, _items(kind, chain(first, every), name)
    raise export_error("unknown")


def _items(kind: EntryFormat, every: Iterator[Entry], name: str) -> Iterator[Item]:
    of_service = [known for known in DOCUMENTS if known.service is kind.service]
    for part, entry in every:
        if not isinstance(entry, dict):
            continue
        item = _item(of_service, part, entry, name)
        if item is not None:
            yield item


def _item(formats: list[EntryFormat], part: str, entry: dict[str, Any], name: str) -> Item | None:
    for known in formats:
        if known.fits(part, entry):
            try:
                return known.read(part, entry, name)
            except HistoryError:
                raise
            except (TypeError, ValueError, AttributeError, OverflowError):
                return Skip.BROKEN  # values of other kinds than any export has
    return None
