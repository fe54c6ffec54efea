"""Tools for those who build on this: matching, experiments, and the self-check."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from epicrec_desktop import resources
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.catalog.starter import add_starter_titles, load_starter
from epicrec_desktop.cli.installation import check_installation
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.plain_text import escaped_json
from epicrec_desktop.domain.progress import IsCancelled, Job
from epicrec_desktop.matching.matcher import Matcher, match_rows


def match(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    """Match rows of history: JSON lines in, JSON lines out, one per row, in order."""
    catalog = _catalog(options.catalog, terminal, cancelled)
    matcher = Matcher(add_starter_titles(catalog))
    try:
        with options.rows.open(encoding="utf-8") as lines:
            for row in match_rows(matcher, lines):
                print(escaped_json(json.dumps(row, ensure_ascii=False)))
    except (OSError, UnicodeDecodeError) as error:
        raise EpicRecError(
            "The rows in {file} cannot be read ({kind}). "
            "Give a file with one JSON object {url, title} a line.",
            file=options.rows,
            kind=type(error).__name__,
        ) from None
    return 0


def bench(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    """A benchmark."""
    return _BENCHES[options.name](options, terminal, cancelled)


def _bench_perturbation(
    options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    from epicrec_desktop.lab.benchmarks import perturbation_bench  # noqa: PLC0415

    result = perturbation_bench.run(_catalog(options.catalog, terminal, cancelled))
    scaling = result["published_scaling"]
    figures = {name: value for name, value in result.items() if not isinstance(value, dict)}
    figures |= {f"larger: {name}": value for name, value in result["larger"].items()}
    terminal.table((name, f"{value:.4g}") for name, value in figures.items())
    terminal.say(
        f"As published: {scaling['calibrations']} calibration of {scaling['calibration_s']:.2f} s "
        f"and {scaling['sanitizations']} sanitizations of {scaling['sanitization_s']:.2f} s, of "
        f"which {scaling['sanitizations_timed']} were timed"
    )
    terminal.document(result)
    return 0


def _bench_scan(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    from epicrec_desktop.lab.benchmarks import scan_bench  # noqa: PLC0415

    result = scan_bench.run(
        scan_bench.ROWS if options.rows is None else options.rows,
        scan_bench.TITLES if options.titles is None else options.titles,
        job=Job(terminal.report, cancelled),
    )
    terminal.table((k, f"{v:.4g}") for k, v in result.items() if isinstance(v, (int, float)))
    terminal.document(result)
    return 0


def _bench_ranking(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    from epicrec_desktop.lab.benchmarks import ranking_bench  # noqa: PLC0415

    sizes = ranking_bench.SIZES if options.titles is None else (options.titles,)
    result = ranking_bench.run(sizes, job=Job(terminal.report, cancelled))
    terminal.say(
        f"{result['watched']} movies folded in, everything ranked: overall and "
        f"{result['categories']} categories, on one thread"
    )
    names = ("items", "p50_ms", "p99_ms", "fold_in_ms", "model_mb")
    cells = [[f"{row[name]:.4g}" for name in names[1:]] for row in result["rows"]]
    items = [str(row["items"]) for row in result["rows"]]
    terminal.table([names, *([i, *c] for i, c in zip(items, cells, strict=True))])
    terminal.document(result)
    return 0


def _bench_import(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    from epicrec_desktop.lab.benchmarks import import_bench  # noqa: PLC0415

    result = import_bench.run(
        import_bench.PEOPLE if options.people is None else options.people,
        options.titles,
        job=Job(terminal.report, cancelled),
    )
    terminal.table((k, f"{v:.4g}") for k, v in result.items() if isinstance(v, (int, float)))
    terminal.document(result)
    return 0


def _bench_search(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    from epicrec_desktop.lab.benchmarks import search_bench  # noqa: PLC0415

    movies = search_bench.MOVIES if options.titles is None else options.titles
    result = search_bench.run(movies, job=Job(terminal.report, cancelled))
    terminal.table((name, f"{value:.4g}") for name, value in result.items())
    terminal.document(result)
    return 0


def _bench_server(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    from epicrec_desktop.lab.benchmarks import server_bench  # noqa: PLC0415

    movies = server_bench.MOVIES if options.titles is None else options.titles
    if options.minutes is not None:
        soaked = server_bench.soak(options.minutes, movies, job=Job(terminal.report, cancelled))
        kinds = ("minutes", "mb", "p99_ms", "statuses")
        terminal.table([kinds, *([str(row[kind]) for kind in kinds] for row in soaked["rows"])])
        terminal.document(soaked)
        return 0
    result = server_bench.run(movies, job=Job(terminal.report, cancelled))
    names = ["clients", "p50_ms", "p99_ms", "per_second", "statuses", "failed"]
    names += ["service_ms", "client_ms"]
    cells = [
        [f"{row[n]:.4g}" if isinstance(row[n], float) else str(row[n]) for n in names]
        for row in result["rows"]
    ]
    terminal.table([names, *cells])
    single = ("start_s", "recovered_s", "peak_mb")
    terminal.table((n, f"{result[n]:.4g}") for n in single if result[n] is not None)
    promised = [f"{ms:g} ms at {clients}" for clients, ms in server_bench.P99_MS.items()]
    terminal.say(f"Promised of p99: under {', '.join(promised)} clients")
    terminal.document(result)
    return 0


def _bench_spark(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    from epicrec_desktop.lab.benchmarks import spark_bench  # noqa: PLC0415

    people = spark_bench.PEOPLE if options.people is None else options.people
    result = spark_bench.run(people, options.titles, job=Job(terminal.report, cancelled))
    terminal.say(
        f"{result['ratings']:,} ratings of {result['people']:,} people and {result['movies']:,} "
        "movies"
    )
    steps = ("start_s", "read_s", "split_s", "linear_s", "ndcg10", "als_s", "als_ndcg10")
    names = ("engine", *steps, "cpu_s", "peak_mb")
    cells = [
        [f"{row[n]:.4g}" if isinstance(row.get(n), float) else str(row.get(n, "–")) for n in names]
        for row in result["rows"]
    ]
    terminal.table([names, *cells])
    terminal.document(result)
    return 0


def _bench_start(_options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    from epicrec_desktop.lab.benchmarks import start_bench  # noqa: PLC0415

    result = start_bench.run(job=Job(terminal.report, cancelled))
    names = ("first_paint_s", "usable_s", "cpu_s")
    rows = [(str(k), start) for k, start in enumerate(result["starts"], start=1)]
    cells = [
        [label, *("–" if row[n] is None else f"{row[n]:.3f}" for n in names)]
        for label, row in [*rows, ("median", result)]
    ]
    terminal.say(f"New processes, warm file cache, {result['movies']} movies, {result['display']}")
    terminal.table([("start", *names), *cells])
    terminal.say(
        f"Promised: first paint under {start_bench.FIRST_PAINT_S} s, "
        f"usable under {start_bench.USABLE_S} s"
    )
    terminal.document(result)
    return 0


def _bench_wall(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    from epicrec_desktop.lab.benchmarks import wall_bench  # noqa: PLC0415

    posters = wall_bench.POSTERS if options.titles is None else options.titles
    result = wall_bench.run(posters, job=Job(terminal.report, cancelled))
    terminal.table((k, f"{v:.4g}") for k, v in result.items() if v is not None)
    terminal.say(
        f"Promised: {wall_bench.FRAMES_PER_S} frames a second, under {wall_bench.PEAK_MB} MB"
    )
    terminal.document(result)
    return 0


_BENCHES: dict[str, Callable[[argparse.Namespace, Terminal, IsCancelled], int]] = {
    "import": _bench_import,
    "perturbation": _bench_perturbation,
    "ranking": _bench_ranking,
    "scan": _bench_scan,
    "search": _bench_search,
    "server": _bench_server,
    "spark": _bench_spark,
    "start": _bench_start,
    "wall": _bench_wall,
}


COMPLETIONS = {"bash": "epicrec.bash", "zsh": "_epicrec", "fish": "epicrec.fish"}


def completion(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    """Print what completes commands in a shell, as it is."""
    script = resources.path("terminal", COMPLETIONS[options.shell]).read_text(encoding="utf-8")
    if options.json:
        terminal.document({"shell": options.shell, "script": script})
    else:
        sys.stdout.write(script)
    return 0


def selfcheck(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    """Check that this installation is whole: resources, a solve, TLS, the database, a window."""
    results = check_installation(window=not options.no_window)
    terminal.table(
        ("ok" if result.problem is None else "FAILED", result.name, result.problem or result.detail)
        for result in results
    )
    terminal.document(
        [
            {"name": r.name, "ok": r.problem is None, "detail": r.problem or r.detail}
            for r in results
        ]
    )
    failed = [r.name for r in results if r.problem is not None]
    if failed:
        terminal.problem(f"This installation is not whole: {', '.join(failed)}.")
    return 1 if failed else 0


def _catalog(path: Path | None, terminal: Terminal, cancelled: IsCancelled) -> Catalog:
    """The catalog at a path, else the starter catalog."""
    if path is None:
        return load_starter()
    return read_source(path, Job(terminal.report, cancelled)).catalog
