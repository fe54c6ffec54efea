"""How long work reports progress and is cancelled, with or without a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.messages import Message, as_message
from epicrec_desktop.domain.records import Count

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Progress:
    """`step` says what is being done now; `done` of `total` (total 0: unknown)."""

    step: str | Message
    done: Count = 0
    total: Count = 0

    @property
    def text(self) -> str:
        """The step in English, for a terminal."""
        return str(as_message(self.step))


Report = Callable[[Progress], None]
"""Takes progress; may be called from any thread, often."""


def no_progress(progress: Progress, /) -> None:
    """Discard a progress report."""


def never_cancelled() -> bool:
    """Return False: nobody cancels."""
    return False


IsCancelled = Callable[[], bool]


def check(cancelled: IsCancelled) -> None:
    """Raise `Cancelled` if the user asked to stop."""
    if cancelled():
        raise Cancelled


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of long work: where its progress goes, and whether it shall stop."""

    report: Report = no_progress
    cancelled: IsCancelled = never_cancelled

    def check(self) -> None:
        """Raise `Cancelled` if the user asked to stop."""
        check(self.cancelled)

    def step(self, step: str | Message, done: int = 0, total: int = 0) -> None:
        """Report what is being done now. Raises `Cancelled` if the user asked to stop."""
        self.check()
        self.report(Progress(step, done, total))

    def steps(
        self, step: str | Message, items: Sequence[Item], *, every: int = 1
    ) -> Iterator[Item]:
        """Yield the items; so many are one step. Raises `Cancelled` if the user asked to stop."""
        for number, item in enumerate(items):
            if number % every == 0:
                self.step(step, number, len(items))
            yield item


UNATTENDED = Job()
"""A job whose progress nobody reads and that nobody cancels."""


_current: ContextVar[Job] = ContextVar("job", default=UNATTENDED)


@contextmanager
def doing(job: Job) -> Iterator[Job]:
    """Let a job be the current one of this thread: what waits for others reports to it."""
    token = _current.set(job)
    try:
        yield job
    finally:
        _current.reset(token)


def check_current() -> None:
    """Raise `Cancelled` if the user asked to stop the current job of this thread."""
    _current.get().check()


def attended() -> bool:
    """Return whether somebody can cancel what this thread does."""
    return _current.get() is not UNATTENDED


def keep_trying(attempt: Callable[[], bool], step: Message) -> bool:
    """Try again until it succeeds, as long as the current job is not cancelled; return whether.

    Once where nobody can cancel. Raises `Cancelled`.
    """
    while not attempt():
        if not attended():
            return False
        _current.get().step(step)
    return True
