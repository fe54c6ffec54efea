"""The HTTP provider with services that are down, slow, hostile or talk nonsense."""

import errno
import gzip
import hashlib
import json
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest

from epicrec_desktop.domain.errors import Cancelled, ProviderError
from epicrec_desktop.domain.progress import Job, never_cancelled
from epicrec_desktop.door import client
from epicrec_desktop.door.certificates import ssl_context
from epicrec_desktop.door.client import Client, proxies
from epicrec_desktop.door.failures import DoorError
from epicrec_desktop.door.request import HttpRequest, Waits
from epicrec_desktop.provider import cache as provider_cache
from epicrec_desktop.provider.cache import (
    NOTHING_SENT,
    UNUSED_SECONDS,
    Cache,
    remove_unused_caches,
)
from epicrec_desktop.provider.published import LastContact
from epicrec_desktop.provider.remote import HttpProvider
from epicrec_desktop.provider.session import ProviderSession
from epicrec_desktop.recommend import model_files
from epicrec_desktop.recommend.model import model_id
from epicrec_desktop.recommend.wire_published import About, encode_about, encode_catalog
from epicrec_desktop.server.config import ListenConfig
from service_world import running
from small_world import models, release, world
from waiting import LIMIT_S, wait_for_threads

RELEASE = release(("imdb:tt1000001", "ml:7"))
JSON = "Content-Type: application/json"
PACKED = "Content-Encoding: gzip"
ANSWER = b'{"model": "m", "known": 1, "unknown": 1, "overall": [], "categories": {}}'
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
NONSENSE = "did not answer as a recommendation service"


