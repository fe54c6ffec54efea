"""The client: what is trusted, how failures are named, and whether a cancelled request left."""

import threading
from dataclasses import replace

import pytest

from epicrec_desktop.catalog.download import download_movietweetings
from epicrec_desktop.domain.errors import Cancelled, CatalogError
from epicrec_desktop.domain.progress import never_cancelled
from epicrec_desktop.door.client import Client, Exchange, _Session
from epicrec_desktop.door.failures import DoorError, Failure
from epicrec_desktop.door.pacing import PacedClient, RequestLimits
from epicrec_desktop.door.request import HttpRequest, Waits
from epicrec_desktop.door.traffic import Traffic, counted
from local_http_server import Handler, serving
from network_capture.recording_server import recording
from relay import relayed
from waiting import LIMIT_S, wait_for_threads

WAITS, WAIT_LONG = Waits(0.01), Waits(LIMIT_S)
QUICK = RequestLimits(pause_s=0.0, backoff_s=0.0, attempts=1, silence_s=LIMIT_S)
JPEG = b"\xff\xd8\xff" + bytes(20)
ARCHIVE = {"/movies.dat": b"0000091::A Film (1896)::Drama\n", "/ratings.dat": b"1::0000091::9::1\n"}
CALL = HttpRequest("https://films.example", 10, body=b"{}")


def exchange(kind: type[Exchange] = Exchange) -> Exchange:
    return kind(Client(WAITS), CALL, _Session(Client(WAITS)))


def test_request_started_after_cancellation_is_not_sent():
    running = exchange()
    running.abandoned = True
    with pytest.raises(DoorError):
        running._opened()


def test_start_is_recorded_before_cancellation_is_checked():
    """Else it could begin between the other's two looks, and leave though "nothing was sent"."""
    seen: list[bool] = []

    class Watched(Exchange):
        @property
        def abandoned(self):
            seen.append(self.started)
            return False

        @abandoned.setter
        def abandoned(self, value):
            del value

    exchange(Watched)._opened()
    assert seen == [True]


def test_cancellation_is_set_before_sent_state_is_read(monkeypatch):
    looked: list[bool] = []

    class Watched(Exchange):
        @property
        def started(self):
            looked.append(self.abandoned)
            return False

        @started.setter
        def started(self, value):
            del value

        def run(self):
            """Never answers."""

    monkeypatch.setattr("epicrec_desktop.door.client.Exchange", Watched)
    with pytest.raises(DoorError) as raised:
        Client(WAITS).exchange(CALL)
    assert raised.value.sent is False
    assert looked == [True]


# ----- one client for everything -----


def usual(handler: Handler) -> None:
    handler.body(JPEG if handler.path.endswith(".jpg") else ARCHIVE.get(handler.path, b"{}"))


def test_public_fetches_trust_a_certificate_that_providers_would(
    certificate, tmp_path, monkeypatch
):
    """As behind a company's proxy, whose certificate the system or the user knows."""
    with serving(usual, certificate) as server:

        def fetch(name, *added):
            folder = tmp_path / name
            return download_movietweetings(folder, url=f"{server.address}/", certificates=added)

        with pytest.raises(CatalogError, match="its certificate is not trusted") as caught:
            fetch("refused")
        assert "add its certificate" not in str(caught.value)
        assert fetch("added", certificate.certificate).is_dir()
        service = PacedClient(QUICK, never_cancelled, certificates=[certificate.certificate])
        assert service.fetch(f"{server.address}/a.jpg") == JPEG
        service.close()
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate.certificate))
        assert fetch("system").is_dir()
        call = HttpRequest(f"{server.address}/x", 99)
        assert Client(WAIT_LONG).exchange(call).certificate is not None


PROXIES = ("socks5://127.0.0.1:9", "http://127.0.0.1:none", "http://:80", "gopher://a", "http://[")


