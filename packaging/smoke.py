"""Runs the built bundle as a stranger would: another folder, an empty home, nothing installed.

    python packaging/smoke.py dist/epicrec-desktop [build/pyinstaller.log]

Fails on a wrong exit code, on anything that a program says to stderr, and on libraries that the
build did not find. On Linux the window is opened twice, without a display server and under Xvfb:
only the second shows what X11 lacks.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

TIMEOUT_S = 300
LINUX = sys.platform == "linux"
SUFFIX = ".exe" if os.name == "nt" else ""
SERIOUS = ("Traceback", "ModuleNotFoundError", "qt.qpa", "could not resolve 'libxcb")


class SmokeError(Exception):
    """What the bundle did wrong."""


class Bundle:
    """A bundle in a place of its own, with a home that is thrown away."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        self.home = home

    def environment(self, **more: str) -> dict[str, str]:
        if os.name == "nt":
            places = ("USERPROFILE", "APPDATA", "LOCALAPPDATA")
            return {**os.environ, **dict.fromkeys(places, str(self.home)), **more}
        return {"HOME": str(self.home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **more}

    def run(self, program: str, *arguments: str, code: int = 0, **more: str) -> tuple[str, str]:
        """Run to the end; (stdout, stderr), of which the second is empty where all went well."""
        done = subprocess.run(
            [self.folder / f"{program}{SUFFIX}", *arguments],
            cwd=self.home,
            env=self.environment(**more),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=TIMEOUT_S,
            check=False,
        )
        told = f"{program} {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}"
        if done.returncode != code:
            raise SmokeError(f"{told}\n{done.stdout}")
        if any(word in done.stdout + done.stderr for word in SERIOUS):
            raise SmokeError(told)
        if code == 0 and done.stderr.strip():
            raise SmokeError(f"{told}(nothing was expected on stderr)")
        return done.stdout, done.stderr


def check_build_log(log: Path) -> None:
    """X11's plugin is there even if its libraries are not: the build only warns."""
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        if "Library not found: could not resolve 'libxcb" in line:
            raise SmokeError(f"{line}\nInstall it: packaging/system_packages.sh bundle")


def check_selfcheck(bundle: Bundle, **more: str) -> None:
    """Every resource, a solve, TLS, the database and a window."""
    out, _ = bundle.run("epicrec", "--json", "selfcheck", **more)
    results = {result["name"]: result for result in json.loads(out)}
    wrong = [name for name, result in results.items() if not result["ok"]]
    if wrong or not {"resources", "solver", "tls", "database", "window"} <= set(results):
        raise SmokeError(f"selfcheck: {wrong or 'not everything was checked'}\n{out}")
    platform = "xcb" if "DISPLAY" in more else more.get("QT_QPA_PLATFORM", "")
    if not results["window"]["detail"].startswith(platform):
        raise SmokeError(f"the window opened on {results['window']['detail']}, not on {platform}")


def check_sample_run(bundle: Bundle) -> None:
    """The whole job on the sample history: movies, a perturbed release, recommendations."""
    out, _ = bundle.run("epicrec", "--json", "run", "--sample")
    document = json.loads(out)
    if not document["movies"] or not document["recommendations"]["overall"]:
        raise SmokeError(f"run --sample found nothing\n{out[:2000]}")
    if document["release"]["level"] != "perturbed" or not document["budget"]["epsilon"]:
        raise SmokeError(f"run --sample released something else\n{out[:2000]}")
    bundle.run("epicrec", "run", "--sample")


def check_no_display(bundle: Bundle) -> None:
    """Without a display there is one line that says what to do instead, and no crash."""
    _, err = bundle.run("epicrec-desktop", code=1)
    if err.count("\n") != 1 or "epicrec run" not in err:
        raise SmokeError(f"without a display the window says:\n{err}")


def check_service(bundle: Bundle) -> None:
    """The reference service starts, answers and ends."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    folder = str(bundle.home / "service")
    with subprocess.Popen(
        [bundle.folder / f"epicrec{SUFFIX}", "--base-dir", folder, "serve", "--port", str(port)],
        cwd=bundle.home,
        env=bundle.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as service:
        try:
            answers = wait_for(f"http://127.0.0.1:{port}/healthz", service)
        finally:
            service.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGINT)
            try:
                err = service.communicate(timeout=60)[1]
            except subprocess.TimeoutExpired:
                service.kill()
                raise
    if not answers or any(word in err for word in SERIOUS):
        raise SmokeError(f"serve {'answered' if answers else 'did not answer'}: {err}")


def wait_for(address: str, process: subprocess.Popen[str]) -> bool:
    """Whether the address answers before the process ends."""
    end = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < end:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return answer.status == 200
        except OSError:
            time.sleep(0.2)
    return False


@contextmanager
def xvfb() -> Iterator[str]:
    """The name of a display that nobody sees."""
    program = shutil.which("Xvfb")
    if program is None:
        raise SmokeError("Xvfb is missing. Install it: packaging/system_packages.sh bundle")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        [program, "-displayfd", str(writing), "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        with os.fdopen(reading) as number:
            display = number.readline().strip()
        if not display:
            raise SmokeError("Xvfb did not start")
        yield f":{display}"
    finally:
        server.terminate()
        server.wait(timeout=30)


def checks(bundle: Bundle) -> Iterator[tuple[str, Callable[[], object]]]:
    yield "version", lambda: bundle.run("epicrec", "--version")
    yield "sample run", lambda: check_sample_run(bundle)
    yield "service", lambda: check_service(bundle)
    if not LINUX:
        yield "self-check", lambda: check_selfcheck(bundle)
        return
    yield "no display", lambda: check_no_display(bundle)
    yield "self-check, offscreen", lambda: check_selfcheck(bundle, QT_QPA_PLATFORM="offscreen")
    with xvfb() as display:
        yield "self-check, X11", lambda: check_selfcheck(bundle, DISPLAY=display)
        window = ("epicrec-desktop", "--selfcheck")
        yield "window, X11", lambda: bundle.run(*window, DISPLAY=display)


def main() -> int:
    parser = argparse.ArgumentParser(description="Smoke test of the bundle.")
    parser.add_argument("bundle", type=Path)
    parser.add_argument("log", type=Path, nargs="?", help="what the build said")
    options = parser.parse_args()
    source = options.bundle.resolve()
    # A copy by hard links, beside the original: nothing in it may know where it was built.
    with tempfile.TemporaryDirectory(dir=source.parent, prefix="smoke-") as elsewhere:
        home = Path(elsewhere, "a home with spaces")
        home.mkdir()
        folder = Path(elsewhere, "moved bundle")
        shutil.copytree(source, folder, symlinks=True, copy_function=os.link)
        try:
            if options.log is not None:
                check_build_log(options.log)
            for name, check in checks(Bundle(folder, home)):
                check()
                print(f"  ok  {name}", flush=True)
        except (SmokeError, OSError, ValueError, KeyError, subprocess.TimeoutExpired) as error:
            print(f"FAILED  {type(error).__name__}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
