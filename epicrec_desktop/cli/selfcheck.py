"""Is this installation whole? For bundles, and for whoever asks for help."""

from __future__ import annotations

import importlib
import os
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import certifi
import numpy as np

from epicrec_desktop import resources
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.paths import Paths
from epicrec_desktop.store.database import HEAD, open_database

_RESOURCES = (
    ("catalog", "starter.csv"),
    ("sample", "history.jsonl"),
    ("fonts",),
    ("icons",),
)


@dataclass(frozen=True)
class Result:
    """What one check found; `problem` is None where all is well."""

    name: str
    detail: str
    problem: str | None = None


def check_installation(*, window: bool) -> list[Result]:
    """Run every check; none of them stops the others."""
    checks: list[tuple[str, Callable[[], str]]] = [
        ("resources", _resources),
        ("catalog", _catalog),
        ("solver", _solver),
        ("training", _training),
        ("tls", _tls),
        ("database", _database),
    ]
    if window:
        checks.append(("window", _window))
    return [_run(name, check) for name, check in checks]


def _run(name: str, check: Callable[[], str]) -> Result:
    try:
        return Result(name, check())
    except EpicRecError as error:
        return Result(name, "", str(error))
    except Exception as error:  # noqa: BLE001 - whatever is wrong, the other checks go on
        return Result(name, "", f"{type(error).__name__}: {error}")


def _resources() -> str:
    for parts in _RESOURCES:
        path = resources.path(*parts)
        if not path.exists() or (path.is_dir() and not any(path.iterdir())):
            raise EpicRecError(f"{'/'.join(parts)} is missing")
    return str(resources.root())


def _catalog() -> str:
    return f"{len(load_starter().movies)} movies"


def _solver() -> str:
    """One solve with the reference solver, and one with ours, which must agree."""
    from epicrec_desktop.privacy.calibration import calibrate  # noqa: PLC0415

    cvxpy: Any = importlib.import_module("cvxpy")  # slow to import, so only here
    rows = np.array([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0]])
    x = cvxpy.Variable(3)
    problem = cvxpy.Problem(cvxpy.Minimize(cvxpy.sum(cvxpy.inv_pos(x))), [rows @ x <= 1])
    problem.solve(solver=cvxpy.CLARABEL)
    ours = sum(calibrate(rows).z)
    if abs(ours - problem.value) > 1e-4 * problem.value:
        raise EpicRecError("the two solvers do not agree")
    return f"CLARABEL, {problem.value:.4f}"


def _training() -> str:
    module = importlib.import_module("implicit.als")
    return f"implicit, {len(vars(module))} names"


def _tls() -> str:
    context = ssl.create_default_context(cafile=certifi.where())
    return f"{ssl.OPENSSL_VERSION}, {len(context.get_ca_certs())} authorities"


def _database() -> str:
    with tempfile.TemporaryDirectory() as folder:
        open_database(Paths.under(Path(folder)).database).close()
    return f"revision {HEAD}"


def _window() -> str:
    """Open the real window in a process of its own: this program has no Qt."""
    program = _desktop_program()
    environment = dict(os.environ)
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")) and os.name != "nt":
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(  # noqa: S603 - our own program
            [*program, "--base-dir", folder, "--selfcheck"],
            capture_output=True,
            text=True,
            timeout=120,
            env=environment,
            check=False,
        )
    if done.returncode != 0:
        raise EpicRecError(f"the window did not open: {done.stderr.strip()[-300:]}")
    if done.stderr.strip():
        raise EpicRecError(f"the window complained: {done.stderr.strip()[-300:]}")
    return done.stdout.strip()


def _desktop_program() -> list[str]:
    """How the window is started: the program beside this one in a bundle, else the module."""
    if getattr(sys, "frozen", False):
        suffix = ".exe" if os.name == "nt" else ""
        return [str(Path(sys.executable).with_name(f"epicrec-desktop{suffix}"))]
    return [sys.executable, "-m", "epicrec_desktop"]
