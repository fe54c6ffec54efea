"""Secrets in the keyring of a Linux desktop, over D-Bus: a client of the Secret Service.

https://specifications.freedesktop.org/secret-service/latest/
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from jeepney import DBusAddress, DBusErrorResponse, MatchRule, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection
from jeepney.wrappers import unwrap_msg

from epicrec_desktop.services.protection.keyring import (
    ABSENT,
    APPLICATION,
    DENIED,
    LABEL,
    KeyringError,
)

_BUS = "org.freedesktop.secrets"
_PATH = "/org/freedesktop/secrets"
_SERVICE = "org.freedesktop.Secret.Service"
_COLLECTION = "org.freedesktop.Secret.Collection"
_ITEM = "org.freedesktop.Secret.Item"
_PROMPT = "org.freedesktop.Secret.Prompt"
_NONE = "/"
_ANSWER_S = 10.0
_PERSON_S = 120.0
"""How long the person has for the keyring's own question."""


class SecretService:
    """`Keyring` over the Secret Service; a connection of its own for each call."""

    def get(self, name: str) -> bytes | None:
        """See `Keyring`."""
        with _connected() as bus:
            item = bus.find(name)
            return None if item is None else bus.secret(item)

    def put(self, name: str, secret: bytes) -> None:
        """See `Keyring`."""
        with _connected() as bus:
            bus.create(name, secret)

    def remove(self, name: str) -> None:
        """See `Keyring`."""
        with _connected() as bus:
            item = bus.find(name)
            if item is not None:
                (prompt,) = bus.call(item, _ITEM, "Delete")
                bus.answered(prompt)


@contextmanager
def _connected() -> Iterator[_Bus]:
    try:
        connection = open_dbus_connection("SESSION")
    except (OSError, KeyError, ValueError, RuntimeError):
        raise KeyringError(ABSENT) from None
    with closing(connection):
        try:
            yield _Bus(connection)
        except DBusErrorResponse as error:
            unknown = ("ServiceUnknown", "NameHasNoOwner", "Spawn", "UnknownMethod", "NoReply")
            absent = any(one in error.name for one in unknown)
            raise KeyringError(ABSENT if absent else DENIED) from None
        except (OSError, EOFError):
            raise KeyringError(ABSENT) from None


def _attributes(name: str) -> dict[str, str]:
    return {"application": APPLICATION, "library": name}


class _Bus:
    def __init__(self, connection: DBusConnection) -> None:
        self._connection = connection

    def call(
        self, path: str, interface: str, member: str, signature: str = "", *body: Any
    ) -> tuple[Any, ...]:
        """Call a method; its answer. Raises `DBusErrorResponse`, `OSError`."""
        address = DBusAddress(path, bus_name=_BUS, interface=interface)
        asked = new_method_call(address, member, signature or None, body)
        answer = self._connection.send_and_get_reply(asked, timeout=_ANSWER_S)
        return tuple(unwrap_msg(answer))

    def find(self, name: str) -> str | None:
        """Return the item of a library, unlocked; None where there is none."""
        unlocked, locked = self.call(_PATH, _SERVICE, "SearchItems", "a{ss}", _attributes(name))
        if unlocked:
            return str(unlocked[0])
        if not locked:
            return None
        self._unlock(locked[0])
        return str(locked[0])

    def secret(self, item: str) -> bytes:
        (stored,) = self.call(item, _ITEM, "GetSecret", "o", self._session())
        return bytes(stored[2])

    def create(self, name: str, secret: bytes) -> None:
        """Keep a secret in the collection that the person uses, in place of an older one."""
        collection = self._collection()
        self._unlock(collection)
        properties = {
            f"{_ITEM}.Label": ("s", LABEL),
            f"{_ITEM}.Attributes": ("a{ss}", _attributes(name)),
        }
        stored = (self._session(), b"", secret, "application/octet-stream")
        _, prompt = self.call(
            collection, _COLLECTION, "CreateItem", "a{sv}(oayays)b", properties, stored, True
        )
        self.answered(prompt)

    def _collection(self) -> str:
        (path,) = self.call(_PATH, _SERVICE, "ReadAlias", "s", "default")
        if path != _NONE:
            return str(path)
        made, prompt = self.call(
            _PATH,
            _SERVICE,
            "CreateCollection",
            "a{sv}s",
            {f"{_COLLECTION}.Label": ("s", "Login")},
            "default",
        )
        found = self.answered(prompt)
        return str(made if made != _NONE else found[1])

    def _unlock(self, path: str) -> None:
        _, prompt = self.call(_PATH, _SERVICE, "Unlock", "ao", [path])
        self.answered(prompt)

    def _session(self) -> str:
        _, session = self.call(_PATH, _SERVICE, "OpenSession", "sv", "plain", ("s", ""))
        return str(session)

    def answered(self, prompt: str) -> Any:
        """Wait until the person has answered the keyring's question, where it has one.

        Raises `KeyringError` where that was a no, or there was no answer.
        """
        if prompt == _NONE:
            return None
        done = MatchRule(
            type="signal", sender=_BUS, interface=_PROMPT, member="Completed", path=prompt
        )
        Proxy(message_bus, self._connection).AddMatch(done)
        with self._connection.filter(done) as answers:
            self.call(prompt, _PROMPT, "Prompt", "s", "")
            try:
                reply = self._connection.recv_until_filtered(answers, timeout=_PERSON_S)
            except TimeoutError:
                raise KeyringError(DENIED) from None
        dismissed, result = reply.body
        if dismissed:
            raise KeyringError(DENIED)
        return result
