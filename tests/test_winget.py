"""The manifest for winget: what schema 1.12.0 asks of its fields, and what is installed."""

import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from epicrec_desktop.recommend.invitation import SCHEME

ROOT = Path(__file__).resolve().parent.parent
INSTALLER = (ROOT / "packaging" / "windows" / "installer.nsi").read_text(encoding="utf-8")
ID = r"[^.\s\\/:*?\"<>|]{1,32}(\.[^.\s\\/:*?\"<>|]{1,32}){1,7}"
REQUIRED = {
    "version": {"DefaultLocale"},
    "installer": {"Installers"},
    "defaultLocale": {"PackageLocale", "Publisher", "PackageName", "License", "ShortDescription"},
}
KNOWN = {
    "InstallerType", "MinimumOSVersion", "UpgradeBehavior", "ExpectedReturnCodes", "ProductCode",
    "ReleaseDate", "PackageIdentifier", "PackageVersion", "ManifestType", "ManifestVersion",
}  # fmt: skip


@pytest.fixture
def winget(monkeypatch, tmp_path) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "packaging" / "windows"))
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import winget as found

    monkeypatch.setattr(found, "OUT", tmp_path)
    monkeypatch.setattr(sys, "argv", ["winget.py", "--url", "https://example.org/v1/"])
    return found


@pytest.fixture
def written(winget, tmp_path) -> dict[str, dict[str, Any]]:
    """The three documents, by their types."""
    setup = tmp_path / f"{winget.NAME}-{winget.version()}-windows-x86_64-setup.exe"
    setup.write_bytes(b"MZ")
    (tmp_path / "SHA256SUMS.windows").write_text(f"{'0' * 64}  {setup.name}\n", encoding="ascii")
    assert winget.main() == 0
    files = sorted(tmp_path.glob("*.yaml"))
    listed = (tmp_path / "SHA256SUMS.windows").read_text(encoding="ascii")
    assert all(f"{winget.sha256(file)}  {file.name}\n" in listed for file in (setup, *files))
    found = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return {document["ManifestType"]: document for document in found}


def test_documents_have_what_the_schema_asks(written):
    assert set(written) == set(REQUIRED)
    for kind, document in written.items():
        assert REQUIRED[kind] <= set(document) <= REQUIRED[kind] | KNOWN
        assert re.fullmatch(ID, document["PackageIdentifier"])
        assert document["ManifestVersion"] == "1.12.0"
    own = written["installer"]
    assert own["InstallerType"] == "nullsoft"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", own["ReleaseDate"])
    for installer in own["Installers"]:
        assert installer["Architecture"] == "x64"
        assert re.fullmatch(r"[A-F0-9]{64}", installer["InstallerSha256"])
        assert re.fullmatch(
            r"https://example\.org/v1/[\w.+-]+-setup\.exe", installer["InstallerUrl"]
        )
    assert [one["Scope"] for one in own["Installers"]] == ["user", "machine"]


def test_it_names_what_the_installer_does(written):
    own, about = written["installer"], written["defaultLocale"]
    assert f'!define PROGRAM "{own["ProductCode"]}"' in INSTALLER
    assert f'"Publisher" "{about["Publisher"]}"' in INSTALLER
    assert f'!define NAME "{about["PackageName"]}"' in INSTALLER
    for code in own["ExpectedReturnCodes"]:
        assert f"SetErrorLevel {code['InstallerReturnCode']}\n" in INSTALLER
    build = own["MinimumOSVersion"].removeprefix("10.0.").removesuffix(".0")
    assert f"${{AtLeastBuild}} {build} " in INSTALLER
    metainfo = (ROOT / "packaging/linux/io.epicrec.desktop.metainfo.xml").read_text("utf-8")
    assert f"<summary>{about['ShortDescription']}</summary>" in metainfo


def test_an_invitation_opens_the_program_on_both_systems():
    name = SCHEME.removesuffix(":")
    assert f'!define LINKS "Software\\Classes\\{name}"' in INSTALLER
    assert 'DeleteRegKey SHCTX "${LINKS}"' in INSTALLER
    # The address is another page's text: it must not become an option.
    assert """'"$INSTDIR\\${PROGRAM}.exe" -- "%1"'""" in INSTALLER
    entry = (ROOT / "packaging/linux/epicrec-desktop.desktop").read_text("utf-8")
    assert f"MimeType=x-scheme-handler/{name};" in entry


def test_without_an_installer_it_says_so(winget, capsys):
    assert winget.main() == 1
    assert "make packages-windows" in capsys.readouterr().err
