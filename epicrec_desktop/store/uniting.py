"""What becomes of the library where two rows of the catalog turn out to be one film.

The film keeps its release window: the earliest, so that no later one counts it again. Windows that
have been drawn with it as another film are remembered, for what they cost adds up.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from epicrec_desktop.store.models import ImportRow, LibraryRow, PeriodRow, SightingRow, WatchlistRow
from epicrec_desktop.store.sightings import join_rows


def join_rows_of(session: Session, other: int, film: int, *, same_film: bool) -> None:
    """Carry over to `film` what is kept under the row `other`, whose id it took.

    Only the window where `other` has an id left and may be another film. Else also the person's
    answer, sightings, watchlist, imports and ratings: the film is then one row of the library.
    """
    before = session.get(LibraryRow, other)
    if before is not None:
        _carry_library(session, before, film, same_film=same_film)
    if same_film:
        _carry_sightings(session, other, film)
        _carry_watchlist(session, other, film)
        _carry_imports(session, other, film)
    session.flush()


def _carry_library(session: Session, before: LibraryRow, film: int, *, same_film: bool) -> None:
    row = session.get(LibraryRow, film)
    if row is None:
        if not same_film and before.release_period is None:
            return
        row = LibraryRow(
            movie_id=film, status="suggested", in_library=False, changed=before.changed, also_in=[]
        )
        session.add(row)
    _join_periods(session, row, before)
    if same_film:
        _join_answers(row, before)
        session.delete(before)


def _join_periods(session: Session, row: LibraryRow, before: LibraryRow) -> None:
    """The earliest window that was drawn, else the earliest; the other drawn ones beside it."""
    sampled = set(session.scalars(select(PeriodRow.name)))
    named = [w for w in (row.release_period, before.release_period) if w is not None]
    counted = [w for w in (*named, *(row.also_in or ()), *(before.also_in or ())) if w in sampled]
    if not named:
        return
    row.release_period = min(counted or named)
    if counted:
        counted.remove(row.release_period)
    row.also_in = sorted(counted)


def _join_answers(row: LibraryRow, before: LibraryRow) -> None:
    """What the person said of either counts for both; of two answers the later one."""
    says_more = (before.answered, before.in_library, before.changed)
    if not row.in_library or says_more > (row.answered, row.in_library, row.changed):
        row.status, row.answered = before.status, before.answered
        row.by_hand, row.changed = before.by_hand, before.changed
    row.in_library = row.in_library or before.in_library
    row.weight = min(_weight(row), _weight(before))  # never told more than either was


def _weight(row: LibraryRow) -> float:
    return 1.0 if row.weight is None else row.weight


def _carry_sightings(session: Session, other: int, film: int) -> None:
    stored = {row.profile_id: row for row in _sightings(session, film)}
    for row in _sightings(session, other):
        same = stored.get(row.profile_id)
        if same is None:
            row.movie_id = film
        else:
            join_rows(same, row)
            session.delete(row)


def _sightings(session: Session, movie: int) -> list[SightingRow]:
    return list(session.scalars(select(SightingRow).where(SightingRow.movie_id == movie)))


def _carry_watchlist(session: Session, other: int, film: int) -> None:
    row = session.get(WatchlistRow, other)
    if row is not None:
        if session.get(WatchlistRow, film) is None:
            session.add(WatchlistRow(movie_id=film, added=row.added))
        session.delete(row)


def _carry_imports(session: Session, other: int, film: int) -> None:
    for row in list(session.scalars(select(ImportRow).where(ImportRow.movie_id == other))):
        known = session.get(ImportRow, (film, row.source))
        if known is None:
            known = ImportRow(movie_id=film, source=row.source, again=False)
            session.add(known)
        known.seen = max(filter(None, (known.seen, row.seen)), default=None)
        known.rating = row.rating if known.rating is None else known.rating
        known.again = known.again or row.again
        session.delete(row)
