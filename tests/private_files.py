"""Asks the system who may open a file."""

import os
import stat
from pathlib import Path

from epicrec_desktop import file_permissions


def is_private(path: Path) -> bool:
    """Whether the person alone (and on Windows the system) may open it."""
    if os.name == "nt":
        entries = file_permissions.access_list(path).strip("()").split(")(")
        return len(entries) == 2 and any(entry.endswith(";SY") for entry in entries)
    return stat.S_IMODE(path.stat().st_mode) in (0o700, 0o600)
