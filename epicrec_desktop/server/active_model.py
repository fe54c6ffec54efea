"""The publication that a worker answers with.

It is exchanged while requests are being answered: a request takes what is in use when it begins,
and keeps that to its end.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.recommend.personas import load_personas, persona_request
from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.recommend.wire import parse_request
from epicrec_desktop.recommend.wire_personas import lists_document
from epicrec_desktop.recommend.wire_published import encode_catalog
from epicrec_desktop.recommend.wire_schema import LARGEST
from epicrec_desktop.server.http import CHECK_AGAIN, JSON, StaticResponse
from epicrec_desktop.server.publications import Publication, Publications, stamp

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

log = logging.getLogger("epicrec_desktop.server")


_computing = threading.Lock()  # cached_property has none from Python 3.12 on


@dataclass(frozen=True)
class LoadedPublication:
    """A publication, ready to answer with."""

    model_id: str
    people: int | None  # that the model learned from, where that is known
    published: str | None  # the day, where that is known
    recommender: Recommender
    questions: list[str]  # learned ones, by digest, whose numbers it ranks from
    catalog: StaticResponse
    manifest: StaticResponse

    @classmethod
    def of(cls, publication: Publication, since: str = "") -> LoadedPublication:
        """Prepare a publication for answers. `since`: when it became active, as ISO 8601."""
        model, catalog = publication.model, publication.catalog
        people = model.parameters.get("users")
        return cls(
            model.id,
            people if isinstance(people, int) and 0 <= people <= LARGEST else None,
            since[:10] if _DAY.match(since) else None,
            Recommender(model, catalog, publication.aware),
            [scorer.digest for scorer in publication.aware.asked] if publication.aware else [],
            StaticResponse(encode_catalog(catalog), JSON, CHECK_AGAIN),
            StaticResponse(json.dumps(model.manifest).encode(), JSON, CHECK_AGAIN),
        )

    @property
    def persona_lists(self) -> StaticResponse:
        """What is answered to each of the public personas, computed when it is first asked for,
        which takes a second: by one of those who ask at that moment.
        """
        with _computing:
            return self._persona_lists

    @cached_property
    def _persona_lists(self) -> StaticResponse:
        personas = load_personas()
        answers = (
            self.recommender.answer(parse_request(persona_request(movies)))
            for movies in personas.movies
        )
        lists = [tuple(movie for movie, _ in answer.overall) for answer in answers]
        document = json.dumps(lists_document(personas.digest, lists), separators=(",", ":"))
        return StaticResponse(document.encode(), JSON, CHECK_AGAIN)


class ActiveModel:
    """The active publication of a folder. Raises `EpicRecError` if there is none."""

    def __init__(self, publications: Publications) -> None:
        self._publications = publications
        self._lock = threading.Lock()
        self._stamp = (-1, -1)
        self._name = ""
        self._serving: LoadedPublication | None = None
        self.refresh()

    def now(self) -> LoadedPublication:
        """Return the active publication."""
        assert self._serving is not None
        return self._serving

    def items(self, model_id: str) -> Path | None:
        """Return the items of the active model or of one before it; None if unknown."""
        return self._publications.items(model_id)

    def refresh(self) -> bool:
        """Load what was published since; return whether there was anything.

        Where it is damaged the one before stays in use, and `PublicationError` is raised once.
        """
        with self._lock:
            found = stamp(self._publications.folder)
            if found == self._stamp:
                return False
            used = self._publications.active_publication()
            if used is None:
                raise EpicRecError(
                    "No model was published yet; nothing was started. Import ratings and publish "
                    "one with: epicrec-server publish"
                )
            self._stamp = found
            if used.name == self._name:
                return False
            self._serving = LoadedPublication.of(self._publications.load(used.name), used.since)
            self._name = used.name
        log.info("using %s", used.name)
        return True
