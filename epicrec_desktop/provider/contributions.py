"""Sends a committed contribution to a service, and asks it to take one out of its sums again.

Both are one request with the same bytes, whatever the history: the answer's body is not read into
anything, and only its status counts.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from epicrec_desktop.domain.errors import ProviderBusyError, ProviderError
from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.progress import IsCancelled, never_cancelled
from epicrec_desktop.domain.release import CommittedContribution
from epicrec_desktop.provider.exchanges import ProviderSession
from epicrec_desktop.provider.transport import HttpReply, HttpRequest

ANSWER_BYTES = 20_000
"""A problem document at most."""

USUAL_WAIT = 60.0
"""Seconds, where a service that is busy does not say how long, or says nonsense."""

LONGEST_WAIT = 7 * 86_400.0

_BUSY = (429, 503)
_NOT_TAKEN = (404, 405, 501)

KEPT = message("Your contribution is kept as it is; sending it again costs no more privacy.")
STILL_COUNTED = message("Your contribution may still be counted there. Try again later.")


@dataclass(frozen=True)
class ContributionClient:
    """The two calls of one provider; `pause` (seconds) is as for a release."""

    exchanges: ProviderSession
    pause: float

    def contribute(
        self, committed: CommittedContribution, *, cancelled: IsCancelled = never_cancelled
    ) -> None:
        """Let it be counted; once more is fine. Raises `ProviderError` and `Cancelled`."""
        self._call(committed, "", (201, 204), KEPT, cancelled)

    def withdraw(
        self, committed: CommittedContribution, *, cancelled: IsCancelled = never_cancelled
    ) -> None:
        """Let it be taken out again; once more is fine. Raises `ProviderError` and `Cancelled`."""
        self._call(committed, "/withdrawal", (204,), STILL_COUNTED, cancelled)

    def _call(
        self,
        committed: CommittedContribution,
        ending: str,
        success: tuple[int, ...],
        kept: Message,
        cancelled: IsCancelled,
    ) -> None:
        _check(committed, self.exchanges)
        call = HttpRequest(
            f"{self.exchanges.address}/v1/contributions/{committed.id}{ending}",
            ANSWER_BYTES,
            body=committed.payload,
            headers={"Accept": "application/json"},
            pause=self.pause,
            replaces=not ending,
        )
        reply = self.exchanges.request(call, kept, cancelled)
        if reply.status in success:
            return
        if reply.status in _BUSY:
            raise ProviderBusyError(
                "{provider} asks to come back later. {kept}",
                wait=_wait(reply),
                sent=True,
                provider=self.exchanges.name,
                kept=kept,
            )
        if reply.status in _NOT_TAKEN:
            raise ProviderError(
                "{provider} takes no contributions. {kept}",
                sent=True,
                provider=self.exchanges.name,
                kept=kept,
            )
        try:
            self.exchanges.check_reply(reply, None, kept)
        except ProviderError as error:
            raise ProviderError(error.message, sent=True) from None
        raise ProviderError(self.exchanges.malformed_answer(kept).message, sent=True)


def _check(committed: CommittedContribution, exchanges: ProviderSession) -> None:
    """Refuse one that was made for another address, or changed since it was committed."""
    if committed.receiver != exchanges.address:
        raise ProviderError(
            "This contribution was made for another address than that of {provider}; nothing was "
            "sent.",
            provider=exchanges.name,
        )
    if hashlib.sha256(committed.payload).hexdigest() != committed.sha256:
        raise ProviderError(
            "The stored contribution does not match its record; nothing was sent. Restore the "
            "database from a copy."
        )


def _wait(reply: HttpReply) -> float:
    """Seconds to wait, by Retry-After: a number or a date, within bounds."""
    said = reply.headers.get("retry-after", "").strip()
    if said.isascii() and said.isdigit() and len(said) < 10:
        return min(max(float(said), 1.0), LONGEST_WAIT)
    try:
        moment = parsedate_to_datetime(said[:64])
    except (TypeError, ValueError, IndexError, OverflowError):
        return USUAL_WAIT
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    seconds = (moment - datetime.now(UTC)).total_seconds()
    return min(max(seconds, 1.0), LONGEST_WAIT) if math.isfinite(seconds) else USUAL_WAIT