def http(status: str, body: bytes = b"", *headers: str) -> bytes:
    """Return a whole HTTP answer."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def provider(address: str, cache: Path, **options: Any) -> HttpProvider:
    return HttpProvider("Test", address, cache, **{"deadline": LIMIT_S, "pause": 0.0, **options})


@pytest.fixture
def made(published, tmp_path) -> HttpProvider:
    """The provider of what is published, over an empty cache."""
    return provider(published.server.address, tmp_path)


def refused(made: HttpProvider) -> str:
    """Return the sentence with which a release fails; it always says that the release is kept."""
    with pytest.raises(ProviderError) as caught:
        made.recommend(RELEASE)
    sentence = str(caught.value)
    assert sentence.startswith("Test ")
    assert "is kept" in sentence
    assert "127.0.0.1" not in sentence
    assert "tt1000001" not in sentence
    return sentence


def test_payload_is_posted_unchanged_without_personal_data(rogue, tmp_path):
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


def test_local_requests_ignore_netrc_and_proxy(rogue, tmp_path, monkeypatch):
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    server = rogue(http("200 OK", ANSWER, JSON))
    provider(server.address, tmp_path).recommend(RELEASE)
    assert b"authorization" not in server.received[0].lower()


def test_remote_requests_use_the_system_proxy(monkeypatch):
    monkeypatch.setenv("https_proxy", "http://proxy.example:3128")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    found = proxies("https://movies.example/v1/catalog")
    assert found["https"] == "http://proxy.example:3128"
    assert proxies("http://[::1]:80/v1/catalog") == {}


def test_refused_connection_raises_an_error(free_port, tmp_path):
    assert "could not be reached" in refused(provider(f"http://127.0.0.1:{free_port}", tmp_path))


def test_unknown_host_raises_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(socket, "getaddrinfo", Mock(side_effect=socket.gaierror))
    assert "could not be reached" in refused(provider("https://nowhere.invalid", tmp_path))


def drip(prefix: bytes) -> Callable[[socket.socket], None]:
    """Answer a byte now and then until the client hangs up."""

    def answer(connection: socket.socket) -> None:
        connection.sendall(prefix)
        connection.settimeout(0.05)
        while True:
            with suppress(TimeoutError):
                if not connection.recv(1):
                    return
            connection.sendall(b"x")

    return answer


def silence(connection: socket.socket) -> None:
    """Answer nothing until the client hangs up."""
    while connection.recv(65536):
        pass


DRIPPING_BODY = drip(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(silence, id="silence"),
        pytest.param(drip(b"HTTP/1.1 200 OK\r\nX-Slow: "), id="headers drip"),
        pytest.param(DRIPPING_BODY, id="body drips"),
    ],
)
def test_an_answer_without_end_times_out(answer, rogue, tmp_path):
    server = rogue(answer)
    assert "did not answer in time" in refused(provider(server.address, tmp_path, deadline=0.2))


def test_a_redirect_is_not_followed(rogue, tmp_path):
    stranger = rogue(http("200 OK", ANSWER, JSON))
    for status in ("301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"):
        server = rogue(http(status, b"", f"Location: {stranger.address}/v1/recommendations"))
        assert "another address" in refused(provider(server.address, tmp_path))
    assert stranger.received == []


INVALID_ANSWERS = [
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
    (http("200 OK", ANSWER, JSON, PACKED), "broke off its answer"),
    (http("200 OK", gzip.compress(ANSWER)[:-5], JSON, PACKED), "broke off its answer"),
    (http("200 OK", gzip.compress(ANSWER)[:5], JSON, PACKED), "broke off its answer"),
    (http("503 Busy", b"<html>secret</html>", "Content-Type: text/html"), "(status 503)"),
    (http("404 Not Found"), "refused the request (status 404)"),
    (http("400 Bad", b'{"title": "secret"}', JSON), "(status 400)"),  # no document of a problem
    *(
        (http("400 Bad", body, "Content-Type: application/problem+json"), "(status 400).")
        for body in (b"", b"[]", b'{"title": 3}', b'{"title": " "}', b"[" * 9999)
    ),
]


def test_invalid_answer_raises_an_error(rogue, tmp_path):
    server = rogue(b"")
    for answer, words in INVALID_ANSWERS:
        server.answer = answer
        sentence = refused(provider(server.address, tmp_path))
        assert words in sentence
        assert "secret" not in sentence


def test_the_title_of_a_problem_is_shown_shortened_and_clean(rogue, tmp_path):
    title = "Too many\u202e\x1b[31m requests\n" + "z" * 500
    body = json.dumps({"title": title, "detail": "internal"}).encode()
    problem = http("429 Too Many", body, "Content-Type: application/problem+json")
    sentence = refused(provider(rogue(problem).address, tmp_path))
    assert "Too many" in sentence
    assert sentence.isprintable()
    assert len(sentence) < 300
    assert "internal" not in sentence


def test_a_packed_answer_may_have_several_members_and_zeros_behind_them(rogue, tmp_path):
    packed = gzip.compress(ANSWER[:9]) + gzip.compress(ANSWER[9:]) + bytes(8)
    server = rogue(http("200 OK", packed, JSON, PACKED))
    assert provider(server.address, tmp_path).recommend(RELEASE).known == 1


def test_oversized_answer_is_rejected(rogue, tmp_path):
    sent = 0

    def giant(connection):
        nonlocal sent
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
        while sent < 200_000_000:
            sent += connection.send(b" " * 65536)

    assert "more data than is allowed" in refused(provider(rogue(giant).address, tmp_path))
    assert sent < 40_000_000


def test_decompression_bomb_is_rejected(rogue, tmp_path):
    body = gzip.compress(b" " * 60_000_000)
    bomb = http("200 OK", body, JSON, PACKED)
    assert "more data than is allowed" in refused(provider(rogue(bomb).address, tmp_path))


# ----- TLS -----


@contextmanager
def encrypted(pair: Any, folder: Path, kind: str = "knowledge") -> Iterator[str]:
    """A service with this certificate and key; its address."""
    listening = ListenConfig(port=0, tls_cert=pair.certificate, tls_key=pair.key)
    database = f"sqlite:///{folder / 'service.sqlite3'}"
    with running(world().catalog, models()[kind], database=database, listening=listening) as at:
        yield at


def test_tls_accepts_a_certificate_added_by_the_user(certificate, tmp_path):
    with encrypted(certificate, tmp_path) as address:
        assert address.startswith("https://")
        trusting = provider(address, tmp_path / "a", certificate=certificate.certificate)
        assert trusting.recommend(RELEASE).known == 2
        assert "certificate is not trusted" in refused(provider(address, tmp_path / "b"))
        with pytest.raises(ProviderError, match="certificate is not trusted") as caught:
            provider(address, tmp_path / "c").fetch(NOW)
        assert "Nothing about you was sent" in str(caught.value)


def test_a_certificate_of_another_host_is_not_trusted(elsewhere, tmp_path):
    with encrypted(elsewhere, tmp_path) as address:
        made = provider(address, tmp_path, certificate=elsewhere.certificate)
        assert "belongs to another" in refused(made)


def test_tls_to_a_plain_http_server_fails(rogue, tmp_path):
    address = rogue(http("400 Bad Request")).address.replace("http:", "https:")
    assert "encrypted connection" in refused(provider(address, tmp_path))


@pytest.mark.parametrize("content", [None, "not a certificate"])
def test_a_certificate_file_that_cannot_be_read(content, tmp_path):
    file = tmp_path / "added.pem"
    if content is not None:
        file.write_text(content)
    made = provider("https://127.0.0.1:1", tmp_path, certificate=file)
    assert "certificate file that cannot be read" in refused(made)


def test_verification_is_always_on():
    context = ssl_context()
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname


# ----- what is published, and kept -----


class Published:
    """A service of published documents, which marks whoever asks, as a tracker would."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.catalog = encode_catalog(world().catalog)
        self.model = models()["knowledge"]
        self.manifest: dict[str, Any] | None = self.model.manifest
        self.items = self.model.items_file
        self.about: bytes | None = None
        self.up = True

    def __call__(self, connection: socket.socket) -> None:
        request = self.server.received[-1]
        path = request.split(b"\r\n")[0].decode().split()[1]
        self.asked.append(path)
        if not self.up:
            return
        if path == "/v1/catalog":
            connection.sendall(self.ok(self.catalog))
        elif path == "/v1/models/current" and self.manifest is not None:
            connection.sendall(self.ok(json.dumps(self.manifest).encode()))
        elif path == "/v1/about" and self.about is not None:
            connection.sendall(self.ok(self.about))
        elif path.endswith("/items"):
            connection.sendall(http("200 OK", self.items, "Content-Type: application/octet-stream"))
        else:
            connection.sendall(http("404 Not Found"))

    def ok(self, body: bytes) -> bytes:
        marks = ('ETag: "you-7"', "Last-Modified: Sat, 21 Nov 2026 12:00:07 GMT", "Set-Cookie: u=7")
        return http("200 OK", body, JSON, *marks)

    @property
    def items_path(self) -> str:
        digits = self.model.id.rpartition("-")[2]
        return f"/v1/models/{digits[:8]}/items"

    server: Any


