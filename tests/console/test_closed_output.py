"""A command whose output nobody reads any more, or whose disk is full, ends without a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from waiting import LIMIT_S

FULL = Path("/dev/full")


def ended(stdout: int, folder: Path, *words: str) -> tuple[int, str]:
    """Return the exit code of a command that writes there, and what it says on stderr."""
    arguments = ["-m", "epicrec_desktop.cli", "--base-dir", str(folder), *words]
    done = subprocess.run(
        [sys.executable, *arguments],
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
@pytest.mark.parametrize("full", [False, True])
def test_a_failure_that_stdout_does_not_take_is_one_line(full, tmp_path):
    if full:
        there = os.open(FULL, os.O_WRONLY)
    else:
        reader, there = os.pipe()
        os.close(reader)
    code, problem = ended(there, tmp_path, "--json", "library", "confirm", "No Such Movie")
    os.close(there)
    assert code == 1
    assert "is not in the library" in problem
    assert len(problem.splitlines()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_matching_does_not_blame_the_rows_for_what_stdout_does_not_take(tmp_path):
    rows = tmp_path / "rows.jsonl"
    row = json.dumps({"url": "https://example.org/", "title": "x"})
    rows.write_text(f"{row}\n" * 200, encoding="utf-8")
    reader, there = os.pipe()
    os.close(reader)
    assert ended(there, tmp_path, "match", "--rows", str(rows)) == (1, "")
    os.close(there)
    there = os.open(FULL, os.O_WRONLY)
    code, problem = ended(there, tmp_path, "match", "--rows", str(rows))
    os.close(there)
    assert code == 1
    assert "disk is full" in problem
