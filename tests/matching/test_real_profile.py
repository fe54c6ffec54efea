"""What is found in a real browser's history of known pages."""

from __future__ import annotations

import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.domain.history import Decision
from epicrec_desktop.matching.engine import Matcher

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
    "Old Boy (2003)",
}
ASKED = {
    "Blade Runner 2049 (2017)",
    "Casablanca (1942)",
    "Coco (2017)",
    "Heat (1995)",
    "Seven Samurai (1954)",
    "Stalker (1979)",
}


def test_a_chromium_history(shared: Path, movielens: Path, tmp_path: Path) -> None:
    archive = shared / "profiles" / "profiles.tar.xz"
    if not archive.is_file():
        pytest.skip("the real profiles are not in the folder of shared test data")
    with tarfile.open(archive) as tar:
        tar.extract("chromium/Default/History", tmp_path, filter="data")
    with closing(sqlite3.connect(tmp_path / "chromium/Default/History")) as database:
        pages = database.execute("SELECT url, title FROM urls").fetchall()
    matcher = Matcher(read_source(movielens).catalog)
    found: dict[Decision, set[str]] = {decision: set() for decision in Decision}
    for url, title in pages:
        match = matcher.match(url, title or "")
        found[match.decision] |= {matcher.catalog.movies[i].label for i in match.movies[:1]}
    assert found[Decision.ACCEPT] == ACCEPTED
    assert found[Decision.REVIEW] - ACCEPTED == ASKED
