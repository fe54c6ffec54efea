"""Copies of windows for providers: freezing a window, and issuing its copies.

A window is frozen when it is drawn: counts, levels and mechanism stay as they were. Each receiver
then gets one copy of it, at its trust's fraction of the window's budget and nested with all other
copies (`privacy/frozen_window.py`), and keeps that copy whatever its trust becomes. So providers
that put together what they know learn what the most trusted of them knows, and of a window that was
drawn nobody learns more by asking again, or by being removed and added again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction

import numpy as np

from epicrec_desktop.privacy.accountant import Account
from epicrec_desktop.privacy.frozen_window import FrozenWindow, IssuedCopy
from epicrec_desktop.privacy.perturbation import Mechanism
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.services.situation import Situation
from epicrec_desktop.store.ledger import DrawnWindow, LedgerRepository, WindowCopy

FULL_TRUST = Fraction(1)


@dataclass(frozen=True)
class Receiver:
    """Who gets a copy: its address, or its name where it has none, and how far it is trusted."""

    key: str
    trust: Fraction = FULL_TRUST


@dataclass(frozen=True)
class Held:
    """What a receiver holds of one window; a release to it is made from nothing else of it.

    `mechanism` is the window's at this receiver's budget, `noisy` integers by category.
    """

    levels: Mapping[str, str]
    mechanism: Mechanism
    noisy: Mapping[str, int]


def issue_copies(
    situation: Situation, receiver: Receiver, source: BitSource, now: datetime
) -> dict[str, DrawnWindow]:
    """All windows, those due frozen now, each with a copy for the receiver.

    Changes nothing in the database. Where nothing is perturbed nothing is drawn. Raises
    `PrivacyError` if a copy would cost more than it may.
    """
    mechanism = situation.mechanism
    if mechanism is None:
        return dict(situation.drawn)
    due = {name: _freeze(situation, mechanism, name, now) for name in situation.due}
    windows = {**situation.drawn, **due}
    return {name: _issue(windows[name], receiver, source, now) for name in sorted(windows)}


def keep_copies(
    ledger: LedgerRepository, before: Mapping[str, DrawnWindow], after: Mapping[str, DrawnWindow]
) -> None:
    """Write what `issue_copies` made: this charges it."""
    for name, window in after.items():
        known = before.get(name)
        if known is None:
            ledger.add_window(window)
        else:
            for copy in window.copies[len(known.copies) :]:
                ledger.add_copy(name, copy)


def held_by(receiver: Receiver, windows: Mapping[str, DrawnWindow]) -> dict[str, Held]:
    """What a receiver holds, by window."""
    held: dict[str, Held] = {}
    for name, window in windows.items():
        copy = window.copy_of(receiver.key)
        if copy is not None:
            mechanism = Mechanism.from_dict(window.mechanism).at(copy.epsilon)
            held[name] = Held(window.levels, mechanism, copy.noisy)
    return held


def account(windows: Mapping[str, DrawnWindow]) -> Account:
    """What all copies of these windows cost, in exact fractions."""
    return Account({name: _frozen(window).account for name, window in windows.items()})


def _freeze(situation: Situation, mechanism: Mechanism, name: str, now: datetime) -> DrawnWindow:
    members = situation.members.get(name, {})
    counts = mechanism.count(
        situation.catalog.groups,
        situation.choice,
        np.fromiter(members, dtype=np.int64, count=len(members)),
        list(members.values()),
    )
    levels = situation.choice.levels(situation.catalog.categories)
    return DrawnWindow(
        name=name,
        drawn=now,
        catalog_version=situation.catalog.version,
        levels=dict(zip(situation.catalog.categories, (lv.value for lv in levels), strict=True)),
        mechanism=mechanism.to_dict(),
        epsilon=mechanism.epsilon,
        aggregates=dict(zip(mechanism.categories, counts, strict=True)),
    )


def _issue(
    window: DrawnWindow, receiver: Receiver, source: BitSource, now: datetime
) -> DrawnWindow:
    if window.copy_of(receiver.key) is not None:
        return window
    epsilon = window.epsilon * receiver.trust
    frozen = _frozen(window).issue(receiver.key, epsilon, source)
    noisy = dict(zip(frozen.mechanism.categories, frozen.issued[-1].noisy, strict=True))
    return replace(window, copies=(*window.copies, WindowCopy(receiver.key, epsilon, noisy, now)))


def _frozen(window: DrawnWindow) -> FrozenWindow:
    mechanism = Mechanism.from_dict(window.mechanism)
    names = mechanism.categories
    return FrozenWindow(
        mechanism,
        tuple(window.aggregates[name] for name in names),
        tuple(
            IssuedCopy(copy.receiver, copy.epsilon, tuple(copy.noisy[name] for name in names))
            for copy in window.copies
        ),
    )
