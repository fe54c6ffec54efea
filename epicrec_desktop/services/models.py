"""The item models at hand: trained here, or the content model while there are no ratings."""

from __future__ import annotations

import threading

from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.recommend.content import ContentModel
from epicrec_desktop.recommend.files import load
from epicrec_desktop.recommend.model import ItemModel, ModelError
from epicrec_desktop.services.context import Context

OWN_MODEL = "this-computer"


class LocalModels:
    """The model that "This computer" ranks with, kept while catalog and file stay the same."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._kept: tuple[tuple[str, int], ItemModel] | None = None

    def current(self, catalog: Catalog) -> ItemModel:
        """The model trained on imported ratings, else the content model of this catalog."""
        folder = self._context.paths.models / OWN_MODEL
        manifest = folder / "manifest.json"
        with self._lock:
            stamp = manifest.stat().st_mtime_ns if manifest.exists() else 0
            key = (catalog.version, stamp)
            if self._kept is None or self._kept[0] != key:
                self._kept = (key, self._load(catalog))
            return self._kept[1]

    def _load(self, catalog: Catalog) -> ItemModel:
        try:
            return load(self._context.paths.models / OWN_MODEL)
        except (FileNotFoundError, ModelError):
            # A damaged model is no reason to stop: the next import or `train` replaces it.
            return ContentModel.from_catalog(catalog)
