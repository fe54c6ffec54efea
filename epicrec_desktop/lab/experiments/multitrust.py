"""Gaussian copies for parties at several levels of trust, independent or nested.

Figures 2 to 5 of the multilevel-trust paper (Li, Chen, Li, Zhang 2012), on data sampled with the
moments of its data.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.experiments import multitrust_measures as measures
from epicrec_desktop.lab.figures import Color, Series, Sheet, lines, series_of

TUPLES = 10_000
TIMED_TUPLES = 100_000
TIMED_COPIES = tuple(range(5, 31, 5))


def run(
    _imported: ImportedCatalog,
    *,
    seed: int = 1,
    labeled: Path | None = None,
    copies: int = measures.COPIES,
    tuples: int = TUPLES,
    timed_tuples: int = TIMED_TUPLES,
    levels: int = measures.LEVELS,
    repeats: int = 3,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return `rows` of figure 2, and `figure3` to `figure5`; no catalog is needed.

    `labeled` is a CSV table for figure 4 besides Iris. Figure 4 needs scikit-learn: without it
    `figure4` is empty, and asking for a table raises `EpicRecError`, before anything is computed,
    as does a table that cannot be read.
    """
    tables = {}
    if labeled is not None:
        measures.require_classifiers()
        tables[labeled.stem] = measures.read_labeled(labeled)
    if measures.has_classifiers():
        tables = {"Iris": measures.iris(), **tables}
    generator = np.random.default_rng(seed)
    made = measures.request_copies(tuples, generator, copies)
    rows = measures.normalized_errors(made, measures.SAMPLES, generator, repeats=repeats, job=job)
    figure4 = [
        {"table": name}
        | measures.accuracies(data, labels, generator, levels=levels, repeats=repeats, job=job)
        for name, (data, labels) in tables.items()
    ]
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


def plot(result: Result, folder: Path) -> list[Path]:
    """Write all plots; those of figure 4 only if it was computed."""
    sheets = {
        "multitrust-errors": _errors(result),
        "multitrust-histograms": _histograms(result, "share", "How large errors are"),
        "multitrust-cumulative": _histograms(result, "cumulative", "How many errors are small"),
    }
    for table in result["figure4"]:
        sheets[f"multitrust-utility-{table['table']}"] = _utility(table)
    sheets["multitrust-runtime"] = _runtime(result)
    return [sheet.save(folder, name) for name, sheet in sheets.items()]


def _errors(result: Result) -> Sheet:
    """Compute figure 2."""
    sheet = Sheet(
        "What many copies tell together",
        "Normalized error of the best linear estimate from all copies so far, each requested at a "
        "random level; with exact moments, or those of 100 to 300 N² sampled tuples (N = 2)",
        panels=2,
        height=5.6,
    )
    for index, axes in enumerate(sheet.panels):
        wanted = [("independent", k) for k in (measures.PERFECT, *measures.SAMPLES)]
        wanted += [("nested", k) for k in (*measures.SAMPLES, measures.PERFECT)]
        series = [_error_line(result, scheme, knowledge, index) for scheme, knowledge in wanted]
        series.append(_error_line(result, measures.BEST, measures.PERFECT, index))
        heading = result["data"]["attributes"][index].capitalize()
        lines(axes, series, heading=heading, x_label="copies", from_zero=True)
        _ticks(axes, series[0].x[-1])
    return sheet


def _error_line(result: Result, scheme: str, knowledge: Any, index: int) -> Series:
    rows = [r for r in result["rows"] if r["scheme"] == scheme and r["knowledge"] == knowledge]
    label = scheme if knowledge == measures.PERFECT else f"{scheme}, {knowledge} N²"
    return Series(
        f"{scheme} copy alone" if scheme == measures.BEST else label,
        [row["copies"] for row in rows],
        [row["error"][index] for row in rows],
        Color.GRAY if scheme == measures.BEST else _COLORS[scheme],
        style=(0, (1, 1)) if scheme == measures.BEST else _STYLES[knowledge],
        marker=False,
    )