@pytest.fixture
def published(rogue) -> Published:
    made = Published()
    made.server = rogue(made)
    return made


def test_requests_are_sent_only_by_fetching(published, made):
    with pytest.raises(
        ProviderError, match=r"not here yet, so nothing was sent.*Test the service first"
    ):
        made.catalog()
    assert made.model() is None
    assert not made.has_catalog()
    assert published.asked == []


def test_fetched_data_is_available_after_restart(published, tmp_path):
    first = provider(published.server.address, tmp_path)
    sentence = str(first.fetch(NOW))
    assert "239 movies" in sentence
    assert "shares its model" in sentence
    asked = list(published.asked)
    again = provider(published.server.address, tmp_path)
    assert again.has_catalog()
    assert again.catalog() == first.catalog()
    model = again.model()
    assert model.id == published.model.id
    assert published.asked == asked


def test_every_update_sends_equal_requests_without_provider_data(published, made):
    """Whether a model or a catalog is kept here, and which, is nobody's business either."""
    for _ in range(3):
        made.fetch(NOW)
    rounds = [tuple(published.server.received[at : at + 4]) for at in (0, 4, 8)]
    assert len(set(rounds)) == 1
    paths = ["/v1/catalog", "/v1/models/current", published.items_path, "/v1/about"]
    assert published.asked == 3 * paths
    sent = b"".join(rounds[0]).lower()
    for word in (b"you-7", b"12:00:07", b"u=7", b"if-none-match", b"if-modified", b"cookie"):
        assert word not in sent


