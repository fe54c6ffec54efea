"""Certificates of servers on this computer."""

import pytest

import ports
from tls_pairs import certificate

__all__ = ["certificate"]


@pytest.fixture(scope="session")
def free_port() -> int:
    """Return a port where nobody listens."""
    return ports.free_port()
