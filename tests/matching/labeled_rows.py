"""Labelled rows: traces of movies in histories, and the corpus with a catalog of its own.

`traces/shapes.txt` holds shapes of addresses and page titles; each is filled with some movies of
the starter catalog, drawn with a seed of its own, so that a rule cannot be made for a movie.
`traces/rows*.txt` and `traces/other_things.txt` hold single rows with movies, and with none.
"""

import csv
import json
import random
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote_plus

from anyascii import anyascii

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.movies import Catalog, Movie

TRACES = Path(__file__).resolve().parent / "traces"
CORPUS = TRACES.with_name("corpus")

MOVIES_PER_SHAPE = 8
_KNOWN = 3_000  # movies that shapes are filled with, the best known ones of the catalog
_KIND = re.compile(r"== (?P<kind>\w+)(?: \[(?P<mark>\w+)\])?")
_FIELD = re.compile(r"\{([\w.]+)\}")
_SHORTEST_MISTYPED = 9


@dataclass(frozen=True)
class Trace:
    """One row with its label. `marks`: "nothing" (not even suggested), "undated", "several"."""

    kind: str
    url: str
    title: str
    movies: tuple[int, ...]  # positions in the catalog; several: the row names all of them
    mark: str = ""


@cache
def catalog() -> Catalog:
    """The starter catalog."""
    return load_starter()


def all_traces() -> list[Trace]:
    """Every row of the files."""
    names = ("rows.txt", "rows_2.txt", "rows_3.txt", "other_things.txt")
    return [*_filled(), *(row for name in names for row in _rows(name))]


def _lines(name: str) -> Iterator[tuple[str, str, list[str]]]:
    kind, mark = "", ""
    for line in (TRACES / name).read_text(encoding="utf-8").splitlines():
        found = _KIND.fullmatch(line)
        if found:
            kind, mark = found["kind"], found["mark"] or ""
        elif line and not line.startswith("#"):
            yield kind, mark, [part.strip() for part in line.split("|||")]


def _rows(name: str) -> Iterator[Trace]:
    by_label = {movie.label: i for i, movie in enumerate(catalog().movies)}
    for kind, mark, parts in _lines(name):
        url, title, *movies = parts
        labels = movies[0].split(";") if movies else []
        yield Trace(kind, url, title, tuple(by_label[label.strip()] for label in labels), mark)


def _filled() -> Iterator[Trace]:
    movies = catalog().movies
    ranked = sorted(range(len(movies)), key=lambda i: -movies[i].popularity)
    known = [i for i in ranked[:_KNOWN] if movies[i].imdb_id]
    titles: dict[str, list[int]] = {}
    for i in known:
        titles.setdefault(movies[i].title.lower(), []).append(i)
    several = [i for i in known if len(titles[movies[i].title.lower()]) > 1]
    for kind, mark, (url, title) in _lines("shapes.txt"):
        generator = random.Random(f"{kind} {url} {title}")
        pool = several if mark == "several" else known
        mistyped = "{typo}" in url + title
        if mistyped:
            pool = [i for i in pool if len(_plain(movies[i].title)) >= _SHORTEST_MISTYPED]
        for i in generator.sample(pool, MOVIES_PER_SHAPE):
            other = generator.choice([j for j in known if movies[j].title != movies[i].title])
            fields = _fields(movies[i], movies[other], generator, mistyped=mistyped)
            filled = [_FIELD.sub(lambda m, f=fields: f[m[1]], text) for text in (url, title)]
            meant = (i, other) if "2}" in url + title else (i,)
            yield Trace(kind, filled[0], filled[1], meant, mark)


def _fields(one: Movie, two: Movie, generator: random.Random, *, mistyped: bool) -> dict[str, str]:
    title = one.title
    return {
        "t": title,
        "t.upper": title.upper(),
        "y": str(one.year),
        "q": quote_plus(title.lower()),
        "s": _slug(title, "-"),
        "u": _slug(title, "_"),
        "d": ".".join(re.findall(r"[\w'-]+", title.replace("&", "and"))),
        "tt": one.imdb_id or "",
        "n": str(int((one.imdb_id or "tt0")[2:])),
        "typo": _mistyped(title, generator) if mistyped else "",
        "t2": two.title,
        "y2": str(two.year),
        "s2": _slug(two.title, "-"),
        "q2": quote_plus(two.title.lower()),
    }


def _slug(title: str, separator: str) -> str:
    words = re.findall(r"[a-z0-9]+", anyascii(title.replace("'", "")).lower())
    return separator.join(words)


def _plain(title: str) -> str:
    return re.sub(r"[^a-z]", "", title.lower())


def _mistyped(title: str, generator: random.Random) -> str:
    """A title with one letter wrong, two in a long one."""
    text = " ".join(re.findall(r"[a-z0-9]+", anyascii(title.replace("'", "")).lower()))
    edits = 2 if len(_plain(title)) >= 2 * _SHORTEST_MISTYPED and generator.random() < 0.4 else 1
    for _ in range(edits):
        at = generator.choice(
            [k for k in range(2, len(text) - 1) if text[k].isalpha() and text[k + 1].isalpha()]
        )
        letter = generator.choice([c for c in string.ascii_lowercase if c != text[at]])
        text = generator.choice(
            (
                text[:at] + text[at + 1 :],
                text[:at] + letter + text[at + 1 :],
                text[:at] + text[at] + text[at:],
                text[:at] + text[at + 1] + text[at] + text[at + 2 :],
            )
        )
    return text


def corpus_catalog() -> Catalog:
    """The corpus's own catalog; its imdb and tmdb ids are invented."""
    with (CORPUS / "catalog.csv").open(encoding="utf-8", newline="") as lines:
        return Catalog(
            "corpus",
            "1",
            tuple(
                Movie(
                    row["title"],
                    int(row["year"]),
                    (),
                    imdb_id=row["imdb_id"],
                    movielens_id=int(row["movielens_id"]),
                    tmdb_id=int(row["tmdb_id"]),
                    alternative_titles=tuple(filter(None, row["alternative_titles"].split("|"))),
                    popularity=float(row["popularity"]),
                )
                for row in csv.DictReader(lines)
            ),
        )


def corpus_rows() -> list[dict[str, object]]:
    """Every labelled row of the corpus: `url`, `title`, `movie_ids`, `kind`, `evidence`, `tier`.

    Tiers: ordinary (a movie is there), negative (none), hard (none, and a title with its year or a
    movie site's look say otherwise).
    """
    return [
        json.loads(line)
        for path in sorted(CORPUS.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