def _histograms(result: Result, key: str, title: str) -> Sheet:
    """Figure 3: errors from nested copies stay together, independent ones go to the left."""
    each = "at most this" if key == "cumulative" else "in this sixtieth of the variance"
    sheet = Sheet(
        title,
        f"Share of tuples whose squared error is {each}, given M copies and exact moments",
        panels=2,
        height=5.2,
    )
    for axes, name in zip(sheet.panels, result["data"]["attributes"], strict=True):
        rows = [row for row in result["figure3"] if row["attribute"] == name]
        series = [_histogram_line(row, key) for row in rows]
        for one in series[:-1]:
            if one.color == Color.GREEN:  # one label stands for all curves
                axes.plot(one.x, one.y, linestyle=one.style, color=Color.GREEN, linewidth=1.2)
        shown = [one for one in series if one.color != Color.GREEN] + series[-1:]
        heading, log = name.capitalize(), "" if key == "cumulative" else "y"
        lines(axes, shown, heading=heading, x_label="squared error", log=log, from_zero=True)
        _ticks(axes, max(one.x[-1] for one in series))
    return sheet


def _histogram_line(row: Result, key: str) -> Series:
    nested = row["scheme"] == "nested"
    count = round(len(row[key]) * _SHOWN[key])
    colors = dict(
        zip(measures.HISTOGRAMS, (Color.OCHRE, Color.BLUE, Color.MUTED, Color.RED), strict=True)
    )
    cumulative = key == "cumulative"
    edges = row["edges"]
    return Series(
        f"nested, M = {measures.HISTOGRAMS[0]} to {row['copies']}"
        if nested
        else f"independent, M = {row['copies']}",
        edges[: count + 1] if cumulative else edges[:count],
        [0.0, *row[key][:count]] if cumulative else [max(y, _RAREST) for y in row[key][:count]],
        Color.GREEN if nested else colors[row["copies"]],
        style=(0, (4, 2)) if nested else "-",
        marker=False,
    )


def _ticks(axes: Any, last: float) -> None:
    """Limit x ticks to the data: the space beyond is for labels."""
    axes.set_xticks([tick for tick in axes.get_xticks() if 0 <= tick <= last * 1.01])


def _utility(table: Result) -> Sheet:
    """Figure 4."""
    sheet = Sheet(
        f"What a copy is still good for: {table['table']}",
        f"Accuracy of ten-fold cross-validation on perturbed copies, {table['tuples']} tuples of "
        f"{table['attributes']} attributes",
        panels=2,
    )
    for axes, name in zip(sheet.panels, (measures.TREE, measures.SVM), strict=True):
        rows = [row for row in table["rows"] if row["classifier"] == name]
        series = [
            series_of(
                (row for row in rows if row["scheme"] == scheme),
                "variance",
                "accuracy",
                scheme,
                color,
            )
            for scheme, color in _COLORS.items()
        ]
        ends = [series[0].x[0], series[0].x[-1]]
        flat = [table["original"][name]] * 2
        series.append(Series("without noise", ends, flat, Color.GRAY, style="--", marker=False))
        heading, x_label = (
            name[0].upper() + name[1:],
            "noise σ², as a multiple of the data's covariance",
        )
        lines(axes, series, heading=heading, x_label=x_label, from_zero=True)
        _ticks(axes, ends[-1])
    return sheet


def _runtime(result: Result) -> Sheet:
    """Figure 5."""
    sheet = Sheet(
        "How long more copies take",
        f"Seconds for M − L further copies of {result['timed_tuples']:,} tuples, L being out",
    )
    axes = sheet.panels[0]
    colors = {"1M/4": Color.RED, "2M/4": Color.BLUE, "3M/4": Color.GREEN}
    names = {"1M/4": "M/4", "2M/4": "M/2", "3M/4": "3M/4"}
    series = []
    for existing, color in colors.items():
        for scheme in _COLORS:
            rows = [
                r for r in result["figure5"] if r["existing"] == existing and r["scheme"] == scheme
            ]
            label = f"{scheme}, L = {names[existing]}"
            look: dict[str, Any] = {
                "style": "-" if scheme == "nested" else (0, (3, 2)),
                "marker": scheme == "nested",
            }
            series.append(series_of(rows, "copies", "seconds", label, color, **look))
    lines(axes, series, x_label="copies in all, M", from_zero=True)
    _ticks(axes, series[0].x[-1])
    return sheet
