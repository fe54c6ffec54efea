"""What a provider publishes decides nothing but which movies may be named to it."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hostile_provider import HostileProvider, catalog, movie

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import AgreementError
from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie
from epicrec_desktop.services.windows import read_windows
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.ledger import LedgerRepository

NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
SEEN = "imdb:tt0078748"
OTHERS = ("imdb:tt0133093", "imdb:tt0113277", "imdb:tt0034583", "imdb:tt0245429")


def counts(body: bytes) -> dict[str, float]:
    told: dict[str, float] = json.loads(body)["release"]["counts"]
    return told


def test_a_category_nobody_was_shown_opens_nothing(attacked: Any) -> None:
    """Every category of ours at No, overall at All; the provider has a nineteenth."""
    attacked.provider.catalog = catalog(
        movie(categories=["Nineteenth"]), categories=[*CATEGORIES, "Nineteenth"]
    )
    attacked.add()
    attacked.confirm(SEEN)
    choice = PrivacyChoice(ALL, dict.fromkeys(CATEGORIES, NO))
    attacked.services.privacy.restore(choice)
    assert attacked.services.privacy.preview().level is NO
    assert attacked.release().release is None
    assert attacked.provider.releases == []


def test_its_category_does_not_open_a_movie_that_has_none_here(attacked: Any) -> None:
    attacked.provider.catalog = catalog(movie("ml:999999", categories=["Comedy"]), movie())
    attacked.add()
    with attacked.services.context.database.write() as session:
        nameless = Movie("Without a category", 1999, (), movielens_id=999_999)
        imported = Catalog("mine", "1", (nameless,))
        (key,) = CatalogRepository(session).merge("movielens", imported, now=attacked.moment)
    attacked.services.library.add(int(key))
    attacked.confirm(SEEN)
    attacked.services.privacy.restore(PrivacyChoice(PERTURBED, {"Comedy": ALL}))
    preview = attacked.services.privacy.preview()
    assert (preview.open_items, preview.withheld_items) == (0, 1)
    release = attacked.release().release
    assert "ml:999999" not in release.items
    assert b"999999" not in attacked.provider.releases[0]


def test_whatever_it_publishes_the_budget_is_ours(attacked: Any) -> None:
    """One movie alone in a category, a version searched for: it once burned a month at ε = 1."""
    ours = attacked.services.privacy.budget()
    for version in range(5):
        attacked.provider.catalog = catalog(
            movie(categories=["Alone"]),
            movie("imdb:tt0133093", categories=["Drama"]),
            categories=[*CATEGORIES, "Alone"],
            version=str(version),
        )
        attacked.services.providers.add("Theirs", attacked.provider.address)
        attacked.services.providers.fetch("Theirs")
        assert attacked.services.privacy.preview(provider="Theirs").budget == ours
        assert attacked.services.privacy.budget() == ours
    attacked.services.providers.choose("Theirs")
    attacked.confirm(SEEN)
    release = attacked.release().release
    assert release.epsilon == ours.epsilon
    assert set(counts(release.payload)) == set(CATEGORIES)


def test_whoever_is_asked_first_chooses_nothing_for_the_others(attacked: Any) -> None:
    attacked.provider.catalog = catalog(categories=["Horror", "Sci-Fi"])
    attacked.add()
    attacked.services.providers.add("Theirs", attacked.provider.address, trust=Fraction(1, 8))
    attacked.confirm(SEEN, *OTHERS)
    ours = attacked.services.privacy.budget().epsilon
    first = attacked.release().release
    assert first.epsilon == ours / 8
    assert set(counts(first.payload)) == set(CATEGORIES)
    recommend = attacked.services.recommend
    second = recommend.send(recommend.propose(provider="This computer"))[0]
    assert (second.epsilon, second.joint) == (ours, ours)


def test_every_movie_counts_and_only_what_it_knows_is_named(attacked: Any) -> None:
    """What is counted is the same for a provider that knows nothing; what is named is not."""
    attacked.provider.catalog = catalog(movie("imdb:tt0000001", title="Something else"))
    attacked.add()
    attacked.confirm(SEEN, *OTHERS)
    release = attacked.release().release
    assert set(release.items) <= {"imdb:tt0000001"}
    with attacked.services.context.database.read() as session:
        (window,) = read_windows(session).values()
    copy = window.copy_of(attacked.provider.address)
    told = {name: value / copy.mechanism.multiplier for name, value in copy.noisy.items()}
    assert counts(release.payload) == pytest.approx(told)


def test_movies_are_shown_under_our_titles(attacked: Any) -> None:
    attacked.provider.catalog = catalog(movie(title="A harmless film", year=1900))
    attacked.add()
    attacked.confirm(SEEN)
    attacked.services.privacy.set_overall(ALL)
    (shown,) = attacked.services.privacy.preview().items
    assert shown.label == "Alien (1979)"


def test_a_catalog_that_changes_every_day_makes_no_new_release(attacked: Any) -> None:
    attacked.provider.catalog = lambda asked: catalog(
        movie(), movie("imdb:tt0133093"), version=str(asked), categories=[*CATEGORIES, f"C{asked}"]
    )
    attacked.add()
    attacked.confirm(SEEN, *OTHERS)
    attacked.release()
    for _ in range(3):
        attacked.later(hours=27)
        attacked.services.providers.refresh_public()
        assert attacked.services.recommend.refresh().repeated
    assert len(set(attacked.provider.releases)) == 1
    assert len(attacked.services.ledger.entries()) == 1


def test_what_cannot_be_written_down_leaves_nothing_drawn(
    attacked: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever makes the bytes impossible is found before the draw is committed."""
    from epicrec_desktop.domain.errors import PrivacyError
    from epicrec_desktop.recommend.wire_schema import WireError
    from epicrec_desktop.services import listing

    def refused(*_: object) -> bytes:
        raise WireError("/release/counts", "has a name that cannot be sent")

    attacked.add()
    attacked.confirm(SEEN)
    with monkeypatch.context() as patch:
        patch.setattr(listing, "encode", refused)
        with pytest.raises(PrivacyError, match="nothing was blurred"):
            attacked.release()
    with attacked.services.context.database.read() as session:
        assert LedgerRepository(session).windows() == {}
    assert attacked.services.ledger.entries() == []
    assert attacked.release().release is not None


