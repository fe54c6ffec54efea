""" "This computer": a provider in process, with the very function that the service answers with."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.provider.base import check_release
from epicrec_desktop.recommend.aware import AwareScorer
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.service import Recommender
from epicrec_desktop.recommend.wire import WireError, parse_request


class LocalProvider:
    """Answers from the catalog and the model that are here; nothing leaves this computer."""

    def __init__(
        self,
        catalog: Catalog,
        model: ItemModel,
        name: str = "This computer",
        aware: Callable[[], AwareScorer | None] | None = None,
    ) -> None:
        """`aware` gives what scores the releases it knows; asked when the first release comes."""
        self._catalog = catalog
        self._model = model
        self._name = name
        self._aware = aware

    @property
    def name(self) -> str:
        """The name the person knows it by."""
        return self._name

    @property
    def address(self) -> None:
        """It is in this program."""
        return None

    @cached_property
    def _recommender(self) -> Recommender:
        return Recommender(self._model, self._catalog, self._aware() if self._aware else None)

    def catalog(self) -> Catalog:
        """The catalog in use."""
        return self._catalog

    def recommend(self, release: Release) -> ProviderAnswer:
        """Answer a release from its payload alone, as a provider elsewhere would."""
        check_release(release, self.name)
        try:
            request = parse_request(release.payload)
        except WireError as error:
            raise ProviderError(
                f"{self.name} did not accept the release: {error}. "
                "The release is kept in the ledger."
            ) from None
        return self._recommender.answer(request)

    def model(self) -> ItemModel:
        """The model in use."""
        return self._model

    def kept_model(self) -> ItemModel:
        """The model in use."""
        return self._model

    def check(self) -> str:
        """Say what is here."""
        kind = {"als": "a model trained on public ratings", "content": "the content model"}
        return (
            f"{self.name} is ready: {len(self._catalog.index):,} movies, "
            f"ranked with {kind.get(self._model.kind, 'a model')}; nothing is sent anywhere."
        )
