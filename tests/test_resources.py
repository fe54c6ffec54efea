"""The files that ship with the program are found in a checkout, in a wheel and in a bundle."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from epicrec_desktop import resources


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """Look again in each test, and after the last one."""
    resources.root.cache_clear()
    yield
    resources.root.cache_clear()


@pytest.fixture
def installed_at(tmp_path, monkeypatch) -> Path:
    """A folder in which the package seems to be; the package's own folder is made."""
    package = tmp_path / "site" / "epicrec_desktop"
    package.mkdir(parents=True)
    monkeypatch.setattr(resources, "__file__", str(package / "resources.py"))
    monkeypatch.delattr(sys, "_MEIPASS", raising=False)
    return package


def write(folder: Path, text: str) -> None:
    folder.joinpath("catalog").mkdir(parents=True)
    folder.joinpath("catalog", "starter.csv").write_text(text, encoding="utf-8")


def found() -> str:
    return resources.path("catalog", "starter.csv").read_text(encoding="utf-8")


def test_here():
    assert (
        resources.path("catalog", "starter.csv").read_text(encoding="utf-8").startswith("imdb_id")
    )


def test_in_a_checkout_beside_the_package(installed_at):
    write(installed_at.parent / "resources", "checkout")
    assert found() == "checkout"


def test_in_a_wheel_within_the_package(installed_at):
    write(installed_at / "resources", "wheel")
    # Another program's folder in site-packages is not ours.
    write(installed_at.parent / "resources", "another program's")
    assert found() == "wheel"


def test_in_a_bundle(installed_at, tmp_path, monkeypatch):
    write(tmp_path / "bundle" / "epicrec_desktop" / "resources", "bundle")
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "bundle"), raising=False)
    assert found() == "bundle"


def test_whatever_the_working_folder_is(tmp_path, monkeypatch):
    write(tmp_path / "resources", "of the working folder")
    monkeypatch.chdir(tmp_path)
    assert resources.root().is_absolute()
    assert found().startswith("imdb_id")


def test_missing_files_are_reported_in_a_sentence(installed_at):
    with pytest.raises(FileNotFoundError, match="install it again"):
        resources.root()
