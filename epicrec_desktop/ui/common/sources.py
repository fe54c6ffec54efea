"""Keeps PySide from reading the source of every module that is imported after it.

PySide looks there for its own name, since it can have other names for its functions (`__feature__`)
module by module. Nothing here asks for those. It is a tenth of the time of a start from source, and
Python would keep every text that was read in memory until the end.
"""

from __future__ import annotations

import importlib

_SEARCH = "_mod_uses_pyside"


def read_no_sources() -> None:
    """Say of every module that it may use PySide, unread. Nothing happens where PySide changed."""
    try:
        feature = importlib.import_module("shibokensupport.feature")
    except ImportError:
        return
    if hasattr(feature, _SEARCH):
        setattr(feature, _SEARCH, _may_use)


def _may_use(_module: object) -> bool:
    return True
