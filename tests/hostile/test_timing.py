"""When a release comes, and after what, does not tell how much there is to release."""

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from attack_services import AttackServices
from malicious_provider import MaliciousProvider, Request

from epicrec_desktop import wiring
from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.paths import Paths
from epicrec_desktop.provider.remote import PAUSE_SECONDS  # before the tests' services set none
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.library import LibraryRepository

RUNS = 12
"""Of each size: enough for what a library's size did to the time once, a third of a second."""
SMALL, LARGE = 5, 5_000


@pytest.fixture
def library(prepared, tmp_path, provider) -> Callable[[int], Path]:
    """A base folder with so many confirmed movies, and the provider's catalog fetched."""
    movies = Catalog(
        "many",
        "1",
        tuple(
            Movie(f"Film {n}", 1950 + n % 70, (CATEGORIES[n % 18],), movielens_id=500_000 + n)
            for n in range(LARGE)
        ),
    )

    def build(size):
        base = tmp_path / f"with {size}"
        shutil.copytree(prepared, base)
        paths = Paths.under(base)
        with closing(wiring.build(paths, now=lambda: AttackServices.moment)) as services:
            with services.context.database.write() as session:
                keys = CatalogRepository(session).merge(
                    "movielens", movies, now=AttackServices.moment
                )
                for key in keys[:size].tolist():
                    LibraryRepository(session).add(key, now=AttackServices.moment)
            AttackServices(services, provider, base).add()
            services.releases.preview()  # finds the budget, which is the same for both
        return base

    return build


@pytest.mark.slow
def test_neither_the_moment_nor_the_requests_tell_five_movies_from_five_thousand(
    library, tmp_path, provider
):
    from scipy.stats import ks_2samp  # a second, which only this test needs

    bases = {size: library(size) for size in (SMALL, LARGE)}
    waited: dict[int, list[float]] = {SMALL: [], LARGE: []}
    for n in range(RUNS):
        for size in (SMALL, LARGE)[:: 1 if n % 2 else -1]:  # what else goes on here is in both
            (request,) = _requests(bases[size], tmp_path / "copy", provider)
            assert request.method == "POST"
            waited[size].append(request.came - request.opened)
    assert min(waited[SMALL] + waited[LARGE]) > PAUSE_SECONDS / 2  # of which it saw the most
    # Of runs where there is nothing to tell, one in 1,000 fails.
    assert ks_2samp(waited[SMALL], waited[LARGE]).pvalue > 0.001


def _requests(base: Path, copy: Path, provider: MaliciousProvider) -> list[Request]:
    """Those of a first release from a copy of this folder."""
    shutil.copytree(base, copy)
    services = wiring.build(
        Paths.under(copy), now=lambda: AttackServices.moment, pause=PAUSE_SECONDS
    )
    before = len(provider.requests)
    try:
        assert AttackServices(services, provider, copy).release().release is not None
    finally:
        services.close()
        shutil.rmtree(copy)
    return provider.requests[before:]
