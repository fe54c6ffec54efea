"""How accurate matching is, per kind of row, beside the figures kept last: `make accuracy`.

Four sets: the corpus on its own catalog, traces and held-out rows on the starter catalog, and,
where MovieLens is there (`make data`), the public sample on it. A row is found if its movies are
named, or if they are among those of which it is asked which one. With --save the figures are kept.
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import labeled_rows

from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.catalog.starter import add_starter_titles
from epicrec_desktop.domain.history import Decision
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.matching.matcher import Matcher
from public_data import find_movielens

KEPT = labeled_rows.TRACES / "figures.json"
PUBLIC_SAMPLE = Path(__file__).with_name("public_sample.jsonl")
HELD_OUT = Path(__file__).with_name("held_out.jsonl")
"""Rows that no rule was made from, but that the mistakes in those not `aside` were mended."""


@dataclass
class Figures:
    """Of rows of one kind: shares of all rows, and two numbers that are to be 0.

    `found`: the right movies, taken, suggested or asked about; `accepted`: taken, and right;
    `accepted_if_new`: the same if each row was visited in the year its movie came out. Of rows
    without a movie all are 0. `wrongly_accepted`: rows; `suggested`: rows without a movie that
    suggest one.
    """

    rows: int = 0
    found: float = 0.0
    accepted: float = 0.0
    accepted_if_new: float = 0.0
    wrongly_accepted: int = 0
    suggested: int = 0


@dataclass(frozen=True)
class Row:
    """A labelled row: positions of its movies in the catalog."""

    kind: str
    url: str
    title: str
    movies: tuple[int, ...]


def figures(matcher: Matcher, rows: Iterable[Row]) -> dict[str, Figures]:
    """The figures of each kind."""
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        match = matcher.match(row.url, row.title)
        asked = match.decision is Decision.WHICH
        right = bool(row.movies) and (
            set(row.movies) <= set(match.movies) if asked else set(row.movies) == set(match.movies)
        )
        taken = match.decision is Decision.ACCEPT
        count = counts.setdefault(row.kind, Counter())
        count["rows"] += 1
        count["found"] += right
        count["accepted"] += right and taken
        count["accepted_if_new"] += right and (taken or match.if_new)
        count["wrongly_accepted"] += taken and not right
        count["suggested"] += bool(match.movies) and not row.movies
    return {kind: _shares(count) for kind, count in counts.items()}


def _shares(count: Counter[str]) -> Figures:
    rows = count["rows"]
    return Figures(
        rows,
        round(count["found"] / rows, 4),
        round(count["accepted"] / rows, 4),
        round(count["accepted_if_new"] / rows, 4),
        count["wrongly_accepted"],
        count["suggested"],
    )


def of_traces() -> dict[str, Figures]:
    """Of the traces."""
    rows = (Row(t.kind, t.url, t.title, t.movies) for t in labeled_rows.all_traces())
    return figures(Matcher(labeled_rows.catalog()), rows)


def of_corpus() -> dict[str, Figures]:
    """Of the corpus."""
    return _of_labelled(labeled_rows.corpus_catalog(), labeled_rows.corpus_rows())


def of_public_sample() -> dict[str, Figures]:
    """Of the public sample; empty where MovieLens is not there."""
    movielens = find_movielens()
    if movielens is None:
        return {}
    rows = [json.loads(line) for line in PUBLIC_SAMPLE.read_text(encoding="utf-8").splitlines()]
    return _of_labelled(add_starter_titles(read_source(movielens).catalog), rows)


def _of_labelled(catalog: Catalog, rows: list[dict[str, object]]) -> dict[str, Figures]:
    position = {movie.movielens_id: i for i, movie in enumerate(catalog.movies)}
    labelled = (
        Row(
            str(row["kind"]),
            str(row["url"]),
            str(row["title"]),
            tuple(position[i] for i in row["movie_ids"]),
        )
        for row in rows
    )
    return figures(Matcher(catalog), labelled)


def of_held_out() -> dict[str, Figures]:
    """Of the held-out rows: movies, and what is none ("nothing"), by tier and half."""
    catalog = labeled_rows.catalog()
    place = {movie.label: i for i, movie in enumerate(catalog.movies)}
    rows = map(json.loads, HELD_OUT.read_text(encoding="utf-8").splitlines())
    labelled = (
        Row(
            f"{row['tier']} {'films' if row['film'] else 'nothing'}"
            f"{', aside' if row['aside'] else ''}",
            row["url"],
            row["title"],
            (place[row["film"]],) if row["film"] else (),
        )
        for row in rows
    )
    return figures(Matcher(catalog), labelled)


SETS: dict[str, Callable[[], dict[str, Figures]]] = {
    "traces": of_traces,
    "corpus": of_corpus,
    "held out": of_held_out,
    "public sample": of_public_sample,
}


def measured() -> dict[str, dict[str, dict[str, float]]]:
    """The figures of every set by kind, as they are kept."""
    return {
        name: {kind: asdict(figure) for kind, figure in sorted(measure().items())}
        for name, measure in SETS.items()
    }


def main() -> None:
    """Print the figures beside those kept; with --save, keep them."""
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {}
    now = measured()
    out = sys.stdout
    for name, kinds in now.items():
        head = "".join(f"{share:>16}" for share in ("found", "accepted", "if new"))
        out.write(f"\n{name}\n{'kind':34}{'rows':>6}{head}{'wrong':>7}\n")
        for kind, figure in kinds.items():
            then = kept.get(name, {}).get(kind, {})
            shares = "".join(
                f"{_before(then.get(share)):>7} {figure[share]:8.3f}"
                for share in ("found", "accepted", "accepted_if_new")
            )
            wrong = int(figure["wrongly_accepted"])
            out.write(f"{kind:34}{int(figure['rows']):6}{shares}{wrong:7}\n")
    if "--save" in sys.argv:
        kept |= {name: kinds for name, kinds in now.items() if kinds}  # MovieLens may be missing
        KEPT.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def _before(share: float | None) -> str:
    return "" if share is None else f"{share:.3f}"


if __name__ == "__main__":
    main()
