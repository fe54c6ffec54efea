"""The starter catalog that ships with the program: its form, its breadth, and its facts.

The facts are checked against MovieLens where that is at hand. MovieLens is only a check: nothing
of it is in the starter catalog.
"""

import csv
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from anyascii import anyascii

from epicrec_desktop import resources
from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie

STARTER = resources.path("catalog", "starter.csv")
COLUMNS = ["imdb_id", "title", "year", "categories", "popularity", "alternative_titles"]

LEAST = (60, 130, 200, 280, 380, 360, 480, 650, 780, 1100, 500)
DECADE_MINIMUM = dict(zip(range(1920, 2030, 10), LEAST, strict=True))

LEAST_OF_A_CATEGORY = (
    *(900, 800, 320, 350, 1300, 800, 200, 2700, 420),
    *(90, 450, 330, 400, 900, 500, 850, 330, 140),
)
CATEGORY_MINIMUM = dict(zip(CATEGORIES, LEAST_OF_A_CATEGORY, strict=True))

MUST_HAVE = {
    ("The Matrix", 1999): "tt0133093",
    ("Inception", 2010): "tt1375666",
    ("Interstellar", 2014): "tt0816692",
    ("Spirited Away", 2001): "tt0245429",
    ("Parasite", 2019): "tt6751668",
    ("Amélie", 2001): "tt0211915",
    ("Das Boot", 1981): "tt0082096",
    ("Oldboy", 2003): "tt0364569",
    ("Dune: Part Two", 2024): "tt15239678",
    ("Mad Max: Fury Road", 2015): "tt1392190",
    ("The Big Lebowski", 1998): "tt0118715",
    ("Coco", 2017): "tt2380307",
    ("Blade Runner 2049", 2017): "tt1856101",
    ("Heat", 1995): "tt0113277",
    ("Alien", 1979): "tt0078748",
    ("The Shawshank Redemption", 1994): "tt0111161",
    ("The Godfather", 1972): "tt0068646",
    ("Seven Samurai", 1954): "tt0047478",
    ("Stalker", 1979): "tt0079944",
    ("Casablanca", 1942): "tt0034583",
    ("Blade Runner", 1982): "tt0083658",
    ("Arrival", 2016): "tt2543164",
    ("The Third Man", 1949): "tt0041959",
    ("Solaris", 1972): "tt0069293",
    ("Moon", 2009): "tt1182345",
    ("Gattaca", 1997): "tt0119177",
    ("Brazil", 1985): "tt0088846",
    ("Contact", 1997): "tt0118884",
}


KNOWN_DIFFERENCES = {
    "tt0060107": "Andrei Rublev: finished and first shown in 1966, released years later",
    "tt0107692": "Ninja Scroll: 1993 in Japan; MovieLens has the year of the English release",
    "tt1179904": "Paranormal Activity: first shown in 2007, in cinemas two years later",
    "tt2250912": "Spider-Man: Homecoming: MovieLens has the title of the announcement",
    "tt4154756": "Avengers: Infinity War: MovieLens has the title of the announcement",
    "tt3896198": "Guardians of the Galaxy Vol. 2: MovieLens leaves out the word before the number",
    "tt4425200": "John Wick: Chapter 2: MovieLens writes the number as a word",
    "tt4046784": "Maze Runner: The Scorch Trials: MovieLens leaves out the article",
}
"""Movies by id whose title or year was looked into and is meant to differ, with the reason."""

OTHER_IDS = {
    "tt0169102": "Lagaan: two public lists have this id, MovieLens has another one",
    "tt1016268": "Enron: two public lists have this id, MovieLens has an older one",
}
"""Ids that were looked into and are meant to differ from MovieLens's, with the reason."""

Disagreements = tuple[int, list[tuple[str, int]]]
"""How many rows were compared, and title and year of those that disagree."""


@dataclass(frozen=True)
class Row:
    """One line of the starter catalog."""

    imdb_id: str
    title: str
    year: int
    categories: tuple[str, ...]
    popularity: int
    alternative_titles: tuple[str, ...]

    @property
    def names(self) -> set[str]:
        """Return every title of the movie, normalized."""
        return {normalize(t) for t in (self.title, *self.alternative_titles)}


@dataclass(frozen=True)
class Reference:
    """One movie of MovieLens, read for checking only."""

    imdb_id: str
    year: int
    names: frozenset[str]


def say(text: str) -> None:
    """Tell what was counted; shown with `pytest -s`."""
    sys.stdout.write(f"\n{text}\n")


@cache
def starter() -> tuple[Row, ...]:
    with STARTER.open(encoding="utf-8", newline="") as file:
        return tuple(
            Row(
                record["imdb_id"],
                record["title"],
                int(record["year"]),
                tuple(record["categories"].split("|")),
                int(record["popularity"]),
                tuple(
                    re.sub(r"^[a-z]{2}(,[a-z]{2})*=", "", t)
                    for t in record["alternative_titles"].split("|")
                    if t
                ),
            )
            for record in csv.DictReader(file)
        )


