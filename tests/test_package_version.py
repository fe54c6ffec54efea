"""Versions of packages: a release has its own, every other commit has another one."""

import importlib.util
import os
import re
import shutil
import subprocess
import tarfile
from itertools import count
from pathlib import Path
from types import ModuleType

import pytest
from packaging.version import Version

from epicrec_desktop import build_info

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


def git(root: Path, *arguments: str, moment: str = "") -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(
        ["git", "-C", str(root), *who, *arguments], check=True, capture_output=True,
        env={**os.environ, **({"GIT_COMMITTER_DATE": moment} if moment else {})},
    )  # fmt: skip


CLOCK = count(1_800_000_000)


def commit(root: Path, text: str) -> None:
    """Commit, each time a second later."""
    change(root, text)
    git(root, "add", "--all")
    git(root, "commit", "--message", text or "first", moment=f"{next(CLOCK)} +0000")


def built(packages: ModuleType) -> str:
    packages.version.cache_clear()
    version: str = packages.version()
    return version


def test_no_two_commits_have_one_version(packages, tmp_path):
    assert built(packages) == "1.2.0"  # an sdist: no repository is around it
    git(tmp_path, "init")
    commit(tmp_path, "")
    first = built(packages)
    assert re.fullmatch(r"1\.2\.0\+2[0-9]{13}\.g[0-9a-f]{12}", first)
    change(tmp_path, "# not committed\n")
    assert built(packages) == f"{first}.modified"
    commit(tmp_path, "# second\n")
    second = built(packages)
    assert Version(second) > Version(first)
    git(tmp_path, "tag", "v1.2.0")
    assert built(packages) == "1.2.0"
    commit(tmp_path, "# after the release\n")
    assert Version(built(packages)) > Version(second)
    assert packages.release_version() == "1.2.0"


def test_an_archive_has_the_version_of_its_commit(packages, tmp_path, monkeypatch):
    git(tmp_path, "init")
    for name in (".gitattributes", ".git_archival.txt"):
        shutil.copy(FILE.parents[1] / name, tmp_path)
    commit(tmp_path, "")
    unreleased, made_at = built(packages), packages.moment()
    inside = unpacked(tmp_path, "unreleased")
    git(tmp_path, "tag", "v1.2.0")
    released = unpacked(tmp_path, "released")
    monkeypatch.setattr(packages, "ROOT", inside)
    assert (built(packages), packages.moment()) == (unreleased, made_at)
    assert build_info._archived_commit(inside) == packages.commit() == unreleased[-12:]
    assert build_info._archived_commit(tmp_path) == ""  # a checkout has placeholders
    monkeypatch.setattr(packages, "ROOT", released)
    assert built(packages) == "1.2.0"


def unpacked(root, name):
    """Return the folder of an archive of the last commit, without a repository."""
    file = root / f"{name}.tar"
    git(root, "archive", "--output", str(file), "HEAD")
    folder = root / name
    with tarfile.open(file) as archive:
        archive.extractall(folder, filter="data")
    return folder


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
