"""Settings of the window and of this computer, in one JSON file that survives anything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from epicrec_desktop import system_errors
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.messages import N_, Message, message
from epicrec_desktop.json_files import Damage, read_checked, write_checked
from epicrec_desktop.locks import PATIENCE_S, FileLock

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


def system_locale() -> str:
    """Return the locale of this process, as "de_AT", without Qt; empty where there is none.

    Python raises for names that it does not know, as "en_DE" where a region is set by itself.
    """
    import locale  # noqa: PLC0415 - most starts need none

    try:
        return locale.getlocale()[0] or ""
    except ValueError:
        return locale.setlocale(locale.LC_CTYPE).partition(".")[0]


_DAMAGE = {
    Damage.RESTORED: message(
        "The file with your settings was damaged. They are as they were saved last."
    ),
    Damage.LOST: message(
        "The file with your settings was damaged, and so was its copy. Look through "
        "Settings: some are as at first."
    ),
}


@dataclass(frozen=True)
class Offered:
    """How the Settings page offers a setting: a switch, or a choice where there are `values`.

    `name` is that of the control, and its second part the section. `values` are those that can be
    chosen, with their texts, in which "{count}" is the value. `note` says what it means, and
    `otherwise` does while the setting that it `needs` is off.
    """

    name: str
    label: str
    values: Mapping[Any, str] = field(default_factory=dict)
    small: bool = False
    note: str = ""
    needs: str = ""
    otherwise: str = ""


def _offered(default: Any, name: str, label: str, **more: Any) -> Any:
    return field(default=default, metadata={"offered": Offered(name, label, **more)})


_IN_TRAY_ONLY = N_("Only while EpicRec runs in the system tray.")


@dataclass
class Settings:
    """What is remembered between runs, beside the database; unknown keys are dropped.

    Those that the Settings page offers are `_offered`: their rows there follow from it.
    """

    appearance: str = _offered(
        "system",
        "settings.appearance.choice",
        N_("Appearance"),
        values={
            "system": N_("System"),
            "light": N_("Light"),
            "dark": N_("Dark"),
            "contrast": N_("High contrast"),
        },
    )
    language: str = _offered(
        "system",
        "settings.appearance.language",
        N_("Language"),
        values={"system": N_("System"), **LANGUAGES},
    )
    window_geometry: str = ""  # base64 of Qt's saveGeometry
    wizard_step: str = "welcome"  # welcome … done: the first run can be left and resumed
    ratings_offer: str = ""  # open: public ratings are offered; done: fetched, or not wanted
    rescan_minutes: int = _offered(
        0,
        "settings.browsers.interval",
        N_("Look for new movies"),
        values={
            0: N_("When I ask"),
            60: N_("Every hour"),
            360: N_("Every 6 hours"),
            1440: N_("Every day"),
        },
        small=True,
    )
    rescans_paused: bool = False  # from the tray icon's menu
    tray: bool = _offered(
        False,
        "settings.behavior.tray",
        N_("Keep running in the system tray"),
        note=N_(
            "Automatic scans go on after the window is closed. Use the icon's menu to open the "
            "window, scan, pause or quit."
        ),
        otherwise=N_("This desktop has no system tray. Closing the window quits EpicRec."),
    )
    tell_finds: bool = _offered(
        False,
        "settings.behavior.finds",
        N_("Notify me of movies an automatic scan finds"),
        note=N_(
            "Beside the icon, while the window is closed: a number, never a title. A click opens "
            "My movies."
        ),
        needs="tray",
        otherwise=_IN_TRAY_ONLY,
    )
    tell_month: bool = _offered(
        False,
        "settings.behavior.month",
        N_("Notify me once a month of what is new"),
        note=N_(
            "While the window is closed: how many movies can be shared, how many new films are "
            "recommended to you."
        ),
        needs="tray",
        otherwise=_IN_TRAY_ONLY,
    )
    movies_view: str = "list"  # list, wall
    movies_order: str = ""  # how My movies is sorted and filtered: "sort=title;category=Horror"
    lock_minutes: int = _offered(  # without input, of a library with a passphrase
        15,
        "settings.protection.after",
        N_("Lock when you are away"),
        values={n: N_("{count} min") for n in (5, 15, 60)} | {0: N_("Never")},
        note=N_("Whatever is running then is canceled."),
    )
    recommendations_filters: str = ""  # "category=Crime;decade=1990"
    version_seen: str = ""  # the newest version that ran here
    tmdb_key: str = ""  # the user's own, sent to TMDB only
    films_of_year: bool = _offered(  # Wikidata is asked for the movies of this year
        False, "settings.catalog.year.weekly", N_("Update once a week")
    )
    films_of_year_due: str = ""  # when it is next: a time in ISO 8601
    damage: Damage = field(default=Damage.NONE, compare=False)  # of the file; not stored
    erased: bool = field(default=False, compare=False)  # and never written again; not stored

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Read the file; a missing one gives the defaults, a damaged one the copy's values.

        Where the copy is damaged, too, each value that can be read is kept.
        """
        settings = cls()
        if not path.exists():
            return settings
        stored, settings.damage = read_checked(path, _MOST_BYTES)
        for name in _names():
            value = stored.get(name)
            if type(value) is type(getattr(settings, name)) and _is_sane(value):
                setattr(settings, name, value)
        return settings

    @property
    def damage_sentence(self) -> Message | None:
        """The sentence about a damaged file."""
        return _DAMAGE.get(self.damage)

    def save(self, path: Path, *names: str, patience: float = PATIENCE_S) -> None:
        """Write these settings, or all of them, into the file and its copy.

        The others stay as the file has them: another program may have changed them since it was
        loaded. Waits `patience` seconds for a program that writes it now. Writes nothing once the
        settings are `erased`. Raises `OSError`, `StoreError`; then the file is as it was.
        """
        if self.erased:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(path.with_name(path.name + ".lock"))
        with lock.held(StoreError(system_errors.FILE_IN_USE), patience=patience):
            if self.erased:  # while another program had the lock
                return
            stored = Settings.load(path)
            for name in names or _names():
                setattr(stored, name, getattr(self, name))
            write_checked(path, {name: getattr(stored, name) for name in _names()})


def offered(section: str) -> dict[str, Offered]:
    """Return how the settings of a section of the Settings page are offered, by name."""
    found = {spec.name: spec.metadata.get("offered") for spec in fields(Settings)}
    return {name: one for name, one in found.items() if one and section == one.name.split(".")[1]}


def _names() -> list[str]:
    """Return the fields that are stored: two settings are the same where these are."""
    return [spec.name for spec in fields(Settings) if spec.compare]


def _is_sane(value: object) -> bool:
    """Return whether a value can be worked with: a file can hold 10^400, and half a character."""
    if isinstance(value, str):
        return value.isprintable()
    return not isinstance(value, int) or 0 <= value <= _LARGEST
