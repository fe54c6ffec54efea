"""Fetch movies from Wikidata (CC0): titles, genres, and ids at other sites."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from epicrec_desktop import resources
from epicrec_desktop.catalog.files import catalog_error, fetch_error
from epicrec_desktop.catalog.pages import PageCache, text_of, years_fetched
from epicrec_desktop.domain.messages import N_, message
from epicrec_desktop.domain.movies import CATEGORIES, Catalog, Movie, Series
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.door.failures import DoorError, Failure
from epicrec_desktop.door.pacing import PacedClient, RequestLimits

_NAMES = resources.words("catalog", "genres.txt")
_EXCEPTIONS = {
    name: tuple(categories.split())
    for name, _, categories in (one.partition(" =") for one in _NAMES.pop("other meanings"))
}
_PATTERNS = {
    name: re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)
    for name, words in _NAMES.items()
}


def categories_of(genres: Iterable[str]) -> tuple[str, ...]:
    """Return the categories that these genres' English names stand for, in their order."""
    found: set[str] = set()
    for genre in genres:
        rest = genre.lower()
        exception = next((e for e in _EXCEPTIONS if e in rest), None)
        if exception is not None:
            found.update(_EXCEPTIONS[exception])
            rest = rest.replace(exception, " ")
        found.update(name for name, pattern in _PATTERNS.items() if pattern.search(rest))
    return tuple(name for name in CATEGORIES if name in found)


NAME = "Wikidata"
ENDPOINT = "https://query.wikidata.org/sparql"
FIRST_YEAR = 1888
"""The first movie."""
MIN_SITELINKS = 2

_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
SITES: Mapping[str, tuple[str, str]] = {
    # Wikidata's property, and the form of an id: https://www.wikidata.org/wiki/Property:P345 …
    "imdb": ("P345", r"tt\d{7,10}"),
    "tmdb": ("P4947", r"\d{1,9}"),
    "letterboxd": ("P6127", r"[\w-]{1,200}"),
    "netflix": ("P1874", r"\d{1,12}"),
    "allocine": ("P1265", r"\d{1,9}"),
    "filmaffinity": ("P480", r"\d{1,9}"),
    "kinopoisk": ("P2603", r"\d{1,9}"),
    "douban": ("P4529", r"\d{1,12}"),
    "rottentomatoes": ("P1258", r"m/[\w-]{1,200}"),
    "primevideo": ("P8055", r"[A-Z0-9]{10,30}"),
    "hulu": ("P6466", rf"(?:[\w-]{{1,200}}-)?{_UUID}"),
    "disney": ("P13902", rf"(?:entity-)?{_UUID}"),
    "appletv": ("P9586", r"umc\.cmc\.[a-z0-9]{10,40}"),
}
_UUID_AT_END = re.compile(rf"{_UUID}$")
_LIMITS = RequestLimits()
_MAX_AGE = timedelta(days=30)
_FRESH = timedelta(days=1)  # of the movies of this year
_SHORTEST = timedelta(days=7)  # a period that is not halved any more
_SPLITS = frozenset({Failure.NONSENSE, Failure.BROKEN_OFF, Failure.SLOW, Failure.LARGE})
_MAX_ALIASES = 12
_MOST_LINKS = 10_000  # there are some 300 Wikipedias
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[a-z]{2,8})?")
_QID = re.compile(r"Q[1-9][0-9]{0,11}")
_DATE_YEAR = re.compile(r"^([1-9][0-9]{3})-")
_FORM = "1"  # of the stored pages
_HALVED = "halved"  # in place of the page of a period that is asked about in halves

_log = logging.getLogger(__name__)
_Page = dict[str, dict[str, Any]]  # by item, what it says; see `_Facts`


@dataclass(frozen=True)
class Period:
    """Days from `start` to the day before `end`."""

    start: date
    end: date

    @property
    def name(self) -> str:
        """The period as a name of a page."""
        return f"{self.start.isoformat()}_{self.end.isoformat()}"

    def halves(self) -> tuple[Period, Period]:
        """Return its first and its second half."""
        middle = self.start + (self.end - self.start) / 2
        return Period(self.start, middle), Period(middle, self.end)


