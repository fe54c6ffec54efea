"""Read the tables of HTML and the elements of XML that exports have, as text, without a parser."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from epicrec_desktop.domain.plain_text import unescaped
from epicrec_desktop.history.errors import export_error
from epicrec_desktop.history.exports.parsing import ROWS

_ROW = re.compile(r"<tr\b", re.IGNORECASE)
_CELL = re.compile(r"<t[dh]\b[^<>]*>", re.IGNORECASE)
_CELL_END = re.compile(r"</t[dhr]\b", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_CDATA = re.compile(r"<!\[CDATA\[|\]\]>")


def table_text(html: str) -> str:
    """Return the rows of a page's tables as comma-separated lines; empty where it has none."""
    lines = io.StringIO()
    writer = csv.writer(lines, lineterminator="\n")
    for row in _ROW.split(html)[1:]:
        cells = (_CELL_END.split(cell, maxsplit=1)[0] for cell in _CELL.split(row)[1:])
        writer.writerow([" ".join(unescaped(_TAG.sub("", cell)).split()) for cell in cells])
    return lines.getvalue()


def elements(text: str, name: str) -> Iterator[str | None]:
    """Yield what is in each element of a name; None for a last one without an end.

    Raises `HistoryError` where there are more than a table may have rows.
    """
    start_tag, end_tag = f"<{name}>", f"</{name}>"
    end, number = 0, 0
    while (start := text.find(start_tag, end)) >= 0:
        end = text.find(end_tag, start)
        number += 1
        if number > ROWS:
            raise export_error("too-many")
        if end < 0:
            yield None
            return
        yield text[start + len(start_tag) : end]


def value(element: str, name: str) -> str:
    """Return the text of the first child of a name; empty where there is none."""
    start = element.find(f"<{name}>")
    end = element.find(f"</{name}>", start + 1)
    if start < 0 or end < 0:
        return ""
    return unescaped(_CDATA.sub("", element[start + len(name) + 2 : end])).strip()
