"""Services for screens: the real ones over folders made once, and ways to force faults."""

from ui.fakes.records import NOW, entry, movies, release
from ui.fakes.services import (
    FakeServices,
    close_all,
    just_started,
    lived_in,
    never_used,
    released,
    use_club,
)

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
    "use_club",
]
