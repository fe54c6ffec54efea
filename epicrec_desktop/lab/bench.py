"""`epicrec-lab bench`: the benchmarks, as tables and JSON."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from epicrec_desktop.console.arguments import minutes
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.progress import IsCancelled, Job

if TYPE_CHECKING:
    from epicrec_desktop.domain.movies import Catalog


def bench_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the name of the benchmark and the options of all of them."""
    parser.add_argument("name", choices=sorted(_BENCHES))
    parser.add_argument("--catalog", type=Path, metavar="DIR")
    parser.add_argument("--rows", type=int, help="of history, for scan; 1,000,000 by default")
    parser.add_argument(
        "--titles",
        type=int,
        help="of the catalog, for import, scan, ranking, search, server, spark, wall",
    )
    parser.add_argument("--people", type=int, help="who rate, for import and spark")
    parser.add_argument(
        "--minutes", type=minutes, help="of load, for server: what that does to its memory"
    )


def bench(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    """Run a benchmark and print its table or JSON document."""
    return _BENCHES[options.name](options, terminal, cancelled)


def _bench_perturbation(
    options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    from epicrec_desktop.lab.benchmarks import perturbation_bench  # noqa: PLC0415

    result = perturbation_bench.run(_read_catalog(options.catalog, Job(terminal.report, cancelled)))
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


def _read_catalog(path: Path | None, job: Job) -> Catalog:
    """Return the catalog at a path, else the starter catalog."""
    from epicrec_desktop.catalog.sources import read_source  # noqa: PLC0415
    from epicrec_desktop.catalog.starter import load_starter  # noqa: PLC0415

    return load_starter() if path is None else read_source(path, job).catalog
