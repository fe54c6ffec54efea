"""Catalogs and data sets of strangers are read in a process that reaches nothing else."""

import os
import socket
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services import source_reader
from epicrec_desktop.services.child_process import run_in_child
from epicrec_desktop.services.source_reader import MEMORY, read_confined, read_in_child

pytestmark = pytest.mark.usefixtures("child_process")
linux = pytest.mark.skipif(sys.platform != "linux", reason="Landlock and seccomp are of Linux")
MOVIES = "movieId,title,genres\n1,Heat (1995),Crime|Thriller\n2,Up (2009),Animation\n"
RATINGS = "userId,movieId,rating,timestamp\n1,1,4.0,1\n1,2,3.0,1\n2,2,5.0,1\n"


@pytest.fixture
def folder(tmp_path) -> Path:
    made = tmp_path / "ml"
    made.mkdir()
    (made / "movies.csv").write_text(MOVIES)
    (made / "ratings.csv").write_text(RATINGS)
    (tmp_path / "secret").write_text("secret")
    return made


def test_what_the_child_answers_is_what_was_read(folder, tmp_path):
    archive = tmp_path / "ml.zip"
    with zipfile.ZipFile(archive, "w") as written:
        for table in folder.iterdir():
            written.write(table, f"ml/{table.name}")
    expected = read_source(folder)
    for source in (folder, folder / "movies.csv", archive):
        read = read_confined(source)
        assert read.catalog == expected.catalog
        assert read.ratings.users.tolist() == expected.ratings.users.tolist()


def test_a_refusal_is_the_same_sentence(folder, tmp_path):
    (folder / "movies.csv").write_text("movieId,title,genres\n")
    for source in (folder, tmp_path / "absent"):
        with pytest.raises(CatalogError) as plain:
            read_source(source)
        with pytest.raises(CatalogError) as confined:
            read_confined(source)
        assert str(confined.value) == str(plain.value)


def _open(folder: Path) -> None:
    (folder.parent / "secret").read_bytes()


def _write(folder: Path) -> None:
    (folder / "movies.csv").write_text("taken over")


def _connect(_folder: Path) -> None:
    socket.create_connection(("127.0.0.1", 9)).close()


def _program(_folder: Path) -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)


def _fork(_folder: Path) -> None:
    os.fork()


def _fill(_folder: Path) -> None:
    bytearray(MEMORY + 2_000_000_000)


ATTEMPTS: dict[str, Callable[[Path], Any]] = {
    "a file": _open,
    "its own table": _write,
    "a socket": _connect,
    "a program": _program,
    "a process": _fork,
    "memory": _fill,
}


def planted(folder: Path, *, job: Job) -> dict[str, str]:
    """Read a source with a reader that tries what it must not do; what came of each."""

    def attempt(path: Path, _job: Job) -> dict[str, str]:
        found = {}
        for kind, act in ATTEMPTS.items():
            try:
                act(path)
                found[kind] = "done"
            except (OSError, MemoryError) as error:
                found[kind] = type(error).__name__
        return found

    source_reader.read_source = attempt
    return read_in_child(folder, job=job)


@linux
def test_a_reader_that_is_taken_over_reaches_nothing(folder):
    found = run_in_child(planted, (folder,), job=Job())
    assert found == dict.fromkeys(ATTEMPTS, "PermissionError") | {"memory": "MemoryError"}
    assert (folder / "movies.csv").read_text() == MOVIES
