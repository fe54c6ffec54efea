"""Evidence adds up to one sighting per movie."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from scorer import load_catalog

from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.history import Decision, Evidence, Sighting, Visit
from epicrec_desktop.domain.tasks import Progress
from epicrec_desktop.matching.engine import Matcher
from epicrec_desktop.matching.evidence import collect

MATCHER = Matcher(load_catalog())
START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


def visit(url: str, title: str, day: int, count: int = 1, first: int | None = None) -> Visit:
    first_time = None if first is None else START + timedelta(days=first)
    return Visit(url, title, START + timedelta(days=day), count=count, first_time=first_time)


def by_label(sightings: list[Sighting]) -> dict[str, Sighting]:
    return {MATCHER.catalog.movies[s.movie].label: s for s in sightings}


def test_visits_of_one_movie_add_up() -> None:
    visits = [
        visit("https://www.google.com/search?q=heat+1995", "x", 2),
        visit("https://www.imdb.com/title/tt9000001/", "Heat (1995) - IMDb", 1, 3, first=-4),
        visit("https://jellyfin.lan/web/#/video", "Heat (1995)", 3),
        visit("https://news.example/", "Heat wave", 9),
    ]
    found = collect(MATCHER, visits)
    assert len(found) == 1
    sighting = found[0]
    assert sighting.first_seen == START - timedelta(days=4)
    assert sighting.last_seen == START + timedelta(days=3)
    assert sighting.count == 5
    assert sighting.decision is Decision.ACCEPT
    assert sighting.evidence is Evidence.WATCHED
    assert sighting.rule == "media-server-player"


def test_the_order_of_visits_does_not_matter() -> None:
    visits = [
        visit("https://www.google.com/search?q=heat+1995", "x", 2),
        visit("https://www.netflix.com/title/1", "King Kong | Netflix", 2),
        visit("https://www.imdb.com/title/tt9000001/", "", 1),
        visit("https://letterboxd.com/film/x/", "King Kong (2005) directed by J", 5),
    ]
    assert collect(MATCHER, visits) == collect(MATCHER, visits[::-1])


def test_independent_rules_raise_confidence_and_the_same_rule_does_not() -> None:
    search = visit("https://www.google.com/search?q=heat+1995", "x", 2)
    page = visit("https://www.justwatch.com/us/movie/heat", "Heat streaming: where to watch?", 2)
    alone = collect(MATCHER, [search])[0]
    assert collect(MATCHER, [search, search])[0].confidence == alone.confidence
    assert collect(MATCHER, [search, page])[0].confidence > alone.confidence
    assert collect(MATCHER, [search, page])[0].decision is Decision.REVIEW


def test_an_ambiguous_visit_counts_for_the_movie_that_others_name() -> None:
    ambiguous = visit("https://www.netflix.com/title/1", "King Kong | Netflix", 1)
    named = visit("https://letterboxd.com/film/x/", "King Kong (2005) directed by J", 2)
    assert list(by_label(collect(MATCHER, [ambiguous, named]))) == ["King Kong (2005)"]
    assert by_label(collect(MATCHER, [ambiguous, named]))["King Kong (2005)"].count == 2
    assert list(by_label(collect(MATCHER, [ambiguous]))) == ["King Kong (1933)"]


def test_cancelling_and_progress() -> None:
    visits = [visit("https://x.example/", "x", 0)] * 5_000
    seen: list[Progress] = []
    assert collect(MATCHER, visits, lambda: False, seen.append) == []
    assert [p.done for p in seen] == sorted(p.done for p in seen)
    assert seen[-1].done > 0
    with pytest.raises(Cancelled):
        collect(MATCHER, visits, lambda: True)
