"""Collect what is known of a provider: what it says of itself, and what this computer found."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.messages import N_
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.privacy.families import LEARNED
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.provider.address import on_network
from epicrec_desktop.provider.gorse import left_users
from epicrec_desktop.provider.personas import Asked
from epicrec_desktop.provider.published import LastContact
from epicrec_desktop.recommend.learned_question import known_questions
from epicrec_desktop.recommend.metrics import quality, split
from epicrec_desktop.recommend.model_quality import Trials
from epicrec_desktop.recommend.training_data import training_ratings
from epicrec_desktop.recommend.wire_published import About
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.mechanism_planner import Planner
from epicrec_desktop.services.period_calendar import read_known_to
from epicrec_desktop.services.personas import PersonaService
from epicrec_desktop.services.providers import ProviderInfo, ProviderService
from epicrec_desktop.store.contacts import ContactKind, ContactRepository
from epicrec_desktop.store.ledger import LedgerRepository

TRIED = 400
"""Public people that a provider's model is tried on."""

_STEP = N_("Trying the service's model on public people")


@dataclass(frozen=True)
class SharedModel:
    """The model that a provider shares: its id is that of its content, which was checked here."""

    id: str
    items: int


@dataclass(frozen=True)
class ProviderDetails:
    """A provider elsewhere. What it says of itself is `about`; all else was found here.

    `last_contact`: when what it publishes was last fetched, and the certificate it had then.
    `movies`: of its catalog. `sent`, `last_sent`: lists that were sent to it, or may have been.
    `asked`: how often it was asked for what it publishes, of the stored contacts. `learned`: what
    it can have learned from all of them.
    """

    info: ProviderInfo
    about: About | None
    last_contact: LastContact | None
    movies: int | None
    model: SharedModel | None
    sent: int
    last_sent: datetime | None
    asked: int
    learned: PosteriorBound | None
    personas: Asked | None = None  # what it was asked about as nobody
    left_users: tuple[str, ...] = ()  # made-up ones that it did not delete
    reads: bool | None = None
    """Whether it says that it ranks from the blurred numbers that releases have now; None where it
    does not say. Counts by category are read by every service."""


@dataclass(frozen=True)
class Tried:
    """NDCG@10 of a provider's model, and of popularity, on so many public people."""

    ndcg10: float
    popularity: float
    users: int


@dataclass(eq=False, repr=False)
class ProviderDetailsService:
    """Collects provider details from what is stored here, asking nobody."""

    _context: ServiceContext
    _providers: ProviderService
    _planner: Planner
    _personas: PersonaService

    def card(self, name: str) -> ProviderDetails:
        """Return the details of a provider elsewhere; raises `ProviderError` for this computer."""
        info = self._providers.find(name)
        if not on_network(info.address):
            raise ProviderError(
                "There is nothing to show for this computer: what is released to it stays in "
                "this program."
            )
        provider = self._providers.elsewhere(info.name)
        published = provider.published
        with self._context.database.read() as session:
            learned = read_known_to(session, provider.address)
            contacts = ContactRepository(session).all()
            entries = LedgerRepository(session).entries()
        sent = [
            send.time
            for release, sends in entries
            if release.receiver == info.address
            for send in sends
            if send.left is not False
        ]
        catalog, model, about = published.catalog(), published.model(), published.about()
        reads = None
        if about is not None and about.questions is not None:
            asked = known_questions(self._context.paths)[0]
            reads = self._planner.family() is not LEARNED or asked.digest in about.questions
        return ProviderDetails(
            info,
            about,
            published.last_contact(),
            None if catalog is None else len(catalog.movies),
            None if model is None else SharedModel(model.id, len(model.records)),
            len(sent),
            max(sent, default=None),
            sum(c.kind is ContactKind.PUBLISHED and c.address == info.address for c in contacts),
            learned,
            self._personas.asked(info.name),
            left_users(provider.cache),
            reads,
        )

    def try_model(self, name: str, *, job: Job = UNATTENDED) -> Tried:
        """Try the model that a provider shares on public people whose ratings are here.

        They are those that an own model is measured on. The provider may have learned from the same
        people: then its model looks better than it is. Nobody is asked. Raises `ProviderError`
        where it shares none, `CatalogError` where no ratings are here, and `Cancelled`.
        """
        model = self._providers.elsewhere(name).model()
        if model is None:
            raise ProviderError(
                "{provider} shares no model, so there is nothing that could be tried here.",
                provider=name,
            )
        job.report(Progress(_STEP, 0, 2 * TRIED))
        rest, users = split(training_ratings(self._context.paths))
        users, done = users[:TRIED], 0

        def tick() -> None:
            nonlocal done
            done += 1
            job.step(_STEP, done, 2 * len(users))

        found = quality(model, tuple(rest.wire_ids), users, tick)
        popularity = Trials(model, rest.wire_ids, users, tick).popularity()
        return Tried(found.ndcg10, popularity, len(users))
