"""Tests of the tests: changes the program in small ways and looks whether a test fails.

    python -m mutants [--each 10] [--seed 1] [--only ledger releases] [--seconds 600]

Each mutant is a copy of the package with one change in one of the modules of `ROOMS`, and the tests
named there run against it. What no test notices is printed, and belongs into docs/attacks.md or
into a test. Our own, and small: mutmut changes functions where they are and needs one process with
all tests, cosmic-ray changes the files of the checkout; our tests start programs of their own.
"""

import argparse
import ast
import compileall
import copy
import os
import py_compile
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "epicrec_desktop"
PATIENCE_S = 900.0
ROOMS: Mapping[str, tuple[str, ...]] = {
    "privacy/accountant.py": ("privacy/test_period.py", "services/test_trust_tiers.py"),
    "privacy/learned.py": ("privacy/test_learned_family.py", "services/test_learned_release.py"),
    "privacy/levels.py": ("privacy/test_levels.py", "services/test_releases.py"),
    "privacy/mechanism.py": (
        "privacy/test_mechanism.py",
        "privacy/test_improved_family.py",
        "privacy/test_learned_family.py",
        "privacy/test_period.py",
    ),
    "privacy/nested_noise.py": ("privacy/test_nested_noise.py",),
    "privacy/noise.py": ("privacy/test_noise.py",),
    "privacy/period.py": ("privacy/test_period.py", "services/test_trust_tiers.py"),
    "provider/published.py": ("provider", "hostile/test_malformed_provider.py"),
    "provider/remote.py": ("provider",),
    "door/client.py": ("door", "provider", "catalog"),
    "services/account.py": ("services/test_account.py", "services/test_restore.py"),
    "services/release_difference.py": (
        "services/test_release_difference.py",
        "services/test_release_summary.py",
    ),
    "services/release_inputs.py": ("services/test_release_list.py", "services/test_releases.py"),
    "services/release_list.py": ("services/test_release_list.py", "services/test_releases.py"),
    "services/release_proposal.py": (
        "services/test_releases.py",
        "services/test_period_calendar.py",
        "services/test_release_list.py",
    ),
    "services/release_summary.py": (
        "services/test_release_summary.py",
        "services/test_release_difference.py",
    ),
    "services/release_worth.py": ("services/test_release_worth.py", "services/test_releases.py"),
    "services/releases.py": (
        "services/test_releases.py",
        "services/test_sampling.py",
        "services/test_period_calendar.py",
        "services/test_release_difference.py",
    ),
    "services/sample_store.py": ("services/test_sampling.py", "services/test_account.py"),
    "services/sampling.py": ("services/test_sampling.py", "services/test_account.py"),
    "store/contributions.py": ("services/test_contribution_service.py",),
    "store/integrity.py": ("store/test_checksums.py",),
    "store/ledger.py": (
        "services/test_releases.py",
        "services/test_sampling.py",
        "services/test_account.py",
        "services/test_release_difference.py",
        "services/test_restore.py",
    ),
    "store/sample_file.py": ("services/test_account.py", "services/test_sampling.py"),
}
"""Modules, and the tests that are to notice a change of them."""

_SWAPPED: Mapping[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
}
_CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
Change = Callable[[], None]