def test_provider_description_is_stored_and_invalid_one_ignored(published, made):
    """And what it says of itself is never a reason to do without its catalog."""
    assert (made.published.about(), made.published.last_contact()) == (None, None)
    described = About(name="Film club", operator="Jo", people=7, closed=False)
    for nonsense in (
        None,
        b"",
        b"{",
        b"[]",
        b'{"name": 7}',
        b'{"people": 1e400}',
        b'{"name": "a \\u001b[31m"}',
        b'{"retention": "' + b"x" * 401 + b'"}',
        b" " * 30_000,
        b'{"x": [' + b"[" * 900 + b"]" * 900 + b"]}",
    ):
        published.about = encode_about(described)
        made.fetch(NOW)
        assert made.published.about() == described
        published.about = nonsense
        made.fetch(NOW + timedelta(days=2))
        assert made.published.about() is None
        assert made.has_catalog()
    assert made.published.last_contact() == LastContact(NOW + timedelta(days=2), None)  # plain HTTP


def test_provider_certificate_is_stored(certificate, tmp_path):
    with encrypted(certificate, tmp_path, "als") as at:
        made = provider(at, tmp_path / "a", certificate=certificate.certificate)
        made.fetch(NOW)
    last_contact, about = made.published.last_contact(), made.published.about()
    whole = ssl.PEM_cert_to_DER_cert(certificate.certificate.read_text())
    assert last_contact.certificate.sha256 == hashlib.sha256(whole).hexdigest()
    assert last_contact.certificate.expires > f"{datetime.now(UTC):%Y-%m-%d}"
    assert about.model == models()["als"].id


KEY = "epicrec_0123456789abcdef"


def test_key_is_sent_only_to_its_address(published, rogue, tmp_path):
    made = provider(published.server.address, tmp_path, key=KEY)
    made.fetch(NOW)
    with suppress(ProviderError):
        made.recommend(RELEASE)
    assert len(published.server.received) == 5
    for request in published.server.received:
        assert f"authorization: bearer {KEY}".encode() in request.lower()
    other = rogue(http("404 Not Found"))
    client = Client(Waits(LIMIT_S))
    for own in (published.server.address, other.address[:-1]):  # the second: the same beginning
        session = ProviderSession("Test", own, client, made.cache, KEY)
        call = HttpRequest(f"{other.address}/v1/catalog", 1000)
        session.request(call, NOTHING_SENT, never_cancelled)
        assert KEY.encode() not in other.received[-1]
    assert KEY not in repr(session)
    assert KEY not in repr(made.__dict__)


@pytest.mark.parametrize(
    ("status", "key", "words"),
    [
        ("401 Unauthorized", None, "answers members only. Whoever runs it can give you a key"),
        ("401 Unauthorized", KEY, "does not accept the key that is kept for it"),
        ("403 Forbidden", KEY, "does not let you in"),
    ],
)
def test_a_closed_group_is_reported_in_a_sentence(status, key, words, rogue, tmp_path):
    problem = http(status, b'{"title": "go away"}', "Content-Type: application/problem+json")
    made = provider(rogue(problem).address, tmp_path, key=key)
    with pytest.raises(ProviderError, match=words) as caught:
        made.fetch(NOW)
    assert "Nothing about you was sent." in str(caught.value)
    assert KEY not in str(caught.value)
    with pytest.raises(ProviderError, match=words) as caught:
        made.recommend(RELEASE)
    assert caught.value.sent is True
    assert "Your release was sent." in str(caught.value)


def test_update_is_due_once_a_day_after_success_or_failure(published, made, tmp_path):
    assert made.published.is_due(NOW)
    published.up = False
    with pytest.raises(ProviderError):
        made.fetch(NOW)
    for now, due in (
        (NOW, False),
        (NOW + timedelta(hours=23, minutes=59), False),
        (NOW + timedelta(hours=26), True),
        (NOW - timedelta(hours=1), False),
        (NOW - timedelta(days=3), True),  # a clock that was set back does not stop it for ever
    ):
        assert provider(published.server.address, tmp_path).published.is_due(now) is due


def test_time_of_the_next_update_is_random(made, tmp_path):
    moments = set()
    for _ in range(5):
        made.fetch(NOW)
        (file,) = tmp_path.rglob("schedule.json")
        moments.add(json.loads(file.read_text())["due"] - NOW.timestamp())
    assert len(moments) > 1  # five of 7,200 are the same once in 10^15 runs
    assert all(24 * 3600 <= moment < 26 * 3600 for moment in moments)


