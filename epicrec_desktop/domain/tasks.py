"""How long work reports progress and is cancelled, with or without a window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from epicrec_desktop.domain.errors import Cancelled


@dataclass(frozen=True, slots=True)
class Progress:
    """`text` says what is being done now; `done` of `total` (total 0: unknown)."""

    text: str
    done: int = 0
    total: int = 0


class Report(Protocol):
    """Takes progress; may be called from any thread, often."""

    def __call__(self, progress: Progress, /) -> None:
        """Take one report."""


def quiet(progress: Progress, /) -> None:
    """A report that nobody reads."""


def never() -> bool:
    """A cancellation that never comes."""
    return False


IsCancelled = Callable[[], bool]


def check(cancelled: IsCancelled) -> None:
    """Raise `Cancelled` if the person asked to stop."""
    if cancelled():
        raise Cancelled
