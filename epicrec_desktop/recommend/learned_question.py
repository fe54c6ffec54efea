"""The learned questions that releases ask: shipped, or made here from a recognized public set.

A question is public, ours, and one of a few. One of a recognized set is made here, when the set is
imported as its publisher has it, and is used only if its digest is the one below: the same question
on every computer. It is never made of another table, a mix of tables, or a damaged file.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from epicrec_desktop import resources
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.question import MAX_BYTES, Question, QuestionError
from epicrec_desktop.files import write_file
from epicrec_desktop.paths import Paths, private_folder

SHIPPED, SHIPPED_BEFORE = "knowledge-2", "knowledge-1"
"""The shipped question, and the one of earlier versions: periods that asked it are still read."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class RecognizedSet:
    """A public set of ratings, and the question that everybody who imported it asks.

    `title` is the set as people know it, `question` the question's name, `cells` those of its
    cells, `digest` its published SHA-256. `before` are those that earlier versions made of it: they
    are read where there are periods of them, and asked no more. `stored_as`: the name in its file's
    name, where it is not the question's.
    """

    title: str
    question: str
    cells: tuple[str, ...]
    digest: str
    before: tuple[RecognizedSet, ...] = ()
    stored_as: str = ""


RECOGNIZED = msgspec.json.decode(
    resources.path("question", "recognized.json").read_bytes(), type=dict[str, RecognizedSet]
)
"""By the name under which `catalog/sources.py` recognizes the publisher's files."""


def read_question(path: Path) -> Question:
    """Return the question in this file, with every row checked.

    Raises `CatalogError` when the file is missing or damaged: the installation is then not whole.
    """
    try:
        return Question.from_text(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, QuestionError) as error:
        raise CatalogError(
            "The question that releases are made with is missing or damaged, so nothing was "
            "released. Install the program again."
        ) from error


@cache
def load_question(name: str = SHIPPED) -> Question:
    """Return a question that ships with the program. Raises `CatalogError`."""
    return read_question(resources.path("question", f"{name}.txt"))


def known_questions(paths: Paths) -> tuple[Question, ...]:
    """Return the questions known here; the first is the one that is asked.

    Those of recognized sets that were imported, the shipped one, and those of earlier versions.
    Raises `CatalogError` as `load_question` does.
    """
    made = (_made_here(paths, known) for known in RECOGNIZED.values())
    before = (_made_here(paths, known) for now in RECOGNIZED.values() for known in now.before)
    return (
        *(question for question in made if question is not None),
        load_question(),
        *(question for question in before if question is not None),
        load_question(SHIPPED_BEFORE),
    )


def store_question(paths: Paths, question: Question) -> None:
    """Keep the question made of a recognized set. Raises `ValueError` unless it is everybody's."""
    known = next((k for k in RECOGNIZED.values() if k.digest == question.digest), None)
    if known is None:
        raise ValueError("no recognized set has this question")
    private_folder(paths.ratings)
    write_file(_file(paths, known), question.to_text().encode())


def set_of(question: str | None) -> RecognizedSet | None:
    """Return the recognized set that the question with this digest was made of, if any."""
    every = (one for known in RECOGNIZED.values() for one in (known, *known.before))
    return next((one for one in every if one.digest == question), None)


def cells_of(question: str | None) -> tuple[str, ...] | None:
    """Return the cells of the question with this digest; None for one that no release here asked.

    Raises `CatalogError` as `load_question` does.
    """
    for shipped in map(load_question, (SHIPPED, SHIPPED_BEFORE)):
        if question == shipped.digest:
            return shipped.cells
    known = set_of(question)
    return None if known is None else known.cells


def counts_series(question: str | None) -> bool:
    """Return whether the question with this digest counts the movies of a series by their mean.

    Those of this version do; of an unknown one nothing is claimed.
    """
    return question in (load_question().digest, *(known.digest for known in RECOGNIZED.values()))


def _file(paths: Paths, known: RecognizedSet) -> Path:
    return paths.ratings / f"question-{known.stored_as or known.question}.txt"


def _made_here(paths: Paths, known: RecognizedSet) -> Question | None:
    """Return the question made of a set; None where it is missing or not the published one."""
    file = _file(paths, known)
    try:
        status = file.stat()
    except OSError:
        return None
    if status.st_size > MAX_BYTES:
        return None
    question = _read(file, status.st_mtime_ns, status.st_size)
    return question if question is not None and question.digest == known.digest else None


@lru_cache(maxsize=8)
def _read(file: Path, modified_ns: int, size: int) -> Question | None:
    """Read a question; the file's time and size are in the key, so a new one is read again."""
    try:
        return Question.from_text(file.read_bytes().decode("ascii"))
    except (OSError, UnicodeDecodeError, QuestionError):
        _log.warning("the question of an imported set is damaged, so it is not asked")
        return None
