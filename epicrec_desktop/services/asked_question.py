"""The learned question over the program's own catalog, computed once per catalog."""

from __future__ import annotations

import threading

from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.recommend.learned_question import load_question

_lock = threading.Lock()
_last: tuple[Catalog, AskedQuestion] | None = None


def asked_question(catalog: Catalog) -> AskedQuestion:
    """Return the shipped question's rows of this catalog's movies. Raises `CatalogError`."""
    global _last  # noqa: PLW0603 - a cache of one entry
    with _lock:
        if _last is None or _last[0] is not catalog:
            _last = (catalog, AskedQuestion.of(load_question(), catalog.movies))
        return _last[1]
