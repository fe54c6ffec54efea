"""The HTTP provider with services that are down, slow, hostile or talk nonsense."""

from __future__ import annotations

import gzip
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.provider import transport
from epicrec_desktop.provider.http import HttpProvider
from epicrec_desktop.provider.transport import Call, Transport, TransportError
from epicrec_desktop.recommend import files
from epicrec_desktop.recommend.catalogs import encode_catalog
from epicrec_desktop.recommend.wire import encode_answer
from epicrec_desktop.server.run import Listening, running
from small_world import models, release, world

RELEASE = release(("imdb:tt1000001", "ml:7"))
JSON = "Content-Type: application/json"
ANSWER = b'{"model": "m", "known": 1, "unknown": 1, "overall": [], "categories": {}}'
NONSENSE = "not one of a recommendation service"


def http(status: str, body: bytes = b"", *headers: str) -> bytes:
    """A whole HTTP answer."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def provider(address: str, cache: Path, **options: Any) -> HttpProvider:
    return HttpProvider("Test", address, cache, **{"deadline": 5.0, **options})


def refused(made: HttpProvider) -> str:
    """The sentence with which a release fails; it always says that the release is kept."""
    with pytest.raises(ProviderError) as caught:
        made.recommend(RELEASE)
    sentence = str(caught.value)
    assert sentence.startswith("Test ")
    assert "kept in the ledger" in sentence
    assert "127.0.0.1" not in sentence
    assert "tt1000001" not in sentence
    return sentence


def test_the_payload_is_posted_byte_for_byte_with_nothing_about_the_person(
    rogue: Callable[..., Any], tmp_path: Path
) -> None:
    server = rogue(http("200 OK", ANSWER, JSON, "Set-Cookie: id=7; Path=/"))
    made = provider(server.address, tmp_path)
    made.recommend(RELEASE)
    made.recommend(RELEASE)
    for request in server.received:
        head, _, body = request.partition(b"\r\n\r\n")
        assert body == RELEASE.payload
        lines = head.decode().split("\r\n")
        assert lines[0] == "POST /v1/recommendations HTTP/1.1"
        names = {line.split(":")[0].lower() for line in lines[1:]}
        assert names == {
            *("host", "user-agent", "accept-encoding", "accept", "connection"),
            *("content-type", "content-length"),
        }
        assert "user-agent: epicrec-desktop" in head.decode().lower().split("\r\n")


def test_netrc_and_proxy_of_the_environment_do_not_touch_this_computer(
    rogue: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    server = rogue(http("200 OK", ANSWER, JSON))
    provider(server.address, tmp_path).recommend(RELEASE)
    assert b"authorization" not in server.received[0].lower()


def test_the_systems_proxy_is_used_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    found = transport.proxies("https://movies.example/v1/catalog")
    assert found["https"] == "http://proxy.example:3128"
    assert transport.proxies("http://[::1]:80/v1/catalog") == {}


def test_down(free_port: int, tmp_path: Path) -> None:
    assert "could not be reached" in refused(provider(f"http://127.0.0.1:{free_port}", tmp_path))


def test_a_name_that_is_nowhere(tmp_path: Path) -> None:
    made = provider("https://nowhere.invalid", tmp_path, deadline=20)
    assert "could not be reached" in refused(made) or "did not answer" in refused(made)


def drip(prefix: bytes, pause: float) -> Callable[[socket.socket], None]:
    def answer(connection: socket.socket) -> None:
        connection.sendall(prefix)
        for _ in range(40):
            time.sleep(pause)
            connection.sendall(b"x")

    return answer


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(lambda connection: time.sleep(2), id="silence"),
        pytest.param(drip(b"HTTP/1.1 200 OK\r\nX-Slow: ", 0.05), id="headers drip"),
        pytest.param(
            drip(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", 0.05), id="body drips"
        ),
    ],
)
def test_slow(
    answer: Callable[[socket.socket], None], rogue: Callable[..., Any], tmp_path: Path
) -> None:
    server = rogue(answer)
    start = time.monotonic()
    assert "did not answer in time" in refused(provider(server.address, tmp_path, deadline=0.5))
    assert time.monotonic() - start < 1.5


def test_a_redirect_is_not_followed(rogue: Callable[..., Any], tmp_path: Path) -> None:
    stranger = rogue(http("200 OK", ANSWER, JSON))
    for status in ("301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"):
        server = rogue(http(status, b"", f"Location: {stranger.address}/v1/recommendations"))
        assert "another address" in refused(provider(server.address, tmp_path))
    assert stranger.received == []


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (http("200 OK", ANSWER, "Content-Type: text/html"), NONSENSE),
        (http("200 OK", ANSWER), NONSENSE),
        (http("200 OK", b"<html>", JSON), NONSENSE),
        (http("200 OK", b"", JSON), NONSENSE),
        (http("200 OK", b"null", JSON), NONSENSE),
        (http("200 OK", ANSWER.replace(b'"known": 1', b'"known": 7'), JSON), NONSENSE),
        (http("200 OK", ANSWER.replace(b"[]", b'[{"id": "x", "score": 1}]'), JSON), NONSENSE),
        (http("204 No Content"), NONSENSE),
        (http("304 Not Modified"), "another address"),
        (b"not HTTP at all\r\n\r\n", "could not be reached"),
        (b"", "could not be reached"),
        (http("200 OK", ANSWER, JSON)[:-5], "broke off its answer"),
        (http("200 OK", ANSWER, JSON, "Content-Encoding: gzip"), "broke off its answer"),
        (http("503 Busy", b"<html>secret</html>", "Content-Type: text/html"), "(status 503)"),
        (http("404 Not Found"), "refused the request (status 404)"),
    ],
)
def test_nonsense(answer: bytes, words: str, rogue: Callable[..., Any], tmp_path: Path) -> None:
    sentence = refused(provider(rogue(answer).address, tmp_path))
    assert words in sentence
    assert "secret" not in sentence


def test_the_title_of_a_problem_is_shown_shortened_and_clean(
    rogue: Callable[..., Any], tmp_path: Path
) -> None:
    title = "Too many\u202e\x1b[31m requests\n" + "z" * 500
    body = json.dumps({"title": title, "detail": "internal"}).encode()
    problem = http("429 Too Many", body, "Content-Type: application/problem+json")
    sentence = refused(provider(rogue(problem).address, tmp_path))
    assert "Too many" in sentence
    assert sentence.isprintable()
    assert len(sentence) < 300
    assert "internal" not in sentence


@pytest.mark.parametrize("body", [b"", b"[]", b'{"title": 3}', b'{"title": " "}', b"[" * 9999])
def test_a_problem_without_a_title_is_still_a_sentence(
    body: bytes, rogue: Callable[..., Any], tmp_path: Path
) -> None:
    problem = http("400 Bad", body, "Content-Type: application/problem+json")
    assert "(status 400)." in refused(provider(rogue(problem).address, tmp_path))


def test_a_giant_answer_is_cut_off(rogue: Callable[..., Any], tmp_path: Path) -> None:
    sent = 0

    def giant(connection: socket.socket) -> None:
        nonlocal sent
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
        while sent < 200_000_000:
            sent += connection.send(b" " * 65536)

    assert "more data than is allowed" in refused(provider(rogue(giant).address, tmp_path))
    assert sent < 40_000_000


def test_a_small_answer_that_unpacks_to_a_giant_is_cut_off(
    rogue: Callable[..., Any], tmp_path: Path
) -> None:
    body = gzip.compress(b" " * 60_000_000)
    bomb = http("200 OK", body, JSON, "Content-Encoding: gzip")
    assert "more data than is allowed" in refused(provider(rogue(bomb).address, tmp_path))


# ----- TLS -----


def test_tls_with_a_certificate_the_person_added(certificate: Any, tmp_path: Path) -> None:
    listening = Listening(port=0, tls_cert=certificate.certificate, tls_key=certificate.key)
    database = f"sqlite:///{tmp_path / 'service.sqlite3'}"
    catalog, model = world().catalog, models()["content"]
    with running(catalog, model, database=database, listening=listening) as address:
        assert address.startswith("https://")
        trusting = provider(address, tmp_path / "a", certificate=certificate.certificate)
        assert trusting.recommend(RELEASE).known == 2
        assert "certificate is not trusted" in refused(provider(address, tmp_path / "b"))
        with pytest.raises(ProviderError, match="certificate is not trusted") as caught:
            provider(address, tmp_path / "c").check()
        assert "Nothing about you was sent" in str(caught.value)


def test_a_certificate_of_another_host_is_not_trusted(elsewhere: Any, tmp_path: Path) -> None:
    listening = Listening(port=0, tls_cert=elsewhere.certificate, tls_key=elsewhere.key)
    database = f"sqlite:///{tmp_path / 'service.sqlite3'}"
    with running(
        world().catalog, models()["content"], database=database, listening=listening
    ) as address:
        made = provider(address, tmp_path, certificate=elsewhere.certificate)
        assert "belongs to another" in refused(made)


def test_tls_to_a_server_without_it(rogue: Callable[..., Any], tmp_path: Path) -> None:
    address = rogue(lambda _: None).address.replace("http:", "https:")
    assert "encrypted connection" in refused(provider(address, tmp_path, deadline=8))


@pytest.mark.parametrize("content", [None, "not a certificate"])
def test_a_certificate_file_that_cannot_be_read(content: str | None, tmp_path: Path) -> None:
    file = tmp_path / "added.pem"
    if content is not None:
        file.write_text(content)
    made = provider("https://127.0.0.1:1", tmp_path, certificate=file)
    assert "certificate file that cannot be read" in refused(made)


def test_verification_is_always_on() -> None:
    context = transport.trust(None)
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname


# ----- what is published, and kept -----


class Published:
    """A service of published documents, with a count of how often each was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.catalog = encode_catalog(world().catalog)
        self.model = models()["content"]
        self.manifest: dict[str, Any] | None = self.model.manifest
        self.items = self.model.items_file
        self.up = True

    def __call__(self, connection: socket.socket) -> None:
        request = self.server.received[-1]
        line = request.split(b"\r\n")[0].decode()
        path = line.split()[1]
        has_it = b'if-none-match: "v1"' in request.lower()
        self.asked.append(path + (" 304" if has_it else ""))
        if not self.up:
            return
        if has_it:
            connection.sendall(http("304 Not Modified", b"", 'ETag: "v1"'))
        elif path == "/v1/catalog":
            connection.sendall(http("200 OK", self.catalog, JSON, 'ETag: "v1"'))
        elif path == "/v1/models/current" and self.manifest is not None:
            body = json.dumps(self.manifest).encode()
            connection.sendall(http("200 OK", body, JSON))
        elif path.endswith("/items"):
            connection.sendall(http("200 OK", self.items, "Content-Type: application/octet-stream"))
        else:
            connection.sendall(http("404 Not Found"))

    server: Any


