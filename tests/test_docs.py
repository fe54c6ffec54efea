"""The documents name what is there, and a figure stands in one place."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from epicrec_desktop import __version__, confinement
from epicrec_desktop.privacy.integer_rows import FINE_MULTIPLIER
from epicrec_desktop.privacy.period import TRUST_TIERS
from epicrec_desktop.provider import personas
from epicrec_desktop.provider.remote import LONGEST_WAIT
from epicrec_desktop.recommend.wire import MAX_LIMIT
from epicrec_desktop.services import assistant, sample_recovery
from epicrec_desktop.services.contribution_service import FROM_RELEASE
from epicrec_desktop.services.learned_row import EVERY, MOST
from epicrec_desktop.services.protection import key_file
from epicrec_desktop.store.contacts import KEPT_OF_ASSISTANTS
from epicrec_desktop.updates import manifest
from epicrec_desktop.updates.manifest import order

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
    *sorted(file.relative_to(ROOT).as_posix() for file in (ROOT / "docs").rglob("*.md")),
)
_PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:md|toml))`")
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
_MADE = (".venv/", "build/", "dist/")
"""What is there only once it was built."""


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_path_is_there(name):
    text = text_of(name)
    paths = [path for path in _PATH.findall(text) if not path.startswith(_MADE)]
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


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "docs/architecture.md"])
def test_every_module_named_without_its_folder_is_there(name):
    """Such a name is short for a file of the folder that the sentence is about."""
    there = {
        file.name
        for folder in ("epicrec_desktop", "packaging", "tests")
        for file in (ROOT / folder).rglob("*.py")
    }
    named = set(re.findall(r"`([\w-]+\.py)`", text_of(name)))
    assert len(named) >= 10
    assert sorted(named - there) == []


def test_every_module_named_in_the_code_is_there():
    files = [
        file
        for folder in ("epicrec_desktop", "packaging", "tests")
        for file in (ROOT / folder).rglob("*.py")
    ]
    paths = [f"/{file.relative_to(ROOT).as_posix()}" for file in files]
    missing = [
        f"{path[1:]}: {named}"
        for file, path in zip(files, paths, strict=True)
        for named in re.findall(r"`([\w/-]+\.py)`", file.read_text(encoding="utf-8"))
        if not any(other.endswith(f"/{named}") for other in paths)
    ]
    assert missing == []


def test_every_name_in_a_recipe_is_in_the_code():
    code = "\n".join(
        file.read_text(encoding="utf-8")
        for folder in ("epicrec_desktop", "packaging", "tests")
        for file in (ROOT / folder).rglob("*.py")
    )
    names = set(re.findall(r"`(\w*[A-Z]\w*)`", text_of("CONTRIBUTING.md")))
    assert len(names) > 20
    assert sorted(name for name in names if not re.search(rf"\b{name}\b", code)) == []


def test_every_test_that_a_document_names_is_there():
    files = [*(ROOT / "tests").rglob("*.py")]
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    there = {*re.findall(r"def (test_\w+)", code), *(file.stem for file in files)}
    named = {test for name in DOCUMENTS for test in re.findall(r"`(test_\w+)`", text_of(name))}
    assert len(named) >= 10
    assert sorted(named - there) == []


def test_every_class_that_the_architecture_names_is_in_the_code():
    files = (ROOT / "epicrec_desktop").rglob("*.py")
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    named = set(re.findall(r"`((?:[A-Z][a-z]+){2,})`", text_of("docs/architecture.md")))
    assert len(named) >= 10
    assert sorted(named - set(re.findall(r"\w+", code))) == []


def test_every_page_is_in_the_site():
    yaml = pytest.importorskip("yaml")
    config = yaml.safe_load(text_of("docs/mkdocs.yml"))
    pages = set(_pages(config["nav"]))
    assert [name for name in DOCUMENTS if name not in pages and "docs/decisions/" not in name] == []
    assert [page for page in pages if not (ROOT / page).exists()] == []


def _pages(entry: object) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict | list):
        for inner in entry.values() if isinstance(entry, dict) else entry:
            yield from _pages(inner)


def test_every_decision_is_in_the_list():
    folder = ROOT / "docs" / "decisions"
    listed = _LINK.findall((folder / "index.md").read_text(encoding="utf-8"))
    records = sorted(file.name for file in folder.glob("0*.md"))
    assert listed == records
    for name in records:
        text = (folder / name).read_text(encoding="utf-8")
        parts = ("\nDate: 20", "\nStatus: ", "## Context", "## Decision", "## Consequences")
        assert [part for part in parts if part not in text] == []


def test_the_guide_is_small_and_has_no_picture_to_spare():
    pictures = sorted((ROOT / "docs" / "guide" / "pictures").iterdir())
    assert sum(picture.stat().st_size for picture in pictures) < 1_500_000
    shown = " ".join(text_of(name) for name in DOCUMENTS if name.startswith("docs/guide/"))
    assert [picture.name for picture in pictures if picture.name not in shown] == []


def test_the_changelog_names_this_version():
    text = text_of("CHANGELOG.md")
    sections = re.findall(r"^## (.+)$", text, re.MULTILINE)
    assert sections[0] == "Unreleased"
    found = re.fullmatch(r"(\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d", sections[1])
    released = found[1]
    assert f"\nversion: {released}\n" in text_of("CITATION.cff")
    # Between two releases the program is on the way to the next one.
    assert __version__ == released or (
        ".dev" in __version__ and order(__version__) > order(released)
    )


def test_the_readme_is_short():
    assert len(text_of("README.md").split()) < 1000


def test_the_figures_of_the_readme_are_those_of_the_evaluation():
    table = text_of("README.md").partition("| | measured |\n")[2].partition("\n\n")[0]
    measured = [row.split("|")[-2] for row in table.splitlines()]
    figures = [figure for cell in measured for figure in re.findall(r"\d+\.\d+", cell)]
    assert len(figures) >= 10
    evaluation = text_of("docs/evaluation.md")
    assert [figure for figure in figures if figure not in evaluation] == []


def test_every_threat_names_what_shows_that_it_is_met():
    text = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    table = text.partition("## Threats")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines() if line.startswith("|")][2:]
    assert len(rows) > 20
    for row in rows:
        assert len(row) == 5, row
        assert row[1].strip(), row
        assert row[2].strip(), row
        assert "`tests/" in row[4] or "`make " in row[4], row


def test_the_numbers_of_the_security_page_are_those_of_the_code():
    text = text_of("SECURITY.md")
    for sentence in (
        f"within {manifest.LONGEST.days} days",
        f"cut at {assistant.TEXT}",
        f"{assistant.ADDITIONS_A_DAY} additions a day",
        f"the newest {KEPT_OF_ASSISTANTS} of its contacts",
        f"more than {confinement.MEMORY / 1e9} GB",
        f"Argon2id with {key_file.KdfCost().memory >> 20} MB per attempt",
        f"a recovery code of {key_file._CODE_BITS} bits",
    ):
        assert sentence in text, sentence
    assert "at least ten characters" in text
    assert key_file.LEAST_CHARACTERS == 10
    assert "none within a minute after a release to it" in text
    assert timedelta(minutes=1) == FROM_RELEASE


def test_the_bounds_of_the_privacy_page_are_those_of_the_code():
    text = text_of("docs/privacy.md")
    answers = f"{personas.MAX_ANSWER_BYTES // 1_000} KB each and {personas.MAX_BYTES // 10**6} MB"
    assert f"Answers have at most {answers} together" in text
    for sentence, holds in (
        ("At most six are inserted, one in five places", (MOST, EVERY) == (6, 5)),
        ("numbers of categories, at most 2¹⁶", FINE_MULTIPLIER == 2**16),
        ("the samples of the last twelve libraries", sample_recovery._OTHERS == 12),
        ("Retry-After is over, a week at most", timedelta(seconds=LONGEST_WAIT).days == 7),
    ):
        assert sentence in text, sentence
        assert holds, sentence


def test_the_numbers_of_the_terminal_page_are_those_of_the_code():
    text = text_of("docs/guide/terminal.md")
    assert f"up to {MAX_LIMIT} candidates" in text
    *tiers, least = map(str, TRUST_TIERS)
    assert f"# {', '.join(tiers)} or {least} of the privacy budget" in text
    with (ROOT / "resources/catalog/starter.csv").open(encoding="utf-8") as stream:
        movies = sum(1 for _ in stream) - 1
    assert f"some {round(movies, -2):,} movies" in text
