"""A release in titles and numbers: what it told of each movie, and not a word more."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from malicious_provider import catalog, hostile, movie

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.services.release_summary import summary_sections

NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
MIXED = PrivacyChoice(ALL, {"Horror": NO, "Crime": PERTURBED})


def release_summary(world):
    (entry, *_) = world.services.ledger.entries()
    return world.services.summaries.release_summary(entry.release)


def test_movies_are_distinguished_by_what_became_of_them(world) -> None:
    world.services.privacy.restore(MIXED)
    world.add("Alien (1979)", "Heat (1995)", "Spirited Away (2001)")
    world.release()
    what = release_summary(world)
    assert what.named == ("Spirited Away (2001)",)
    assert what.counted == ("Heat (1995)",)
    assert what.excluded == ("Alien (1979)",)
    assert set(what.numbers) == {"Crime"}
    release = world.services.ledger.entries()[0].release
    assert release.open_items == ("imdb:tt0245429",)
    assert len(what.guessed) == len(release.items) - 1
    assert json.loads(release.payload)["release"]["counts"] == dict(what.numbers)


def test_a_movie_confirmed_later_is_not_in_it(world) -> None:
    world.add("Heat (1995)")
    world.release()
    world.add("Alien (1979)")
    assert release_summary(world).excluded == ("Alien (1979)",)
    world.clock.moment = datetime(2026, 12, 3, tzinfo=UTC)
    world.release()
    assert release_summary(world).counted == ("Alien (1979)", "Heat (1995)")


def test_a_movie_closed_after_it_was_counted_is_still_said_to_be_in_it(world) -> None:
    (heat,) = world.add("Heat (1995)")
    world.release()
    world.services.privacy.set_overall(NO)
    assert release_summary(world).counted == ("Heat (1995)",)
    world.services.library.set_weight(heat, 0.0)
    what = release_summary(world)
    assert (what.counted, what.unsure) == ((), ("Heat (1995)",))
    world.services.library.forget([heat])
    assert release_summary(world).unsure == ()


def test_a_movie_is_in_a_list_only_where_a_number_of_it_is_given(world) -> None:
    world.add("Heat (1995)", "Alien (1979)")
    world.release()
    world.services.privacy.set_category("Horror", NO)
    world.release()
    assert "Alien (1979)" in release_summary(world).counted, "Science fiction counts it too"
    world.services.privacy.set_category("Sci-Fi", NO)
    world.release()
    assert release_summary(world).excluded == ("Alien (1979)",)


def test_every_section_has_its_heading_and_number(world) -> None:
    world.services.privacy.restore(MIXED)
    world.add("Alien (1979)", "Heat (1995)", "Spirited Away (2001)")
    world.release()
    headings = [
        str(section.heading) for section in summary_sections(release_summary(world), local=False)
    ]
    assert headings[0] == "1 of your movies by name: whoever reads this knows it"
    assert headings[-1] == "1 of your movies is not in it"


def test_what_the_provider_does_not_know_is_not_said_to_go_by_name(world) -> None:
    with hostile() as theirs:
        theirs.catalog = catalog(movie())  # Alien alone
        world.services.providers.add("Theirs", theirs.address)
        world.services.providers.fetch("Theirs")
        world.services.privacy.set_overall(ALL)
        world.add("Heat (1995)", "Alien (1979)")
        preview = world.services.releases.preview(provider="Theirs")
        assert (preview.open_items, preview.withheld_items) == (1, 1)
        world.release(provider="Theirs")
    what = release_summary(world)
    assert (what.named, what.excluded) == (("Alien (1979)",), ("Heat (1995)",))
