"""`epicrec-lab audit`: the black-box privacy audit, as tables or one JSON document."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from epicrec_desktop.console.arguments import count
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.progress import Job

MAX_SAMPLES = 1_000_000


def audit_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `audit`."""
    parser.add_argument(
        "--samples",
        type=_samples,
        metavar="N",
        help="releases of each history that certify a claim; 2,000 by default",
    )


def _samples(text: str) -> int:
    if (samples := count(text)) > MAX_SAMPLES:
        raise argparse.ArgumentTypeError(f"at most {MAX_SAMPLES:,}: {text}")
    return samples


def audit(options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    """Audit releases on the wire; return 1 if a claim is violated or a planted fault missed."""
    from epicrec_desktop.lab.audit import run  # noqa: PLC0415 - needs scipy and the whole client
    from epicrec_desktop.lab.audit.trials import SAMPLES  # noqa: PLC0415

    terminal.say("Nothing of yours is read or sent: two made-up histories, and a recording service")
    result = run.run(
        SAMPLES if options.samples is None else options.samples,
        job=job,
    )
    _print_report(result, terminal)
    terminal.document(result)
    problems = _problems(result)
    for problem in problems:
        terminal.problem(problem)
    return 1 if problems else 0


def _print_report(result: Mapping[str, Any], terminal: Terminal) -> None:
    confidence = f"{result['confidence']:.0%}"
    terminal.heading(f"Claims, and what is certain of what was learned ({confidence}, together)")
    terminal.table(_rows(result["claims"], "holds", "VIOLATED"))
    terminal.heading(f"Planted faults, which the audit must catch ({confidence}, each)")
    terminal.table(_rows(result["faults"], "MISSED", "caught"))
    terminal.say()
    terminal.say(f"{result['releases']:,} releases in {result['seconds']:.0f} s")


def _rows(findings: Sequence[Mapping[str, Any]], below: str, above: str) -> list[Sequence[str]]:
    rows: list[Sequence[str]] = [
        ("", "trial", "mechanism", "providers at", "exact loss", "at least", "samples")
    ]
    for finding in findings:
        providers = " + ".join(f"{trust:g} ε" for trust in finding["providers"].values())
        exceeds = finding["certified_lower_bound"] > finding["claimed"]
        rows.append(
            (
                above if exceeds else below,  # first: a narrow terminal cuts the last columns
                finding["name"],
                finding["mechanism"],
                providers,
                f"{finding['claimed']:.3f}",
                f"{finding['certified_lower_bound']:.3f}",
                f"{finding['samples']:,}",
            )
        )
    return rows


def _problems(result: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each problem that the audit found."""
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
