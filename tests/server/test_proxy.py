"""What HAProxy, as it ships, sends again where a node dies over a request: nodes made for it."""

import shutil
from contextlib import ExitStack

import pytest
import requests

from local_http_server import Handler, serving
from service_nodes import proxy
from waiting import LIMIT_S

pytestmark = pytest.mark.skipif(shutil.which("haproxy") is None, reason="haproxy is not installed")

NODES = 3
CONTRIBUTION = "/v1/contributions/00000000-0000-0000-0000-000000000001"


def _die(handler: Handler) -> None:
    """Be ready, and answer nothing else: the connection ends once the request is read."""
    if handler.path == "/readyz":
        handler.body(b"ready")
    else:
        handler.close_connection = True


@pytest.mark.parametrize(
    ("method", "path", "again"),
    [
        ("GET", "/v1/catalog", True),
        ("PUT", CONTRIBUTION, True),  # counted once, however often it comes
        ("POST", f"{CONTRIBUTION}/withdrawal", False),  # the second one would find nothing
    ],
)
def test_only_what_may_come_twice_is_sent_again(method, path, again, tmp_path):
    with ExitStack() as running:
        nodes = [running.enter_context(serving(_die)) for _ in range(NODES)]
        addresses = [f"127.0.0.1:{node.server_address[1]}" for node in nodes]
        address = running.enter_context(proxy(tmp_path, addresses))
        answer = requests.request(method, f"{address}{path}", data=b"{}", timeout=LIMIT_S)
    assert answer.status_code == 502
    asked = [one for node in nodes for one in node.asked if one.path == path]
    assert asked
    assert (len(asked) > 1) is again
