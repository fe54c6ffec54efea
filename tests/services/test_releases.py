"""What leaves, to the byte; and that the ledger comes first."""

import ast
import json
from fractions import Fraction
from pathlib import Path
from unittest.mock import Mock

import pytest

import epicrec_desktop
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import Cancelled, ProviderError
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.privacy.families import IMPROVED
from epicrec_desktop.provider.local import LocalProvider


def test_only_the_store_makes_what_leaves():
    package = Path(epicrec_desktop.__file__).parent
    places: dict[str, set[str]] = {"Release": set(), "CommittedContribution": set()}
    for file in package.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        if not any(f"{name}(" in source for name in places):
            continue
        for node in ast.walk(ast.parse(source)):
            name = getattr(getattr(node, "func", None), "id", None) or getattr(
                getattr(node, "func", None), "attr", None
            )
            if name in places:
                places[name].add(file.relative_to(package).as_posix())
    assert places == {
        "Release": {"store/ledger.py"},
        "CommittedContribution": {"store/contributions.py"},
    }


def test_no_release_sends_nothing_and_still_recommends(world, monkeypatch):
    never = Mock(side_effect=AssertionError("nothing may be sent"))
    monkeypatch.setattr(LocalProvider, "recommend", never)
    world.add("Heat (1995)", "Alien (1979)", "The Matrix (1999)")
    world.services.privacy.set_overall(ReleaseLevel.NO)
    outcome = world.release()
    assert outcome.release is None
    assert world.services.ledger.entries() == []
    rows = outcome.recommendations.rows
    assert {row.ranked for row in rows} == {"here"}
    assert len(rows[0].suggestions) >= 20
    shown = {s.wire_id for row in rows for s in row.suggestions}
    assert not shown & world.wire_ids()


def test_all_release_sends_exactly_the_confirmed_movies(world):
    world.add("Heat (1995)", "Alien (1979)", "The Matrix (1999)")
    world.services.privacy.set_overall(ReleaseLevel.ALL)
    release = world.release().release
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


def test_a_movie_disclosed_less_is_not_sent_as_it_is(world):
    heat, _ = world.add("Heat (1995)", "Alien (1979)")
    world.services.library.set_weight(heat, 0.5)
    world.services.privacy.set_overall(ReleaseLevel.ALL)
    release = world.release().release
    assert release.items == ("imdb:tt0078748",)


def test_a_movie_never_disclosed_enters_no_count(world, true_counts):
    world.services.privacy.use_mechanism(IMPROVED)
    heat, _ = world.add("Heat (1995)", "Alien (1979)")
    world.services.library.set_weight(heat, 0.0)
    world.release()
    (counts,) = true_counts
    assert counts["Crime"] == 0
    # Alien is shared out evenly between Horror and Sci-Fi.
    assert 2 * counts["Horror"] == world.sampled()["2026-11"].mechanism.multiplier


def test_a_movie_never_disclosed_is_counted_as_kept_here(world):
    heat, _ = world.add("Heat (1995)", "Alien (1979)")
    world.services.library.set_weight(heat, 0.0)
    shown = world.services.releases.preview()
    assert (shown.open_items, shown.perturbed_items, shown.withheld_items) == (0, 1, 1)
    assert world.services.ledger.calendar().months[0].movies == 1


def test_a_movie_whose_month_was_sampled_without_it_is_counted_as_kept_here(world):
    """It belongs to that month for ever, and is in no count of it."""
    world.add("Heat (1995)", "Alien (1979)")
    world.services.privacy.set_category("Horror", ReleaseLevel.NO)
    world.release()
    world.services.privacy.set_category("Horror", None)
    shown = world.services.releases.preview()
    assert (shown.perturbed_items, shown.withheld_items) == (1, 1)


def test_a_movie_kept_back_after_its_month_was_sampled_is_not_reported_in_no_number(world):
    """Science fiction still tells of Alien, whatever is said of Horror now."""
    world.services.privacy.use_mechanism(IMPROVED)
    _, alien = world.add("Heat (1995)", "Alien (1979)")
    world.release()
    world.services.privacy.set_category("Horror", ReleaseLevel.NO)
    shown = world.services.releases.preview()
    assert (shown.perturbed_items, shown.counted_before, shown.withheld_items) == (1, 1, 0)
    world.services.library.set_weight(alien, 0.0)
    shown = world.services.releases.preview()
    assert (shown.counted_before, shown.silenced_items, shown.withheld_items) == (0, 1, 0)
    assert shown.confirmed_items == 2
    world.services.library.set_weight(alien, 1.0)
    world.services.privacy.set_category("Sci-Fi", ReleaseLevel.NO)
    shown = world.services.releases.preview()
    assert (shown.counted_before, shown.withheld_items) == (0, 1), "no number tells of it any more"