ARTICLE_LAST = re.compile(
    r"^(.*), (The|A|An|Le|La|Les|L'|Il|Lo|I|Gli|El|Los|Las|Der|Die|Das|Det|Den|Un|Une|En|O|Os)$"
)


def normalize(title: str) -> str:
    """Letters and digits of a title in ASCII, its article in front: "Idiots, The" → "theidiots"."""
    moved = ARTICLE_LAST.sub(r"\2 \1", title.strip())
    plain = anyascii(moved).casefold().replace("&", "and")
    return re.sub(r"[^a-z0-9]", "", plain)


def titles_of(text: str) -> set[str]:
    """Return the normalized titles in MovieLens's "Title, The (a.k.a. Other) (Original, L')"."""
    inside = [re.sub(r"^a\.k\.a\.\s*", "", part) for part in re.findall(r"\(([^()]*)\)", text)]
    # Parentheses may belong to the title, as in "(500) Days of Summer": every beginning counts.
    beginnings = [text, *(text[: found.start()] for found in re.finditer(r"\s\(", text))]
    return {name for t in (*beginnings, *inside) if (name := normalize(t))}


def read_references(folder: Path) -> list[Reference]:
    with (folder / "links.csv").open(encoding="utf-8", newline="") as file:
        imdb = {r["movieId"]: f"tt{r['imdbId']}" for r in csv.DictReader(file)}
    references = []
    with (folder / "movies.csv").open(encoding="utf-8", newline="") as file:
        for record in csv.DictReader(file):
            found = re.fullmatch(r"(.*) \((\d{4})\)", record["title"].strip())
            if found:
                names = frozenset(titles_of(found[1]))
                references.append(Reference(imdb[record["movieId"]], int(found[2]), names))
    return references


@pytest.fixture(scope="module")
def references(movielens) -> list[Reference]:
    return read_references(movielens)


def disagreements_by_title(rows: Iterable[Row], references: list[Reference]) -> Disagreements:
    """Return rows with an id whose title and year MovieLens has under other ids only."""
    ids: dict[tuple[str, int], set[str]] = defaultdict(set)
    for reference in references:
        for name in reference.names:
            ids[name, reference.year].add(reference.imdb_id)
    compared = 0
    wrong: list[tuple[str, int]] = []
    for row in rows:
        theirs: set[str] = set().union(*(ids.get((n, row.year), set()) for n in row.names))
        if row.imdb_id and theirs:
            compared += 1
            if row.imdb_id not in theirs:
                wrong.append((row.title, row.year))
    return compared, wrong


def disagreements_by_id(rows: Iterable[Row], references: list[Reference]) -> Disagreements:
    """Return rows whose id MovieLens gives to another title, or a year more than one away."""
    by_id = {reference.imdb_id: reference for reference in references}
    compared = 0
    wrong: list[tuple[str, int]] = []
    for row in rows:
        theirs = by_id.get(row.imdb_id)
        if theirs is not None:
            compared += 1
            if not (row.names & theirs.names) or abs(row.year - theirs.year) > 1:
                wrong.append((row.title, row.year))
    return compared, wrong


def test_the_file_is_utf8_csv_with_the_stated_header():
    raw = STARTER.read_bytes()
    assert not raw.startswith(b"\xef\xbb\xbf")
    assert b"\r" not in raw
    with STARTER.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    assert lines[0] == COLUMNS
    assert {len(line) for line in lines} == {len(COLUMNS)}
    assert all(cell == cell.strip() for line in lines for cell in line)
    assert len(lines) > 1000


def test_rows_are_sorted_by_year_then_title():
    keys = [(row.year, row.title) for row in starter()]
    assert keys == sorted(keys)


def test_every_movie_is_there_once():
    by_name = Counter((normalize(row.title), row.year) for row in starter())
    assert [key for key, times in by_name.items() if times > 1] == []
    ids = Counter(row.imdb_id for row in starter() if row.imdb_id)
    assert [key for key, times in ids.items() if times > 1] == []


def test_no_movie_is_there_twice_under_two_of_its_titles():
    """The same normalized title within a year of another row, through alternative titles too."""
    seen: dict[str, list[Row]] = defaultdict(list)
    for row in starter():
        for name in row.names:
            seen[name].append(row)
    near = [
        (a.title, a.year, b.title, b.year)
        for rows in seen.values()
        for a in rows
        for b in rows
        if a is not b and (a.year, a.title) < (b.year, b.title) and b.year - a.year <= 1
    ]
    assert near == [
        # "Zombie" in Germany and in France; the other one in America.
        ("Dawn of the Dead", 1978, "Zombi 2", 1979),
        # That of 2005 is American science fiction, that of 2006 a Russian drama.
        ("The Island", 2005, "The Island", 2006),
    ]


def test_ids_years_and_popularity_are_in_range():
    for row in starter():
        assert row.title
        assert not row.imdb_id or re.fullmatch(r"tt\d{7,8}", row.imdb_id), row
        assert 1915 <= row.year <= 2026, row
        assert 1 <= row.popularity <= 100, row
    assert sum(bool(row.imdb_id) for row in starter()) >= 0.6 * len(starter())


