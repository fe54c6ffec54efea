"""A release in titles and numbers: what it disclosed of each movie, and nothing else."""

import json
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from malicious_provider import catalog, hostile, movie

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.privacy.families import IMPROVED, LEARNED
from epicrec_desktop.services.privacy_sentences import taste
from epicrec_desktop.services.release_summary import summary_sections

NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
MIXED = PrivacyChoice(ALL, {"Horror": NO, "Crime": PERTURBED})


def release_summary(world):
    (entry, *_) = world.services.ledger.entries()
    return world.services.summaries.release_summary(entry.release)


def test_movies_are_distinguished_by_what_became_of_them(world):
    world.services.privacy.use_mechanism(IMPROVED)
    world.services.privacy.restore(MIXED)
    world.add("Alien (1979)", "Heat (1995)", "Spirited Away (2001)")
    world.release()
    what = release_summary(world)
    assert what.named == ("Spirited Away (2001)",)
    assert what.counted == ("Heat (1995)",)
    assert what.excluded == ("Alien (1979)",)
    assert set(what.numbers) == {"Crime"}
    (entry,) = world.services.ledger.entries()
    release = entry.release
    assert entry.sent
    assert not entry.may_have_left, "it was made for this computer"
    assert release.open_items == ("imdb:tt0245429",)
    assert len(what.guessed) == len(release.items) - 1
    assert json.loads(release.payload)["release"]["counts"] == dict(what.numbers)


def test_numbers_of_two_months_have_two_noises_and_tell_less(world):
    world.add("Heat (1995)")
    world.release()
    one = release_summary(world).worth
    world.clock.moment += timedelta(days=31)
    world.add("Alien (1979)")
    proposed = world.services.releases.preview().worth
    world.release()
    what = release_summary(world)
    two = what.worth
    assert two == proposed
    headings = [part.heading for part in summary_sections(what, local=True)]
    assert taste(two) in headings
    assert one.begins * 1.2 < two.begins, "so many movies are needed before they say something"


def test_movies_that_wait_for_next_month_do_not_count_for_the_list_of_this_one(world):
    world.add("Heat (1995)")
    world.release()
    sent = world.services.releases.preview()
    world.add("Alien (1979)")
    waiting = world.services.releases.preview()
    assert waiting.waiting_items == 1
    assert waiting.worth == sent.worth


def test_a_category_that_an_import_brings_is_no_number_of_earlier_lists(world, services):
    services.privacy.use_mechanism(IMPROVED)
    world.add("Heat (1995)", "Alien (1979)")
    world.release()
    before = release_summary(world)
    assert "Documentary" not in before.numbers, "no movie of the catalog has it"
    brought = Movie("Koyaanisqatsi", 1982, ("Documentary",), movielens_id=99_999_999)
    world.merge("movielens", brought)
    services.context.forget_catalog()
    assert release_summary(world) == before


def test_numbers_far_from_zero_come_first_on_either_side(world):
    world.add("Heat (1995)", "Alien (1979)")
    world.release()
    what = replace(release_summary(world), numbers={"Drama": 2.0, "War": -7.5, "Crime": -0.04})
    (numbers,) = [part.numbers for part in summary_sections(what, local=True) if part.numbers]
    assert numbers == (("War", -7.5), ("Drama", 2.0), ("Crime", 0.0))
    assert [f"{value:.1f}" for _, value in numbers] == ["-7.5", "2.0", "0.0"], "zero has no sign"


def test_a_movie_confirmed_later_is_not_in_it(world):
    world.add("Heat (1995)")
    world.release()
    before = release_summary(world)
    world.clock.moment += timedelta(minutes=1)
    world.add("Alien (1979)")
    what = release_summary(world)
    assert what.later == ("Alien (1979)",)
    assert replace(what, later=()) == before, "nothing that was said of it is another thing now"
    world.clock.moment = datetime(2026, 12, 3, tzinfo=UTC)
    world.release()
    assert release_summary(world).counted == ("Alien (1979)", "Heat (1995)")


