"""A keyring in memory, to have it fail on demand; and a passphrase that costs nothing to try."""

from epicrec_desktop.services.protection.key_file import KdfCost
from epicrec_desktop.services.protection.keyring import ABSENT, DENIED, KeyringError

CHEAP = KdfCost(1, 8192)


class FakeKeyring:
    """`fault`: "absent", "denied", or "forgets" everything at once."""

    def __init__(self, fault: str = "") -> None:
        self.kept: dict[str, bytes] = {}
        self.fault = fault

    def get(self, name: str) -> bytes | None:
        self._fail()
        return self.kept.get(name)

    def put(self, name: str, secret: bytes) -> None:
        self._fail()
        if self.fault != "forgets":
            self.kept[name] = secret

    def remove(self, name: str) -> None:
        self._fail()
        self.kept.pop(name, None)

    def _fail(self) -> None:
        if self.fault == "absent":
            raise KeyringError(ABSENT)
        if self.fault == "denied":
            raise KeyringError(DENIED)
