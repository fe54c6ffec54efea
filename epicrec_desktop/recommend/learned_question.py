"""The learned question that ships with the program."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from epicrec_desktop import resources
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.question import Question, QuestionError

SHIPPED = "knowledge-1"


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
def load_question() -> Question:
    """Return the question that ships with the program. Raises `CatalogError`."""
    return read_question(resources.path("question", f"{SHIPPED}.txt"))
