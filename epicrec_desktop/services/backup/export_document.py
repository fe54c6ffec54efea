"""The document of an export: one declaration by which it is written, read and checked.

A file that is restored is somebody's choice, whoever made it: every list, text and number has a
bound here, and whatever is not of the format makes the whole file refused. Fields have the names
that records have; `_WORDS` are those of the file, which are older (docs/decisions/0046).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from fractions import Fraction
from typing import Annotated, Any, Final, Literal, Self

import msgspec
from msgspec import Meta

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.export_records import MatchReason, RecordKind, Service
from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus, RuleEvidence, Sighting
from epicrec_desktop.domain.json_text import MONTH, fraction
from epicrec_desktop.domain.movies import CATEGORIES, Movie
from epicrec_desktop.domain.preferences import LONGEST_NOTE, OwnRating, Rating
from epicrec_desktop.domain.records import Counted, Moment, Share
from epicrec_desktop.domain.release import OPEN_PERIOD, ReleaseFacts
from epicrec_desktop.privacy.families import FAMILIES
from epicrec_desktop.recommend.wire import MAX_REQUEST_BYTES, MovieId
from epicrec_desktop.store.contacts import MAX_CONTACTS, ContactKind, ContactOutcome
from epicrec_desktop.store.contributions import SendKind
from epicrec_desktop.store.movie_lists import LONGEST_NAME
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.store.sample_file import CONTRIBUTED, RELEASED, LossCause

FORMAT: Final = "epicrec-export"
VERSION = 1

_WORDS = {
    "contributed_twice": "told_twice", "count": "draws", "disclosed": "told",
    "fingerprint": "basis", "library_id": "epoch", "period": "window", "periods": "windows",
    "prior_losses": "earlier", "release_period": "release_window", "sampled": "drawn",
    "samples": "draws", "tiers": "rungs",
}  # fmt: skip
MOST_SITES = 40
"""Ids of a movie at sites."""
MOST_VISITS, MOST_SECONDS = 10**6, 1e9
"""Of the pages by which one rule found a movie; more are written as so many."""
_MOVIES = Meta(max_length=100_000)
_FRACTION_LENGTH = 801


def _whole(pattern: str) -> Meta:
    return Meta(pattern=rf"\A(?:{pattern})\Z")


def _one_of(values: Iterable[str]) -> Meta:
    return _whole("|".join(map(re.escape, values)))


Text = Annotated[str, Meta(max_length=600)]
Address = Annotated[str, Meta(min_length=1, max_length=600)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
"""Of a provider or a mechanism. The reader refuses what is not printable: no pattern says that."""
Title = Annotated[str, Meta(min_length=1, max_length=1_000)]
Year = Annotated[int, Meta(ge=1800, le=2200)]
Number = Annotated[int, Meta(ge=0, le=10**9)]
Category = Annotated[str, _one_of(CATEGORIES)]
Levels = dict[Category, ReleaseLevel]
Receivers = Annotated[list[Text], Meta(max_length=1_000)]
Month = Annotated[str, _whole(MONTH)]
ReleasePeriod = Annotated[str, _whole(f"{MONTH}|{OPEN_PERIOD}")]
Months = Annotated[tuple[Month, ...], Meta(max_length=1_200)]
Groups = Annotated[tuple[Months, ...], Meta(max_length=2_000)]
"""Different sets of months that a movie was counted in."""
Hex = Annotated[str, _whole("[0-9a-f]{1,64}")]
MovieIds = Annotated[tuple[MovieId, ...], Meta(max_length=20_000)]


class Part(msgspec.Struct, frozen=True, omit_defaults=True, rename=_WORDS):
    """An object of the document. Its `repr` says nothing, so that no log can hold a movie."""

    def __repr__(self) -> str:
        return type(self).__name__

    @classmethod
    def of(cls, source: object, **more: Any) -> Self:
        """Return one with these fields, and with attributes of `source` for the others."""
        names = (name for name in cls.__struct_fields__ if name not in more)
        return cls(**{name: getattr(source, name) for name in names}, **more)

    def fields(self, *names: str) -> dict[str, Any]:
        """Return these fields, or all, by name."""
        return {name: getattr(self, name) for name in names or self.__struct_fields__}


class Dated(Part, frozen=True):
    """An object with times. Raises `OverflowError` for one that is none in UTC: it is at an end of
    the calendar.
    """

    def __post_init__(self) -> None:
        for value in msgspec.structs.astuple(self):
            if isinstance(value, datetime):
                value.astimezone(UTC)


# Movies


class Ids(Part, frozen=True, forbid_unknown_fields=True):
    """The public ids of a movie; of one that no catalog has also those of sites."""

    imdb: Annotated[str, _whole("tt[0-9]{7,10}")] | None = None
    wikidata: Annotated[str, _whole("Q[0-9]{1,12}")] | None = None
    starter: Annotated[str, _whole("[a-z0-9-]{1,120}")] | None = None
    movielens: Number | None = None
    tmdb: Number | None = None
    sites: Annotated[tuple[tuple[Address, Address], ...], Meta(max_length=MOST_SITES)] = ()


class KnownMovie(Part, frozen=True, kw_only=True):
    """A movie by its ids."""

    id: MovieId | None
    ids: Ids

    @property
    def movie(self) -> Movie:
        """The movie as the export names it."""
        return self._movie("", None)

    def _movie(self, title: str, year: int | None, by: str = "", of: tuple[str, ...] = ()) -> Movie:
        ids = self.ids
        return Movie(
            title, year, of, ids.imdb, ids.wikidata, ids.movielens, ids.tmdb, ids.starter,
            site_ids=ids.sites, named_by=by,
        )  # fmt: skip


class NamedMovie(KnownMovie, frozen=True, kw_only=True):
    """A movie by its title, too. Who named it, and its categories, where no catalog has it: a file
    decides the category of no movie of a catalog."""

    title: Title
    year: Year | None
    named_by: Annotated[str, _whole("[a-z]{1,40}")] = ""
    categories: Annotated[tuple[Category, ...], Meta(max_length=len(CATEGORIES))] = ()

    @property
    def movie(self) -> Movie:
        """The movie as the export names it."""
        return self._movie(self.title, self.year, self.named_by, self.categories)


class Import(Part, frozen=True):
    """What another service says of a movie."""

    source: Service
    seen: date | None
    rating: Share | None
    again: bool = False
    evidence: Evidence | None = None
    seen_by: date | None = None

    @property
    def imported(self) -> Imported:
        """The same as the library has it; older exports do not say of what it is evidence."""
        looked_at = self.source is Service.GOOGLE and not self.seen
        evidence = self.evidence or (Evidence.INTEREST if looked_at else Evidence.WATCHED)
        return Imported(self.source, self.seen, self.rating, self.again, evidence, self.seen_by)


Imports = Annotated[tuple[Import, ...], Meta(max_length=len(Service))]


class Found(Part, frozen=True):
    """What one rule saw of a movie in a history, and what else it may have seen."""

    rule: Annotated[str, _whole("[a-z0-9-]{1,80}")]
    decision: Decision
    evidence: Evidence
    confidence: Share
    visits: Annotated[int, Meta(ge=1, le=MOST_VISITS)]
    seconds: Annotated[float, Meta(ge=0, le=MOST_SECONDS)]
    others: Annotated[tuple[MovieId, ...], Meta(max_length=100)]


class LibraryMovie(NamedMovie, Dated, frozen=True, kw_only=True):
    """A movie of the library."""

    status: LibraryStatus
    answered: bool
    by_hand: bool
    weight: Share
    release_period: ReleasePeriod | None
    also_in: Months
    uncounted: bool = False  # it is behind the numbers of none of its months
    # What `found` comes to, for other readers of the file; not read here.
    evidence: Evidence | None = None
    rule: Annotated[str, Meta(max_length=80)] = ""
    visits: Annotated[int, Meta(ge=0, le=10**9)] = 0
    first_seen: Moment | None
    last_seen: Moment | None
    found: Annotated[tuple[Found, ...], Meta(max_length=500)]
    imports: Imports
    rating: Rating | None
    seen_again: bool
    stars: Annotated[int, Meta(ge=1, le=10)] | None = None
    day: date | None = None
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""

    @property
    def own(self) -> OwnRating:
        """What the user says of it."""
        return OwnRating(self.rating, self.seen_again, self.stars, self.day, self.note)

    @property
    def imported(self) -> tuple[Imported, ...]:
        """What other services say of it."""
        return tuple(one.imported for one in self.imports)

    def sighting(
        self, key: int, keys: Callable[[Iterable[str]], tuple[int, ...]]
    ) -> Sighting | None:
        """Return what a history says of it, under its local key; `keys` are those of public ids."""
        if not (self.found and self.first_seen and self.last_seen):
            return None
        evidence = (
            RuleEvidence(
                one.rule, one.decision, one.evidence, one.confidence, one.visits, one.seconds,
                keys(one.others),
            )
            for one in self.found
        )  # fmt: skip
        first, last = sorted((self.first_seen, self.last_seen))
        return Sighting(key, first, last, tuple(evidence))


class StoredMonths(KnownMovie, frozen=True, kw_only=True):
    """The months of a movie that is no longer in the library."""

    release_period: ReleasePeriod
    also_in: Months
    uncounted: bool = False


class Unplaced(NamedMovie, frozen=True, kw_only=True):
    """A row of another service's export that stands for no movie yet."""

    kind: RecordKind
    reason: MatchReason
    imports: Imports


