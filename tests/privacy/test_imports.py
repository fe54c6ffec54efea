"""Wall 3: the privacy engine is pure."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import epicrec_desktop.privacy

FOLDER = Path(epicrec_desktop.privacy.__file__).parent
ALLOWED = {
    "__future__", "abc", "collections", "dataclasses", "enum", "fractions", "functools",
    "itertools", "math", "typing", "numpy", "scipy", "cvxpy",
}  # fmt: skip
MORE = {"reference_solver.py": {"importlib"}}  # CLARABEL and SciPy load when it is called


def imports(file: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.py")), ids=lambda f: f.name)
def test_imports_are_a_subset(file: Path) -> None:
    for name in imports(file):
        ours = name.startswith(("epicrec_desktop.domain", "epicrec_desktop.privacy"))
        assert ours or name.split(".")[0] in ALLOWED | MORE.get(file.name, set()), name


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.py")), ids=lambda f: f.name)
def test_no_generator_of_its_own(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for word in ("default_rng", "RandomState", "PCG64", "np.random.seed", "np.random.rand"):
        assert word not in text
    for word in ("open(", "exec(", "eval(", "__import__"):
        assert word not in text


def test_privacy_imports_neither_cvxpy_nor_scipy() -> None:
    modules = " ".join(
        f"import epicrec_desktop.privacy.{f.stem};" for f in FOLDER.glob("[a-z]*.py")
    )
    code = f"import sys; {modules} print([m for m in ('cvxpy', 'scipy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
