"""How a record is declared: a typed class, from which its table, checks and documents follow.

`Annotated[T, Column(…)]` says what else the column of a field is; a field `T | None` may be empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Self, get_type_hints

import msgspec
import msgspec.structs

from epicrec_desktop.domain.json_text import MONTH


@dataclass(frozen=True)
class Column:
    """What a column is beyond its type.

    `refers` names the table whose row this one belongs to, and, if `owned`, is deleted with.
    `default` is the value, as SQL, of rows from before the column. `label` is what a field of the
    ledger is called wherever a release is shown; without one it is not.
    """

    key: bool = False
    unique: bool = False
    index: bool = False
    refers: str = ""
    owned: bool = True
    default: str | None = None
    label: str = ""


class Record(msgspec.Struct, frozen=True, gc=False):
    """A row of a table, or a part of one.

    The garbage collector passes it by, as no record is in a cycle: there are 100,000 of them.
    """

    def replace(self, **values: Any) -> Self:
        """Return the record with other values of these fields."""
        return msgspec.structs.replace(self, **values)


def labels(record: type[Record]) -> dict[str, str]:
    """Return the labels of the fields that have one, by name."""
    hints = get_type_hints(record, include_extras=True)
    columns = {
        name: column
        for name in record.__struct_fields__
        for column in getattr(hints[name], "__metadata__", ())
        if isinstance(column, Column)
    }
    return {name: column.label for name, column in columns.items() if column.label}


Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
"""How many of something."""
Number = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
"""A whole number that the database can hold."""
Finite = Annotated[float, msgspec.Meta(ge=-1e15, le=1e15)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time with its zone."""
Counted = Count | None
"""Bytes of a request or its answer; None where none were counted."""
Key = Annotated[int, Column(key=True)]
"""A number that the database gives; 0 until the record is stored."""
Name = Annotated[str, Column(key=True)]
Month = Annotated[str, msgspec.Meta(pattern=rf"^{MONTH}(?![\s\S])")]
"""A month. `$` would let a line break follow."""
