"""Runs the built bundle as a stranger would: another folder, an empty home, nothing installed.

    python packaging/smoke.py dist/epicrec-desktop [build/pyinstaller.log] [--pictures FOLDER]

Fails on a wrong exit code, on anything that a program says to stderr, and on libraries that the
build did not find. On Linux the window is opened three times: without a display server, under Xvfb
and under Weston, since only those show what X11 and Wayland lack. The real browser profiles of
tests/data are laid where this system's browsers keep theirs, found, and scanned. The pictures are
what the bundle's window shows of a library that it made itself.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from native import forbidden

PROFILES = Path(__file__).resolve().parents[1] / "tests" / "data" / "profiles.tar.xz"
TIMEOUT_S = 300
PAGES = 5
LEAST_BYTES = 8000  # of a picture; an empty window has fewer
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
            places = {
                "USERPROFILE": str(self.home),
                "APPDATA": str(self.home / "AppData" / "Roaming"),
                "LOCALAPPDATA": str(self.home / "AppData" / "Local"),
            }
            return {**os.environ, **places, **more}
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
        found_text = f"{program} {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}"
        if done.returncode != code:
            raise SmokeError(f"{found_text}\n{done.stdout}")
        if any(word in done.stdout + done.stderr for word in SERIOUS):
            raise SmokeError(found_text)
        if code == 0 and done.stderr.strip():
            raise SmokeError(f"{found_text}(nothing was expected on stderr)")
        return done.stdout, done.stderr


def check_build_log(log: Path) -> None:
    """X11's plugin is there even if its libraries are not: the build only warns."""
    for line in log.read_text(encoding="utf-8", errors="replace").splitlines():
        if "Library not found: could not resolve 'libxcb" in line:
            raise SmokeError(f"{line}\nInstall it: packaging/system_packages.sh bundle")


def check_as_anywhere(bundle: Bundle) -> None:
    """Nothing that a build in another folder would have otherwise: it would be another bundle."""
    found = sorted(file.parent.name for file in bundle.folder.rglob("*.dist-info/RECORD"))
    if found:
        raise SmokeError(f"sums of what the installer wrote: {', '.join(found)}")


def check_licences(bundle: Bundle) -> None:
    """No library whose licence forbids it, and the texts of those that are there."""
    found = list(forbidden(bundle.folder))
    text = next(bundle.folder.rglob("licences.txt")).read_text(encoding="utf-8")
    missing = [name for name in ("Expat", "pyside6", "sqlcipher3") if name not in text]
    if found or missing:
        raise SmokeError(f"licences: {found}, without a text: {missing}")


def check_selfcheck(bundle: Bundle, **more: str) -> None:
    """Every resource, a solve, TLS, the database and a window."""
    out, _ = bundle.run("epicrec", "--json", "selfcheck", **more)
    results = {result["name"]: result for result in json.loads(out)}
    wrong = [name for name, result in results.items() if not result["ok"]]
    asked = {"resources", "solver", "tls", "database", "encryption", "updates", "window"}
    asked |= {"other programs"}
    if wrong or not asked <= set(results):
        raise SmokeError(f"selfcheck: {wrong or 'not everything was checked'}\n{out}")
    servers = {"DISPLAY": "xcb", "WAYLAND_DISPLAY": "wayland"}
    platform = next((servers[name] for name in more if name in servers), "")
    platform = more.get("QT_QPA_PLATFORM", platform)
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


def check_desktop_alone(bundle: Bundle) -> None:
    """The bundle has neither the service nor the lab, nor the packages that only they need."""
    archive = next(bundle.folder.rglob("modules.pyz")).read_bytes()
    names = ("epicrec_desktop.server", "epicrec_desktop.lab", "fastapi", "uvicorn", "starlette")
    found = [name for name in names if name.encode() in archive]
    found += [file.name for file in bundle.folder.rglob("*") if file.name in names]
    if found:
        raise SmokeError(f"not of the desktop: {', '.join(found)}")
    if b"epicrec_desktop.cli" not in archive:
        raise SmokeError("the names of the modules are not readable, so nothing was checked")


