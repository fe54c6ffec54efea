"""Public personas: made-up profiles that every installation asks a provider about, as nobody.

A persona is a set of well-known movies that have something in common. The set ships with the
program and has a digest; `packaging/personas.py` makes it of movie facts, and of nobody's ratings.
The requests are the same bytes in every installation, so they disclose nothing about a user. What
is learned from the answers: `persona_reader.py`.
"""

from __future__ import annotations

import hashlib
import math
import re
from dataclasses import dataclass
from functools import cache, cached_property

from epicrec_desktop import resources
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.recommend.wire import RecommendationRequest, encode_request

SHIPPED = "starter-1"
LENGTH = 50
"""Movies asked for in each list. With 100, movies are found 1 to 2 % better, and twice as many
bytes are sent back: more personas are worth more than longer lists (docs/evaluation.md)."""

FEWEST, MOST = 3, 60
"""Movies of a persona."""

MAX_PERSONAS = 1_000
SHORT = 16
"""Digits of the digest that name a set in an address."""

MAX_FILE_BYTES = 1_000_000

PublicIds = tuple[str, ...]
"""Public ids of movies, ascending."""

_MOVIE = re.compile(r"tt\d{7,10}")


@dataclass(frozen=True)
class PersonaSet:
    """Named personas, in the order in which they are asked; movies by IMDb's ids."""

    name: str
    personas: tuple[tuple[str, PublicIds], ...]

    def to_text(self) -> str:
        """Return the text of the set; equal sets have equal texts."""
        lines = (
            f"{name} = {' '.join(movie.removeprefix('imdb:') for movie in movies)}"
            for name, movies in self.personas
        )
        return "\n".join([f"personas {self.name}", *lines]) + "\n"

    @classmethod
    def from_text(cls, text: str) -> PersonaSet:
        """Read what `to_text` wrote; lines that begin with "#" are comments.

        Raises `ValueError` for anything else.
        """
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        word, _, name = (lines or [""])[0].partition(" ")
        personas = []
        for line in lines[1:]:
            label, equals, movies = line.rpartition(" = ")
            ids = movies.split(" ")
            sound = equals and FEWEST <= len(ids) <= MOST and ids == sorted(set(ids))
            if not sound or not all(map(_MOVIE.fullmatch, ids)):
                raise ValueError("a line is no persona")
            personas.append((label, tuple(f"imdb:{movie}" for movie in ids)))
        if word != "personas" or not name or not 0 < len(personas) <= MAX_PERSONAS:
            raise ValueError("no personas")
        return cls(name, tuple(personas))

    @cached_property
    def digest(self) -> str:
        """Return the SHA-256 of the text."""
        return hashlib.sha256(self.to_text().encode()).hexdigest()

    @property
    def movies(self) -> tuple[PublicIds, ...]:
        """Return the movies of each persona."""
        return tuple(movies for _, movies in self.personas)


@cache
def load_personas() -> PersonaSet:
    """Return the personas that ship with the program.

    Raises `CatalogError` when the file is missing or damaged: the installation is then not whole.
    """
    try:
        text = resources.path("personas", f"{SHIPPED}.txt").read_text(encoding="utf-8")
        return PersonaSet.from_text(text[:MAX_FILE_BYTES])
    except (OSError, ValueError) as error:
        raise CatalogError(
            "The made-up people of this installation are missing or damaged, so no service was "
            "asked. Install the program again."
        ) from error


def persona_request(movies: PublicIds) -> bytes:
    """Return the request about a persona: a function of its movies alone."""
    return encode_request(
        RecommendationRequest(
            movies,
            ReleaseLevel.ALL,
            limit=LENGTH,
            categories=False,
            per_category=0,
            exclude_profile=True,
        )
    )


def place_worth() -> tuple[float, ...]:
    """Return what a movie at each place of an answer is worth, from 1 at the first place down."""
    return tuple(1.0 - math.log(place) / math.log(2 * LENGTH) for place in range(1, LENGTH + 1))


@dataclass(frozen=True)
class PersonaAnswers:
    """Personas, and the list that a provider answered to each: public ids, best first."""

    personas: tuple[PublicIds, ...]
    lists: tuple[PublicIds, ...]

    @cached_property
    def movies(self) -> PublicIds:
        """Return the movies of all lists."""
        return tuple(sorted({movie for movies in self.lists for movie in movies}))
