"""Wire format of documents that a provider publishes: its description and its catalog."""

from __future__ import annotations

import json
from typing import Annotated, Any, Self

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.domain.records import Record
from epicrec_desktop.recommend.wire import MovieId, Name, Names
from epicrec_desktop.recommend.wire_schema import (
    LARGEST,
    Digest,
    WireError,
    check_lines,
    convert,
    decode,
    walk,
)

MAX_ABOUT_BYTES = 20_000
MAX_WORDS = 400
"""Characters of what an operator says under one heading."""

MAX_QUESTIONS = 20
_MOST_VALUES = 200


def _words(description: str) -> Meta:
    return Meta(max_length=MAX_WORDS, description=description, extra_json_schema={"format": "line"})


_People = Annotated[
    int, Meta(ge=0, le=10**12, description="How many people the model learned from")
]
_Day = Annotated[
    str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", max_length=10, description="In use since")
]
_Questions = Annotated[
    list[Digest], Meta(max_length=MAX_QUESTIONS, description="Whose blurred numbers it ranks from")
]


class About(Record, frozen=True):
    """A provider's word on itself. Text is "" and everything else None where it says nothing."""

    name: Annotated[str, _words("What the service is called")] = ""
    operator: Annotated[str, _words("Who runs it")] = ""
    contact: Annotated[str, _words("How to reach them")] = ""
    purpose: Annotated[str, _words("For whom it is, and who pays for it")] = ""
    retention: Annotated[str, _words("What is kept of a release, and for how long")] = ""
    model: Annotated[str, Meta(max_length=64)] | None = None
    people: _People | None = None
    published: _Day | None = None
    shares_model: bool | None = None
    takes_contributions: bool | None = None
    closed: Annotated[bool | None, Meta(description="Whether a key is needed")] = None
    questions: _Questions | None = None

    def check(self) -> Self:
        """Return it. Raises `WireError` for text that cannot be shown in one line."""
        for name in ("name", "operator", "contact", "purpose", "retention", "model"):
            check_lines(f"/{name}", getattr(self, name) or "")
        return self


def encode_about(about: About) -> bytes:
    """Return the bytes of a description. Raises `WireError` for one that nobody would read."""
    document = asdict(about)
    convert(document, About).check()
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def parse_about(body: bytes) -> About:
    """Read a description; members this version does not know are ignored. Raises `WireError`."""
    if len(body) > MAX_ABOUT_BYTES:
        raise WireError("", "is too large")
    return convert(decode(body, _MOST_VALUES), About).check()


MAX_MOVIES = 200_000
MAX_TITLE = 500
MAX_CATALOG_BYTES = 20_000_000
MAX_CELLS = 60_000
"""Sets of categories that movies have, times categories. MovieLens 25M has some 32,000."""


class CatalogMovie(msgspec.Struct):
    """A movie of a catalog as it is sent."""

    id: MovieId
    title: Annotated[str, Meta(min_length=1, max_length=MAX_TITLE)]
    categories: list[str]
    year: Annotated[int, Meta(ge=1800, le=2200)] | None = None
    popularity: Annotated[float, Meta(ge=0, le=LARGEST)] = 0.0


class _Head(msgspec.Struct, kw_only=True):
    name: Name
    version: Name
    categories: Annotated[Names, Meta(min_length=1)]
    mean_profile_size: Annotated[float, Meta(ge=1e-3, le=1e6)] | None = None


class CatalogDocument(_Head, kw_only=True):
    """A catalog as it is sent."""

    movies: Annotated[list[CatalogMovie], Meta(min_length=1, max_length=MAX_MOVIES)]


_CHECK_EVERY = 1000


def encode_catalog(catalog: Catalog) -> bytes:
    """Return the catalog as JSON: movies with a public id, in the catalog's order."""
    document = {
        "name": catalog.name,
        "version": catalog.version,
        "categories": list(catalog.categories),
        "mean_profile_size": catalog.mean_profile_size,
        "movies": [
            {
                "id": movie.wire_id,
                "title": movie.title,
                "year": movie.year,
                "categories": list(movie.categories),
                "popularity": movie.popularity,
            }
            for movie in catalog.movies
            if movie.wire_id is not None
        ],
    }
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()


def parse_catalog(body: bytes, *, cancelled: IsCancelled = never_cancelled) -> Catalog:
    """Read a catalog. Raises `WireError` unless every movie is sound, and `Cancelled`.

    Movies are read one at a time: memory is that of the text and of what is kept of it.
    """
    head: dict[str, Any] = {}
    movies = _Movies()
    try:
        for key, value in walk(body, "movies"):
            if key != "movies":
                head[key] = value
                continue
            if len(movies.by_id) % _CHECK_EVERY == 0:
                check(cancelled)
            movies.add(value)
    except WireError:
        raise
    except ValueError:
        raise WireError("", "is not a catalog in valid JSON") from None
    catalog = convert(head, _Head)
    names = tuple(catalog.categories)
    check_lines("", catalog.name, catalog.version, *names)
    if len(set(names)) != len(names):
        raise WireError("/categories", "has an entry twice")
    movies.check(names)
    found = tuple(movies.by_id.values())
    return Catalog(catalog.name, catalog.version, found, names, catalog.mean_profile_size)


class _Movies:
    def __init__(self) -> None:
        self.by_id: dict[str, Movie] = {}
        self._groups: dict[tuple[str, ...], tuple[str, ...]] = {}

    def add(self, entry: Any) -> None:
        """Take one more. Raises `WireError`."""
        pointer = f"/movies/{len(self.by_id)}"
        if len(self.by_id) >= MAX_MOVIES:
            raise WireError("/movies", f"must not have more than {MAX_MOVIES} entries")
        found = convert(entry, CatalogMovie, pointer)
        group = tuple(dict.fromkeys(found.categories))
        scheme, _, value = found.id.partition(":")
        movie = Movie(
            _title(found.title, f"{pointer}/title"),
            found.year,
            self._groups.setdefault(group, group),
            imdb_id=value if scheme == "imdb" else None,
            wikidata_id=value if scheme == "wd" else None,
            movielens_id=int(value) if scheme == "ml" else None,
            starter_id=value if scheme == "starter" else None,
            popularity=found.popularity,
        )
        wire_id = movie.wire_id or ""
        if wire_id != entry["id"]:  # "ml:007"
            raise WireError(f"{pointer}/id", "must be a movie's public id")
        if wire_id in self.by_id:
            raise WireError(pointer, "is there twice")
        if len(self._groups) > MAX_CELLS:
            raise WireError("/movies", "have too many sets of categories")
        self.by_id[wire_id] = movie

    def check(self, names: tuple[str, ...]) -> None:
        """Raise `WireError` unless there are movies, of these categories and not too many kinds."""
        if not self.by_id:
            raise WireError("/movies", "must be a list of movies")
        if not {name for group in self._groups for name in group} <= set(names):
            raise WireError("/movies", "must have names from the catalog's categories")
        if len(self._groups) * len(names) > MAX_CELLS:
            raise WireError("/movies", "have too many sets of categories")


def _title(value: str, pointer: str) -> str:
    """Return a title in printable characters.

    Titles hold odd ones in good faith (a zero-width joiner, a wide space), so a title is not
    refused for them: blanks become a space, and what cannot be seen is left out.
    """
    shown = (c if c.isprintable() else " " if c.isspace() else "" for c in value)
    if title := " ".join("".join(shown).split()):
        return title
    raise WireError(pointer, "must be text that can be seen")