def test_a_list_made_of_sampled_months_is_shown_as_it_will_be(world):
    """Nothing is due: what a second receiver would be sent is no example."""
    world.add("Heat (1995)", "Alien (1979)", "The Matrix (1999)")
    world.release()
    world.services.privacy.set_category("Horror", ReleaseLevel.NO)
    shown = world.services.releases.preview()
    assert not shown.repeat
    assert not shown.example
    release = world.release().release
    assert {movie.wire_id for movie in shown.items} == set(release.items)


def test_a_stored_list_names_the_month_it_was_made_in(world):
    world.add("Heat (1995)")
    world.services.privacy.set_overall(ReleaseLevel.ALL)
    world.release()
    world.clock.moment = world.clock.moment.replace(year=2027, month=2)
    shown = world.services.releases.preview()
    assert shown.repeat
    assert (shown.made, shown.arrived) == ("2026-11", True)


def test_the_same_bytes_under_other_levels_have_arrived_before(world, monkeypatch):
    """All categories at All Release say what All Release says, and no more."""
    down = Mock(side_effect=ProviderError("It did not answer."))
    world.add("Heat (1995)")
    world.services.privacy.set_overall(ReleaseLevel.ALL)
    first = world.release().release
    every = dict.fromkeys(CATEGORIES, ReleaseLevel.ALL)
    with monkeypatch.context() as patch:
        patch.setattr(LocalProvider, "recommend", down)
        world.services.privacy.restore(PrivacyChoice(ReleaseLevel.NO, every))
        world.release()
    second = world.services.ledger.entries()[0].release
    assert (second.id != first.id, second.sha256) == (True, first.sha256)
    shown = world.services.releases.preview()
    assert (shown.repeat, shown.arrived) == (True, True)


def test_levels_per_category(world):
    """Withheld never leaves, open leaves as it is, the rest only through noise."""
    world.services.privacy.use_mechanism(IMPROVED)
    world.add("Alien (1979)", "Heat (1995)", "Spirited Away (2001)")
    choice = PrivacyChoice(
        ReleaseLevel.ALL, {"Horror": ReleaseLevel.NO, "Crime": ReleaseLevel.PERTURBED}
    )
    outcome = world.release(choice)
    release = outcome.release
    assert release.mechanism == "M-MAP"
    catalog = world.services.context.catalog().catalog
    kinds = {w: choice.classify(catalog.movies[catalog.index[w]].categories) for w in release.items}
    assert "withheld" not in kinds.values()
    assert [w for w, kind in kinds.items() if kind == "open"] == ["imdb:tt0245429"]
    assert set(json.loads(release.payload)["release"]["counts"]) == {"Crime"}


def test_every_sample_keeps_its_budget_exactly(world):
    world.services.privacy.use_mechanism(IMPROVED)
    world.add("Heat (1995)")
    world.release()
    mechanism = world.sampled()["2026-11"].mechanism
    assert isinstance(mechanism.epsilon, Fraction)
    assert mechanism.loss <= mechanism.epsilon
    names = mechanism.categories
    column = {name: j for j, name in enumerate(names)}
    for movie in world.services.context.catalog().catalog.movies:
        share = mechanism.multiplier // max(len(movie.categories), 1)
        cost = sum(share / mechanism.scales[column[c]] for c in movie.categories)
        assert cost == (mechanism.epsilon if movie.categories else 0)


def test_the_ledger_is_committed_before_anything_is_sent(world, monkeypatch):
    seen = []

    def recording(self, release, **_):
        entries = world.services.ledger.entries()
        seen.append([e.release.payload for e in entries] == [release.payload])
        return ProviderAnswer("m", 0, 0, ())

    monkeypatch.setattr(LocalProvider, "recommend", recording)
    world.release()
    assert seen == [True]