@dataclass
class _Facts:
    labels: dict[str, str] = field(default_factory=dict)
    aliases: list[str] = field(default_factory=list)
    genres: list[str] = field(default_factory=list)
    years: list[int] = field(default_factory=list)
    links: int = 0
    ids: dict[str, list[str]] = field(default_factory=dict)


def fetch_wikidata(
    folder: Path,
    languages: Sequence[str] = ("en",),
    *,
    job: Job = UNATTENDED,
    endpoint: str = ENDPOINT,
    limits: RequestLimits = _LIMITS,
    years: tuple[int, int] | None = None,
    certificates: Iterable[Path] = (),
) -> Catalog:
    """Return movies of these years of release (first and last; all by default) as a catalog.

    `languages` are codes, the first preferred; English names are always taken too. A movie has at
    least `MIN_SITELINKS` pages in Wikipedias and the like. Pages go to `folder`, and the next call
    goes on from there. Popularity is the number of those pages. Raises `CatalogError` with a
    sentence, `Cancelled`; what was fetched is then kept.
    """
    fetch = _Fetch(_MOVIES, folder, languages, endpoint, job, limits, certificates)
    return _catalog(fetch.works(years or (FIRST_YEAR, datetime.now(UTC).year + 1)), fetch.codes)


def fetch_year(
    folder: Path,
    year: int,
    languages: Sequence[str] = ("en",),
    *,
    job: Job = UNATTENDED,
    endpoint: str = ENDPOINT,
    limits: RequestLimits = _LIMITS,
    certificates: Iterable[Path] = (),
) -> Catalog:
    """Return the movies of one year, and the series that began in it, as a catalog.

    Both are asked for as a whole: the questions are the same for everybody who reads these
    languages. What came within a day is not asked for again. Raises as `fetch_wikidata`.
    """
    parts: dict[str, dict[str, _Facts]] = {}
    for kind in (_MOVIES, _SERIES):
        own = folder / kind.name
        fetch = _Fetch(kind, own, languages, endpoint, job, limits, certificates, _FRESH)
        parts[kind.name] = fetch.works((year, year))
    catalog = _catalog(parts[_MOVIES.name], fetch.codes)
    series = tuple(_series(parts[_SERIES.name], year))
    digest = hashlib.sha256(f"{catalog.version} {series!r}".encode()).hexdigest()[:16]
    return replace(catalog, version=digest, series=series)


def _series(found: Mapping[str, _Facts], year: int) -> Iterator[Series]:
    """Yield each name of each series once, with the year it began."""
    seen: set[str] = set()
    for item in sorted(found, key=_number):
        facts = found[item]
        began = min(facts.years, default=year)
        for name in dict.fromkeys(
            [*facts.labels.values(), *sorted(set(facts.aliases))[:_MAX_ALIASES]]
        ):
            if name not in seen:
                seen.add(name)
                yield name, began


@dataclass(frozen=True)
class _Kind:
    """What is asked for: its class, the properties with its dates, and whether ids are wanted."""

    name: str
    step: str
    item: str
    dates: str
    ids: bool


_MOVIES = _Kind("films", N_("Films of {year} from Wikidata"), "Q11424", "wdt:P577", ids=True)
_SERIES = _Kind(
    "series", N_("Series of {year} from Wikidata"), "Q5398426", "wdt:P580|wdt:P577", ids=False
)


