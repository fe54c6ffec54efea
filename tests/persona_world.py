"""Personas of the small world, and services that answer them."""

import json
from dataclasses import replace
from functools import cache

import numpy as np

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.movie_factors import MovieFactors
from epicrec_desktop.recommend.persona_reader import PersonaReader
from epicrec_desktop.recommend.personas import (
    LENGTH,
    PersonaAnswers,
    PersonaSet,
    PublicIds,
    load_personas,
)
from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.recommend.wire import encode_answer, parse_request
from epicrec_desktop.recommend.wire_published import encode_catalog
from local_http_server import Handler, LocalHttpServer
from small_world import KINDS, models, world

PER_PERSONA = 5


@cache
def personas() -> PersonaSet:
    """Four personas of each kind, of movies with an id of IMDb that are known."""
    made = []
    for kind in range(len(KINDS)):
        movies = [f for f in world().ids(world().of_kind(kind)) if f in known()]
        for number in range(4):
            chosen = tuple(sorted(movies[number::4][:PER_PERSONA]))
            made.append((f"kind {kind}, {number}", chosen))
    return PersonaSet("small-1", tuple(made))


@cache
def known() -> frozenset[str]:
    """Two thirds of the movies with an id of IMDb: what the program is to know."""
    movies = world().catalog.movies
    return frozenset(
        str(m.wire_id) for i, m in enumerate(movies) if m.imdb_id and (i // len(KINDS)) % 3
    )


def movie(wire_id: str) -> Movie | None:
    """A known movie."""
    return world().catalog.movies[world().catalog.index[wire_id]] if wire_id in known() else None


def ranked(movies: PublicIds) -> PublicIds:
    """What the small world's own model recommends to somebody with these movies."""
    model = models()["als"]
    scores = model.scores(model.positions(movies)).copy()
    scores[model.positions(movies)] = -np.inf
    return tuple(model.wire_ids[i] for i in np.argsort(-scores, kind="stable")[:LENGTH])


def popular(movies: PublicIds) -> PublicIds:
    """What everybody watches, whoever asks."""
    order = np.argsort(-models()["als"].popularity, kind="stable")
    listed = [models()["als"].wire_ids[i] for i in order]
    return tuple(movie for movie in listed if movie not in movies)[:LENGTH]


def answers(asked: tuple[PublicIds, ...]) -> PersonaAnswers:
    """The answers of the small world's model."""
    return PersonaAnswers(asked, tuple(ranked(movies) for movies in asked))


def reader(made: PersonaAnswers) -> PersonaReader:
    """A reader that knows categories and years of the known movies."""
    return PersonaReader(made, factors(), movie)


def factors() -> MovieFactors:
    """Categories and years of the known movies."""
    return MovieFactors.of([m for m in world().catalog.movies if m.wire_id in known()], ())


def answer(handler: Handler) -> None:
    """Answer as a reference service with the small world's model that publishes no lists."""
    if handler.path.startswith("/v1/personas/"):
        handler.body(b"", status=404)
        return
    movies = tuple(json.loads(handler.content)["profile"])
    entries = [{"id": movie, "score": -float(i)} for i, movie in enumerate(ranked(movies))]
    body = {"model": "als-1", "known": len(movies), "unknown": 0, "overall": entries}
    handler.body(json.dumps(body).encode(), Content_Type="application/json")


WATCHED = ("Alien (1979)", "The Shining (1980)", "Blade Runner (1982)", "Jaws (1975)")
OWN = 40


@cache
def few_personas(count: int) -> PersonaSet:
    """The first of the personas that ship."""
    shipped = load_personas()
    return replace(shipped, personas=shipped.personas[:count])


class FilmClub:
    """A service that ranks the catalog here, without some movies, and movies of its own."""

    def __init__(self, ours: Catalog) -> None:
        own = (
            Movie(
                f"Own {i}",
                1980 + i,
                ("Horror" if i % 2 else "Musical",),
                wikidata_id=f"Q{900 + i}",
                popularity=6_000.0,
            )
            for i in range(OWN)
        )
        named = [m for n, m in enumerate(ours.movies) if n % 3 or m.label in WATCHED]
        self.catalog = replace(ours, movies=(*(m for m in named if m.imdb_id), *own))
        model = KnowledgeModel.from_catalog(self.catalog, ())
        self.recommender = Recommender(model, self.catalog)
        self.published = encode_catalog(self.catalog)
        self.asked: list[bytes] = []
        self.server: LocalHttpServer

    def __call__(self, handler: Handler) -> None:
        """Answer one request."""
        if handler.path == "/v1/catalog":
            handler.body(self.published, Content_Type="application/json")
        elif handler.path == "/v1/recommendations":
            self.asked.append(handler.content)
            answer = self.recommender.answer(parse_request(handler.content))
            handler.body(encode_answer(answer), Content_Type="application/json")
        else:
            handler.body(b"", status=404)
