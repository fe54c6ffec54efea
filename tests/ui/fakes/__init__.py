"""Services in memory, for screens and for forcing faults: nothing is read, drawn or sent."""

from ui.fakes.films import NOW, entry, movies, release
from ui.fakes.services import FakeServices, just_started, lived_in

__all__ = ["NOW", "FakeServices", "entry", "just_started", "lived_in", "movies", "release"]
