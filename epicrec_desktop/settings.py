"""Settings of the window and of this computer, in one JSON file that survives anything."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from epicrec_desktop.files import write_file

_MOST_BYTES = 1_000_000
_LARGEST = 10_000_000

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Languages of the window, each by its own name."""


def language_of(setting: str, preferred: Iterable[str]) -> str:
    """Return the language of a setting; of "system" the first of `preferred` that there is.

    `preferred` are codes with or without a country: "de", "de-AT", "de_AT".
    """
    if setting in LANGUAGES:
        return setting
    codes = (tag.replace("_", "-").partition("-")[0] for tag in preferred)
    return next((code for code in codes if code in LANGUAGES), "en")


@dataclass
class Settings:
    """What is remembered between runs, beside the database; unknown keys are dropped."""

    appearance: str = "system"  # system, light, dark, contrast
    language: str = "system"
    window_geometry: str = ""  # base64 of Qt's saveGeometry
    wizard_step: str = "welcome"  # welcome … done: the first run can be left and resumed
    ratings_offer: str = ""  # open: public ratings are offered; done: fetched, or not wanted
    rescan_minutes: int = 0  # 0: never by itself
    rescans_paused: bool = False  # from the tray icon's menu
    tray: bool = False  # closing the window leaves the program in the system tray
    tell_finds: bool = False  # notify of the number of movies that an automatic scan found
    tell_month: bool = False  # notify once a month of what is new
    movies_view: str = "list"  # list, wall
    movies_order: str = ""  # how My movies is sorted and filtered: "sort=title;category=Horror"
    lock_minutes: int = 15  # without input, until a library with a passphrase is locked; 0: never
    recommendations_filters: str = ""  # "category=Crime;decade=1990"
    version_seen: str = ""  # the newest version that ran here
    tmdb_key: str = ""  # the user's own, sent to TMDB only
    films_of_year: bool = False  # Wikidata is asked for the films of this year, once a week
    films_of_year_due: str = ""  # when it is next: a time in ISO 8601

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Read the file; a missing or damaged one gives the defaults, value by value."""
        try:
            with path.open("rb") as stream:
                raw: Any = json.loads(stream.read(_MOST_BYTES))
        except (OSError, ValueError, RecursionError):
            return cls()
        settings = cls()
        if not isinstance(raw, dict):
            return settings
        for spec in fields(cls):
            value = raw.get(spec.name)
            if type(value) is type(getattr(settings, spec.name)) and _is_sane(value):
                setattr(settings, spec.name, value)
        return settings

    def save(self, path: Path) -> None:
        """Write the file in one step, so that a crash leaves the old one or the new one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, (json.dumps(asdict(self), indent=2) + "\n").encode())


def _is_sane(value: object) -> bool:
    """Return whether a value can be worked with: a file can hold 10^400, and half a character."""
    if isinstance(value, str):
        return value.isprintable()
    return not isinstance(value, int) or 0 <= value <= _LARGEST
