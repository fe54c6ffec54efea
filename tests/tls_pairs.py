"""Certificates that nobody signed but themselves, for servers on this computer."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Pair:
    """A certificate for 127.0.0.1 that nobody signed but itself, with its key."""

    certificate: Path
    key: Path


def _self_signed(folder: Path, name: str, subject_alternative: str) -> Pair:
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl command to make a certificate with")
    pair = Pair(folder / f"{name}.pem", folder / f"{name}.key")
    subprocess.run(
        [
            *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=EpicRec test", "-addext", f"subjectAltName={subject_alternative}"),
            *("-keyout", str(pair.key), "-out", str(pair.certificate)),
        ],
        check=True,
        capture_output=True,
    )
    return pair


@pytest.fixture(scope="session")
def certificate(tmp_path_factory) -> Pair:
    """Return a certificate for 127.0.0.1."""
    return _self_signed(tmp_path_factory.mktemp("tls"), "home", "IP:127.0.0.1")


@pytest.fixture(scope="session")
def elsewhere(tmp_path_factory) -> Pair:
    """Return a certificate for another host."""
    return _self_signed(tmp_path_factory.mktemp("tls"), "elsewhere", "DNS:elsewhere.example")