def changes(tree: ast.Module) -> Iterator[tuple[int, str, Change]]:
    """Yield each change that can be made to a module: its line, what it is, and how to make it."""
    for node in _evaluated(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Compare(ops=[operator]) if type(operator) in _SWAPPED:
                yield line, _name(operator), lambda n=node, o=operator: _set(n, "ops", [_other(o)])
            case ast.BoolOp(op=operator) | ast.BinOp(op=operator) if type(operator) in _SWAPPED:
                yield line, _name(operator), lambda n=node, o=operator: _set(n, "op", _other(o))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield line, "not dropped", lambda n=node, o=operand: _become(n, o)
            case ast.Call(func=ast.Name(id=name)) if name in _CALLS:
                yield line, f"{name} swapped", lambda f=node.func, m=_CALLS[name]: _set(f, "id", m)
            case ast.Constant(value=bool() as value):
                yield line, f"{value} swapped", lambda n=node, v=value: _set(n, "value", not v)
            case ast.Constant(value=int() as value):
                yield line, f"{value} + 1", lambda n=node, v=value: _set(n, "value", v + 1)
            case ast.Expr(value=ast.Call()):
                yield line, f"dropped: {ast.unparse(node)}", lambda n=node: _drop(n)
            case ast.If():
                yield line, "if never", lambda n=node: _set(n, "test", ast.Constant(value=False))


def _evaluated(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield all nodes but those of annotations."""
    annotations = [
        annotation
        for node in ast.walk(tree)
        for field in ("annotation", "returns")
        if (annotation := getattr(node, field, None)) is not None
    ]
    never = {id(part) for annotation in annotations for part in ast.walk(annotation)}
    yield from (node for node in ast.walk(tree) if id(node) not in never)


def _name(operator: ast.AST) -> str:
    return f"{type(operator).__name__} to {_SWAPPED[type(operator)].__name__}"


def _other(operator: ast.AST) -> ast.AST:
    return _SWAPPED[type(operator)]()


def _set(node: ast.AST, field: str, value: object) -> None:
    setattr(node, field, value)


def _become(node: ast.AST, other: ast.expr) -> None:
    node.__class__, node.__dict__ = other.__class__, other.__dict__


def _drop(node: ast.Expr) -> None:
    node.value = ast.Constant(value=None)


def mutants(source: str, rng: random.Random, most: int) -> list[tuple[int, str, str]]:
    """Return some mutants of a module: line, change, and the text of the whole module."""
    tree = ast.parse(source)
    places = [
        at
        for at, (line, _, _) in enumerate(changes(tree))
        if line and not _is_left_out(source.splitlines()[line - 1])
    ]
    found = []
    for at in sorted(rng.sample(places, min(most, len(places)))):
        changed = copy.deepcopy(tree)
        line, what, make = list(changes(changed))[at]
        make()
        found.append((line, what, ast.unparse(ast.fix_missing_locations(changed))))
    return found


def _is_left_out(line: str) -> bool:
    """Return whether a line is a decorator, a message or a log line, or for types alone."""
    return line.lstrip().startswith(("@", "_log", "if TYPE_CHECKING")) or "N_(" in line


def survives(folder: Path, tests: Sequence[str]) -> bool:
    """Return whether all of these tests pass in a copy of the project."""
    command = [
        *(sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"),
        *("-m", "not slow", *(f"tests/{name}" for name in tests)),
    ]
    # The copy comes before the installed package, in programs that tests start as well.
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command,
            check=False,
            cwd=folder,
            env=environment,
            capture_output=True,
            timeout=PATIENCE_S,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run mutants and print those that survive; 1 where any did."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--each", type=int, default=10, help="mutants of a module")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", nargs="*", default=[""], help="modules with one of these in their path"
    )
    parser.add_argument("--seconds", type=float, default=3600.0)
    options = parser.parse_args(arguments)
    end, made, survived = time.monotonic() + options.seconds, 0, 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "project"
        left_out = shutil.ignore_patterns(".*", "build", "dist", "__pycache__", "*.webp")
        shutil.copytree(ROOT, folder, ignore=left_out)
        # Valid by content, as two mutants of one second may have the same size.
        by_content = py_compile.PycInvalidationMode.CHECKED_HASH
        compileall.compile_dir(folder / PACKAGE, quiet=2, invalidation_mode=by_content)
        for module, tests in ROOMS.items():
            file = folder / PACKAGE / module
            if not any(part in module for part in options.only) or not file.exists():
                continue
            source = file.read_text(encoding="utf-8")
            rng = random.Random(f"{options.seed} {module}")
            before = made, survived
            for line, what, text in mutants(source, rng, options.each):
                if time.monotonic() > end:
                    break
                file.write_text(text, encoding="utf-8")
                made += 1
                if survives(folder, tests):
                    survived += 1
                    print(f"survived: {module}:{line}: {what}", flush=True)  # noqa: T201
            file.write_text(source, encoding="utf-8")
            print(f"{module}: {made - before[0]} made, {survived - before[1]} survived", flush=True)  # noqa: T201
    print(f"{made} mutants, {survived} survived")  # noqa: T201
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