def test_a_provider_that_is_down_costs_nothing_but_its_row(world, monkeypatch):
    kept = message("Nothing was lost.")
    error = ProviderError("{provider} did not answer. {kept}", provider="{kept}", kept=kept)
    world.add("Heat (1995)")
    with monkeypatch.context() as patch:
        patch.setattr(LocalProvider, "recommend", Mock(side_effect=error))
        outcome = world.release()
    assert str(outcome.problem) == "{kept} did not answer. Nothing was lost."
    assert outcome.problem in outcome.recommendations.notes
    assert world.services.library.last_recommendations().notes == outcome.recommendations.notes
    assert {row.ranked for row in outcome.recommendations.rows} == {"here"}
    (entry,) = world.services.ledger.entries()
    assert entry.sent == ()
    assert entry.error == outcome.problem
    again = world.release()
    assert again.repeated
    assert again.release == outcome.release
    assert world.services.ledger.entries()[0].error is None


def test_the_budget_does_not_depend_on_the_history(world):
    empty = world.services.privacy.budget()
    world.add("Heat (1995)", "Alien (1979)")
    assert world.services.privacy.budget() == empty
    assert 0.04 < empty.epsilon <= 1
    assert 50 < empty.observer_percent < 74


def test_rows_are_stored_and_ordered_by_what_was_watched(world):
    world.add("Heat (1995)", "The Godfather (1972)", "Alien (1979)")
    shown = world.release().recommendations
    assert world.services.library.last_recommendations() == shown
    rows = shown.rows
    assert [row.name for row in rows[:2]] == ["overall", "provider"]
    watched = [row.watched for row in rows[2:]]
    assert watched == sorted(watched, reverse=True)
    assert rows[2].watched >= 2


def test_an_unknown_provider_is_reported_in_a_sentence(world):
    for name in ("nobody", "ftp://example.org", "https://"):
        with pytest.raises(ProviderError) as caught:
            world.release(provider=name)
        assert str(caught.value).endswith(".")
    assert world.services.ledger.entries() == []


def test_a_preview_counts_every_movie_once_and_is_an_example_until_it_is_sampled(world):
    world.services.privacy.use_mechanism(IMPROVED)
    levels = {"Horror": ReleaseLevel.NO, "Crime": ReleaseLevel.PERTURBED}
    world.services.privacy.restore(PrivacyChoice(ReleaseLevel.ALL, levels))
    _, heat, _ = world.add("Alien (1979)", "Heat (1995)", "Spirited Away (2001)")
    before = world.services.releases.preview()
    assert (before.open_items, before.perturbed_items, before.withheld_items) == (1, 1, 1)
    assert before.confirmed_items == 3
    assert (before.repeat, before.example) == (False, True)
    assert before.counted_before == 0
    world.release()
    after = world.services.releases.preview()
    assert (after.repeat, after.example) == (True, False)
    world.services.library.set_weight(heat, 0.0)
    silenced = world.services.releases.preview()
    assert (silenced.silenced_items, silenced.confirmed_items) == (1, 3)


def test_an_example_is_another_draw_than_the_real_list(world):
    world.services.privacy.use_mechanism(IMPROVED)
    world.services.privacy.set_overall(ReleaseLevel.PERTURBED)
    world.add("Alien (1979)", "Heat (1995)", "Spirited Away (2001)")
    examples = [world.services.releases.preview() for _ in range(8)]
    assert len({one.items for one in examples}) > 1
    real = world.services.releases.sample(examples[-1].proposal)
    assert not real.example
    assert {real.items} == {world.services.releases.preview().items for _ in range(8)}


def test_who_cancels_after_the_commit_hears_that_the_list_was_made(world):
    """Nothing was sent yet, and it is not said that everything is as it was before."""
    world.add("Heat (1995)")
    ledger = world.services.ledger
    with pytest.raises(Cancelled, match="the release was already made"):
        world.release(cancelled=lambda: bool(ledger.entries()))
    (entry,) = ledger.entries()
    assert (entry.sent, entry.error, entry.uncertain) == ((), None, False), "nobody was asked"
    with pytest.raises(Cancelled, match="Nothing") as stopped:
        world.release(PrivacyChoice(ReleaseLevel.ALL), cancelled=lambda: True)
    assert "already made" not in str(stopped.value)
    assert len(ledger.entries()) == 1
