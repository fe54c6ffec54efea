"""Results of experiments and benchmarks as figures and tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from epicrec_desktop.console.terminal import Terminal

Result = Mapping[str, Any]
"""What an experiment or a benchmark returns; the JSON document of the command."""

_ROWS_SHOWN = 60


def print_result(result: Result, terminal: Terminal) -> None:
    """Print figures beside their names, then each list of rows as a table under its name.

    Names are those of the JSON document. Curves and histograms, lists within rows, are left out.
    """
    values = dict(_flattened(result))
    terminal.table((name, _text(value)) for name, value in values.items() if not _is_table(value))
    for name, value in values.items():
        if _is_table(value):
            terminal.heading(name)
            _print_rows(value, terminal)


def _flattened(result: Result, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield figures and tables, those of an object or of a row behind its name."""
    for name, value in result.items():
        if isinstance(value, Mapping):
            yield from _flattened(value, f"{prefix}{name} ")
        elif _is_table(value) and any(map(_is_table, value[0].values())):
            for number, row in enumerate(value, start=1):
                yield from _flattened(row, f"{prefix}{name} {number} ")
        else:
            yield prefix + name, value


def _is_table(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], Mapping)


def _print_rows(rows: Sequence[Result], terminal: Terminal) -> None:
    names = [name for name in rows[0] if any(_text(row[name]) != _NONE for row in rows)]
    shown = rows[:_ROWS_SHOWN]
    terminal.table([names, *([_text(row[name]) for name in names] for row in shown)])
    if len(shown) < len(rows):
        terminal.say(f"… and {len(rows) - len(shown):,} more; --json has all")


_NONE = "–"


def _text(value: object) -> str:
    """Return a value as a cell; a dash for None and for what is no value, as a curve."""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_text(one)}" for name, one in value.items())
    if isinstance(value, (list, tuple)):
        plain = all(isinstance(one, (int, float, str)) for one in value)
        return "  ".join(map(_text, value)) if value and plain and len(value) < 20 else _NONE
    return _NONE if value is None else str(value)
