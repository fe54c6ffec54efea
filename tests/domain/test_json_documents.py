"""Records as JSON documents."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from fractions import Fraction
from pathlib import Path

from epicrec_desktop.domain.json_documents import document, pieces, plain
from epicrec_desktop.domain.messages import counted


class Level(StrEnum):
    NO = "no"


@dataclass(frozen=True)
class Inner:
    day: date | None
    share: Fraction


@dataclass(frozen=True)
class Record:
    level: Level
    items: tuple[Inner, ...]
    counts: dict[Level, int]

    @property
    def several(self) -> bool:
        return len(self.items) > 1


RECORD = Record(Level.NO, (Inner(date(2026, 11, 3), Fraction(1, 3)),), {Level.NO: 2})


def test_a_record_is_written_field_by_field():
    items = [{"day": "2026-11-03", "share": "1/3"}]
    assert plain(RECORD) == {"level": "no", "items": items, "counts": {"no": 2}}


def test_attributes_are_chosen_ordered_and_renamed():
    assert list(document(RECORD, "several state=level").items()) == [
        ("several", False),
        ("state", "no"),
    ]


def test_times_paths_and_messages_are_text():
    assert plain(datetime(2026, 11, 3, 8, tzinfo=UTC)) == "2026-11-03T08:00:00+00:00"
    assert plain(Path("a") / "b") == str(Path("a") / "b")
    assert plain(counted("one", "{count} of them", count=2)) == "2 of them"
    assert plain(None) is None


def test_pieces_are_the_same_text_as_the_whole():
    items = [{"title": "Zeile\neins", "ids": [1, {"a": []}]}, {}, [], "é", None]
    whole = {"items": items, "none": [], "one": {"deep": [[1], {"b": 2}]}, "empty": {}}
    piecewise = {**whole, "items": iter(items), "none": iter(())}
    for pieced, value in ((piecewise, whole), (iter(items), items), (iter(()), []), ({}, {})):
        assert "".join(pieces(pieced)) == json.dumps(value, ensure_ascii=False, indent=2)


def test_pieces_take_one_item_at_a_time():
    taken: list[int] = []

    def items():
        for number in range(3):
            taken.append(number)
            yield number

    found = pieces({"items": items()})
    assert "0" not in next(found)
    while "0" not in next(found):
        pass
    assert taken == [0]
