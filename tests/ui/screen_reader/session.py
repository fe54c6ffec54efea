"""A desktop of its own for one program: a display, a session bus, and the bus of screen readers.

Nothing of the computer's own session is used or seen: other sockets, other folders, no portal and
no keyring. Everything ends with the `with`.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from waiting import LIMIT_S

REPOSITORY = Path(__file__).resolve().parents[3]
SCREEN = (1600, 1000)
LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")
_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>{services}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
_SERVICE = "[D-BUS Service]\nName=org.a11y.Bus\nExec={launcher}\n"


def missing() -> str:
    """Why there can be no such desktop here; empty where there can."""
    if sys.platform != "linux":
        return "AT-SPI is Linux's"
    needed = {"xvfb": "Xvfb", "dbus-daemon": "dbus-daemon"}
    absent = [package for package, tool in needed.items() if shutil.which(tool) is None]
    if _launcher() is None:
        absent.append("at-spi2-core")
    return f"not installed: {', '.join(absent)}" if absent else ""


def _launcher() -> str | None:
    return next((path for path in LAUNCHERS if Path(path).is_file()), None)


@dataclass(frozen=True)
class Session:
    """`environment` is what a program is started with; `spoken` the address screen readers use."""

    environment: Mapping[str, str]
    folder: Path
    spoken: str

    @contextmanager
    def running(self, command: Sequence[str], **extra: str) -> Iterator[subprocess.Popen[bytes]]:
        """A program in this session; it is ended with the `with`."""
        log = self.folder / "program.log"
        with log.open("ab") as out, ExitStack() as stack:
            process = subprocess.Popen(
                command,
                env={**self.environment, **extra},
                cwd=REPOSITORY,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
            stack.callback(_end, process)
            yield process

    @property
    def said(self) -> str:
        """What programs wrote to their terminal."""
        log = self.folder / "program.log"
        return log.read_text("utf-8", "replace") if log.exists() else ""


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(LIMIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def desktop(folder: Path, *, screen_reader: bool = True) -> Iterator[Session]:
    """Start it in this folder, whose path is short: sockets have room for a hundred characters."""
    environment = _environment(folder)
    with ExitStack() as stack:
        environment["DISPLAY"] = stack.enter_context(display())
        bus = stack.enter_context(session_bus(folder, environment, screen_reader=screen_reader))
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus
        spoken = _bus_of_screen_readers(bus) if screen_reader else ""
        yield Session(environment, folder, spoken)


def _environment(folder: Path) -> dict[str, str]:
    kept = {key: os.environ[key] for key in ("PATH", "TMPDIR") if key in os.environ}
    home = folder / "home"
    runtime = folder / "run"
    for made in (home, runtime):
        made.mkdir(mode=0o700, parents=True)
    return {
        **kept,
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(runtime),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_STATE_HOME": str(home / ".local/state"),
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "QT_ACCESSIBILITY": "1",
        "GSETTINGS_BACKEND": "memory",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join(
            [str(REPOSITORY / "tests"), str(REPOSITORY / "tests/ui"), str(REPOSITORY)]
        ),
    }


@contextmanager
def display() -> Iterator[str]:
    """Run an X server; yield its name."""
    read, write = os.pipe()
    mode = "{}x{}x24".format(*SCREEN)
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-nolisten", "tcp", "-noreset", "-screen", "0", mode],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as lines:
            number = lines.readline().strip()
        if not number:
            raise OSError("Xvfb did not start")
        yield f":{number}"
    finally:
        _end(server)


@contextmanager
def session_bus(
    folder: Path, environment: Mapping[str, str], *, screen_reader: bool = False
) -> Iterator[str]:
    """A bus with nobody on it, but for who starts the bus of screen readers; its address."""
    services = folder / "services"
    services.mkdir(parents=True)
    if screen_reader:
        text = _SERVICE.format(launcher=_launcher())
        (services / "org.a11y.Bus.service").write_text(text, encoding="utf-8")
    socket = folder / "bus"
    configuration = folder / "bus.conf"
    configuration.write_text(
        _CONFIGURATION.format(socket=socket, services=services), encoding="utf-8"
    )
    daemon = subprocess.Popen(
        ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile"],
        env=dict(environment),
        stderr=subprocess.DEVNULL,
    )
    try:
        _wait_for(socket)
        yield f"unix:path={socket}"
    finally:
        _end(daemon)


def _wait_for(socket: Path) -> None:
    end = time.monotonic() + LIMIT_S
    while not socket.exists():
        if time.monotonic() > end:
            raise TimeoutError("the bus did not start")
        time.sleep(0.01)


def _bus_of_screen_readers(bus: str) -> str:
    where = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Bus")
    with connected(bus) as connection:
        reply = connection.send_and_get_reply(new_method_call(where, "GetAddress"), timeout=LIMIT_S)
    if reply.header.message_type is MessageType.error:
        raise OSError(f"no bus of screen readers: {reply.body}")
    address: str = reply.body[0]
    return address


@contextmanager
def connected(address: str) -> Iterator[DBusConnection]:
    """A connection to a bus."""
    connection = open_dbus_connection(address)
    try:
        yield connection
    finally:
        connection.close()
