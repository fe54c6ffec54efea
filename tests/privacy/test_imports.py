"""Wall 3: the privacy engine is pure."""

import ast
from pathlib import Path

import epicrec_desktop.privacy
from processes import python

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


FILES = sorted(FOLDER.rglob("*.py"))


def test_imports_are_a_subset():
    for file in FILES:
        for name in imports(file):
            ours = name.startswith(("epicrec_desktop.domain", "epicrec_desktop.privacy"))
            allowed = ALLOWED | MORE.get(file.name, set())
            assert ours or name.split(".")[0] in allowed, f"{file.name}: {name}"


def test_no_generator_of_its_own_and_nothing_opened_or_run():
    words = ("default_rng", "RandomState", "PCG64", "np.random.seed", "np.random.rand")
    words += ("open(", "exec(", "eval(", "__import__")
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        assert not [word for word in words if word in text], file.name


def test_privacy_imports_neither_cvxpy_nor_scipy():
    modules = " ".join(
        f"import epicrec_desktop.privacy.{f.stem};" for f in FOLDER.glob("[a-z]*.py")
    )
    code = f"import sys; {modules} print([m for m in ('cvxpy', 'scipy') if m in sys.modules])"
    done = python("-c", code, check=True)
    assert done.stdout.strip() == "[]"
