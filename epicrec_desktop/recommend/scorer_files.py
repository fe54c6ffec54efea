"""Keeps a trained scorer of perturbed releases in a file, under what it was trained from."""

from __future__ import annotations

import zipfile
import zlib
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from epicrec_desktop.files import replacing
from epicrec_desktop.recommend.aware import CategoryShareScorer

_KEY = "key"


def save_scorer(scorer: CategoryShareScorer, file: Path, key: str) -> None:
    """Keep the scorer, in place of an earlier one, in one step. Raises `OSError`."""
    arrays: dict[str, Any] = {
        field.name: np.asarray(getattr(scorer, field.name)) for field in fields(scorer)
    }
    if any(array.dtype.hasobject for array in arrays.values()):
        raise TypeError("a scorer is made of arrays, numbers and names")
    with replacing(file, durable=False) as stream:  # a spoiled one is trained again
        # Without allow_pickle: before NumPy 2.1 that was taken for one more array.
        np.savez(stream, **{_KEY: np.asarray(key), **arrays})


def load_scorer(file: Path, key: str) -> CategoryShareScorer | None:
    """The scorer kept under this key; None where there is none, or the file is damaged."""
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as archive:
            if archive[_KEY].item() != key:
                return None
            return CategoryShareScorer(
                **{field.name: _value(archive, field) for field in fields(CategoryShareScorer)}
            )
    except (OSError, EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile, zlib.error):
        return None


def _value(archive: Any, field: Any) -> Any:
    """What was kept of a field, an array again only where the field is one."""
    array = archive[field.name]
    if array.ndim == 0:
        return array.item()
    return tuple(array.tolist()) if str(field.type).startswith("tuple") else array
