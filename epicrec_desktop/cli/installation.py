"""Commands on the installation: `selfcheck`, `update` and `completion`."""

from __future__ import annotations

import hashlib
import os
import socket
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from epicrec_desktop import process_environment, resources
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.confinement import Barrier, barriers
from epicrec_desktop.console.arguments import SHELLS, print_completion
from epicrec_desktop.console.options import Actions, action, command, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError, UpdateError
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.door.certificates import tls_summary
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.child_process import run_in_child
from epicrec_desktop.services.local_users import LocalUsers
from epicrec_desktop.services.protection import key_file
from epicrec_desktop.services.protection.library_encryption import system_keyring
from epicrec_desktop.services.update_check import UpdateAnswer, Verdict, answer_text
from epicrec_desktop.store.database_opening import HEAD, open_database
from epicrec_desktop.store.driver import Driver, is_plain
from epicrec_desktop.updates.manifest import Artifact
from epicrec_desktop.updates.source import load_source
from epicrec_desktop.wiring import Services

_RESOURCES = (
    ("catalog", "starter.csv"),
    ("sample", "history.jsonl"),
    ("fonts",),
    ("icons",),
)
_HISTORY, _NOISE = 150, 10.0
"""How many movies are sanitized, and the scale of the noise added to their counts."""
_CLOSE = 1e-5
"""How far apart the two may be; on the starter catalog scales differ by 1e-9, misfits by 1e-10."""

_KEY = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
_SIGNATURE = (
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)
_WORDS = "of an invented library"


@dataclass(frozen=True)
class Result:
    """What one check found; `problem` is None where all is well."""

    name: str
    detail: str
    problem: str | None = None


@command(option("--no-window", action="store_true", help="do not try to open the window"))
def selfcheck(options: Namespace, terminal: Terminal, job: Job) -> int:
    """Check that this installation is whole: resources, a solve, TLS, the database, a window."""
    results = check_installation(window=not options.no_window)
    results.append(_run("your data", lambda: _data_folder(options)))
    terminal.table(
        ("ok" if result.problem is None else "FAILED", result.name, result.problem or result.detail)
        for result in results
    )
    terminal.document(
        [
            {"name": r.name, "ok": r.problem is None, "detail": r.problem or r.detail}
            for r in results
        ]
    )
    failed = [r.name for r in results if r.problem is not None]
    if failed:
        terminal.problem(f"This installation is not whole: {', '.join(failed)}.")
    return 1 if failed else 0


