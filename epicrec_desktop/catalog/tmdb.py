"""Movies from TMDB, with the user's own key: titles, categories, and how popular they are.

Whole years of release are asked for, page by page, so that nothing that is asked depends on what
the person watched. The key goes to TMDB alone: it is in no log, no error and no file of an import.
"""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from epicrec_desktop.catalog.files import catalog_error, fetch_error
from epicrec_desktop.catalog.pages import PageCache, text_of, years_fetched
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.movies import CATEGORIES, LARGEST_TMDB_ID, Catalog, Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.door.failures import DoorError, Failure
from epicrec_desktop.door.pacing import PacedClient, RequestLimits

NAME = "TMDB"
API = "https://api.themoviedb.org/3"
FIRST_YEAR = 1900
MIN_VOTES = 20
MAX_PAGES = 500
"""TMDB answers no page after this one."""
REQUEST_LIMITS = RequestLimits(
    pause_s=0.05, silence_s=20.0, answer_s=60.0, size_bytes=5_000_000, backoff_s=1.0
)

GENRES: Mapping[int, str] = {
    # TMDB's list of genres for movies; History and TV Movie are no categories of MovieLens.
    28: "Action", 12: "Adventure", 16: "Animation", 10751: "Children", 35: "Comedy", 80: "Crime",
    99: "Documentary", 18: "Drama", 14: "Fantasy", 27: "Horror", 10402: "Musical", 9648: "Mystery",
    10749: "Romance", 878: "Sci-Fi", 53: "Thriller", 10752: "War", 37: "Western",
}  # fmt: skip

_V3_KEY = re.compile(r"[0-9a-fA-F]{32}")
_V4_TOKEN = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+")
_MAX_AGE = timedelta(days=30)
_MOST_POPULAR = 1e9
_FORM = "2"  # of the stored pages

_log = logging.getLogger(__name__)


def fetch_tmdb(
    folder: Path,
    key: str,
    language: str = "en",
    *,
    job: Job = UNATTENDED,
    api: str = API,
    limits: RequestLimits = REQUEST_LIMITS,
    years: tuple[int, int] | None = None,
    certificates: Iterable[Path] = (),
) -> Catalog:
    """Return movies of these years (first and last; default all) that `MIN_VOTES` people voted on.

    `key` is an API key (v3) or a read access token (v4); `language` is of titles.
    Answers are kept in `folder`, and the next call goes on from there. Raises `CatalogError` with a
    sentence, `Cancelled`; what was fetched is then kept.
    """
    headers, secret = _authorization(key)
    first, last = years or (FIRST_YEAR, datetime.now(UTC).year + 1)
    asked = f"{_FORM} {api} {language} {MIN_VOTES}"
    service = PacedClient(
        limits, job.cancelled, {"Accept": "application/json", **headers}, certificates
    )
    try:
        store = PageCache(folder, hashlib.sha256(asked.encode()).hexdigest(), _MAX_AGE)
        found: dict[int, dict[str, Any]] = {}
        for number, year in enumerate(range(first, last + 1)):
            job.step(message("Films of {year} from TMDB", year=year), number, last + 1 - first)
            question = {
                "primary_release_year": str(year),
                "language": language,
                "vote_count.gte": str(MIN_VOTES),
                "sort_by": "primary_release_date.asc",
                "include_adult": "false",
            }
            page = store.get(str(year))
            if not isinstance(page, list):
                try:
                    page = list(_read_pages(service, f"{api}/discover/movie", question, secret))
                except DoorError as error:
                    raise _explained(error, number, last + 1 - first) from None
                store.put(str(year), page)
            found.update((entry["id"], entry) for entry in page)
        return _catalog(found, language)
    except (OSError, KeyError, TypeError):
        raise catalog_error(
            "What TMDB answered could not be saved, or was damaged on the disk.",
            "Check the free space on the disk, then try again.",
        ) from None
    finally:
        service.close()


def _authorization(key: str) -> tuple[dict[str, str], dict[str, str]]:
    """Headers and parameters that carry the key. Raises `CatalogError` for what is no key."""
    key = key.strip()
    if _V3_KEY.fullmatch(key):
        return {}, {"api_key": key}
    if _V4_TOKEN.fullmatch(key):
        return {"Authorization": f"Bearer {key}"}, {}
    raise catalog_error(
        "This is no key of TMDB: an API key has 32 characters, an access token two dots.",
        "Copy the key from the API page of your TMDB account.",
    )


def _explained(error: DoorError, years: int, of: int) -> Exception:
    if error.failure is Failure.REFUSED:
        return catalog_error(
            "TMDB does not accept this key.",
            "Compare it with the one on the API page of your TMDB account.",
        )
    return fetch_error(error, NAME, here=years_fetched(years, of))


def _read_pages(
    service: PacedClient, url: str, question: Mapping[str, str], secret: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    """Yield all movies of an answer's pages; entries that are none are left out."""
    page, pages = 1, 1
    while page <= min(pages, MAX_PAGES):
        answer = service.ask(url, {**question, "page": str(page), **secret})
        try:
            results, pages = answer["results"], answer["total_pages"]
            found = [entry for entry in map(_read_entry, results) if entry is not None]
        except (KeyError, TypeError):
            raise DoorError(Failure.NONSENSE) from None
        if type(pages) is not int:
            raise DoorError(Failure.NONSENSE)
        yield from found
        page += 1


def _read_entry(entry: Any) -> dict[str, Any] | None:
    """Return what is kept of one entry; None if it has no number or no title."""
    if not isinstance(entry, dict):
        return None
    number, title = entry.get("id"), text_of(entry.get("title"), 300)
    if type(number) is not int or not 0 < number <= LARGEST_TMDB_ID or not title:
        return None
    popularity, genres = entry.get("popularity"), entry.get("genre_ids")
    if not (isinstance(popularity, (int, float)) and 0 <= popularity <= _MOST_POPULAR):
        popularity = 0.0
    if not isinstance(genres, list):
        genres = []
    released = text_of(entry.get("release_date"), 10)[:4]
    return {
        "id": number,
        "title": title,
        "original": text_of(entry.get("original_title"), 300),
        "year": int(released) if released.isascii() and released.isdecimal() else None,
        "genres": [g for g in genres if type(g) is int and g in GENRES],
        "popularity": float(popularity),
    }


def _catalog(found: Mapping[int, Mapping[str, Any]], language: str) -> Catalog:
    entries: Sequence[Mapping[str, Any]] = [found[number] for number in sorted(found)]
    if not entries:
        raise catalog_error("TMDB listed no films.", "Try again later.")
    movies = tuple(_movie(entry, language.partition("-")[0]) for entry in entries)
    digest = hashlib.sha256(repr(movies).encode()).hexdigest()[:16]
    _log.info("read %d movies", len(movies))
    return Catalog(NAME, digest, movies)


def _movie(entry: Mapping[str, Any], language: str) -> Movie:
    categories = {GENRES[genre] for genre in entry["genres"] if genre in GENRES}
    other = entry["original"]
    return Movie(
        title=entry["title"],
        year=entry["year"],
        categories=tuple(name for name in CATEGORIES if name in categories),
        tmdb_id=entry["id"],
        alternative_titles=(other,) if other and other != entry["title"] else (),
        popularity=entry["popularity"],
        local_titles=((language, entry["title"]),) if language != "en" else (),
    )