def test_a_damaged_schedule_is_due(published, made, tmp_path):
    made.fetch(NOW)
    (file,) = tmp_path.rglob("schedule.json")
    for nonsense in ("[" * 100_000, '{"due": 1e999}', '{"due": "soon"}', "[]", ""):
        file.write_text(nonsense)
        assert made.published.is_due(NOW)


def test_cached_data_is_used_while_the_provider_is_down_or_publishes_nonsense(published, made):
    made.fetch(NOW)
    catalog = made.catalog()
    published.catalog = b'{"name": "hacked"}'
    for published.up, words in ((True, NONSENSE), (False, "could not be reached")):
        with pytest.raises(ProviderError, match=words):
            made.fetch(NOW)
        assert made.catalog() == catalog
    assert made.model() is not None


def test_damaged_cache_is_ignored(made, tmp_path):
    made.fetch(NOW)
    (file,) = tmp_path.rglob("catalog.document")
    for damage in (b"", b"[" * 100_000, b"9" * 64 + b"\n{}", file.read_bytes()[:-1]):
        file.write_bytes(damage)
        assert not made.has_catalog()
        made.fetch(NOW)
        assert made.has_catalog()


def test_a_document_is_stored_while_one_of_before_is_open(tmp_path, monkeypatch):
    refused = Mock(side_effect=PermissionError(13, "used by another process"))
    cache = Cache(tmp_path, "https://recommendations.example")
    monkeypatch.setattr(Path, "unlink", refused)
    cache.put("catalog", b"{}")
    assert cache.get("catalog", 100) == b"{}"


def test_documents_that_an_older_version_stored_are_read(tmp_path):
    cache = Cache(tmp_path, "https://recommendations.example")
    cache.put("left", b"[]")
    (file,) = tmp_path.rglob("left.document")
    file.rename(file.with_name("left.json")).write_bytes(b"[1]")
    about = file.with_name("left.about.json")
    about.write_text(json.dumps({"sha256": hashlib.sha256(b"[1]").hexdigest()}))
    assert cache.get("left", 3) == b"[1]"
    assert cache.get("left", 2) is None
    cache.put("left", b"[2]")
    assert cache.get("left", 3) == b"[2]"
    cache.forget("left")
    assert cache.get("left", 3) is None
    assert list(file.parent.iterdir()) == []


def test_a_full_disk_leaves_the_document_that_was_stored(tmp_path, monkeypatch):
    cache = Cache(tmp_path, "https://recommendations.example")
    cache.put("catalog", b"old")
    write = provider_cache.write_file
    for room in range(2):  # for so many files
        files = iter(range(room))

        def write_while_there_is_room(*content, files=files, **options):
            if next(files, None) is None:
                raise OSError(errno.ENOSPC, "full")
            write(*content, **options)

        monkeypatch.setattr(provider_cache, "write_file", write_while_there_is_room)
        with suppress(OSError):
            cache.put("catalog", b"new")
        assert cache.get("catalog", 10) == (b"old", b"new")[room]


def test_caches_of_two_providers_are_separate(rogue, tmp_path):
    made = []
    for _ in range(2):
        answers = Published()
        answers.server = rogue(answers)
        made.append(provider(answers.server.address, tmp_path))
        made[-1].fetch(NOW)
    made[0].cache.drop()
    assert not made[0].has_catalog()
    assert made[0].published.is_due(NOW)
    assert made[1].has_catalog()
    made[1].cache.drop()
    assert list(tmp_path.iterdir()) == []


def test_catalogs_and_models_that_change_daily_do_not_pile_up(published, made, tmp_path):
    sizes = []
    for day in range(4):
        published.catalog = encode_catalog(replace(world().catalog, version=f"day {day}"))
        published.model = models()[("als", "knowledge")[day % 2]]
        published.manifest = published.model.manifest
        published.items = published.model.items_file
        made.fetch(NOW + timedelta(days=day))
        assert made.catalog().version == f"day {day}"
        model = made.model()
        assert model.id == published.model.id
        sizes.append(sorted(f.name.split("-")[0] for f in tmp_path.rglob("*") if f.is_file()))
    if sys.platform == "win32":  # a file that is mapped stays there until the next one comes
        for there in sizes[1:]:
            there.remove("items")
    assert sizes == [sizes[0]] * 4


