"""Choose a movie for two: with a person of this computer, a friend who picks movies, or a list.

The other library is in memory while the choice is made. Nothing is stored, nothing is sent, and no
movie is named as a reason that only one of them watched: both look at the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from sqlalchemy import Connection

from epicrec_desktop.catalog.movie_facts import minutes_of
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.export_records import MatchReason, RecordKind
from epicrec_desktop.domain.history import Evidence, LibraryStatus
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating, Rating, resolved
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.recommend.ranking import WEIGHTS, Ranked, Taste
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.import_preview import ImportEntry, is_sure
from epicrec_desktop.services.import_reader import read_list
from epicrec_desktop.services.local_users import LocalUser, LocalUsers
from epicrec_desktop.services.movie_facts import MovieFactsService
from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
from epicrec_desktop.services.recommendations import RecommendService, read_taste
from epicrec_desktop.services.unlisted import CatalogPlaces
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.database_opening import read_other
from epicrec_desktop.store.library import LibraryRepository

if TYPE_CHECKING:
    from epicrec_desktop.services.backup.export_document import LibraryMovie
    from epicrec_desktop.store.ratings import Imported

SHOWN = 24
A_LOT = 3
"""Least movies of a category that somebody watches a lot of."""


@dataclass(frozen=True, repr=False)
class Guest:
    """The other person: what they watched, by positions of the catalog in use, and a name.

    `name` is empty of a friend who picked movies here.
    """

    name: str
    taste: Taste

    def without(self, pick: Pick) -> Guest:
        """Return the same person, to whom this movie is not offered."""
        taste = replace(self.taste, refused=(*self.taste.refused, pick.place))
        return replace(self, taste=taste)


@dataclass(frozen=True)
class Pick:
    """A movie for both, and its position in the catalog. `minutes`: None where it is unknown.

    Why: `shared`, a movie that both watched. Else `own_category` for the user and `category` for
    the guest: one of the movie's that they watch more than the catalog has it. Each may be missing.
    """

    place: int
    movie: Movie
    minutes: int | None
    shared: Movie | None
    own_category: str | None
    category: str | None

    def why(self, name: str, shown: Callable[[str], str]) -> list[Message]:
        """Return why it is for the user and the guest of this name; `shown` names a category."""
        if self.shared is not None:
            return [message("Because you both watched {title}.", title=self.shared.label)]
        words = []
        if (own := self.own_category) is not None:
            words.append(message("You often watch: {category}.", category=shown(own)))
        if (theirs := self.category) is not None:
            often = message("{name} often watches: {category}.", name=name, category=shown(theirs))
            picked = message("Picked here several times: {category}.", category=shown(theirs))
            words.append(often if name else picked)
        return words or [message("High on both your lists.")]


@dataclass(eq=False, repr=False)
class TonightService:
    """Reads the other library, and ranks for both."""

    _context: ServiceContext
    _recommend: RecommendService
    _facts: MovieFactsService

    def others(self) -> tuple[LocalUser, ...]:
        """Return the other people of this computer."""
        users = LocalUsers(self._context.paths)
        owner = users.owner_of(self._context.paths)
        return tuple(one for one in users.read().users if owner is None or one.id != owner.id)

    def person(self, user: LocalUser, passphrase: str | None = None) -> Guest:
        """Return another person of this computer.

        Raises `PassphraseRequiredError` where their library is locked, and `StoreError`.
        """
        paths = LocalUsers(self._context.paths).paths_for(user)
        name = str(user.user_display_name)
        if not paths.database.exists():
            raise _nothing_known(name)
        opened = LibraryEncryption(paths).unlock(passphrase)
        with read_other(paths.database, opened) as session:
            statuses = LibraryRepository(session).statuses()
            movies = CatalogRepository(session).movies(statuses)
            places = CatalogPlaces(self._context.catalog().catalog, movies.values())
            found = ((key, places.find_same(movie)) for key, movie in movies.items())
            position = {key: at for key, at in found if at is not None}
            return Guest(name, _read_library(session, position))

    def file(self, path: Path, job: Job = UNATTENDED) -> tuple[Guest, ...]:
        """Return those whose list an export is; several where an account has several people.

        Exports of EpicRec and of every service that can be imported. Raises `EpicRecError`.
        """
        from epicrec_desktop.services.backup.export_reader import is_own_export, read_export  # noqa: PLC0415 - seldom used

        if is_own_export(path):
            return (Guest(path.stem, self._exported(read_export(path).document.library)),)
        preview = read_list(self._context, path, job)
        entries = preview.entries
        if len(preview.viewers) < 2:
            return (Guest(path.stem, self._listed(entries)),)
        return tuple(
            Guest(viewer, self._listed(one for one in entries if viewer in one.viewers))
            for viewer in preview.viewers
        )

    def friend(self, keys: Iterable[int]) -> Guest:
        """Return a friend who likes these movies, by local key."""
        position = self._context.catalog().position
        liked = tuple(position[key] for key in keys if key in position)
        return Guest("", Taste(liked, dict.fromkeys(liked, WEIGHTS[Rating.LIKED])))

    def choose(self, guest: Guest, minutes: int | None = None) -> tuple[Pick, ...]:
        """Return movies that neither has seen and both would like, best first.

        `minutes`: what lasts longer, or of unknown length, is left out. Raises `EpicRecError` where
        one of them has no movies.
        """
        ranker = self._recommend.local_ranker()
        position = self._context.catalog().position
        with self._context.database.read() as session:
            own = _read_library(session, position)
        if not own.watched:
            raise EpicRecError(
                "You have no movies yet, so there is nothing to choose by. Add some first."
            )
        if not guest.taste.watched:
            raise _nothing_known(guest.name)
        longer = () if minutes is None else np.flatnonzero(~self._facts.within(minutes)).tolist()
        tastes, catalog = (own, guest.taste), ranker.catalog
        often = [_lift(catalog, one.watched) for one in tastes]
        return tuple(
            self._pick(catalog, one, often)
            for one in ranker.together(tastes, exclude=longer, limit=SHOWN)
        )

    def _pick(self, catalog: Catalog, one: Ranked, often: Sequence[Mapping[str, float]]) -> Pick:
        movie = catalog.movies[one.movie]
        return Pick(
            one.movie,
            movie,
            minutes_of(movie),
            catalog.movies[one.because] if one.because is not None else None,
            *(_frequent(movie, lift) for lift in often),
        )

    def _exported(self, exported: Sequence[LibraryMovie]) -> Taste:
        places = CatalogPlaces(self._context.catalog().catalog, (entry.movie for entry in exported))
        watched: list[int] = []
        refused: list[int] = []
        weights: dict[int, float] = {}
        for entry in exported:
            at = places.find_same(entry.movie)
            if at is None:
                continue
            if entry.status is LibraryStatus.CONFIRMED:
                watched.append(at)
                weights |= _weight(at, entry.own, entry.imported)
            elif entry.status is LibraryStatus.REJECTED or _was_played(entry):
                refused.append(at)
        return Taste(watched, weights, refused)

    def _listed(self, entries: Iterable[ImportEntry]) -> Taste:
        """Return the movies of a library; a doubtful one was perhaps seen, so it is not offered."""
        position = self._context.catalog().position
        watched: list[int] = []
        doubtful: list[int] = []
        weights: dict[int, float] = {}
        for entry in entries:
            places = [position[key] for key in entry.movies if key in position]
            if entry.kind is not RecordKind.WATCHED or not places:
                continue
            if is_sure(entry) or (len(places) == 1 and entry.grounds is MatchReason.TITLE_ALONE):
                watched.append(places[0])
                weights |= _weight(places[0], NOT_RATED, entry.imports)
            else:
                doubtful += places
        return Taste(watched, weights, doubtful)


def _read_library(session: Connection, position: Mapping[int, int]) -> Taste:
    """Return a library by positions; a movie that was perhaps watched is not offered."""
    taste = read_taste(session, position)
    unanswered = LibraryRepository(session).all(LibraryStatus.SUGGESTED)
    perhaps = (
        position[one.movie_id]
        for one in unanswered
        if one.evidence is Evidence.WATCHED and one.movie_id in position
    )
    return replace(taste, refused=(*taste.refused, *perhaps))


def _was_played(entry: LibraryMovie) -> bool:
    sighting = entry.sighting(0, lambda _: ())
    return sighting is not None and sighting.verdict.evidence is Evidence.WATCHED


def _weight(at: int, own: OwnRating, imports: Sequence[Imported]) -> dict[int, float]:
    """Return how much a rated movie counts, by its position; empty where it was not rated."""
    rating = resolved(own, [one.rating for one in imports if one.rating is not None])
    return {} if rating is None else {at: WEIGHTS[rating]}


def _nothing_known(name: str) -> EpicRecError:
    return EpicRecError("{name} has no movies that EpicRec knows. Nothing was chosen.", name=name)


def _frequent(movie: Movie, lift: Mapping[str, float]) -> str | None:
    name = max(movie.categories, key=lambda name: lift.get(name, 0.0), default="")
    return name if lift.get(name, 0.0) > 0 else None


def _lift(catalog: Catalog, watched: Sequence[int]) -> dict[str, float]:
    """Return how much more often each category is watched than the catalog has it.

    Categories of few movies are left out: nobody watches a lot of those.
    """
    rows = catalog.matrix[list(watched)]
    share = rows.mean(axis=0) - catalog.matrix.mean(axis=0)
    often = rows.sum(axis=0) >= A_LOT
    found = zip(catalog.categories, share.tolist(), often.tolist(), strict=True)
    return {name: more for name, more, many in found if many}
