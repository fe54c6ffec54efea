"""Whatever the person thinks of their movies, a provider is sent the same, and asked the same."""

import shutil
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from attack_services import AttackServices
from malicious_provider import MaliciousProvider

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.store import ratings as imports
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.wiring import Services

WATCHED = ("imdb:tt0078748", "imdb:tt0113277", "imdb:tt0133093", "imdb:tt0083658")
LEVELS = {
    "blurred": PrivacyChoice(ReleaseLevel.PERTURBED),
    "mixed": PrivacyChoice(ReleaseLevel.PERTURBED, {"Crime": ReleaseLevel.ALL}),
    "as it is": PrivacyChoice(ReleaseLevel.ALL),
}
Rate = Callable[[Services, Sequence[int]], None]


def _none(services: Services, keys: Sequence[int]) -> None:
    """Nothing is rated."""


def _own(*ratings: OwnRating) -> Rate:
    def rate(services: Services, keys: Sequence[int]) -> None:
        for place, key in enumerate(keys):
            services.library.rate(key, ratings[place % len(ratings)])

    return rate


def _imported(services: Services, keys: Sequence[int]) -> None:
    with services.context.database.write() as session:
        for place, key in enumerate(keys):
            said = Imported(Service.LETTERBOXD, date(2024, 1, 1 + place), place % 2 * 1.0)
            imports.put_imports(session, [(key, said)])


RATED: dict[str, Rate] = {
    "of all kinds": _own(OwnRating(Rating.LIKED, True), OwnRating(Rating.DISLIKED), OwnRating()),
    "imported": _imported,
}


@pytest.mark.parametrize(
    ("level", "shares_model"), [("blurred", False), ("mixed", True), ("as it is", False)]
)
def test_releases_and_requests_are_the_same_byte_for_byte(
    level, shares_model, prepared, tmp_path, provider
):
    if shares_model:
        provider.share()
    plain = _asked(_none, LEVELS[level], prepared, tmp_path / "plain", provider)
    assert any(body for _, _, body in plain)
    for name, rate in RATED.items():
        assert _asked(rate, LEVELS[level], prepared, tmp_path / name, provider) == plain


def _asked(
    rate: Rate, choice: PrivacyChoice, prepared: Path, base: Path, provider: MaliciousProvider
) -> list[tuple[str, str, bytes]]:
    """All that a person sends who rates before a release, ranks, rates again, and refreshes."""
    shutil.copytree(prepared, base)
    source = NumpySource(np.random.default_rng(5))
    services = wiring.build(
        Paths.under(base), now=lambda: AttackServices.moment, source=source, pause=0.0
    )
    before = len(provider.requests)
    try:
        person = AttackServices(services, provider, base)
        person.add()
        person.confirm(*WATCHED)
        keys = [entry.id for entry in services.library.entries()]
        rate(services, keys)
        assert person.release(choice).release is not None
        services.recommend.rank_locally()
        rate(services, list(reversed(keys)))
        services.recommend.refresh()
    finally:
        services.close()
    return [(r.method, r.path, r.body) for r in provider.requests[before:]]
