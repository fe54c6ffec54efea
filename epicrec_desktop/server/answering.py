"""The bytes of an answer, written rather than dumped: most of what an answer took was its JSON.

An answer names some 700 movies. Made a document of, entry by entry, and dumped, they take longer
than it takes to find them; written in the one form they have, a quarter of that. The format is that
of `recommend.wire`, and the bytes are those of its `encode_answer` (`tests/server` compares them).
"""

from __future__ import annotations

import json
import math
from typing import Any

from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.recommend.wire import Scored


def write_answer(answer: ProviderAnswer) -> bytes:
    """The answer as JSON in UTF-8. Raises `ValueError` for a score that is not finite.

    Ids are a model's, which has checked that they hold nothing that JSON escapes.
    """
    lists = (f"{_text(name)}:{_list(found)}" for name, found in answer.categories.items())
    return (
        f'{{"model":{_text(answer.model_id)},"known":{answer.known},"unknown":{answer.unknown},'
        f'"overall":{_list(answer.overall)},"categories":{{{",".join(lists)}}}}}'
    ).encode()


def _list(found: Scored) -> str:
    if not math.isfinite(sum(score for _, score in found)):
        raise ValueError("a score is not finite")
    # `repr`, as `json` has it: the shortest text that is read as the same number.
    return f"[{','.join([_entry(wire_id, score) for wire_id, score in found])}]"


def _entry(wire_id: str, score: float) -> str:
    return f'{{"id":"{wire_id}","score":{round(score, 6)!r}}}'


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
