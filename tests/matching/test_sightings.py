"""Evidence adds up to one sighting per movie."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from labeled_rows import corpus_catalog

from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.history import (
    LEAST_VIEW_S,
    PLAYED_S,
    Decision,
    Evidence,
    RuleEvidence,
    Sighting,
    Visit,
    add_evidence,
    replace_evidence,
    weigh,
)
from epicrec_desktop.domain.progress import Job, Progress
from epicrec_desktop.matching.matcher import Matcher
from epicrec_desktop.matching.sightings import collect_sightings

MATCHER = Matcher(corpus_catalog())
START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


def visit(url: str, title: str, day: int, count: int = 1, first: int | None = None) -> Visit:
    first_time = None if first is None else START + timedelta(days=first)
    return Visit(url, title, START + timedelta(days=day), count=count, first_time=first_time)


def by_label(sightings: list[Sighting]) -> dict[str, Sighting]:
    return {MATCHER.catalog.movies[s.movie].label: s for s in sightings}


def test_visits_of_one_movie_add_up():
    visits = [
        visit("https://www.google.com/search?q=heat+1995", "x", 2),
        visit("https://www.imdb.com/title/tt9000001/", "Heat (1995) - IMDb", 1, 3, first=-4),
        visit("https://jellyfin.lan/web/#/video", "Heat (1995)", 3),
        visit("https://news.example/", "Heat wave", 9),
    ]
    found = collect_sightings(MATCHER, visits)
    assert len(found) == 1
    sighting = found[0]
    assert sighting.first_seen == START - timedelta(days=4)
    assert sighting.last_seen == START + timedelta(days=3)
    verdict = sighting.verdict
    assert verdict.count == 5
    assert verdict.decision is Decision.ACCEPT
    assert verdict.evidence is Evidence.WATCHED
    assert verdict.rule == "media-server-player"
    assert [t.rule for t in sighting.rule_evidence] == [
        "media-server-player",
        "imdb-id",
        "search-title-year",
    ]


def test_the_order_of_visits_does_not_matter():
    visits = [
        visit("https://www.google.com/search?q=heat+1995", "x", 2),
        visit("https://www.netflix.com/title/1", "King Kong | Netflix", 2),
        visit("https://www.imdb.com/title/tt9000001/", "", 1),
        visit("https://letterboxd.com/film/x/", "King Kong (2005) directed by J", 5),
    ]
    assert collect_sightings(MATCHER, visits) == collect_sightings(MATCHER, visits[::-1])


def test_independent_rules_raise_confidence_and_the_same_rule_does_not():
    search = visit("https://www.google.com/search?q=heat+1995", "x", 2)
    page = visit("https://www.netflix.com/title/2", "Heat | Netflix", 2)
    alone = collect_sightings(MATCHER, [search])[0].verdict
    twice = collect_sightings(MATCHER, [search, search])[0].verdict
    both = collect_sightings(MATCHER, [search, page])[0].verdict
    assert twice.confidence == alone.confidence
    assert both.confidence > alone.confidence
    assert both.decision is Decision.REVIEW


def test_a_booking_is_asked_about_before_its_day_is_over():
    """The page says neither when the movie is shown nor whether anybody went."""
    page = "https://www.odeon.co.uk/booking/confirmation/443"
    booked = visit(page, "Booking confirmation: Heat (1995) - ODEON", 1, count=3)
    known = visit("https://www.imdb.com/title/tt9000001/", "Heat (1995) - IMDb", 1, 3)
    for visits in ([booked], [booked, known]):
        (found,) = collect_sightings(MATCHER, visits)
        assert found.verdict.evidence is Evidence.WATCHED
        assert not found.verdict.sure


def test_ambiguous_visit_counts_for_the_movie_named_elsewhere():
    ambiguous = visit("https://www.netflix.com/title/1", "King Kong | Netflix", 1)
    named = visit("https://letterboxd.com/film/x/", "King Kong (2005) directed by J", 2)
    assert list(by_label(collect_sightings(MATCHER, [ambiguous, named]))) == ["King Kong (2005)"]
    assert (
        by_label(collect_sightings(MATCHER, [ambiguous, named]))["King Kong (2005)"].verdict.count
        == 2
    )
    assert list(by_label(collect_sightings(MATCHER, [ambiguous]))) == ["King Kong (1933)"]


def test_cancelling_and_progress():
    visits = [visit("https://x.example/", "x", 0)] * 5_000
    seen: list[Progress] = []
    assert collect_sightings(MATCHER, visits, Job(seen.append)) == []
    assert [p.done for p in seen] == sorted(p.done for p in seen)
    assert seen[-1].done > 0
    with pytest.raises(Cancelled):
        collect_sightings(MATCHER, visits, Job(cancelled=lambda: True))


def item(
    decision: Decision = Decision.ACCEPT,
    evidence: Evidence = Evidence.INTEREST,
    count: int = 1,
    dwell_s: float = 0.0,
    rule: str = "imdb-id",
) -> RuleEvidence:
    return RuleEvidence(rule, decision, evidence, 0.9, count, dwell_s)


@pytest.mark.parametrize(
    ("rule_evidence", "decision", "evidence"),
    [
        # A page opened once, for a moment or for a time that is not known.
        ([item()], Decision.REVIEW, Evidence.INTEREST),
        ([item(dwell_s=LEAST_VIEW_S - 1)], Decision.REVIEW, Evidence.INTEREST),
        # Looked at, come back to, or found in two ways.
        ([item(dwell_s=LEAST_VIEW_S)], Decision.ACCEPT, Evidence.INTEREST),
        ([item(count=2)], Decision.ACCEPT, Evidence.INTEREST),
        ([item(), item(rule="letterboxd")], Decision.ACCEPT, Evidence.INTEREST),
        ([item(), item(Decision.REVIEW, rule="search")], Decision.ACCEPT, Evidence.INTEREST),
        # Played; and a player that was closed again at once.
        ([item(evidence=Evidence.WATCHED)], Decision.ACCEPT, Evidence.WATCHED),
        ([item(evidence=Evidence.WATCHED, dwell_s=PLAYED_S)], Decision.ACCEPT, Evidence.WATCHED),
        ([item(evidence=Evidence.WATCHED, dwell_s=5)], Decision.REVIEW, Evidence.INTEREST),
        (
            [item(evidence=Evidence.WATCHED, dwell_s=PLAYED_S - 1)],
            Decision.ACCEPT,
            Evidence.INTEREST,
        ),
        # What no page named for certain stays a question, however often it was seen.
        ([item(Decision.REVIEW, count=40, dwell_s=9e3)], Decision.REVIEW, Evidence.INTEREST),
        ([item(Decision.REVIEW, Evidence.WATCHED, count=4)], Decision.REVIEW, Evidence.WATCHED),
    ],
)
def test_evidence_is_weighed_to_a_verdict(rule_evidence, decision, evidence):
    verdict = weigh(rule_evidence)
    assert (verdict.decision, verdict.evidence) == (decision, evidence)
    certain = any(t.decision is Decision.ACCEPT for t in rule_evidence)
    assert verdict.brief_visit is (certain and decision is Decision.REVIEW)


def test_brief_visit_has_lower_confidence():
    assert weigh([item()]).confidence < weigh([item(count=2)]).confidence


def test_more_evidence_is_never_worth_less():
    single = [
        item(decision, evidence, count, dwell_s)
        for decision in (Decision.REVIEW, Decision.ACCEPT)
        for evidence in (Evidence.INTEREST, Evidence.WATCHED)
        for count in (1, 2)
        for dwell_s in (30.0, 90.0)
    ]
    for one in single:
        for more in single:
            alone, both = (
                weigh([one]),
                weigh(add_evidence([one], [more.replace(rule="letterboxd")])),
            )
            assert both.decision.strength >= alone.decision.strength
            assert both.evidence.strength >= alone.evidence.strength
            assert both.count == one.count + more.count


def test_full_reread_counts_no_visit_twice():
    known = [item(count=3, dwell_s=60), item(Decision.REVIEW, rule="search", count=2)]
    assert replace_evidence(known, known) == add_evidence(known, ())
    # The catalog knows the site's own ids by now: the same visits, under another rule.
    by_id = [item(rule="letterboxd-id", count=5, dwell_s=60)]
    assert replace_evidence(known, by_id) == by_id
    # The browser has forgotten three visits, and shows one that is new.
    fewer = replace_evidence(known, [item(Decision.REVIEW, rule="search", count=2)])
    assert [(t.rule, t.count, t.dwell_s) for t in fewer] == [("imdb-id", 3, 60), ("search", 2, 0)]
    half = replace_evidence([item(count=4, dwell_s=80)], [item(count=2, dwell_s=30)])
    assert [(t.count, t.dwell_s) for t in half] == [(4, 80)]
    assert sum(t.count for t in replace_evidence(known, [item(count=9)])) == 9


@given(
    st.lists(st.sampled_from(["imdb-id", "search", "netflix-player"]), min_size=1, max_size=6),
    st.lists(st.sampled_from(["imdb-id", "letterboxd", "search"]), min_size=1, max_size=6),
)
def test_totals_of_adding_and_of_reading_again(before, after):
    earlier = add_evidence((), [item(rule=rule, dwell_s=10) for rule in before])
    later = add_evidence((), [item(rule=rule, dwell_s=10) for rule in after])
    assert sum(t.count for t in add_evidence(earlier, later)) == len(before) + len(after)
    again = replace_evidence(earlier, later)
    assert sum(t.count for t in again) == max(len(before), len(after))
    assert len({t.rule for t in again}) == len(again)
    assert replace_evidence(again, later) == again


TRACES = st.lists(
    st.builds(
        RuleEvidence,
        rule=st.sampled_from(["imdb-id", "search", "netflix-player", "letterboxd"]),
        decision=st.sampled_from([Decision.ACCEPT, Decision.REVIEW]),
        evidence=st.sampled_from([Evidence.WATCHED, Evidence.INTEREST]),
        confidence=st.sampled_from([0.5, 0.9, 0.99]),
        count=st.integers(1, 9),
        dwell_s=st.floats(0, 20_000).map(lambda seconds: round(seconds, 1)),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda item: item.rule,
)


@given(TRACES, TRACES)
def test_reading_the_same_history_again_changes_nothing(known, there):
    once = replace_evidence(known, there)
    again = replace_evidence(once, there)
    assert [t.replace(dwell_s=0) for t in again] == [t.replace(dwell_s=0) for t in once]
    assert [t.dwell_s for t in again] == pytest.approx([t.dwell_s for t in once])
    seconds = sum(t.dwell_s for t in once)
    assert seconds >= sum(t.dwell_s for t in there) - 1e-6
    assert seconds <= sum(t.dwell_s for t in [*known, *there]) + 1e-6


def test_watched_movie_stays_watched_after_rereads():
    """The browser forgot the visit that lasted two hours, and two short ones are left."""
    known = [item(Decision.ACCEPT, rule="netflix-player", count=3, dwell_s=7220)]
    known = [known[0].replace(evidence=Evidence.WATCHED)]
    there = [known[0].replace(count=2, dwell_s=20)]
    for _ in range(5):
        known = replace_evidence(known, there)
        assert [(t.count, t.dwell_s) for t in known] == [(3, 7220)]
    assert weigh(known).evidence is Evidence.WATCHED
