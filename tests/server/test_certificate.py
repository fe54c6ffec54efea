"""When the certificate in use expires, as metrics and log say it."""

import logging
import shutil
import ssl
import subprocess
from pathlib import Path

import pytest

from epicrec_desktop.server.certificate import DAY, CertificateWatch, expiry
from epicrec_desktop.server.monitoring import Metrics

LONG = 20_000
"""Days: beyond 2049 another type of time is in a certificate."""


@pytest.fixture(scope="module")
def chains(tmp_path_factory) -> dict[int, Path]:
    """Files of a certificate by the days it is valid, each with another one behind it."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl command to make a certificate with")
    folder = tmp_path_factory.mktemp("chains")
    found = {}
    for days in (90, LONG):
        file = found[days] = folder / f"{days}.pem"
        made = ("-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=test", "-days", str(days))
        files = ("-keyout", str(folder / "key.pem"), "-out", str(file))
        subprocess.run([openssl, "req", *made, *files], check=True, capture_output=True)
    texts = {days: file.read_text() for days, file in found.items()}
    for days, other in ((90, LONG), (LONG, 90)):
        found[days].write_text("About the key\n" + texts[days] + texts[other])
    return found


@pytest.mark.parametrize("days", [90, LONG])
def test_the_end_is_that_of_the_first_certificate(chains, days):
    stated = subprocess.run(
        ["openssl", "x509", "-noout", "-enddate", "-in", str(chains[days])],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    wanted = ssl.cert_time_to_seconds(stated.strip().removeprefix("notAfter="))
    assert expiry(chains[days]).timestamp() == wanted


def test_what_is_no_certificate_is_a_value_error(chains, tmp_path):
    file = tmp_path / "chain.pem"
    lines = chains[90].read_text().splitlines()
    for text in ("", "\n".join(lines[:9]), "\n".join((*lines[1:3], "-----END CERTIFICATE-----"))):
        file.write_text(text)
        with pytest.raises(ValueError):  # noqa: PT011 - of several readers
            expiry(file)


def test_a_certificate_that_ends_is_in_metrics_and_log(chains, caplog):
    metrics = Metrics()
    watch = CertificateWatch(chains[90], metrics.certificate)
    with caplog.at_level(logging.INFO):
        watch.read()
        end = expiry(chains[90]).timestamp()
        lines = metrics.text().decode().splitlines()
        (stated,) = (line for line in lines if line.startswith("epicrec_certificate_expires "))
        assert float(stated.split()[1]) == end
        watch.look(end - 8 * DAY)
        assert caplog.records == []
        watch.look(end - 6 * DAY)
        watch.look(end + 60.0)
    soon, late = caplog.records
    assert (soon.levelname, late.levelname) == ("WARNING", "ERROR")
    assert "expires on" in soon.getMessage()
    assert "has expired" in late.getMessage()


def test_without_tls_there_is_nothing_to_say(caplog):
    watch = CertificateWatch(None, Metrics().certificate)
    watch.read()
    watch.look()
    assert caplog.records == []
