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
from collections.abc import Callable, Iterator, Sequence
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
_TOPICS = tuple(_TOPIC_WORDS.split())


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
    writer = _Writer(generator, movies[:_SEEN_MOVIES])
    kinds = (
        (7, writer.film),
        (12, writer.search),
        (11, writer.video),
        (5, writer.forum),
        (3, writer.encyclopedia),
        (12, writer.work),
        (50, writer.ordinary),
    )
    bounds = list(accumulate(weight for weight, _ in kinds))
    makers: list[Callable[[int], Page]] = [make for _, make in kinds]
    number = 0
    while True:
        number += 1
        (make,) = generator.choices(makers, cum_weights=bounds)
        yield make(number)


class _Writer:
    """Writes pages of every kind. `n` makes a URL the only one of its kind."""

    def __init__(self, generator: random.Random, movies: Sequence[Movie]) -> None:
        self._random = generator
        self._movies = movies
        self._hosts = [
            f"www.{generator.choice(_TOPICS)}-{generator.choice(_TOPICS)}{k}.example"
            for k in range(_HOSTS)
        ]
        # A few hosts have most of the pages.
        self._bounds = list(accumulate(1 / (k + 3) for k in range(_HOSTS)))

    def _movie(self) -> Movie:
        return self._movies[int(len(self._movies) * self._random.random() ** 2)]

    def _topic(self, most: int = 6) -> str:
        return " ".join(self._random.choices(_TOPICS, k=self._random.randint(2, most)))

    def film(self, n: int) -> Page:
        """Return a page of a film site, a player or a guide."""
        movie = self._movie()
        t, y, slug = movie.title, movie.year, _slug(movie.title)
        forms: tuple[Page, ...] = (
            (f"https://www.imdb.com/title/{movie.imdb_id}/?ref_={n}", f"{t} ({y}) - IMDb"),
            (f"https://www.imdb.com/title/tt{9_000_000 + n}/", f"{self._topic()} (2011) - IMDb"),
            (f"https://www.imdb.com/name/nm{n:07d}/", f"{self._topic(2)} - IMDb"),
            (
                f"https://letterboxd.com/film/{slug}/?p={n}",
                f"\u200e{t} ({y}) directed by Someone • Reviews, film + cast • Letterboxd",
            ),
            (
                f"https://www.themoviedb.org/movie/{movie.tmdb_id or n}-{slug}?n={n}",
                f"{t} ({y}) — The Movie Database (TMDB)",
            ),
            (f"https://www.rottentomatoes.com/m/{slug}_{y}?n={n}", f"{t} | Rotten Tomatoes"),
            (f"https://www.metacritic.com/movie/{slug}/?n={n}", f"{t} Reviews - Metacritic"),
            (f"https://www.netflix.com/title/{80_000_000 + n}", f"Watch {t} | Netflix"),
            (f"https://www.netflix.com/watch/{80_000_000 + n}", "Netflix"),
            (f"https://www.primevideo.com/detail/0{n:09X}", f"Prime Video: {t}"),
            (
                f"https://www.justwatch.com/us/movie/{slug}?n={n}",
                f"{t} streaming: where to watch movie online?",
            ),
            (f"https://www.justwatch.com/us/tv-show/s{n}", "A Series - streaming online"),
            (
                f"https://www.allocine.fr/film/fichefilm_gen_cfilm={n}.html",
                f"{t} - film {y} - AlloCiné",
            ),
            (f"https://www.filmaffinity.com/es/film{n}.html", f"{t} ({y}) - FilmAffinity"),
            (f"https://www.kinopoisk.ru/film/{n}/", f"{t} — смотреть онлайн — Кинопоиск"),
        )
        return self._random.choice(forms)

    def search(self, n: int) -> Page:
        """Return a search; one in twelve is for a film."""
        if n % 12 == 0:
            movie = self._movie()
            query = f"{movie.title} {self._random.choice((str(movie.year), 'movie', 'cast'))}"
        else:
            query = self._topic()
        host, site = self._random.choice(
            (("www.google.com/search", "Google Search"), ("duckduckgo.com/", "at DuckDuckGo"))
        )
        return f"https://{host}?q={quote_plus(query)}&ei={n:x}", f"{query} - {site}"

    def video(self, n: int) -> Page:
        """Return a video; one in fifteen is a trailer."""
        if n % 15 == 0:
            movie = self._movie()
            title = f"{movie.title} ({movie.year}) Official Trailer"
        else:
            title = self._topic(8).title()
        return f"https://www.youtube.com/watch?v={n:011x}", f"{title} - YouTube"

    def forum(self, n: int) -> Page:
        """Return a thread; one in twenty speaks of a film."""
        place = self._random.choice(("movies", "python", "cooking", "askscience", "gaming"))
        text = self._topic(9).capitalize()
        if n % 20 == 0:
            text = f"Just watched {self._movie().label} and loved it"
        return f"https://www.reddit.com/r/{place}/comments/{n:x}/t/", f"{text} : r/{place}"

    def encyclopedia(self, n: int) -> Page:
        """Return an article; one in ten is about a film."""
        if n % 10 == 0:
            movie = self._movie()
            name = f"{movie.title} ({movie.year} film)"
        else:
            name = self._topic(3).capitalize()
        url = f"https://en.wikipedia.org/wiki/{quote_plus(name.replace(' ', '_'))}?n={n}"
        return url, f"{name} - Wikipedia"

    def work(self, n: int) -> Page:
        """Letters and work on hosts that the table knows as such."""
        host = self._random.choice(
            ("mail.google.com/mail/u/0/#inbox", "github.com/a/b/issues", "docs.google.com/document")
        )
        return f"https://{host}/{n:x}", f"{self._topic()} - {host.partition('.')[0]}"

    def ordinary(self, n: int) -> Page:
        """Return a page that no table knows; one in forty has a year in brackets, some a film's."""
        (host,) = self._random.choices(self._hosts, cum_weights=self._bounds)
        title = self._topic(10)
        if n % 40 == 0:
            year = self._random.randint(1990, 2026)
            label = self._movie().label if n % 400 == 0 else f"{self._topic(3).title()} ({year})"
            title = f"{label} | {title}"
        path = self._topic(5).replace(" ", "-")
        return f"https://{host}/{path}/{n}?utm_source=feed&id={n:x}", title


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def write_history(folder: Path, rows: Iterator[Page], count: int) -> BrowserProfile:
    """Write a Chromium profile below `folder` with the next `count` pages, one visit in five
    again.

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
