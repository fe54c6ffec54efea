"""`epicrec-lab`: check EpicRec with the experiments of the papers, benchmarks and a privacy audit.

No command reads data of a user. Exit codes: 0 done, 1 a problem (one line on stderr), 2 wrong use.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicrec_desktop.console.arguments import Examples, count, minutes
from epicrec_desktop.console.options import Program, command, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.lab.audit import SAMPLES
from epicrec_desktop.lab.evaluate import evaluate
from epicrec_desktop.lab.tables import print_result

if TYPE_CHECKING:
    from epicrec_desktop.domain.movies import Catalog

MAX_SAMPLES = 1_000_000
"""Of the audit."""

_EXAMPLES: Examples = {
    "": (
        ("epicrec-lab evaluate calibration", "the noise scales of the paper and of the catalog"),
        ("epicrec-lab audit", "attack releases of made-up histories"),
        ("epicrec-lab bench start", "how long the window takes to open"),
        ("epicrec-lab question ml-25m --name movielens-25m-1", "what to publish of a set"),
    ),
}


@command(
    option("folder", type=Path, help="the set as its publisher has it"),
    option("--name", required=True, help='of the question: "movielens-25m-1"'),
)
def question(options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    """Learn a set's question, and print what the program must know to recognize both."""
    from epicrec_desktop.lab.question import prepare  # noqa: PLC0415 - needs scipy

    result = prepare(options.folder, options.name, job)
    terminal.say(f"{result['ratings']:,} ratings, content {result['content']}")
    terminal.say(f"The question {options.name} has the digest {result['digest']}")
    for cell in result["cells"]:
        terminal.heading(cell["name"])
        terminal.say(f"counts: {', '.join(cell['adds'])}")
        terminal.say(f"takes away: {', '.join(cell['takes'])}")
    terminal.document(result)
    return 0


def _samples(text: str) -> int:
    if (samples := count(text)) > MAX_SAMPLES:
        raise argparse.ArgumentTypeError(f"at most {MAX_SAMPLES:,}: {text}")
    return samples


@command(
    option(
        "--samples",
        type=_samples,
        metavar="N",
        default=SAMPLES,
        help=f"releases of each history that certify a claim; {SAMPLES:,} by default",
    )
)
def audit(options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    """Audit releases on the wire; return 1 if a claim is violated or a planted fault missed."""
    from epicrec_desktop.lab.audit import run  # noqa: PLC0415 - needs scipy and the whole client

    terminal.say("Nothing of yours is read or sent: two made-up histories, and a recording service")
    result = run.run(options.samples, job=job)
    print_result(_with_verdicts(result), terminal)
    terminal.document(result)
    problems = _audit_problems(result)
    for problem in problems:
        terminal.problem(problem)
    if result["stopped"]:
        raise Cancelled(
            "Stopped. What was released until then is in the table; no claim and no "
            "fault that is missing there was looked at."
        )
    return 1 if problems else 0


def _with_verdicts(result: Mapping[str, Any]) -> dict[str, Any]:
    verdicts = {"claims": ("holds", "VIOLATED"), "faults": ("MISSED", "caught")}
    return {**result} | {
        name: [
            {"verdict": words[one["certified_lower_bound"] > one["claimed"]], **one}
            for one in result[name]
        ]
        for name, words in verdicts.items()
    }


def _audit_problems(result: Mapping[str, Any]) -> list[str]:
    problems = [
        f"“{finding['name']}” loses at least {finding['certified_lower_bound']:.3f} where "
        f"{finding['claimed']:.3f} is claimed. Do not release; please report this."
        for finding in result["violations"]
    ]
    missed = [name for name, caught in result["planted"].items() if not caught]
    if missed:
        problems.append(
            f"The audit missed what was planted ({', '.join(missed)}), so it proves nothing. "
            "Run it again; if this stays, please report it."
        )
    return problems


_BENCHMARKS: dict[str, Callable[[argparse.Namespace, Job], dict[str, Any]]] = {
    "import": lambda o, _: {"people": o.people, "movies": o.titles},
    "perturbation": lambda o, job: {"catalog": _read_catalog(o.catalog, job)},
    "ranking": lambda o, _: {"sizes": None if o.titles is None else (o.titles,)},
    "responsive": lambda o, _: {"movies": o.titles},
    "scan": lambda o, _: {"rows": o.rows, "titles": o.titles},
    "search": lambda o, _: {"movies": o.titles},
    "server": lambda o, _: {"movies": o.titles, "minutes": o.minutes},
    "start": lambda _o, _: {},
    "wall": lambda o, _: {"posters": o.titles},
}
"""Arguments of the function `run` of a benchmark's module, besides `job`; None leaves a default."""


@command(
    option("name", choices=sorted(_BENCHMARKS)),
    option("--catalog", type=Path, metavar="DIR"),
    option("--rows", type=int, help="of history, for scan; 1,000,000 by default"),
    option(
        "--titles",
        type=int,
        help="of the catalog, for import, responsive, scan, ranking, search, server, wall",
    ),
    option("--people", type=int, help="who rate, for import"),
    option("--minutes", type=minutes, help="of load, for server: what that does to its memory"),
)
def bench(options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    """Run a benchmark and print its table or JSON document."""
    module = import_module(f"epicrec_desktop.lab.benchmarks.{options.name}_bench")
    arguments = _BENCHMARKS[options.name](options, job)
    chosen = {name: value for name, value in arguments.items() if value is not None}
    result = module.run(**chosen, job=job)
    print_result(result, terminal)
    if hasattr(module, "PROMISED"):
        terminal.say(f"Promised: {module.PROMISED}")
    terminal.document(result)
    return 0


def _read_catalog(path: Path | None, job: Job) -> Catalog:
    from epicrec_desktop.catalog.sources import read_source  # noqa: PLC0415
    from epicrec_desktop.catalog.starter import load_starter  # noqa: PLC0415

    return load_starter() if path is None else read_source(path, job).catalog


main = Program(
    "epicrec-lab",
    "The papers' experiments, benchmarks and audit.",
    _EXAMPLES,
    {
        "evaluate": ("The papers' experiments.", evaluate),
        "audit": ("The black-box privacy audit, on made-up histories.", audit),
        "bench": ("The benchmarks.", bench),
        "question": ("Prepare the question of a public set of ratings.", question),
    },
)
