"""Catalogs, what is known of films, and which are alike, in memory."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from epicrec_desktop.catalog.movie_facts import MovieFacts
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.recommend.model_manifest import ModelQuality
from epicrec_desktop.services.catalog_info import CatalogInfo, ModelInfo
from ui.fakes.base import FakeService


class FakeAlike(FakeService):
    """Movies like one: those of its first category."""

    def like(
        self, wire_id: str, limit: int = 24, *, left_out: Collection[str] | None = None
    ) -> tuple[Suggestion, ...]:
        self.enter("alike.like")
        this = next((m for m in self.services.catalog if m.wire_id == wire_id), None)
        others = [m for m in self.services.catalog if m is not this]
        return tuple(
            Suggestion(m.wire_id or "", m.title, m.year, m.categories, 1.0, "alike")
            for m in others
            if this is not None
            and m.categories[0] == this.categories[0]
            and m.wire_id not in (left_out or ())
        )[:limit]


class FakeFilms(FakeService):
    """What is known of films: all by one director."""

    def about(self, wire_id: str) -> MovieFacts:
        self.enter("films.about")
        return MovieFacts(
            directors=("Ada Lovelace",),
            actors=("Grace Hopper", "Alan Turing"),
            themes=("prison",),
            tones=("warm and uplifting",),
            minutes=142,
        )

    def minutes(self, wire_id: str | None) -> int | None:
        self.enter("films.minutes")
        return None if wire_id is None else 142


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