def test_months_after_a_clock_that_was_ahead_are_in_no_earlier_list(world):
    world.add("Heat (1995)")
    world.release()
    now = world.clock.moment
    world.clock.moment = now + timedelta(days=3650)
    world.services.releases.accept_clock()
    world.add("Alien (1979)")
    ahead = world.release().release
    before = world.services.summaries.release_summary(ahead)
    world.clock.moment = now + timedelta(days=31)
    world.services.releases.accept_clock()
    world.add("The Matrix (1999)")
    newest = world.services.summaries.release_summary(world.release().release)
    after = world.services.summaries.release_summary(ahead)
    assert after.counted == before.counted == ("Alien (1979)", "Heat (1995)")
    assert after.worth == before.worth
    assert newest.counted == (*before.counted, "The Matrix (1999)")


def test_a_movie_closed_after_it_was_counted_is_still_said_to_be_in_it(world):
    (heat,) = world.add("Heat (1995)")
    world.release()
    world.services.privacy.set_overall(NO)
    assert release_summary(world).counted == ("Heat (1995)",)
    world.services.library.set_weight(heat, 0.0)
    what = release_summary(world)
    assert (what.counted, what.unsure) == ((), ("Heat (1995)",))
    world.services.library.forget([heat])
    assert release_summary(world).unsure == ()


def test_a_movie_that_got_a_withheld_category_later_is_still_behind_the_numbers(world):
    world.services.privacy.restore(PrivacyChoice(PERTURBED, {"Musical": NO}))
    world.add("Heat (1995)", "Alien (1979)")
    world.release()
    another = Movie("Heat", 1995, ("Musical",), imdb_id="tt0113277")
    world.services.catalogs._put("mine", Catalog("mine", "1", (another,)), UNATTENDED)
    assert release_summary(world).counted == ("Alien (1979)", "Heat (1995)")
    shown = world.services.releases.preview()
    assert (shown.counted_before, shown.withheld_items) == (1, 0)
    assert world.services.ledger.calendar().months[0].movies == 2


def test_a_movie_that_no_catalog_had_at_the_sample_is_not_behind_its_numbers(world):
    own = Movie("Own", 2001, ("Drama",), imdb_id="tt9999999")
    other = Movie("Other", 2001, ("Drama",), imdb_id="tt9999998")

    def put(version, *movies):
        world.services.catalogs._put("mine", Catalog("mine", version, movies), UNATTENDED)

    put("1", own, other)
    world.add("Heat (1995)", "Own (2001)")
    assert world.services.releases.preview().perturbed_items == 2
    put("2", other)
    world.release()
    put("3", own, other)
    assert release_summary(world).counted == ("Heat (1995)",)
    shown = world.services.releases.preview()
    assert (shown.perturbed_items, shown.withheld_items, shown.counted_before) == (1, 1, 0)
    assert world.services.ledger.calendar().months[0].movies == 1


def test_a_learned_question_of_a_closed_category_is_in_no_later_release(world):
    """Its cells cannot be split, so they are left out whole: preview and record say so."""
    world.services.privacy.use_mechanism(LEARNED)
    world.services.privacy.set_overall(PERTURBED)
    world.add("Heat (1995)", "Alien (1979)")
    world.release()
    world.services.privacy.set_category("War", ALL)
    assert world.services.releases.preview().perturbed_items == 2, "an open one closes nothing"
    world.services.privacy.set_category("War", None)
    world.services.privacy.set_category("Horror", NO)
    shown = world.services.releases.preview()
    assert (shown.perturbed_items, shown.withheld_items, shown.counted_before) == (0, 2, 0)
    assert shown.worth is None
    world.release()
    assert release_summary(world).counted == ()
    world.clock.moment += timedelta(days=31)
    world.add("Rear Window (1954)")
    assert world.services.releases.preview().perturbed_items == 1
    world.release()
    what = release_summary(world)
    assert (what.counted, what.worth.movies) == (("Rear Window (1954)",), 1)
    assert what.excluded == ("Alien (1979)", "Heat (1995)")
    world.services.privacy.set_category("Horror", None)
    world.release()
    assert len(release_summary(world).counted) == 3


