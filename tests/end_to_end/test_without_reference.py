"""The program where there is no wheel of cvxpy and CLARABEL: Windows on ARM, the newest Python."""

import json
import os
import sys
from importlib.util import find_spec

import pytest

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
def environment(tmp_path) -> dict[str, str]:
    (tmp_path / "blocked").mkdir()
    (tmp_path / "blocked" / "sitecustomize.py").write_text(BLOCK, encoding="utf-8")
    path = os.pathsep.join(p for p in (str(tmp_path / "blocked"), *sys.path) if p)
    return {**os.environ, "PYTHONPATH": path, "QT_QPA_PLATFORM": "offscreen"}


@pytest.mark.slow
def test_everything_works_without_the_reference_solvers(environment, tmp_path):
    def python(*arguments):
        done = python(*arguments, env=environment)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def epicrec(*arguments):
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
