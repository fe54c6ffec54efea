"""Read exports that are neither tables with a header nor JSON.

Criticker's, MyAnimeList's, Jellyfin's playback report, and text with a "Title (year)" per line.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import islice

from epicrec_desktop.domain.export_records import Record, RecordKind, Service, Skip
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.history.exports.layouts import Layout, layout_of
from epicrec_desktop.history.exports.markup import elements, value
from epicrec_desktop.history.exports.parsing import (
    ROWS,
    Days,
    Item,
    Row,
    Table,
    title_and_year,
    title_of,
)

_HEAD = 4_096
_CRITICKER = {"filmname": "filmname", "filmyear": "year", "filmlink": "url", "imdbid": "imdbid"}
"""Criticker's elements, by which of its columns they are."""
_ANIME = ("series_type", "series_title", "my_status", "my_finish_date", "my_score")


def read_list(text: str) -> tuple[Service, Iterator[Item]] | None:
    """Return the items of Criticker's or MyAnimeList's export; None for any other text.

    Raises `HistoryError` for MyAnimeList's export of manga.
    """
    head = text[:_HEAD]
    if "<film>" in head and "<filmname>" in head:
        items = layout_of(Service.CRITICKER).items(lambda: map(_of_element, elements(text, "film")))
        return Service.CRITICKER, items
    if "'s rankings at Criticker.com" in head:
        return Service.CRITICKER, layout_of(Service.CRITICKER).items(lambda: _of_lines(text))
    if "<myanimelist>" not in head:
        return None
    if "<manga>" in head and "<anime>" not in head:
        raise export_error("books")
    return Service.MYANIMELIST, layout_of(Service.MYANIMELIST).items(lambda: _animes(text))


def _animes(text: str) -> Iterator[Row | None]:
    for anime in elements(text, "anime"):
        yield {name: value(anime, name) for name in _ANIME} if anime is not None else None


def _of_element(movie: str | None) -> Row | None:
    if movie is None:
        return None
    row = {column: value(movie, name) for name, column in _CRITICKER.items()}
    return {**row, "score": value(movie, "score") or value(movie, "rating")}


def _of_lines(text: str) -> Iterator[Row]:
    """Yield "99<tab>Heat (1995)" and the address below it, with a summary between them."""
    row: dict[str, str] = {}
    number = 0
    for line in io.StringIO(text, newline=None):
        score, tab, title = line.partition("\t")
        if tab and score.isdecimal() and len(score) <= 3:
            if row:
                yield row
            number += 1
            if number > ROWS:
                raise export_error("too-many")
            row = {"score": score, "filmname": title.rstrip("\n")}
        elif row and line.startswith("https://www.criticker.com/"):
            row["url"] = line.rstrip("\n")
    if row:
        yield row


_DAYS = Days()
_REPORT = Layout(
    Service.JELLYFIN, day=("day",), kind=("kind",), viewer=("user",), length=("seconds",)
)
_REPORTED = ("day", "user", "item", "kind", "title", "method", "client", "device", "seconds")
_KINDS = frozenset({"Movie", "Episode", "Audio", "MusicVideo", "Video", "Trailer", "TvChannel"})


def is_playback_report(cells: list[str]) -> bool:
    """Return whether a line is one of the backup of Jellyfin's Playback Reporting plugin."""
    return len(cells) >= len(_REPORTED) and cells[3] in _KINDS and _DAYS.day(cells[0]) is not None


def playback_report(table: Table) -> Iterator[Item]:
    """Yield the movies of such a backup, whose lines have no header."""
    for cells in filter(any, table.lines()):
        row = dict(zip(_REPORTED, cells, strict=False))
        yield _REPORT.item(row, _DAYS) if is_playback_report(cells) else Skip.BROKEN


_LINE = re.compile(
    r"\s*(?:[-*•–]\s+|\d{1,4}[.)]\s+)?(?P<film>\S.{0,300}?\s?[(\[](?:18|19|20)\d\d[)\]])\s*"
)
_SNIFFED = 20


def read_plain_list(text: str, kind: RecordKind) -> Iterator[Item] | None:
    """Return the movies of a text with a "Title (year)" in each line; None if it is no such text.

    `kind`: what the list says of them.
    """
    lines = (line for line in text.splitlines() if line.strip())
    first = list(islice(lines, _SNIFFED))
    return _movies(text, kind) if first and all(map(_LINE.fullmatch, first)) else None


def _movies(text: str, kind: RecordKind) -> Iterator[Item]:
    for number, line in enumerate(text.splitlines()):
        if number >= ROWS:
            raise export_error("too-many")
        if not line.strip():
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            yield Skip.BROKEN
        else:
            title, year = title_and_year(title_of(found["film"]), None)
            yield Record(title, year, kind=kind)