def check_installation(*, window: bool) -> list[Result]:
    """Run every check; none of them stops the others."""
    checks: list[tuple[str, Callable[[], str]]] = [
        ("resources", _resources),
        ("catalog", lambda: f"{len(load_starter().movies)} movies"),
        ("solver", _solver),
        ("training", _training),
        ("tls", tls_summary),
        ("database", _database),
        ("encryption", _encryption),
        ("updates", _updates),
        ("confinement", _confinement),
        ("network", _network),
        ("other programs", _other_programs),
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


def _data_folder(options: Namespace) -> str:
    """Return the folder with the library of the user, which need not be there yet."""
    first = Paths.default() if options.base_dir is None else Paths.under(options.base_dir)
    local_users = LocalUsers(first)  # no removal goes on: nothing of a person is touched
    listed = local_users.read()
    user = (listed.users or listed.all_users)[0]
    if options.who is not None:
        user = local_users.find(options.who)
    return str(local_users.paths_for(user).data)


def _resources() -> str:
    for parts in _RESOURCES:
        path = resources.path(*parts)
        if not path.exists() or (path.is_dir() and not any(path.iterdir())):
            raise EpicRecError("{file} is missing", file="/".join(parts))
    return str(resources.root())


def _solver() -> str:
    """Our solvers against the published programs in CLARABEL, on the starter catalog, item by item.

    Both programs are convex: the optimal scales are unique and are compared one by one, while many
    histories fit the noisy counts equally well, so there the squared misfits are compared.
    """
    from epicrec_desktop.privacy.calibration import calibrate  # noqa: PLC0415

    groups = load_starter().groups
    matrix = groups.matrix()
    ours = calibrate(matrix)
    if find_spec("clarabel") is None:
        if ours.gap > _CLOSE:  # to the optimum, by its own dual bound
            raise EpicRecError("the scales are not proven to be the best")
        return f"scales proven to {ours.gap:.0e}; CLARABEL: not available here"
    from epicrec_desktop.privacy.least_squares import fit_groups  # noqa: PLC0415
    from epicrec_desktop.privacy.reference_solver import (  # noqa: PLC0415
        calibrate_by_cones,
        sanitize_by_cones,
    )

    scales = np.array(ours.z) / calibrate_by_cones(matrix[:, ours.kept])
    difference = float(np.abs(scales - 1.0).max())
    # numpy's generator, and not the one that releases draw from: nothing here is private.
    generator = np.random.default_rng(1)
    history = generator.choice(groups.items, min(_HISTORY, groups.items), replace=False)
    target = groups.aggregates(history) + generator.laplace(size=matrix.shape[1]) * _NOISE
    residual = fit_groups(groups.rows, groups.sizes, target).residual
    rest = target - sanitize_by_cones(matrix, target) @ matrix
    misfit, reference = float(residual @ residual), float(rest @ rest)
    if difference > _CLOSE or abs(misfit - reference) > _CLOSE * max(1.0, reference):
        raise EpicRecError("the two solvers do not agree")
    return f"CLARABEL and ours agree on {groups.items} movies, scales to {difference:.0e}"


def _training() -> str:
    from epicrec_desktop.recommend.linear_training import train  # noqa: PLC0415
    from epicrec_desktop.recommend.ratings import Ratings  # noqa: PLC0415

    ratings = Ratings(np.array([0, 0, 1]), np.array([0, 1, 1]), ["ml:1", "ml:2"])
    return f"{len(train(ratings).records)} movies"


def _database() -> str:
    with tempfile.TemporaryDirectory() as folder:
        open_database(Paths.under(Path(folder)).database).close()
    return f"revision {HEAD}"


def _encryption() -> str:
    """Return an encrypted database, its key behind a passphrase; and what would ask the keyring."""
    key = key_file.new_key()
    box = key_file.wrap_by_passphrase(key, _WORDS, key_file.KdfCost(1, 8192))
    system_keyring()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "encrypted"
        with closing(Driver(key).connect(file)) as connection:
            connection.execute("CREATE TABLE kept (value)")
        opened = Driver(key_file.unwrap_by_passphrase(box, _WORDS))
        with closing(opened.connect(file)) as connection:
            (version,) = connection.execute("PRAGMA cipher_version").fetchone()
            connection.execute("SELECT value FROM kept").fetchone()
        if is_plain(file):
            raise ValueError("the file is not encrypted")
    return f"SQLCipher {version}"


def _updates() -> str:
    """Tell a signature (RFC 8032, 7.1, test 2) from a damaged one; say whom this package asks."""
    from nacl.exceptions import BadSignatureError  # noqa: PLC0415
    from nacl.signing import VerifyKey  # noqa: PLC0415

    key = VerifyKey(bytes.fromhex(_KEY))
    key.verify(b"\x72", bytes.fromhex(_SIGNATURE))
    try:
        key.verify(b"\x73", bytes.fromhex(_SIGNATURE))
    except BadSignatureError:
        source = load_source()
        return "off" if source is None else source.host
    raise ValueError("a wrong signature was taken for a right one")


def _confinement() -> str:
    """Say what the process that reads histories and exports cannot do on this system."""
    found = run_in_child(barriers, (), job=UNATTENDED)
    missing = ", ".join(barrier.value for barrier in Barrier if barrier not in found)
    enforced = ", ".join(barrier.value for barrier in Barrier if barrier in found) or "nothing"
    return f"{enforced}; not on this system: {missing}" if missing else enforced


def _network() -> str:
    """Say whether this system keeps window and commands from the network."""
    if run_in_child(_sealed, (), job=UNATTENDED):
        return "the door alone: window, commands and readers can open no connection"
    return "the door alone, but this system does not enforce it"


def _sealed(*, job: Job) -> bool:
    """Give up the network, as window and commands do; return whether that is enforced."""
    from epicrec_desktop.door.sealing import seal  # noqa: PLC0415 - in a process of its own

    seal()
    try:
        socket.socket().close()
    except PermissionError:
        return True
    return False


def _other_programs() -> str:
    if not process_environment.is_bundle():
        return "no bundle"
    command = ["cmd", "/c", "set"] if os.name == "nt" else ["env"]
    with process_environment.for_other_programs():
        done = subprocess.run(  # noqa: S603
            command, capture_output=True, text=True, errors="replace", check=False
        )
    libraries = str(sys._MEIPASS)  # type: ignore[attr-defined]
    lines = done.stdout.splitlines()
    wrong = [line.partition("=")[0] for line in lines if libraries in line or line[:5] == "_PYI_"]
    if wrong or not lines:
        raise EpicRecError("they get {names} of this program", names=", ".join(wrong) or "nothing")
    return "they get nothing of this bundle"


def _window() -> str:
    """Open the real window in a process of its own: this program has no Qt."""
    if find_spec("epicrec_desktop.app") is None:  # epicrec-server alone
        return "not part of this installation"
    environment = dict(os.environ)
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")) and os.name != "nt":
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(  # noqa: S603 - our own program
            [*_desktop_program(), "--base-dir", folder, "--selfcheck"],
            capture_output=True,
            text=True,
            timeout=120,
            env=environment,
            check=False,
        )
    if done.returncode != 0:
        raise EpicRecError("the window did not open: {output}", output=done.stderr.strip()[-300:])
    if done.stderr.strip():
        raise EpicRecError("the window complained: {output}", output=done.stderr.strip()[-300:])
    return done.stdout.strip()


def _desktop_program() -> list[str]:
    """Return what starts the window: the program beside this one in a bundle, else the module."""
    if process_environment.is_bundle():
        suffix = ".exe" if os.name == "nt" else ""
        return [str(Path(sys.executable).with_name(f"epicrec-desktop{suffix}"))]
    return [sys.executable, "-m", "epicrec_desktop"]


@command(option("shell", choices=SHELLS))
def completion(options: Namespace, terminal: Terminal, job: Job) -> int:
    """Print the script that completes commands in a shell."""
    from epicrec_desktop.cli import build_parser  # noqa: PLC0415 - the parser knows this module

    return print_completion(build_parser(), options.shell, terminal)


@action(
    "check",
    "Ask once whether there is one; nothing is installed.",
    option(
        "file",
        type=Path,
        nargs="?",
        metavar="FILE",
        help="also say whether this downloaded file is one that its makers signed",
    ),
)
def _check(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    sha256 = None if options.file is None else _sha256(options.file.expanduser())
    answer = services.updates.check(job.cancelled)
    terminal.say(answer_text(answer))
    if answer.verdict is Verdict.NEWER:
        for line in answer.note("en").splitlines():
            terminal.say(f"  {plain(line)}")
        terminal.say(f"It is found at {answer.manifest.page}")
        for file in answer.files:
            terminal.say(f"  {file.name} ({file.size / 1e6:,.1f} MB)")
            terminal.say(f"  SHA-256 {file.sha256}")
    found = None if sha256 is None else _announced_file(answer, sha256)
    if found is not None:
        terminal.say(f"The file is {found.name}, byte for byte as it was signed.")
    manifest = answer.manifest
    terminal.document(
        {
            "version": answer.own,
            "newest": manifest.version,
            "verdict": answer.verdict.value,
            **document(manifest, "issued expires page"),
            "note": answer.note("en"),
            "files": [document(file, "name size sha256") for file in answer.files],
            "verified": None if found is None else found.name,
        }
    )


update = Actions(_check)


def _sha256(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        raise EpicRecError(
            "{file} cannot be read. Nobody was asked. Give the path of the file you downloaded.",
            file=file,
        ) from None


def _announced_file(answer: UpdateAnswer, sha256: str) -> Artifact:
    """Return the announced file of this digest; `UpdateError` where there is none."""
    for file in answer.manifest.artifacts:
        if file.sha256 == sha256:
            return file
    raise UpdateError(
        "The file is none of those that were announced with version {newest}: it is damaged, "
        "changed or of another version. Do not install it.",
        newest=answer.manifest.version,
    )
