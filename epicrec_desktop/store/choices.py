"""Levels, quantified budgets, providers and small facts in the database."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import sqlalchemy as sa

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.records import Month, Name, Record
from epicrec_desktop.store.records import (
    Repository,
    get,
    insert,
    put_records,
    select,
    stored_in,
    table,
)

_OVERALL = "overall"


@stored_in("privacy_choices")
class StoredLevel(Record, frozen=True):
    """The level of "overall" or of one category."""

    scope: Name
    level: ReleaseLevel


@stored_in("budgets")
class StoredBudget(Record, frozen=True):
    """A quantified budget, once for the content of a catalog and levels; from public data alone."""

    key: Name
    epsilon: Fraction
    runs: tuple[float, ...]


@stored_in("state")
class StoredFact(Record, frozen=True):
    """A small fact of this installation: the first period, the provider in use."""

    key: Name
    value: str


_FACTS = table(StoredFact)
_SOME = sa.select(_FACTS.c.key, _FACTS.c.value).where(
    _FACTS.c.key.in_(sa.bindparam("keys", expanding=True))
)
_VALUE = sa.select(_FACTS.c.value).where(_FACTS.c.key == sa.bindparam("key"))


class ChoiceRepository(Repository):
    """The person's levels."""

    def load(self) -> PrivacyChoice:
        """Return the stored choice; Perturbed overall before the person said anything."""
        levels = {stored.scope: stored.level for stored in select(self._session, StoredLevel)}
        overall = levels.pop(_OVERALL, ReleaseLevel.PERTURBED)
        return PrivacyChoice(overall, levels)

    def overall_chosen(self) -> bool:
        """Return whether the person chose the overall level."""
        return _OVERALL in self._scopes()

    def chosen(self) -> bool:
        """Return whether the person chose the overall level, or one for every category."""
        return self.overall_chosen() or self._scopes().issuperset(CATEGORIES)

    def _scopes(self) -> set[str]:
        return {stored.scope for stored in select(self._session, StoredLevel)}

    def save(self, choice: PrivacyChoice, *, overall: bool = True) -> None:
        """Store a choice whole; without `overall` nobody chose that level yet."""
        self._session.execute(sa.delete(table(StoredLevel)))
        levels = {**({_OVERALL: choice.overall} if overall else {}), **choice.per_category}
        put_records(self._session, [StoredLevel(scope, level) for scope, level in levels.items()])


class BudgetRepository(Repository):
    """Quantified budgets, by the content of the catalog and levels."""

    def get(self, key: str) -> Fraction | None:
        """Return the budget kept under this key."""
        found = get(self._session, StoredBudget, key)
        return found.epsilon if found is not None else None

    def put(self, key: str, epsilon: Fraction, runs: tuple[float, ...]) -> None:
        """Keep a budget; one that is there stays."""
        if self.get(key) is None:
            insert(self._session, StoredBudget(key, epsilon, runs))


@stored_in("providers")
class KnownProvider(Record, frozen=True):
    """A provider the person added. `trust`: its fraction of a period's budget.

    A change takes effect with the period `trust_from`: before it the lower of the two holds, and of
    a month that is still to come, which was sampled while the clock was ahead.
    """

    name: Name
    address: str
    certificate: Path | None = None
    trust: Fraction = Fraction(1)
    trust_before: Fraction | None = None
    trust_from: Month | None = None

    def trust_in(self, period: str, month: str) -> Fraction:
        """Return the trust that holds for a copy of this period issued in this month."""
        if self.trust_from is None or self.trust_before is None:
            return self.trust
        if self.trust_from <= period <= month:
            return self.trust
        return min(self.trust, self.trust_before)


class ProviderRepository(Repository):
    """Providers the person added."""

    def all(self) -> list[KnownProvider]:
        """Return all of them, by name."""
        return select(self._session, KnownProvider, order=[table(KnownProvider).c.name])

    def put(self, provider: KnownProvider) -> None:
        """Add or change."""
        put_records(self._session, [provider])

    def remove(self, name: str) -> None:
        """Remove; the ledger keeps what was sent to it."""
        providers = table(KnownProvider)
        self._session.execute(sa.delete(providers).where(providers.c.name == name))


class StateRepository(Repository):
    """Small facts by name."""

    def get(self, key: str) -> str | None:
        """Return the value, or None."""
        value: str | None = self._session.scalar(_VALUE, {"key": key})
        return value

    def some(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the values of those of these names that have one."""
        found: dict[str, str] = dict(self._session.execute(_SOME, {"keys": list(keys)}).all())
        return found

    def put(self, key: str, value: str) -> None:
        """Set the value."""
        put_records(self._session, [StoredFact(key, value)])

    def remove(self, key: str) -> None:
        """Forget the value."""
        self._session.execute(sa.delete(_FACTS).where(_FACTS.c.key == key))


class KeyRepository(Repository):
    """Keys that closed groups gave the person, by the address that each is for.

    By the address and no name: a provider that moves does not take its key along.
    """

    _PREFIX = "provider key "

    def all(self) -> dict[str, str]:
        """Return the keys by address."""
        prefix = sa.func.substr(_FACTS.c.key, 1, len(self._PREFIX))  # LIKE would fold case
        found = select(self._session, StoredFact, prefix == self._PREFIX)
        return {fact.key.removeprefix(self._PREFIX): fact.value for fact in found}

    def put(self, address: str, key: str | None) -> None:
        """Keep the key of an address, or none any longer."""
        state = StateRepository(self._session)
        if key is None:
            state.remove(self._PREFIX + address)
        else:
            state.put(self._PREFIX + address, key)
