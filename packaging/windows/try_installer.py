"""Installs, uses, upgrades and removes the packages for Windows: `make try-windows`.

    python packaging/windows/try_installer.py

Under Wine, each step as somebody at home meets it: silently for the person alone, started by what
the start menu points at, over a program that runs, removed with the data and without. Then the
archive to carry along, unpacked into a folder with a name of its own. Compared is what lies on the
disk C: before and after.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from environment import EnvironmentMissingError  # noqa: E402
from packages import NAME, OUT, version  # noqa: E402
from windows import Windows, windows  # noqa: E402

STEM = f"{NAME}-{version()}-windows-x86_64"
SETUP = OUT / f"{STEM}-setup.exe"
PORTABLE = OUT / f"{STEM}-portable.zip"
LIMIT_S = 600
START_S, END_S = 20, 5
"""Seconds a program gets to start, and to release its files after it ended."""
RUNNING = 3  # the installer's exit code where the program is running
KEY = rf"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\{NAME}"
LINKS = r"HKCU\Software\Classes\epicrec"
CREDENTIALS = r"HKCU\Software\Wine\Credential Manager"  # where Wine stores them
PASSPHRASE = "several words of mine"
OF_WINDOWS = ("/Temp/", "/INetCache/", "/History/", "/Prefetch/")


class TryError(Exception):
    """What is not as it must be."""


class Machine:
    """A Windows, and what is installed on it for the person who uses it."""

    def __init__(self, running: Windows) -> None:
        self.running = running
        (self.home,) = (
            folder
            for folder in (running.disk / "users").iterdir()
            if folder.is_dir() and folder.name.lower() != "public"
        )
        self.local = self.home / "AppData" / "Local"
        self.data = self.local / NAME
        self.state = self.local / f"{NAME}-state"
        menu = "Microsoft/Windows/Start Menu/Programs/EpicRec.lnk"
        self.shortcut = self.home / "AppData" / "Roaming" / menu

    def run(self, program: Path | str, *arguments: str, code: int = 0, typed: str = "") -> str:
        """Run to the end; what it printed. `typed` is what it reads, as from a pipe."""
        # Into a file: Wine's desktop, which the first window starts, takes a pipe over and keeps it
        # open for as long as any other program runs.
        with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as lines:
            lines.write(typed.encode())
            lines.seek(0)
            done = subprocess.run(
                self.running.command(program, *arguments),
                env=self.running.variables(PYTHONIOENCODING="utf-8:replace"),
                stdin=lines,
                stdout=printed,
                stderr=subprocess.STDOUT,
                timeout=LIMIT_S,
                check=False,
            )
            printed.seek(0)
            said = printed.read().decode("utf-8", errors="replace")
        if done.returncode != code:
            name = Path(program).name
            raise TryError(f"{name} {' '.join(arguments)}: {done.returncode}, not {code}\n{said}")
        return said

    def install(self, code: int = 0) -> None:
        """As a person without an administrator's rights, without a question."""
        self.run(SETUP, "/S", "/CurrentUser", code=code)

    def uninstall(self, *options: str, code: int = 0) -> None:
        """The uninstaller goes on in a copy of itself: wait for the end of that."""
        program = self.folder() / "uninstall.exe"
        self.run(program, "/S", "/CurrentUser", *options, code=0)
        wait_for(lambda: code != 0 or not program.exists(), "the uninstaller did not end")

    def folder(self) -> Path:
        """Where it is installed, as the start menu says."""
        if not self.shortcut.is_file():
            raise TryError("The start menu has no entry.")
        return self.path(target_of(self.shortcut.read_bytes())).parent

    def path(self, path: str) -> Path:
        """A path of Windows as Linux has it, whatever letters it is written with."""
        found = self.running.disk
        for part in path.partition(":")[2].strip("\\").split("\\"):
            names = {entry.name.casefold(): entry for entry in found.iterdir()}
            if part.casefold() not in names:
                raise TryError(f"{path} is not there.")
            found = names[part.casefold()]
        return found

    def files(self) -> set[str]:
        """Every file and folder of the disk C: that is not Windows' own to come and go."""
        found = (str(f.relative_to(self.running.disk)) for f in self.running.disk.rglob("*"))
        return {name for name in found if not any(part in f"/{name}/" for part in OF_WINDOWS)}

    def registered(self) -> bool:
        """Whether Windows lists it among the installed programs."""
        return self._registry(KEY).returncode == 0

    def opens_links(self) -> bool:
        """Whether Windows opens invitations with the installed program."""
        return f"{NAME}.exe" in self._registry(LINKS, "/s").stdout

    def has_credential(self) -> bool:
        """Whether the credential manager has a key of the program, of whatever name."""
        return "epicrec" in self._registry(CREDENTIALS, "/s").stdout.casefold()

    def _registry(self, key: str, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.running.command(r"C:\windows\system32\reg.exe", "query", key, *options),
            env=self.running.variables(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=LIMIT_S,
            check=False,
        )


def target_of(shortcut: bytes) -> str:
    """The path that a shortcut points at ([MS-SHLLINK]: header, list of ids, link info)."""
    flags = struct.unpack_from("<I", shortcut, 20)[0]
    at = 76
    if flags & 1:  # a list of ids
        at += 2 + struct.unpack_from("<H", shortcut, at)[0]
    if not flags & 2:
        raise TryError("The start menu's entry points nowhere.")
    start = at + struct.unpack_from("<I", shortcut, at + 16)[0]
    return shortcut[start : shortcut.index(b"\0", start)].decode("cp1252")


def wait_for(condition: Callable[[], bool], otherwise: str, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TryError(otherwise)
        time.sleep(0.5)


def expect(condition: bool, otherwise: str) -> None:
    if not condition:
        raise TryError(otherwise)


def try_installing(machine: Machine) -> None:
    """Silently, for the person alone; then what the start menu points at opens its window."""
    machine.install()
    folder = machine.folder()
    expect(folder.is_relative_to(machine.home), f"It went to {folder}, and not to the person.")
    expect(machine.registered(), "Windows does not list it.")
    expect(machine.opens_links(), "Windows does not open invitations with it.")
    program = machine.path(target_of(machine.shortcut.read_bytes()))
    said = machine.run(program, "--selfcheck")
    expect(
        program.name.casefold() == f"{NAME}.exe", f"The start menu starts {program.name}: {said}"
    )


def try_using(machine: Machine) -> None:
    """It keeps something where Windows keeps it."""
    program = machine.folder() / "epicrec.exe"
    machine.run(program, "privacy", "set", "Horror", "no")
    expect((machine.data / "epicrec.sqlite3").is_file(), f"There is no data in {machine.data}.")


def try_protecting(machine: Machine) -> None:
    """Encrypted by Windows' keyring, then by a passphrase, which locks it; and plain again."""
    program, database = machine.folder() / "epicrec.exe", machine.data / "epicrec.sqlite3"
    asked, show = ("protect", "change", "--passphrase"), ("--json", "privacy", "show")
    said = machine.run(program, "protect", "on", "--yes")
    expect("Write this down" in said, f"No recovery code was shown:\n{said}")
    plain = [file.name for file in machine.data.rglob("*") if begins_plain(file)]
    expect(not plain, f"Still plain: {plain}")
    expect('"Horror": "no"' in machine.run(program, *show), "The keyring does not unlock it.")
    machine.run(program, *asked, typed=f"{PASSPHRASE}\n{PASSPHRASE}\n")
    said = machine.run(program, *show, code=1)
    expect("locked" in said, f"It is not locked, or does not say so:\n{said}")
    machine.run(program, *show, typed="another passphrase\n", code=1)
    answer = machine.run(program, *show, typed=f"{PASSPHRASE}\n")
    expect('"Horror": "no"' in answer, f"The passphrase does not unlock it:\n{answer}")
    machine.run(program, "protect", "off", "--yes", typed=f"{PASSPHRASE}\n")
    expect(begins_plain(database), "It is not a plain file again.")
    expect(not database.with_name(f"{database.name}.keys").exists(), "Its key is still there.")


def begins_plain(file: Path) -> bool:
    """Whether a file is a database that anybody can read."""
    return file.is_file() and file.read_bytes().startswith(b"SQLite format 3\0")


def try_upgrading(machine: Machine) -> None:
    """Over a program that runs: refused, nothing touched; then over one that was closed."""
    folder = machine.folder()
    (folder / "_internal" / "of an earlier version.dll").write_bytes(b"old")
    before = stamps(folder)
    with running(machine, folder / "epicrec.exe"):
        machine.install(code=RUNNING)
        expect(stamps(folder) == before, "It was changed while it was running.")
    machine.install()
    left = folder / "_internal" / "of an earlier version.dll"
    expect(not left.exists(), "A library of an earlier version stayed.")
    answer = machine.run(folder / "epicrec.exe", "--json", "privacy", "show")
    expect('"Horror": "no"' in answer, f"The levels are not as they were:\n{answer}")


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """Size and time of every file."""
    found = ((file, file.stat()) for file in folder.rglob("*") if file.is_file())
    return {str(file): (about.st_size, about.st_mtime_ns) for file, about in found}


@contextmanager
def running(machine: Machine, program: Path) -> Iterator[None]:
    """The program in a terminal, waiting for what somebody types."""
    with subprocess.Popen(
        machine.running.command(program, "protect", "recover"),
        env=machine.running.variables(),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            time.sleep(START_S)
            expect(process.poll() is None, "The program did not wait for its input.")
            yield
        finally:
            process.terminate()
            process.wait(timeout=60)
    time.sleep(END_S)


def try_removing(machine: Machine, before: set[str]) -> None:
    """Without the data, unless it is asked for; then nothing is left at all."""
    folder = machine.folder()
    machine.uninstall()
    expect((machine.data / "epicrec.sqlite3").is_file(), "The data went, and nobody asked for it.")
    expect(not folder.exists(), f"{folder} is still there: {sorted(folder.rglob('*'))[:5]}")
    expect(not machine.shortcut.exists(), "The start menu still has its entry.")
    expect(not machine.registered(), "Windows still lists it.")
    expect(not machine.opens_links(), "Windows still opens invitations with it.")
    machine.install()
    machine.run(machine.folder() / "epicrec.exe", "protect", "on", "--yes")
    expect(machine.has_credential(), "The credential manager has no key of the library.")
    machine.uninstall("/EraseData")
    expect(not machine.has_credential(), "The key is still in the credential manager.")
    left = sorted(machine.files() - before)
    expect(not left, f"{len(left)} files stayed: {', '.join(left[:10])}")


def try_carrying(machine: Machine) -> None:
    """The archive keeps everything beside its program, and nothing with the person."""
    before = machine.files()
    stick = machine.running.disk / "Zoë's stick, 映画"
    with zipfile.ZipFile(PORTABLE) as packed:
        packed.extractall(stick)
    program = stick / NAME / "epicrec.exe"
    machine.run(program, "privacy", "set", "Horror", "no")
    kept = stick / NAME / "kept"
    expect((kept / "data" / "epicrec.sqlite3").is_file(), "Nothing is kept beside the program.")
    moved = stick.with_name("another place")
    stick.rename(moved)
    answer = machine.run(moved / NAME / "epicrec.exe", "--json", "privacy", "show")
    expect('"Horror": "no"' in answer, f"What was kept did not come along:\n{answer}")
    shutil.rmtree(moved)
    left = sorted(machine.files() - before)
    expect(not left, f"These were put elsewhere: {', '.join(left[:10])}")


def main() -> int:
    """1 with a sentence where something is not as it must be."""
    missing = [file.name for file in (SETUP, PORTABLE) if not file.is_file()]
    if missing:
        print(f"{' and '.join(missing)} missing: make packages-windows", file=sys.stderr)
        return 1
    try:
        with windows() as running:
            machine = Machine(running)
            # Windows' own folder for programs of one person; it stays, as others use it.
            (machine.local / "Programs").mkdir(exist_ok=True)
            before = machine.files()
            for name, step in (
                ("installed, started from the start menu", lambda: try_installing(machine)),
                ("used", lambda: try_using(machine)),
                ("encrypted, locked and decrypted", lambda: try_protecting(machine)),
                ("upgraded, and not over a running program", lambda: try_upgrading(machine)),
                ("removed without and with the data", lambda: try_removing(machine, before)),
                ("carried along", lambda: try_carrying(machine)),
            ):
                started = time.monotonic()
                step()
                print(f"  ok  {name} ({time.monotonic() - started:.0f} s)", flush=True)
    except EnvironmentMissingError as error:
        print(f"There is no Windows to try it in. {error}", file=sys.stderr)
        return 1
    except (TryError, OSError, subprocess.TimeoutExpired) as error:
        print(f"FAILED  {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
