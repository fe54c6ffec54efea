"""How long a search for a movie takes over a large catalog, and how long it takes to prepare.

On a made-up catalog of a given size, whose titles are halves of the starter catalog's: so words,
languages and lengths are as in real ones. Asked are whole titles, their beginnings, titles with a
letter missing, with two mistyped, and what is in no title. Times are of the processor.
"""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.matching.title_search import TitleSearch, search_entry

MOVIES = 60_000
ROUNDS = 100
"""Titles that are asked for, each in several ways."""
MAX_OTHERS = 3
LIMIT = 20


def run(
    movies: int = MOVIES, *, rounds: int = ROUNDS, seed: int = 1, job: Job = UNATTENDED
) -> dict[str, Any]:
    """{movies, titles, prepare_s, p50_ms, p99_ms, slowest_ms, queries}."""
    generator = random.Random(seed)  # noqa: S311 - nothing here is secret
    job.report(Progress("Making up titles", 0, 2))
    made = made_up(movies, generator)
    job.step("Searching", 1, 2)
    start = time.process_time()
    search = TitleSearch([search_entry(movie) for movie in made])
    prepared = time.process_time() - start
    times = []
    for movie in generator.choices(made, k=rounds):
        job.check()
        for query in _queries(movie, generator):
            start = time.process_time()
            search.find(query, LIMIT)
            times.append(1e3 * (time.process_time() - start))
    return {
        "movies": movies,
        "titles": sum(1 + len(movie.alternative_titles) for movie in made),
        "prepare_s": prepared,
        "p50_ms": float(np.percentile(times, 50)),
        "p99_ms": float(np.percentile(times, 99)),
        "slowest_ms": max(times),
        "queries": len(times),
    }


def made_up(count: int, generator: random.Random) -> list[Movie]:
    """Return movies whose titles are halves of the starter catalog's, each with an id."""
    starter = load_starter().movies
    pool = [title.split() for m in starter for title in (m.title, *m.alternative_titles)]

    def title() -> str:
        one, other = generator.choice(pool), generator.choice(pool)
        return " ".join(one[: (len(one) + 1) // 2] + other[len(other) // 2 :])

    return [
        Movie(
            title(),
            generator.randint(1920, 2025),
            tuple(sorted(generator.sample(CATEGORIES, generator.randint(1, 3)))),
            imdb_id=f"tt9{place:07d}",
            alternative_titles=tuple(title() for _ in range(generator.randint(0, MAX_OTHERS))),
            popularity=count / (1 + place),
        )
        for place in range(count)
    ]


def _queries(movie: Movie, generator: random.Random) -> list[str]:
    title = movie.title
    at = generator.randrange(len(title))
    missing = title[:at] + title[at + 1 :]
    twice = missing[: at // 2] + "q" + missing[at // 2 :]
    return [title, f"{title} {movie.year}", title[: 1 + at], missing, twice, f"{twice} qqqqqq"]