def query(period: Period, languages: Sequence[str], kind: _Kind) -> str:
    """Return the question for one period, in SPARQL.

    One row for each thing said (movie, kind, value): movies with many names and many ids would
    otherwise multiply their rows.
    """
    spoken = ", ".join(f'"{code}"' for code in languages)
    ids = "\n".join(
        f'  UNION {{ ?film wdt:{p} ?value . BIND("{site}" AS ?kind) }}'
        for site, (p, _) in SITES.items()
    )
    described = f"""
  UNION {{ ?film wdt:P136/rdfs:label ?value . FILTER(LANG(?value) = "en")
    BIND("genre" AS ?kind) }}
  UNION {{ ?film wdt:P31/rdfs:label ?value . FILTER(LANG(?value) = "en")
    BIND("genre" AS ?kind) }}
  UNION {{ ?film wikibase:sitelinks ?value . BIND("links" AS ?kind) }}
{ids}"""
    return f"""SELECT ?film ?kind ?value WHERE {{
  {{ SELECT DISTINCT ?film WHERE {{
      ?film {kind.dates} ?released .
      FILTER(?released >= "{period.start.isoformat()}T00:00:00Z"^^xsd:dateTime
        && ?released < "{period.end.isoformat()}T00:00:00Z"^^xsd:dateTime)
      ?film wikibase:sitelinks ?pages . FILTER(?pages >= {MIN_SITELINKS})
      FILTER EXISTS {{ ?film wdt:P31/wdt:P279* wd:{kind.item} }}
  }} }}
  {{ ?film rdfs:label ?value . FILTER(LANG(?value) IN ({spoken})) BIND("label" AS ?kind) }}
  UNION {{ ?film skos:altLabel ?value . FILTER(LANG(?value) IN ({spoken}))
    BIND("alias" AS ?kind) }}
  UNION {{ ?film wdt:P1476 ?value . BIND("original" AS ?kind) }}
  UNION {{ ?film {kind.dates} ?value . BIND("date" AS ?kind) }}{described if kind.ids else ""}
}}"""


@dataclass
class _Fetch:
    """Fetches pages of one kind of work, from the store where they are there."""

    kind: _Kind
    folder: Path
    languages: Sequence[str]
    endpoint: str
    job: Job
    limits: RequestLimits
    certificates: Iterable[Path]
    max_age: timedelta = _MAX_AGE

    def __post_init__(self) -> None:
        self.codes = tuple(dict.fromkeys([*filter(_LANGUAGE.fullmatch, self.languages), "en"]))
        accept = {"Accept": "application/sparql-results+json"}
        self._service = PacedClient(self.limits, self.job.cancelled, accept, self.certificates)

    def works(self, years: tuple[int, int]) -> dict[str, _Facts]:
        """Return what is said of all of them, from the first to the last year, by item."""
        (first, last), template = years, self.kind.step
        periods = [Period(date(y, 1, 1), date(y + 1, 1, 1)) for y in range(first, last + 1)]
        question = query(Period(date(1, 1, 1), date(2, 1, 1)), self.codes, self.kind)
        fingerprint = hashlib.sha256(f"{_FORM} {self.endpoint} {question}".encode()).hexdigest()
        try:
            self._store = PageCache(self.folder, fingerprint, self.max_age)
            found: dict[str, _Facts] = {}
            for number, period in enumerate(periods):
                self.job.step(message(template, year=period.start.year), number, len(periods))
                try:
                    pages = list(self.pages(period))
                except DoorError as error:
                    raise fetch_error(
                        error, NAME, here=years_fetched(number, len(periods))
                    ) from None
                for page in pages:
                    _merge_page(found, page)
            return found
        except OSError:
            raise catalog_error(
                "What Wikidata answered could not be saved.", "Check the free space on the disk."
            ) from None
        finally:
            self._service.close()

    def pages(self, period: Period) -> Iterator[_Page]:
        """Yield the pages of a period: one, or those of its halves. Raises `DoorError`."""
        stored: Any = self._store.get(period.name)
        whole = isinstance(stored, dict) and all(isinstance(one, dict) for one in stored.values())
        if not whole and stored != _HALVED:
            divisible = period.end - period.start > _SHORTEST
            try:
                stored = self._ask(period, attempts=2 if divisible else None)
            except DoorError as error:
                if error.failure not in _SPLITS or not divisible:
                    raise
                stored = _HALVED
            self._store.put(period.name, stored)
        if stored == _HALVED:
            for half in period.halves():
                yield from self.pages(half)
        else:
            yield stored

    def _ask(self, period: Period, attempts: int | None) -> _Page:
        parameters = {"query": query(period, self.codes, self.kind), "format": "json"}
        answer = self._service.ask(self.endpoint, parameters, attempts)
        try:
            return _page(answer["results"]["bindings"])
        except (KeyError, TypeError, AttributeError):
            raise DoorError(Failure.NONSENSE) from None


