"""What grows with the years grows no faster than they do: five years of releases to two providers.

Sizes and counts, no times: those are in docs/evaluation.md.
"""

import json
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.services import release_worth
from services.test_trust_tiers import ask

MONTHS = 60
PROVIDERS = {"Near": Fraction(1), "Far": Fraction(1, 2)}


def month(number: int) -> datetime:
    return datetime(2027 + number // 12, 1 + number % 12, 5, tzinfo=UTC)


def sizes(services: Any, file: Path) -> dict[str, int]:
    """Bytes of what is written of all years."""
    services.data.export(file, replace=True)
    document = json.loads(file.read_text())
    parts = {name: len(json.dumps(document[name])) for name in ("ledger", "draws")}
    database = services.paths.database
    return {**parts, "export": file.stat().st_size, "database": database.stat().st_size}


@pytest.mark.slow
def test_sixty_months_of_releases(world, tmp_path, monkeypatch):
    made: list[object] = []
    make = release_worth.people_with_tastes

    def counted(*public):
        made.append(public)
        return make(*public)

    monkeypatch.setattr(release_worth, "people_with_tastes", counted)
    services = world.services
    for name, trust in PROVIDERS.items():
        services.providers.add(name, f"https://{name.lower()}.example", trust=trust)
    movies = iter(list(services.context.catalog().position)[: MONTHS + 30])
    for _ in range(30):
        services.library.add(next(movies))
    measured = {}
    for number in range(MONTHS):
        world.clock.moment = month(number)
        services.library.add(next(movies))
        services.releases.accept_clock()
        for name in PROVIDERS:
            release, repeated = ask(world, name)
            assert not repeated
            assert len(release.payload) < 20_000
        if number + 1 in (12, MONTHS):
            measured[number + 1] = sizes(services, tmp_path / "export.json")
    for name, size in measured[MONTHS].items():
        assert size <= 1.5 * MONTHS / 12 * measured[12][name], name
    entries = services.ledger.entries()
    assert len(entries) == MONTHS * len(PROVIDERS)
    assert services.ledger.entries(3) == entries[:3]
    assert {entry.release.provider for entry in entries} == {*PROVIDERS} - {THIS_COMPUTER}
    made.clear()
    summaries = list(services.summaries.summaries([entry.release for entry in entries]))
    assert all(summary.worth is not None for summary in summaries)
    assert len(made) <= 1, "people are the costly part, and the same for all"