def test_caches_of_other_addresses_go_after_a_month(published, tmp_path):
    address = published.server.address
    known, other = provider(address, tmp_path), provider(address + "/other", tmp_path)
    known.fetch(NOW)
    kept = set(tmp_path.iterdir())
    with suppress(ProviderError):
        other.fetch(NOW)
    assert len(set(tmp_path.iterdir()) - kept) == 1
    now = time.time()
    remove_unused_caches(tmp_path, [address], now + UNUSED_SECONDS - 60)
    assert len(set(tmp_path.iterdir()) - kept) == 1
    remove_unused_caches(tmp_path, [address], now + UNUSED_SECONDS + 60)
    assert set(tmp_path.iterdir()) == kept


def test_a_model_that_is_not_shared_any_more_is_not_used(published, made, tmp_path):
    made.fetch(NOW)
    published.manifest = None
    assert "does not share its model" in str(made.fetch(NOW))
    assert made.model() is None
    assert not list(tmp_path.rglob("items-*"))


def test_model_with_wrong_checksum_is_not_stored(published, made, tmp_path):
    wrong: list[dict[str, Any]] = [
        {"id": "../../elsewhere"},
        {"id": "content-0123456789abcdef"},
        {"sha256": "0" * 64},
        {"kind": "other"},
        {"parameters": {}},
        {"parameters": {"alpha": 10**400}},
        {"parameters": {"\ud800": 1}},
        {"parameters": {str(n): n for n in range(3000)}},
        {"dtype": [[]] * 3000},
        {"id": None},
    ]
    for change in wrong:
        published.manifest = {**published.model.manifest, **change}
        with pytest.raises(ProviderError, match="Nothing about you was sent"):
            made.fetch(NOW)
        assert not list(tmp_path.rglob("items-*"))
    assert not [path for path in published.asked if ".." in path]


@pytest.mark.parametrize("other", ["items of the same digits", "kind"])
def test_another_model_or_one_of_an_unknown_kind_is_not_stored(published, made, tmp_path, other):
    if other == "kind":
        model = published.model
        identifier = model_id("later", model.parameters, model.sha256)
        published.manifest = {**model.manifest, "kind": "later", "id": identifier}
    else:
        published.items = models()["als"].items_file
    with pytest.raises(ProviderError, match="damaged or of an unknown kind"):
        made.fetch(NOW)
    assert not list(tmp_path.rglob("items-*"))


def test_a_damaged_model_is_fetched_again(published, made, tmp_path):
    made.fetch(NOW)
    for file in tmp_path.rglob("items-*.npy"):
        file.write_bytes(b"")
    assert made.model() is None
    made.fetch(NOW)
    model = made.model()
    assert model.id == published.model.id
    for folder in tmp_path.rglob("model"):
        assert model_files.load(folder).id == published.model.id


def test_a_certificate_or_address_never_reaches_the_log(published, made, caplog):
    caplog.set_level("DEBUG", "epicrec_desktop")
    made.fetch(NOW)
    published.up = False
    for failing in (lambda: made.fetch(NOW), lambda: made.recommend(RELEASE)):
        with pytest.raises(ProviderError):
            failing()
    ours = [r.getMessage() for r in caplog.records if r.name.startswith("epicrec_desktop")]
    assert not any("127.0.0.1" in line or "tt1000001" in line for line in ours)


def test_fetching_can_be_cancelled(rogue, tmp_path):
    server = rogue(DRIPPING_BODY)
    made = provider(server.address, tmp_path)
    with pytest.raises(Cancelled):
        made.fetch(NOW, job=Job(cancelled=lambda: bool(server.received)))
    assert not made.has_catalog()


# ----- the moment a release is sent -----


@pytest.fixture
def pauses(monkeypatch) -> Callable[[Callable[[float], None]], None]:
    """Calls a function instead of the pause between an open connection and a request."""

    def use(sleep):
        clock = SimpleNamespace(sleep=sleep, monotonic=time.monotonic)
        monkeypatch.setattr(client, "time", clock)

    return use


