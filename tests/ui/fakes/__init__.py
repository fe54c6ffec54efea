"""Services in memory, for screens and for forcing faults: nothing is read, drawn or sent."""

from ui.fakes.films import NOW, entry, movies, release
from ui.fakes.services import FakeServices, close_all, just_started, lived_in, never_used, released

__all__ = [
    "NOW",
    "FakeServices",
    "close_all",
    "entry",
    "just_started",
    "lived_in",
    "movies",
    "never_used",
    "release",
    "released",
]
