"""Read Letterboxd's tables, whose names and folders say what they list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import PurePosixPath

from epicrec_desktop.domain.export_records import ListHead, Record, Service, Skip
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.history.exports.layouts import layout_of
from epicrec_desktop.history.exports.parsing import Item, Table, column_name, title_of

_LISTS = "lists"
_OTHER_FOLDERS = frozenset({"deleted", "orphaned", "likes"})
"""Folders of the archive that say neither what is watched now nor what is listed."""
_MARKUP = re.compile(r"</?[A-Za-z][^<>]*>")


def read(table: Table, name: str) -> Iterator[Item]:
    """Yield the movies of a table, those of a list below its head. Raises `HistoryError`."""
    folders = {*PurePosixPath(name).parts[:-1]}
    in_list = "letterboxduri" not in table.columns
    left_out = folders & _OTHER_FOLDERS or (_LISTS in folders and not in_list)
    wanted = not (left_out or in_list) and _is_watchlist(table, name)
    if in_list and not left_out:
        yield _head(table)
    for item in layout_of(Service.LETTERBOXD).items(table.rows, wanted=wanted):
        yield Skip.LIST if left_out and isinstance(item, Record) else item


def _head(table: Table) -> ListHead:
    """Return what "Date,Name,Tags,URL,Description" and the row below say, above the movies."""
    for columns, cells in pairwise(table.above()):
        row = dict(zip(map(column_name, columns), cells, strict=False))
        if row.keys() >= {"name", "description"}:
            return ListHead(title_of(row["name"]), _MARKUP.sub("", row["description"]))
    return ListHead("", "")


def _is_watchlist(table: Table, name: str) -> bool:
    """Watched and watchlist have the same columns; only their names tell them apart."""
    file_name = PurePosixPath(name).name
    if "rating" in table.columns:
        return False
    if "watched" not in file_name and "watchlist" not in file_name:
        raise export_error("which-list")
    return "watchlist" in file_name