def test_a_learned_question_is_in_a_list_that_is_estimated_with_other_counts(world):
    world.services.privacy.use_mechanism(LEARNED)
    world.services.privacy.set_overall(PERTURBED)
    world.add("Heat (1995)")
    world.release()
    world.services.privacy.use_mechanism(IMPROVED)
    world.clock.moment += timedelta(days=31)
    world.add("Alien (1979)")
    world.release()
    assert release_summary(world).counted == ("Alien (1979)", "Heat (1995)")


def test_a_movie_is_in_a_list_only_where_a_number_of_it_is_given(world):
    world.services.privacy.use_mechanism(IMPROVED)
    world.add("Heat (1995)", "Alien (1979)")
    world.release()
    world.services.privacy.set_category("Horror", NO)
    world.release()
    assert "Alien (1979)" in release_summary(world).counted, "Science fiction counts it too"
    world.services.privacy.set_category("Sci-Fi", NO)
    world.release()
    assert release_summary(world).excluded == ("Alien (1979)",)


def test_every_section_has_its_heading_and_number(world):
    world.services.privacy.restore(MIXED)
    world.add("Alien (1979)", "Heat (1995)", "Spirited Away (2001)")
    world.release()
    headings = [
        str(section.heading) for section in summary_sections(release_summary(world), local=False)
    ]
    assert headings[0] == "1 of your movies by name: whoever reads this knows it"
    assert headings[-1] == "1 of your movies is not in it"


def test_what_the_provider_does_not_know_is_said_to_go_by_name_as_it_does(world):
    with hostile() as theirs:
        theirs.catalog = catalog(movie())  # Alien alone
        world.services.providers.add("Theirs", theirs.address)
        world.services.providers.fetch("Theirs")
        world.services.privacy.set_overall(ALL)
        world.add("Heat (1995)", "Alien (1979)")
        preview = world.services.releases.preview(provider="Theirs")
        assert (preview.open_items, preview.withheld_items) == (2, 0)
        sent = world.release(provider="Theirs").release
    assert len(sent.open_items) == 2
    what = release_summary(world)
    assert (what.named, what.excluded) == (("Alien (1979)", "Heat (1995)"), ())


@pytest.mark.parametrize("seed", range(2))
def test_what_is_behind_the_numbers_is_said_right_after_acts_in_any_order(world, seed):
    """The truth is what was confirmed, and not kept to oneself, when its month was sampled."""
    rng = random.Random(seed)
    services = world.services
    titles = ("Alien (1979)", "Heat (1995)", "Jaws (1975)", "The Matrix (1999)", "Psycho (1960)")
    keys = dict(zip(titles, world.add(*titles), strict=True))
    released: dict[str, set[str]] = {}  # what each month counted
    first: dict[str, str] = {}  # the month a movie belongs to, which stays
    silent: set[str] = set()
    confirmed = set(titles)
    month = datetime(2026, 12, 3, tzinfo=UTC)
    for act in (*rng.choices(("refuse", "confirm", "weight", "release"), k=24), "release"):
        title = rng.choice(titles)
        if act == "refuse":
            services.library.set_status([keys[title]], LibraryStatus.REJECTED)
            confirmed.discard(title)
        elif act == "confirm":
            services.library.set_status([keys[title]], LibraryStatus.CONFIRMED)
            confirmed.add(title)
        elif act == "weight":
            silent ^= {title}
            services.library.set_weight(keys[title], float(title not in silent))
        else:
            world.clock.moment = month
            name = f"{month:%Y-%m}"
            month = (month + timedelta(days=31)).replace(day=3)
            released[name] = {t for t in confirmed - silent if first.get(t, name) == name}
            first = dict.fromkeys(titles, name) | first  # all were confirmed at the beginning
            world.release()
        if released:
            what = release_summary(world)
            inside = set().union(*released.values())
            assert set(what.counted) == (inside & confirmed) - silent, (seed, act, title)
            assert set(what.unsure) == inside & confirmed & silent, (seed, act, title)
            assert set(what.undone) == inside - confirmed, (seed, act, title)
            assert set(what.excluded) == confirmed - inside, (seed, act, title)
