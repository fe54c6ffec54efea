"""What leaves, to the byte; and that the ledger comes first."""

from __future__ import annotations

import ast
import json
from fractions import Fraction
from pathlib import Path

import pytest

import epicrec_desktop
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.privacy.perturbation import Mechanism
from epicrec_desktop.provider.local import LocalProvider
from epicrec_desktop.store.ledger import LedgerRepository


def test_only_the_ledger_makes_releases() -> None:
    package = Path(epicrec_desktop.__file__).parent
    places = set()
    for file in package.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", None))
                if name == "Release":
                    places.add(file.relative_to(package).as_posix())
    assert places == {"store/ledger.py"}


def test_no_release_sends_nothing_and_still_recommends(world, monkeypatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("nothing may be sent")

    monkeypatch.setattr(LocalProvider, "recommend", never)
    world.add("Heat (1995)", "Alien (1979)", "The Matrix (1999)")
    world.services.privacy.set_overall(ReleaseLevel.NO)
    outcome = world.services.recommend.refresh()
    assert outcome.release is None
    assert world.services.ledger.entries() == []
    rows = outcome.recommendations.rows
    assert {row.ranked for row in rows} == {"here"}
    assert len(rows[0].suggestions) >= 20
    shown = {s.wire_id for row in rows for s in row.suggestions}
    assert not shown & world.wire_ids()


def test_all_release_sends_exactly_the_confirmed_movies(world) -> None:
    world.add("Heat (1995)", "Alien (1979)", "The Matrix (1999)")
    world.services.privacy.set_overall(ReleaseLevel.ALL)
    release = world.services.recommend.refresh().release
    assert release is not None
    assert set(release.items) == world.wire_ids()
    document = json.loads(release.payload)
    assert document["profile"] == sorted(world.wire_ids())
    assert document["release"] == {
        "level": "all",
        "mechanism": None,
        "epsilon": None,
        "counts": None,
    }
    assert release.epsilon is None


def test_all_release_follows_the_library(world) -> None:
    world.add("Heat (1995)")
    world.services.privacy.set_overall(ReleaseLevel.ALL)
    world.services.recommend.refresh()
    world.add("Alien (1979)")
    outcome = world.services.recommend.refresh()
    assert not outcome.repeated
    assert outcome.release is not None
    assert len(outcome.release.items) == 2


def test_a_movie_told_less_is_not_sent_as_it_is(world) -> None:
    heat, _ = world.add("Heat (1995)", "Alien (1979)")
    world.services.library.set_weight(heat, 0.5)
    world.services.privacy.set_overall(ReleaseLevel.ALL)
    release = world.services.recommend.refresh().release
    assert release is not None
    assert release.items == ("imdb:tt0078748",)


def test_a_movie_never_told_enters_no_count(world) -> None:
    heat, _ = world.add("Heat (1995)", "Alien (1979)")
    world.services.library.set_weight(heat, 0.0)
    world.services.recommend.refresh()
    with world.services.context.database.read() as session:
        window = LedgerRepository(session).windows()["2026-11"]
    assert window.aggregates["Crime"] == 0
    # Alien is shared out evenly between Horror and Sci-Fi.
    assert 2 * window.aggregates["Horror"] == window.mechanism["multiplier"]


def test_levels_per_category(world) -> None:
    """Withheld never leaves, open leaves as it is, the rest only through noise."""
    world.add("Alien (1979)", "Heat (1995)", "Spirited Away (2001)")
    choice = PrivacyChoice(
        ReleaseLevel.ALL, {"Horror": ReleaseLevel.NO, "Crime": ReleaseLevel.PERTURBED}
    )
    outcome = world.services.recommend.refresh(choice=choice)
    release = outcome.release
    assert release is not None
    assert release.mechanism == "M-MAP"
    catalog = world.services.context.catalog().catalog
    kinds = {w: choice.classify(catalog.movies[catalog.index[w]].categories) for w in release.items}
    assert "withheld" not in kinds.values()
    assert [w for w, kind in kinds.items() if kind == "open"] == ["imdb:tt0245429"]
    assert set(json.loads(release.payload)["release"]["counts"]) == {"Crime"}


def test_every_draw_keeps_its_budget_exactly(world) -> None:
    world.add("Heat (1995)")
    world.services.recommend.refresh()
    with world.services.context.database.read() as session:
        window = LedgerRepository(session).windows()["2026-11"]
    mechanism = Mechanism.from_dict(window.mechanism)
    assert isinstance(window.epsilon, Fraction)
    assert mechanism.loss <= window.epsilon
    names = mechanism.categories
    column = {name: j for j, name in enumerate(names)}
    for movie in world.services.context.catalog().catalog.movies:
        share = mechanism.multiplier // max(len(movie.categories), 1)
        cost = sum(share / mechanism.scales[column[c]] for c in movie.categories)
        assert cost == (window.epsilon if movie.categories else 0)


def test_the_ledger_is_committed_before_anything_is_sent(world, monkeypatch) -> None:
    seen = []

    def recording(self: LocalProvider, release: Release) -> ProviderAnswer:
        entries = world.services.ledger.entries()
        seen.append([e.release.payload for e in entries] == [release.payload])
        return ProviderAnswer("m", 0, 0, ())

    monkeypatch.setattr(LocalProvider, "recommend", recording)
    world.services.recommend.refresh()
    assert seen == [True]


def test_a_provider_that_is_down_costs_nothing_but_its_row(world, monkeypatch) -> None:
    def down(self: LocalProvider, release: Release) -> ProviderAnswer:
        raise ProviderError("The provider did not answer. Nothing was lost.")

    world.add("Heat (1995)")
    with monkeypatch.context() as patch:
        patch.setattr(LocalProvider, "recommend", down)
        outcome = world.services.recommend.refresh()
    assert outcome.problem == "The provider did not answer. Nothing was lost."
    assert outcome.problem in outcome.recommendations.notes
    assert {row.ranked for row in outcome.recommendations.rows} == {"here"}
    (entry,) = world.services.ledger.entries()
    assert entry.sent == ()
    assert entry.error == outcome.problem
    again = world.services.recommend.refresh()
    assert again.repeated
    assert again.release == outcome.release
    assert world.services.ledger.entries()[0].error is None


def test_the_budget_does_not_depend_on_the_history(world) -> None:
    empty = world.services.privacy.budget()
    world.add("Heat (1995)", "Alien (1979)")
    assert world.services.privacy.budget() == empty
    assert empty is not None
    assert 0.04 < empty.epsilon <= 1
    assert 50 < empty.observer_percent < 74


def test_what_was_shown_last_is_there_at_the_next_start(world) -> None:
    world.add("Heat (1995)")
    shown = world.services.recommend.refresh().recommendations
    assert world.services.recommend.latest() == shown


def test_rows_are_ordered_by_what_was_watched(world) -> None:
    world.add("Heat (1995)", "The Godfather (1972)", "Alien (1979)")
    rows = world.services.recommend.refresh().recommendations.rows
    assert [row.name for row in rows[:2]] == ["overall", "provider"]
    watched = [row.watched for row in rows[2:]]
    assert watched == sorted(watched, reverse=True)
    assert rows[2].watched >= 2


@pytest.mark.parametrize("name", ["nobody", "ftp://example.org", "https://"])
def test_an_unknown_provider_is_told_in_a_sentence(world, name: str) -> None:
    with pytest.raises(ProviderError) as told:
        world.services.recommend.refresh(provider=name)
    assert str(told.value).endswith(".")
    assert world.services.ledger.entries() == []
