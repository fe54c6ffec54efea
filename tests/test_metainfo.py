"""What software centers and menus of Linux show: valid, in two languages, of this version."""

import configparser
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("PySide6", reason="the notes of releases are the window's")

ROOT = Path(__file__).resolve().parent.parent
HOMEPAGE = "https://code.example/owner/epicrec"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


@pytest.fixture
def metainfo(monkeypatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    monkeypatch.syspath_prepend(str(ROOT / "packaging" / "linux"))
    import metainfo as found

    return found


@pytest.mark.parametrize("homepage", ["", HOMEPAGE])
def test_appstream_finds_nothing_to_mend(metainfo, homepage, tmp_path):
    validator = shutil.which("appstreamcli")
    if validator is None:
        pytest.skip("appstreamcli is not installed")
    file = tmp_path / metainfo.METAINFO
    file.write_text(metainfo.metainfo(homepage), encoding="utf-8")
    command = [validator, "validate", "--no-net", "--no-color", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    faults = re.findall(r"^[EWI]: .*", done.stdout, re.MULTILINE)
    allowed = ["unknown-tag developer"]  # its validator knows the tag since AppStream 1.0
    if not homepage:
        allowed.append("url-homepage-missing")  # a warning since 1.0; a release has one
    assert [fault for fault in faults if not fault.endswith(tuple(allowed))] == []


def test_pictures_and_releases_are_there(metainfo, monkeypatch):
    monkeypatch.setattr(metainfo, "release_version", lambda: "0.1.0")
    root = ET.fromstring(metainfo.metainfo(HOMEPAGE))
    for image in root.iter("image"):
        place = str(image.text).removeprefix(f"{HOMEPAGE}/raw/v0.1.0/")
        assert (ROOT / place).is_file(), place
    released = [(one.get("version"), one.get("date")) for one in root.iter("release")]
    assert released[-1] == ("0.1.0", "2026-11-23")
    assert all(one.find("description/ul/li") is not None for one in root.iter("release"))


def test_a_version_that_is_not_released_is_named_as_such(metainfo, monkeypatch):
    monkeypatch.setattr(metainfo, "release_version", lambda: "9.0.0.dev0")
    monkeypatch.setattr(metainfo, "version", lambda: "9.0.0.dev0+1.gabc")
    root = ET.fromstring(metainfo.metainfo(HOMEPAGE))
    first = next(root.iter("release"))
    assert (first.get("type"), first.get("version")) == ("development", "9.0.0.dev0+1.gabc")
    assert "v9.0.0" not in ET.tostring(root, "unicode")  # there is no such tag


def test_every_text_is_in_two_languages(metainfo):
    root = ET.fromstring(metainfo.metainfo(HOMEPAGE))
    for path in ("summary", "description/p", "screenshots/screenshot/caption"):
        texts = root.findall(path)
        german = [text for text in texts if text.get(LANGUAGE) == "de"]
        assert len(texts) == 2 * len(german) > 0, path
    entry = configparser.RawConfigParser()
    entry.optionxform = str
    entry.read(ROOT / "packaging" / "linux" / "epicrec-desktop.desktop", encoding="utf-8")
    names = entry["Desktop Entry"]
    for key in ("GenericName", "Comment", "Keywords"):
        assert names[f"{key}[de]"] != names[key]
    assert names["Keywords[de]"].endswith(";")
