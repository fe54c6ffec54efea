"""Why a movie is there, in words, for every rule that the matcher has."""

import re
from datetime import UTC, date, datetime
from pathlib import Path

import epicrec_desktop.matching
from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import (
    UNDATED,
    Decision,
    Evidence,
    LibraryStatus,
    RuleEvidence,
    weigh,
)
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.matching.sites import MEDIA_SERVER, SITES
from epicrec_desktop.services.library import LibraryEntry
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.ui.common import evidence_text, source_text, wording
from epicrec_desktop.ui.common.evidence_text import words_for


def test_words():
    for rule, evidence, count, words in (
        ("imdb-id", Evidence.INTEREST, 3, "Looked up on IMDb, 3 visits"),
        ("netflix-player", Evidence.WATCHED, 1, "Played on Netflix, one visit"),
        ("letterboxd-imdb-id", Evidence.INTEREST, 2, "Looked up on Letterboxd, 2 visits"),
        ("the-numbers", Evidence.INTEREST, 1, "Looked up on The Numbers, one visit"),
        ("cinema-booked", Evidence.WATCHED, 1, "Booked at a cinema, one visit"),
        ("file-title-year", Evidence.WATCHED, 2, "Opened as a video file, 2 visits"),
        ("video", Evidence.INTEREST, 1, "Watched the trailer, one visit"),
        ("by-hand", Evidence.WATCHED, 1, "Added by you"),
        ("no-such-rule", Evidence.INTEREST, 4, "Looked up on a film site, 4 visits"),
        ("no-such-rule", Evidence.WATCHED, 4, "Played in the browser, 4 visits"),
    ):
        assert words_for(rule, evidence, count) == words


def test_a_longer_rule_name_is_not_taken_for_a_shorter_site():
    assert "Max" not in words_for("maxdome-player", Evidence.WATCHED, 1)


def test_every_rule_of_the_matcher_gets_words_without_its_own_name():
    folder = Path(epicrec_desktop.matching.__file__).parent
    text = "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    rules = set(
        re.findall(r'(?:accept|review|decide)\(\s*(?:\w+(?:\.\w+)*, )?"([a-z0-9-]+)"', text)
    )
    assert len(rules) > 5
    rules |= {rule.name for site in (*SITES, MEDIA_SERVER) for rule in site.rules}
    for rule in rules:
        for evidence in (Evidence.WATCHED, Evidence.INTEREST):
            sentence = words_for(rule, evidence, 2)
            assert sentence.endswith(", 2 visits")
            assert "-id" not in sentence
            assert "http" not in sentence


def entry(*rule_evidence: RuleEvidence, status=LibraryStatus.SUGGESTED) -> LibraryEntry:
    verdict = weigh(rule_evidence)
    return LibraryEntry(
        movie_id=1, status=status, changed=UNDATED, evidence=verdict.evidence, rule=verdict.rule,
        decision=verdict.decision, confidence=verdict.confidence, count=verdict.count,
        first_seen=None, last_seen=None, brief_visit=verdict.brief_visit,
        rule_evidence=rule_evidence, movie=Movie("Heat", 1995, ()),
    )  # fmt: skip


def item(rule, decision=Decision.ACCEPT, evidence=Evidence.INTEREST, count=1, dwell_s=0.0):
    return RuleEvidence(rule, decision, evidence, 0.9, count, dwell_s)


MANY = entry(
    item("netflix-player", evidence=Evidence.WATCHED, count=2, dwell_s=7000),
    item("imdb-id", count=3, dwell_s=200),
    item("search-title-year", Decision.REVIEW),
    item("search-title-cue", Decision.REVIEW),
)


def test_every_place_is_named_with_its_visits():
    assert evidence_text.all_evidence(MANY) == (
        "Played on Netflix, 2 visits\nLooked up on IMDb, 3 visits\nSearched for, 2 visits"
    )
    assert evidence_text.summary_line(MANY) == (
        "Played on Netflix · Looked up on IMDb · one more place, 7 visits"
    )


def test_the_strongest_evidence_is_what_was_played_or_opened_where_movies_play():
    """A certain page of a database says less than an uncertain one of a player."""
    opened = entry(item("imdb-id", count=3), item("netflix-undated", Decision.REVIEW))
    assert evidence_text.strongest_evidence(opened) == "Opened on Netflix, 4 visits"
    assert evidence_text.summary_line(opened).startswith("Opened on Netflix · Looked up on IMDb")
    day = datetime.now(UTC)
    at = wording.brief_day(day.astimezone().date())
    assert evidence_text.wall_lines(opened.replace(last_seen=day)) == ("Opened", f"Netflix, {at}")
    assert evidence_text.wall_lines(MANY.replace(last_seen=day)) == (
        "Played 1 h 57 min",
        f"Netflix, {at}",
    )
    looked_up = entry(item("imdb-id"))
    assert evidence_text.wall_lines(looked_up) == ("Looked up", "IMDb")
    assert evidence_text.wall_lines(entry(item("search-title-cue"))) == ("Searched for", "")


def test_what_another_service_says_has_two_lines_too():
    rated = Imported(Service.LETTERBOXD, date(2020, 5, 3), 0.9)
    imported = entry(item("imdb-id")).replace(rule_evidence=(), imports=(rated,))
    assert evidence_text.wall_lines(imported) == ("Rated 4½ of 5", "Letterboxd, May 2020")


def test_a_player_closed_at_once_has_played_nothing():
    shut = entry(item("netflix-player", evidence=Evidence.WATCHED, dwell_s=3))
    assert evidence_text.summary_line(shut) == "Opened on Netflix, one visit"


def test_how_long_its_pages_were_open():
    for seconds, words in (
        (0, ""),
        (12, "open for less than a minute"),
        (61, "open for one minute"),
        (89 * 60, "open for 89 minutes"),
        (7200, "open for 2 hours"),
    ):
        assert evidence_text.open_time(entry(item("imdb-id", dwell_s=seconds))) == words


def test_doubt_is_shown_only_for_doubtful_suggestions():
    once = entry(item("imdb-id"))
    assert "by accident" in evidence_text.doubt(once)
    assert "year" in evidence_text.doubt(entry(item("netflix-undated", Decision.REVIEW)))
    assert evidence_text.doubt(entry(item("disney", Decision.REVIEW)))
    assert evidence_text.doubt(entry(item("imdb-id", count=2))) == ""
    assert evidence_text.doubt(once.replace(status=LibraryStatus.CONFIRMED)) == ""


def test_letterboxd_keeps_its_half_stars():
    for rating, stars in ((0.0, "0"), (0.1, "½"), (0.2, "1"), (0.9, "4½"), (1.0, "5")):
        said = source_text.watched_words(None, rating, Service.LETTERBOXD)
        assert said == f"{stars} of 5 stars"
    assert source_text.watched_words(None, 0.9, Service.IMDB) == "rated 9 of 10"
    by = date(2021, 5, 3)
    on = source_text.watched_words(None, 0.9, Service.IMDB, by)
    assert on == "rated 9 of 10, seen by 3 May 2021"
    assert source_text.watched_words(by, 0.9, Service.IMDB, by) == "3 May 2021, rated 9 of 10"
    assert source_text.watched_words(None, None, Service.LETTERBOXD, by) == "seen by 3 May 2021"
