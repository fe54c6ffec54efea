"""`epicrec library rate`: what one thinks of a movie, as the window keeps it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from epicrec_desktop.cli import main


@pytest.fixture
def epicrec(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Over a library of two movies watched and one rated by an import."""
    table = tmp_path / "films.csv"
    table.write_text("Title,Year,Rating10\nHeat,1995,\nAlien,1979,9\n", encoding="utf-8")

    def run(*arguments: object, code: int = 0) -> str:
        assert main(["--base-dir", str(tmp_path / "base"), *map(str, arguments)]) == code
        captured = capsys.readouterr()
        return captured.err if code else captured.out

    run("library", "import", table)
    return run


def _rated(epicrec) -> dict[str, tuple[str | None, bool]]:
    movies = json.loads(epicrec("library", "--json"))
    return {m["title"]: (m["rating"], m["seen_again"]) for m in movies}


def test_a_movie_is_rated_and_it_is_taken_back(epicrec) -> None:
    assert "disliked" in epicrec("library", "rate", "Heat (1995)", "disliked")
    assert _rated(epicrec) == {"Heat": ("disliked", False), "Alien": (None, False)}
    assert "disliked, again" in epicrec("library", "rate", "heat", "again")
    epicrec("library", "rate", "Heat", "liked")
    assert _rated(epicrec)["Heat"] == ("liked", True)
    epicrec("library", "rate", "Heat", "none")
    assert _rated(epicrec)["Heat"] == (None, False)


def test_only_what_was_watched_is_rated(epicrec) -> None:
    epicrec("library", "reject", "Heat")
    assert "Confirm it first" in epicrec("library", "rate", "Heat", "liked", code=1)
    assert _rated(epicrec)["Heat"] == (None, False)


def test_other_words_are_wrong_use(epicrec) -> None:
    with pytest.raises(SystemExit) as left:
        epicrec("library", "rate", "Heat", "superb")
    assert left.value.code == 2
