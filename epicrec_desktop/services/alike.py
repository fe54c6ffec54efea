"""Movies like one movie, by the model at hand: found here, and nobody is asked."""

from __future__ import annotations

import numpy as np

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.models import LocalModels
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.library import LibraryRepository

_SIMILAR, _KNOWN = 0.3, 0.1
"""What being alike in category and time, and being well known, count beside kinship."""


class SimilarMovies:
    """Finds them."""

    def __init__(self, context: ServiceContext, models: LocalModels) -> None:
        self._context = context
        self._models = models

    def like(self, wire_id: str, limit: int = 24) -> tuple[Suggestion, ...]:
        """Movies most like this one, the likest first, without those the person has answered for.

        By what the model knows of both (directors, series, themes; or who liked them), then by
        category and time. Empty for a movie that the model does not know.
        """
        catalog = self._context.catalog().catalog
        model = self._models.current(catalog)
        place = model.index.get(wire_id)
        if place is None:
            return ()
        every, this = np.arange(len(model.wire_ids)), np.array([place])
        near = model.embeddings(every) @ model.embeddings(this)[0]
        scores = model.kinship(every, this)[:, 0] + _SIMILAR * near + _KNOWN * model.popularity
        left_out = {*self._answered(), wire_id}
        found: list[Suggestion] = []
        for item in np.argsort(-scores, kind="stable"):
            name = model.wire_ids[item]
            at = catalog.index.get(name)
            if at is None or name in left_out:
                continue
            movie = catalog.movies[at]
            found.append(
                Suggestion(
                    name, movie.title, movie.year, movie.categories, float(scores[item]), "alike"
                )
            )
            if len(found) == limit:
                break
        return tuple(found)

    def _answered(self) -> set[str]:
        with self._context.database.read() as session:
            statuses = LibraryRepository(session).statuses()
            keys = [k for k, status in statuses.items() if status is not LibraryStatus.SUGGESTED]
            movies = CatalogRepository(session).movies(keys).values()
        return {movie.wire_id for movie in movies if movie.wire_id is not None}
