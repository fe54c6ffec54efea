"""Runs Python in a process of its own, as long as any test may wait."""

import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

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
