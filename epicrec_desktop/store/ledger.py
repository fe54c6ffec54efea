"""The ledger: the only place where a `Release` comes into being.

An entry is committed before the network is touched, and never changed afterwards. What became of it
is a list of sends beside it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.release import Release
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.models import ReleaseRow, SendRow, WindowCopyRow, WindowRow


@dataclass(frozen=True)
class Draft:
    """What is to be committed. `basis` names everything the payload was made from: same basis,
    same bytes. `receiver` is the provider's address, or its name where it has none.
    """

    provider: str
    receiver: str
    level: ReleaseLevel
    mechanism: str
    epsilon: Fraction | None
    joint: Fraction | None
    window: str | None
    basis: str
    items: tuple[str, ...]
    payload: bytes


@dataclass(frozen=True)
class WindowCopy:
    """What a receiver was given of a window: noisy integers per category, at its budget.

    `receiver` is "" for a draw that nobody received.
    """

    receiver: str
    epsilon: Fraction
    noisy: Mapping[str, int]
    created: datetime


@dataclass(frozen=True)
class DrawnWindow:
    """A release window, frozen when it was drawn, with the copies made of it, oldest first.

    `aggregates` are private integers per category; `mechanism` is that of the window's ε.
    """

    name: str
    drawn: datetime
    catalog_version: str
    levels: Mapping[str, str]
    mechanism: Mapping[str, Any]
    epsilon: Fraction
    aggregates: Mapping[str, int]
    copies: tuple[WindowCopy, ...] = ()

    def copy_of(self, receiver: str) -> WindowCopy | None:
        """The receiver's copy, if it has one."""
        return next((copy for copy in self.copies if copy.receiver == receiver), None)


@dataclass(frozen=True)
class SendRecord:
    """One attempt to send an entry's bytes."""

    time: datetime
    error: str | None


def commit_release(database: Database, draft: Draft, *, now: datetime) -> tuple[Release, bool]:
    """Write a draft to the ledger, committed, and return a `Release` that may be sent.

    Where another process was quicker with an entry of the same basis, that entry is returned and
    True: a provider gets one set of bytes.
    """
    with database.write() as session:
        earlier = LedgerRepository(session).find(draft.provider, draft.basis)
        if earlier is not None:
            return earlier, True
        row = ReleaseRow(
            created=now,
            provider=draft.provider,
            receiver=draft.receiver,
            level=draft.level.value,
            mechanism=draft.mechanism,
            epsilon=str(draft.epsilon) if draft.epsilon is not None else None,
            joint=str(draft.joint) if draft.joint is not None else None,
            window=draft.window,
            basis=draft.basis,
            items=list(draft.items),
            payload=draft.payload,
            sha256=hashlib.sha256(draft.payload).hexdigest(),
        )
        session.add(row)
        session.flush()
    return _release(row), False


def _release(row: ReleaseRow) -> Release:
    return Release(
        id=row.id,
        created=row.created,
        provider=row.provider,
        receiver=row.receiver,
        level=ReleaseLevel(row.level),
        mechanism=row.mechanism,
        epsilon=Fraction(row.epsilon) if row.epsilon is not None else None,
        joint=Fraction(row.joint) if row.joint is not None else None,
        window=row.window,
        items=tuple(row.items),
        payload=row.payload,
        sha256=row.sha256,
    )


class LedgerRepository:
    """Reads the ledger, and the windows drawn."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def find(self, provider: str, basis: str) -> Release | None:
        """The entry made for the provider of this name from exactly this basis.

        The basis holds the address, so it is the entry of this receiver too.
        """
        row = self._session.scalar(
            select(ReleaseRow)
            .where(ReleaseRow.provider == provider, ReleaseRow.basis == basis)
            .order_by(ReleaseRow.id.desc())
        )
        return _release(row) if row is not None else None

    def entries(self) -> list[tuple[Release, list[SendRecord]]]:
        """Every entry with its sends, newest first."""
        sends: dict[int, list[SendRecord]] = {}
        for send in self._session.scalars(select(SendRow).order_by(SendRow.id)):
            sends.setdefault(send.release_id, []).append(SendRecord(send.time, send.error))
        rows = self._session.scalars(select(ReleaseRow).order_by(ReleaseRow.id.desc()))
        return [(_release(row), sends.get(row.id, [])) for row in rows]

    def record_send(self, release_id: int, *, now: datetime, error: str | None) -> int:
        """Note an attempt to send an entry's bytes; returns its key, for `settle_send`."""
        row = SendRow(release_id=release_id, time=now, error=error)
        self._session.add(row)
        self._session.flush()
        return row.id

    def settle_send(self, send_id: int, *, error: str | None) -> None:
        """Note what became of an attempt."""
        self._session.execute(update(SendRow).where(SendRow.id == send_id).values(error=error))

    def windows(self) -> dict[str, DrawnWindow]:
        """The windows drawn, by name, oldest first, with their copies."""
        copies: dict[str, list[WindowCopy]] = {}
        rows = select(WindowCopyRow).order_by(WindowCopyRow.created, WindowCopyRow.receiver)
        for row in self._session.scalars(rows):
            copies.setdefault(row.window, []).append(
                WindowCopy(row.receiver, Fraction(row.epsilon), row.noisy, row.created)
            )
        windows = self._session.scalars(select(WindowRow).order_by(WindowRow.name))
        return {
            row.name: DrawnWindow(
                name=row.name,
                drawn=row.drawn,
                catalog_version=row.catalog_version,
                levels=row.levels,
                mechanism=row.mechanism,
                epsilon=Fraction(row.epsilon),
                aggregates=row.aggregates,
                copies=tuple(copies.get(row.name, ())),
            )
            for row in windows
        }

    def add_window(self, window: DrawnWindow) -> None:
        """Keep a window that was just drawn, with its copies.

        Drawing one twice is refused by the database.
        """
        self._session.add(
            WindowRow(
                name=window.name,
                drawn=window.drawn,
                catalog_version=window.catalog_version,
                levels=dict(window.levels),
                mechanism=dict(window.mechanism),
                epsilon=str(window.epsilon),
                aggregates=dict(window.aggregates),
            )
        )
        self._session.flush()
        for copy in window.copies:
            self.add_copy(window.name, copy)

    def add_copy(self, window: str, copy: WindowCopy) -> None:
        """Keep a copy that was just made; a second one for a receiver is refused."""
        self._session.add(
            WindowCopyRow(
                window=window,
                receiver=copy.receiver,
                epsilon=str(copy.epsilon),
                noisy=dict(copy.noisy),
                created=copy.created,
            )
        )
        self._session.flush()
