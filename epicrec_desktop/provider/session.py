"""Exchanges with one provider: its key, and what is said of an answer that is none."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.json_text import json_object
from epicrec_desktop.domain.messages import N_, Message, Value, message
from epicrec_desktop.domain.progress import IsCancelled
from epicrec_desktop.door.client import Client
from epicrec_desktop.door.failures import SENTENCES, DoorError, Failure
from epicrec_desktop.door.request import Certificate, HttpReply, HttpRequest
from epicrec_desktop.provider.address import split_address
from epicrec_desktop.provider.cache import NOTHING_SENT, Cache

ARRIVED = message("Your release was sent. It is kept, and sending it again costs nothing.")
MAY_HAVE_ARRIVED = message(
    "Your release may have arrived. It is kept, and sending it again costs nothing."
)
NOT_SENT = message(
    "Nothing was sent. Your release is kept; sending it later costs no more privacy."
)


UNTRUSTED = N_(
    "{provider} could not prove who it is: its certificate is not trusted, has expired or "
    "belongs to another. Only if you know who runs it, add its certificate. {kept}"
)


@dataclass
class ProviderSession:
    """Makes exchanges in a provider's name. Raises `ProviderError`.

    `kept` is the last sentence of an error: what happened to the user's data. For a release it is
    None, and the sentence says whether the release left. `key` is what a closed group gave the
    user; it is sent to this provider's URL and nowhere else.
    """

    name: str
    address: str
    client: Client
    cache: Cache
    key: str | None = field(default=None, repr=False)
    key_header: str = "Authorization"
    certificate: Certificate | None = None  # of the last answer

    @property
    def url(self) -> str:
        """Return the URL that requests begin with."""
        return split_address(self.address).url

    def request(self, call: HttpRequest, kept: Message | None, cancelled: IsCancelled) -> HttpReply:
        """Make one exchange, of any status. Raises `Cancelled` too."""
        if self.key is not None and (call.url == self.url or call.url.startswith(f"{self.url}/")):
            scheme = "Bearer " if self.key_header == "Authorization" else ""
            call = replace(call, headers={**call.headers, self.key_header: scheme + self.key})
        try:
            reply = self.client.exchange(call, cancelled)
        except DoorError as error:
            sent = call.body is not None and error.sent
            left = MAY_HAVE_ARRIVED if sent else NOT_SENT
            untrusted = error.failure is Failure.UNTRUSTED
            template = UNTRUSTED if untrusted else SENTENCES[error.failure]
            raise ProviderError(
                template, sent=None if sent else False, provider=self.name, kept=kept or left
            ) from None
        self.certificate = reply.certificate
        return reply

    def fetch(
        self,
        path: str,
        max_bytes: int,
        cancelled: IsCancelled,
        *,
        media_type: str | None = "application/json",
    ) -> bytes | None:
        """Return a document that the provider publishes; None where there is none (404)."""
        headers = {} if media_type is None else {"Accept": media_type}
        call = HttpRequest(self.url + path, max_bytes, headers=headers)
        reply = self.request(call, NOTHING_SENT, cancelled)
        if reply.status == 404:
            return None
        self.check_reply(reply, media_type, NOTHING_SENT)
        return reply.body

    def check_reply(self, reply: HttpReply, media_type: str | None, kept: Message | None) -> None:
        """Raise for every reply but a success of this type."""
        if 300 <= reply.status < 400:
            raise ProviderError(
                "{provider} wants to send you to another address. That is not followed, because "
                "what you release would go to a stranger. {kept}",
                sent=kept is None,
                provider=self.name,
                kept=kept or ARRIVED,
            )
        if reply.status >= 400:
            raise self._refused(reply, kept)
        if reply.status != 200 or (media_type and reply.media_type != media_type):
            raise self.malformed_answer(kept)

    def malformed_answer(self, kept: Message | None) -> ProviderError:
        """Return the error for an answer that is none."""
        return ProviderError(
            "{provider} did not answer as a recommendation service does. {kept}",
            sent=kept is None,
            provider=self.name,
            kept=kept or ARRIVED,
        )

    def _refused(self, reply: HttpReply, kept: Message | None) -> ProviderError:
        """Return the error of a status of 400 or more, with its problem+json's title, shortened."""
        values: dict[str, Value] = {
            "provider": self.name,
            "status": reply.status,
            "kept": kept or ARRIVED,
        }
        if reply.status in (401, 403):
            has_key = self.key is not None
            template = _NOT_LET_IN if reply.status == 403 else _WRONG_KEY if has_key else _NO_KEY
            return ProviderError(template, sent=kept is None, **values)
        title, own = _title(reply), reply.status >= 500
        if title is None:
            template = _FAILED if own else _REFUSED
            return ProviderError(template, sent=kept is None, **values)
        template = _FAILED_SAYING if own else _REFUSED_SAYING
        return ProviderError(template, sent=kept is None, title=title, **values)


_FAILED = N_("{provider} has a problem of its own (status {status}). {kept}")
_FAILED_SAYING = N_("{provider} has a problem of its own (status {status}): “{title}”. {kept}")
_REFUSED = N_("{provider} refused the request (status {status}). {kept}")
_REFUSED_SAYING = N_("{provider} refused the request (status {status}): “{title}”. {kept}")
_NO_KEY = N_(
    "{provider} answers members only. Whoever runs it can give you a key: enter it in Settings, "
    "under Services. {kept}"
)
_WRONG_KEY = N_(
    "{provider} does not accept the key that is kept for it. It may have been withdrawn: ask "
    "whoever runs it for another, and enter that in Settings, under Services. {kept}"
)
_NOT_LET_IN = N_("{provider} does not let you in (status {status}). {kept}")


def _title(reply: HttpReply) -> str | None:
    """Return the title of a reply's problem+json, shortened; None where there is none."""
    if reply.media_type != "application/problem+json":
        return None
    title = (json_object(reply.body[:_PROBLEM_BYTES]) or {}).get("title")
    if not isinstance(title, str):
        return None
    clean = " ".join("".join(c if c.isprintable() else " " for c in title).split())
    return clean[:120] or None


_PROBLEM_BYTES = 20_000
