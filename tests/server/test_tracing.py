"""Traces go where the configuration says, and name routes, never contributions or clients."""

import gzip
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from epicrec_desktop.server.config import LogConfig
from local_http_server import serving
from service_world import as_body, contribution_by, publish, serving_published, settings_in

NAME = uuid.UUID(int=0xDEADBEEF)


@pytest.fixture
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """The address of a collector, and the bodies it received."""
    bodies: list[bytes] = []

    def answer(handler):
        bodies.append(handler.content)
        handler.body(b"")

    with serving(answer) as server:
        yield f"{server.address}/v1/traces", bodies


def contribute(folder: Path, traces: str) -> None:
    settings = replace(settings_in(folder), log=LogConfig(traces=traces))
    publish(settings)
    with serving_published(settings) as client:
        path = f"/v1/contributions/{NAME}?person=ada"
        assert client("PUT", path, **as_body(contribution_by(1))).status_code == 201


def test_spans_name_the_route_and_no_contribution(tmp_path, collector):
    pytest.importorskip("opentelemetry.sdk", reason="traces need the extra `tracing`")
    address, bodies = collector
    contribute(tmp_path, address)
    exported = gzip_free(bodies)
    assert b"/v1/contributions/{" in exported
    assert b"http.response.status_code" in exported
    for secret in (str(NAME).encode(), NAME.hex.encode(), b"ada", b"127.0.0.1"):
        assert secret not in exported


def test_the_environment_alone_exports_nothing(tmp_path, collector, monkeypatch):
    address, bodies = collector
    monkeypatch.setenv("FASTAPI_OTEL_AUTO_CONFIGURE", "true")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address.removesuffix("/v1/traces"))
    contribute(tmp_path, "")
    assert bodies == []


def gzip_free(bodies: list[bytes]) -> bytes:
    """The bodies, unpacked where they are packed."""
    return b"".join(gzip.decompress(b) if b[:2] == b"\x1f\x8b" else b for b in bodies)
