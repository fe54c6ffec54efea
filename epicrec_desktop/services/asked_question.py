"""The learned questions known here, over the program's own catalog."""

from __future__ import annotations

import threading
from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.question import Question
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.families import LEARNED, Family
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.recommend.learned_question import known_questions, load_question

BEST_KNOWN = 500
"""Examples of a cell are among so many of the best-known movies."""
EXAMPLES = 3
"""Movies that are named for each side of a cell."""

_lock = threading.Lock()
_last: tuple[Catalog, dict[str, AskedQuestion]] | None = None


def asked_questions(
    paths: Paths, catalog: Catalog, others: Collection[str | None] = ()
) -> tuple[AskedQuestion, ...]:
    """Return the rows of this catalog's movies in each question, computed once per catalog.

    The first question is the one that is asked from now on; after it come those of `others`, by
    digest, that are known here: with them periods are read that asked them. Raises `CatalogError`.
    """
    global _last  # noqa: PLW0603 - a cache of one catalog
    now, *before = known_questions(paths)
    with _lock:
        if _last is None or _last[0] is not catalog:
            _last = (catalog, {})
        made = _last[1]
        wanted = (now, *(question for question in before if question.digest in others))
        for question in wanted:
            if question.digest not in made:
                made[question.digest] = AskedQuestion.of(question, catalog.movies)
        return tuple(made[question.digest] for question in wanted)


def asked_question(paths: Paths, catalog: Catalog, digest: str | None) -> AskedQuestion | None:
    """Return the question with this digest; None where it is not known here."""
    if digest is None:
        return None
    return find_question(asked_questions(paths, catalog, {digest}), digest)


def find_question(questions: tuple[AskedQuestion, ...], digest: str | None) -> AskedQuestion | None:
    """Return the one of these questions with this digest; None where none has it."""
    return next((asked for asked in questions if asked.digest == digest), None)


@dataclass(frozen=True)
class Cell:
    """A cell by name, with titles of well-known movies that add most to it, and take most away."""

    name: str
    adds: tuple[str, ...]
    takes: tuple[str, ...]


@dataclass(frozen=True)
class Counting:
    """What the user's movies are counted in: 18 categories, or the cells of a learned question."""

    family: Family
    question: Question | None = None
    cells: tuple[Cell, ...] = ()


def default_counting() -> Counting:
    """Return how an installation counts that nobody changed. Raises `CatalogError`."""
    return Counting(LEARNED, load_question())


def counting_of(family: Family, paths: Paths, catalog: Catalog) -> Counting:
    """Return how this family counts, with examples of each cell. Raises `CatalogError`."""
    if family is not LEARNED:
        return Counting(family)
    asked = asked_questions(paths, catalog)[0]
    known = np.argsort(-catalog.popularity, kind="stable")[:BEST_KNOWN]
    rows = asked.rows[known]

    def titles(weights: np.ndarray) -> tuple[str, ...]:
        order = np.argsort(-weights, kind="stable")[:EXAMPLES]
        return tuple(catalog.movies[known[i]].label for i in order.tolist() if weights[i] > 0)

    cells = zip(asked.cells, rows.T, strict=True)
    return Counting(
        family,
        known_questions(paths)[0],
        tuple(Cell(name, titles(column), titles(-column)) for name, column in cells),
    )
