"""The library, and what scans and profiles bring into it, in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile, LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.domain.release import Recommendations
from epicrec_desktop.services.library import FoundMovie, LibraryEntry
from epicrec_desktop.services.profiles import KnownProfile
from epicrec_desktop.services.scan import Deletions, ScanResult
from epicrec_desktop.services.unlisted import Placed, Unplaced
from epicrec_desktop.store.corrections import Correction
from ui.fakes.base import CONFIRMED, REJECTED, SUGGESTED, FakeService
from ui.fakes.films import entry


class FakeLibrary(FakeService):
    """The library. Movies of the catalog that are not in it have numbers from 10,000 on."""

    def _begin(self) -> None:
        some, catalog = self.services.suggested, self.services.catalog
        self.later: list[int] = []
        self.kept: dict[int, LibraryEntry] = {
            k: entry(k, catalog[k], SUGGESTED)
            if k < some
            else entry(k, catalog[some - k - 1], CONFIRMED)
            for k in range(some + self.services.confirmed)
        }

    def entries(self, status: LibraryStatus | None = None) -> list[LibraryEntry]:
        self.enter("library.entries")
        wanted = {key for key, _ in self.watchlist()}
        return [
            replace(e, wanted=k in wanted)
            for k, e in self.kept.items()
            if status in (None, e.status)
        ]

    def confirmed(self) -> list[tuple[Movie, float]]:
        return [(one.movie, one.weight) for one in self.entries(CONFIRMED)]

    def set_status(self, ids: Sequence[int], status: LibraryStatus) -> Mapping[int, LibraryStatus]:
        self.enter("library.set_status")
        previous = {k: self.kept[k].status for k in ids}
        self.restore(dict.fromkeys(ids, status))
        return previous

    def restore(self, previous: Mapping[int, LibraryStatus]) -> None:
        self.enter("library.restore")
        for k, status in previous.items():
            self.kept[k] = replace(self.kept[k], status=status)

    def set_weight(self, movie_id: int, weight: float) -> None:
        self.enter("library.set_weight")
        self.kept[movie_id] = replace(self.kept[movie_id], weight=weight)

    def rate(self, movie_id: int, rating: OwnRating) -> OwnRating:
        self.enter("library.rate")
        before = self.kept[movie_id].own
        self.kept[movie_id] = replace(self.kept[movie_id], own=rating)
        return before

    def own_rating(self, movie_id: int | None) -> OwnRating:
        known = self.kept.get(movie_id)
        return known.own if known is not None else NOT_RATED

    def rate_all(self, ratings: Mapping[int, OwnRating]) -> None:
        for movie_id, rating in ratings.items():
            self.rate(movie_id, rating)

    def search_catalog(self, text: str, limit: int = 20) -> list[tuple[int, Movie]]:
        self.enter("library.search_catalog")
        found = [
            (10_000 + k, movie)
            for k, movie in enumerate(self.services.catalog)
            if text.casefold() in movie.title.casefold()
        ]
        return found[:limit]

    def best_known(self, count: int = 120) -> list[tuple[int, Movie]]:
        self.enter("library.well_known")
        return [(10_000 + k, movie) for k, movie in enumerate(self.services.catalog)][:count]

    def search(self, text: str, limit: int = 60, names=None) -> list[FoundMovie]:
        self.enter("library.search")
        own = {(e.movie.title, e.movie.year): e for e in self.kept.values()}
        found = []
        for key, movie in self.search_catalog(text, limit):
            entry_ = own.get((movie.title, movie.year))
            status = entry_.status if entry_ else None
            found.append(
                FoundMovie(entry_.id if entry_ else key, movie, (), status, key in self.later)
            )
        return found

    def add(self, movie_id: int) -> LibraryEntry:
        self.enter("library.add")
        if movie_id in self.kept:
            self.kept[movie_id] = replace(self.kept[movie_id], status=CONFIRMED)
            return self.kept[movie_id]
        movie = self.services.catalog[movie_id - 10_000]
        made = replace(entry(0, movie, CONFIRMED), id=movie_id, rule="by-hand")
        self.kept[movie_id] = made
        return made

    def find(self, wire_id: str) -> int | None:
        wires = [movie.wire_id for movie in self.services.catalog]
        return 10_000 + wires.index(wire_id) if wire_id in wires else None

    def refuse(self, movie_id: int) -> None:
        self.enter("library.refuse")
        self.kept[movie_id] = replace(self.add(movie_id), status=REJECTED, count=0)

    def withdraw(self, movie_id: int) -> None:
        self.enter("library.withdraw")
        del self.kept[movie_id]

    def watch_later(self, movie_id: int, wanted: bool) -> None:
        self.enter("library.watch_later")
        self.later = [key for key in self.later if key != movie_id]
        if wanted:
            self.later.insert(0, movie_id)

    def watchlist(self) -> list[tuple[int, Movie]]:
        self.enter("library.watchlist")
        movies = {k: e.movie for k, e in self.kept.items()}
        open_ = [k for k in self.later if k not in movies or self.kept[k].status is SUGGESTED]
        return [(k, movies.get(k) or self.services.catalog[k - 10_000]) for k in open_]

    def forget(self, ids: Sequence[int]) -> None:
        self.enter("library.forget")
        for k in ids:
            del self.kept[k]

    def last_recommendations(self) -> Recommendations | None:
        self.enter("library.last_recommendations")
        return self.services.recommend.stored

    def counts(self) -> Mapping[LibraryStatus, int]:
        self.enter("library.counts")
        return {s: sum(e.status is s for e in self.kept.values()) for s in LibraryStatus}


class FakeUnlisted(FakeService):
    """Movies of the user's own; they have numbers from 90,000 on, and 30,000 if not placed."""

    def _begin(self) -> None:
        self.rows: list[Unplaced] = []

    def add(self, title, year, categories=(), imdb="", *, wanted=False) -> int:
        self.enter("unlisted.add")
        key = 90_000 + len(self.services.library.kept)
        movie = Movie(title, year, tuple(categories), named_by="hand")
        made = replace(entry(0, movie, CONFIRMED), id=key, rule="by-hand")
        self.services.library.kept[key] = made
        return key

    def unplaced(self) -> list[Unplaced]:
        return list(self.rows)

    def place(self, unplaced_id: int, movie_id: int) -> Placed:
        self.enter("unlisted.place")
        self.rows = [one for one in self.rows if one.id != unplaced_id]
        return Placed(movie_id, (), ())

    def correct(self, movie_id: int, right: int) -> Correction:
        self.enter("unlisted.correct")
        kept = self.services.library.kept
        wrong = kept.pop(movie_id)
        if right not in kept:
            self.services.library.add(right)
        return Correction((movie_id, right), ((type(wrong), {"entry": wrong}),))

    def undo_correction(self, correction: Correction) -> None:
        self.enter("unlisted.undo_correction")
        kept = self.services.library.kept
        ((_, before),) = correction.rows
        kept[correction.movies[0]] = before["entry"]
        kept.pop(correction.movies[1], None)


