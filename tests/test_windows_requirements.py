"""What Windows is tested with is what pyproject.toml asks for."""

import ast
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
MARKERS = {"sys_platform": "win32", "os_name": "nt", "platform_system": "Windows", "extra": ""}
NOT_THERE = {
    *("ruff", "mypy", "import-linter", "types-requests", "build", "pytest-cov"),  # look at sources
    "schemathesis",  # asks the service by its OpenAPI document, the same on every system
    "psycopg",  # a service on Windows keeps its data in SQLite
    *("opentelemetry-sdk", "opentelemetry-exporter-otlp-proto-http"),  # traces, the same everywhere
}


def pinned(*files: str) -> dict[str, str]:
    folder = ROOT / "packaging" / "windows"
    text = "\n".join((folder / file).read_text(encoding="utf-8") for file in files)
    lines = text.splitlines()
    rows = [line.split("==") for line in lines if line and not line.startswith("#")]
    assert all(len(row) == 2 for row in rows)
    names = [canonicalize_name(name) for name, _ in rows]
    assert len(names) == len(set(names))
    return dict(zip(names, (version for _, version in rows), strict=True))


def test_every_dependency_is_pinned_in_a_version_that_is_allowed():
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = document["dependency-groups"]
    asked = [
        *document["project"]["dependencies"],
        *document["project"]["optional-dependencies"]["server"],
        *groups["dev"],
        *groups["bundle"],
    ]
    versions = pinned("requirements.txt", "requirements-test.txt")
    for requirement in map(Requirement, asked):
        name = canonicalize_name(requirement.name)
        if name in NOT_THERE or (requirement.marker and not requirement.marker.evaluate(MARKERS)):
            continue
        assert name in versions, f"{name} is not in packaging/windows"
        assert requirement.specifier.contains(versions[name]), f"{name} {versions[name]}"


def test_every_version_is_that_of_the_lock_file():
    """What is tested under Wine is what the workflow of releases installs on Windows."""
    place = MARKERS | {"python_version": "3.13", "python_full_version": "3.13.2"}
    place |= {"platform_machine": "AMD64", "implementation_name": "cpython"}
    place |= {"platform_python_implementation": "CPython"}
    locked = {}
    for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines():
        if not line.startswith(("#", " ")):
            requirement = Requirement(line.removesuffix("\\"))
            if requirement.marker is None or requirement.marker.evaluate(place):
                locked[canonicalize_name(requirement.name)] = str(requirement.specifier)[2:]
    versions = pinned("requirements.txt", "requirements-test.txt")
    assert {name: locked.get(name) for name in versions} == versions


def test_what_bundles_are_built_with_has_no_package_of_the_server():
    document = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    server = map(Requirement, document["project"]["optional-dependencies"]["server"])
    names = {canonicalize_name(requirement.name) for requirement in server}
    assert names.isdisjoint(pinned("requirements.txt"))


def test_the_folders_and_files_that_windows_is_tested_with_are_there():
    tree = ast.parse((ROOT / "packaging/windows/test.py").read_text(encoding="utf-8"))
    lists = {
        node.targets[0].id: [
            text.value
            for text in ast.walk(node.value)
            if isinstance(text, ast.Constant) and isinstance(text.value, str)
        ]
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
        if node.targets[0].id in ("TESTS", "ELSEWHERE", "OF_THE_WINDOW", "CORE")
    }
    assert len(lists) == 4
    named = [name for names in lists.values() for name in names]
    assert [name for name in named if not (ROOT / name).exists()] == []