class NamedList(Part, frozen=True):
    """A list of the user, in their order."""

    name: Annotated[str, Meta(max_length=LONGEST_NAME, pattern=r"\S")]
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""
    films: Annotated[tuple[NamedMovie, ...], _MOVIES] = ()


class CorrectedPage(NamedMovie, frozen=True, kw_only=True):
    """A page, by its digest, and the movie that it stands for."""

    page: Hex


class Corrections(Part, frozen=True):
    """Pages that stand for other movies; `key` is that of their digests."""

    key: Hex
    pages: Annotated[tuple[CorrectedPage, ...], _MOVIES]


# Choices and what left


class Privacy(Part, frozen=True):
    """Levels; `chosen`: by the user."""

    chosen: bool
    overall: ReleaseLevel
    categories: Levels
    mechanism: Annotated[str, _one_of(FAMILIES)] | None


class Provider(Part, frozen=True):
    """A provider that the user added."""

    name: Name
    address: Address
    trust: Fraction


class Send(Dated, frozen=True, kw_only=True):
    """An attempt to send a release."""

    time: Moment
    arrived: bool
    left: bool | None
    bytes_sent: Counted = None
    bytes_received: Counted = None


class ReleaseEntry(
    Dated, ReleaseFacts, frozen=True, kw_only=True, rename=_WORDS | {"payload": "payload_base64"}
):
    """An entry of the ledger: its facts, some in closer bounds than the library's."""

    created: Moment
    provider: Name
    receiver: Text
    mechanism: Name
    period: Month | None
    fingerprint: Hex
    items: MovieIds
    open_items: MovieIds
    sha256: Hex
    payload: Annotated[bytes, Meta(max_length=MAX_REQUEST_BYTES)]
    sends: Annotated[tuple[Send, ...], Meta(max_length=5_000)]


