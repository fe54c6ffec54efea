"""Completion, the man page and the examples: they are what the parser says, and they work."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from epicrec_desktop.cli import EXAMPLES, build_parser, main
from epicrec_desktop.console.arguments import SHELLS, commands, completion_script
from waiting import LIMIT_S

ROOT = Path(__file__).resolve().parents[2]


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"no {program} here")


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=LIMIT_S)


@pytest.fixture(scope="module")
def scripts(tmp_path_factory) -> Path:
    """A folder with the completion for each shell, named by it."""
    folder = tmp_path_factory.mktemp("completion")
    for shell in SHELLS:
        (folder / shell).write_text(completion_script(build_parser(), shell), encoding="utf-8")
    return folder


@needs("bash")
def test_bash_offers_what_can_follow(scripts):
    offered = {
        "epicrec lib": {"library"},
        "epicrec library imp": {"import"},
        "epicrec privacy set overall per": {"perturbed"},
        "epicrec release --prov": {"--provider"},
        "epicrec completion ": {"bash", "zsh", "fish"},
    }
    script = [
        "shopt -s extglob",
        f"source {shlex.quote(str(scripts / 'bash'))}",
        'read -r _ _ handler _ < <(complete -p epicrec | sed "s/.*-F/x x/")',
    ]
    for typed in offered:
        words = typed.split(" ")
        script += [
            f"COMP_WORDS=({' '.join(map(shlex.quote, words))}); COMPREPLY=()",
            f"COMP_CWORD={len(words) - 1}; COMP_LINE={shlex.quote(typed)}; COMP_POINT={len(typed)}",
            f'"$handler" epicrec {shlex.quote(words[-1])} {shlex.quote(words[-2])}',
            'echo "${COMPREPLY[@]}"',
        ]
    done = run("bash", "-c", "\n".join(script))
    found = [set(line.split()) for line in done.stdout.splitlines()]
    assert found == list(offered.values()), done.stderr


@pytest.mark.parametrize("shell", [pytest.param(s, marks=needs(s)) for s in ("zsh", "fish")])
def test_a_shell_reads_its_file(scripts, shell):
    assert run(shell, "-n", str(scripts / shell)).returncode == 0


def test_completion_is_printed_for_each_shell(capsys):
    for shell in ("bash", "zsh", "fish"):
        assert main(["completion", shell]) == 0
        printed = capsys.readouterr().out
        assert "library" in printed
        assert "\t" in printed or "  " in printed


@needs("groff")
def test_the_man_page_is_sound(tmp_path):
    made = run(sys.executable, str(ROOT / "packaging" / "man_page.py"), "epicrec")
    assert re.match(r'\.TH EPICREC 1 "\d{4}-\d\d-\d\d" "EpicRec Desktop ', made.stdout)
    page = tmp_path / "epicrec.1"
    page.write_text(made.stdout, encoding="utf-8")
    done = run("groff", "-man", "-ww", "-K", "utf8", "-T", "utf8", str(page))
    assert done.returncode == 0
    assert [line for line in done.stderr.splitlines() if "preconv" not in line] == []
    assert "library search" in re.sub(".\x08", "", done.stdout)


def test_examples_are_in_the_help_of_their_command_and_can_be_parsed():
    parser = build_parser()
    parsers = dict(commands(parser))
    for path, lines in EXAMPLES.items():
        shown = parsers[path].format_help()
        for line, what in lines:
            assert f"  {line}\n      {what}" in shown
            command, _, _ = line.partition(" > ")
            options = parser.parse_args(shlex.split(command)[1:])
            assert options.command in line
