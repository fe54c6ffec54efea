"""Gaussian copies for parties at several levels of trust, independent or nested.

Figures 2 to 5 of the multilevel-trust paper (Li, Chen, Li, Zhang 2012), on data sampled with the
moments of its data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.experiments import multitrust_measures as measures
from epicrec_desktop.lab.figures import Color, Lines, Series, Sheet, level, series_of

TUPLES = 10_000
TIMED_TUPLES = 100_000
TIMED_COPIES = tuple(range(5, 31, 5))


def run(
    _imported: ImportedCatalog,
    *,
    seed: int = 1,
    copies: int = measures.COPIES,
    tuples: int = TUPLES,
    timed_tuples: int = TIMED_TUPLES,
    levels: int = measures.LEVELS,
    repeats: int = 3,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return `rows` of figure 2, and `figure3` to `figure5`; no catalog is needed.

    Figure 4 needs scikit-learn: without it `figure4` is empty.
    """
    generator = np.random.default_rng(seed)
    made = measures.request_copies(tuples, generator, copies)
    rows = measures.normalized_errors(made, measures.SAMPLES, generator, repeats=repeats, job=job)
    figure4 = []
    if (iris := measures.iris()) is not None:
        found = measures.accuracies(*iris, generator, levels=levels, repeats=repeats, job=job)
        figure4.append({"table": "Iris", **found})
    figure5 = measures.runtimes(timed_tuples, TIMED_COPIES, generator, job=job)
    return {
        "data": {
            "attributes": list(measures.ATTRIBUTES),
            "means": measures.MEANS.tolist(),
            "variances": measures.VARIANCES.tolist(),
            "correlation": measures.CORRELATION,
            "tuples": tuples,
        },
        "seed": seed,
        "magnitudes": made.variances.tolist(),
        "rows": rows,
        "figure3": measures.error_histograms(made),
        "figure4": figure4,
        "figure5": figure5,
        "timed_tuples": timed_tuples,
    }


Result = Mapping[str, Any]

_COLORS = {"independent": Color.RED, "nested": Color.GREEN}
_STYLES: dict[Any, Any] = {
    measures.PERFECT: "-",
    measures.SAMPLES[0]: (0, (1, 2)),
    measures.SAMPLES[1]: (0, (3, 2)),
    measures.SAMPLES[2]: (0, (6, 2)),
}
_SHOWN = {"share": 0.2, "cumulative": 0.5}
"""Squared errors are shown up to this share of the attribute's variance."""

_RAREST = 1e-4
"""Where a logarithmic axis shows shares of no tuple at all."""


def plot(result: Result) -> list[Sheet]:
    """All figures; those of figure 4 only if it was computed."""
    return [
        _errors(result),
        _histograms(result, "share", "multitrust-histograms", "How large errors are"),
        _histograms(result, "cumulative", "multitrust-cumulative", "How many errors are small"),
        *map(_utility, result["figure4"]),
        _runtime(result),
    ]


def _errors(result: Result) -> Sheet:
    """Figure 2."""
    wanted = [("independent", k) for k in (measures.PERFECT, *measures.SAMPLES)]
    wanted += [("nested", k) for k in (*measures.SAMPLES, measures.PERFECT)]
    wanted += [(measures.BEST, measures.PERFECT)]
    panels = []
    for index, name in enumerate(result["data"]["attributes"]):
        series = [_error_line(result, scheme, knowledge, index) for scheme, knowledge in wanted]
        panels.append(Lines(name.capitalize(), series, "copies"))
    return Sheet(
        "multitrust-errors",
        "What many copies tell together",
        "Normalized error of the best linear estimate from all copies so far, each requested at a "
        "random level; with exact moments, or those of 100 to 300 N² sampled tuples (N = 2)",
        panels,
        height=5.6,
    )


def _error_line(result: Result, scheme: str, knowledge: Any, index: int) -> Series:
    rows = [r for r in result["rows"] if r["scheme"] == scheme and r["knowledge"] == knowledge]
    label = scheme if knowledge == measures.PERFECT else f"{scheme}, {knowledge} N²"
    best = scheme == measures.BEST
    return Series(
        f"{scheme} copy alone" if best else label,
        [row["copies"] for row in rows],
        [row["error"][index] for row in rows],
        Color.GRAY if best else _COLORS[scheme],
        style=(0, (1, 1)) if best else _STYLES[knowledge],
        marker=False,
    )


def _histograms(result: Result, key: str, name: str, title: str) -> Sheet:
    """Figure 3: errors from nested copies stay together, independent ones go to the left."""
    each = "at most this" if key == "cumulative" else "in this sixtieth of the variance"
    panels = []
    for attribute in result["data"]["attributes"]:
        rows = [row for row in result["figure3"] if row["attribute"] == attribute]
        series = [_histogram_line(row, key) for row in rows]
        log = "" if key == "cumulative" else "y"
        panels.append(Lines(attribute.capitalize(), series, "squared error", log))
    return Sheet(
        name,
        title,
        f"Share of tuples whose squared error is {each}, given M copies and exact moments",
        panels,
        height=5.2,
    )


def _histogram_line(row: Result, key: str) -> Series:
    nested, edges = row["scheme"] == "nested", row["edges"]
    count = round(len(row[key]) * _SHOWN[key])
    colors = dict(
        zip(measures.HISTOGRAMS, (Color.OCHRE, Color.BLUE, Color.MUTED, Color.RED), strict=True)
    )
    cumulative = key == "cumulative"
    return Series(
        f"{row['scheme']}, M = {row['copies']}",
        edges[: count + 1] if cumulative else edges[:count],
        [0.0, *row[key][:count]] if cumulative else [max(y, _RAREST) for y in row[key][:count]],
        Color.GREEN if nested else colors[row["copies"]],
        style=(0, (4, 2)) if nested else "-",
        marker=False,
    )


def _utility(table: Result) -> Sheet:
    """Figure 4."""
    panels = []
    for name in measures.CLASSIFIERS:
        series = [
            series_of(
                (r for r in table["rows"] if (r["classifier"], r["scheme"]) == (name, scheme)),
                *("variance", "accuracy", scheme, color),
            )
            for scheme, color in _COLORS.items()
        ]
        original = level("without noise", series[0], table["original"][name], Color.GRAY)
        heading = name[0].upper() + name[1:]
        about = "noise σ², as a multiple of the data's covariance"
        panels.append(Lines(heading, [*series, original], about))
    return Sheet(
        f"multitrust-utility-{table['table']}",
        f"What a copy is still good for: {table['table']}",
        f"Accuracy of ten-fold cross-validation on perturbed copies, {table['tuples']} tuples of "
        f"{table['attributes']} attributes",
        panels,
    )


def _runtime(result: Result) -> Sheet:
    """Figure 5."""
    series = [
        series_of(
            (r for r in result["figure5"] if (r["existing"], r["scheme"]) == (existing, scheme)),
            *("copies", "seconds", f"{scheme}, L = {name}", color),
            style="-" if scheme == "nested" else (0, (3, 2)),
            marker=scheme == "nested",
        )
        for existing, name, color in (
            ("1M/4", "M/4", Color.RED),
            ("2M/4", "M/2", Color.BLUE),
            ("3M/4", "3M/4", Color.GREEN),
        )
        for scheme in _COLORS
    ]
    return Sheet(
        "multitrust-runtime",
        "How long more copies take",
        f"Seconds for M − L further copies of {result['timed_tuples']:,} tuples, L being out",
        [Lines("", series, "copies in all, M")],
    )
