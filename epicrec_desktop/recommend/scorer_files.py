"""Trained release scorers as a file: arrays, numbers and names, under the key of what they know."""

from __future__ import annotations

from dataclasses import fields
from itertools import count, takewhile
from pathlib import Path
from typing import Any

import numpy as np

from epicrec_desktop.domain.arrays import DAMAGED_ARCHIVE
from epicrec_desktop.files import replacing
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.share_scorer import ShareScorer

_KEY = "key"
_ASKED = "asked{}."


def save_scorer(scorer: ReleaseScorer, file: Path, key: str) -> None:
    """Keep the scorer, in place of an earlier one, in one step. Raises `OSError`."""
    arrays = _arrays(scorer.shares, "")
    for number, asked in enumerate(scorer.asked):
        arrays |= _arrays(asked, _ASKED.format(number))
    if any(array.dtype.hasobject for array in arrays.values()):
        raise TypeError("a scorer is made of arrays, numbers and names")
    with replacing(file, durable=False) as stream:  # a spoiled one is trained again
        # Without allow_pickle: before NumPy 2.1 that was taken for one more array.
        np.savez(stream, **{_KEY: np.asarray(key), **arrays})


def load_scorer(file: Path, key: str) -> ReleaseScorer | None:
    """Return the scorer kept under this key; None where there is none, or the file is damaged."""
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            if archive[_KEY].item() != key:
                return None
            prefixes = map(_ASKED.format, count())
            known = takewhile(lambda prefix: f"{prefix}digest" in archive.files, prefixes)
            asked = tuple(ShareScorer(**_values(archive, own)) for own in known)
            return ReleaseScorer(ShareScorer(**_values(archive, "")), asked)
    except DAMAGED_ARCHIVE:
        return None


def _arrays(scorer: ShareScorer, prefix: str) -> dict[str, Any]:
    return {
        prefix + field.name: np.asarray(getattr(scorer, field.name)) for field in fields(scorer)
    }


def _values(archive: Any, prefix: str) -> dict[str, Any]:
    return {
        field.name: _value(archive[prefix + field.name], field) for field in fields(ShareScorer)
    }


def _value(array: Any, field: Any) -> Any:
    if array.ndim == 0:
        return array.item()
    return tuple(array.tolist()) if str(field.type).startswith("tuple") else array
