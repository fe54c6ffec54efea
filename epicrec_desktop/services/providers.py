"""List, add, trust and fetch from providers."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.months import next_period, period_of
from epicrec_desktop.domain.plain_text import name_key
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.domain.release import OWN_NAMES, THIS_COMPUTER
from epicrec_desktop.provider.address import ASSISTANT, is_address, on_network, parse_address
from epicrec_desktop.provider.cache import Cache, remove_unused_caches
from epicrec_desktop.recommend.invitation import KEY, MOST_NAME
from epicrec_desktop.services.contacts import ContactService
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.periods import read_periods
from epicrec_desktop.store.choices import (
    KeyRepository,
    KnownProvider,
    ProviderRepository,
    StateRepository,
)
from epicrec_desktop.store.contacts import ContactKind

if TYPE_CHECKING:
    from epicrec_desktop.provider.base import Provider
    from epicrec_desktop.provider.local import LocalProvider
    from epicrec_desktop.provider.remote import HttpProvider
    from epicrec_desktop.services.local_models import LocalModels


FIRST_TRUST = Fraction(1, 4)
"""Trust of a service that is new in the window; the user raises or lowers it."""
ASSISTANT_TRUST = Fraction(1, 4)
"""Trust of assistants that are new: what they get, they may pass on to whoever runs them."""
_MOST_CONNECTIONS = 8
_CURRENT = "provider"
_NOT_AS_NOBODY = "provider not asked as nobody "

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ProviderInfo:
    """A provider the user knows. `address` is None for "This computer".

    `trust`, a trust tier, is the fraction of a period's budget that it may have. Where it was
    changed, copies of periods before `trust_from` follow the lower one. `shared` is the lowest
    trust of all names of the address, which holds for each of them. `keeps`: it has months at
    another tier, and they stay so.
    """

    name: str
    address: str | None
    certificate: Path | None = None  # PEM added by the person
    current: bool = False
    trust: Fraction = Fraction(1)
    trust_from: str | None = None  # "2026-12", while the trust is still to come into force
    shared: Fraction = Fraction(1)
    keeps: bool = False
    has_key: bool = False  # of a closed group, at this address
    as_nobody: bool = True  # asked about personas while it is in use


@dataclass(eq=False, repr=False)
class ProviderService:
    """Lists, adds, tests and chooses providers.

    `_models` is called on first use, so that a start lists providers without NumPy. `_pause`:
    seconds between an open connection and what is sent; None: as usual.
    """

    _context: ServiceContext
    _models: Callable[[], LocalModels]
    _contacts: ContactService
    _pause: float | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _connections: dict[tuple[str, str, Path | None], HttpProvider] = field(
        default_factory=dict, init=False
    )

    def all(self) -> list[ProviderInfo]:
        """Return all providers: "This computer" first, then by name."""
        with self._context.database.read() as session:
            rows = ProviderRepository(session).all()
            current = StateRepository(session).get(_CURRENT) or THIS_COMPUTER
            periods = read_periods(session).values()
            keys = KeyRepository(session).all().keys()
            refused = StateRepository(session).some(_NOT_AS_NOBODY + row.address for row in rows)
        current = current if any(row.name == current for row in rows) else THIS_COMPUTER
        now = period_of(self._context.now())
        return [ProviderInfo(THIS_COMPUTER, None, current=current == THIS_COMPUTER)] + [
            ProviderInfo(
                row.name,
                row.address,
                row.certificate,
                row.name == current,
                row.trust,
                trust_from=row.trust_from if row.trust_in(now, now) != row.trust else None,
                shared=min(one.trust_in(now, now) for one in rows if one.address == row.address),
                keeps=any(w.issued.get(row.address, row.trust) != row.trust for w in periods),
                has_key=row.address in keys,
                as_nobody=_NOT_AS_NOBODY + row.address not in refused,
            )
            for row in rows
        ]

    def current(self) -> str:
        """Return the name of the provider in use."""
        return next(info.name for info in self.all() if info.current)

    def add(
        self,
        name: str,
        address: str,
        certificate: Path | None = None,
        trust: Fraction | None = None,
        *,
        first_trust: Fraction = Fraction(1),
        key: str | None = None,
        replace: bool = False,
    ) -> ProviderInfo:
        """Add or change a provider; without a trust it keeps its own, a new one has `first_trust`.

        `key`: what a closed group gave the user; without one, that of the address stays.

        Raises `ProviderError` for an invalid address, trust or key, and for a known name with
        another address unless `replace` is set.
        """
        name = name.strip()
        if not _is_of_a_service(name):
            raise ProviderError("A service needs a name of its own. Nothing was changed.")
        if certificate is not None and not certificate.is_file():
            raise ProviderError(
                "There is no certificate at {certificate}. Nothing was changed. Choose a PEM file.",
                certificate=certificate,
            )
        if trust is not None:
            _check_trust(trust)
        address = parse_address(address)  # raises for what is none
        key = None if key is None else _checked_key(key)
        before = self.all()
        with self._context.database.write() as session:
            repository = ProviderRepository(session)
            # A name in another case is the same provider.
            known = {row.name.casefold(): row for row in repository.all()}.get(name.casefold())
            first = ASSISTANT_TRUST if address == ASSISTANT else first_trust
            stored = known or KnownProvider(name, address, trust=first)
            moves = stored.address != address
            if moves and not replace:
                raise ProviderError(
                    "There is a service named {provider} already, at {address}. "
                    "Nothing was changed. Choose another name, or remove that one first.",
                    provider=stored.name,
                    address=stored.address,
                )
            stored = stored.replace(address=address, certificate=certificate)
            if trust is not None:
                stored = self._trusting(stored, trust) if known else stored.replace(trust=trust)
            repository.put(stored)
            if key is not None:
                KeyRepository(session).put(address, key)
        self._forget_unknown(before)
        had_key = any(info.has_key for info in before if info.address == address)
        if moves or (had_key and key is not None):
            self._context.database.scrub()
        return self.find(stored.name)

    def known_elsewhere(self, name: str, address: str) -> ProviderInfo | None:
        """Return the provider that has this name, in whatever case, at another address.

        Raises `ProviderError` for an address that is not one.
        """
        name, address = name.strip().casefold(), parse_address(address)
        for info in self.all():
            if info.name.casefold() == name and info.address not in (None, address):
                return info
        return None

    def set_trust(self, name: str, trust: Fraction) -> ProviderInfo:
        """Trust a provider with this tier of the budget, from the next period on.

        Copies it has stay as they are; of this period it is given no more than the lower of the
        two. Raises `ProviderError` for an unknown name, this computer, and a trust that is no tier.
        """
        _check_trust(trust)
        info = self.find(name)
        if info.address is None:
            raise ProviderError(
                "Nothing leaves this computer, so there is nothing to limit. Nothing was changed."
            )
        with self._context.database.write() as session:
            repository = ProviderRepository(session)
            stored = next(known for known in repository.all() if known.name == info.name)
            repository.put(self._trusting(stored, trust))
        return self.find(info.name)

    def _trusting(self, stored: KnownProvider, trust: Fraction) -> KnownProvider:
        """Return the row with another trust, in force from the next period on.

        Copies of earlier periods that it has not had yet stay below every trust until then. The
        trust that it has already changes nothing.
        """
        if trust == stored.trust:
            return stored
        now = period_of(self._context.now())
        before = min(stored.trust_in(now, now), stored.trust_before or stored.trust)
        return stored.replace(trust=trust, trust_before=before, trust_from=next_period(now))

    def set_key(self, name: str, key: str | None) -> ProviderInfo:
        """Store the key that a closed group gave the user, or remove it.

        Raises `ProviderError` for an unknown name, for this computer, and for what is no key.
        """
        key = None if key is None else _checked_key(key)
        info = self.find(name)
        if info.address is None or not on_network(info.address):
            raise ProviderError("This computer needs no key. Nothing was changed.")
        with self._context.database.write() as session:
            KeyRepository(session).put(info.address, key)
        with self._lock:
            self._connections.clear()
        if info.has_key:
            self._context.database.scrub()
        return self.find(info.name)

    def set_as_nobody(self, name: str, allowed: bool) -> ProviderInfo:
        """Set whether a provider in use is asked about personas; else remove its answers.

        Raises `ProviderError` for an unknown name, and for a provider on this computer.
        """
        connection = self.elsewhere(name)
        key = f"{_NOT_AS_NOBODY}{connection.address}"
        with self._context.database.write() as session:
            state = StateRepository(session)
            if allowed:
                state.remove(key)
            else:
                state.put(key, "1")
        if not allowed:
            connection.personas.forget()
        return self.find(name)

    def may_be_asked_as_nobody(self, address: str) -> bool:
        """Return whether there is a provider at an address that is asked about personas."""
        with self._context.database.read() as session:
            switched_off = StateRepository(session).get(_NOT_AS_NOBODY + address) is not None
        return not switched_off and self._is_added(address)

    def remove(self, name: str) -> None:
        """Remove a provider, its key and what it published; its ledger entries stay.

        Where it was in use, this computer is from now on, also once one of this name is added.
        """
        info, before = self.find(name), self.all()
        with self._context.database.write() as session:
            ProviderRepository(session).remove(info.name)
            if info.current:
                StateRepository(session).remove(_CURRENT)
        self._forget_unknown(before)
        self._context.database.scrub()

    def choose(self, name: str) -> None:
        """Use this provider from now on. Raises `ProviderError` for an unknown name."""
        info = self.find(name)
        with self._context.database.write() as session:
            StateRepository(session).put(_CURRENT, info.name)

    def fetch(self, name: str | None = None, *, job: Job = UNATTENDED) -> Message:
        """Fetch what a provider publishes; return a sentence that describes it.

        To be called when the user adds, chooses or tests a provider, and never because of a
        release: a release uses what is stored. Raises `ProviderError`, and what was stored stays.
        """
        return self._fetch(self.connect(name), job)

    def fetch_first(self, name: str | None = None, *, job: Job = UNATTENDED) -> None:
        """Fetch what a provider publishes if nothing of it is here, as at its first use.

        For a command that names an address nobody added. Raises `ProviderError`.
        """
        connection = self.connect(name)
        if not connection.has_catalog():
            self._fetch(connection, job)

    def refresh_public(self, *, job: Job = UNATTENDED) -> tuple[str, ...]:
        """Fetch what is due by the schedule, of every provider that was added; return their names.

        To be called by a clock (the window's, or `epicrec providers refresh` by the system's), at
        any level, and not by anything the user does. A provider is asked at most once a day. One
        that cannot be reached is skipped, and what was stored of it stays.
        """
        now = self._context.now()
        known = [info for info in self.all() if on_network(info.address)]
        remove_unused_caches(self._folder, [str(info.address) for info in known], now.timestamp())
        asked = []
        for info in known:
            connection = self.elsewhere(info.name)
            if not connection.published.is_due(now):
                continue
            asked.append(info.name)
            try:
                self._fetch(connection, job, asked=False)
            except (ProviderError, OSError) as error:
                _log.info("what a provider publishes was not to be had: %s", type(error).__name__)
        return tuple(asked)

    def _fetch(self, connection: Provider, job: Job, *, asked: bool = True) -> Message:
        now, address = self._context.now(), connection.address
        if not on_network(address):  # nobody is asked
            return connection.fetch(now, job=job)
        added = self._is_added(address)
        try:
            with self._contacts.logged(
                ContactKind.PUBLISHED, connection.name, address, asked=asked
            ):
                return connection.fetch(now, job=job)
        finally:
            if added and not self._is_added(address):  # removed meanwhile, by another program too
                Cache(self._folder, str(address)).drop()

    def _is_added(self, address: str | None) -> bool:
        """Return whether a provider at this address was added."""
        with self._context.database.read() as session:
            return any(row.address == address for row in ProviderRepository(session).all())

    def connect(self, name: str | None = None) -> Provider:
        """Return the provider of this name, or at this address; the one in use by default.

        Raises `ProviderError` for an unknown name.
        """
        if name and is_address(name):
            return self._http(name, name, None)
        with self._context.database.read() as session:
            known = {row.name.casefold(): row for row in ProviderRepository(session).all()}
            wanted = name or StateRepository(session).get(_CURRENT) or THIS_COMPUTER
        found = known.get(wanted.casefold())
        if found is None:
            if name and name.casefold() != THIS_COMPUTER.casefold():
                raise _unknown(name)
            return self.in_process()
        if not on_network(found.address):
            return self.in_process(found.name, found.address)
        return self._http(found.name, found.address, found.certificate)

    def in_process(self, name: str = THIS_COMPUTER, address: str | None = None) -> LocalProvider:
        """Return "This computer", or an assistant, which answers as a provider elsewhere would."""
        from epicrec_desktop.provider.local import LocalProvider  # noqa: PLC0415 - as in _check_trust

        catalog = self._context.catalog().catalog
        model = cache(lambda: self._models().current(catalog))
        return LocalProvider(
            catalog,
            model,
            name,
            aware=lambda: self._models().aware_scorer(model(), catalog),
            address=address,
        )

    def assistant(self) -> ProviderInfo:
        """Return the assistant that the user added; raises `ProviderError` where there is none."""
        for info in self.all():
            if info.address == ASSISTANT:
                return info
        raise ProviderError(
            "No assistant may ask here. Add one in Settings, under Services, or with "
            "“epicrec services add Assistant assistant:”."
        )

    def elsewhere(self, name: str, address: str | None = None) -> HttpProvider:
        """Return a provider that was added, by its name.

        With an `address`, the one there, also if the name has another one by now or was removed.
        Raises `ProviderError` for an unknown name, and for this computer.
        """
        if address is not None:
            there = {info.name: info.certificate for info in self.all() if info.address == address}
            return self._http(name, address, there.get(name, next(iter(there.values()), None)))
        info = self.find(name)
        if info.address is None or not on_network(info.address):
            raise ProviderError("This computer is no service elsewhere. Nothing was sent.")
        return self._http(info.name, info.address, info.certificate)

    def find(self, name: str) -> ProviderInfo:
        """Return the provider of this name, in any case; raises `ProviderError` for none."""
        for info in self.all():
            if info.name.casefold() == name.casefold():
                return info
        raise _unknown(name)

    @property
    def certificates(self) -> Path:
        """The folder of certificates that came with invitations."""
        return self._context.paths.data / "certificates"

    @property
    def _folder(self) -> Path:
        return self._context.paths.cache / "providers"

    def _http(self, name: str, address: str, certificate: Path | None) -> HttpProvider:
        """Return a cached connection: it has read a catalog that is as good the next time."""
        # Brings an HTTP library, which nothing needs that is done on this computer.
        from epicrec_desktop.provider.remote import PAUSE_SECONDS, HttpProvider  # noqa: PLC0415
        from epicrec_desktop.provider.through_door import DoorProvider  # noqa: PLC0415

        pause = PAUSE_SECONDS if self._pause is None else self._pause
        which = (name, address, certificate)
        with self._lock:
            if which not in self._connections:
                with self._context.database.read() as session:
                    key = KeyRepository(session).all().get(parse_address(address))
                while len(self._connections) >= _MOST_CONNECTIONS:
                    self._connections.pop(next(iter(self._connections)))
                make: Callable[..., HttpProvider] = HttpProvider
                if self._context.door is not None:
                    make = partial(DoorProvider, self._context.ask_door)
                self._connections[which] = make(
                    name, address, self._folder, certificate=certificate, key=key, pause=pause
                )
            return self._connections[which]

    def _forget_unknown(self, before: Sequence[ProviderInfo]) -> None:
        """Remove what is stored of addresses that no provider has any more."""
        after = self.all()
        known = {info.address for info in after}
        for file in {info.certificate for info in before} - {info.certificate for info in after}:
            if file is not None and file.parent == self.certificates:
                file.unlink(missing_ok=True)
        for info in before:
            if info.address and on_network(info.address) and info.address not in known:
                Cache(self._folder, info.address).drop()
                with self._context.database.write() as session:
                    KeyRepository(session).put(info.address, None)
                    StateRepository(session).remove(_NOT_AS_NOBODY + info.address)
        with self._lock:
            self._connections.clear()


def _checked_key(key: str) -> str:
    """Return a key without what was copied around it. Raises `ProviderError` without quoting it."""
    key = key.strip()
    if not KEY.fullmatch(key):
        raise ProviderError(
            "This is no key: it has letters, digits and signs without spaces, at most 512 of them. "
            "Nothing was changed. Copy it once more as it was given to you."
        )
    return key


def _is_of_a_service(name: str) -> bool:
    """Return whether a name can be taken neither for this computer nor for another's address."""
    looks = name_key(name)
    own = looks in {name.casefold() for name in OWN_NAMES}
    return 0 < len(name) <= MOST_NAME and name.isprintable() and not own and not is_address(looks)


def _check_trust(trust: Fraction) -> None:
    from epicrec_desktop.privacy.period import TRUST_TIERS  # noqa: PLC0415 - NumPy comes with it

    if trust not in TRUST_TIERS:
        raise ProviderError(
            "Trust is 1, 1/2, 1/4 or 1/8 of the privacy budget, not {trust}. Nothing was "
            "changed. To trust a service with nothing, remove it or choose “Nothing”.",
            trust=str(trust),
        )


def _unknown(name: str) -> ProviderError:
    return ProviderError(
        "There is no service named {provider}. Nothing was sent. "
        "Add it first, or give its address.",
        provider=name,
    )
