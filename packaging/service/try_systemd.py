"""Walk docs/service.md, "From nothing to a service", in a Debian that systemd has booted.

    python packaging/service/try_systemd.py [--root FOLDER]

Needs root, systemd-nspawn, and mmdebstrap unless --root names a Debian 12 or 13 with what INCLUDE
names. Every command of the section runs as it stands there; the ratings
are made up, and packages come from a folder of wheels instead of an index. Then it is tried whether
the unit can use what was published, reloads, survives a killed process and refuses root's hand.
Where /run is not a tmpfs, systemd-nspawn needs one at /run/systemd/nspawn.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "linux"))
from distributions import unpacked
from try_package import own_mirror

from epicrec_desktop.lab.benchmarks.import_bench import write_folder

ROOT = Path(__file__).resolve().parents[2]
SECTION = "## From nothing to a service"
INCLUDE = "systemd,systemd-sysv,dbus,python3-venv,procps,curl,openssl"
BOOT_S, READY_S = 90.0, 60.0
PEOPLE, MOVIES = 80, 300


class TryError(Exception):
    """What did not go as it must."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, help="a Debian with systemd; it is changed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="epicrec-systemd-") as name:
        root = options.root or Path(name) / "debian"
        try:
            if options.root is None:
                _run("mmdebstrap", f"--include={INCLUDE}", "bookworm", str(root), own_mirror())
            _copy(root)
            with _booted(root, Path(name) / "boot.log") as inside:
                _walk(inside)
                _try_faults(inside)
        except TryError as error:
            print(f"FAILED  {error}", file=sys.stderr)
            return 1
    return 0


def commands() -> list[str]:
    """Return the commands of the section, in order."""
    text = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")
    section = text.split(SECTION, 1)[1].split("\n## ", 1)[0]
    lines = re.findall(r"^    (.+)$", section, re.MULTILINE)
    return [line for line in lines if not line.startswith("#")]


def _copy(root: Path) -> None:
    """Put the service's archive, what it needs and ratings into /srv."""
    for left in ("srv", "opt/epicrec", "var/lib/epicrec", "etc/epicrec"):  # of a trial before
        shutil.rmtree(root / left, ignore_errors=True)
    for unit in (root / "etc/systemd/system").rglob("epicrec*"):
        unit.unlink()
    place = root / "srv"
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(unpacked(Path(name)), place, dirs_exist_ok=True)
    locked = ("--require-hashes", "--only-binary", ":all:", "-r", "/srv/requirements.txt")
    inside = ("chroot", str(root), "/srv/tools/bin/python")  # with the markers of its own Python
    _run("chroot", str(root), "python3", "-m", "venv", "/srv/tools")
    _run(*inside, "-m", "pip", "download", "-q", "-d", "/srv/wheels", *locked)
    write_folder(root / "srv" / "ratings", PEOPLE, MOVIES, 40.0)


@contextmanager
def _booted(root: Path, log: Path) -> Iterator[Callable[[str], str]]:
    """Boot the root, and yield what runs a command in it."""
    with log.open("wb") as stream:
        booted = subprocess.Popen(
            ["systemd-nspawn", "-D", str(root), "--register=no", "--keep-unit", "--boot"],
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
        )

    def inside(command: str) -> str:
        leader = _run("pgrep", "--parent", str(booted.pid)).split()[0]
        enter = ("nsenter", "--target", leader, "--all")
        paths = ("PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/srv")
        pip = ("PIP_NO_INDEX=1", "PIP_FIND_LINKS=/srv/wheels")
        return _run(*enter, "env", "-i", *paths, *pip, "sh", "-c", f"cd /srv && {command}")

    try:
        _wait("boot", BOOT_S, lambda: inside("systemctl is-active multi-user.target"))
        yield inside
    finally:
        booted.terminate()
        try:
            booted.wait(30)
        except subprocess.TimeoutExpired:
            booted.kill()


def _walk(inside: Callable[[str], str]) -> None:
    for command in commands():
        started = time.monotonic()
        run = command.replace("catalog import movietweetings", "catalog import /srv/ratings")
        if "curl" in command:
            _wait(command, READY_S, lambda run=run: inside(run))
        else:
            inside(run)
        print(f"  ok  {command}   {time.monotonic() - started:.1f} s", flush=True)


def _try_faults(inside: Callable[[str], str]) -> None:
    ready = "curl --silent --fail --cacert /etc/epicrec/chain.pem https://localhost:8765/readyz"
    main_pid = "systemctl show --property MainPID --value epicrec"
    before = inside(main_pid)
    inside("systemctl reload epicrec")
    _wait("ready after a reload", READY_S, lambda: inside(ready))
    if inside(main_pid) != before:
        raise TryError("a reload started the service again")
    print("  ok  a reload keeps the process", flush=True)
    inside("kill -KILL $(systemctl show --property MainPID --value epicrec)")
    _wait("another process", READY_S, lambda: _differs(inside(main_pid), before))
    _wait("ready after a kill", READY_S, lambda: inside(ready))
    print("  ok  killed, it is started again", flush=True)
    try:
        inside("/opt/epicrec/bin/epicrec-server publish --config /etc/epicrec/service.toml")
    except TryError as error:
        if "Run this as that user: runuser -u epicrec" not in str(error):
            raise
    else:
        raise TryError("root published into the folder of the service")
    print("  ok  root's publishing is refused with the way to do it", flush=True)
    inside("systemctl start epicrec-publish")
    journal = inside("journalctl --no-pager --unit epicrec --output cat")
    for fault in ("cannot be used", "Traceback", "damaged"):
        if fault in journal:
            raise TryError(f"the journal says: {fault}\n{journal[-2000:]}")
    inside("systemctl stop epicrec")
    state = inside("systemctl show --property Result --value epicrec").strip()
    if state != "success":
        raise TryError(f"it ended with {state}")
    print(
        "  ok  published again, ended cleanly, and nothing to complain of in the journal",
        flush=True,
    )


def _differs(found: str, before: str) -> None:
    if found in (before, "0\n"):
        raise TryError("the same process")


def _wait(what: str, seconds: float, ask: Callable[[], object]) -> None:
    end = time.monotonic() + seconds
    while True:
        try:
            ask()
        except TryError as error:
            if time.monotonic() > end:
                raise TryError(f"{what}: {error}") from None
            time.sleep(0.5)
        else:
            return


def _run(*command: str) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip()[-2000:]
        raise TryError(f"{' '.join(command[-1:])} ended with {done.returncode}:\n{said}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
