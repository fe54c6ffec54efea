"""`epicrec-server`: run the service, publish models, and look after keys and backups."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from epicrec_desktop.console.arguments import (
    Examples,
    add_command,
    add_examples,
    completion_arguments,
    count,
    port,
    print_completion,
    program_parser,
)
from epicrec_desktop.console.extras import how_to_install
from epicrec_desktop.console.program import run_program
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import Job

PROGRAM = "epicrec-server"

EXAMPLES: Examples = {
    "run": (
        ("epicrec-server run --port 8765", "the catalog and model of this computer, to try it"),
        ("epicrec-server run --config service.toml", "what was published, as configured"),
    ),
    "publish": (
        ("epicrec-server publish --config service.toml", "train and publish what is as good"),
    ),
    "invite": (
        ("epicrec-server invite https://films.example --name 'Film club'", "one line to give away"),
    ),
    "keys": (("epicrec-server keys add club --config service.toml", "a key, shown once"),),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command of `epicrec-server`; return the exit code."""
    return run_program(PROGRAM, build_parser, _run, arguments)


def _run(options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    if options.command == "completion":
        return print_completion(build_parser(), options.shell, terminal)
    check_installed()
    # These load NumPy and FastAPI, which takes a second that `--help` need not take.
    from epicrec_desktop.server import commands  # noqa: PLC0415

    return commands.COMMANDS[options.command](options, terminal, job)


def check_installed() -> None:
    """Raise `EpicRecError` if the extra `server` is not installed."""
    if not all(map(find_spec, ("fastapi", "orjson", "prometheus_client", "uvicorn"))):
        raise EpicRecError(
            "The recommendation service is not installed; nothing was started. Install it: {how}",
            how=how_to_install("server"),
        )


def build_parser(words: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser of all commands; `words` of the command line are not needed."""
    parser, commands = program_parser(PROGRAM, "The recommendation service of EpicRec.")
    _add_run(commands)
    _add_training(commands)
    _configured(commands, "status", "The models in use and before, and contributions.")
    _configured(commands, "rollback", "Use the model before the one in use again.")
    backup = _configured(
        commands, "backup", "Write models, keys and an SQLite database into one archive."
    )
    restore = _configured(
        commands,
        "restore",
        "Unpack such an archive into the service's folder, which has to be empty.",
    )
    for command in (backup, restore):
        command.add_argument("file", type=Path, metavar="FILE")
    keys = _configured(commands, "keys", "The keys of a closed group.")
    keys.add_argument("action", choices=["add", "remove", "list"])
    keys.add_argument("name", nargs="?", default="")
    _add_invite(commands)
    completion_arguments(
        add_command(commands, "completion", "Print what completes commands in your shell.")
    )
    add_examples(parser, EXAMPLES)
    return parser


def _configured(commands: Any, name: str, text: str) -> argparse.ArgumentParser:
    command = add_command(commands, name, text)
    command.add_argument(
        "--config", type=Path, metavar="TOML", help="the configuration of a service"
    )
    return command


def _add_invite(commands: Any) -> None:
    invite = _configured(
        commands, "invite", "An invitation to the service: one line to be pasted into EpicRec."
    )
    invite.add_argument("address", metavar="URL", help="where people reach the service")
    invite.add_argument("--name", default="", help="of the service; else that of [about]")
    invite.add_argument("--member", default="", metavar="NAME", help="of a closed group: a new key")
    invite.add_argument(
        "--certificate",
        type=Path,
        metavar="PEM",
        help="for people to trust; a self-signed one of the configuration is taken without it",
    )
    invite.add_argument("--days", type=count, default=14, help="until it expires; 14 if not said")
    invite.add_argument("--file", type=Path, metavar="FILE", help="write it there, not on screen")


def _add_run(commands: Any) -> None:
    run = _configured(commands, "run", "Run the service until interrupted.")
    run.add_argument("--host", help="127.0.0.1 if nothing is said")
    run.add_argument("--port", type=port, help="8765 if nothing is said")
    run.add_argument("--workers", type=count, metavar="N", help="processes; 1 if not said")
    run.add_argument("--tls-cert", type=Path, metavar="PEM")
    run.add_argument("--tls-key", type=Path, metavar="PEM")
    run.add_argument("--database", metavar="URL", help="an SQLAlchemy address")
    run.add_argument("--no-model", action="store_true", help="do not share the model")


def _add_training(commands: Any) -> None:
    train = _configured(
        commands, "train", "Train on public ratings and contributions, and measure the model."
    )
    publish = _configured(
        commands,
        "publish",
        "Train on public ratings and contributions, and publish what is at least as good.",
    )
    train.set_defaults(if_new=False)
    publish.add_argument(
        "--if-new",
        action="store_true",
        help="only if ratings, contributions or this program are new since the last training",
    )
    for command in (train, publish):
        command.add_argument(
            "--engine",
            choices=["here", "spark"],
            default="here",
            help="spark: train on a cluster of Apache Spark (extra “spark”)",
        )
        command.add_argument(
            "--ratings",
            metavar="PLACE",
            help="in place of the imported ones: Parquet, CSV, a folder of either, or "
            "postgresql://…; for spark a path or URL of Parquet",
        )
        command.add_argument(
            "--table", default="ratings", metavar="NAME", help="of PostgreSQL; ratings if not said"
        )
        command.add_argument(
            "--master",
            metavar="URL",
            help="for spark: spark://host:7077, yarn, k8s://… or local[2]; else as Spark is "
            "configured",
        )