def check_profiles(bundle: Bundle) -> None:
    """Real profiles where this system's browsers keep theirs are found, and read where agreed."""
    local, roaming = (
        (bundle.home / "AppData" / "Local", bundle.home / "AppData" / "Roaming")
        if os.name == "nt"
        else (bundle.home / ".config", bundle.home / ".mozilla")
    )
    places = {
        "chromium": local / "Chromium" / "User Data" if os.name == "nt" else local / "chromium",
        "firefox": roaming / "Mozilla" / "Firefox" if os.name == "nt" else roaming / "firefox",
    }
    with tempfile.TemporaryDirectory() as unpacked, tarfile.open(PROFILES) as packed:
        packed.extractall(unpacked, filter="data")
        for name, place in places.items():
            shutil.copytree(Path(unpacked, name), place)
    base = ("--base-dir", str(bundle.home / "Zoë's data, 映画"))
    out, _ = bundle.run("epicrec", *base, "--json", "browsers")
    found = {entry["browser"]: entry["path"] for entry in json.loads(out)}
    if set(found) != {"Chromium", "Firefox"}:
        raise SmokeError(f"browsers found: {sorted(found)}")
    profiles = [part for path in found.values() for part in ("--profile", path)]
    out, _ = bundle.run("epicrec", *base, "--json", "scan", *profiles)
    scanned = json.loads(out)
    if scanned["profiles"] != 2 or scanned["movies"] < 4 or scanned["failures"]:
        raise SmokeError(f"scan: {out}")
    left = [str(p) for p in bundle.home.rglob("snapshot-*")]
    if left or scanned["left_behind"]:
        raise SmokeError(f"copies of histories stayed: {left}")


def check_other_programs(bundle: Bundle, **more: str) -> None:
    """The browser that a link opens gets the user's environment, and nothing of the bundle."""
    own = {"LD_LIBRARY_PATH": "/opt/own/lib", "QT_PLUGIN_PATH": "/opt/own/plugins"}
    with tempfile.TemporaryDirectory() as fakes:  # a path without spaces: Qt splits a command there
        for users in (more, {**more, **own}):
            given = {**users, "PATH": f"{fakes}:/usr/bin:/bin"}
            found = opened_link(bundle, Path(fakes), given)
            expected = bundle.environment(**given)
            names = (found.keys() | expected.keys()) - {"PWD", "SHLVL", "_", "OLDPWD"}  # a shell's
            wrong = {name for name in names if found.get(name) != expected.get(name)}
            if wrong - {"XDG_ACTIVATION_TOKEN"}:  # Wayland's, which is for the browser
                raise SmokeError(f"a browser gets other variables: {sorted(wrong)}")


def opened_link(bundle: Bundle, folder: Path, given: dict[str, str]) -> dict[str, str]:
    """Open a link with a fake browser in this folder; return the environment that it gets."""
    address = "https://movies.example/?q=Am%C3%A9lie"
    browser, found = folder / "xdg-open", folder / "found"
    kept = f'env > "{found}.part" && mv "{found}.part" "{found}"'
    body = f'#!/bin/sh\n[ "$1" = "{address}" ] && {kept}\n'
    browser.write_text(body, encoding="utf-8")
    browser.chmod(0o755)
    found.unlink(missing_ok=True)
    bundle.run("epicrec-desktop", "--selfcheck", "--link", address, **given)
    end = time.monotonic() + 30
    while not found.exists():  # it is another process
        if time.monotonic() > end:
            raise SmokeError("no browser was opened")
        time.sleep(0.1)
    return dict(line.split("=", 1) for line in found.read_text(encoding="utf-8").splitlines())


def check_upgrade(bundle: Bundle) -> None:
    """A program whose files are replaced goes on with its own modules, and starts no other ones."""
    modules = next(bundle.folder.rglob("modules.pyz"))
    before, new = modules.with_name("before"), modules.with_name("new")
    os.link(modules, before)
    new.write_bytes(b"another version")
    running = subprocess.Popen(
        [bundle.folder / "epicrec", "run", "--sample"],
        cwd=bundle.home, env=bundle.environment(),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
    )  # fmt: skip
    try:
        while running.poll() is None:  # until it has begun: most of its modules are missing yet
            if "numpy" in Path(f"/proc/{running.pid}/maps").read_text(encoding="utf-8"):
                os.kill(running.pid, signal.SIGSTOP)
                break
        new.replace(modules)
        os.kill(running.pid, signal.SIGCONT)
        out, _ = running.communicate(timeout=TIMEOUT_S)
    finally:
        running.kill()
        before.replace(modules)
    if running.returncode != 1 or "was updated or removed" not in out or out.count("\n") != 1:
        raise SmokeError(f"upgraded while it ran: exit code {running.returncode}\n{out}")


