"""`epicrec-lab`: check EpicRec with the experiments of the papers, benchmarks and a privacy audit.

No command reads data of a user. Exit codes: 0 done, 1 a problem (one line on stderr), 2 wrong use.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from epicrec_desktop.console.arguments import (
    Examples,
    add_command,
    add_examples,
    completion_arguments,
    print_completion,
    program_parser,
)
from epicrec_desktop.console.program import run_program
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.lab.audit.command import audit, audit_arguments
from epicrec_desktop.lab.bench import bench, bench_arguments
from epicrec_desktop.lab.evaluate import evaluate, evaluate_arguments

PROGRAM = "epicrec-lab"
EXAMPLES: Examples = {
    "": (
        ("epicrec-lab evaluate calibration", "the noise scales of the paper and of the catalog"),
        ("epicrec-lab audit", "attack releases of made-up histories"),
        ("epicrec-lab bench start", "how long the window takes to open"),
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    return run_program(PROGRAM, build_parser, _run, arguments)


def build_parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser. `words` is not used: every option is cheap to add."""
    parser, commands = program_parser(PROGRAM, "The papers' experiments, benchmarks and audit.")
    evaluate_arguments(add_command(commands, "evaluate", "The papers' experiments."))
    audit_arguments(
        add_command(commands, "audit", "The black-box privacy audit, on made-up histories.")
    )
    bench_arguments(add_command(commands, "bench", "The benchmarks."))
    completion_arguments(
        add_command(commands, "completion", "Print what completes commands in your shell.")
    )
    add_examples(parser, EXAMPLES)
    return parser


def _run(options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    """Run the parsed command and return its exit code. Raises `EpicRecError`."""
    if options.command == "completion":
        return print_completion(PROGRAM, options.shell, terminal)
    command = {"evaluate": evaluate, "audit": audit, "bench": bench}[options.command]
    return command(options, terminal, job)
