"""`epicrec-lab question`: what must be known of a public set, for others to recognize it."""

import json
from pathlib import Path

import numpy as np

from epicrec_desktop.catalog import sources
from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.lab.cli import main


def tables(folder: Path) -> Path:
    """Two kinds of people, each of whom watched mostly the movies of one category."""
    generator = np.random.default_rng(1)
    movies = [f"{i},Film {i} ({1980 + i}),{('War', 'Comedy')[i % 2]}" for i in range(1, 31)]
    ratings = [
        f"{user},{i},4.0,1"
        for user in range(1, 41)
        for i in range(1, 31)
        if generator.random() < (0.7 if i % 2 == user % 2 else 0.1)
    ]
    for name, head, lines in (
        ("movies.csv", "movieId,title,genres", movies),
        ("ratings.csv", "userId,movieId,rating,timestamp", ratings),
    ):
        (folder / name).write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return folder


def test_what_it_prints_makes_a_set_recognized(tmp_path, capsys, monkeypatch):
    folder = tables(tmp_path)
    assert main(["question", str(folder), "--name", "made-up-1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert read_source(folder).recognized is None
    known = {"made-up": (found["ratings"], found["content"])}
    monkeypatch.setattr(sources, "RECOGNIZED", known)
    assert read_source(folder).recognized == "made-up"
    first = found["cells"][0]
    kinds = [{int(label[5:].split()[0]) % 2 for label in first[side]} for side in ("adds", "takes")]
    assert kinds in ([{0}, {1}], [{1}, {0}])
    assert main(["question", str(tmp_path / "nowhere"), "--name", "made-up-1"]) == 1


def test_too_few_users_are_a_sentence(tmp_path, capsys):
    folder = tables(tmp_path)
    ratings = folder / "ratings.csv"
    lines = ratings.read_text(encoding="utf-8").splitlines()
    few = [line for line in lines if line.startswith(("userId", "1,"))]
    ratings.write_text("\n".join(few) + "\n", encoding="utf-8")
    assert main(["question", str(folder), "--name", "made-up-1"]) == 1
    assert "too few users" in capsys.readouterr().err