@pytest.mark.parametrize(
    "change",
    [
        lambda it: it.services.privacy.set_overall(NO),
        lambda it: it.services.privacy.set_overall(ALL),
        lambda it: it.services.privacy.set_category("Horror", NO),
        lambda it: it.services.providers.add("Theirs", "https://other.example", replace=True),
        lambda it: it.services.providers.add("Theirs", it.provider.address, trust=Fraction(1, 8)),
        lambda it: it.later(days=40),
    ],
    ids=["no", "all", "a category", "another address", "less trust", "another month"],
)
def test_what_was_not_agreed_to_is_not_sent(attacked: Any, change: Any) -> None:
    attacked.add()
    attacked.confirm(SEEN)
    proposal = attacked.services.recommend.propose()
    change(attacked)
    with pytest.raises(AgreementError, match="nothing was sent"):
        attacked.services.recommend.release(proposal)
    assert attacked.provider.releases == []
    assert attacked.services.ledger.entries() == []


def test_a_movie_confirmed_meanwhile_is_not_sent_as_it_is(attacked: Any) -> None:
    attacked.provider.catalog = catalog(movie(), movie("imdb:tt0133093", title="The Matrix"))
    attacked.add()
    attacked.confirm(SEEN)
    attacked.services.privacy.set_overall(ALL)
    proposal = attacked.services.recommend.propose()
    attacked.confirm("imdb:tt0133093")
    with pytest.raises(AgreementError):
        attacked.services.recommend.release(proposal)
    assert attacked.provider.releases == []


def test_restored_copies_send_the_same_bytes(attacked: Any, provider: HostileProvider) -> None:
    """An original and three restored copies of its data: one draw, and the account has it."""
    attacked.add()
    attacked.confirm(SEEN, *OTHERS)
    paths = attacked.services.paths
    attacked.services.close()
    shutil.copytree(paths.data, attacked.base / "backup")
    losses = []
    for _ in range(4):
        shutil.rmtree(paths.data)
        shutil.copytree(attacked.base / "backup", paths.data)
        services = wiring.build(paths, now=lambda: attacked.moment)
        proposal = services.recommend.propose(provider="Theirs")
        services.recommend.send(proposal)
        losses.append(services.ledger.joint_loss())
        services.close()
    assert len(provider.releases) == 4
    assert len({json.dumps(counts(body), sort_keys=True) for body in provider.releases}) == 1
    epsilon = losses[0]
    # What was confirmed after the copy was made may be drawn once more: that adds, from then on.
    assert losses == [epsilon, 2 * epsilon, 2 * epsilon, 2 * epsilon]
    assert "restored" in proposal.warnings


def test_a_copy_on_another_computer_counts_twice(attacked: Any) -> None:
    attacked.add()
    attacked.confirm(SEEN)
    attacked.release()
    epsilon = attacked.services.ledger.joint_loss()
    paths = attacked.services.paths
    attacked.services.close()
    shutil.rmtree(paths.state)
    services = wiring.build(paths, now=lambda: attacked.moment)
    try:
        assert services.ledger.joint_loss() == 2 * epsilon
        assert "copied" in services.recommend.propose(provider="Theirs").warnings
    finally:
        services.close()


def test_a_film_of_two_rows_is_charged_for_both(attacked: Any) -> None:
    """An import without ids, and a newer one with: one film was in two windows."""
    attacked.add()
    bride = Movie("The Bride of Frankenstein", 1935, ("Horror",), imdb_id="tt0026138")
    old = replace(bride, title="Frankensteins Braut (1935)", imdb_id=None, movielens_id=1340)

    def merge(movie: Movie, version: str) -> int:
        with attacked.services.context.database.write() as session:
            imported = Catalog("ml", version, (movie,))
            repository = CatalogRepository(session)
            return int(repository.merge("movielens", imported, now=attacked.moment)[0])

    attacked.services.library.add(merge(old, "1"))
    attacked.release()
    attacked.later(days=40)
    attacked.confirm("imdb:tt0026138")
    attacked.release()
    epsilon = max(e.release.epsilon for e in attacked.services.ledger.entries())
    assert attacked.services.ledger.joint_loss() == epsilon
    merge(replace(bride, movielens_id=1340), "2")
    assert attacked.services.ledger.joint_loss() == 2 * epsilon


def test_the_same_rungs_give_the_same_bytes_whatever_the_library(
    attacked: Any, provider: HostileProvider
) -> None:
    """Two libraries with the same open movies, and one's rungs in the place of the other's."""
    attacked.add()
    attacked.confirm(SEEN)
    attacked.release()
    attacked.confirm(*OTHERS)  # they wait for the next month: nothing of them is told
    database = attacked.services.context.database
    with database.write() as session:
        session.connection().exec_driver_sql("DELETE FROM release_sends")
        session.connection().exec_driver_sql("DELETE FROM releases")
    asked = len(provider.requests)
    attacked.release()
    first, second = provider.releases
    assert first == second
    assert len(provider.requests) == asked + 1
