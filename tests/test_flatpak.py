"""The Flatpak manifest: what its sandbox shows of a home folder, and whether it can be read."""

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from epicrec_desktop.history.browser_paths import Environment, existing_roots

ROOT = Path(__file__).resolve().parent.parent
SOURCE = {"type": "archive", "path": "epicrec.tar.xz", "sha256": "0" * 64}


@pytest.fixture
def flatpak(monkeypatch) -> ModuleType:
    monkeypatch.setattr(sys, "path", [str(ROOT / "packaging" / "linux"), *sys.path])
    return script("flatpak")


def script(name: str) -> ModuleType:
    file = ROOT / "packaging" / "linux" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(f"packaging_{name}", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shown(flatpak: ModuleType) -> list[str]:
    return [
        argument.removeprefix("--filesystem=")
        for argument in flatpak.manifest(SOURCE)["finish-args"]
        if argument.startswith("--filesystem=")
    ]


def test_browsers_can_be_read_and_nothing_can_be_written(flatpak, tmp_path):
    """Every folder that is shown is one where the program looks, in a home that has just these."""
    places = shown(flatpak)
    assert all(place.startswith("~/") and place.endswith(":ro") for place in places)
    for place in places:
        (tmp_path / place.removeprefix("~/").removesuffix(":ro")).mkdir(parents=True, exist_ok=True)
    found = {path for _, path in existing_roots(Environment("linux", tmp_path, {}))}
    assert found == {tmp_path / p.removeprefix("~/").removesuffix(":ro") for p in places}
    assert len(found) > 40


def test_a_whole_home_is_never_shown(flatpak):
    """A folder above others' would show more than browsers."""
    names = {place.removeprefix("~/").removesuffix(":ro") for place in shown(flatpak)}
    assert not names & {"", ".config", ".var", ".var/app", "snap", ".local", ".mozilla"}


def test_it_may_talk_to_what_the_program_talks_to(flatpak):
    talks = {p.partition("=")[2] for p in flatpak.permissions() if p.startswith("--talk-name=")}
    secrets = (ROOT / "epicrec_desktop/services/protection/secret_service.py").read_text("utf-8")
    assert f'_BUS = "{flatpak.KEYRING}"' in secrets
    tray = {"org.kde.StatusNotifierWatcher", "org.freedesktop.Notifications"}
    assert talks == {flatpak.KEYRING, *tray}


def test_its_sum_and_address_are_those_of_the_release(flatpak, tmp_path, monkeypatch):
    monkeypatch.setattr(flatpak, "OUT", tmp_path)
    archive = tmp_path / f"{flatpak.NAME}-{flatpak.version()}-linux-x86_64.tar.xz"
    archive.write_bytes(b"archive")
    (tmp_path / "SHA256SUMS").write_text(f"{'0' * 64}  {archive.name}\n", encoding="ascii")
    for arguments in ([], ["--url", "https://example.org/v1"]):
        monkeypatch.setattr(sys, "argv", ["flatpak.py", *arguments])
        assert flatpak.main() == 0
    made = tmp_path / f"{flatpak.ID}.json"
    (source,) = json.loads(made.read_text(encoding="utf-8"))["modules"][0]["sources"]
    assert source["url"] == f"https://example.org/v1/{archive.name}"
    assert source["sha256"] == flatpak.sha256(archive)
    assert (tmp_path / "SHA256SUMS").read_text(encoding="ascii").splitlines() == [
        f"{flatpak.sha256(file)}  {file.name}" for file in (archive, made)
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="a Flatpak is built on Linux")
def test_its_commands_install_the_archive(flatpak, tmp_path):
    """Run as flatpak-builder runs them, beside the files that build.py packs; /app is a folder."""
    app, source = tmp_path / "app", tmp_path / "source"
    (source / "_internal").mkdir(parents=True)
    (source / flatpak.NAME).write_text("program")
    (source / "epicrec").symlink_to(flatpak.NAME)
    script("build")._shared(source / "share")
    (module,) = flatpak.manifest(SOURCE)["modules"]
    for command in module["build-commands"]:
        subprocess.run(re.sub(r"\B/app/", f"{app}/", command), shell=True, cwd=source, check=True)
    for program in flatpak.PROGRAMS:
        assert (app / "bin" / program).read_text() == "program"
    assert (app / "lib" / flatpak.NAME / "_internal").is_dir()
    packed = {file.relative_to(source) for file in (source / "share").rglob("*") if file.is_file()}
    assert all((app / file).stat().st_size > 0 for file in packed)
    assert len(packed) == 3


def test_the_builder_reads_the_manifest(flatpak, tmp_path):
    builder = shutil.which("flatpak-builder")
    if builder is None:
        pytest.skip("flatpak-builder is not installed.")
    file = tmp_path / f"{flatpak.ID}.json"
    file.write_text(json.dumps(flatpak.manifest(SOURCE)), encoding="utf-8")
    done = subprocess.run(
        [builder, "--show-manifest", file], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["finish-args"] == flatpak.permissions()
    assert not done.stderr
