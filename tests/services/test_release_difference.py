"""Tests of what a release tells its receiver, held against what a recording provider received."""

import json
import os
import random
import re
from datetime import timedelta
from typing import Any

import pytest

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.provider.local import LocalProvider
from epicrec_desktop.services.release_difference import (
    Numbers,
    ReceiverKnowledge,
    compare,
    sentences,
)
from epicrec_desktop.services.release_proposal import Preview
from epicrec_desktop.services.release_summary import summary_sections

REJECTED = LibraryStatus.REJECTED
NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
DRAMA_OPEN = PrivacyChoice(PERTURBED, {"Drama": ALL})
MOVIES = (
    "Heat (1995)",
    "Alien (1979)",
    "The Matrix (1999)",
    "Spirited Away (2001)",
    "Fight Club (1999)",
    "Toy Story (1995)",
)

MINE = "Mine", "https://mine.example"


class RecordingProvider(LocalProvider):
    """A provider elsewhere that stores what arrives; `failing` says how the next request ends."""

    def __init__(self, other: LocalProvider) -> None:
        vars(self).update(vars(other))
        self.name, self.address = MINE
        self.received: list[Release] = []
        self.failing: bool | str | None = ""

    def recommend(self, release: Release, **options: Any) -> ProviderAnswer:
        how, self.failing = self.failing, ""
        if how == "":
            self.received.append(release)
            return super().recommend(release, **options)
        if how is True or (how is None and random.Random(release.id).random() < 0.5):
            self.received.append(release)
        raise ProviderError("It did not answer.", sent=how)


@pytest.fixture
def mine(world, monkeypatch) -> RecordingProvider:
    """A provider elsewhere, in use."""
    world.services.providers.add(*MINE)
    provider = RecordingProvider(world.services.providers.connect("This computer"))
    monkeypatch.setattr(type(world.services.providers), "connect", lambda *_: provider)
    return provider


def said(preview: Preview) -> list[str]:
    found = sentences(preview.difference, preview.provider, preview.titles, preview.worth)
    return [str(one) for one in found]


def drama_alone(world: Any) -> str:
    """Return a movie of the starter catalog whose only category is Drama."""
    movies = world.services.context.catalog().catalog.movies
    found = [m for m in movies if m.categories == ("Drama",) and m.wire_id is not None]
    return max(found, key=lambda m: m.popularity).label


def test_new_movie_sent_by_name_is_named_first_though_the_numbers_are_known(world, mine):
    """A movie that is only Drama, added after a release with Drama at All."""
    world.services.privacy.restore(DRAMA_OPEN)
    world.add("Heat (1995)", "Alien (1979)", "The Matrix (1999)")
    world.release()
    label = drama_alone(world)
    world.add(label)
    shown = world.services.releases.preview()
    assert said(shown) == [
        f"Mine will know for certain: {label}.",
        "What is sent cannot be taken back.",
        "Mine has these blurred numbers already.",
    ]
    before = list(mine.received)
    release = world.release().release
    again = world.services.releases.preview()
    assert said(again) == [
        "Mine has this very list already. Sending it again tells it nothing more."
    ]
    # The check of the random lives below finds the same sentences false where nothing arrived.
    assert false_claims(shown, release, before) == []
    assert false_claims(again, release, mine.received) == []
    wrong = " ".join(false_claims(shown, release, []) + false_claims(again, release, []))
    for fault in ("a number is new", "silent about a name", "the list never arrived"):
        assert fault in wrong


@pytest.mark.parametrize("arrived", [False, None], ids=["never", "perhaps"])
def test_list_that_may_not_have_arrived_is_not_said_to_be_there(world, mine, arrived):
    world.services.privacy.set_overall(ALL)
    world.add("Heat (1995)")
    mine.failing = arrived
    world.release()
    shown = world.services.releases.preview()
    assert shown.repeat
    assert said(shown)[0] == "Mine will know for certain: Heat (1995)."
    assert not shown.difference.same_list


def test_number_of_a_category_that_was_closed_before_is_new(world, mine):
    """The period is the same, and the receiver has its other numbers."""
    world.add("Heat (1995)", "Alien (1979)")
    world.services.releases.sample(world.services.releases.propose())
    world.services.privacy.set_category("Horror", NO)
    world.release()
    world.services.privacy.set_category("Horror", None)
    assert world.services.releases.preview().difference.numbers is Numbers.NEW


def test_movies_by_name_are_counted_beyond_six(world, mine):
    world.services.privacy.set_overall(ALL)
    world.add(*MOVIES, drama_alone(world))
    first = said(world.services.releases.preview())[0]
    assert first.endswith("and one more of your movies.")


def test_activity_says_what_was_new_with_each_release(world, mine):
    world.services.privacy.set_overall(ALL)
    world.add("Heat (1995)")
    world.release()
    world.add("Alien (1979)")
    world.release()
    newest, first = (
        world.services.summaries.release_summary(entry.release)
        for entry in world.services.ledger.entries()
    )
    assert (first.named, first.named_again) == (("Heat (1995)",), ())
    assert newest.named_again == ("Heat (1995)",)
    assert newest.difference.new == ("imdb:tt0078748",)


def test_all_releases_together_are_compared_as_one_by_one(world, mine):
    world.services.privacy.set_overall(ALL)
    for title in MOVIES[:3]:
        world.add(title)
        world.release()
    summaries = world.services.summaries
    releases = [entry.release for entry in world.services.ledger.entries()]
    each = [summaries.release_summary(release) for release in releases]
    assert list(summaries.summaries(releases)) == each
    compared = world.services.ledger.differences(releases)
    assert [compared[release.id] for release in releases] == [one.difference for one in each]
    assert [len(one.difference.again) for one in each] == [2, 1, 0]
    newest = world.services.ledger.entries(2)
    assert [entry.release for entry in newest] == releases[:2]


