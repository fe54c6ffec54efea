"""Keeps PySide from reading the source of every module that is imported after it.

PySide looks there for its own name, since it can have other names for its functions (`__feature__`)
module by module. Nothing here asks for those. It is a tenth of the time of a start from source, and
Python would keep every text that was read in memory until the end.
"""

from __future__ import annotations

import importlib

_SCAN_FUNCTION = "_mod_uses_pyside"


def skip_pyside_source_scan() -> None:
    """Say of every module that it may use PySide, unread. Nothing happens where PySide changed."""
    try:
        feature = importlib.import_module("shibokensupport.feature")
    except ImportError:
        return
    if hasattr(feature, _SCAN_FUNCTION):
        setattr(feature, _SCAN_FUNCTION, _uses_pyside)


def _uses_pyside(_module: object) -> bool:
    return True
