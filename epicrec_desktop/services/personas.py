"""Ask the provider in use as nobody, on a schedule, and learn from its answers on this computer.

What is learned is shown, and reaches nothing else: no release, no request, no row of the catalog.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from epicrec_desktop.catalog.movie_facts import model_traits
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import Cancelled, ProviderError
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.provider.address import on_network
from epicrec_desktop.recommend.movie_factors import MovieFactors
from epicrec_desktop.recommend.persona_reader import PersonaReader
from epicrec_desktop.recommend.personas import load_personas
from epicrec_desktop.services.contacts import ContactService
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.store.contacts import ContactKind

if TYPE_CHECKING:
    from epicrec_desktop.provider.personas import Asked
    from epicrec_desktop.provider.remote import HttpProvider

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class LearnedProvider:
    """How a provider ranks, learned from its answers; `catalog` has its own movies' titles."""

    reader: PersonaReader
    catalog: Catalog
    personas: int


@dataclass(eq=False, repr=False)
class PersonaService:
    """Asks about personas and reads the answers."""

    _context: ServiceContext
    _providers: ProviderService
    _contacts: ContactService
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _learned: tuple[tuple[object, ...], LearnedProvider] | None = field(default=None, init=False)

    def ask_due(self, *, job: Job = UNATTENDED) -> bool | None:
        """Ask the provider in use about a batch of personas, if that is due.

        Return None where it is not, else whether all have been answered now. To be called by a
        clock, at any level, and not by anything the user does. A provider that cannot be reached is
        asked again a day later. One that the user removes or switches off meanwhile, also in
        another process, is asked no more, and what it answered is removed.
        """
        now = self._context.now()
        info = next(info for info in self._providers.all() if info.current)
        if not on_network(info.address) or not info.as_nobody:
            return None
        connection = self._providers.elsewhere(info.name)
        if not connection.personas.is_due(now):
            return None
        personas, address = load_personas(), connection.address

        def allowed() -> bool:
            return self._providers.may_be_asked_as_nobody(address)

        def stopped() -> bool:
            return job.cancelled() or not allowed()

        try:
            with self._contacts.logged(ContactKind.PERSONAS, info.name, address, asked=False):
                return connection.personas.ask(now, personas, Job(job.report, stopped))
        except Cancelled:
            if allowed():
                raise
            return None
        except (ProviderError, OSError) as error:
            _log.info("a provider did not answer about personas: %s", type(error).__name__)
            return False
        finally:
            if not allowed():
                connection.personas.forget()

    def asked(self, name: str) -> Asked | None:
        """Return what was asked of a provider; None where it has not answered about all."""
        return self._newest_round(self._providers.elsewhere(name))

    def learned(self, name: str) -> LearnedProvider | None:
        """Return how a provider ranks; None where that is not known. Nobody is asked."""
        try:
            info = self._providers.find(name)
        except ProviderError:  # an address that nobody added
            return None
        if not on_network(info.address) or not info.as_nobody:
            return None
        connection = self._providers.elsewhere(info.name)
        asked = self._newest_round(connection)
        if asked is None or not connection.has_catalog():
            return None
        catalog, own = self._context.catalog().catalog, connection.catalog()
        key = (info.address, asked.began, len(asked.lists), catalog.version, own.version)
        with self._lock:
            if self._learned is None or self._learned[0] != key:
                answers = asked.answers(load_personas())
                finder = movie_finder(catalog, load_starter())
                reader = PersonaReader(answers, _factors(), finder)
                self._learned = (key, LearnedProvider(reader, own, len(answers.lists)))
            return self._learned[1]

    def _newest_round(self, connection: HttpProvider) -> Asked | None:
        return connection.personas.asked(load_personas().digest)


def movie_finder(*catalogs: Catalog) -> Callable[[str], Movie | None]:
    """Return what finds a movie by its public id, in the first catalog that has it."""
    return lambda movie: next(filter(None, (one.movie(movie) for one in catalogs)), None)


@cache
def _factors() -> MovieFactors:
    starter = load_starter()
    return MovieFactors.of(starter.movies, model_traits())
