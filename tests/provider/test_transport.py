"""A user who cancels a request learns whether it left."""

from __future__ import annotations

import pytest

from epicrec_desktop.provider.transport import Exchange, HttpRequest, Transport, TransportError


def exchange() -> Exchange:
    return Exchange(Transport(deadline=0.01), HttpRequest("https://films.example", 10, body=b"{}"))


def test_request_started_after_cancellation_is_not_sent() -> None:
    running = exchange()
    running.abandoned = True
    with pytest.raises(TransportError):
        running._opened()


def test_start_is_recorded_before_cancellation_is_checked() -> None:
    """Else it could begin between the other's two looks, and leave though "nothing was sent"."""
    seen: list[bool] = []

    class Watched(Exchange):
        @property
        def abandoned(self) -> bool:
            seen.append(self.started)
            return False

        @abandoned.setter
        def abandoned(self, value: bool) -> None:
            del value

    Watched(
        Transport(deadline=0.01), HttpRequest("https://films.example", 10, body=b"{}")
    )._opened()
    assert seen == [True]


def test_cancellation_is_set_before_sent_state_is_read(monkeypatch) -> None:
    looked: list[bool] = []

    class Watched(Exchange):
        @property
        def started(self) -> bool:
            looked.append(self.abandoned)
            return False

        @started.setter
        def started(self, value: bool) -> None:
            del value

        def run(self) -> None:
            """Never answers."""

    monkeypatch.setattr("epicrec_desktop.provider.transport.Exchange", Watched)
    with pytest.raises(TransportError) as raised:
        Transport(deadline=0.01).exchange(HttpRequest("https://films.example", 10, body=b"{}"))
    assert raised.value.sent is False
    assert looked == [True]
