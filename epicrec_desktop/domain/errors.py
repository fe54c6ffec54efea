"""Errors that are shown to the user.

Every error a person can meet is an `EpicRecError` whose message is a sentence: what happened, what
was kept, what to do. It never holds a URL, a page title or a movie of the person.
"""

from __future__ import annotations

from epicrec_desktop.domain.messages import N_, Given, Message, message

CANCELLED = N_("Cancelled. Nothing was changed.")
_NOT_AGREED = N_(
    "What would be sent is no longer what you agreed to, so nothing was sent. Look at it once "
    "more, and decide again."
)


class EpicRecError(Exception):
    """A problem in one line; the command line exits with 1, the window shows a message.

    Made of a literal template and its values, or of a message. `str(error)` is English.
    """

    def __init__(self, sentence: str | Message, /, **values: Given) -> None:
        self.message = message(sentence, **values) if isinstance(sentence, str) else sentence
        super().__init__(self.message)


class CatalogError(EpicRecError):
    """A catalog source could not be read; the catalog before it is kept."""


class HistoryError(EpicRecError):
    """A browser profile could not be read; `reason` is a short fixed word for tests and logs."""

    def __init__(self, sentence: str | Message, reason: str, /, **values: Given) -> None:
        super().__init__(sentence, **values)
        self.reason = reason


class StoreError(EpicRecError):
    """The database cannot be opened or changed."""


class DamagedError(StoreError):
    """The database is damaged. It was left as it is; a copy may be restored in its place."""


class ProviderError(EpicRecError):
    """A provider is down, slow, or answers nonsense.

    `sent`: whether a release had left by then. None: it may have.
    """

    def __init__(
        self, sentence: str | Message, /, *, sent: bool | None = False, **values: Given
    ) -> None:
        super().__init__(sentence, **values)
        self.sent = sent


class ProviderBusyError(ProviderError):
    """A provider wants to be asked again later; `wait` is after how many seconds."""

    def __init__(
        self, sentence: str | Message, /, *, wait: float, sent: bool | None = False, **values: Given
    ) -> None:
        super().__init__(sentence, sent=sent, **values)
        self.wait = wait


class UpdateError(EpicRecError):
    """Whether there is a newer version could not be found out, or the answer is not believed."""


class PrivacyError(EpicRecError):
    """A release would break a guarantee, so it was not made."""


class AgreementError(PrivacyError):
    """What would be released is not what the person agreed to, so it was not."""

    def __init__(self, sentence: str | Message = _NOT_AGREED, /, **values: Given) -> None:
        super().__init__(sentence, **values)


class Cancelled(EpicRecError):  # noqa: N818 - said to a person as a state, not as an error
    """The person cancelled; everything is as it was before."""

    def __init__(self, sentence: str | Message = CANCELLED, /, **values: Given) -> None:
        super().__init__(sentence, **values)
