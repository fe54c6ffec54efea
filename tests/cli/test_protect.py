"""`epicrec protect`, and every other command over an encrypted library."""

import io
import json
import os
import sys
from pathlib import Path

import pytest

from command_line import Epicrec
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.protection import key_file, library_encryption
from keyrings import CHEAP, FakeKeyring
from processes import python

WORDS = "several words of mine"
SLOW = pytest.mark.slow


@pytest.fixture
def keyring(monkeypatch) -> FakeKeyring:
    kept = FakeKeyring()
    monkeypatch.setattr(library_encryption, "system_keyring", lambda: kept)
    monkeypatch.setattr(library_encryption, "KdfCost", lambda: CHEAP)
    return kept


@pytest.fixture
def epicrec(tmp_path, keyring) -> Epicrec:
    epicrec = Epicrec(tmp_path)
    epicrec("library", "add", "The Matrix (1999)")
    return epicrec


@pytest.fixture
def say(monkeypatch):
    """What is piped into the next command, line by line."""

    def said(*lines):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    said()
    return said


RESTORE = """if True:
    import sys
    from epicrec_desktop.cli import main
    from epicrec_desktop.services.protection import library_encryption
    from keyrings import FakeKeyring
    library_encryption.system_keyring = FakeKeyring
    sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("place", [200, *(pytest.param(n, marks=SLOW) for n in (20, 4_000))])
def test_a_damaged_encrypted_library_is_named_and_restored_by_fresh_processes(epicrec, say, place):
    """What a driver raises must be known before anything has loaded it."""
    say(WORDS, WORDS)
    epicrec("protect", "on", "--yes", "--passphrase")
    say(WORDS)
    epicrec("library")  # the start that the copy is of
    database = Paths.under(epicrec.base).database
    damaged = bytearray(database.read_bytes())
    damaged[place] ^= 1
    database.write_bytes(damaged)

    def fresh(*words):
        done = python(
            "-c",
            RESTORE,
            "--base-dir",
            str(epicrec.base),
            *words,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            input=f"{WORDS}\n",
        )
        return done.returncode, done.stdout + done.stderr

    code, said = fresh("library")
    assert (code, "is damaged" in said) == (1, True), said
    code, said = fresh("restore", "--yes")
    assert (code, "1 movie" in said) == (0, True), said
    code, said = fresh("library")
    assert (code, "The Matrix" in said) == (0, True), said


def test_a_passphrase_is_asked_for_by_every_command(epicrec, say, tmp_path):
    say(WORDS, WORDS)
    done = epicrec.json("protect", "on", "--yes", "--passphrase")
    assert done["encrypted"]
    assert done["overwritten"]
    assert epicrec.json("protect", "status") == {"encrypted": True, "unlocked_by": "passphrase"}
    say()
    refused = epicrec("library", "export", str(tmp_path / "films.csv"), code=1)
    assert "locked" in refused.stderr
    say("something else entirely")
    refused = epicrec("library", "export", str(tmp_path / "films.csv"), code=1)
    assert "not the passphrase" in refused.stderr
    say(WORDS)
    epicrec("library", "export", str(tmp_path / "films.csv"))
    assert "Matrix" in (tmp_path / "films.csv").read_text(encoding="utf-8")
    # Another passphrase by the code, when this one is lost.
    say(done["recovery_code"].lower(), "other words of mine", "other words of mine")
    epicrec("protect", "recover", "--passphrase")
    say("other words of mine")
    epicrec("protect", "off", "--yes")
    say()
    assert epicrec.json("protect", "status") == {"encrypted": False, "unlocked_by": None}


def test_the_keyring_unlocks_without_asking(epicrec, say, keyring, tmp_path):
    shown = epicrec("protect", "on", "--yes")
    assert "not shown again" in shown.stdout
    epicrec("library", "export", str(tmp_path / "films.csv"))
    keyring.fault = "denied"
    assert "not unlocked" in epicrec("preview", code=1).stderr
    keyring.fault = ""
    code = epicrec.json("protect", "code")["recovery_code"]
    keyring.kept.clear()
    assert "recovery code" in epicrec("preview", code=1).stderr
    say(code)
    epicrec("protect", "recover")
    epicrec("library", "export", str(tmp_path / "again.csv"))


def test_nothing_is_done_without_a_yes(epicrec, say, tmp_path):
    before = Paths.under(tmp_path).database.read_bytes()
    assert "--yes" in epicrec("protect", "on", code=1).stderr
    assert Paths.under(tmp_path).database.read_bytes() == before
    for wrong in (("off", "--yes"), ("start-anew", "--yes"), ("code",)):
        assert "not encrypted" in epicrec("protect", *wrong, code=1).stderr
    say(WORDS, WORDS + "!")
    refused = epicrec("protect", "on", "--yes", "--passphrase", code=1)
    assert "not the same" in refused.stderr
    epicrec("protect", "on", "--yes")
    assert "already" in epicrec("protect", "on", "--yes", code=1).stderr


def test_a_locked_library_can_be_set_aside_and_erased(epicrec, say, tmp_path):
    say(WORDS, WORDS)
    epicrec("protect", "on", "--yes", "--passphrase")
    moved = epicrec.json("protect", "start-anew", "--yes")["moved_to"]
    assert (Path(moved) / "epicrec.sqlite3").is_file()
    assert not epicrec.json("protect", "status")["encrypted"]
    say(WORDS, WORDS)
    epicrec("protect", "on", "--yes", "--passphrase")
    say()
    done = epicrec("erase", "--yes")  # nobody is asked for the passphrase
    assert "solid-state" in done.stdout
    assert not Paths.under(tmp_path).data.exists()


def test_no_word_of_a_secret_is_written(epicrec, say, tmp_path):
    say(WORDS, WORDS)
    code = epicrec.json("protect", "on", "--yes", "--passphrase")["recovery_code"]
    say("a wrong passphrase")
    epicrec("preview", code=1)
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) > 3
    for secret in (WORDS, code, code.replace("-", ""), "a wrong passphrase"):
        assert [file for file in files if secret.encode() in file.read_bytes()] == []
    kept = json.loads((Paths.under(tmp_path).data / "epicrec.sqlite3.keys").read_text())
    assert kept["box"]["memory"] == CHEAP.memory  # here; of a real one:
    assert key_file.KdfCost().memory == 128 << 20
