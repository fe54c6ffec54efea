"""A line between a client and a service that keeps every byte of both."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from waiting import LIMIT_S

_PART = 65_536


class Relay:
    """Listens on loopback; what the client sends and receives is kept and handed on."""

    def __init__(self, address: str) -> None:
        target = urlsplit(address)
        self._target = (target.hostname or "", target.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.sent, self.received = bytearray(), bytearray()

    def serve(self) -> None:
        """Until it is closed."""
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                service = socket.create_connection(self._target)
                for pair in ((client, service, self.sent), (service, client, self.received)):
                    threading.Thread(target=_hand_on, args=pair, daemon=True).start()

    def close(self) -> None:
        """Take no more."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


def _hand_on(source: socket.socket, target: socket.socket, kept: bytearray) -> None:
    with source, suppress(OSError):
        while part := source.recv(_PART):
            kept += part
            target.sendall(part)
        target.shutdown(socket.SHUT_WR)


@contextmanager
def relayed(address: str) -> Iterator[Relay]:
    """A relay before the service at `address`."""
    relay = Relay(address)
    thread = threading.Thread(target=relay.serve, daemon=True)
    thread.start()
    try:
        yield relay
    finally:
        relay.close()
        thread.join(LIMIT_S)
