"""Why a movie is there, in words, for every rule that the matcher has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import epicrec_desktop.matching
from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.ui.sighting_words import words_for


@pytest.mark.parametrize(
    ("rule", "evidence", "count", "words"),
    [
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
    ],
)
def test_words(rule, evidence, count, words):
    assert words_for(rule, evidence, count) == words


def test_a_longer_rule_name_is_not_taken_for_a_shorter_site():
    assert "Max" not in words_for("maxdome-player", Evidence.WATCHED, 1)


def test_every_rule_of_the_matcher_gets_words_without_its_own_name():
    folder = Path(epicrec_desktop.matching.__file__).parent
    text = "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    rules = set(
        re.findall(
            r'(?:Rule|accept|review|judge|_shown|_played)\(\s*(?:\w+(?:\.\w+)*, )?"([a-z0-9-]+)"',
            text,
        )
    )
    assert len(rules) > 10
    for rule in rules:
        for evidence in (Evidence.WATCHED, Evidence.INTEREST):
            sentence = words_for(rule, evidence, 2)
            assert sentence.endswith(", 2 visits")
            assert "-id" not in sentence
            assert "http" not in sentence
