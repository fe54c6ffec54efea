"""A release and a contribution as they leave, and the answers and recommendations they bring."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated
from uuid import UUID

import msgspec

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.messages import N_, Message
from epicrec_desktop.domain.records import Column, Count, Key, Record

if TYPE_CHECKING:
    from epicrec_desktop.domain.movies import Movie

THIS_COMPUTER = N_("This computer")
"""The provider that is this program itself."""

OWN_NAMES = (THIS_COMPUTER, "Dieser Computer")
"""What this computer is called, in each language."""

OPEN_PERIOD = "open"
"""The period of movies that the next sample counts: it has no month yet."""

SharedPeriods = tuple[tuple[str, ...], ...]
"""For each movie that several periods counted, the names of these."""


@dataclass(frozen=True)
class CommittedContribution:
    """A contribution as the database committed it. Only `store/contributions.py` builds one.

    `payload` is the exact request body: whoever is sent it once more, and whoever is asked to take
    it out again, gets these bytes. `id` is random, another one for each receiver.
    """

    id: UUID
    period: str  # "2026-11"
    sampled: datetime
    provider: str
    receiver: str  # its address
    payload: bytes
    sha256: str


PUBLISHED_NAMES = ("S-DPDP", "M-DPDP")
IMPROVED_NAMES = ("S-MAP", "M-MAP")
"""Names of mechanisms on the wire: S where everything is at Perturbed, M where levels differ. The
improved ones count a movie in shares, 1/k in each of its k counted categories."""

LEARNED_NAMES = ("S-LQ", "M-LQ")
"""Names of the mechanism that counts in the cells of a learned question (`domain/question.py`)."""


class _Request(Record, frozen=True):
    profile: tuple[str, ...]


def profile_of(payload: bytes) -> tuple[str, ...]:
    """Return the wire ids that a request has; none where it is no request, as in an export."""
    try:
        return msgspec.json.decode(payload, type=_Request).profile
    except (ValueError, RecursionError):
        return ()


def places_of(movies: Container[str], payload: bytes) -> tuple[int, ...]:
    """Return where these movies are in the profile of a request; others are left out."""
    return tuple(i for i, movie in enumerate(profile_of(payload)) if movie in movies)


class ReleaseFacts(Record, frozen=True, kw_only=True):
    """What the ledger says of a release: its columns, exports and JSON have all of these fields.

    `receiver` is the provider's address, or its name where it has none. `epsilon` is the largest
    budget of the copies it was made from, `joint` the exact loss to all receivers so far, the one
    in this program included; None where nothing was perturbed. A field with a default may be
    missing in exports of older programs.
    """

    provider: Annotated[str, Column(index=True)]
    receiver: Annotated[str, Column(label=N_("Address"))]
    level: Annotated[ReleaseLevel, Column(label=N_("Level"))]
    mechanism: str
    epsilon: Fraction | None
    joint: Fraction | None
    period: str | None  # "2026-11"


class Draft(ReleaseFacts, frozen=True, kw_only=True):
    """What is to be committed to the ledger.

    `fingerprint` names everything the payload was made from: same fingerprint, same bytes.
    """

    fingerprint: Annotated[str, Column(index=True)]
    open_places: tuple[Count, ...]  # in the payload's profile, of the movies that went as they are
    payload: bytes  # the exact request body: a repeat sends these bytes again

    @property
    def items(self) -> tuple[str, ...]:
        """Wire ids in the payload's profile."""
        return profile_of(self.payload)

    @property
    def open_items(self) -> tuple[str, ...]:
        """Of `items`, those that went as they are."""
        places = {*self.open_places}
        return tuple(item for i, item in enumerate(self.items if places else ()) if i in places)


class Release(Draft, frozen=True, kw_only=True):
    """A release as the ledger committed it. Only the ledger builds one (`store/ledger.py`)."""

    created: datetime
    sha256: str
    id: Key = 0


@dataclass(frozen=True)
class Suggestion:
    """One recommended movie. `ranked` says where: "here", "provider" or "learned".

    `because` is the label of a watched movie, computed here only: "The Matrix (1999)".
    `local_title` and `local_because` are the same in the user's language, where they differ.
    """

    wire_id: str
    title: str
    year: int | None
    categories: tuple[str, ...]
    score: float
    ranked: str
    because: str | None = None
    local_title: str = ""
    local_because: str = ""

    @property
    def shown_title(self) -> str:
        """Its title in the user's language, where it has one there."""
        return self.local_title or self.title

    @classmethod
    def of(
        cls, movie: Movie, ranked: str, score: float = 0.0, because: Movie | None = None
    ) -> Suggestion:
        """Return a movie as a suggestion."""
        return cls(
            movie.wire_id or "",
            movie.title,
            movie.year,
            movie.categories,
            score,
            ranked,
            because.public_label if because else None,
            movie.local_title,
            because.label if because and because.local_title else "",
        )


@dataclass(frozen=True)
class ProviderAnswer:
    """What a provider answered to one release: wire ids with scores, best first.

    `known` and `unknown` count the released movies that its model has and does not have.
    """

    model_id: str
    known: int
    unknown: int
    overall: tuple[tuple[str, float], ...]
    categories: Mapping[str, tuple[tuple[str, float], ...]] = field(default_factory=dict)


OVERALL, PROVIDER, NEW, LEARNED = "overall", "provider", "new", "learned"
"""Rows that are of no category: from the whole library, as the provider ordered them, movies of
this year and the last one, and what the provider would say, learned from answers to personas."""


@dataclass(frozen=True)
class Learned:
    """What was measured of a row that was learned from a provider's answers to personas.

    `guessed`: of the first ten movies to a persona, so many are guessed from the answers to the
    others; `by_mean`: from their mean alone. `agreement`: rank correlation with the local order.
    `personas`: so many were asked about.
    """

    guessed: float
    by_mean: float
    agreement: float
    personas: int

    @property
    def agrees(self) -> bool:
        """Whether the row is like the local one, as that of a recommender that knows tastes is."""
        return self.agreement >= LEAST_AGREEMENT

    @property
    def one_list(self) -> bool:
        """Whether hardly more is guessed from its answers than by naming the same to everybody."""
        return self.guessed - self.by_mean < LEAST_TOLD_APART

    @property
    def insertable(self) -> bool:
        """Whether movies that only the provider has may be put into other rows."""
        return self.agrees and not self.one_list


LEAST_AGREEMENT, LEAST_TOLD_APART = 0.1, 0.5


@dataclass(frozen=True)
class Row:
    """One row of recommendations on the screen."""

    name: str  # `OVERALL`, `PROVIDER`, `NEW`, `LEARNED`, or a category
    ranked: str  # "here" or "provider"
    suggestions: tuple[Suggestion, ...]
    watched: int = 0  # confirmed movies of this category
    learned: Learned | None = None


@dataclass(frozen=True)
class Recommendations:
    """Everything the Recommendations page shows: rows in order, and where they come from."""

    rows: tuple[Row, ...]
    created: datetime
    provider: str
    model_id: str
    library_size: int
    notes: tuple[Message, ...] = ()  # for the person, e.g. a provider that was down
    language: str = ""  # of its local titles
