"""What the bundle for Windows goes without, and the symbols that are cut out of its libraries."""

import importlib.util
import marshal
import os
import struct
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

PACKAGING = Path(__file__).resolve().parent.parent / "packaging"
SECTION = struct.Struct("<8sIIIIIIHHI")
CODE, DEBUGGING = 0x60000020, 0x42000040


def loaded(file: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setattr(sys, "path", [str(file.parent), *sys.path])
    spec = importlib.util.spec_from_file_location(f"of_windows_{file.stem}", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def slimming(monkeypatch) -> ModuleType:
    return loaded(PACKAGING / "slimming_windows.py", monkeypatch)


@pytest.fixture
def bundling(monkeypatch) -> ModuleType:
    pytest.importorskip("fcntl", reason="the bundle for Windows is built on Linux")
    return loaded(PACKAGING / "windows" / "bundle.py", monkeypatch)


def library(
    *, signed: bool = False, between: bool = False, machine: int = 0x20B, symbols: bool = True
) -> bytes:
    """A library of two sections, one of debugging information, and a table of symbols."""
    sections = [(b".text", 0x300, 0x1000, 0x400, 0x400, CODE)]
    if between:
        sections.append((b"/9", 0x10, 0x2000, 0x200, 0x800, CODE))
    last = (b"/4", 0x80, 0x3000, 0x200, 0xA00, DEBUGGING)
    sections.append(last)
    table = b"".join(SECTION.pack(n, v, a, r, p, 0, 0, 0, 0, c) for n, v, a, r, p, c in sections)
    optional = bytearray(240)
    struct.pack_into("<H", optional, 0, machine)
    struct.pack_into("<I", optional, 32, 0x1000)
    struct.pack_into("<I", optional, 56, 0x4000)
    if signed:
        struct.pack_into("<II", optional, 112 + 8 * 4, 0xC00, 8)
    place = 0xC00 if symbols else 0
    header = struct.pack("<HHIIIHH", 0x8664, len(sections), 0, place, 3, len(optional), 0x2026)
    begin = b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0" + header + bytes(optional) + table
    whole = begin.ljust(0x400, b"\0") + b"code" * 0x100
    return whole.ljust(0xA00, b"\0") + b"D" * 0x200 + b"symbols" * 9


def test_symbols_and_debugging_sections_go_and_the_code_stays(slimming):
    before = library()
    after = slimming.without_symbols(before)
    assert len(after) == 0x800
    assert after[0x400:] == before[0x400:0x800]
    assert struct.unpack_from("<HIII", after, 70) == (1, 0, 0, 0)
    assert struct.unpack_from("<I", after, 88 + 56)[0] == 0x2000  # of the image in memory
    assert after[88 + 240 + SECTION.size :][: SECTION.size] == bytes(SECTION.size)
    assert slimming.without_symbols(after) is None


@pytest.mark.parametrize(
    "file",
    [
        library(signed=True),
        library(between=True),
        library(machine=0x10B),
        library(symbols=False),
        b"MZ",
        b"MZ" + bytes(80),
        b"",
    ],
    ids=["signed", "a name in the table", "32 bits", "none", "short", "no header", "empty"],
)
def test_other_files_stay_as_they_are(slimming, file):
    assert slimming.without_symbols(file) is None


def test_the_libraries_of_a_folder(slimming, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.dll").write_bytes(library())
    (tmp_path / "two.dll").write_bytes(library(signed=True))
    assert slimming.cut_symbols(tmp_path) == len(library()) - 0x800
    assert (tmp_path / "two.dll").read_bytes() == library(signed=True)


@pytest.fixture
def bundle(tmp_path, bundling) -> Path:
    """A bundle in which nothing is wrong."""
    for program in bundling.PROGRAMS:
        content = bytes(bundling.LEAST_PROGRAM + 1) + bundling.LONG_PATHS
        (tmp_path / program).write_bytes(content)
    (tmp_path / "_internal").mkdir()
    archive(tmp_path, bundling.NEEDED)
    return tmp_path


def archive(bundle: Path, names: tuple[str, ...]) -> None:
    listed = marshal.dumps([(name, (0, 12, 0)) for name in names])
    (bundle / "_internal" / "modules.pyz").write_bytes(
        b"PYZ\0pyth" + struct.pack("!i", 12) + listed
    )


def test_a_sound_bundle(bundle, bundling):
    assert list(bundling.faults(bundle)) == []


def test_each_fault_of_a_bundle_is_reported(bundle, bundling):
    (bundle / "epicrec.exe").write_bytes(bytes(bundling.LARGEST_PROGRAM))
    (bundle / "_internal" / "opengl32sw.dll").write_bytes(b"MZ")
    (bundle / "_internal" / "scipy" / "stats").mkdir(parents=True)
    (bundle / "_internal" / "scipy.libs").mkdir()
    (bundle / "_internal" / "scipy.libs" / "libscipy_openblas-4e.dll").write_bytes(b"MZ")
    archive(bundle, (*bundling.NEEDED[1:], "cvxpy"))
    with (bundle / "_internal" / "large.bin").open("wb") as file:
        file.truncate(bundling.LARGEST)
    said = "\n".join(bundling.faults(bundle))
    for part in (
        "epicrec.exe has the modules in itself",
        "opengl32sw.dll was to be left out",
        "scipy.stats was to be left out",
        "libscipy_openblas-4e.dll was to be left out",
        "cvxpy was to be left out",
        f"The module {bundling.NEEDED[0]} is missing",
        "175 MB are enough",
    ):
        assert part in said
    assert said.count("\n") == 6


def test_a_program_that_cannot_use_long_paths_is_reported(bundle, bundling):
    """As PyInstaller writes its manifest; another version of it may leave that out."""
    winmanifest = pytest.importorskip("PyInstaller.utils.win32.winmanifest")
    assert bundling.LONG_PATHS in winmanifest.create_application_manifest()
    (bundle / "epicrec.exe").write_bytes(bytes(bundling.LEAST_PROGRAM + 1))
    assert list(bundling.faults(bundle)) == ["epicrec.exe does not say that it can use long paths."]


def test_what_nobody_signed_is_listed(tmp_path, monkeypatch):
    installer = loaded(PACKAGING / "windows" / "installer.py", monkeypatch)
    bundle = tmp_path / "bundle"
    (bundle / "inner").mkdir(parents=True)
    (bundle / "one.exe").write_bytes(library(signed=True))
    (bundle / "inner" / "two.PYD").write_bytes(library())
    (bundle / "inner" / "three.txt").write_bytes(b"text")
    monkeypatch.setattr(installer, "BUNDLE", bundle)
    listed = installer.unsigned_list(tmp_path / "unsigned.txt")
    assert listed.read_text() == "inner/two.PYD\n"
    (bundle / "inner" / "two.PYD").write_bytes(library(signed=True))
    assert installer.unsigned_list(tmp_path / "unsigned.txt").read_text().startswith("Every")
    (bundle / "four.dll").write_bytes(b"MZ, and nothing behind it")
    with pytest.raises(ValueError, match="no PE file"):
        installer.unsigned(bundle)


def test_a_bundle_without_its_modules(bundle, bundling):
    (bundle / "_internal" / "modules.pyz").unlink()
    assert len(list(bundling.faults(bundle))) == len(bundling.NEEDED)


@pytest.mark.skipif(os.name == "nt", reason="the command is one of Unix' shell")
def test_both_programs_are_signed_where_there_is_a_command(tmp_path, monkeypatch):
    installer = loaded(PACKAGING / "windows" / "installer.py", monkeypatch)
    programs = [tmp_path / "one program.exe", tmp_path / "two.exe"]
    for program in programs:
        program.write_bytes(b"MZ")
    installer.sign(programs)
    assert [program.read_bytes() for program in programs] == [b"MZ"] * 2
    monkeypatch.setenv("EPICREC_SIGN", "printf signed >>")
    installer.sign(programs)
    assert [program.read_bytes() for program in programs] == [b"MZsigned"] * 2
    monkeypatch.setenv("EPICREC_SIGN", "false")
    with pytest.raises(subprocess.CalledProcessError):
        installer.sign(programs)


def test_what_the_installer_packs_has_the_time_of_the_commit(tmp_path, monkeypatch):
    """NSIS keeps times: a checkout a second later made another installer."""
    installer = loaded(PACKAGING / "windows" / "installer.py", monkeypatch)
    (tmp_path / "bundle").mkdir()
    for name in ("bundle/epicrec.exe", "LICENSE"):
        (tmp_path / name).write_bytes(b"MZ")
    monkeypatch.setattr(installer, "ROOT", tmp_path)
    monkeypatch.setattr(installer, "BUNDLE", tmp_path / "bundle")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    seen: list[float] = []

    def makensis(*_, **__):
        seen.extend((tmp_path / f).stat().st_mtime for f in ("bundle/epicrec.exe", "LICENSE"))

    monkeypatch.setattr(installer, "makensis", makensis)
    installer.installer(tmp_path / "setup.exe", quick=True)
    assert seen == [1700000000.0] * 2
