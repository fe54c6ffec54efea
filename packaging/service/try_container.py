"""Builds the container of the service, and uses it as its manual says.

    python packaging/service/try_container.py [--base IMAGE]

Needs podman; without --base also mmdebstrap (and root for it), to make a Debian to build upon from
Debian's own packages. Whatever the container is to do is done by the container: publishing a model
of made-up ratings, serving on a read-only root as a user without rights, a backup and what is
restored from it, and an end with work done. All that was made is removed, but for the image.
"""

from __future__ import annotations

import argparse
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "linux"))
from distributions import unpacked
from try_package import own_mirror

from epicrec_desktop.lab.benchmarks.import_bench import write_folder
from epicrec_desktop.recommend.wire_contribution import EPSILON, encode_contribution, public_lists

BASE, IMAGE = "localhost/epicrec-debian", "localhost/epicrec"
SUITE = "trixie"
LIMIT_S = 3_600
READY_S = 180.0
PEOPLE, MOVIES = 80, 300
PLACE = "/var/lib/epicrec"
PODMAN = ["podman"]
HARDENED = (
    *("--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL"),
    *("--security-opt", "no-new-privileges"),
)


class TryError(Exception):
    """What did not go as it must."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--base", help="an image to build upon; made of Debian's packages if not said"
    )
    parser.add_argument("--podman-option", action="append", default=[], help="of every command")
    parser.add_argument("--build-option", action="append", default=[], help="of podman build")
    parser.add_argument("--run-option", action="append", default=[], help="of podman run")
    parser.add_argument("--no-build", action="store_true", help=f"{IMAGE} is there already")
    options = parser.parse_args()
    if shutil.which("podman") is None:
        print("podman is not installed: nothing was tried", file=sys.stderr)
        return 2
    PODMAN.extend(options.podman_option)
    try:
        if not options.no_build:
            _build(options.base or _debian(), options.build_option)
        size = int(_podman("image", "inspect", "--format", "{{.Size}}", IMAGE))
        print(f"  ok  built: {size / 1e6:,.0f} MB", flush=True)
        _use(tuple(options.run_option))
    except TryError as error:
        print(f"FAILED  {error}", file=sys.stderr)
        return 1
    return 0


def _debian() -> str:
    """A Debian to build upon, from its packages alone."""
    with tempfile.TemporaryDirectory(prefix="epicrec-root-") as folder:
        archive = Path(folder) / "debian.tar"
        _run("mmdebstrap", "--variant=minbase", SUITE, str(archive), own_mirror())
        _podman("import", str(archive), BASE)
    return BASE


def _build(base: str, more: Sequence[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="epicrec-server-") as folder:
        source = unpacked(Path(folder))
        _podman("build", *more, "--build-arg", f"BASE={base}", "-t", IMAGE, str(source))


def _use(more: tuple[str, ...]) -> None:
    name = f"epicrec-{uuid.uuid4().hex[:8]}"
    with _volume(name) as volume, _volume(f"{name}-restored") as restored:
        _publish(volume, more)
        print("  ok  a model of made-up ratings is published from within", flush=True)
        with _serving(name, volume, more) as address:
            _is_hardened(name)
            _ask(address)
            archive = f"{PLACE}/backup.tgz"
            _podman("exec", name, "epicrec-server", "backup", archive)
            _podman("exec", name, "chmod", "0644", archive)
            print("  ok  ready, answers, counts a contribution, on a read-only root", flush=True)
            start = time.monotonic()
            _podman("stop", "--time", "45", name)
            code = _podman("inspect", "--format", "{{.State.ExitCode}}", name).strip()
            if code != "0":
                raise TryError(f"SIGTERM ended it with {code}")
            print(f"  ok  SIGTERM ends it in {time.monotonic() - start:.1f} s", flush=True)
        both = ("-v", f"{volume}:/before:ro", "-v", f"{restored}:{PLACE}", *more)
        _once(*both, command=("restore", "/before/backup.tgz"))
        backed_up = json.loads(
            _once("-v", f"{restored}:{PLACE}", *more, command=("--json", "status"))
        )
        if backed_up["in_use"] is None or [c["number"] for c in backed_up["contributions"]] != [1]:
            raise TryError(f"the backup has not what was there: {backed_up}")
        with _serving(f"{name}-restored", restored, more) as address:
            _ask(address, again=True)
    print("  ok  the backup is restored, and serves what was served", flush=True)


def _publish(volume: str, more: tuple[str, ...]) -> None:
    with tempfile.TemporaryDirectory(prefix="epicrec-ratings-") as folder:
        source = Path(folder) / "ratings"
        write_folder(source, PEOPLE, MOVIES, 40.0)
        for part in (Path(folder), source):
            part.chmod(0o755)
        mounted = ("-v", f"{volume}:{PLACE}", "-v", f"{source}:/ratings:ro", *more)
        own = ("--base-dir", f"{PLACE}/own")
        importing = ("--entrypoint", "epicrec", *mounted)
        _once(*importing, command=(*own, "catalog", "import", "/ratings"))
        _once(*mounted, command=(*own, "publish"))


def _once(*options: str, command: tuple[str, ...]) -> str:
    return _podman("run", "--rm", *HARDENED, *options, IMAGE, *command)


@contextmanager
def _volume(name: str) -> Iterator[str]:
    _podman("volume", "create", name)
    try:
        yield name
    finally:
        _podman("volume", "rm", "--force", name)


@contextmanager
def _serving(name: str, volume: str, more: tuple[str, ...]) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    # With the host's network the port is the service's own.
    port_options = ("-e", f"EPICREC_SERVE_LISTEN_PORT={port}", "-p", f"127.0.0.1:{port}:{port}")
    if any("network=host" in option or option == "host" for option in more):
        port_options = port_options[:2]
    started = (
        "run",
        "--detach",
        "--name",
        name,
        *HARDENED,
        "-v",
        f"{volume}:{PLACE}",
        *port_options,
    )
    _podman(*started, *more, IMAGE)
    try:
        address = f"http://127.0.0.1:{port}"
        end = time.monotonic() + READY_S
        while _status(f"{address}/readyz") != 200:
            if time.monotonic() > end:
                raise TryError(f"it is not ready:\n{_podman('logs', name)[-2000:]}")
            time.sleep(0.2)
        yield address
    finally:
        _podman("rm", "--force", "--time", "10", name)


def _is_hardened(name: str) -> None:
    if _podman("exec", name, "id", "-u").strip() == "0":
        raise TryError("it runs as root")
    command = (*PODMAN, "exec", name, "touch", "/opt/epicrec/x")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0 or "Read-only" not in done.stderr:
        raise TryError(f"its root can be written to: {done.stderr}")


def _ask(address: str, *, again: bool = False) -> None:
    """One recommendation and one contribution, the same one each time."""
    with urllib.request.urlopen(f"{address}/v1/catalog", timeout=30) as answer:
        movies = [movie["id"] for movie in json.load(answer)["movies"]]
    body = json.dumps({"profile": movies[:5], "release": {"level": "all"}}).encode()
    if _status(f"{address}/v1/recommendations", "POST", body) != 200:
        raise TryError("it does not recommend")
    listed = public_lists()[-1]
    bits = [k % 3 == 0 for k in range(len(listed.movies))]
    contribution = encode_contribution(listed, EPSILON, bits)
    found = _status(f"{address}/v1/contributions/{uuid.UUID(int=1)}", "PUT", contribution)
    if found != (204 if again else 201):
        raise TryError(f"a contribution was answered with {found}")


def _status(address: str, method: str = "GET", body: bytes | None = None) -> int:
    request = urllib.request.Request(
        address, body, {"Content-Type": "application/json"}, method=method
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return int(error.code)
    except OSError:
        return 0


def _podman(*words: str) -> str:
    return _run(*PODMAN, *words)


def _run(*command: str) -> str:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=LIMIT_S,
        check=False,
    )
    if done.returncode != 0:
        said = (done.stdout + done.stderr).strip()[-2000:]
        raise TryError(f"{' '.join(command)} ended with {done.returncode}:\n{said}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
