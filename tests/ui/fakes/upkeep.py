"""Updates, and the person's data as a whole, in memory."""

from __future__ import annotations

from datetime import timedelta

from epicrec_desktop.domain.progress import UNATTENDED, Job, never_cancelled
from epicrec_desktop.services.month_news import MonthNews
from epicrec_desktop.services.update_check import UpdateAnswer, Verdict
from epicrec_desktop.updates.manifest import Artifact, Manifest, order
from ui.fakes.base import FakeService
from ui.fakes.films import NOW


class FakeUpdates(FakeService):
    """Nobody to ask, unless a test names somebody; then a newer version."""

    def _begin(self) -> None:
        self.host: str | None = None
        self.newest = "9.1"

    def check(self, cancelled=never_cancelled) -> UpdateAnswer:
        self.enter("updates.check", Job(cancelled=cancelled))
        manifest = Manifest(
            self.newest,
            NOW,
            NOW + timedelta(days=30),
            "https://films.example/epicrec",
            {"en": "Posters are drawn <b>faster</b>.", "de": "Plakate entstehen schneller."},
            (Artifact("epicrec-9.1.deb", "linux", 90_000_000, "ab" * 32),),
            "cd" * 32,
        )
        newer = order(self.newest) > order("9.0")
        verdict = Verdict.NEWER if newer else Verdict.CURRENT
        return UpdateAnswer(verdict, "9.0", manifest, manifest.artifacts)


class FakeMonthNews(FakeService):
    """Nothing is new, unless a test says so."""

    def _begin(self) -> None:
        self.news: MonthNews | None = None

    def take(self, *, job=UNATTENDED) -> MonthNews | None:
        self.enter("month_news.take", job)
        news, self.news = self.news, None
        return news
