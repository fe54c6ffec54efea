"""Answer an assistant on this computer from what was released to it, and from public knowledge.

What a tool answers is computed from the last release that the assistant was given, as a provider
elsewhere would compute it, and from the public catalog, model and facts. No tool reads the library,
the history, ratings or the watchlist, so no number of questions tells more than the release did.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import astuple

from epicrec_desktop.catalog.movie_facts import minutes_of
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.messages import N_
from epicrec_desktop.domain.movies import CATEGORIES, WIRE_ID, Movie
from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.paths import Paths
from epicrec_desktop.provider.address import ASSISTANT
from epicrec_desktop.provider.base import check_release
from epicrec_desktop.recommend.wire import MAX_LIMIT, MovieId, RecommendationRequest, parse_request
from epicrec_desktop.recommend.wire_schema import Schema, WireError, check_lines, convert, schema_of
from epicrec_desktop.services.autostart import folder_arguments
from epicrec_desktop.services.contacts import ContactService
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.library import LibraryService
from epicrec_desktop.services.movie_facts import MovieFactsService, SimilarMovies
from epicrec_desktop.services.privacy_levels import stored_choice
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.store.contacts import ContactKind
from epicrec_desktop.store.ledger import LedgerRepository

_UNKNOWN = N_("No film of the public catalog here is called so.")
MOVIES = 12
"""Movies in an answer: an evening's choice, and no copy of the catalog."""
ADDITIONS_A_DAY = 50
"""Movies that assistants may put on the watchlist within 24 hours."""
TEXT = 120
"""Most characters of a title or a name in an answer."""
NAMES = 8
"""Most names of one kind in an answer."""

Answer = dict[str, Any]


class _Arguments(msgspec.Struct, forbid_unknown_fields=True):
    """Arguments of a tool; `UNSET` where it is left out."""


_Minutes = Annotated[int, Meta(ge=20, le=600, description="The longest a film may last")]
_Category = Annotated[
    str, Meta(pattern=f"^({'|'.join(CATEGORIES)})$", extra_json_schema={"enum": [*CATEGORIES]})
]
_MOVIE = "A title, best with its year, or an id from an earlier answer"


class _ForTonight(_Arguments):
    minutes: _Minutes | UnsetType = UNSET
    category: _Category | UnsetType = UNSET


class _OneMovie(_Arguments):
    film: Annotated[str, Meta(min_length=1, max_length=200, description=_MOVIE)]


class _OneId(_Arguments):
    id: MovieId


_ANSWERED_FROM = {
    ReleaseLevel.PERTURBED: "a list that the user released to you, blurred in part or as a whole",
    ReleaseLevel.ALL: "the list that the user released to you as it is",
}
_PUBLIC = "public knowledge alone"


def can_serve() -> bool:
    """Return whether this installation has the package that `epicrec assistant` needs."""
    return find_spec("mcp") is not None


def client_settings(paths: Paths) -> str:
    """Return what MCP clients take into their settings to start `epicrec assistant`, as JSON."""
    program = shutil.which("epicrec", path=str(Path(sys.executable).parent))
    command = [program] if program else [sys.executable, "-m", "epicrec_desktop.cli"]
    arguments = [*command[1:], *folder_arguments(paths), "assistant"]
    entry = {"command": command[0], "args": arguments}
    return json.dumps({"mcpServers": {"epicrec": entry}}, indent=2)


@dataclass(frozen=True)
class Tool:
    """A tool as an assistant sees it, and what Activity calls its use."""

    title: str
    description: str
    arguments: type[_Arguments]
    answer: Callable[[AssistantService, Any], Answer]
    kind: ContactKind = ContactKind.ASSISTANT

    @property
    def read_only(self) -> bool:
        """Whether nothing is changed by it but the record of the question."""
        return self.kind is ContactKind.ASSISTANT

    @property
    def schema(self) -> Schema:
        """The JSON schema of its arguments."""
        return schema_of(self.arguments)


