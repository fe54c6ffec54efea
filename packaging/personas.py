"""Writes the personas that ship with the program: `python packaging/personas.py`."""

from __future__ import annotations

from epicrec_desktop import resources
from epicrec_desktop.catalog.movie_facts import all_traits
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.lab.personas import build_personas
from epicrec_desktop.recommend.personas import SHIPPED

HEADER = """\
# Made-up people, the same in every installation: each line is one, with the films it watched.
# Services are asked what they would recommend to each of them (docs/privacy.md). Made of
# facts.tsv, knowledge.txt and starter.csv by packaging/personas.py; nobody's ratings are in here.
"""


def main() -> None:
    """Write the file and print its digest."""
    personas = build_personas(all_traits(), load_starter())
    path = resources.path("personas", f"{SHIPPED}.txt")
    path.write_text(HEADER + personas.to_text(), encoding="utf-8", newline="\n")
    print(f"{len(personas.personas)} personas, {personas.digest}: {path}")


if __name__ == "__main__":
    main()
