"""Why there is no usable answer, and the one table of what is said then."""

from __future__ import annotations

from enum import Enum

from epicrec_desktop.domain.messages import N_, Message, Value


class Failure(Enum):
    """Why an exchange failed."""

    UNREACHABLE = "unreachable"
    PROXY = "proxy"  # the system's proxy does not pass requests on
    PROXY_SETTING = "proxy setting"  # what is set as the proxy is none
    UNTRUSTED = "untrusted"
    NOT_ENCRYPTED = "not encrypted"  # no agreement on TLS
    CERTIFICATE_FILE = "certificate file"
    UNSAFE = "unsafe"  # neither HTTPS nor this computer
    SLOW = "slow"
    BROKEN_OFF = "broken off"
    LARGE = "large"
    ELSEWHERE = "elsewhere"  # passed on to another host
    CIRCLES = "circles"  # passed on too often
    ABANDONED = "abandoned"
    FAILED = "failed"
    BUSY = "busy"
    REFUSED = "refused"
    MISSING = "missing"
    STATUS = "status"
    NONSENSE = "nonsense"
    DEADLINE = "deadline"  # of many requests together


SENTENCES = {
    Failure.UNREACHABLE: N_("{provider} could not be reached. {kept}"),
    Failure.PROXY: N_("{provider} could not be reached through the system's proxy. {kept}"),
    Failure.PROXY_SETTING: N_(
        "The proxy in this computer's settings is none that this program can use, so {provider} "
        "was not asked. Correct that setting (on Linux also https_proxy and all_proxy). {kept}"
    ),
    Failure.UNTRUSTED: N_(
        "{provider} could not prove who it is: its certificate is not trusted, has expired or "
        "belongs to another. {kept}"
    ),
    Failure.NOT_ENCRYPTED: N_("{provider} did not agree to an encrypted connection. {kept}"),
    Failure.CERTIFICATE_FILE: N_(
        "{provider} has a certificate file that cannot be read; choose the file again. {kept}"
    ),
    Failure.UNSAFE: N_("The address of {provider} is not a safe one (https). {kept}"),
    Failure.SLOW: N_("{provider} did not answer in time. {kept}"),
    Failure.BROKEN_OFF: N_("{provider} broke off its answer. {kept}"),
    Failure.LARGE: N_("{provider} answered with more data than is allowed. {kept}"),
    Failure.ELSEWHERE: N_(
        "{provider} sent the request on to another address, which was not followed. {kept}"
    ),
    Failure.CIRCLES: N_("{provider} keeps passing the request on. {kept}"),
    Failure.ABANDONED: N_("{provider} was not asked any more. {kept}"),
    Failure.FAILED: N_("{provider} could not be asked. {kept}"),
    Failure.BUSY: N_("{provider} asks for fewer requests for now. {kept}"),
    Failure.REFUSED: N_("{provider} refused the request. {kept}"),
    Failure.MISSING: N_("What was asked of {provider} is no longer at its address. {kept}"),
    Failure.STATUS: N_("{provider} answered with an error (status {status}). {kept}"),
    Failure.NONSENSE: N_("{provider} does not answer as it should. {kept}"),
    Failure.DEADLINE: N_("Fetching from {provider} took too long and was stopped. {kept}"),
}


class DoorError(Exception):
    """An exchange failed. Its text names the failure alone.

    `sent`: whether the request may have left. `wait`: seconds that the server asks to wait.
    """

    sent = False

    def __init__(self, failure: Failure, *, status: int = 0, wait: float | None = None) -> None:
        super().__init__(failure.value)
        self.failure, self.status, self.wait = failure, status, wait

    def sentence(self, provider: Value, kept: Message) -> Message:
        """Return what happened, for the user; `kept` says what became of their data."""
        values: dict[str, Value] = {"provider": provider, "kept": kept}
        if self.failure is Failure.STATUS:
            values["status"] = self.status
        return Message(SENTENCES[self.failure], values)
