"""The real keyrings of both systems, where they are; and the sentences where there is none."""

import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from epicrec_desktop.services.protection.keyring import KeyringError
from epicrec_desktop.services.protection.library_encryption import system_keyring
from processes import python
from waiting import LIMIT_S

ROOT = Path(__file__).parents[3]
ASKED = textwrap.dedent("""
    from epicrec_desktop.services.protection.library_encryption import system_keyring
    keyring = system_keyring()
    assert keyring.get("a1") is None
    keyring.put("a1", bytes(range(32)))
    keyring.put("b2", b"of another library")
    assert keyring.get("a1") == bytes(range(32))
    keyring.put("a1", b"newer")
    assert system_keyring().get("a1") == b"newer"
    keyring.remove("a1")
    keyring.remove("a1")
    assert keyring.get("a1") is None
    assert keyring.get("b2") == b"of another library"
    keyring.remove("b2")
    print("kept")
""")
DAEMON = 'printf words | gnome-keyring-daemon --unlock --components=secrets >/dev/null; exec "$@"'


@pytest.mark.skipif(sys.platform != "win32", reason="asks Windows")
def test_the_credential_manager_keeps_and_forgets():
    done = python("-c", ASKED, cwd=ROOT)
    assert done.stdout.strip() == "kept", done.stderr


@pytest.mark.skipif(
    shutil.which("gnome-keyring-daemon") is None or shutil.which("dbus-run-session") is None,
    reason="GNOME Keyring and D-Bus are not installed",
)
def test_the_keyring_of_gnome_keeps_and_forgets(tmp_path):
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    done = subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", DAEMON, "sh", sys.executable, "-c", ASKED],
        check=False,
        cwd=ROOT,
        env={**os.environ, "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(runtime)},
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
    )
    assert done.stdout.strip() == "kept", done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="asks D-Bus")
def test_where_no_bus_answers_it_is_said(monkeypatch):
    for address in ("unix:path=/nowhere/bus", "nonsense", "unix:path=", "tcp:host=nowhere"):
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        keyring = system_keyring()
        for ask, *more in ((keyring.get,), (keyring.put, b"x"), (keyring.remove,)):
            with pytest.raises(KeyringError, match="no keyring that answers"):
                ask("a1", *more)
