"""The program where there is no wheel of cvxpy and CLARABEL: Windows on ARM, the newest Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from waiting import LIMIT_S

BLOCK = """
from importlib.machinery import PathFinder
find = PathFinder.find_spec
def without(name, *others):
    return None if name in ("cvxpy", "clarabel", "implicit") else find(name, *others)
PathFinder.find_spec = without
"""
"""Run by every Python of the test, child processes included."""


WITHOUT_QT = () if find_spec("PySide6") else ("--no-window",)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "blocked").mkdir()
    (tmp_path / "blocked" / "sitecustomize.py").write_text(BLOCK, encoding="utf-8")
    path = os.pathsep.join(p for p in (str(tmp_path / "blocked"), *sys.path) if p)
    return {**os.environ, "PYTHONPATH": path, "QT_QPA_PLATFORM": "offscreen"}


@pytest.mark.slow
def test_everything_works_without_the_reference_solvers(
    environment: dict[str, str], tmp_path: Path
) -> None:
    def python(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def epicrec(*arguments: str) -> Any:
        base = str(tmp_path / "base")
        return json.loads(
            python("-m", "epicrec_desktop.cli", "--base-dir", base, "--json", *arguments)
        )

    assert python("-c", "from importlib.util import find_spec; print(find_spec('clarabel'))") == (
        "None\n"
    )
    assert epicrec("run", "--sample")["recommendations"]["overall"]
    assert epicrec("preview")
    checks = {check["name"]: check for check in epicrec("selfcheck", *WITHOUT_QT)}
    assert all(check["ok"] for check in checks.values())
    assert checks["solver"]["detail"].endswith("CLARABEL: not available here")
    assert WITHOUT_QT or checks["window"]["detail"]
