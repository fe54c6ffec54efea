"""Levels, quantified budgets, providers and small facts in the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.json_text import fraction
from epicrec_desktop.store import models
from epicrec_desktop.store.raw_sql import marks, rows

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_OVERALL = "overall"


class ChoiceRepository:
    """The person's levels."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def load(self) -> PrivacyChoice:
        """Return the stored choice; Perturbed overall before the person said anything."""
        stored = rows(self._session, "SELECT scope, level FROM privacy_choices")
        levels = {scope: ReleaseLevel(level) for scope, level in stored}
        overall = levels.pop(_OVERALL, ReleaseLevel.PERTURBED)
        return PrivacyChoice(overall, levels)

    def chosen(self) -> bool:
        """Return whether the person ever chose a level."""
        query = "SELECT scope FROM privacy_choices WHERE scope = ?"
        return bool(rows(self._session, query, [_OVERALL]))

    def save(self, choice: PrivacyChoice) -> None:
        """Store a choice whole."""
        self._session.execute(sa.delete(models.PrivacyChoiceRow))
        self._session.add(models.PrivacyChoiceRow(scope=_OVERALL, level=choice.overall.value))
        for scope, level in choice.per_category.items():
            self._session.add(models.PrivacyChoiceRow(scope=scope, level=level.value))
        self._session.flush()


class BudgetRepository:
    """Quantified budgets, by the content of the catalog and levels."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, key: str) -> Fraction | None:
        """Return the budget kept under this key."""
        found = rows(self._session, "SELECT epsilon FROM budgets WHERE key = ?", [key])
        return fraction(found[0][0]) if found else None

    def put(self, key: str, epsilon: Fraction, runs: tuple[float, ...]) -> None:
        """Keep a budget; one that is there stays."""
        if self.get(key) is None:
            self._session.add(models.BudgetRow(key=key, epsilon=str(epsilon), runs=list(runs)))
            self._session.flush()


@dataclass(frozen=True)
class KnownProvider:
    """A provider the person added. `trust`: its fraction of a period's budget.

    A change takes effect with the period `trust_from`: before it the lower of the two holds.
    """

    name: str
    address: str
    certificate: Path | None = None
    trust: Fraction = Fraction(1)
    trust_before: Fraction | None = None
    trust_from: str | None = None

    def trust_in(self, period: str) -> Fraction:
        """Return the trust that holds for a copy of this period issued now."""
        if self.trust_from is None or self.trust_before is None or period >= self.trust_from:
            return self.trust
        return min(self.trust, self.trust_before)


class ProviderRepository:
    """Providers the person added."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self) -> list[KnownProvider]:
        """Return all of them, by name."""
        stored = rows(
            self._session,
            "SELECT name, address, certificate, trust, trust_before, trust_from FROM providers "
            "ORDER BY name",
        )
        return [
            KnownProvider(
                name,
                address,
                Path(certificate) if certificate else None,
                fraction(trust),
                fraction(before) if before else None,
                since,
            )
            for name, address, certificate, trust, before, since in stored
        ]

    def put(self, provider: KnownProvider) -> None:
        """Add or change."""
        self._session.merge(
            models.ProviderRow(
                **document(provider, "name address certificate trust trust_before trust_from")
            )
        )
        self._session.flush()

    def remove(self, name: str) -> None:
        """Remove; the ledger keeps what was sent to it."""
        self._session.execute(sa.delete(models.ProviderRow).where(models.ProviderRow.name == name))


class StateRepository:
    """Small facts by name."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, key: str) -> str | None:
        """Return the value, or None."""
        return self.some([key]).get(key)

    def some(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the values of those of these names that have one."""
        names = list(keys)
        query = f"SELECT key, value FROM state WHERE key IN ({marks(names)})"  # noqa: S608 - "?"
        return dict(rows(self._session, query, names))

    def put(self, key: str, value: str) -> None:
        """Set the value."""
        statement = (
            "INSERT INTO state (key, value) VALUES (?, ?) "
            "ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        )
        rows(self._session, statement, [key, value])

    def remove(self, key: str) -> None:
        """Forget the value."""
        self._session.execute(sa.delete(models.StateRow).where(models.StateRow.key == key))


class KeyRepository:
    """Keys that closed groups gave the person, by the address that each is for.

    By the address and no name: a provider that moves does not take its key along.
    """

    _PREFIX = "provider key "

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self) -> dict[str, str]:
        """Return the keys by address."""
        query = "SELECT key, value FROM state WHERE substr(key, 1, ?) = ?"
        found = rows(self._session, query, [len(self._PREFIX), self._PREFIX])
        return {key.removeprefix(self._PREFIX): value for key, value in found}

    def put(self, address: str, key: str | None) -> None:
        """Keep the key of an address, or none any longer."""
        state = StateRepository(self._session)
        if key is None:
            state.remove(self._PREFIX + address)
        else:
            state.put(self._PREFIX + address, key)