@pytest.fixture
def published(rogue: Callable[..., Any]) -> Published:
    made = Published()
    made.server = rogue(made)
    return made


def test_the_catalog_is_asked_for_once_while_it_is_fresh(
    published: Published, tmp_path: Path
) -> None:
    first = provider(published.server.address, tmp_path).catalog()
    again = provider(published.server.address, tmp_path).catalog()
    assert first == again
    assert published.asked == ["/v1/catalog"]


def test_an_old_catalog_is_confirmed_by_its_tag(published: Published, tmp_path: Path) -> None:
    made = provider(published.server.address, tmp_path, fresh_seconds=0)
    assert made.catalog() == made.catalog()
    assert published.asked == ["/v1/catalog", "/v1/catalog 304"]


def test_an_old_catalog_serves_while_the_provider_is_down(
    published: Published, tmp_path: Path
) -> None:
    made = provider(published.server.address, tmp_path, fresh_seconds=0)
    catalog = made.catalog()
    published.up = False
    assert made.catalog() == catalog
    with pytest.raises(ProviderError, match="could not be reached"):
        made.check()  # the check is asked whether it answers now


def test_nonsense_does_not_take_the_place_of_a_kept_catalog(
    published: Published, tmp_path: Path
) -> None:
    made = provider(published.server.address, tmp_path, fresh_seconds=-1)
    catalog = made.catalog()
    for file in tmp_path.rglob("catalog.about.json"):
        about = json.loads(file.read_text())
        file.write_text(json.dumps({**about, "etag": None}))
    published.catalog = b'{"name": "hacked"}'
    assert made.catalog() == catalog
    with pytest.raises(ProviderError, match=NONSENSE):
        provider(published.server.address, tmp_path / "empty").catalog()


