"""Measures matching on the labelled corpus: python tests/matching/corpus_metrics.py [--save].

A row: `url`, `title`, `movie_ids` (of catalog.csv, whose imdb and tmdb ids are invented), `kind`,
`evidence`, and `tier`: ordinary (a film is there), negative (none), hard (none, and a title with
its year or a film site's look say otherwise). The accepted figures are kept beside the corpus; a
change that makes one of them worse fails the tests, and one that makes them better stores them.
"""

import csv
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from epicrec_desktop.domain.history import Decision
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.matching.matcher import Matcher

CORPUS = Path(__file__).resolve().parent / "corpus"
FIGURES = CORPUS / "figures.json"


@dataclass
class Score:
    """Shares in [0, 1]; `found` counts accept and review, `accepted` accept alone."""

    precision_found: float = 0.0  # of ordinary rows found, the share whose movie is right
    recall_found: float = 0.0  # of ordinary rows, the share found with the right movie
    precision_accepted: float = 0.0  # of all rows accepted, whatever their tier
    recall_accepted: float = 0.0  # of ordinary rows, the share accepted with the right movie
    negatives_accepted: float = 0.0
    evidence: float = 0.0  # of rows found rightly, the share whose evidence is right
    kinds: dict[str, float] = field(default_factory=dict)  # recall_found by ordinary kind
    hard_accepted: dict[str, float] = field(default_factory=dict)  # by hard kind
    wrong: list[str] = field(default_factory=list)  # "decision kind: title", for a person


def load_catalog() -> Catalog:
    """The corpus's own catalog."""
    with (CORPUS / "catalog.csv").open(encoding="utf-8", newline="") as lines:
        return Catalog(
            "corpus",
            "1",
            tuple(
                Movie(
                    row["title"],
                    int(row["year"]),
                    (),
                    imdb_id=row["imdb_id"],
                    movielens_id=int(row["movielens_id"]),
                    tmdb_id=int(row["tmdb_id"]),
                    alternative_titles=tuple(filter(None, row["alternative_titles"].split("|"))),
                    popularity=float(row["popularity"]),
                )
                for row in csv.DictReader(lines)
            ),
        )


def load_rows() -> list[dict[str, object]]:
    """Every labelled row of the corpus."""
    return [
        json.loads(line)
        for path in sorted(CORPUS.glob("*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]


def score(matcher: Matcher, rows: list[dict[str, object]]) -> Score:
    """Match every row and compare with its label."""
    counts: Counter[str] = Counter()
    by_kind: dict[tuple[str, str], list[bool]] = defaultdict(list)
    wrong: list[str] = []
    for row in rows:
        match = matcher.match(str(row["url"]), str(row["title"]))
        ids = [matcher.catalog.movies[i].movielens_id for i in match.movies[:1]]
        right = bool(ids) and ids == row["movie_ids"]
        accepted = match.decision is Decision.ACCEPT
        tier, kind = str(row["tier"]), str(row["kind"])
        counts[tier] += 1
        counts[f"{tier} found"] += bool(ids)
        counts[f"{tier} right"] += right
        counts[f"{tier} accepted"] += accepted
        counts["accepted"] += accepted
        counts["accepted right"] += accepted and right
        counts["evidence right"] += right and match.evidence.value == row["evidence"]
        by_kind[tier, kind].append(accepted if tier == "hard" else right)
        if (tier == "ordinary" and not right) or (tier != "ordinary" and accepted):
            wrong.append(f"{match.decision.value} {kind}: {row['title']}")
    shares = {key: round(sum(flags) / len(flags), 4) for key, flags in sorted(by_kind.items())}
    return Score(
        precision_found=_share(counts, "ordinary right", "ordinary found"),
        recall_found=_share(counts, "ordinary right", "ordinary"),
        precision_accepted=_share(counts, "accepted right", "accepted"),
        recall_accepted=_share(counts, "accepted right", "ordinary"),
        negatives_accepted=_share(counts, "negative accepted", "negative"),
        evidence=_share(counts, "evidence right", "ordinary right"),
        kinds={kind: s for (tier, kind), s in shares.items() if tier == "ordinary"},
        hard_accepted={kind: s for (tier, kind), s in shares.items() if tier == "hard"},
        wrong=wrong,
    )


def _share(counts: Counter[str], part: str, whole: str) -> float:
    return round(counts[part] / counts[whole], 4) if counts[whole] else 0.0


def figures(result: Score) -> dict[str, object]:
    """The figures that are kept."""
    return {name: value for name, value in vars(result).items() if name != "wrong"}


def main() -> None:
    """Print the figures; with --save, accept them."""
    result = score(Matcher(load_catalog()), load_rows())
    text = json.dumps(figures(result), indent=2) + "\n"
    sys.stdout.write(text + "\n".join(result.wrong) + "\n")
    if "--save" in sys.argv:
        FIGURES.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
