"""Joins what `resources/catalog/` says of movies: `python packaging/joined_facts.py`.

The program reads the result, `joined.json`, in a tenth of the time that joining takes. It is made
by a build (`build_hook.py`), and in a checkout by the program that misses it or finds it outdated.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec
import msgspec.structs

from epicrec_desktop import resources
from epicrec_desktop.catalog.facts_table import FactsRow, load_facts
from epicrec_desktop.catalog.movie_facts import (
    SECTIONS,
    JoinedFacts,
    MovieFacts,
    Trait,
    all_traits,
    load_traits,
    public_ids,
)
from epicrec_desktop.catalog.starter import load_starter

FOLDER = resources.path("catalog")
FILE = FOLDER / "joined.json"


def load_sequels() -> frozenset[str]:
    """Return the labels of movies that follow another one. Raises `ValueError`."""
    text = (FOLDER / "sequels.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    if not lines or not all(line.endswith(")") for line in lines):
        raise ValueError("no films")
    return frozenset(lines)


def load_sentences(path: Path = FOLDER / "sentences.tsv") -> Mapping[str, Mapping[str, str]]:
    """Return by label what a movie is about, a sentence by language: "en", "de".

    Raises `ValueError`.
    """
    text = path.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    head, *languages = lines[0].split("\t") if lines else ("",)
    if head != "film" or "en" not in languages:
        raise ValueError("no sentences, or other columns")
    found: dict[str, Mapping[str, str]] = {}
    for line in lines[1:]:
        label, *sentences = line.split("\t")
        if not label.endswith(")") or label in found or len(sentences) != len(languages):
            raise ValueError("no film, a film twice, or a row of another length")
        written = zip(languages, sentences, strict=True)
        found[label] = {language: sentence for language, sentence in written if sentence}
    return found


_SHOWN = ("series", "themes", "tones")
"""Sections of `knowledge.txt` that are shown of a movie; circles are for ranking alone, subjects
for the search."""


MODELED = {"directors": 130, "actors": 64}
"""So many people models learn from, the best-known ones: with more of them the built-in model
ranks worse, as each movie then has people of its own."""
_EVERYWHERE = "United States"
"""The country of more than half of the movies, which models do not learn from."""


def modeled_traits(fame: Mapping[str, float]) -> list[Trait]:
    """Return the traits that models learn from, without subjects; `fame` is by label."""
    by_section: dict[str, list[Trait]] = {section: [] for section in SECTIONS[:-1]}
    for trait in all_traits():
        if trait.section in by_section and trait.name != _EVERYWHERE and len(trait.movies) > 1:
            by_section[trait.section].append(trait)
    for section, most in MODELED.items():
        by_section[section].sort(key=lambda trait: -sum(fame.get(f, 0.0) for f in trait.movies))
        del by_section[section][most:]
    return [trait for section in by_section.values() for trait in section]


def join() -> JoinedFacts:
    """Return what the files say, movie by movie in the order of the starter catalog."""
    movies = {movie.label: movie for movie in load_starter().movies}
    place = {label: position for position, label in enumerate(movies)}
    shown: dict[str, dict[str, list[str]]] = {label: {} for label in movies}
    follow = set(load_sequels())
    for trait in load_traits():
        years = {label: movies[label].year or 0 for label in trait.movies if label in movies}
        first = min(years.values(), default=0)
        for label, year in years.items():
            if trait.section in _SHOWN:
                shown[label].setdefault(trait.section, []).append(trait.name)
            if trait.section == "series" and year > first:
                follow.add(label)
    facts, sentences = load_facts(), load_sentences()
    known = [
        MovieFacts(
            **{section: tuple(names) for section, names in shown[label].items()},
            **msgspec.structs.asdict(facts.get(label, FactsRow())),
            follows=label in follow,
            sentences=sentences.get(label, {}),
        )
        for label in movies
    ]
    traits = modeled_traits({label: movie.popularity for label, movie in movies.items()})
    return JoinedFacts(
        tuple(zip(map(public_ids, movies.values()), known, strict=True)),
        tuple((one.section, tuple(place[f] for f in one.movies if f in place)) for one in traits),
    )


def to_text(joined: JoinedFacts) -> str:
    """Return the file: a movie or trait a line."""
    movies, traits = (
        ",\n".join(msgspec.json.encode(one).decode("utf-8") for one in several)
        for several in (joined.films, joined.traits)
    )
    return f'{{"films":[\n{movies}\n],"traits":[\n{traits}\n]}}\n'


def main() -> None:
    """Write the file; a program that reads it meanwhile finds it whole."""
    made = FILE.with_suffix(f".{os.getpid()}")
    made.write_text(to_text(join()), encoding="utf-8", newline="\n")
    made.replace(FILE)


if __name__ == "__main__":
    main()
