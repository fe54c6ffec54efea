"""Other processes, as long as any test may wait for one."""

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory
from typing import Any

from epicrec_desktop.store.database_opening import open_database
from waiting import LIMIT_S


def python(*arguments: str | Path, check: bool = False, **options: Any) -> CompletedProcess[str]:
    """Run Python with these arguments; return what it wrote. `check`: it must end well."""
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=LIMIT_S,
        check=check,
        **options,
    )


def forked(program: str, *arguments: str | Path) -> CompletedProcess[str]:
    """Run a Python program that is ended, or ends itself, anywhere; return what it wrote.

    Its process begins with the modules of the program imported, which costs most of the others.
    """
    if os.name != "posix":
        return python("-c", program, *arguments)
    words = [str(argument) for argument in arguments]
    with TemporaryDirectory() as folder:
        written = [Path(folder) / name for name in ("stdout", "stderr")]
        process = _context().Process(target=_run, args=(program, words, written))
        process.start()
        process.join(LIMIT_S)
        texts = [file.read_text(encoding="utf-8") for file in written]
    assert process.exitcode is not None, "it did not end"
    return CompletedProcess(words, process.exitcode, *texts)


@contextmanager
def opened_elsewhere(database: Path) -> Iterator[None]:
    """Another process has a database open meanwhile."""
    here, there = _context().Pipe()
    process = _context().Process(target=_hold, args=(database, there))
    process.start()
    assert here.poll(LIMIT_S), "it was not opened"
    here.recv()
    yield
    here.send("close")
    process.join(LIMIT_S)
    assert process.exitcode == 0


def _context() -> BaseContext:
    if os.name != "posix":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["epicrec_desktop.wiring"])
    return context


def _hold(database: Path, end: Connection) -> None:
    opened = open_database(database)
    end.send("open")
    end.recv()
    opened.close()


def _run(program: str, arguments: list[str], written: list[Path]) -> None:
    for number, file in enumerate(written, 1):
        os.dup2(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600), number)
    sys.argv = ["-c", *arguments]
    exec(program, {"__name__": "__main__"})
