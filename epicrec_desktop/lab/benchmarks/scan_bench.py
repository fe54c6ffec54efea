"""How long a scan takes, from snapshot to library, and how the paper's loop compares.

The real services do the work, in their child process, on a synthetic history that a Chromium-schema
database holds. The paper's way is to search each title in each row; it is timed on a sample beside
the scan and scaled, because on all rows it takes the better part of an hour.
"""

from __future__ import annotations

import multiprocessing
import os
import random
import re
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate, islice
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.history.cleaning import CHROMIUM_EPOCH, to_ticks
from epicrec_desktop.history.discovery import HISTORY
from epicrec_desktop.history.sample import CHROMIUM_INDEXES, CHROMIUM_TABLES, LINK
from epicrec_desktop.lab.benchmarks.search_bench import made_up
from epicrec_desktop.memory import peak_bytes
from epicrec_desktop.paths import Paths, private_folder
from epicrec_desktop.services.scan import ScanResult
from epicrec_desktop.store.catalog import STARTER, CatalogRepository
from epicrec_desktop.wiring import Services, build

ROWS = 1_000_000
TITLES = 10_000
_NEW_ROWS = 1_000  # since the first scan
_SAMPLE_ROWS = 400
_SAMPLE_PAIRS = 4_000_000  # at most, of rows and titles
_POLL_S = 0.02


@dataclass(frozen=True)
class Timed:
    """One scan: wall-clock seconds, the child's seconds of a processor (a busy computer adds to
    the first, hardly to the second), and its peak (10⁶ bytes; None where not reported)."""

    seconds: float
    cpu_s: float
    peak_mb: float | None
    result: ScanResult


def run(
    rows: int = ROWS, titles: int = TITLES, *, seed: int = 1, job: Job = UNATTENDED
) -> dict[str, Any]:
    """Scan `rows` pages against `titles` movies, and again with a few new rows.

    `peak_mb` is the scanning process's resident memory at its highest. Raises `CatalogError` for
    sizes that are none, `Cancelled`.
    """
    if rows < 1 or titles < 1:
        raise CatalogError("A benchmark needs at least one row and one title.")
    job.report(Progress("Making a catalog and a history up"))
    catalog = synthetic_catalog(titles, seed)
    with tempfile.TemporaryDirectory(prefix="epicrec-bench-") as folder:
        base = Path(folder)
        source = pages(catalog, seed)
        profile = write_history(base / "browser", source, rows)
        job.check()
        with services_of(base / "library", catalog) as services:
            first = _scan(services, profile, job)
            paper_s = _paper_loop_s(catalog, seed, rows)
            add_history(profile.database, source, _NEW_ROWS)
            again = _scan(services, profile, job)
    return {
        "rows": rows,
        "titles": titles,
        "seconds": first.seconds,
        "rescan_s": again.seconds,
        "peak_mb": first.peak_mb,
        "paper_loop_ratio": paper_s / first.seconds,
        "paper_loop_s": paper_s,
        "cpu_s": first.cpu_s,
        "rescan_cpu_s": again.cpu_s,
        "visits": first.result.visits,
        "movies": first.result.movies,
        "rescan_visits": again.result.visits,
    }


@contextmanager
def services_of(base: Path, catalog: Catalog) -> Iterator[Services]:
    """Services of a base folder whose catalog is this one alone."""
    environment = Environment(platform="linux", home=base, env={})  # no browser of this computer
    services = build(Paths.under(base), environment=environment)
    try:
        with services.context.database.write() as session:
            repository = CatalogRepository(session)
            starter = next(s.version for s in repository.sources() if s.name == STARTER)
            now = services.context.now()
            repository.merge(STARTER, Catalog(STARTER, starter, ()), now=now)
            repository.merge("bench", catalog, now=now)
        yield services
    finally:
        services.close()


def _scan(services: Services, profile: BrowserProfile, job: Job) -> Timed:
    with _peak_of_children() as peak:
        before = _children_cpu_s()
        start = time.perf_counter()
        result = services.scan.scan([profile], job=job)
        seconds = time.perf_counter() - start
        cpu_s = _children_cpu_s() - before
    return Timed(seconds, cpu_s, peak[0] / 1e6 if peak else None, result)


def _children_cpu_s() -> float:
    times = os.times()
    return times.children_user + times.children_system


@contextmanager
def _peak_of_children() -> Iterator[Sequence[int]]:
    """Bytes of the largest child while the block runs; empty where not reported."""
    peak: list[int] = []
    done = threading.Event()

    def watch() -> None:
        while not done.wait(_POLL_S):
            for child in multiprocessing.active_children():
                now = peak_bytes(child.pid)
                if now is not None:
                    peak[:] = [max([now, *peak])]

    watcher = threading.Thread(target=watch, name="peak of children")
    watcher.start()
    try:
        yield peak
    finally:
        done.set()
        watcher.join()