def _page(rows: Sequence[Mapping[str, Mapping[str, str]]]) -> _Page:
    """Return rows of an answer, put together by movie, without rows that make no sense."""
    items: dict[str, _Facts] = {}
    for row in rows:
        item = row["film"]["value"].rpartition("/")[2]
        if not _QID.fullmatch(item):
            continue
        facts = items.setdefault(item, _Facts())
        _add_value(facts, row["kind"]["value"], row["value"])
    return {item: vars(facts) for item, facts in items.items()}


def _add_value(facts: _Facts, kind: str, value: Mapping[str, str]) -> None:
    text = text_of(value["value"], 300)
    if value.get("type") not in {"literal", "typed-literal"} or not text:
        return  # "unknown value" is a blank node
    if kind == "label":
        facts.labels.setdefault(text_of(value.get("xml:lang"), 20), text)
    elif kind == "original":
        facts.labels.setdefault("original", text)
    elif kind == "alias":
        facts.aliases.append(text)
    elif kind == "genre":
        facts.genres.append(text)
    elif kind == "date":
        found = _DATE_YEAR.match(text)
        if found:
            facts.years.append(int(found[1]))
    elif kind == "links":
        facts.links = min(int(text), _MOST_LINKS) if text.isascii() and text.isdecimal() else 0
    elif kind in SITES and re.fullmatch(SITES[kind][1], text, re.ASCII):
        facts.ids.setdefault(kind, []).append(text)


def _merge_page(found: dict[str, _Facts], page: _Page) -> None:
    """Add a page; a movie that was released in several years is on several."""
    for item, facts in page.items():
        try:
            found.setdefault(item, _Facts(**facts))
        except TypeError:
            _log.info("an item of a stored page was left out")


def _catalog(items: Mapping[str, _Facts], languages: Sequence[str]) -> Catalog:
    found = (_movie(item, items[item], languages) for item in sorted(items, key=_number))
    movies = tuple(movie for movie in found if movie is not None)
    if not movies:
        raise catalog_error("Wikidata listed no films.", "Try again later.")
    digest = hashlib.sha256(repr(movies).encode()).hexdigest()[:16]
    _log.info("read %d movies", len(movies))
    return Catalog(NAME, digest, movies)


def _number(item: str) -> int:
    return int(item[1:])


def _movie(item: str, facts: _Facts, languages: Sequence[str]) -> Movie | None:
    """Return an item as a movie; None without a name. The title is English, else the person's."""
    spoken = [facts.labels[c] for c in ("en", *languages, "original") if c in facts.labels]
    if not spoken:
        return None
    titles = dict.fromkeys([*spoken, *sorted(set(facts.aliases))[:_MAX_ALIASES]])
    ids = {site: sorted(set(found)) for site, found in facts.ids.items()}
    sites = [
        (site, at) for site in SITES if site not in {"imdb", "tmdb"} for at in ids.get(site, ())
    ]
    return Movie(
        title=spoken[0],
        year=min(facts.years, default=None),
        categories=categories_of(facts.genres),
        imdb_id=ids["imdb"][0] if "imdb" in ids else None,
        wikidata_id=item,
        tmdb_id=int(ids["tmdb"][0]) if "tmdb" in ids else None,
        alternative_titles=tuple(titles)[1:],
        local_titles=tuple(
            (code, facts.labels[code])
            for code in dict.fromkeys(languages)
            if facts.labels.get(code, spoken[0]) != spoken[0]
        ),
        popularity=float(facts.links),
        site_ids=tuple((site, _as_in_addresses(at)) for site, at in sites),
    )


def _as_in_addresses(at: str) -> str:
    """Return an id without what stands before it: "m/heat_1995", "the-rocket-" before a UUID."""
    found = _UUID_AT_END.search(at)
    return found.group() if found else at.removeprefix("m/")
