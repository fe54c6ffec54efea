"""Settings of the window and of this computer, in one JSON file that survives anything."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any


@dataclass
class Settings:
    """What is remembered between runs, beside the database; unknown keys are dropped."""

    appearance: str = "system"  # system, light, dark
    language: str = "system"
    window_geometry: str = ""  # base64 of Qt's saveGeometry
    wizard_step: str = "welcome"  # welcome … done: the first run can be left and resumed
    rescan_minutes: int = 0  # 0: never by itself
    rescans_paused: bool = False  # from the tray icon's menu
    tray: bool = False  # closing the window leaves the program in the system tray
    movies_view: str = "list"  # list, wall
    tmdb_key: str = ""  # the person's own, for TMDB alone

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Read the file; a missing or damaged one gives the defaults, value by value."""
        try:
            raw: Any = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return cls()
        settings = cls()
        if not isinstance(raw, dict):
            return settings
        for spec in fields(cls):
            value = raw.get(spec.name)
            if type(value) is type(getattr(settings, spec.name)):
                setattr(settings, spec.name, value)
        return settings

    def save(self, path: Path) -> None:
        """Write the file in one step, so that a crash leaves the old one or the new one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        partial.write_text(json.dumps(asdict(self), indent=2) + "\n", encoding="utf-8")
        if os.name == "posix":
            partial.chmod(0o600)
        partial.replace(path)
