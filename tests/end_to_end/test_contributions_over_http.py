"""`epicrec-server run --no-model` in a process of its own, and the whole job against it."""

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from epicrec_desktop.cli import main
from waiting import LIMIT_S

pytest.importorskip("fastapi", reason="this test runs the service (extra: server)")


@pytest.fixture
def address(tmp_path) -> Iterator[str]:
    command = [
        sys.executable,
        "-m",
        "epicrec_desktop.server",
        "--base-dir",
        str(tmp_path / "there"),
    ]
    with subprocess.Popen(
        [*command, "--json", "run", "--port", "0", "--no-model"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
    ) as program:
        output = ""
        while not output.rstrip().endswith("}"):
            line = program.stdout.readline()
            assert line, "the service ended before it told its address"
            output += line
        yield json.loads(output)["address"]
        program.send_signal(signal.SIGINT)
        program.wait(LIMIT_S)


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_a_provider_without_a_model_is_asked_and_its_candidates_are_ranked_here(
    address, tmp_path, capsys
):
    def epicrec(*arguments):
        assert main(["--base-dir", str(tmp_path / "here"), *arguments]) == 0
        return capsys.readouterr().out

    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{address}/v1/models/current", timeout=LIMIT_S)
    output = json.loads(epicrec("--json", "run", "--sample", "--provider", address))
    assert output["release"]["items"]
    assert {entry["ranked"] for entry in output["recommendations"]["overall"]} == {"here"}
    (entry,) = json.loads(epicrec("--json", "ledger"))
    assert entry["sha256"] == output["release"]["sha256"]
    shown = epicrec("recommend", "--provider", address)
    assert f"From {address} (ranked here)" in shown
    assert "ranked by" not in shown
