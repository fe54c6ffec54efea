"""Completion, the man page and the examples: they are what the parser says, and they work."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from epicrec_desktop import resources
from epicrec_desktop.cli import EXAMPLES, build_parser, main
from epicrec_desktop.console.arguments import commands

ROOT = Path(__file__).resolve().parents[2]
LINES = [line for lines in EXAMPLES.values() for line, _ in lines]


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"no {program} here")


def test_the_files_are_what_the_parser_says() -> None:
    pytest.importorskip("shtab", reason="completion is made where bundles are")
    done = subprocess.run(
        [sys.executable, ROOT / "packaging" / "terminal_help.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "SYSTEMROOT": "C:\\windows"},
    )
    assert done.returncode == 0, f"{done.stdout}Run packaging/terminal_help.py.\n{done.stderr}"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("epicrec lib", {"library"}),
        ("epicrec library imp", {"import"}),
        ("epicrec privacy set overall per", {"perturbed"}),
        ("epicrec release --prov", {"--provider"}),
        ("epicrec completion ", {"bash", "zsh", "fish"}),
    ],
)
@needs("bash")
def test_bash_offers_what_can_follow(typed: str, offered: set[str]) -> None:
    words = typed.split(" ")
    script = "\n".join(
        (
            "shopt -s extglob",
            f"source {shlex.quote(str(resources.path('terminal', 'epicrec.bash')))}",
            f"COMP_WORDS=({' '.join(map(shlex.quote, words))})",
            f"COMP_CWORD={len(words) - 1}; COMP_LINE={shlex.quote(typed)}; COMP_POINT={len(typed)}",
            'read -r _ _ handler _ < <(complete -p epicrec | sed "s/.*-F/x x/")',
            f'"$handler" epicrec {shlex.quote(words[-1])} {shlex.quote(words[-2])}',
            'printf "%s\\n" "${COMPREPLY[@]}"',
        )
    )
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, check=False, timeout=30
    )
    assert set(done.stdout.split()) == offered, done.stderr


@needs("zsh")
def test_zsh_reads_its_file() -> None:
    file = resources.path("terminal", "_epicrec")
    assert subprocess.run(["zsh", "-n", file], check=False, timeout=30).returncode == 0


@needs("fish")
def test_fish_reads_its_file() -> None:
    file = resources.path("terminal", "epicrec.fish")
    assert subprocess.run(["fish", "-n", file], check=False, timeout=30).returncode == 0


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed_as_it_is(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    printed = capsys.readouterr().out
    assert "library" in printed
    assert "\t" in printed or "  " in printed


@needs("groff")
def test_the_man_page_is_sound() -> None:
    done = subprocess.run(
        [
            "groff",
            "-man",
            "-ww",
            "-K",
            "utf8",
            "-T",
            "utf8",
            resources.path("terminal", "epicrec.1"),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 0
    assert [line for line in done.stderr.splitlines() if "preconv" not in line] == []
    assert "library search" in re.sub(".\x08", "", done.stdout)


@pytest.mark.parametrize("path", EXAMPLES)
def test_examples_stand_in_the_help_of_a_command_that_there_is(path: str) -> None:
    parsers = dict(commands(build_parser()))
    assert path in parsers
    for line, what in EXAMPLES[path]:
        assert f"  {line}\n      {what}" in parsers[path].format_help()


@pytest.mark.parametrize("line", LINES)
def test_examples_are_understood(line: str) -> None:
    command, _, _ = line.partition(" > ")
    options = build_parser().parse_args(shlex.split(command)[1:])
    assert options.command in line