def test_movie_undone_after_the_sample_is_still_behind_the_numbers(world, mine):
    heat, _ = world.add("Heat (1995)", "Alien (1979)")
    world.release()
    world.services.library.set_status([heat], REJECTED)
    (entry,) = world.services.ledger.entries()
    summary = world.services.summaries.release_summary(entry.release)
    assert (summary.counted, summary.undone) == (("Alien (1979)",), ("Heat (1995)",))
    headings = [str(part.heading) for part in summary_sections(summary, local=False)]
    assert "1 movie you took out since: it is still behind the blurred numbers" in headings


def test_movie_undone_before_the_sample_is_in_no_number(world, mine):
    heat, _ = world.add("Heat (1995)", "Alien (1979)")
    world.services.privacy.set_overall(PERTURBED)  # puts both into this month
    world.services.library.set_status([heat], REJECTED)
    world.clock.moment += timedelta(minutes=1)
    world.release()
    (entry,) = world.services.ledger.entries()
    assert world.services.summaries.release_summary(entry.release).undone == ()


def test_the_same_value_of_a_later_period_is_a_new_number():
    known = ReceiverKnowledge(numbers={("2026-11", "Drama", 3.0)}, lists={"a"})
    again = compare((), {"Drama": 3.0}, "b", known, period="2026-11")
    later = compare((), {"Drama": 3.0}, "b", known, period="2026-12")
    assert (again.numbers, later.numbers) == (Numbers.AGAIN, Numbers.NEW)


def test_the_first_list_says_that_later_ones_can_be_recognized(world, mine):
    world.services.privacy.set_overall(PERTURBED)
    world.add("Heat (1995)")
    sentence = "Mine can recognize your later lists as yours."
    assert sentence in said(world.services.releases.preview())
    world.release()
    assert sentence not in said(world.services.releases.preview())


# What is said, over random lives

ACTS = int(os.environ.get("EPICREC_TEST_ACTS", "24"))


def false_claims(preview: Preview, release: Release, received: list[Release]) -> list[str]:
    """Return the sentences of a preview that what arrived before proves false."""
    words, titles = said(preview), {label: wire for wire, label in preview.titles.items()}
    known = {item for one in received for item in one.open_items}
    had = {number for one in received for number in numbers_of(one)}
    new = [titles[label] for label in named_in(words, titles)]
    more = next((int(m[1]) for w in words if (m := re.search(r"(\d+) more of", w))), 0)
    more = more or any("one more of" in w for w in words)
    false = []
    if len(new) + more < len(set(release.open_items) - known):
        false.append(f"silent about a name: {words}")
    if again := next((w for w in words if "by name already" in w), ""):
        number = 1 if "one movie" in again else int(re.findall(r"\d+", again)[0])
        if number > len(set(release.open_items) & known):
            false.append(again)
    if any("this very list" in w for w in words) and release.payload not in {
        one.payload for one in received
    }:
        false.append(f"the list never arrived: {words}")
    given = numbers_of(release)
    if any("these blurred numbers already" in w for w in words) and not had.issuperset(given):
        false.append(f"a number is new: {words}")
    if any("of your taste from this list" in w for w in words) is False and given - had:
        false.append(f"silent about a number: {words}")
    if not received and not any("later lists as yours" in w for w in words) and release.items:
        false.append(f"silent about later lists: {words}")
    if any("names no movie" in w for w in words) and (release.open_items or counts(release)):
        false.append(f"something is in it: {words}")
    return false


def named_in(words: list[str], titles: dict[str, str]) -> list[str]:
    line = next((w for w in words if "for certain" in w), "")
    return [label for label in titles if label in line]


def numbers_of(release: Release) -> set[tuple[str | None, str, float]]:
    return {(release.period, name, value) for name, value in counts(release).items()}


def counts(release: Release) -> dict[str, float]:
    return json.loads(release.payload)["release"]["counts"] or {}


def live(world: Any, mine: RecordingProvider, seed: int, acts: int) -> list[str]:
    """Act at random: library, levels, months, releases that arrive, fail or may have arrived."""
    rng = random.Random(seed)
    services, false = world.services, []
    movies = [*MOVIES, drama_alone(world)]
    keys: dict[str, int] = {}
    for _ in range(acts):
        act = rng.choice(("add", "undo", "level", "category", "month", *["release"] * 5))
        if act == "add":
            label = rng.choice(movies)
            keys[label] = world.add(label)[0]
        elif act == "undo" and keys:
            services.library.set_status([rng.choice(list(keys.values()))], REJECTED)
        elif act == "level":
            services.privacy.set_overall(rng.choice((PERTURBED, PERTURBED, ALL)))
        elif act == "category":
            level = rng.choice((NO, PERTURBED, ALL, None))
            services.privacy.set_category(rng.choice(CATEGORIES), level)
        elif act == "month" and rng.random() < 0.3:
            world.clock.moment += timedelta(days=31)
        elif act == "release":
            if services.privacy.choice().releases_nothing:
                continue
            services.releases.accept_clock()
            shown = services.releases.preview()
            if shown.example:
                shown = services.releases.sample(shown.proposal)
            before = list(mine.received)
            mine.failing = rng.choice(("", "", False, None, True))
            made = services.recommend.release(shown.proposal).release
            false += false_claims(shown, made, before)
        world.clock.moment += timedelta(minutes=1)
    return false


@pytest.mark.timeout(300 + 10 * ACTS)
@pytest.mark.parametrize("seed", range(2))
def test_no_sentence_is_false_in_a_random_life(world, mine, seed):
    assert live(world, mine, seed, ACTS) == []
