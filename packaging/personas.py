"""Makes the personas that ship with the program of movie facts: `python packaging/personas.py`.

No public rating is used. A persona has the movies of one director, series, actor, theme, country,
tone or circle; those whose movies are best known come first.
"""

from __future__ import annotations

from collections.abc import Sequence

from epicrec_desktop import resources
from epicrec_desktop.catalog.movie_facts import Trait, all_traits
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.recommend.personas import FEWEST, MOST, SHIPPED, PersonaSet

HEADER = """\
# Made-up people, the same in every installation: each line is one, with the films it watched.
# Services are asked what they would recommend to each of them (docs/privacy.md). Made of
# facts.tsv, knowledge.txt and starter.csv by packaging/personas.py; nobody's ratings are in here.
"""


COUNT = 1_000


def build_personas(
    traits: Sequence[Trait], starter: Catalog, count: int = COUNT, name: str = SHIPPED
) -> PersonaSet:
    """Return a persona for each of the `count` traits whose movies are best known.

    Only movies with an id of IMDb, which other services know; of many, the best known. The order is
    that of sums of whole numbers, so it is the same on every computer.
    """
    movies = {movie.label: movie for movie in starter.movies if movie.imdb_id}
    found: dict[tuple[str, ...], tuple[int, str]] = {}
    for trait in traits:
        labels = sorted({label for label in trait.movies if label in movies})
        labels.sort(key=lambda label: -movies[label].fame)
        ids = tuple(sorted(str(movies[label].wire_id) for label in labels[:MOST]))
        if trait.section != "subjects" and len(ids) >= FEWEST:
            fame = sum(_fame(movies[label]) ** 2 for label in labels[:MOST])
            found.setdefault(ids, (fame, f"{trait.section}: {trait.name}"))
    best = sorted(found, key=lambda ids: (-found[ids][0], ids))[:count]
    return PersonaSet(name, tuple((found[ids][1], ids) for ids in best))


def _fame(movie: Movie) -> int:
    return round(movie.fame)


def main() -> None:
    """Write the file and print its digest."""
    personas = build_personas(all_traits(), load_starter())
    path = resources.path("personas", f"{SHIPPED}.txt")
    path.write_text(HEADER + personas.to_text(), encoding="utf-8", newline="\n")
    print(f"{len(personas.personas)} personas, {personas.digest}: {path}")


if __name__ == "__main__":
    main()