class FakeScan(FakeService):
    """Finds what it was given; the profiles named in `failures` are not read."""

    def _begin(self) -> None:
        have, catalog = len(self.services.library.kept), self.services.catalog
        self.found = [entry(have + k, catalog[k], SUGGESTED) for k in range(3)]
        self.failures: tuple[tuple[str, str], ...] = ()
        self.stale_snapshots = 0
        self.gone = Deletions(())

    def deletions(self, *, job=UNATTENDED) -> Deletions:
        self.enter("scan.deleted", job)
        return self.gone

    def scan(
        self,
        profiles=None,
        *,
        confirm_accepted=False,
        job=UNATTENDED,
    ) -> ScanResult:
        self.enter("scan.scan", job)
        kept = self.services.library.kept
        new = {e.id: e for e in self.found if e.id not in kept}
        kept.update(new)
        read = sum(k.consent for k in self.services.profiles.known) - len(self.failures)
        return ScanResult(
            read,
            12345 * read,
            len(new),
            0,
            len(new),
            self.failures,
            stale_snapshots=self.stale_snapshots,
        )


class FakeProfiles(FakeService):
    """Three profiles found, none agreed to."""

    def _begin(self) -> None:
        folder = self.services.paths.data.parent
        chrome, fox = BrowserFamily.CHROMIUM, BrowserFamily.FIREFOX
        found = (
            BrowserProfile("Chrome", chrome, "Personal", folder / "chrome" / "History"),
            BrowserProfile("Chrome", chrome, "Work", folder / "work" / "History"),
            BrowserProfile("Firefox", fox, "default-release", folder / "fox" / "places.sqlite"),
        )
        self.known = [KnownProfile(profile, consent=False) for profile in found]

    def last_scan(self) -> datetime | None:
        return max((k.last_scan for k in self.known if k.last_scan), default=None)

    def discover(self) -> list[KnownProfile]:
        self.enter("profiles.discover")
        return list(self.known)

    def at(self, path: Path) -> BrowserProfile:
        if path.name.startswith("empty"):
            raise HistoryError(
                "There is no browser history in this folder. Choose the folder of a profile.",
                "missing",
            )
        name = path.name or "profile"
        return BrowserProfile("Chromium", BrowserFamily.CHROMIUM, name, path / "History")

    def set_consent(self, profiles: Sequence[BrowserProfile], *, consent: bool) -> None:
        have = [k.profile for k in self.known]
        self.known += [KnownProfile(p, consent=False) for p in profiles if p not in have]
        self.known = [
            replace(k, consent=consent, movies=k.movies if consent else 0)
            if k.profile in profiles
            else k
            for k in self.known
        ]
