"""The documents name what is there, and a figure stands in one place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "SECURITY.md"),
    *(
        f"docs/{name}.md"
        for name in (
            "architecture",
            "attacks",
            "evaluation",
            "packaging",
            "privacy",
            "service",
        )
    ),
)
_PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:md|toml))`")
_LINK = re.compile(r"\]\(([^)#:]+)\)")
_MADE = (".venv/", "build/", "dist/")
"""What is there only once it was built."""


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_is_there(name: str) -> None:
    text = text_of(name)
    paths = [path for path in _PATH.findall(text) if not path.startswith(_MADE)]
    assert paths
    missing = [
        path
        for path in paths
        if not any((place / path).exists() for place in (ROOT, ROOT / "epicrec_desktop"))
    ]
    missing += [path for path in paths if not (ROOT / path).resolve().is_relative_to(ROOT)]
    missing += [
        link for link in _LINK.findall(text) if not (ROOT / name).parent.joinpath(link).exists()
    ]
    assert missing == []


def test_the_readme_is_short() -> None:
    assert len(text_of("README.md").splitlines()) < 150


def test_the_figures_of_the_readme_are_those_of_the_evaluation() -> None:
    table = text_of("README.md").partition("| | measured |\n")[2].partition("\n\n")[0]
    measured = [row.split("|")[-2] for row in table.splitlines()]
    figures = [figure for cell in measured for figure in re.findall(r"\d+\.\d+", cell)]
    assert len(figures) >= 10
    evaluation = text_of("docs/evaluation.md")
    assert [figure for figure in figures if figure not in evaluation] == []


def test_every_threat_names_what_shows_that_it_is_met() -> None:
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    table = text.partition("## Threats")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("|")][2:]
    assert len(rows) > 20
    for row in rows:
        assert len(row) == 5, row
        assert row[1].strip(), row
        assert row[2].strip(), row
        assert "`tests/" in row[4] or "`make " in row[4], row
