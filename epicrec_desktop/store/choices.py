"""Levels, quantified budgets, providers and small facts in the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from sqlalchemy import delete, select
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.orm import Session

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.json_text import fraction
from epicrec_desktop.store.models import BudgetRow, PrivacyChoiceRow, ProviderRow, StateRow

_OVERALL = "overall"


class ChoiceRepository:
    """The person's levels."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def load(self) -> PrivacyChoice:
        """The stored choice; Perturbed overall before the person said anything."""
        rows = {r.scope: ReleaseLevel(r.level) for r in self._session.scalars(_ALL_CHOICES)}
        overall = rows.pop(_OVERALL, ReleaseLevel.PERTURBED)
        return PrivacyChoice(overall, rows)

    def chosen(self) -> bool:
        """Whether the person ever chose a level."""
        return self._session.get(PrivacyChoiceRow, _OVERALL) is not None

    def save(self, choice: PrivacyChoice) -> None:
        """Store a choice whole."""
        self._session.execute(delete(PrivacyChoiceRow))
        self._session.add(PrivacyChoiceRow(scope=_OVERALL, level=choice.overall.value))
        for scope, level in choice.per_category.items():
            self._session.add(PrivacyChoiceRow(scope=scope, level=level.value))
        self._session.flush()


_ALL_CHOICES = select(PrivacyChoiceRow)


class BudgetRepository:
    """Quantified budgets, by the content of the catalog and levels."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, key: str) -> Fraction | None:
        """The budget kept under this key."""
        row = self._session.get(BudgetRow, key)
        return fraction(row.epsilon) if row is not None else None

    def put(self, key: str, epsilon: Fraction, runs: tuple[float, ...]) -> None:
        """Keep a budget; one that is there stays."""
        if self._session.get(BudgetRow, key) is None:
            self._session.add(BudgetRow(key=key, epsilon=str(epsilon), runs=list(runs)))
            self._session.flush()


@dataclass(frozen=True)
class KnownProvider:
    """A provider the person added. `trust`: its fraction of a window's budget.

    A change waits for the window `trust_from`: before it the lower of the two holds.
    """

    name: str
    address: str
    certificate: Path | None = None
    trust: Fraction = Fraction(1)
    trust_before: Fraction | None = None
    trust_from: str | None = None

    def trust_in(self, period: str) -> Fraction:
        """The trust that holds for a copy of this window issued now."""
        if self.trust_from is None or self.trust_before is None or period >= self.trust_from:
            return self.trust
        return min(self.trust, self.trust_before)


class ProviderRepository:
    """Providers the person added."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self) -> list[KnownProvider]:
        """Every one, by name."""
        rows = self._session.scalars(select(ProviderRow).order_by(ProviderRow.name))
        return [
            KnownProvider(
                row.name,
                row.address,
                Path(row.certificate) if row.certificate else None,
                fraction(row.trust),
                fraction(row.trust_before) if row.trust_before else None,
                row.trust_from,
            )
            for row in rows
        ]

    def put(self, provider: KnownProvider) -> None:
        """Add or change."""
        self._session.merge(
            ProviderRow(
                name=provider.name,
                address=provider.address,
                certificate=str(provider.certificate) if provider.certificate else None,
                trust=str(provider.trust),
                trust_before=str(provider.trust_before) if provider.trust_before else None,
                trust_from=provider.trust_from,
            )
        )
        self._session.flush()

    def remove(self, name: str) -> None:
        """Remove; the ledger keeps what was sent to it."""
        self._session.execute(delete(ProviderRow).where(ProviderRow.name == name))


class StateRepository:
    """Small facts by name."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, key: str) -> str | None:
        """The value, or None."""
        return self.some([key]).get(key)

    def some(self, keys: Iterable[str]) -> dict[str, str]:
        """The values of those of these names that have one."""
        query = select(StateRow.key, StateRow.value).where(StateRow.key.in_(keys))
        return {row.key: row.value for row in self._session.execute(query)}

    def put(self, key: str, value: str) -> None:
        """Set the value."""
        added = insert(StateRow).values(key=key, value=value)
        changed = added.on_conflict_do_update([StateRow.key], set_={StateRow.value: value})
        self._session.execute(changed)

    def remove(self, key: str) -> None:
        """Forget the value."""
        self._session.execute(delete(StateRow).where(StateRow.key == key))


class KeyRepository:
    """Keys that closed groups gave the person, by the address that each is for.

    By the address and no name: a provider that moves does not take its key along.
    """

    _PREFIX = "provider key "

    def __init__(self, session: Session) -> None:
        self._session = session

    def all(self) -> dict[str, str]:
        """The keys by address."""
        query = select(StateRow.key, StateRow.value).where(StateRow.key.startswith(self._PREFIX))
        return {r.key.removeprefix(self._PREFIX): r.value for r in self._session.execute(query)}

    def put(self, address: str, key: str | None) -> None:
        """Keep the key of an address, or none any longer."""
        state = StateRepository(self._session)
        if key is None:
            state.remove(self._PREFIX + address)
        else:
            state.put(self._PREFIX + address, key)
