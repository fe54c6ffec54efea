"""Catalogs, what is known of films, and which are alike, in memory."""

from __future__ import annotations

from pathlib import Path

from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.recommend.model_manifest import ModelQuality
from epicrec_desktop.services.catalog_info import CatalogInfo, ModelInfo
from ui.fakes.base import FakeService


class FakeModelInfo(FakeService):
    """The model that ranks."""

    def read(self) -> ModelInfo:
        now = self.services.catalogs.now
        return ModelInfo(now.ratings, now.model_id, now.worth)


class FakeCatalogs(FakeService):
    """The starter catalog until something is imported."""

    def _begin(self) -> None:
        self.now = CatalogInfo("Starter catalog", "1", 1200, 1200, 0, 0, "content")
        self.asked = ""
        self.poster_count = 0
        blurred, published = ((0.1, 0.21), (1.0, 0.27)), ((0.1, 0.2), (1.0, 0.22))
        self.measured: ModelQuality | None = ModelQuality(
            0.4, 0.01, 0.3, 0.18, 61, blurred, published
        )

    def worth(self) -> ModelQuality | None:
        return self.measured

    def info(self) -> CatalogInfo:
        return self.now

    def import_path(self, path, *, job=UNATTENDED) -> CatalogInfo:
        self.enter("catalogs.import_path", job)
        self.now = CatalogInfo("MovieLens", "latest-small", 9742, 9742, 100836, 610, "als")
        return self.now

    def download(self, name="movielens", *, job=UNATTENDED) -> CatalogInfo:
        self.asked = name
        return self.import_path(Path(name), job=job)

    def update(self, *, since=None, job=UNATTENDED) -> CatalogInfo:
        return self.download("update", job=job)

    def update_if_due(self, *, job=UNATTENDED) -> bool:
        self.asked = "update if due"
        return True

    def download_posters(self, *, job=UNATTENDED) -> int:
        return self.poster_count