def _paper_loop_s(catalog: Catalog, seed: int, rows: int) -> float:
    """Seconds that the paper's loop takes for these rows: each title searched in each row."""
    titles = [movie.title.lower() for movie in catalog.movies]
    count = max(1, min(_SAMPLE_ROWS, rows, _SAMPLE_PAIRS // len(titles)))
    sample: list[Page] = list(islice(pages(catalog, seed), count))
    found = 0
    start = time.perf_counter()
    for url, title in sample:
        text = f"{url} {title}".lower()
        for wanted in titles:
            if wanted in text:
                found += 1
    return (time.perf_counter() - start) / count * rows


Page = tuple[str, str]
"""URL and page title."""

_SEEN_MOVIES = 3_000  # that one person's pages are about
_HOSTS = 6_000  # that no table knows
_NEWEST = datetime(2026, 11, 1, tzinfo=UTC)
_STEP_S = 7
_TOPIC_WORDS = (
    "weather report city council budget recipe chicken soup running shoes used car price python "
    "list index error train timetable apartment rent tax form insurance football result election "
    "poll garden hose phone case review holiday flights hotel deals museum opening hours battery "
    "update release notes invoice meeting agenda project plan course notes exam birthday gift"
)
_TOPICS = _TOPIC_WORDS.split()


@dataclass(frozen=True)
class _Kind:
    """`share` of a hundred pages: each of the `forms` (URL and title), with a `text` in its place.

    The text of one page in `every` is of `movies`, that of another one of `others`. What the braces
    stand for: `_words`; `n` makes a URL the only one of its kind.
    """

    share: int
    every: int
    movies: tuple[str, ...]
    others: tuple[str, ...]
    forms: tuple[Page, ...]


_SEARCHED = ("{title} {year}", "{title} movie", "{title} cast")
_KINDS = (
    _Kind(7, 1, ("{title}",), (), (  # movie sites, players and guides
        ("https://www.imdb.com/title/{movie.imdb_id}/?ref_={n}", "{title} ({year}) - IMDb"),
        ("https://www.imdb.com/title/tt9{n:07d}/", "{topic} (2011) - IMDb"),
        ("https://www.imdb.com/name/nm{n:07d}/", "{topic} - IMDb"),
        (
            "https://letterboxd.com/film/{slug}/?p={n}",
            "\u200e{title} ({year}) directed by Someone • Reviews, film + cast • Letterboxd",
        ),
        (
            "https://www.themoviedb.org/movie/{n}-{slug}",
            "{title} ({year}) — The Movie Database (TMDB)",
        ),
        ("https://www.rottentomatoes.com/m/{slug}_{year}?n={n}", "{title} | Rotten Tomatoes"),
        ("https://www.metacritic.com/movie/{slug}/?n={n}", "{title} Reviews - Metacritic"),
        ("https://www.netflix.com/title/8{n:07d}", "Watch {title} | Netflix"),
        ("https://www.netflix.com/watch/8{n:07d}", "Netflix"),
        ("https://www.primevideo.com/detail/0{n:09X}", "Prime Video: {title}"),
        (
            "https://www.justwatch.com/us/movie/{slug}?n={n}",
            "{title} streaming: where to watch movie online?",
        ),
        ("https://www.justwatch.com/us/tv-show/s{n}", "A Series - streaming online"),
        (
            "https://www.allocine.fr/film/fichefilm_gen_cfilm={n}.html",
            "{title} - film {year} - AlloCiné",
        ),
        ("https://www.filmaffinity.com/es/film{n}.html", "{title} ({year}) - FilmAffinity"),
        ("https://www.kinopoisk.ru/film/{n}/", "{title} — смотреть онлайн — Кинопоиск"),
    )),
    _Kind(12, 12, _SEARCHED, ("{topic}",), (
        ("https://www.google.com/search?q={quoted}&ei={n:x}", "{text} - Google Search"),
        ("https://duckduckgo.com/?q={quoted}&ei={n:x}", "{text} at DuckDuckGo"),
    )),
    _Kind(11, 15, ("{title} ({year}) Official Trailer",), ("{topic}",), (
        ("https://www.youtube.com/watch?v={n:011x}", "{text} - YouTube"),
    )),
    _Kind(5, 20, ("Just watched {title} ({year}) and loved it",), ("{topic}",), tuple(
        (f"https://www.reddit.com/r/{forum}/comments/{{n:x}}/t/", f"{{text}} : r/{forum}")
        for forum in ("movies", "python", "cooking", "askscience", "gaming")
    )),
    _Kind(3, 10, ("{title} ({year} film)",), ("{topic}",), (
        ("https://en.wikipedia.org/wiki/{quoted}?n={n}", "{text} - Wikipedia"),
    )),
    _Kind(12, 1, ("{topic}",), (), (  # letters and work, on hosts that the table knows as such
        ("https://mail.google.com/mail/u/0/#inbox/{n:x}", "{text} - mail"),
        ("https://github.com/a/b/issues/{n:x}", "{text} - github"),
        ("https://docs.google.com/document/{n:x}", "{text} - docs"),
    )),
    # Pages that no table knows; one in forty has a year in brackets, some of these a movie.
    _Kind(
        50, 400, ("{title} ({year}) | {topic}",), (*["{topic}"] * 39, "{topic} ({any_year}) | {n}"),
        (("https://{host}/{path}/{n}?utm_source=feed&id={n:x}", "{text}"),),
    ),
)  # fmt: skip


def synthetic_catalog(titles: int, seed: int = 1) -> Catalog:
    """Return a catalog of exactly this many movies: real titles first, then halves of them."""
    movies = load_starter().movies
    if titles > len(movies):
        more = made_up(titles, random.Random(seed))  # noqa: S311 - made-up data
        movies = tuple({(m.title, m.year): m for m in (*movies, *more)}.values())
    return Catalog("made up", f"{titles}-{seed}", movies[:titles])


def pages(catalog: Catalog, seed: int = 1) -> Iterator[Page]:
    """Pages without end, every URL once."""
    generator = random.Random(seed)  # noqa: S311
    movies = [m for m in catalog.movies if m.year is not None]
    generator.shuffle(movies)
    shares = list(accumulate(kind.share for kind in _KINDS))
    for n, words in enumerate(_words(movies[:_SEEN_MOVIES], generator), start=1):
        (kind,) = generator.choices(_KINDS, cum_weights=shares)
        text = generator.choice(kind.others if n % kind.every else kind.movies).format(n=n, **words)
        url, title = generator.choice(kind.forms)
        words |= {"n": n, "text": text, "quoted": quote_plus(text)}
        yield url.format(**words), title.format(**words)


def _words(movies: Sequence[Movie], generator: random.Random) -> Iterator[dict[str, Any]]:
    """Yield what the next page may speak of, without end."""
    slugs = [re.sub(r"[^a-z0-9]+", "-", movie.title.lower()).strip("-") for movie in movies]
    hosts = [
        f"www.{generator.choice(_TOPICS)}-{generator.choice(_TOPICS)}{k}.example"
        for k in range(_HOSTS)
    ]
    bounds = list(accumulate(1 / (k + 3) for k in range(_HOSTS)))  # a few have most of the pages
    while True:
        place = int(len(movies) * generator.random() ** 2)
        movie, topic = movies[place], generator.choices(_TOPICS, k=generator.randint(2, 9))
        yield {
            "movie": movie, "title": movie.title, "year": movie.year, "slug": slugs[place],
            "topic": " ".join(topic), "path": "-".join(topic[:5]),
            "any_year": generator.randint(1990, 2026),
            "host": generator.choices(hosts, cum_weights=bounds)[0],
        }  # fmt: skip


def write_history(folder: Path, rows: Iterator[Page], count: int) -> BrowserProfile:
    """Write a Chromium profile below `folder` with `count` more pages, one visit in five again.

    Raises `OSError` where the folder cannot be written.
    """
    database = private_folder(folder / "Default") / HISTORY
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executescript(f"PRAGMA synchronous = OFF; {CHROMIUM_TABLES}")
        _insert(connection, rows, count, _NEWEST - timedelta(seconds=_STEP_S * count))
        connection.executescript(CHROMIUM_INDEXES)
    return BrowserProfile("Chromium", BrowserFamily.CHROMIUM, "Made up", database)


def add_history(database: Path, rows: Iterator[Page], count: int) -> None:
    """Visit `count` pages more."""
    with closing(sqlite3.connect(database)) as connection, connection:
        _insert(connection, rows, count, _NEWEST)


def _insert(
    connection: sqlite3.Connection, rows: Iterator[Page], count: int, begin: datetime
) -> None:
    (last,) = connection.execute("SELECT ifnull(max(id), 0) FROM urls").fetchone()
    start = to_ticks(begin, CHROMIUM_EPOCH)
    step = _STEP_S * 1_000_000
    numbered = enumerate(islice(rows, count), start=1)
    while chunk := list(islice(numbered, 10_000)):
        connection.executemany(
            "INSERT INTO urls (id, url, title, visit_count, last_visit_time) VALUES (?,?,?,1,?)",
            ((last + k, url, title, start + k * step) for k, (url, title) in chunk),
        )
        again = [(k, last + k) for k, _ in chunk] + [(k, last + k) for k, _ in chunk if k % 5 == 0]
        connection.executemany(
            "INSERT INTO visits (url, visit_time, visit_duration, transition) VALUES (?,?,?,?)",
            ((page, start + k * step, 60_000_000, LINK) for k, page in sorted(again)),
        )
