"""The whole way: real clients with folders of their own, a real service, and its sums."""

import shutil
from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.wire_contribution import parse_contribution, public_lists
from epicrec_desktop.server.config import Limits
from epicrec_desktop.server.contributions import ContributionSum, Storage
from epicrec_desktop.services.contribution_status import State
from epicrec_desktop.wiring import Services
from service_world import Client, published_in, serving_published

LIST = public_lists()[-1]


@pytest.fixture
def people(prepared, tmp_path) -> Iterator[list[Services]]:
    """Three people, each with a computer of their own and other movies."""
    found = []
    for place in range(3):
        base = tmp_path / f"person-{place}"
        shutil.copytree(prepared, base)
        home = Environment(platform="linux", home=base, env={})
        services = wiring.build(Paths.under(base), environment=home, pause=0.0)
        for key, _ in services.library.best_known(30)[place * 3 : place * 5 + 6]:
            services.library.add(key)
        services.privacy.set_overall(ReleaseLevel.PERTURBED)
        found.append(services)
    yield found
    for services in found:
        services.close()


def sums(address: str) -> ContributionSum | None:
    """What the service's database has added up."""
    with closing(Storage(address)) as storage:
        return next(iter(storage.sums()), None)


def bits_of(services: Services) -> np.ndarray:
    (entry,) = services.contributions.status().entries
    return np.array(parse_contribution(entry.payload).bits, dtype=np.int64)


def contribute(services: Services, client: Client) -> None:
    services.providers.add("Friends", client.address, replace=True)
    services.contributions.contribute(services.contributions.propose("Friends"))


def test_three_people_contribute_one_withdraws_and_the_sums_are_their_bits(people, tmp_path):
    settings = published_in(tmp_path / "service", limits=Limits(contributions_per_day=0))
    with serving_published(settings) as client:
        for services in people:
            contribute(services, client)
        address = settings.service.database_address
        reported_bits = np.array([bits_of(services) for services in people])
        found = sums(address)
        assert (found.movies, found.tally.number) == (LIST.name, 3)
        assert np.array_equal(found.tally.counts, reported_bits.sum(axis=0))
        assert np.array_equal(found.tally.pairs, reported_bits.T @ reported_bits)

        first = people[0].contributions
        first.withdraw(client.address)
        assert first.status().entries[0].state is State.WITHDRAWN
        found = sums(address)
        assert found.tally.number == 2
        assert np.array_equal(found.tally.counts, reported_bits[1:].sum(axis=0))
        assert np.array_equal(found.tally.pairs, reported_bits[1:].T @ reported_bits[1:])

        contribute(people[0], client)  # the same bytes, counted once more
        found = sums(address)
        assert np.array_equal(found.tally.counts, reported_bits.sum(axis=0))


def test_a_service_that_takes_none_and_one_that_takes_one_a_day_say_so(people, tmp_path):
    closed = published_in(tmp_path / "none", place={"accept_contributions": False})
    with (
        serving_published(closed) as client,
        pytest.raises(ProviderError, match="takes no contributions"),
    ):
        contribute(people[0], client)
    once = published_in(tmp_path / "once", limits=Limits(contributions_per_day=1))
    with serving_published(once) as client:
        contribute(people[1], client)
        with pytest.raises(ProviderError, match="come back later"):
            contribute(people[2], client)
        (entry,) = people[2].contributions.status().entries
        assert entry.state is State.WAITING
        assert entry.wait_until is not None
        found = sums(once.service.database_address)
        assert found.tally.number == 1
