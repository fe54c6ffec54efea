"""Runs `epicrec` as a person or a script does."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from epicrec_desktop.cli import main


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    returncode: int
    stdout: str
    stderr: str


class Epicrec:
    """Runs the program over one base folder: in this process, or as one of its own."""

    def __init__(self, base: Path, *, apart: bool = False) -> None:
        self.base = base
        self._run = _process if apart else _here

    def __call__(self, *arguments: str, code: int = 0) -> Done:
        done = self._run(["--base-dir", str(self.base), *arguments])
        assert "Traceback" not in done.stderr
        assert done.returncode == code, done.stderr
        return done

    def json(self, *arguments: str, code: int = 0) -> Any:
        return json.loads(self(*arguments, "--json", code=code).stdout)

    def problem(self, *arguments: str) -> str:
        """The one line on stderr of a command that fails."""
        done = self(*arguments, code=1)
        (line,) = done.stderr.strip().splitlines()
        assert line.startswith("epicrec: ")
        return line


def _here(arguments: list[str]) -> Done:
    out, problems = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(problems):
        try:
            code = main(arguments)
        except SystemExit as end:  # wrong use
            code = int(end.code or 0)
    return Done(code, out.getvalue(), problems.getvalue())


def _process(arguments: list[str]) -> Done:
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "PYTHONPATH")}
    done = subprocess.run(
        [sys.executable, "-m", "epicrec_desktop.cli", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        env=environment,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)
