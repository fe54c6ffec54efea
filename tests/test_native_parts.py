"""Native libraries of a bundle: what the SBOM names, and what is too old to ship."""

import platform
import re
import sys
from datetime import date, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from packaging.licenses import canonicalize_license_expression

ROOT = Path(__file__).resolve().parent.parent
TODAY = date(2026, 11, 23)
CPYTHON = f"CPython {platform.python_version()}"
SQLITE = b"\x003.53.4\x00 2026-07-24 19:02:57 bf7c7f30031888f4e796e429ab3978879485813a\x00"


@pytest.fixture
def native(monkeypatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import native as found

    for name in ("_packages", "_system"):
        monkeypatch.setattr(found, name, dict)
    return found


@pytest.fixture
def bundle(tmp_path) -> Path:
    """Libraries as compilers leave them: versions somewhere between zeros."""
    inner = tmp_path / "_internal"
    for name, content in {
        f"libpython{sys.version_info[0]}.{sys.version_info[1]}.so.1.0": b"expat_2.7.3\x00",
        "libcrypto.so.3": b"OpenSSL 3.6.2 7 Apr 2026\x00",
        "PySide6/Qt/lib/libQt6Core.so.6": b"Qt 6.11.3 (x86_64-little_endian",
        "PySide6/Qt/lib/libicuuc.so.73": b"icudt73l\x00",
        "sqlcipher3/_sqlite3.abi3.so": b"\x004.19.0\x00 OpenSSL 3.6.0 1 Oct 2025\x00" + SQLITE,
        "numpy.libs/libscipy_openblas64_-32a4.so": b"OpenBLAS 0.3.31 DYNAMIC_ARCH",
    }.items():
        (inner / name).parent.mkdir(parents=True, exist_ok=True)
        (inner / name).write_bytes(b"\x7fELF\x00" + content)
    (tmp_path / "epicrec.exe").touch()  # so it needs no GLib
    return tmp_path


@pytest.fixture
def dates(native, monkeypatch) -> None:
    monkeypatch.setattr(native, "python_released", lambda: date(2026, 10, 1))
    monkeypatch.setitem(native.RELEASED, "Expat 2.7.3", date(2026, 1, 1))


def test_versions_are_read_from_the_files(native, bundle):
    assert {f"{part.name} {part.version}" for part in native.parts(bundle)} == {
        *(CPYTHON, "Expat 2.7.3", "OpenSSL 3.6.2", "OpenSSL 3.6.0", "Qt 6.11.3"),
        *("ICU 73", "SQLCipher 4.19.0", "SQLite 3.53.4", "OpenBLAS 0.3.31"),
    }


@pytest.mark.usefixtures("dates")
def test_a_bundle_of_this_year_may_be_shipped(native, bundle):
    assert list(native.faults(bundle, TODAY)) == []


@pytest.mark.usefixtures("dates")
def test_a_part_is_refused_when_it_is_a_year_old(native, bundle):
    said = " ".join(native.faults(bundle, date(2027, 10, 2)))
    assert f"{CPYTHON} is of 2026-10-01: more than a year old." in said
    assert "OpenSSL 3.6.2 is of 2026-04-07" in said  # by the date in itself
    assert "SQLite 3.53.4 is of 2026-07-24" in said
    assert "OpenSSL 3.6.0 is of" in said  # its exception has ended
    assert "Qt 6.11.3" not in said


def test_a_version_without_a_known_date_is_refused(native, bundle, monkeypatch):
    monkeypatch.setattr(native, "python_released", lambda: None)
    assert f"{CPYTHON} has no release date" in " ".join(native.faults(bundle, TODAY))


def test_this_python_is_dated_by_its_release_and_not_by_its_build(native):
    """Without that, each patch version of Python would stop a release until somebody adds it."""
    released = native.python_released()
    built = datetime.strptime(platform.python_build()[1][:11], "%b %d %Y").date()  # noqa: DTZ007
    assert date(2022, 10, 24) <= released <= built + timedelta(days=2)


@pytest.mark.parametrize(
    ("file", "content", "named"),
    [
        ("sqlite3.dll", b"@@@@3.45.3\x00", "SQLite 3.45.3"),
        ("_sqlite3.pyd", b"AES:2.16.840.1.101.3.4.2.4\x00@@4.19.0\x00", "SQLCipher 4.19.0"),
        ("Qt6Gui.dll", b"libpng warning: %s\x00\x001.6.59\x00", "libpng 1.6.59"),
        ("libscipy_openblas-1.dll", b"H\xb8OpenBLASATH\xba 0.3.34.H\x83", "OpenBLAS 0.3.34"),
    ],
)
def test_versions_in_the_libraries_of_windows(native, tmp_path, file, content, named):
    (tmp_path / file).write_bytes(b"MZ\x90" + content)
    assert [f"{part.name} {part.version}" for part in native.parts(tmp_path)] == [named]


@pytest.mark.usefixtures("dates")
def test_a_part_that_is_not_recognized_is_no_pass(native, bundle):
    next(bundle.rglob("_sqlite3*")).unlink()
    said = list(native.faults(bundle, TODAY))
    assert "SQLite was not recognized in the bundle." in said
    (bundle / "epicrec.exe").unlink()
    assert "GLib was not recognized in the bundle." in list(native.faults(bundle, TODAY))


def test_what_wine_brings_is_the_only_exception(native, bundle):
    later = date(2028, 1, 1)
    named = {said.split()[0] for said in native.faults(bundle, later, wine=True)}
    assert named == {"SQLCipher", "ICU", "Qt"}


def test_a_library_under_the_gpl_is_refused(native, bundle):
    (bundle / "_internal" / "libreadline.so.8").write_bytes(b"\x7fELF")
    assert "libreadline.so.8 is under GPL-3.0." in list(native.faults(bundle, TODAY))


def test_a_library_of_the_system_is_good_while_the_system_is_maintained(
    native, bundle, monkeypatch
):
    owned = native.Part("GLib", "2.74.6-2+deb12u8", None, "debian 12", "libglib2.0-0")
    monkeypatch.setattr(
        native, "system_package", lambda name: owned if name.startswith("libglib") else None
    )
    (bundle / "_internal" / "libglib-2.0.so.0").write_bytes(b"\x7fELF")
    assert owned in native.parts(bundle)
    assert owned.purl == "pkg:deb/debian/libglib2.0-0@2.74.6-2+deb12u8"
    assert not any("GLib" in said for said in native.faults(bundle, TODAY))
    assert any("GLib" in said for said in native.faults(bundle, date(2029, 1, 1)))


def test_packages_of_one_source_have_one_order(native, bundle, monkeypatch):
    """Else the SBOM and the licences of two builds would differ."""
    names = [f"libxcb-{part}" for part in ("glx0", "randr0", "render0", "shape0", "shm0", "xkb1")]
    for name in names:
        (bundle / "_internal" / f"{name}.so.0").write_bytes(b"\x7fELF")
    monkeypatch.setattr(
        native,
        "system_package",
        lambda file: (
            native.Part("libxcb", "1.15-1", None, "debian 12", file.partition(".")[0])
            if file.startswith("libxcb")
            else None
        ),
    )
    assert [part.package for part in native.parts(bundle) if part.name == "libxcb"] == names


@pytest.mark.skipif(find_spec("PySide6") is None, reason="it is in every bundle, and not here")
def test_sbom_names_packages_and_native_parts(native, bundle):
    """The rules of CycloneDX 1.6 that a mistake here would break."""
    contents = sys.modules.get("contents") or __import__("contents")
    document: dict[str, Any] = contents.sbom(contents.dependencies(), bundle)
    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
    assert re.fullmatch(
        r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", document["serialNumber"]
    )
    refs = [part["bom-ref"] for part in document["components"]]
    assert len(set(refs)) == len(refs)
    for part in document["components"]:
        assert part["supplier"]["name"]
        assert "@" not in part["supplier"]["name"]
        assert part["hashes"], part["name"]
        assert all(re.fullmatch("[0-9a-f]{64}", one["content"]) for one in part["hashes"])
        (licence,) = part["licenses"]
        assert canonicalize_license_expression(licence["expression"]) == licence["expression"]
        assert re.fullmatch(r"pkg:(pypi|generic|deb/\w+)/[^@/ ]+@[^@/ ]+", part["purl"])
    assert {"pkg:generic/openssl@3.6.0", f"pkg:generic/cpython@{platform.python_version()}"} <= set(
        refs
    )
    assert set(document["dependencies"][0]["dependsOn"]) == set(refs)
    (openssl,) = (p for p in document["components"] if p["purl"].endswith("openssl@3.6.2"))
    assert openssl["evidence"]["occurrences"] == [{"location": "_internal/libcrypto.so.3"}]
    assert document["metadata"]["timestamp"].endswith("Z")
    assert contents.sbom(contents.dependencies(), bundle) == document


@pytest.mark.skipif(find_spec("PySide6") is None, reason="it is in every bundle, and not here")
def test_licences_have_the_texts_of_native_parts(native, bundle):
    contents = sys.modules.get("contents") or __import__("contents")
    text = contents.licences(bundle)
    for name in ("Expat (in Python)", "ICU (in Qt)", "libpng", "bzip2", "SQLCipher", "OpenBLAS"):
        assert name in text
    assert "GNU Lesser General Public License".upper() in text.upper()