def test_popularity_distinguishes_movies():
    values = np.array([row.popularity for row in starter()])
    assert len(set(values.tolist())) >= 60
    assert np.quantile(values, 0.9) - np.quantile(values, 0.1) >= 30


def test_titles_are_written_as_a_person_writes_them():
    """No article at the end, no year in the title, no alternative that repeats the title."""
    for row in starter():
        assert not ARTICLE_LAST.match(row.title), row
        assert not re.search(r"\(\d{4}\)", row.title), row
        assert row.title not in row.alternative_titles, row
        assert len(set(row.alternative_titles)) == len(row.alternative_titles), row


def test_categories_are_known_sorted_and_few():
    for row in starter():
        assert 1 <= len(row.categories) <= 4, row
        assert list(row.categories) == sorted(set(row.categories)), row
        assert set(row.categories) <= set(CATEGORIES), row


def test_every_decade_and_category_is_represented():
    decades = Counter(row.year // 10 * 10 for row in starter())
    categories = Counter(category for row in starter() for category in row.categories)
    for counts, minimum in ((decades, DECADE_MINIMUM), (categories, CATEGORY_MINIMUM)):
        say(str(dict(sorted(counts.items()))))
        assert {one: counts[one] for one, least in minimum.items() if counts[one] < least} == {}


def test_world_cinema_is_represented():
    """Titles in their own script show that the original titles are kept, for several scripts."""
    scripts = {
        "Japanese or Chinese": r"[\u3040-\u30ff\u4e00-\u9fff]",
        "Korean": r"[\uac00-\ud7af]",
        "Cyrillic": r"[\u0400-\u04ff]",
        "Indian": r"[\u0900-\u0dff]",
        "Arabic or Persian": r"[\u0600-\u06ff]",
    }
    least = {
        "Japanese or Chinese": 80,
        "Korean": 15,
        "Cyrillic": 20,
        "Indian": 15,
        "Arabic or Persian": 8,
    }
    found = {
        name: sum(any(re.search(s, t) for t in row.alternative_titles) for row in starter())
        for name, s in scripts.items()
    }
    say(f"original titles by script: {found}")
    assert {name: n for name, n in found.items() if n < least[name]} == {}


def test_movies_make_a_reasonable_number_of_groups():
    """Groups by categories are what perturbation works on: more than a few, fewer than movies."""
    movies = tuple(Movie(row.title, row.year, row.categories) for row in starter())
    groups = Catalog("starter", "test", movies).groups
    say(f"{groups.items} movies in {len(groups.sizes)} groups")
    assert groups.items == len(starter())
    assert 150 <= len(groups.sizes) <= 600
    assert int(np.max(groups.sizes)) <= 0.15 * groups.items


@pytest.mark.parametrize(("movie", "imdb_id"), MUST_HAVE.items(), ids=str)
def test_movies_everyone_would_look_for(movie, imdb_id):
    assert [row.imdb_id for row in starter() if (row.title, row.year) == movie] == [imdb_id]


def test_ids_agree_with_movielens(references):
    rows = [row for row in starter() if row.imdb_id not in OTHER_IDS]
    compared, wrong = disagreements_by_title(rows, references)
    say(f"ids compared by title and year: {compared}")
    assert wrong == []
    assert compared >= 3000


def test_titles_and_years_agree_with_movielens(references):
    """An exception that is no longer needed is removed."""
    rows = [row for row in starter() if row.imdb_id not in KNOWN_DIFFERENCES]
    compared, wrong = disagreements_by_id(rows, references)
    say(f"titles and years compared by id: {compared}")
    assert wrong == []
    assert compared >= 3000
    rows = [row for row in starter() if row.imdb_id in KNOWN_DIFFERENCES]
    assert len(rows) == len(KNOWN_DIFFERENCES)
    _, differing = disagreements_by_id(rows, references)
    assert len(differing) == len(rows)


def test_the_check_finds_a_wrong_id_title_and_year():
    """The comparison itself can fail."""
    references = [
        Reference("tt0133093", 1999, frozenset({normalize("The Matrix")})),
        Reference("tt0111161", 1994, frozenset({normalize("The Shawshank Redemption")})),
    ]
    right = Row("tt0133093", "The Matrix", 1999, ("Sci-Fi",), 99, ())
    assert disagreements_by_title([right], references) == (1, [])
    assert disagreements_by_id([right], references) == (1, [])
    other_id = Row("tt0111161", "The Matrix", 1999, ("Sci-Fi",), 99, ())
    assert disagreements_by_title([other_id], references)[1] == [("The Matrix", 1999)]
    assert disagreements_by_id([other_id], references)[1] == [("The Matrix", 1999)]
    other_year = Row("tt0133093", "The Matrix", 2003, ("Sci-Fi",), 99, ())
    assert disagreements_by_id([other_year], references)[1] == [("The Matrix", 2003)]
