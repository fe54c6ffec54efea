"""What is found in a real browser's history of known pages."""

import sqlite3
import tarfile
from contextlib import closing

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.history import Decision
from epicrec_desktop.matching.matcher import Matcher

ACCEPTED = {
    "The Matrix (1999)",
    "Inception (2010)",
    "Interstellar (2014)",
    "Spirited Away (2001)",
    "The Shawshank Redemption (1994)",
    "The Godfather (1972)",
    "Alien (1979)",
    "Mad Max: Fury Road (2015)",
    "The Big Lebowski (1998)",
    "Das Boot (1981)",
    "Oldboy (2003)",
    "Parasite (2019)",
    "Dune: Part Two (2024)",
    # Pages that are only of films, and famous ones.
    "Coco (2017)",
    "Heat (1995)",
    "Stalker (1979)",
}
ASKED = {
    "Blade Runner 2049 (2017)",
    "Casablanca (1942)",
    "Seven Samurai (1954)",
}


def test_a_chromium_history(profile_archive, tmp_path):
    with tarfile.open(profile_archive) as tar:
        tar.extract("chromium/Default/History", tmp_path, filter="data")
    with closing(sqlite3.connect(tmp_path / "chromium/Default/History")) as database:
        pages = database.execute("SELECT url, title FROM urls").fetchall()
    matcher = Matcher(load_starter())
    found: dict[Decision, set[str]] = {decision: set() for decision in Decision}
    for url, title in pages:
        match = matcher.match(url, title or "")
        found[match.decision] |= {matcher.catalog.movies[i].label for i in match.movies[:1]}
    assert found[Decision.ACCEPT] == ACCEPTED
    assert found[Decision.REVIEW] - ACCEPTED == ASKED
