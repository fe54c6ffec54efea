"""What a provider of tests lacks: a cache that is kept, and answers to personas."""

from types import SimpleNamespace
from typing import Any


def nothing_cached() -> SimpleNamespace:
    """Return the cache of a provider of which nothing is kept."""
    return SimpleNamespace(drop=lambda: None)


def never_asked() -> Any:
    """Return the answers of a provider that is never asked as nobody: none, and never due."""
    return SimpleNamespace(asked=lambda digest: None, is_due=lambda now: False, forget=lambda: None)