def test_a_release_of_any_size_is_sent_one_pause_after_the_connection_is_open(pauses, tmp_path):
    """So the wait does not depend on how long the release took to make."""
    pauses_before_a_byte: list[float] = []

    def sleep(seconds):
        with listener.accept()[0] as connection:
            connection.setblocking(False)
            try:
                connection.recv(1)
            except BlockingIOError:
                pauses_before_a_byte.append(seconds)

    pauses(sleep)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        made = HttpProvider("Test", address, tmp_path, deadline=LIMIT_S)  # with its own pause
        for size in (1, 15_000):
            with pytest.raises(ProviderError):
                made.recommend(release(tuple(f"ml:{n}" for n in range(1, size + 1))))
    assert pauses_before_a_byte == [0.25, 0.25]


@pytest.mark.parametrize(
    ("answer", "sent", "words"),
    [
        (http("200 OK", b"<html>", JSON), True, "Your release was sent"),
        (http("200 OK", ANSWER, "Content-Type: text/html"), True, "Your release was sent"),
        (http("302 Found", b"", "Location: https://x.example/"), True, "Your release was sent"),
        (http("500 Oh", b""), True, "Your release was sent"),
        (b"", None, "may have arrived"),
        (http("200 OK", ANSWER, JSON)[:-5], None, "may have arrived"),
        (None, False, "Nothing was sent"),
    ],
)
def test_error_reports_whether_the_release_was_sent(
    answer, sent, words, rogue, free_port, tmp_path
):
    """Never that nothing was sent where it was: a wrong answer takes nothing back."""
    address = f"http://127.0.0.1:{free_port}" if answer is None else rogue(answer).address
    with pytest.raises(ProviderError, match=words) as caught:
        provider(address, tmp_path).recommend(RELEASE)
    assert caught.value.sent is sent
    assert ("Nothing was sent" in str(caught.value)) == (sent is False)


def test_system_proxy_receives_only_encrypted_data(rogue, tmp_path, monkeypatch):
    proxy = rogue(b"HTTP/1.1 200 OK\r\n\r\n")
    monkeypatch.setenv("https_proxy", proxy.address)
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    with pytest.raises(ProviderError, match="Nothing was sent") as caught:
        provider("https://movies.example", tmp_path).recommend(RELEASE)
    assert caught.value.sent is False
    (request,) = proxy.received
    assert request.startswith(b"CONNECT movies.example:443 ")


def test_release_cancelled_during_sending_may_be_delivered(rogue, tmp_path):
    server = rogue(silence)
    with pytest.raises(Cancelled):
        provider(server.address, tmp_path).recommend(
            RELEASE, cancelled=lambda: bool(server.received)
        )
    assert len(server.received) == 1


def test_release_cancelled_during_the_pause_is_not_sent(pauses, rogue, tmp_path):
    server = rogue(http("200 OK", ANSWER, JSON))
    before = set(threading.enumerate())
    pausing, cancelled = threading.Event(), threading.Event()

    def sleep(_):
        pausing.set()
        cancelled.wait(LIMIT_S)

    pauses(sleep)
    with pytest.raises(Cancelled):
        provider(server.address, tmp_path).recommend(RELEASE, cancelled=pausing.is_set)
    cancelled.set()
    wait_for_threads(before)  # that of the exchange, and the server's
    assert server.received == []


def test_an_exchange_leaves_no_thread_behind(rogue):
    server = rogue(http("200 OK", ANSWER, JSON))
    before = set(threading.enumerate())  # other tests' servers may still hold theirs
    Client(Waits(LIMIT_S)).exchange(HttpRequest(server.address + "/x", 1000))
    wait_for_threads(before, "exchange")


def test_internal_error_is_not_reported_as_a_provider_error():
    with pytest.raises(TypeError):
        Client(Waits("soon")).exchange(HttpRequest("http://127.0.0.1:1/", 1))
    with pytest.raises(DoorError):
        Client(Waits(LIMIT_S)).exchange(HttpRequest("http://127.0.0.1:1/", 1))