def test_a_damaged_cache_is_fetched_anew(published: Published, tmp_path: Path) -> None:
    catalog = provider(published.server.address, tmp_path).catalog()
    for file in tmp_path.rglob("catalog.json"):
        file.write_bytes(file.read_bytes()[:-1])
    assert provider(published.server.address, tmp_path).catalog() == catalog
    assert published.asked == ["/v1/catalog", "/v1/catalog"]


def test_caches_of_two_providers_are_apart(rogue: Callable[..., Any], tmp_path: Path) -> None:
    both = []
    for _ in range(2):
        made = Published()
        made.server = rogue(made)
        provider(made.server.address, tmp_path).catalog()
        both.append(made.asked)
    assert both == [["/v1/catalog"], ["/v1/catalog"]]


def test_the_model_is_fetched_whole_once_and_kept(published: Published, tmp_path: Path) -> None:
    address = published.server.address
    model = provider(address, tmp_path).model()
    assert model is not None
    assert model.id == published.model.id
    again = provider(address, tmp_path, fresh_seconds=0).model()
    assert again is not None
    assert again.id == model.id
    items = f"/v1/models/{model.id}/items"
    assert published.asked == ["/v1/models/current", items, "/v1/models/current"]
    published.up = False
    offline = provider(address, tmp_path, fresh_seconds=0).model()
    assert offline is not None
    assert offline.id == model.id


