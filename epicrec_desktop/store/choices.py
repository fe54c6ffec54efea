"""Levels, quantified budgets, providers and small facts in the database."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
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

    def save(self, choice: PrivacyChoice) -> None:
        """Store a choice whole."""
        self._session.execute(delete(PrivacyChoiceRow))
        self._session.add(PrivacyChoiceRow(scope=_OVERALL, level=choice.overall.value))
        for scope, level in choice.per_category.items():
            self._session.add(PrivacyChoiceRow(scope=scope, level=level.value))
        self._session.flush()


_ALL_CHOICES = select(PrivacyChoiceRow)


class BudgetRepository:
    """Quantified budgets, by catalog version and levels."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, key: str) -> Fraction | None:
        """The budget kept under this key."""
        row = self._session.get(BudgetRow, key)
        return Fraction(row.epsilon) if row is not None else None

    def put(self, key: str, epsilon: Fraction, runs: tuple[float, ...]) -> None:
        """Keep a budget; one that is there stays."""
        if self._session.get(BudgetRow, key) is None:
            self._session.add(BudgetRow(key=key, epsilon=str(epsilon), runs=list(runs)))
            self._session.flush()


@dataclass(frozen=True)
class KnownProvider:
    """A provider the person added. `trust` in (0, 1]: its fraction of a window's budget."""

    name: str
    address: str
    certificate: Path | None = None
    trust: Fraction = Fraction(1)


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
                Fraction(row.trust),
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
            )
        )
        self._session.flush()

    def set_trust(self, name: str, trust: Fraction) -> None:
        """Change how far a provider is trusted, and nothing else."""
        self._session.execute(
            update(ProviderRow).where(ProviderRow.name == name).values(trust=str(trust))
        )

    def remove(self, name: str) -> None:
        """Remove; the ledger keeps what was sent to it."""
        self._session.execute(delete(ProviderRow).where(ProviderRow.name == name))


class StateRepository:
    """Small facts by name."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, key: str) -> str | None:
        """The value, or None."""
        row = self._session.get(StateRow, key)
        return row.value if row is not None else None

    def put(self, key: str, value: str) -> None:
        """Set the value."""
        self._session.merge(StateRow(key=key, value=value))
        self._session.flush()
