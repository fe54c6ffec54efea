"""`epicrec-server`: run the service, publish models, and look after keys and backups."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from epicrec_desktop.console.arguments import Examples, count, port
from epicrec_desktop.console.extras import how_to_install
from epicrec_desktop.console.options import Command, Declared, Program, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import Job

_EXAMPLES: Examples = {
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


def _run(options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    if not all(map(find_spec, ("fastapi", "prometheus_client", "uvicorn"))):
        raise EpicRecError(
            "The recommendation service is not installed; nothing was started. Install it: {how}",
            how=how_to_install("server"),
        )
    # These load NumPy and FastAPI, which takes a second that `--help` need not take.
    from epicrec_desktop.server import commands  # noqa: PLC0415

    return commands.COMMANDS[options.command](options, terminal, job)


_CONFIG = option("--config", type=Path, metavar="TOML", help="the configuration of a service")
_ARCHIVE = option("file", type=Path, metavar="FILE")
_TRAINING = (
    option(
        "--engine",
        choices=["here", "spark"],
        default="here",
        help="spark: train on a cluster of Apache Spark (extra “spark”)",
    ),
    option(
        "--ratings",
        metavar="PLACE",
        help="in place of the imported ones: Parquet, CSV, a folder of either, or "
        "postgresql://…; for spark a path or URL of Parquet",
    ),
    option("--table", default="ratings", metavar="NAME", help="of PostgreSQL; ratings if not said"),
    option(
        "--master",
        metavar="URL",
        help="for spark: spark://host:7077, yarn, k8s://… or local[2]; else as Spark is configured",
    ),
)


def _configured(text: str, *options: Declared) -> tuple[str, Command]:
    return text, Command(_run, (_CONFIG, *options))


main = Program(
    "epicrec-server",
    "The recommendation service of EpicRec.",
    _EXAMPLES,
    {
        "run": _configured(
            "Run the service until interrupted.",
            option("--host", help="127.0.0.1 if nothing is said"),
            option("--port", type=port, help="8765 if nothing is said"),
            option("--workers", type=count, metavar="N", help="processes; 1 if not said"),
            option("--tls-cert", type=Path, metavar="PEM"),
            option("--tls-key", type=Path, metavar="PEM"),
            option("--database", metavar="URL", help="an SQLAlchemy address"),
            option("--no-model", action="store_true", help="do not share the model"),
        ),
        "train": _configured(
            "Train on public ratings and contributions, and measure the model.", *_TRAINING
        ),
        "publish": _configured(
            "Train on public ratings and contributions, and publish what is at least as good.",
            option(
                "--if-new",
                action="store_true",
                help="only if ratings, contributions or this program are new since the last "
                "training",
            ),
            *_TRAINING,
        ),
        "status": _configured("The models in use and before, and contributions."),
        "rollback": _configured("Use the model before the one in use again."),
        "backup": _configured(
            "Write models, keys and an SQLite database into one archive.", _ARCHIVE
        ),
        "restore": _configured(
            "Unpack such an archive into the service's folder, which has to be empty.", _ARCHIVE
        ),
        "keys": _configured(
            "The keys of a closed group.",
            option("action", choices=["add", "remove", "list"]),
            option("name", nargs="?", default=""),
        ),
        "invite": _configured(
            "An invitation to the service: one line to be pasted into EpicRec.",
            option("address", metavar="URL", help="where people reach the service"),
            option("--name", default="", help="of the service; else that of [about]"),
            option("--member", default="", metavar="NAME", help="of a closed group: a new key"),
            option(
                "--certificate",
                type=Path,
                metavar="PEM",
                help="for people to trust; a self-signed one of the configuration is taken "
                "without it",
            ),
            option("--days", type=count, default=14, help="until it expires; 14 if not said"),
            option("--file", type=Path, metavar="FILE", help="write it there, not on screen"),
        ),
    },
)
