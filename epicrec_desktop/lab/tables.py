"""Results of the experiments as tables for the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from epicrec_desktop.console.extras import how_to_install
from epicrec_desktop.console.terminal import Terminal

Result = Mapping[str, Any]
"""What an experiment returns; the JSON document of `evaluate`."""


def print_calibration(result: Result, terminal: Terminal) -> None:
    """Print the result of `evaluate calibration`."""
    z = "  ".join(f"{value:.2f}" for value in result["figure4"]["z"])
    terminal.say(f"EpicRec, figure 4: z = {z}")
    catalog = result["catalog"]
    terminal.say(
        f"Catalog: {catalog['items']} items, {catalog['categories']} categories, "
        f"{catalog['groups']} groups, {catalog['maximal_rows']} maximal rows"
    )
    terminal.table((name, f"{scale:.3f}") for name, scale in catalog["z"].items())
    terminal.say(f"Mean z {catalog['mean_z']:.4f}; plain Laplace {catalog['plain_laplace']:g}")


def print_quantification(result: Result, terminal: Terminal) -> None:
    """Print the result of `evaluate quantification`."""
    terminal.say(f"Budgets  {'  '.join(f'{value:.2f}' for value in result['budgets'])}")
    terminal.say(f"Mean     {result['mean']:.3f}")
    multi = result["multi_level"]
    if multi is not None:
        budgets = "  ".join(f"{value:.2f}" for value in multi["budgets"])
        terminal.say(f"With random levels per category  {budgets}")
        terminal.say(f"Mean                             {multi['mean']:.3f}")


def print_perturbation(result: Result, terminal: Terminal) -> None:
    """Print the result of `evaluate perturbation`."""
    terminal.say(
        f"{result['users']} {result['population']}; mean count {result['mean_count']:.1f} per "
        "category. Mean absolute error per category, with 95 % intervals:"
    )
    names = {"epsilon": "ε", "mae_noisy": "noisy", "mae": "sanitized", "ci": "±"}
    names |= {"mae_movies": "as movies", "bound": "bound"}
    _columns(terminal, result["rows"], {"mechanism": "mechanism"} | names)
    terminal.say("(M): with a random level for each category, over the Perturbed ones")


def print_multiupp(result: Result, terminal: Terminal) -> None:
    """Print the result of `evaluate multiupp`."""
    terminal.say(
        f"{result['draws']} draws of budgets over {result['categories']} categories. Error of the "
        "baseline t/r over that of the noise optimized for each utility, mean over draws:"
    )
    names = {"utility": "optimized for", "epsilon": "ε", "gain_mae": "gain MAE", "ci": "±"}
    names |= {"gain_mse": "gain MSE", "gain_mael": "gain MAEL", "kl": "KL", "mae": "median MAE"}
    _columns(terminal, result["rows"], names)
    floor = result["floors"]["mae"]
    terminal.say(f"Lower bound of the median MAE at any ε (theorem 3): {floor:.2f}")
    free = result["smallest_unconstrained_epsilon"]
    terminal.say(f"Median ε from which budgets are met in full (theorem 2): {free:.2f}")
    study = result["case_study"]
    if study is not None:
        terminal.say(f"Recommending from perturbed profiles, ε = {study['epsilon']:g}:")
        names = {"name": "profile", "ndcg10": "NDCG@10", "ci": "±", "mae_loss": "MAE loss"}
        _columns(terminal, study["rows"], names, digits=3)


def print_heterogeneous(result: Result, terminal: Terminal) -> None:
    """Print the result of `evaluate heterogeneous`."""
    terminal.say(
        f"{result['users']} {result['population']}, {result['peers']} peers. A share of each "
        f"user's items may cost {result['weight']:g} of ε. Mean absolute error, with 95 % "
        f"intervals, and the part of the {result['neighbors']} nearest peers that is found:"
    )
    names = {"query": "query", "mechanism": "mechanism", "share": "share", "epsilon": "ε"}
    names |= {"mae": "error", "ci": "±", "distortion": "distortion", "recall": "recall"}
    _columns(terminal, result["rows"], names | {"loss_sensitive": "a sensitive item costs"})


def print_multitrust(result: Result, terminal: Terminal) -> None:
    """Print the result of `evaluate multitrust`."""
    coalition = result["coalition"]
    terminal.say(
        "Five providers put their copies together. Squared error of a count over that of the best "
        "member's noise, how much of it they remove, error in movies, and the ε it costs:"
    )
    names = {"mse": "error", "gain": "gain", "gain_ci": "±", "mae": "movies", "loss": "ε"}
    _columns(terminal, coalition["rows"], {"name": "copies"} | names)
    terminal.say("Gaussian copies: normalized error of age against the number of copies M")
    shown = [m for m in (1, 2, 5, 10, 20, 30) if m <= len(result["magnitudes"])]
    errors: dict[str, dict[str, Any]] = {}
    for row in result["rows"]:
        known = row["knowledge"]
        name = row["scheme"] if known == "perfect" else f"{row['scheme']}, {known} N² samples"
        errors.setdefault(name, {"attack": name})[f"M = {row['copies']}"] = row["error"][0]
    heads = {name: name for name in ("attack", *(f"M = {m}" for m in shown))}
    _columns(terminal, list(errors.values()), heads, digits=3)
    for table in result["figure4"]:
        for classifier, difference in table["differences"].items():
            low = "" if difference["ci"] is None else f" ± {difference['ci']:.3f}"
            terminal.say(
                f"{table['table']}, {classifier}: accuracy {table['original'][classifier]:.3f} "
                f"without noise; nested minus independent {difference['mean']:+.3f}{low}"
            )
    if not result["figure4"]:
        terminal.say(f"Figure 4 needs scikit-learn: {how_to_install('lab')}")
    slowest = max(row["seconds"] for row in result["figure5"] if row["scheme"] == "nested")
    terminal.say(f"Algorithm 3, {result['timed_tuples']:,} tuples: at most {slowest:.2f} s")


def print_runtime(result: Result, terminal: Terminal) -> None:
    """Print the result of `evaluate runtime`."""
    terminal.say(f"Medians of {result['repeats']} runs on one thread, in seconds:")
    names = {"system": "system", "step": "step", "items": "movies", "seconds": "seconds"}
    _columns(terminal, result["rows"], names, digits=4)
    paper = ", ".join(f"{name} {value:g} s" for name, value in result["paper_seconds"].items())
    terminal.say(f"The paper's figure 7, at most: {paper}")


def print_recommendation(result: Result, terminal: Terminal) -> None:
    """Print the result of `evaluate recommendation`."""
    terminal.say(
        f"{result['users']} users held out. Ranking of hidden movies, with the 95 % interval of "
        "NDCG@10; × is the ratio to popularity; MAE loss is the paper's, on predicted ratings:"
    )
    names = {"epsilon": "ε", "ndcg10": "NDCG@10", "ci": "±", "recall20": "recall@20"}
    names |= {"over_popularity": "×", "mae_loss": "MAE loss"}
    _columns(terminal, result["rows"], {"name": "method"} | names, digits=3)
    terminal.say(
        "The first ten: share of less known movies, how alike they are, and how many different "
        "ones were shown to anybody:"
    )
    variety = {"ndcg10": "NDCG@10", "less_known": "less known", "alike": "alike", "shown": "shown"}
    settled = [row for row in result["rows"] if row["epsilon"] is None]
    _columns(terminal, settled, {"name": "method"} | variety, digits=3)
    terminal.say("By level (mixed: a random level for each category):")
    _columns(terminal, result["levels"], {"level": "level", "name": "method"} | names, digits=3)
    epsilon = result["quantified"][0]["epsilon"]
    terminal.say(f"Lists of each category, releases at ε = {epsilon:g}, NDCG@10:")
    _columns(terminal, _by_category(result, epsilon), _CATEGORY_COLUMNS, digits=3)
    here = result["here_over_service"]
    terminal.say(
        f"Ranked here, at any level: {100 * here['ratio']:.1f} % of the service's best on the true "
        f"history ({100 * here['ci'][0]:.1f} to {100 * here['ci'][1]:.1f}); the lists "
        f"{'are' if result['here_identical'] else 'ARE NOT'} identical at every level."
    )
    full = result["model_over_full"]
    if full is not None:
        terminal.say(
            f"The model in use, on the true history: {100 * full['ratio']:.1f} % of the full "
            f"linear autoencoder ({100 * full['ci'][0]:.1f} to {100 * full['ci'][1]:.1f})."
        )
    for one in result["quantified"]:
        if one["published"] is None:  # the true history predicted every rating exactly
            continue
        terminal.say(
            f"The paper's MAE loss at the quantified budget, {one['level']}, ε = "
            f"{one['epsilon']:g}: as published {100 * one['published']:.1f} %, improved "
            f"{100 * one['improved']:.1f} %. What it hides: knowing nothing at all of the person "
            f"loses {100 * one['nothing']:.1f} %, and by NDCG@10 these lists of movies have "
            f"{one['published_over_popularity']:.2f} and {one['improved_over_popularity']:.2f} of "
            "popularity's worth."
        )


_CATEGORY_COLUMNS = {
    "category": "category",
    "users": "users",
    "no release, ranked here": "here",
    "true history on the service": "true, service",
    "improved, aware scorer": "improved, aware",
    "as published": "published",
    "popularity": "popularity",
}


def _by_category(result: Result, epsilon: float) -> list[dict[str, Any]]:
    """Return one row per category: NDCG@10 of the methods without a budget and at this one."""
    rows: dict[str, dict[str, Any]] = {}
    for row in result["categories"]:
        if row["epsilon"] in (None, epsilon):
            record = rows.setdefault(row["category"], {"category": row["category"]})
            record |= {"users": row["users"], row["name"]: row["ndcg10"]}
    return list(rows.values())


def print_starter(result: Result, terminal: Terminal) -> None:
    """Print the result of `evaluate starter`."""
    terminal.say(
        f"{result['people']} people in {result['folds']} folds, {100 * result['films']:.0f} % of "
        "whose ratings are of films in the starter catalog, which are all candidates. NDCG@10 with "
        "its 95 % interval, and × the share of what a model trained on the other people has:"
    )
    rows = _with_bounds(result["rows"], "of_trained_ci")
    names = {"model": "ranked by", "users": "people", "ndcg10": "NDCG@10", "ci": "±"}
    names |= {"of_trained": "×", "from": "from", "to": "to", "over_popularity": "of popularity"}
    _columns(terminal, rows, {"group": "people"} | names, digits=3)


def print_personas(result: Result, terminal: Terminal) -> None:
    """Print the result of `evaluate personas`."""
    terminal.say(
        f"People in {result['folds']} folds; candidates are films that only the provider has. "
        "NDCG@10 with its 95 % interval, and × popularity there:"
    )
    rows = _with_bounds(result["rows"], "over_popularity_ci")
    names = {"films": "films", "name": "", "question": "question", "epsilon": "ε"}
    names |= {"personas": "personas", "requests": "requests", "bytes": "bytes"}
    names |= {"ndcg10": "NDCG@10", "ci": "±", "over_popularity": "×", "from": "from", "to": "to"}
    _columns(terminal, rows, {"service": "service"} | names | {"agreement": "agrees"}, digits=3)


def print_contribution(result: Result, terminal: Terminal) -> None:
    """Print the result of `evaluate contribution`."""
    terminal.say(
        f"{result['users']} users held out; contributions by randomized response on "
        f"{result['candidates']} movies. NDCG@10; gain is the ratio to the better model of the "
        "seed alone, with its 95 % interval:"
    )
    rows = _with_bounds(result["rows"], "gain_ci")
    for row in rows:
        row["contributions"] = f"{row['contributions']:,}" if row["contributions"] else "–"
    names = {"seed_users": "seed", "epsilon": "ε", "contributions": "contributions"}
    names |= {"ndcg10": "NDCG@10", "ci": "±", "gain": "gain", "from": "from", "to": "to"}
    _columns(terminal, rows, {"name": "trained on"} | names, digits=3)
    for one in result["helps_from"]:
        number = one["contributions"]
        from_on = "not at all" if number is None else f"from {number:,} contributions on"
        terminal.say(
            f"Seed of {one['seed_users']}, ε = {one['epsilon']:g}: better than the seed alone "
            f"{from_on}"
        )


def _with_bounds(rows: Sequence[Result], interval: str) -> list[dict[str, Any]]:
    """Return copies of the rows with the bounds of an interval as columns `from` and `to`."""
    return [{**row, "from": row[interval][0], "to": row[interval][1]} for row in rows]


def _columns(
    terminal: Terminal, rows: Sequence[Result], names: Mapping[str, str], *, digits: int = 2
) -> None:
    """Print a table with these columns of the rows, under their names."""
    cells = [
        [_cell(row[key], None if key == "epsilon" else digits) for key in names] for row in rows
    ]
    terminal.table([list(names.values()), *cells])


def _cell(value: Any, digits: int | None) -> str:
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:g}" if digits is None else f"{value:.{digits}f}"
    return str(value)
