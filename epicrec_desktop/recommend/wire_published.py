"""Wire format of documents that a provider publishes: its description and its catalog."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.progress import IsCancelled, check, never_cancelled
from epicrec_desktop.recommend.wire import MAX_CATEGORIES, MOVIE_ID, NAME
from epicrec_desktop.recommend.wire_schema import (
    LINE,
    Schema,
    WireError,
    check_schema,
    decode,
    walk,
)

MAX_ABOUT_BYTES = 20_000
MAX_WORDS = 400
"""Characters of what an operator says under one heading."""

MAX_QUESTIONS = 20
_MOST_VALUES = 200
_WORDS: Schema = {"type": "string", "maxLength": MAX_WORDS, "format": LINE}
_SWITCH: Schema = {"type": ["boolean", "null"]}
ABOUT: Schema = {
    "type": "object",
    "properties": {
        "name": {**_WORDS, "description": "What the service is called"},
        "operator": {**_WORDS, "description": "Who runs it"},
        "contact": {**_WORDS, "description": "How to reach them"},
        "purpose": {**_WORDS, "description": "For whom it is, and who pays for it"},
        "retention": {**_WORDS, "description": "What is kept of a release, and for how long"},
        "model": {"type": ["string", "null"], "maxLength": 64, "format": LINE},
        "people": {
            "type": ["integer", "null"],
            "minimum": 0,
            "description": "How many people the model learned from",
        },
        "published": {
            "type": ["string", "null"],
            "title": "a day",
            "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
            "maxLength": 10,
            "description": "Since when the model is in use",
        },
        "shares_model": _SWITCH,
        "takes_contributions": _SWITCH,
        "closed": {**_SWITCH, "description": "Whether a key is needed"},
        "questions": {
            "type": ["array", "null"],
            "items": {"type": "string", "title": "SHA-256", "pattern": r"^[0-9a-f]{64}$"},
            "maxItems": MAX_QUESTIONS,
            "description": "Learned questions whose blurred numbers it ranks from",
        },
    },
}


@dataclass(frozen=True)
class About:
    """A provider's word on itself. Text is "" and everything else None where it says nothing."""

    name: str = ""
    operator: str = ""
    contact: str = ""
    purpose: str = ""
    retention: str = ""
    model: str | None = None
    people: int | None = None
    published: str | None = None
    shares_model: bool | None = None
    takes_contributions: bool | None = None
    closed: bool | None = None
    questions: list[str] | None = None


def encode_about(about: About) -> bytes:
    """Return the bytes of a description. Raises `WireError` for one that nobody would read."""
    document = asdict(about)
    check_schema(document, ABOUT)
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def parse_about(body: bytes) -> About:
    """Read a description; members this version does not know are ignored. Raises `WireError`."""
    if len(body) > MAX_ABOUT_BYTES:
        raise WireError("", "is too large")
    document = decode(body, _MOST_VALUES)
    check_schema(document, ABOUT)
    return About(**{name: document[name] for name in ABOUT["properties"] if name in document})


MAX_MOVIES = 200_000
MAX_TITLE = 500
MAX_CATALOG_BYTES = 20_000_000
MAX_CELLS = 60_000
"""Sets of categories that movies have, times categories. MovieLens 25M has some 32,000."""

MOVIE: Schema = {
    "type": "object",
    "required": ["id", "title", "categories"],
    "properties": {
        "id": MOVIE_ID,
        "title": {"type": "string", "minLength": 1, "maxLength": MAX_TITLE},
        "year": {"type": ["integer", "null"], "minimum": 1800, "maximum": 2200},
        "categories": {"type": "array", "items": {"type": "string"}},
        "popularity": {"type": "number", "minimum": 0, "default": 0},
    },
}
_HEAD: Schema = {
    "type": "object",
    "required": ["name", "version", "categories"],
    "properties": {
        "name": NAME,
        "version": NAME,
        "categories": {"type": "array", "items": NAME, "minItems": 1, "maxItems": MAX_CATEGORIES},
        "mean_profile_size": {"type": ["number", "null"], "minimum": 1e-3, "maximum": 1e6},
    },
}
CATALOG: Schema = {
    **_HEAD,
    "required": [*_HEAD["required"], "movies"],
    "properties": {
        **_HEAD["properties"],
        "movies": {"type": "array", "items": MOVIE, "minItems": 1, "maxItems": MAX_MOVIES},
    },
}

_CHECK_EVERY = 1000
_MOST_MEMBERS = 100


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
                if len(head) > _MOST_MEMBERS:
                    raise WireError("", "has too many members")
                continue
            if len(movies.by_id) % _CHECK_EVERY == 0:
                check(cancelled)
            movies.add(value)
    except WireError:
        raise
    except ValueError:
        raise WireError("", "is not a catalog in valid JSON") from None
    check_schema(head, _HEAD)
    names = tuple(head["categories"])
    if len(set(names)) != len(names):
        raise WireError("/categories", "has an entry twice")
    movies.check(names)
    size = head.get("mean_profile_size")
    return Catalog(
        head["name"],
        head["version"],
        tuple(movies.by_id.values()),
        names,
        None if size is None else float(size),
    )


class _Movies:
    def __init__(self) -> None:
        self.by_id: dict[str, Movie] = {}
        self._groups: dict[tuple[str, ...], tuple[str, ...]] = {}

    def add(self, entry: Any) -> None:
        """Take one more. Raises `WireError`."""
        pointer = f"/movies/{len(self.by_id)}"
        if len(self.by_id) >= MAX_MOVIES:
            raise WireError("/movies", f"must not have more than {MAX_MOVIES} entries")
        movie = _movie(entry, pointer, self._groups)
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


def _movie(entry: Any, pointer: str, groups: dict[tuple[str, ...], tuple[str, ...]]) -> Movie:
    check_schema(entry, MOVIE, pointer)
    group = tuple(dict.fromkeys(entry["categories"]))
    scheme, _, value = entry["id"].partition(":")
    return Movie(
        _title(entry["title"], f"{pointer}/title"),
        entry.get("year"),
        groups.setdefault(group, group),
        imdb_id=value if scheme == "imdb" else None,
        wikidata_id=value if scheme == "wd" else None,
        movielens_id=int(value) if scheme == "ml" else None,
        starter_id=value if scheme == "starter" else None,
        popularity=float(entry.get("popularity", 0)),
    )


def _title(value: str, pointer: str) -> str:
    """Return a title in printable characters.

    Titles hold odd ones in good faith (a zero-width joiner, a wide space), so a title is not
    refused for them: blanks become a space, and what cannot be seen is left out.
    """
    shown = (c if c.isprintable() else " " if c.isspace() else "" for c in value)
    if title := " ".join("".join(shown).split()):
        return title
    raise WireError(pointer, "must be text that can be seen")
