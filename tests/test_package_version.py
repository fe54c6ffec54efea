"""Versions of packages: a release has its own, every other commit has another one."""

import importlib.util
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

if shutil.which("git") is None:
    pytest.skip("asks git", allow_module_level=True)

FILE = Path(__file__).resolve().parent.parent / "packaging" / "packages.py"


@pytest.fixture
def packages(tmp_path, monkeypatch) -> ModuleType:
    """The module, over a folder with a package of version 1.2.0."""
    spec = importlib.util.spec_from_file_location("packages_elsewhere", FILE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "epicrec_desktop").mkdir()
    change(tmp_path, "")
    return module


def change(root: Path, text: str) -> None:
    file = root / "epicrec_desktop" / "__init__.py"
    file.write_text(f'__version__ = "1.2.0"\n{text}', encoding="utf-8")


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(root), *who, *arguments], check=True, capture_output=True)


def commit(root: Path, text: str) -> None:
    change(root, text)
    git(root, "add", "--all")
    git(root, "commit", "--message", text or "first")


def built(packages: ModuleType) -> str:
    packages.version.cache_clear()
    version: str = packages.version()
    return version


def test_no_two_commits_have_one_version(packages, tmp_path):
    assert built(packages) == "1.2.0"  # a source archive: no repository is around it
    git(tmp_path, "init")
    commit(tmp_path, "")
    first = built(packages)
    assert first.startswith("1.2.0+1.g")
    change(tmp_path, "# not committed\n")
    assert built(packages) == f"{first}.modified"
    commit(tmp_path, "# second\n")
    second = built(packages)
    assert second.startswith("1.2.0+2.g")
    git(tmp_path, "tag", "v1.2.0")
    assert built(packages) == "1.2.0"
    commit(tmp_path, "# after the release\n")
    assert built(packages).startswith("1.2.0+3.g")
    assert packages.release_version() == "1.2.0"


def test_a_bundle_of_another_commit_is_not_packaged(packages, tmp_path):
    git(tmp_path, "init")
    commit(tmp_path, "")
    bundle = tmp_path / "dist" / "epicrec-desktop"
    resources = bundle / "_internal" / "epicrec_desktop" / "resources"
    resources.mkdir(parents=True)
    assert packages.differs(bundle) == ""  # made without git
    (resources / "commit.txt").write_text(f"{packages.commit()}\n", encoding="ascii")
    assert packages.differs(bundle) == ""
    commit(tmp_path, "# another one\n")
    assert "epicrec-desktop.built" in packages.differs(bundle)
