"""What a service is installed from: a part of the program, locked, without window and solvers."""

import ast
import os
import re
import sys
import tarfile
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from epicrec_desktop import build_info

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def distributions(monkeypatch, tmp_path) -> ModuleType:
    """The script, which writes into a folder of the test."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import distributions as found

    monkeypatch.setattr(found, "OUT", tmp_path)
    return found


@pytest.mark.parametrize("version", ["3.11.2", "3.13.5"])
def test_a_service_has_one_locked_version_of_everything(distributions, version):
    """The lock file is of every Python: some packages are in it twice, each for some."""
    here = {
        "python_full_version": version,
        "python_version": version.rpartition(".")[0],
        "sys_platform": "linux",
        "os_name": "posix",
        "platform_system": "Linux",
    }
    text = distributions.locked()
    lines = [Requirement(line[:-2]) for line in text.splitlines() if "==" in line]
    locked = [line for line in lines if line.marker is None or line.marker.evaluate(here)]
    versions = {line.name: str(line.specifier).removeprefix("==") for line in locked}
    assert len(versions) == len(locked)
    for wanted in map(Requirement, distributions.requirements()):
        assert versions[canonicalize_name(wanted.name)] in wanted.specifier
    assert {"starlette", "psycopg-binary"} <= set(versions)  # what these ask for
    assert not {name for name in versions if re.match("pyside|shiboken|cvxpy|clarabel", name)}
    # pip refuses the file where one of them has no hash.
    assert len(re.findall(r"^\S+==", text, re.MULTILINE)) == len(
        re.findall(r" \\\n    --hash=sha256:[0-9a-f]{64}(?: \\\n    --hash=\S+)*\n", text)
    )


def test_its_wheel_imports_nothing_that_it_has_not(distributions, tmp_path):
    joined = ROOT / "resources" / "catalog" / "joined.json"
    joined.touch()
    os.utime(joined, (0, 0))  # as it is in a checkout that was updated since
    distributions.stage(tmp_path / "staged")
    package = tmp_path / "staged" / "epicrec_desktop"
    missing = tuple(f"epicrec_desktop.{name.removesuffix('.py')}" for name in distributions.MODULES)
    files = sorted(package.rglob("*.py"))
    assert len(files) > 200
    for file in files:
        imported = set()
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module:
                imported |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
            elif isinstance(node, ast.Import):
                imported |= {one.name for one in node.names}
        found = {name for name in imported if name.startswith((*missing, "PySide6"))}
        assert found == set(), file.relative_to(package)
    project = tomllib.loads((tmp_path / "staged" / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"] == distributions.requirements()
    assert set(project["scripts"]) == {"epicrec", "epicrec-server"}
    assert (package / "resources" / "catalog" / "joined.json").stat().st_mtime > 0
    assert (package / "py.typed").is_file()
    assert (package / "resources" / build_info.FILE).is_file() or not (ROOT / ".git").exists()


def test_its_archive_has_what_the_manual_names(distributions, tmp_path):
    built = tmp_path / "epicrec_server-1.0-py3-none-any.whl"
    built.write_bytes(b"wheel")
    packed = distributions.archive(built)
    with tarfile.open(packed) as opened:
        names = {Path(name).name for name in opened.getnames()[1:]}
        assert len({name.partition("/")[0] for name in opened.getnames()}) == 1
    manual = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")
    section = manual.split("## From nothing to a service")[1].split("\n## ")[0]
    commands = "\n".join(re.findall(r"^    (.+)$", section, re.MULTILINE))
    named = set(re.findall(r" (?:\./)?((?:epicrec|service|requirements)[\w.*-]*\.\w+)", commands))
    assert {"epicrec.service", "epicrec-publish.timer", "requirements.txt"} <= named
    container = (ROOT / "packaging" / "service" / "Containerfile").read_text()
    for line in re.findall(r"^COPY (?!--)(.+) \S+$", container, re.MULTILINE):
        named |= set(line.split())
    assert {name.replace("*", "1.0-py3-none-any") for name in named} <= names
    assert not [name for name in names if name.startswith("try_")]


def test_a_build_leaves_the_packages_of_others_alone(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import packages

    for name in ("old.deb", "setup.exe"):
        (tmp_path / name).write_bytes(b"package")
    listing = tmp_path / "SHA256SUMS"
    packages.sums([tmp_path / "old.deb"], listing)
    packages.begin(listing)
    assert [file.name for file in tmp_path.iterdir()] == ["setup.exe"]
    packages.begin(tmp_path / "new" / "SHA256SUMS")
    assert (tmp_path / "new").is_dir()


@pytest.mark.skipif(sys.platform == "win32", reason="one of the two is made on Linux")
def test_a_package_between_releases_comes_before_the_next(monkeypatch):
    """As Debian and Windows order versions."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    import packages

    monkeypatch.setattr(packages, "version", lambda: "1.3.0.dev0+12.gabc")
    monkeypatch.setattr(packages, "release_version", lambda: "1.3.0.dev0")
    assert packages.debian_version() == "1.3.0~dev0+12.gabc"
    assert packages.numbers() == "1.3.0"
