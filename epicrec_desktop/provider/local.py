""" "This computer": a provider in process, with the function that the service answers with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import cached_property

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.messages import N_, Message, message
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import UNATTENDED, IsCancelled, Job, check, never_cancelled
from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.provider.base import check_release
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.wire import RecommendationRequest, parse_request
from epicrec_desktop.recommend.wire_schema import WireError


class LocalProvider:
    """Answers from the catalog and the model stored here, over no network."""

    def __init__(
        self,
        catalog: Catalog,
        model: Callable[[], ItemModel],
        name: str = "This computer",
        aware: Callable[[], ReleaseScorer | None] | None = None,
        address: str | None = None,
    ) -> None:
        """`model` and `aware`, the scorer of known releases, are called when they are needed.

        `address`: None for "This computer", `ASSISTANT` for assistants.
        """
        self._catalog = catalog
        self.model = model
        self.name = name
        self._aware = aware
        self.address = address

    @cached_property
    def _recommender(self) -> Recommender:
        return Recommender(self.model(), self._catalog, self._aware() if self._aware else None)

    def catalog(self) -> Catalog:
        """Return the catalog in use."""
        return self._catalog

    def recommend(
        self, release: Release, *, cancelled: IsCancelled = never_cancelled
    ) -> ProviderAnswer:
        """Answer a release from its payload alone, as a provider elsewhere would."""
        check_release(release, self.name)
        check(cancelled)
        try:
            request = parse_request(release.payload)
        except WireError as error:
            raise ProviderError(
                "{provider} did not accept the release: {reason}. The release is kept.",
                provider=self.name,
                reason=str(error),
            ) from None
        return self.answer(request)

    def answer(self, request: RecommendationRequest) -> ProviderAnswer:
        """Answer a request that was read from a release, or one that names nothing."""
        return self._recommender.answer(request)

    def has_catalog(self) -> bool:
        """Return True: its catalog is always here."""
        return True

    def fetch(self, now: datetime, *, job: Job = UNATTENDED) -> Message:
        """Return a sentence of what is here; there is nothing to fetch."""
        if self.address is not None:
            return message("{provider} answers from what you release to it.", provider=self.name)
        template = _READY.get(self.model().kind, _READY_ANY)
        return Message(template, {"provider": self.name, "movies": len(self._catalog.index)})


_TRAINED = N_(
    "{provider} is ready: {movies:,} movies, ranked with a model trained on public "
    "ratings. Nothing is sent."
)
_CONTENT = N_(
    "{provider} is ready: {movies:,} movies, ranked by what they are like, as there "
    "are no ratings to learn from. Nothing is sent."
)
_READY = {"linear": _TRAINED, "als": _TRAINED, "knowledge": _CONTENT}
_READY_ANY = N_("{provider} is ready: {movies:,} movies, ranked with a model. Nothing is sent.")
