"""The real services and the real command line, and a provider that is not ours."""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from attack_services import AttackServices
from malicious_provider import MaliciousProvider, hostile

from epicrec_desktop import wiring
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths


@pytest.fixture
def provider() -> Iterator[MaliciousProvider]:
    with hostile() as made:
        yield made


@pytest.fixture
def attack_services(provider, prepared, tmp_path) -> Iterator[AttackServices]:
    base, home = tmp_path / "base", tmp_path / "home"
    home.mkdir()
    shutil.copytree(prepared, base)
    made: list[AttackServices] = []
    services = wiring.build(
        Paths.under(base),
        now=lambda: made[0].moment if made else AttackServices.moment,
        environment=Environment(platform="linux", home=home, env={}),
    )
    made.append(AttackServices(services, provider, base))
    yield made[0]
    services.close()


@dataclass(frozen=True)
class Output:
    """What a command said."""

    code: int
    out: str
    problems: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def epicrec(prepared, tmp_path, capsys) -> Callable[..., Output]:
    """Runs the command line in a folder of its own; a traceback fails the test."""
    from epicrec_desktop.cli import main

    shutil.copytree(prepared, tmp_path / "cli")

    def run(*arguments):
        capsys.readouterr()
        code = main(["--base-dir", str(tmp_path / "cli"), *arguments])
        output = capsys.readouterr()
        assert "Traceback" not in output.err
        assert "nexpected" not in output.err
        return Output(int(code or 0), output.out, output.err)

    return run
