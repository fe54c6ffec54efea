"""The table of facts: its rows, its people, and files that are damaged."""

from importlib import import_module
from pathlib import Path

import pytest

from epicrec_desktop import resources
from epicrec_desktop.catalog.facts_table import COLUMNS, FactsRow, load_facts, read_facts
from epicrec_desktop.domain.errors import CatalogError

HEAD = "\t".join(COLUMNS)
PEOPLE = "Michael Mann\tAl Pacino|Robert De Niro\tAmy Brenneman"
HEAT = f"Heat (1995)\t170\tUnited States\tEnglish\t{PEOPLE}"


@pytest.fixture
def row(monkeypatch):
    """Return what writes a line of the table."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "packaging"))
    return import_module("facts_table").row


def test_a_row_is_read_as_it_is_written(row):
    facts = read_facts(f"# a comment\n{HEAD}\n{HEAT}\nDuel (1971)\t\t\t\t\t\t\n")
    assert facts["Heat (1995)"] == FactsRow(
        170,
        ("United States",),
        ("English",),
        ("Michael Mann",),
        ("Al Pacino", "Robert De Niro"),
        ("Amy Brenneman",),
    )
    assert facts["Duel (1971)"] == FactsRow()
    assert [row(label, movie) for label, movie in facts.items()] == [
        HEAT,
        "Duel (1971)\t\t\t\t\t\t",
    ]


def test_the_table_is_written_as_the_command_writes_it(row):
    text = resources.path("catalog", "facts.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert lines == [HEAD, *(row(label, movie) for label, movie in load_facts().items())]


@pytest.mark.parametrize(
    ("movie", "minutes"),
    [
        ("Heat (1995)", 170),
        ("The Lord of the Rings: The Return of the King (2003)", 201),
        ("Toy Story (1995)", 81),
        ("La Jetée (1962)", 28),
        ("Parasite (2019)", 132),
        ("The Brutalist (2024)", 214),
    ],
)
def test_a_few_lengths_that_everybody_can_look_up(movie, minutes):
    assert abs((load_facts()[movie].minutes or 0) - minutes) <= 2


def test_a_few_people_that_everybody_can_look_up():
    facts = load_facts()
    assert facts["Star Wars (1977)"].directors == ("George Lucas",)
    assert facts["Fargo (1996)"].directors == ("Joel Coen", "Ethan Coen")
    assert facts["Portrait of a Lady on Fire (2019)"].leads[:2] == (
        "Noémie Merlant",
        "Adèle Haenel",
    )
    assert facts["Spirited Away (2001)"].leads[0] == "Rumi Hiiragi", "no dubbed voices"


def test_lengths_are_those_of_movies():
    """A slip of the pen would be far from what movies last: these few are, and are meant."""
    minutes = {label: movie.minutes for label, movie in load_facts().items() if movie.minutes}
    assert all(5 <= length <= 620 for length in minutes.values())
    long = {label for label, length in minutes.items() if length > 240}
    assert {"Shoah (1985)", "Sátántangó (1994)", "War and Peace (1965)"} <= long
    assert len(long) < 30
    assert sum(75 <= length <= 180 for length in minutes.values()) > 0.95 * len(minutes)


def test_names_are_names():
    """No initials alone, no role in brackets, and one spelling of each."""
    people = {
        name
        for movie in load_facts().values()
        for name in (*movie.directors, *movie.leads, *movie.cast)
    }
    assert not [name for name in people if set(name) & set("()[];/")]
    plain: dict[str, str] = {}
    for name in people:
        assert plain.setdefault(name.casefold(), name) == name


@pytest.mark.parametrize(
    "text",
    [
        "",
        HEAD,
        f"film\tlength\n{HEAT}",
        f"{HEAD}\nHeat\t170\t\t\t\t\t",
        f"{HEAD}\nHeat (1995)\t170",
        f"{HEAD}\n{HEAT}\n{HEAT}",
        *(f"{HEAD}\nHeat (1995)\t{n}\t\t\t\t\t" for n in ("0", "-170", "1001", "1e2", "9" * 5_000)),
        f"{HEAD}\nHeat (1995)\t\t\t\tMichael Mann||B\t\t",
        f"{HEAD}\nHeat (1995)\t\t\t\tMichael Mann|Michael Mann\t\t",
    ],
)
def test_a_damaged_table_is_reported(tmp_path, text):
    file = tmp_path / "facts.tsv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CatalogError, match="damaged"):
        load_facts(file)
    with pytest.raises(CatalogError, match="damaged"):
        load_facts(tmp_path / "nowhere.tsv")
