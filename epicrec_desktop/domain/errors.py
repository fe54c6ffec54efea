"""Errors that are told to a person.

Every error a person can meet is an `EpicRecError` whose text is a sentence: what happened, what was
kept, what to do. It never holds a URL, a page title or a movie of the person.
"""

from __future__ import annotations


class EpicRecError(Exception):
    """A problem told in one line; the command line exits with 1, the window shows a message."""


class CatalogError(EpicRecError):
    """A catalog source could not be read; the catalog before it is kept."""


class HistoryError(EpicRecError):
    """A browser profile could not be read; `reason` is a short fixed word for tests and logs."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message)
        self.reason = reason

    def __reduce__(self) -> tuple[type[HistoryError], tuple[str, str]]:
        """Travels whole from the process that scans."""
        return type(self), (str(self), self.reason)


class StoreError(EpicRecError):
    """The database cannot be opened or changed."""


class ProviderError(EpicRecError):
    """A provider is down, slow, or answers nonsense."""


class PrivacyError(EpicRecError):
    """A release would break a guarantee, so it was not made."""


class Cancelled(EpicRecError):  # noqa: N818 - said to a person as a state, not as an error
    """The person cancelled; everything is as it was before."""

    def __init__(self, message: str = "Cancelled. Nothing was changed.") -> None:
        super().__init__(message)