def check_pictures(bundle: Bundle, folder: Path, **more: str) -> None:
    """Every page of the window over a library that the bundle made."""
    base = bundle.home / "pictures"
    bundle.run("epicrec", "--base-dir", str(base), "run", "--sample")
    (base / "data" / "settings.json").write_text('{"wizard_step": "done"}', encoding="utf-8")
    taken = bundle.home / "taken"
    options = ("--base-dir", str(base), "--selfcheck", "--pictures", str(taken))
    bundle.run("epicrec-desktop", *options, **more)
    pictures = sorted(taken.glob("*.png"))
    if len(pictures) != PAGES or any(p.stat().st_size < LEAST_BYTES for p in pictures):
        raise SmokeError(f"pictures: {[(p.name, p.stat().st_size) for p in pictures]}")
    folder.mkdir(parents=True, exist_ok=True)
    for picture in pictures:
        shutil.copyfile(picture, folder / picture.name)


@contextmanager
def xvfb() -> Iterator[str]:
    """The name of a display that nobody sees."""
    program = shutil.which("Xvfb")
    if program is None:
        raise SmokeError("Xvfb is missing. Install it: packaging/system_packages.sh bundle")
    reading, writing = os.pipe()
    options = ("-screen", "0", "1280x900x24", "-noreset", "-nolisten", "tcp")
    server = subprocess.Popen(
        [program, "-displayfd", str(writing), *options],
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


@contextmanager
def weston() -> Iterator[dict[str, str]]:
    """Return the environment in which a program finds an invisible Wayland compositor."""
    program = shutil.which("weston")
    if program is None:
        raise SmokeError("Weston is missing. Install it: packaging/system_packages.sh smoke")
    with tempfile.TemporaryDirectory() as folder:  # its own, since sockets lie there: 0700
        found_text = {"XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": "epicrec"}
        server = subprocess.Popen(
            [program, "--backend=headless-backend.so", "--socket=epicrec", "--no-config"],
            env={**os.environ, **found_text},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            end = time.monotonic() + 30
            while not Path(folder, "epicrec").exists():
                if server.poll() is not None or time.monotonic() > end:
                    raise SmokeError("Weston did not start")
                time.sleep(0.1)
            yield found_text
        finally:
            server.terminate()
            server.wait(timeout=30)


def checks(bundle: Bundle, pictures: Path | None) -> Iterator[tuple[str, Callable[[], object]]]:
    yield "as anywhere", lambda: check_as_anywhere(bundle)
    yield "licences", lambda: check_licences(bundle)
    yield "version", lambda: bundle.run("epicrec", "--version")
    yield "sample run", lambda: check_sample_run(bundle)
    yield "desktop alone", lambda: check_desktop_alone(bundle)
    yield "real profiles", lambda: check_profiles(bundle)
    if not LINUX:
        yield "self-check", lambda: check_selfcheck(bundle)
        if pictures is not None:
            yield "pictures", lambda: check_pictures(bundle, pictures)
        return
    yield "an upgrade", lambda: check_upgrade(bundle)
    yield "no display", lambda: check_no_display(bundle)
    yield "self-check, offscreen", lambda: check_selfcheck(bundle, QT_QPA_PLATFORM="offscreen")
    with xvfb() as display:
        yield "self-check, X11", lambda: check_selfcheck(bundle, DISPLAY=display)
        window = ("epicrec-desktop", "--selfcheck")
        yield "window, X11", lambda: bundle.run(*window, DISPLAY=display)
        yield "a link, X11", lambda: check_other_programs(bundle, DISPLAY=display)
        if pictures is not None:
            yield "pictures", lambda: check_pictures(bundle, pictures, DISPLAY=display)
    with weston() as found_text:
        yield "self-check, Wayland", lambda: check_selfcheck(bundle, **found_text)
        yield "a link, Wayland", lambda: check_other_programs(bundle, **found_text)


def main() -> int:
    parser = argparse.ArgumentParser(description="Smoke test of the bundle.")
    parser.add_argument("bundle", type=Path)
    parser.add_argument("log", type=Path, nargs="?", help="what the build said")
    parser.add_argument("--pictures", type=Path, help="where pictures of each page are put")
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
            for name, check in checks(Bundle(folder, home), options.pictures):
                started = time.monotonic()
                check()
                print(f"  ok  {name} ({time.monotonic() - started:.1f} s)", flush=True)
        except (SmokeError, OSError, ValueError, KeyError, subprocess.TimeoutExpired) as error:
            print(f"FAILED  {type(error).__name__}: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
