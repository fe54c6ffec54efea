"""The wheel holds everything: installed into an empty environment, both programs work from it."""

import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from epicrec_desktop import __version__

REPOSITORY = Path(__file__).resolve().parent.parent.parent

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.xdist_group("wheel")]


@dataclass(frozen=True)
class Distributions:
    """What `python -m build` makes."""

    wheel: Path
    sdist: Path


@pytest.fixture(scope="module")
def distributions(tmp_path_factory) -> Distributions:
    """The sdist, and the wheel built from it: what the one lacks, the other lacks too."""
    pytest.importorskip("build")
    out = tmp_path_factory.mktemp("dist")
    run([sys.executable, "-m", "build", "--outdir", str(out), str(REPOSITORY)], cwd=out)
    return Distributions(next(out.glob("*.whl")), next(out.glob("*.tar.gz")))


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel and what it depends on, and an empty home elsewhere."""

    programs: Path
    home: Path

    def run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one of its programs, knowing nothing of this checkout."""
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "VIRTUAL_ENV", "EPICREC", "PYTEST", "XDG_"))
            and name not in ("DISPLAY", "WAYLAND_DISPLAY")
        }
        homes = ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA")
        environment |= {**dict.fromkeys(homes, str(self.home)), "LANG": "C.UTF-8"}
        return run([str(self.programs / program), *arguments], self.home, environment)


@pytest.fixture(scope="module")
def installed(distributions, tmp_path_factory) -> Installed:
    """Installs with pip, which takes from its cache what it has."""
    folder = tmp_path_factory.mktemp("empty environment")
    environment = folder / "venv"
    venv.create(environment, with_pip=True)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    wheel = str(distributions.wheel)
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet"]
    run([*pip, "--disable-pip-version-check", wheel], cwd=folder)
    home = folder / "a home"
    home.mkdir()
    return Installed(programs, home)


def run(
    command: list[str], cwd: Path, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run to the end; a failure shows what was said."""
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, f"{command[0]}: {done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done


def test_the_wheel_has_resources_and_licenses(distributions):
    names = zipfile.ZipFile(distributions.wheel).namelist()
    for wanted in (
        "epicrec_desktop/resources/catalog/starter.csv",
        "epicrec_desktop/resources/sample/history.jsonl",
        "epicrec_desktop/resources/fonts/Inter-Regular.otf",
    ):
        assert wanted in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if name.startswith(("tests/", "resources/", "packaging/"))]


def test_the_sdist_can_be_built_and_tested(distributions):
    with tarfile.open(distributions.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "Makefile", "tests/conftest.py", "packaging/epicrec.spec"} <= names
    assert {"docs/privacy.md", "CONTRIBUTING.md", "SECURITY.md"} <= names


def test_a_sample_run_from_another_folder(installed):
    document = json.loads(installed.run("epicrec", "--json", "run", "--sample").stdout)
    assert len(document["movies"]) > 5
    assert document["release"]["level"] == "perturbed"
    assert document["recommendations"]["overall"]
    said = installed.run("epicrec", "run", "--sample")
    assert said.stdout.strip()
    assert "Traceback" not in said.stderr


def test_the_self_check(installed):
    results = json.loads(installed.run("epicrec", "--json", "selfcheck").stdout)
    assert {"resources", "solver", "database", "window"} <= {r["name"] for r in results}
    assert [r for r in results if not r["ok"]] == []


def test_every_desktop_program_is_installed(installed):
    for program in ("epicrec", "epicrec-desktop"):
        assert installed.run(program, "--version").stdout.split()[1] == __version__


def test_a_service_is_installed_from_its_archive_without_qt(tmp_path_factory):
    """As docs/service.md has it: everything by its hash, then the wheel beside it."""
    folder = tmp_path_factory.mktemp("service")
    code = (
        "import sys; from pathlib import Path; import distributions as d; d.OUT = Path(sys.argv[1])"
    )
    script = f"{code}; d.ROOT.joinpath('build').mkdir(exist_ok=True); print(d.unpacked(d.OUT))"
    packaging = {**os.environ, "PYTHONPATH": str(REPOSITORY / "packaging")}
    said = run([sys.executable, "-c", script, str(folder)], REPOSITORY, packaging).stdout
    unpacked = Path(said.splitlines()[-1])
    environment = folder / "venv"
    venv.create(environment, with_pip=True)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "install", "--quiet"]
    locked = ["--require-hashes", "--only-binary", ":all:", "-r", "requirements.txt"]
    run([*pip, *locked], cwd=unpacked)
    run([*pip, "--no-deps", *map(str, unpacked.glob("*.whl"))], cwd=unpacked)
    home = folder / "home"
    home.mkdir()
    service = Installed(programs, home)
    listed = run([str(programs / "python"), "-m", "pip", "list"], folder).stdout.lower()
    assert "epicrec-server" in listed
    assert not [name for name in ("pyside", "shiboken", "clarabel", "cvxpy") if name in listed]
    results = json.loads(service.run("epicrec", "--json", "selfcheck").stdout)
    assert [r for r in results if not r["ok"]] == []
    assert json.loads(service.run("epicrec-server", "--json", "status").stdout)["in_use"] is None


def test_the_wheel_names_its_commit(distributions):
    """Also where it is built from the source archive, which has no repository around it."""
    with zipfile.ZipFile(distributions.wheel) as wheel:
        commit = wheel.read("epicrec_desktop/resources/commit.txt").decode().strip()
    head = run(["git", "-C", str(REPOSITORY), "rev-parse", "HEAD"], cwd=REPOSITORY).stdout
    assert head.startswith(commit.removesuffix(" modified"))
    # So do the names of the files, where it is no release: two commits never make the same one.
    for built in (distributions.wheel, distributions.sdist):
        assert commit.split()[0] in built.name or ".dev" not in __version__
