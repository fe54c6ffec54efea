"""`epicrec library rate`: what one thinks of a movie, as the window keeps it."""

import pytest

from command_line import Epicrec


@pytest.fixture
def rated(fresh, tmp_path) -> Epicrec:
    """Return the program over two movies watched, one of them rated by an import."""
    table = tmp_path / "films.csv"
    table.write_text("Title,Year,Rating10\nHeat,1995,\nAlien,1979,9\n", encoding="utf-8")
    fresh("library", "import", str(table))
    return fresh


def ratings(epicrec: Epicrec) -> dict[str, tuple[str | None, bool]]:
    return {m["title"]: (m["rating"], m["seen_again"]) for m in epicrec.json("library")}


def test_a_movie_is_rated_and_the_rating_is_removed(rated):
    assert "disliked" in rated("library", "rate", "Heat (1995)", "disliked").stdout
    assert ratings(rated) == {"Heat": ("disliked", False), "Alien": (None, False)}
    assert "disliked, again" in rated("library", "rate", "heat", "again").stdout
    rated("library", "rate", "Heat", "liked")
    assert ratings(rated)["Heat"] == ("liked", True)
    rated("library", "rate", "Heat", "none")
    assert ratings(rated)["Heat"] == (None, False)


def test_the_day_of_a_movie_is_written_stays_with_ratings_and_goes(rated):
    def days():
        return {m["title"]: m["day"] for m in rated.json("library")}

    rated("library", "seen", "Heat (1995)", "2024-05-03")
    rated("library", "rate", "Heat", "liked")
    rated("library", "rate", "Heat", "none")
    assert days() == {"Heat": "2024-05-03", "Alien": None}
    table = rated.base / "mine.csv"
    rated("library", "export", str(table))
    assert "2024-05-03" in table.read_text(encoding="utf-8")
    for wrong in ("3 May 2024", "2024-13-01", "1890-01-01", "9999-01-01"):
        rated("library", "seen", "Heat", wrong, code=2)
    rated("library", "seen", "Heat", "none")
    assert days()["Heat"] is None


def test_only_a_watched_movie_can_be_rated(rated):
    rated("library", "reject", "Heat")
    assert "Confirm it first" in rated.problem("library", "rate", "Heat", "liked")
    assert ratings(rated)["Heat"] == (None, False)
    rated("library", "rate", "Heat", "superb", code=2)
