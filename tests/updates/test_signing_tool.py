"""packaging/updates.py: what it signs is what the program believes."""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from epicrec_desktop.updates.manifest import read

TOOL = Path(__file__).resolve().parents[2] / "packaging" / "updates.py"


@pytest.fixture
def tool(monkeypatch) -> ModuleType:
    monkeypatch.setattr(sys, "path", list(sys.path))
    spec = importlib.util.spec_from_file_location("signing_tool", TOOL)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def made(tool: ModuleType, folder: Path, version: str, *more: str) -> int:
    package = folder / f"epicrec-{version}-windows-setup.exe"
    package.write_bytes(b"a package")
    return tool.main(
        [
            *("sign", "--key", str(folder / "key"), "--version", version),
            *("--page", "https://films.example/epicrec", "--note", "en=Größer = besser"),
            *("--out", str(folder / "newest.json"), *more, str(package)),
        ]
    )


def test_a_key_is_made_and_what_it_signs_is_believed(tool, tmp_path, capsys):
    assert tool.main(["key", str(tmp_path / "key")]) == 0
    public = bytes.fromhex(capsys.readouterr().out.strip())
    assert made(tool, tmp_path, "1.2.0") == 0
    manifest = read((tmp_path / "newest.json").read_bytes(), [public])
    (file,) = manifest.for_system("windows")
    assert (manifest.version, file.size) == ("1.2.0", 9)
    assert manifest.notes == {"en": "Größer = besser"}


def test_a_key_is_never_replaced(tool, tmp_path):
    assert tool.main(["key", str(tmp_path / "key")]) == 0
    kept = (tmp_path / "key").read_bytes()
    assert tool.main(["key", str(tmp_path / "key")]) == 1
    assert (tmp_path / "key").read_bytes() == kept


def test_an_announcement_must_follow_the_one_before(tool, tmp_path, capsys):
    tool.main(["key", str(tmp_path / "key")])
    assert made(tool, tmp_path, "1.2.0") == 0
    (tmp_path / "newest.json").rename(tmp_path / "before.json")
    assert made(tool, tmp_path, "1.1.9", "--after", str(tmp_path / "before.json")) == 1
    assert "does not follow" in capsys.readouterr().err
    assert not (tmp_path / "newest.json").exists()


def test_what_the_program_would_not_read_is_not_signed(tool, tmp_path):
    tool.main(["key", str(tmp_path / "key")])
    assert made(tool, tmp_path, "1.2.0", "--days", "300") == 1
    assert not (tmp_path / "newest.json").exists()


@pytest.mark.skipif(os.name != "posix", reason="rights of Unix")
def test_a_key_that_others_can_read_is_not_used(tool, tmp_path):
    tool.main(["key", str(tmp_path / "key")])
    (tmp_path / "key").chmod(0o640)
    assert made(tool, tmp_path, "1.2.0") == 1


def test_settings_are_whole_or_refused(tool, tmp_path):
    file = tmp_path / "updates.json"
    tool.settle("https://films.example/newest.json", ["ab" * 32], file)
    assert '"https://films.example/newest.json"' in file.read_text(encoding="utf-8")
    with pytest.raises(tool.Refused):
        tool.settle("http://films.example/newest.json", ["ab" * 32], file)
