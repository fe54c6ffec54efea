"""Folders that the system does not let a person use: said as that, and nothing is lost."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from epicrec_desktop.paths import Paths
from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
from epicrec_desktop.store.encryption import wrapped_keys
from keyrings import CHEAP, FakeKeyring

NOBODY = 65534
SAID = ("does not let EpicRec", "Permission denied", "cannot be used", "cannot be read")
ORDINARY = ("setpriv", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs")
"""Root without what makes it root: the rights of a file hold for it as for anybody."""

if sys.platform != "linux":
    pytest.skip("gives up the rights of root, as Linux can", allow_module_level=True)


@pytest.fixture
def base(prepared, tmp_path) -> Iterator[Path]:
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        pytest.skip("giving up the rights of root needs setpriv")
    shutil.copytree(prepared, tmp_path / "base")
    yield tmp_path / "base"
    for path in (tmp_path / "base", *(tmp_path / "base").rglob("*")):
        path.chmod(0o700)


@pytest.fixture
def run(base) -> Callable[..., subprocess.CompletedProcess[str]]:
    def runs(*arguments):
        become = ORDINARY if os.geteuid() == 0 else ()
        command = [*become, sys.executable, "-m", "epicrec_desktop.cli", "--base-dir", str(base)]
        return subprocess.run([*command, *arguments], capture_output=True, text=True, check=False)

    return runs


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "mode"),
    [
        ("data", 0o500),  # nothing new in it
        ("data", 0o000),  # not even looked at
        ("data/epicrec.sqlite3", 0o400),
        ("data/epicrec.sqlite3", 0o000),
        ("state", 0o500),
        ("state/draws.json", 0o000),
        ("cache", 0o000),
        (".", 0o500),
    ],
)
def test_a_right_that_is_missing_is_named_and_nothing_is_lost(base, run, what, mode):
    assert run("library", "add", "imdb:tt0078748").returncode == 0
    place = base / what
    if not place.exists():
        pytest.skip(f"there is no {what} yet")
    before = place.stat().st_mode & 0o777
    place.chmod(mode)
    done = run("library", "add", "imdb:tt0113277")
    assert "Traceback" not in done.stderr
    assert "nexpected" not in done.stderr
    if done.returncode:  # what it owns it may open again, and then it is all well
        assert any(said in done.stderr for said in SAID), done.stderr
        assert "is damaged" not in done.stderr
    place.chmod(before)
    for beside in base.glob("data/epicrec.sqlite3-*"):
        beside.chmod(0o600)  # SQLite made them with the rights of the file
    assert run("library", "add", "imdb:tt0113277").returncode == 0
    shown = run("library").stdout
    assert "Alien" in shown
    assert "Heat" in shown


def test_a_key_file_that_may_not_be_read_is_not_called_damaged(base, run):
    paths = Paths.under(base)
    LibraryEncryption(paths, FakeKeyring(), CHEAP).enable_encryption("several words of mine")
    wrapped_keys(paths.database).chmod(0o000)
    done = run("protect", "status")
    assert done.returncode == 1
    assert "does not let EpicRec" in done.stderr
    assert "damaged" not in done.stderr


def test_erasing_overwrites_a_database_that_is_read_only(base, run):
    database = Paths.under(base).database
    database.chmod(0o400)
    with database.open("rb") as old:
        done = run("erase", "--yes")
        assert set(old.read()) == {0}
    assert done.returncode == 0
    assert "was overwritten" in done.stdout


def test_an_export_to_a_folder_of_somebody_else_is_refused(base, run):
    theirs = base.parent / "theirs"
    theirs.mkdir(mode=0o555)
    if os.geteuid() == 0:
        os.chown(theirs, NOBODY, NOBODY)
    done = run("export", str(theirs / "mine.json"))
    assert done.returncode == 1
    assert "could not be written" in done.stderr
    assert "Permission denied" in done.stderr
    assert list(theirs.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders away")
@pytest.mark.parametrize("folder", ["cache", "state"])
def test_a_folder_that_belongs_to_another_user_is_named(base, folder):
    """As after one start with sudo; it was the data folder that was named."""
    os.chown(base / folder, NOBODY, NOBODY)
    done = subprocess.run(
        [*ORDINARY, sys.executable, "-m", "epicrec_desktop.cli", "--base-dir", base, "browsers"],
        env={**os.environ, "HOME": str(base.parent)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    os.chown(base / folder, 0, 0)
    assert done.returncode == 1
    assert done.stderr.startswith(f"epicrec: {base / folder} belongs to nobody")
