"""Say once a month what is new: movies that can be shared, the library, and movies that fit.

Everything is read from this computer; nothing is fetched or sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from sqlalchemy import Connection

from epicrec_desktop.domain.months import period_of
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.domain.records import Record
from epicrec_desktop.provider.address import on_network
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.release_difference import knowledge_of
from epicrec_desktop.services.releases import receiver_of
from epicrec_desktop.store import recommendations
from epicrec_desktop.store.choices import StateRepository
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.library import LibraryRepository

if TYPE_CHECKING:
    from epicrec_desktop.services.providers import ProviderService
    from epicrec_desktop.services.releases import ReleaseService

_STATE = "month_news"


@dataclass(frozen=True)
class MonthNews:
    """What a month begins with. `since`: the month of the news before.

    `shareable`: movies that a release to the provider in use would contain or count for the first
    time there; 0 where that is this computer. `added`: by how many movies the library grew.
    `fitting`: movies of the last two years that came into the catalog and are recommended.
    """

    month: str
    since: str
    shareable: int
    added: int
    fitting: int


class _Seen(Record, frozen=True):
    """What there was at the last look: a month, movies watched, the newest row of the catalog.

    `watched` counts those that no catalog has, too: nothing grows when one turns out to have them.
    """

    month: str
    watched: int
    newest: int


def _last_seen(session: Connection) -> _Seen | None:
    """Return what was stored; None where nothing was, or nothing that can be read."""
    try:
        return msgspec.json.decode(StateRepository(session).get(_STATE) or "", type=_Seen)
    except ValueError:
        return None


@dataclass(eq=False, repr=False)
class MonthNewsService:
    """Finds the news of a month, once per month and library."""

    _context: ServiceContext
    _releases: ReleaseService
    _providers: ProviderService

    def take_news(self, *, job: Job = UNATTENDED) -> MonthNews | None:
        """Return the news of this month the first time it is asked for; None without any.

        The first look ever has nothing to compare with. Neither has a clock that was set back; the
        month of a clock that ran ahead is replaced then, so that it silences no later one.
        """
        now = self._context.now()
        with self._context.database.read() as session:
            before = _last_seen(session)
            watched = len(LibraryRepository(session).confirmed(listed=False))
        if before is not None and before.month == period_of(now):
            return None
        newest = int(self._context.catalog().ids.max(initial=0))
        seen = _Seen(period_of(now), watched, newest)
        found = None
        if before is not None and before.month < seen.month:
            shareable, fitting = self._shareable(job), self._fitting(before.newest)
            if shareable or fitting:
                added = max(0, watched - before.watched)
                found = MonthNews(seen.month, before.month, shareable, added, fitting)
        with self._context.database.write() as session:
            StateRepository(session).put(_STATE, msgspec.json.encode(seen).decode())
        return found

    def _shareable(self, job: Job) -> int:
        connection = self._providers.connect()
        if not on_network(connection.address):
            return 0
        proposal = self._releases.propose_to(connection, job=job)
        with self._context.database.read() as session:
            receiver = receiver_of(session, connection, period_of(self._context.now())).key
            known = knowledge_of(LedgerRepository(session).sent_to(receiver))
        return proposal.uncounted + len({*proposal.open_items} - known.names)

    def _fitting(self, newest: int) -> int:
        stored, first = self._context.catalog(), self._context.now().year - 1
        new = {
            movie.wire_id
            for movie in (stored.catalog.movies[at] for at in np.flatnonzero(stored.ids > newest))
            if (movie.year or 0) >= first
        }
        with self._context.database.read() as session:
            shown = recommendations.load(session)
        rows = shown.rows if shown is not None else ()
        return len({one.wire_id for row in rows for one in row.suggestions} & new)
