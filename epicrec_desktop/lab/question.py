"""Prepares the question of a public set of ratings, for the program to recognize both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from epicrec_desktop.catalog.sources import content_of, read_source
from epicrec_desktop.domain.arrays import Floats
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.recommend.learned_question import RECOGNIZED, load_question
from epicrec_desktop.recommend.question_learning import learn_question

NAMED = 12
"""Movies that are printed of each side of a cell."""


def prepare(folder: Path, name: str, job: Job = UNATTENDED) -> dict[str, Any]:
    """Return what the program must know of a public set and its question, as JSON.

    Cells have the names that are published for a question of this name, else numbers. Raises
    `CatalogError` for what is no set of ratings, or has too few users.
    """
    imported = read_source(folder, job)
    movies, public = imported.catalog.movies, imported.ratings
    if public is None:
        raise CatalogError("There are no ratings in {folder}.", folder=str(folder))
    cells = next((one.cells for one in RECOGNIZED.values() if one.question == name), None)
    series = load_question().series
    try:
        learned = learn_question(
            name, movies, public.users, public.items, cells, job=job, series=series
        )
    except ValueError:
        raise CatalogError(
            "There are too few users in {folder} to learn a question from.", folder=str(folder)
        ) from None
    weights = np.sqrt(np.bincount(public.items, minlength=len(movies)))
    rows = learned.rows(movies) * weights[:, None]

    def labels(values: Floats) -> list[str]:
        return [movies[i].label for i in np.argsort(-values)[:NAMED].tolist() if values[i] > 0]

    return {
        "ratings": len(public.users),
        "content": content_of(imported),
        "digest": learned.digest,
        "cells": [
            {"name": cell, "adds": labels(column), "takes": labels(-column)}
            for cell, column in zip(learned.cells, rows.T, strict=True)
        ],
    }
