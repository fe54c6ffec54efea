"""Recommendations, in memory."""

from __future__ import annotations

from dataclasses import replace

from epicrec_desktop.domain.errors import AgreementError
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.preferences import Filters, Part
from epicrec_desktop.domain.progress import UNATTENDED, no_progress
from epicrec_desktop.domain.release import Recommendations, Release, Suggestion
from epicrec_desktop.services.ledger import LedgerEntry
from epicrec_desktop.services.recommendations import Narrowed, RecommendResult
from epicrec_desktop.services.release_proposal import Proposal
from epicrec_desktop.store import recommendations
from ui.fakes.base import CONFIRMED, FakeService
from ui.fakes.films import NOW, release, rows


class FakeRecommend(FakeService):
    """Recommends the catalog itself.

    A release adds to the ledger what was agreed to; a repeat adds a sending, and never begins.
    `released` are the proposals that were handed in, `refreshed` the providers of repeats.
    """

    def _begin(self) -> None:
        self.notes: tuple[str, ...] = ()
        self.released: list[Proposal] = []
        self.refreshed: list[str | None] = []

    @property
    def stored(self) -> Recommendations | None:
        """What is shown at the next start."""
        return self.services.real.library.last_recommendations()

    @stored.setter
    def stored(self, shown: Recommendations | None) -> None:
        with self.services.real.context.database.write() as session:
            if shown is None:
                recommendations.forget(session)
            else:
                recommendations.save(session, shown)

    @property
    def asked(self) -> bool:
        """Whether anybody wanted anything to leave, for the first time or again."""
        return bool(self.released or self.refreshed)

    def make(self, provider: str | None = None) -> Recommendations:
        """What is recommended now: nothing that the library has."""
        kept = self.services.kept().values()
        known = {e.movie.wire_id for e in kept}
        made = rows([m for m in self.services.catalog if m.wire_id not in known])
        name = self.services.providers.connect(provider).name
        size = sum(e.status is CONFIRMED for e in kept)
        return Recommendations(made, NOW, name, "als-1", size, self.notes)

    def refresh(self, *, provider=None, job=UNATTENDED) -> RecommendResult:
        self.refreshed.append(provider)
        self.enter("recommend.refresh", job)
        choice = self.services.privacy.stored
        kept = self.services.ledger.of_level(choice.summary(CATEGORIES))
        if kept is None:
            made = self._outcome(None, provider)
            return replace(made, waiting=not choice.releases_nothing)
        return self._again(kept, provider)

    def release(self, proposal, *, job=UNATTENDED) -> RecommendResult:
        self.released.append(proposal)
        self.enter("recommend.release", job)
        name, services = proposal.provider, self.services
        if proposal.choice.releases_nothing:
            return self._outcome(None, name)
        if proposal != services.privacy.proposal(proposal.choice, services.providers.connect(name)):
            raise AgreementError("What would be sent is no longer what you agreed to.")
        kept = services.ledger.of_level(proposal.level)
        if kept is not None:
            return self._again(kept, name)
        items = services.releases.preview(proposal.choice, provider=name).items
        made = release(len(services.ledger.rows) + 1, name, proposal.level, items)
        services.ledger.rows.append(LedgerEntry(made, (NOW,), None))
        return self._outcome(made, name)

    def _again(self, kept: LedgerEntry, provider: str | None) -> RecommendResult:
        ledger = self.services.ledger
        ledger.rows.remove(kept)
        ledger.rows.append(replace(kept, sent=(*kept.sent, NOW), error=None))
        return replace(self._outcome(kept.release, provider), repeated=True)

    def _outcome(self, made: Release | None, provider: str | None) -> RecommendResult:
        self.stored = self.make(provider)
        return RecommendResult(made, False, self.stored)

    def rank_locally(self, *, report=no_progress) -> Recommendations:
        self.enter("recommend.rank_here", report)
        self.stored = self.make()
        return self.stored

    def narrowed(self, filters: Filters, *, further: int = 0) -> Narrowed:
        """By decade and category alone; nothing is left under a theme."""
        self.enter("recommend.narrowed")

        def fits(movie, filters: Filters) -> bool:
            decade = str((movie.year or 0) // 10 * 10)
            return (
                filters.decade in ("", decade)
                and filters.category in ("", *movie.categories)
                and not filters.theme
            )

        made = self.make()
        narrowed = tuple(
            replace(row, suggestions=tuple(s for s in row.suggestions if fits(s, filters)))
            for row in made.rows
        )
        first = narrowed[0].suggestions
        more = [m for m in self.services.catalog if fits(m, filters)]
        known = {s.wire_id for s in first}
        extra = [
            Suggestion(m.wire_id or "", m.title, m.year, m.categories, 0.0, "here")
            for m in more
            if m.wire_id not in known
        ][:further]
        narrowed = (replace(narrowed[0], suggestions=(*first, *extra)), *narrowed[1:])
        left = tuple(row for row in narrowed if row.suggestions)
        parts = tuple(
            Part(
                name,
                sum(fits(m, filters.without(name)) for m in self.services.catalog),
                tuple((value, 3) for value in choices),
                unknown=7 if name == "length" else 0,
            )
            for name, choices in (
                ("category", ("Drama", "Crime")),
                ("decade", ("1990", "1980")),
                ("length", ("to 90", "to 120", "from 150")),
                ("theme", ("prison", "talking teapots")),
            )
        )
        return Narrowed(replace(made, rows=left), parts, frozenset())