class Sampled(Dated, frozen=True):
    """A period as `Period.to_dict` wrote it, or a contribution, and when it was sampled."""

    sampled: Moment
    document: dict[str, Any]


class Loss(Part, frozen=True):
    """A prior loss."""

    loss: Fraction
    why: LossCause
    periods: Months
    library_id: Hex | None
    kind: Annotated[str, _one_of((RELEASED, CONTRIBUTED))]


class SampleDocument(Part, frozen=True):
    """Noisy numbers, and no true count. Without them a restored month would be sampled again."""

    library_id: Hex | None
    count: Annotated[int, Meta(ge=0, le=10**12)]
    prior_losses: Annotated[tuple[Loss, ...], Meta(max_length=1_000)]
    periods: Annotated[dict[Month, Sampled], Meta(max_length=1_200)]
    twice: Groups
    contributed_twice: Groups


class ContributionAttempt(Send, frozen=True):
    """An attempt to send or to withdraw a contribution."""

    period: Month
    receiver: Address
    provider: Name
    kind: SendKind


class Contributions(Part, frozen=True):
    """What was contributed: the bytes, which movies they cover, and what became of them."""

    sampled: Annotated[dict[Month, Sampled], Meta(max_length=1_200)]
    disclosed: Annotated[dict[MovieId, Annotated[Months, Meta(min_length=1)]], _MOVIES]
    sends: Annotated[tuple[ContributionAttempt, ...], Meta(max_length=20_000)]


class LoggedContact(Dated, frozen=True):
    """A request to somebody else."""

    time: Moment
    name: Name
    address: Text | None
    kind: ContactKind
    asked: bool
    outcome: ContactOutcome
    bytes_sent: Counted = None
    bytes_received: Counted = None


class Head(Part, frozen=True):
    """What an export says first."""

    format: Literal["epicrec-export"]
    version: Annotated[int, Meta(ge=1, le=10**6)]


class ExportDocument(Dated, frozen=True):
    """All that an export says."""

    created: Moment
    library: Annotated[tuple[LibraryMovie, ...], _MOVIES]
    months_kept: Annotated[tuple[StoredMonths, ...], _MOVIES]
    watchlist: Annotated[tuple[NamedMovie, ...], _MOVIES]
    privacy: Privacy
    providers: Annotated[tuple[Provider, ...], Meta(max_length=200)]
    samples: SampleDocument
    ledger: Annotated[tuple[ReleaseEntry, ...], Meta(max_length=20_000)]
    contributions: Contributions
    contacts: Annotated[tuple[LoggedContact, ...], Meta(max_length=MAX_CONTACTS)]
    unplaced: Annotated[tuple[Unplaced, ...], _MOVIES] = ()
    lists: Annotated[tuple[NamedList, ...], Meta(max_length=10_000)] = ()
    corrections: Corrections = Corrections(key="0", pages=())


def to_json(part: Part) -> Any:
    """Return an object of the document as JSON has it."""
    return msgspec.to_builtins(part, enc_hook=str)


def _decode(kind: type, value: object) -> object:
    if kind is not Fraction or not isinstance(value, str) or len(value) > _FRACTION_LENGTH:
        raise ValueError("no value of its field")
    return fraction(value)


decode_head = msgspec.json.Decoder(Head).decode
decode_export = msgspec.json.Decoder(ExportDocument, dec_hook=_decode).decode
"""Return the document of an export. They raise `msgspec.DecodeError` and `RecursionError`."""
