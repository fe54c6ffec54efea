"""`epicrec-lab evaluate`: the experiments of the papers, as tables, JSON and plots."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from epicrec_desktop.console.arguments import budget, count, part
from epicrec_desktop.console.options import Action, Actions, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.lab.tables import print_result

if TYPE_CHECKING:
    from epicrec_desktop.catalog.movielens import ImportedCatalog

# `--help` needs only the table of experiments, so what an experiment needs is imported with it.


def _evaluate(options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    """Run an experiment and print its tables or JSON document; with --out, save its plots."""
    from threadpoolctl import threadpool_limits  # noqa: PLC0415

    module = import_module(f"epicrec_desktop.lab.experiments.{options.action}")
    if options.out is not None:
        if not hasattr(module, "plot"):
            raise EpicRecError("“{name}” has no plots. Leave --out away.", name=options.action)
        import_module("epicrec_desktop.lab.figures").require_plots()
    imported = read_data(options, job)
    _about, own = EXPERIMENTS[options.action]
    chosen = {name: getattr(options, name) for name in own}
    settings: dict[str, Any] = {k: v for k, v in chosen.items() if v is not None}
    # More threads only wait for each other on matrices this small.
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        result = dict(module.run(imported, **settings, job=job))
    print_result(result, terminal)
    if options.out is not None:
        result["plots"] = [str(sheet.save(options.out)) for sheet in module.plot(result)]
        for path in result["plots"]:
            terminal.say(f"Plot: {path}")
    terminal.document(result)
    return 0


def read_data(options: argparse.Namespace, job: Job) -> ImportedCatalog:
    """Return the data of --catalog, --population or --items, else the starter catalog."""
    from epicrec_desktop.catalog.movielens import ImportedCatalog  # noqa: PLC0415
    from epicrec_desktop.catalog.sources import read_source  # noqa: PLC0415
    from epicrec_desktop.catalog.starter import load_starter  # noqa: PLC0415
    from epicrec_desktop.lab.csv_pairs import read_pairs  # noqa: PLC0415

    if options.population is not None:
        if any(given is not None for given in (options.catalog, options.items)):
            raise EpicRecError(
                "--population samples people and movies of its own. Nothing was computed. Leave "
                "--catalog and --items away, or --population."
            )
        from epicrec_desktop.lab.population import synthetic_catalog  # noqa: PLC0415

        return synthetic_catalog(options.population, job=job)
    if options.items is not None and options.catalog is None:
        return read_pairs(options.items, options.users_items, job)
    if options.items is not None or options.users_items is not None:
        raise EpicRecError(
            "--items and --users-items go together and take the place of --catalog. Nothing was "
            "computed. Give either a catalog or a pair of files."
        )
    if options.catalog is None:
        return ImportedCatalog(load_starter(), None)
    return read_source(options.catalog, job)


EXPERIMENTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "calibration": (
        "Noise scales of the paper's example and of a catalog (EpicRec, figure 4).",
        (),
    ),
    "quantification": (
        "The privacy budget of Perturbed Release (EpicRec, S-PBQ).",
        ("seed", "runs"),
    ),
    "recommendation": (
        "What a released profile is worth to a recommender, and what ranking here is worth.",
        ("seed", "folds", "users_train", "input_fraction", "epsilons"),
    ),
    "contribution": (
        "From how many contributions, at what budget, a model beats its public seed alone.",
        ("seed", "epsilons"),
    ),
    "starter": (
        "How good rows are before any import, on the people of public ratings.",
        ("seed",),
    ),
    "personas": (
        "What a provider knows that it was never told, beside releases: asked as nobody.",
        ("seed", "folds", "counts", "users"),
    ),
    "perturbation": (
        "What is left of category counts (EpicRec, figures 5a and 6a).",
        ("seed", "users", "epsilons", "few_categories"),
    ),
    "multiupp": (
        "Gain of optimized noise under budgets per category (DP-MultiUPP, figures 2 to 4).",
        ("seed", "draws", "epsilons"),
    ),
    "multitrust": (
        "Gaussian copies at several levels of trust (multilevel trust, figures 2–5).",
        ("seed",),
    ),
    "runtime": (
        "How long quantification and perturbation take (EpicRec, figure 7).",
        ("seed", "copies"),
    ),
    "heterogeneous": (
        "What a weight per item costs (Alaggan, Gambs and Kermarrec).",
        ("seed", "users", "epsilons", "shares", "weight"),
    ),
}
"""Modules of `lab.experiments` with a function `run` and, if there are figures, `plot`: what each
is about, and its options.

`run` takes the imported catalog with its ratings and a `Job`, and by name the options of the
command; None leaves its default.
"""

_N: dict[str, Any] = {"type": count, "metavar": "N"}
_SHARE: dict[str, Any] = {"type": part, "metavar": "F"}
_OPTIONS = {
    "seed": option("--seed", type=int, help="of everything that is random; fixed by default"),
    "runs": option("--runs", **_N, help="how many runs, ten if not given"),
    "folds": option("--folds", **_N, help="how many sets of people are tried"),
    "counts": option(
        "--personas", **_N, dest="counts", nargs="+", help="the answers to so many are learned from"
    ),
    "users": option("--users", **_N, help="how many public users"),
    "shares": option(
        "--share", **_SHARE, dest="shares", nargs="+", help="shares of sensitive items"
    ),
    "weight": option("--weight", **_SHARE, help="part of ε that a sensitive item may cost"),
    "users_train": option(
        "--users-train", **_SHARE, help="part of the users that models are trained on"
    ),
    "input_fraction": option(
        "--input-fraction", **_SHARE, help="part of each history that a method is shown"
    ),
    "copies": option(
        "--copies", **_N, nargs="+", help="how many times as many movies as the catalog has"
    ),
    "draws": option("--draws", **_N, help="how many random sets of budgets"),
    "epsilons": option(
        "--epsilon", dest="epsilons", type=budget, nargs="+", metavar="E", help="privacy budgets"
    ),
    "few_categories": option(
        "--few-categories",
        action="store_true",
        help="as few categories to a movie as MovieLens-1M has, and movies up to its year",
    ),
}
"""What experiments may take, by the name of the parameter of `run`."""


def _population(text: str) -> int:
    from epicrec_desktop.lab.population import MAX_PEOPLE, MIN_PEOPLE  # noqa: PLC0415

    if not MIN_PEOPLE <= (value := count(text)) <= MAX_PEOPLE:
        raise argparse.ArgumentTypeError(f"not from {MIN_PEOPLE:,} to {MAX_PEOPLE:,}: {text}")
    return value


_FILE: dict[str, Any] = {"type": Path, "metavar": "FILE"}
_DATA = (
    option("--catalog", type=Path, metavar="DIR", help="a MovieLens folder"),
    option("--items", **_FILE, help="CSV with columns item and category, in place of a catalog"),
    option("--users-items", **_FILE, help="CSV with columns user and item, beside --items"),
    option(
        "--population",
        type=_population,
        metavar="N",
        help="so many synthetic people with known tastes, in place of a catalog",
    ),
    option("--out", type=Path, metavar="DIR", help="save plots here"),
)


evaluate = Actions(
    *(
        Action(_evaluate, (*_DATA, *(_OPTIONS[one] for one in own)), name, about, person=False)
        for name, (about, own) in EXPERIMENTS.items()
    ),
    metavar="NAME",
)
