"""The real catalogs, but what is downloaded, and how good a model is, is as a test says."""

from dataclasses import replace
from typing import Any

from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.recommend.model_manifest import ModelQuality
from epicrec_desktop.services.catalog_info import CatalogInfo, ModelInfo
from epicrec_desktop.services.catalogs import CatalogService
from ui.fakes.watched import Enter, Watched

MEASURED = ModelQuality(
    0.4, 0.01, 0.3, 0.18, 61, ((0.1, 0.21), (1.0, 0.27)), ((0.1, 0.2), (1.0, 0.22))
)


class FakeCatalogs(Watched):
    """`asked`: the last source that would have been downloaded. `changes` replace facts."""

    def __init__(self, service: CatalogService, enter: Enter) -> None:
        super().__init__(service, "catalogs", enter)
        self.asked = ""
        self.changes: dict[str, Any] = {}
        self.measured: ModelQuality | None = MEASURED

    def quality(self) -> ModelQuality | None:
        return self.measured

    def info(self) -> CatalogInfo:
        return replace(self._service.info(), **self.changes)

    def import_path(self, path, *, job=UNATTENDED) -> CatalogInfo:
        self._enter("catalogs.import_path", job)
        self.changes = {"name": "MovieLens", "ratings": 100_836, "users": 610}
        return self.info()

    def download(self, name="movielens", *, job=UNATTENDED) -> CatalogInfo:
        self.asked = name
        return self.import_path(name, job=job)

    def update(self, *, since=None, job=UNATTENDED) -> CatalogInfo:
        return self.download("update", job=job)

    def update_if_due(self, *, job=UNATTENDED) -> bool:
        self.asked = "update if due"
        return True


class FakeModelInfo(Watched):
    """What ranks, as the catalogs say."""

    def __init__(self, service: object, enter: Enter, catalogs: FakeCatalogs) -> None:
        super().__init__(service, "model_info", enter)
        self._catalogs = catalogs

    def read(self) -> ModelInfo:
        changes = {n: v for n, v in self._catalogs.changes.items() if n in {"ratings", "quality"}}
        return replace(self._service.read(), **changes)