@pytest.mark.parametrize("setting", PROXIES)
def test_a_broken_proxy_setting_is_named(setting, tmp_path, monkeypatch):
    for name in ("no_proxy", "NO_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("https_proxy", setting)
    with pytest.raises(DoorError) as caught:
        Client(WAIT_LONG).exchange(HttpRequest("https://films.example/", 99))
    assert caught.value.failure is Failure.PROXY_SETTING
    assert not caught.value.sent
    with pytest.raises(CatalogError, match=r"^The proxy in this computer's settings") as told:
        download_movietweetings(tmp_path, url="https://films.example/")
    assert "Check the network" not in str(told.value)


def test_a_proxy_that_is_down_is_named(free_port, tmp_path, monkeypatch):
    for name in ("no_proxy", "NO_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("https_proxy", f"127.0.0.1:{free_port}")
    with pytest.raises(CatalogError, match=r"through the system's proxy.*Check the proxy"):
        download_movietweetings(tmp_path, url="https://films.example/")


def test_a_service_is_asked_over_one_connection_until_a_request_fails():
    ports: list[int] = []

    def answer(handler):
        ports.append(handler.client_address[1])
        handler.send_response(500 if handler.path == "/broken" else 200)
        handler.send_header("Content-Length", "2")
        handler.end_headers()
        handler.wfile.write(b"{}")

    with serving(answer) as server:
        service = PacedClient(QUICK, never_cancelled)
        for _ in range(3):
            assert service.ask(f"{server.address}/a", {}) == {}
        assert len(set(ports)) == 1
        client = Client(WAIT_LONG, keep=True)
        for _ in range(2):
            with pytest.raises(DoorError, match="large"):
                client.exchange(HttpRequest(f"{server.address}/b", 1))
        assert len(set(ports)) == 3
        service.close()
        client.close()


def test_bytes_are_counted_as_they_pass_over_the_line(certificate):
    with serving(usual) as server, relayed(server.address) as line:
        service = PacedClient(QUICK, never_cancelled)
        with counted() as traffic:
            for name in ("a.jpg", "movies.dat"):
                service.fetch(f"{line.address}/{name}")
            call = HttpRequest(f"{line.address}/x", 99, body=b"{}" * 40_000)
            Client(WAIT_LONG).exchange(call)
        assert traffic == Traffic(len(line.sent), len(line.received))
        service.close()
    with serving(usual, certificate) as server, counted() as traffic:
        call = HttpRequest(f"{server.address}/x", 99)
        Client(WAIT_LONG, [certificate.certificate]).exchange(call)
    (asked,) = server.asked
    head = asked.raw_requestline + asked.headers.as_bytes().replace(b"\n", b"\r\n")
    assert traffic.sent == len(head), "what the server reads, not what encryption adds"


def test_who_cancels_does_not_wait_for_the_service():
    """Neither for an answer that never begins, nor in the middle of one."""
    asked = threading.Event()

    def hang(handler):
        if handler.path == "/begun":
            handler.body(b"x", length=9)
        asked.set()
        server.released.wait(LIMIT_S)

    with serving(hang) as server:
        for path in ("/begun", "/silent"):
            asked.clear()
            with pytest.raises(Cancelled):
                Client(WAIT_LONG).exchange(HttpRequest(server.address + path, 99), asked.is_set)


@pytest.mark.parametrize("encrypted", [False, True])
def test_a_service_that_goes_on_after_the_user_cancelled_talks_to_nobody(encrypted, certificate):
    """No limit holds before the head of a reply: "100 Continue" may come for ever."""
    asked, gone = threading.Event(), threading.Event()

    def answer(handler):
        asked.set()
        try:
            while not server.released.is_set():
                handler.send_response_only(100)
                handler.end_headers()
        except OSError:
            gone.set()

    with serving(answer, certificate if encrypted else None) as server:
        before = set(threading.enumerate())
        call = HttpRequest(f"{server.address}/x", 99)
        with pytest.raises(Cancelled):
            Client(WAIT_LONG, [certificate.certificate]).exchange(call, asked.is_set)
        wait_for_threads(before, "exchange")
        assert gone.wait(LIMIT_S)


def test_a_request_that_begins_while_the_user_cancels_waits_for_no_answer(monkeypatch):
    """The thread looked whether anybody waits, and asks after the other closed what it had open."""
    looked, gave_up, opened = threading.Event(), threading.Event(), Exchange._opened

    def late(self, connection=None):
        opened(self, connection)
        looked.set()
        assert gave_up.wait(LIMIT_S)

    monkeypatch.setattr(Exchange, "_opened", late)
    with serving(lambda handler: server.released.wait(LIMIT_S)) as server:
        before = set(threading.enumerate())
        call = HttpRequest(f"{server.address}/x", 99)
        with pytest.raises(Cancelled):
            Client(WAIT_LONG).exchange(call, looked.is_set)
        gave_up.set()
        wait_for_threads(before, "exchange")


def test_the_body_of_a_redirect_is_not_read():
    sent = []

    def answer(handler):
        if handler.path == "/new":
            handler.body(b"{}")
            return
        handler.send_response(302)
        handler.send_header("Location", "/new")
        handler.send_header("Connection", "close")
        handler.end_headers()
        for _ in range(400):
            sent.append(handler.wfile.write(b" " * 100_000))

    with serving(answer) as server:
        call = HttpRequest(f"{server.address}/old", 99)
        with pytest.raises(DoorError, match="large"):
            Client(WAIT_LONG).exchange(call)
        assert Client(WAIT_LONG).exchange(replace(call, redirects=1)).body == b"{}"
    assert sum(sent) < 40_000_000, "of twice as many bytes"


def test_a_kept_connection_is_not_closed_by_the_thread_of_before(monkeypatch):
    """A thread ends when the machine has time for it: perhaps after the next exchange began."""
    left, make = threading.Event(), Exchange._make

    def late(self):
        make(self)
        assert left.wait(LIMIT_S)

    monkeypatch.setattr(Exchange, "_make", late)
    with recording() as server:
        client = Client(Waits(LIMIT_S), keep=True)
        call = HttpRequest(f"{server.address}/v1/about", 10_000)
        before = set(threading.enumerate())
        client.exchange(call)
        left.set()
        wait_for_threads(before, "exchange")
        client.exchange(call)
        client.close()
    assert [request.connection for request in server.requests] == [0, 0]
