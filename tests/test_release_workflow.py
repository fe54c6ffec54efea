"""What the workflow of releases asks for is there: nothing else runs it before a tag does."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
WORKFLOW = (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")


def test_scripts_and_targets_exist():
    scripts = re.findall(r"[\w/]+\.py\b", WORKFLOW)
    assert {"packaging/windows/bundle.py", "packaging/native.py"} <= set(scripts)
    assert [script for script in scripts if not (ROOT / script).is_file()] == []
    targets = re.findall(r"\bmake ([a-z-]+)", WORKFLOW)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets
    assert [name for name in targets if not re.search(rf"^{name}:", makefile, re.MULTILINE)] == []


def test_actions_are_named_by_their_commits():
    """A tag of another repository can be moved to a commit that nobody looked at."""
    used = re.findall(r"uses: (\S+)", WORKFLOW)
    assert len(used) > 5
    assert [name for name in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", name)] == []


def test_what_draft_needs_is_made():
    """The checksums it compares are those that the scripts write."""
    sums = re.search(r"sha256sum --check --strict (.*)", WORKFLOW)
    written = "".join(
        (ROOT / "packaging" / name).read_text(encoding="utf-8")
        for name in ("linux/build.py", "windows/installer.py", "distributions.py")
    )
    for name in shlex.split(sums[1]):
        assert f'"{name}"' in written


def test_the_python_of_the_releases_has_all_wheels(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import wheels

    for version in re.findall(r'python-version: "([0-9.]+)"', WORKFLOW):
        assert {(version, "Linux x86-64"), (version, "Windows x86-64")} <= wheels.SUPPORTED


@pytest.fixture
def system(monkeypatch) -> ModuleType:
    if sys.platform != "win32":
        pytest.importorskip("fcntl")
    monkeypatch.syspath_prepend(str(ROOT / "packaging" / "windows"))
    import system as found

    return found


def test_on_windows_its_own_python_builds(system, monkeypatch):
    monkeypatch.setattr(system, "REAL", True)
    with system.builder() as running:
        command = running.command("python", "-c", "import os; print(os.environ['GIVEN'])")
        done = subprocess.run(
            command, env=running.variables(GIVEN="here"), capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == "here"
        assert running.path(ROOT) == str(ROOT)


def test_nsis_is_found_where_windows_installs_it(system, tmp_path, monkeypatch):
    del system
    import nsis

    program = tmp_path / "NSIS" / "makensis.exe"
    program.parent.mkdir()
    program.write_text("")
    monkeypatch.setenv("ProgramFiles(x86)", str(tmp_path))
    assert nsis._installed_on_windows() == str(program)
    program.unlink()
    monkeypatch.setattr(nsis, "REAL", True)
    with pytest.raises(nsis.EnvironmentMissingError, match="NSIS is not installed"):
        nsis._installed_on_windows()
