"""Runs `epicrec` and `epicrec-server` as a user or a script does."""

import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from epicrec_desktop import cli
from epicrec_desktop.console.terminal import FORMAT
from epicrec_desktop.server import cli as server_cli


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    returncode: int
    stdout: str
    stderr: str


def content(printed: str) -> Any:
    """What a command has to say, without the version of the document around it."""
    document = json.loads(printed)
    assert isinstance(document, list) or document.pop("format") == FORMAT
    return document


class Epicrec:
    """Runs the program over one base folder, in this process."""

    program = "epicrec"
    main: Callable[[list[str]], int] = staticmethod(cli.main)

    def __init__(self, base: Path) -> None:
        self.base = base

    def __call__(self, *arguments: str, code: int = 0) -> Done:
        words = ["--base-dir", str(self.base), *arguments]
        done = _run(self.main, words)
        assert "Traceback" not in done.stderr
        assert done.returncode == code, done.stderr
        return done

    def json(self, *arguments: str, code: int = 0) -> Any:
        return content(self(*arguments, "--json", code=code).stdout)

    def problem(self, *arguments: str) -> str:
        """The one line on stderr of a command that fails."""
        done = self(*arguments, code=1)
        (line,) = done.stderr.strip().splitlines()
        assert line.startswith(f"{self.program}: ")
        return line


class EpicrecServer(Epicrec):
    """Runs `epicrec-server`."""

    program = "epicrec-server"
    main = staticmethod(server_cli.main)


def _run(main: Callable[[list[str]], int], arguments: list[str]) -> Done:
    out, problems = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(problems):
        try:
            code = main(arguments)
        except SystemExit as end:  # wrong use
            code = int(end.code or 0)
    return Done(code, out.getvalue(), problems.getvalue())