def test_a_new_model_takes_the_place_of_the_old_one(published: Published, tmp_path: Path) -> None:
    made = provider(published.server.address, tmp_path, fresh_seconds=0)
    made.model()
    published.manifest, published.items = models()["als"].manifest, models()["als"].items_file
    model = made.model()
    assert model is not None
    assert model.kind == "als"


def test_a_provider_may_share_no_model(published: Published, tmp_path: Path) -> None:
    published.manifest = None
    made = provider(published.server.address, tmp_path)
    assert made.model() is None
    assert "does not share its model" in made.check()


def test_a_model_fetched_before_is_at_hand_without_asking(
    published: Published, tmp_path: Path
) -> None:
    made = provider(published.server.address, tmp_path, fresh_seconds=0)
    assert made.kept_model() is None
    fetched = made.model()
    published.asked.clear()
    kept = made.kept_model()
    assert fetched is not None
    assert kept is not None
    assert kept.id == fetched.id
    assert published.asked == []


def test_a_model_that_is_not_shared_any_more_is_not_used(
    published: Published, tmp_path: Path
) -> None:
    made = provider(published.server.address, tmp_path, fresh_seconds=0)
    made.model()
    published.manifest = None
    assert made.model() is None
    assert made.kept_model() is None
    assert not list(tmp_path.rglob("items-*"))


@pytest.mark.parametrize(
    "change",
    [
        {"id": "../../elsewhere"},
        {"id": "content-0123456789abcdef"},
        {"sha256": "0" * 64},
        {"kind": "other"},
        {"parameters": {}},
        {"id": None},
    ],
)
def test_a_model_that_is_not_what_it_claims_is_not_kept(
    change: dict[str, Any], published: Published, tmp_path: Path
) -> None:
    published.manifest = {**published.model.manifest, **change}
    with pytest.raises(ProviderError, match="Nothing about you was sent"):
        provider(published.server.address, tmp_path).model()
    assert not list(tmp_path.rglob("items-*"))
    assert not [path for path in published.asked if ".." in path]


def test_a_damaged_model_is_fetched_anew(published: Published, tmp_path: Path) -> None:
    made = provider(published.server.address, tmp_path)
    model = made.model()
    for file in tmp_path.rglob("items-*.npy"):
        file.write_bytes(b"")
    again = made.model()
    assert model is not None
    assert again is not None
    assert again.id == model.id
    for folder in tmp_path.rglob("model"):
        assert files.load(folder).id == model.id


def test_a_certificate_or_address_never_reaches_the_log(
    published: Published, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG", "epicrec_desktop")
    made = provider(published.server.address, tmp_path, fresh_seconds=0)
    made.catalog()
    published.up = False
    made.catalog()
    with pytest.raises(ProviderError):
        made.recommend(RELEASE)
    ours = [r.getMessage() for r in caplog.records if r.name.startswith("epicrec_desktop")]
    assert ours
    assert not any("127.0.0.1" in line or "tt1000001" in line for line in ours)


def test_many_threads_fetch_once(published: Published, tmp_path: Path) -> None:
    made = provider(published.server.address, tmp_path)
    threads = [threading.Thread(target=made.catalog) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert published.asked == ["/v1/catalog"]


def test_an_exchange_leaves_no_thread_behind(rogue: Callable[..., Any]) -> None:
    server = rogue(http("200 OK", encode_answer(_empty()), JSON))
    Transport(deadline=5).exchange(Call(server.address + "/x", 1000))
    end = time.monotonic() + 2
    while any(t.name == "provider-exchange" for t in threading.enumerate()):
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_fault_of_our_own_is_not_dressed_up_as_the_providers() -> None:
    with pytest.raises(TypeError):
        Transport(deadline="soon").exchange(Call("http://127.0.0.1:1/", 1))  # type: ignore[arg-type]
    with pytest.raises(TransportError):
        Transport(deadline=2).exchange(Call("http://127.0.0.1:1/", 1))


def _empty() -> Any:
    from epicrec_desktop.domain.release import ProviderAnswer

    return ProviderAnswer("m", 0, 0, ())