@dataclass(eq=False, repr=False)
class AssistantService:
    """The tools. Each use is recorded among the contacts before it is answered."""

    _context: ServiceContext
    _providers: ProviderService
    _contacts: ContactService
    _library: LibraryService
    _facts: MovieFactsService
    _alike: SimilarMovies

    def answer(self, name: str, arguments: Mapping[str, Any]) -> Answer:
        """Return what a tool answers, as JSON. Raises `ProviderError` with nothing of the person.

        No error quotes an argument: it is stored with the contact.
        """
        info = self._providers.assistant()
        tool = TOOLS.get(name)
        if tool is None:
            raise ProviderError("There is no such tool.")
        with self._contacts.logged(tool.kind, info.name, ASSISTANT, asked=False):
            try:
                given = convert(dict(arguments), tool.arguments)
                check_lines("", *(one for one in astuple(given) if isinstance(one, str)))
            except WireError as error:
                raise ProviderError(
                    "The arguments are not as the tool describes them: {reason}.", reason=str(error)
                ) from None
            return tool.answer(self, given)

    def films_for_tonight(self, arguments: _ForTonight) -> Answer:
        """Rank the public catalog by the release, the best first."""
        minutes, category = arguments.minutes or None, arguments.category or None
        released = self._released()
        request = released or RecommendationRequest((), ReleaseLevel.ALL)
        provider = self._providers.assistant()
        answered = self._providers.in_process(provider.name, provider.address).answer(
            replace(
                request,
                limit=MAX_LIMIT,
                categories=(category,) if category else False,
                per_category=MAX_LIMIT,
                # Only an exact list says what was watched.
                exclude_profile=request.level is ReleaseLevel.ALL,
            )
        )
        ranked = answered.categories.get(category, ()) if category else answered.overall
        found = self._context.catalog().catalog.having(wire_id for wire_id, _ in ranked)
        return self._listed(found, released, minutes)

    def more_like_this(self, arguments: _OneMovie) -> Answer:
        """Movies that the public model holds for similar, without those released as they are."""
        movie, released = self._find(arguments.film), self._released()
        exact = released is not None and released.level is ReleaseLevel.ALL
        known = released.profile if released is not None and exact else ()
        found = self._alike.like(movie.wire_id or "", MOVIES, left_out=known)
        movies = self._context.catalog().catalog.having(one.wire_id for one in found)
        return {"like": self._card(movie), **self._listed(movies, released if exact else None)}

    def about_film(self, arguments: _OneMovie) -> Answer:
        """Return what is publicly known of a movie."""
        movie = self._find(arguments.film)
        facts = self._facts.about(movie.wire_id or "")
        names = {
            part: [plain(name, limit=TEXT) for name in getattr(facts, part)[:NAMES]]
            for part in ("actors", "series", "themes", "countries", "tones")
        }
        return {"film": {**self._card(movie), **names}, "answered_from": "public knowledge"}

    def add_to_watchlist(self, arguments: _OneId) -> Answer:
        """Put a movie on the watchlist. The answer is the same whether it was there or not."""
        a_day_ago = self._context.now() - timedelta(days=1)
        recent = [c for c in self._contacts.all() if c.time > a_day_ago]
        if sum(contact.kind is ContactKind.WATCHLIST for contact in recent) > ADDITIONS_A_DAY:
            raise ProviderError("That is enough for a day: nothing was put on the watchlist.")
        key = self._library.find(arguments.id)
        if key is None:
            raise ProviderError(_UNKNOWN)
        self._library.watch_later(key, True)
        return {
            "done": "The film was put on the watchlist. It is shown there as long as the user has "
            "not answered for it."
        }

    def _released(self) -> RecommendationRequest | None:
        """Return the last release that the assistant was given; None at No Release."""
        if stored_choice(self._context).releases_nothing:
            return None
        with self._context.database.read() as session:
            given = LedgerRepository(session).sent_to(ASSISTANT)
        if not given:
            return None
        last = max(given, key=lambda release: (release.created, release.id))
        check_release(last, last.provider)
        return parse_request(last.payload)

    def _find(self, text: str) -> Movie:
        """Return the movie of an id or a title in the public catalog, the best fit first."""
        catalog = self._context.catalog().catalog
        if WIRE_ID.fullmatch(text):
            movie = catalog.movie(text)
        else:
            found = self._library.search_catalog(text, 5)
            movie = next((movie for _, movie in found if movie.wire_id in catalog.index), None)
        if movie is None:
            raise ProviderError(_UNKNOWN)
        return movie

    def _listed(
        self,
        movies: Iterable[Movie],
        released: RecommendationRequest | None,
        minutes: int | None = None,
    ) -> Answer:
        """Return movies and what they were found from; with `minutes` those known as that short."""
        cards = []
        for movie in movies:
            long = minutes_of(movie)
            if minutes is None or (long is not None and long <= minutes):
                cards.append(self._card(movie))
            if len(cards) == MOVIES:
                break
        source = _PUBLIC if released is None else _ANSWERED_FROM[released.level]
        return {"answered_from": source, "films": cards}

    def _card(self, movie: Movie) -> Answer:
        """Return what is said of a movie in every answer; texts are cut and of one plain line."""
        facts = self._facts.about(movie.wire_id or "")
        return {
            "id": movie.wire_id,
            "title": plain(movie.title, limit=TEXT),
            "year": movie.year,
            "minutes": facts.minutes,
            "categories": list(movie.categories),
            "directors": [plain(name, limit=TEXT) for name in facts.directors[:NAMES]],
        }


TOOLS = {
    "films_for_tonight": Tool(
        "Films for tonight",
        "Films to watch, the best first, from what the user released to you.",
        _ForTonight,
        AssistantService.films_for_tonight,
    ),
    "more_like_this": Tool(
        "More like this", "Films that are like a film.", _OneMovie, AssistantService.more_like_this
    ),
    "about_film": Tool(
        "About a film",
        "Year, length, people, themes and countries of a film, from public knowledge.",
        _OneMovie,
        AssistantService.about_film,
    ),
    "add_to_watchlist": Tool(
        "Add to the watchlist",
        "Put a film on the user's watchlist, by its id from an earlier answer. Ask the user first.",
        _OneId,
        AssistantService.add_to_watchlist,
        ContactKind.WATCHLIST,
    ),
}
