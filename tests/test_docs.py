"""The documents name what is there, and a figure stands in one place."""

import csv
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest

from epicrec_desktop import __version__, confinement
from epicrec_desktop.catalog.movie_facts import coverage
from epicrec_desktop.domain.export_records import WATCHED_SHARE
from epicrec_desktop.privacy.integer_rows import FINE_MULTIPLIER
from epicrec_desktop.privacy.period import TRUST_TIERS
from epicrec_desktop.provider import personas
from epicrec_desktop.provider.remote import LONGEST_WAIT, PAUSE_SECONDS
from epicrec_desktop.recommend.learned_question import RECOGNIZED, load_question
from epicrec_desktop.recommend.personas import load_personas
from epicrec_desktop.recommend.ranking import LIKED_BY_ALL
from epicrec_desktop.recommend.wire import MAX_LIMIT
from epicrec_desktop.services import assistant, local_users, sample_recovery
from epicrec_desktop.services.contribution_service import FROM_RELEASE
from epicrec_desktop.services.learned_row import EVERY, MOST
from epicrec_desktop.services.protection import MIN_PASSPHRASE_LENGTH, key_file
from epicrec_desktop.store.contacts import MAX_ASSISTANT_CONTACTS, MAX_CONTACTS
from epicrec_desktop.updates import manifest
from epicrec_desktop.updates.manifest import order

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
    *sorted(file.relative_to(ROOT).as_posix() for file in (ROOT / "docs").rglob("*.md")),
)
_PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]*|[\w-]+\.(?:md|toml))`")
_LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
_SECTION = re.compile(r"\b([a-z_]+)\.md(?:\]\([^)]*\))?,\s+(?:#\s*)?\"([A-Z][^\"]*)\"")
CURRENT = [name for name in DOCUMENTS if name != "CHANGELOG.md" and "/decisions/" not in name]
"""Those that say how it is now."""
_MADE = (".venv/", "build/", "dist/")
"""What is there only once it was built."""


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


BESIDE = [
    file.relative_to(ROOT).as_posix()
    for folder in ("packaging", "resources", "tests", ".github")
    for file in sorted((ROOT / folder).rglob("*.md"))
]
"""Documents about the folder that they are in."""


@pytest.mark.parametrize("name", [*DOCUMENTS, *BESIDE])
def test_every_path_is_there(name):
    text, here = text_of(name), (ROOT / name).parent if name in BESIDE else ROOT
    paths = [path for path in _PATH.findall(text) if not path.startswith(_MADE)]
    missing = [
        path
        for path in paths
        if not any((place / path).exists() for place in (ROOT, ROOT / "epicrec_desktop", here))
    ]
    missing += [path for path in paths if not (ROOT / path).resolve().is_relative_to(ROOT)]
    missing += [
        link for link in _LINK.findall(text) if not (ROOT / name).parent.joinpath(link).exists()
    ]
    assert missing == []


def test_every_anchor_is_a_heading():
    """As MkDocs and GitHub make them of plain headings."""
    anchors = {
        (ROOT / name).resolve(): {
            re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())
            for heading in re.findall(r"^#+ (.+)$", text_of(name), re.MULTILINE)
        }
        for name in DOCUMENTS
    }
    links = [
        (name, file, anchor)
        for name in DOCUMENTS
        for file, anchor in re.findall(r"\]\(([^)#:]*\.md)?#([^)]+)\)", text_of(name))
    ]
    assert len(links) >= 5
    assert [
        (name, file, anchor)
        for name, file, anchor in links
        if anchor not in anchors[(ROOT / name).parent.joinpath(file or Path(name).name).resolve()]
    ] == []


@pytest.fixture(scope="module")
def code() -> Mapping[str, str]:
    """Text of each file of the code, by its path."""
    return {
        f"/{file.relative_to(ROOT).as_posix()}": file.read_text(encoding="utf-8")
        for folder in (
            "epicrec_desktop",
            "packaging",
            "tests",
            "resources/catalog",
            "resources/exports",
        )
        for file in (ROOT / folder).rglob("*")
        if file.suffix in {".py", ".txt", ".cfg", ".yml", ".toml"}
    }


def test_every_module_named_without_its_folder_is_there(code):
    """Such a name is short for a file of the folder that the sentence is about."""
    there = {path.rpartition("/")[2] for path in code}
    named = {(n, name) for n in DOCUMENTS for name in re.findall(r"`([\w-]+\.py)`", text_of(n))}
    assert len(named) >= 60
    assert sorted(one for one in named if one[1] not in there) == []


def test_every_name_is_in_the_module_that_a_document_gives_it(code):
    """As in: `commit` in `services/releases.py`."""
    named = re.compile(
        r"((?:`[\w.]+`(?:, | and | or )?)+) (?:in|of|from) `((?:[\w-]+/)*[\w-]+\.(?:py|txt))`"
    )
    found = [
        (document, name, file)
        for document in DOCUMENTS
        for names, file in named.findall(text_of(document))
        for name in re.findall(r"`(?:\w+\.)?(\w+)`", names)
    ]
    assert len(found) >= 60
    assert [
        one
        for one in found
        if not any(
            path.endswith(f"/{one[2]}") and re.search(rf"\b{one[1]}\b", text)
            for path, text in code.items()
        )
    ] == []


def test_every_name_of_the_code_is_in_the_code(code):
    """Those that can be nothing else: `like_this`, `LikeThis`, `LIKE_THIS`."""
    written = re.compile(r"`(?:\w+\.)?([a-zA-Z]+_\w+|_\w+|(?:[A-Z][a-z]+){2,})(?:\(\))?`")
    others = "ConnectionTimeout LongPathsEnabled"  # of psycopg and of Windows
    texts = (*code.values(), text_of("tests/matching/traces/figures.json"), others)
    words = {word for text in texts for word in re.findall(r"\w+", text)}
    documents = [document for document in CURRENT if document != "docs/exports.md"]
    named = {(one, name) for one in documents for name in written.findall(text_of(one))}
    assert len(named) >= 150
    assert sorted(one for one in named if one[1] not in words) == []


def test_every_row_belongs_to_a_table():
    """A blank line within a table makes lines of text of the rest of it."""
    for document in DOCUMENTS:
        blocks = re.findall(r"(?:^\|.*\n?)+", text_of(document), re.MULTILINE)
        assert [b[:80] for b in blocks if "| --- |" not in f"{b.splitlines()[1:2]}"] == [], document


def test_every_module_named_in_the_code_is_there(code):
    missing = [
        f"{path[1:]}: {named}"
        for path, text in code.items()
        for named in re.findall(r"`([\w/-]+\.py)`", text)
        if not any(other.endswith(f"/{named}") for other in code)
    ]
    assert missing == []


def test_every_section_that_is_named_is_there():
    """As in: docs/service.md, "Monitoring"; from code, units and documents alike."""
    texts = {Path(name).stem: text_of(name) for name in DOCUMENTS}
    named = {
        (section[1], " ".join(re.sub(r"\n\s*#?", " ", section[2]).split()))
        for folder in ("epicrec_desktop", "packaging", "docs")
        for file in (ROOT / folder).rglob("*")
        if file.suffix in {".py", ".md", ".cfg", ".yml", ".toml", ".service"}
        for section in _SECTION.finditer(file.read_text(encoding="utf-8"))
    }
    assert len(named) >= 5
    assert [
        (name, section)
        for name, section in sorted(named)
        if not re.search(rf"^(?:#+ |.*\*\*){re.escape(section)}\b", texts[name], re.MULTILINE)
    ] == []


def test_every_test_that_a_document_names_is_there():
    files = [*(ROOT / "tests").rglob("*.py")]
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    there = {*re.findall(r"def (test_\w+)", code), *(file.stem for file in files)}
    named = {test for name in DOCUMENTS for test in re.findall(r"`(test_\w+)`", text_of(name))}
    assert len(named) >= 10
    assert sorted(named - there) == []


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
    index = (folder / "index.md").read_text(encoding="utf-8")
    records = sorted(folder.glob("0*.md"))
    assert _LINK.findall(index) == [file.name for file in records]
    texts = {file.name: file.read_text(encoding="utf-8") for file in records}
    for name, text in texts.items():
        parts = ("\nDate: 20", "\nStatus: ", "## Context", "## Decision", "## Consequences")
        assert [part for part in parts if part not in text] == []
        title, date = re.findall(r"# \d+\. (.+)\n\nDate: (\S+)\n", text)[0]
        gone = re.search(r"\nStatus: superseded by \[(\d+)\]", text)
        title += f" (superseded by {gone[1]})" if gone else ""
        assert f"| [{int(name[:4])}]({name}) | {date} | {title} |" in index
        # Both say it: the record that changes another one, and that one.
        (status,) = re.findall(r"\nStatus: (.+)", text)
        for verb, said in (("Amends", "amended by"), ("Supersedes", "superseded by")):
            for changed in _LINK.findall(status.partition(verb)[2].partition(":")[0]):
                assert re.search(rf"\nStatus: .*{said}.*\({name}\)", texts[changed]), (
                    name,
                    changed,
                )


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


_MEASURED = {
    "quantified budget": ("| quantified budget, ten runs",),
    "error per category at ε = 1": ("| error per category improved",),
    "… at ε = 0.2": ("| error per category improved",),
    "NDCG@10 of popularity": ("| NDCG@10 of the true history",),
    "NDCG@10 of a release at ε = 0.3": (
        "| NDCG@10 of a release,",
        "| … published, popularity tilted",
        "| … improved, by the scorer that knows the mechanism",
    ),
    "… as a multiple of popularity": (
        "| 18 categories (improved), by the scorer",
        "| shipped question, by the scorer",
        "| learned, by the scorer",
    ),
    "audit: a loss of 1": ("| … the one trusted with ε,",),
    "audit: faults planted": ("One run with the defaults",),
    "first paint / usable": ("| `epicrec-lab bench start`",),
    "longest block": ("| the event loop's longest block",),
}
"""The rows of the README's table, and the lines of the evaluation that their figures are in."""


def test_the_readme_is_short():
    assert len(text_of("README.md").split()) < 1000


def test_the_figures_of_the_readme_are_those_of_the_evaluation():
    """Each figure is in one of the lines that `_MEASURED` names, and each line has one of them."""
    table = text_of("README.md").partition("| --- | --- |\n")[2].partition("\n\n")[0]
    rows = [row.strip("| ").split(" | ") for row in table.splitlines()]
    assert [row[0].startswith(start) for row, start in zip(rows, _MEASURED, strict=True)]
    lines = text_of("docs/evaluation.md").splitlines()
    for (_, measured), starts in zip(rows, _MEASURED.values(), strict=True):
        sources = [next(line for line in lines if line.startswith(start)) for start in starts]
        figures = re.findall(r"\d+(?:\.\d+)?", measured)
        wanted = [re.compile(rf"(?<![\d.]){re.escape(figure)}(?![\d.]*\d)") for figure in figures]
        assert [
            f for f, w in zip(figures, wanted, strict=True) if not any(map(w.search, sources))
        ] == []
        assert [s[:60] for s in sources if not any(w.search(s) for w in wanted)] == []


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
        f"the newest {MAX_ASSISTANT_CONTACTS} of its contacts",
        f"more than {confinement.MEMORY / 1e9} GB",
        f"Argon2id with {key_file.KdfCost().memory >> 20} MB per attempt",
        f"a recovery code of {key_file._CODE_BITS} bits",
    ):
        assert sentence in text, sentence
    assert "at least ten characters" in text
    assert MIN_PASSPHRASE_LENGTH == 10
    assert "none within a minute after a release to it" in text
    assert timedelta(minutes=1) == FROM_RELEASE


def test_the_bounds_of_the_privacy_page_are_those_of_the_code():
    text = text_of("docs/privacy.md")
    answers = f"{personas.MAX_ANSWER_BYTES // 1_000} KB each and {personas.MAX_BYTES // 10**6} MB"
    assert f"Answers have at most {answers} together" in text
    for sentence, holds in (
        ("At most six are inserted, one in five places", (MOST, EVERY) == (6, 5)),
        ("numbers of categories, at most 2¹⁶", FINE_MULTIPLIER == 2**16),
        ("a fixed pause of 0.25 s later the bytes are sent", PAUSE_SECONDS == 0.25),
        ("`services/contacts.py`; the newest 500)", MAX_CONTACTS == 500),
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


def test_the_numbers_of_the_catalog_are_those_of_the_starter():
    with (ROOT / "resources/catalog/starter.csv").open(encoding="utf-8", newline="") as stream:
        movies = list(csv.DictReader(stream))
    nameless = sum(not movie["imdb_id"] for movie in movies)
    one_title = sum(not movie["alternative_titles"] for movie in movies) / len(movies)
    guide = text_of("docs/guide/new-films.md")
    assert f"It has {len(movies):,} films" in guide
    assert f"So {nameless} films of the starter catalog have no IMDb number" in guide
    assert f"{nameless} films have none" in text_of("resources/catalog/README.md")
    assert "two fifths have one title only" in guide
    assert one_title == pytest.approx(2 / 5, abs=0.05)


def test_the_facts_of_the_evaluation_are_those_that_ship():
    text = text_of("docs/evaluation.md")
    for group, shares in coverage().items():
        name = group.replace("best_1000", "best-known 1,000").replace(
            "best_2000", "best-known 2,000"
        )
        cells = " | ".join(f"{100 * share:.1f} %" for share in shares.values())
        assert f"| {name.replace('_', ' ')} | {cells} |" in text
    assert f"those that ship now ({load_personas().digest[:8]}…)" in text


def test_the_kinds_of_the_guide_are_those_of_the_questions_in_use():
    questions = [load_question().cells, *(one.cells for one in RECOGNIZED.values())]
    text = text_of("docs/guide/levels.md")
    words = {10: "ten", 12: "twelve"}
    assert f"in {' or '.join(words[len(cells)] for cells in questions)} kinds" in text
    (example,) = re.findall(r"kinds, such as “(.+?)”", text)
    assert example in questions[0]


_EMPHASIS = (
    *("Debian and Ubuntu", "Other Linux", "Windows", "Archives", "From source"),
    *("EpicRec", "Wikidata", "gorse", "invitation", "recovery code", "The search field"),
)
"""What the guide has in bold without a text of the window."""


def test_what_the_guide_has_in_bold_is_on_the_screen():
    """Buttons, pages and labels, as the window has them. `start-a-service.md` has no window."""
    place = re.compile(r"%L?n|%\d|\{[^}]*\}")

    def bare(text: str) -> str:
        return " ".join(text.replace("…", " ").replace("&", "").strip(" .:‹›").split())

    texts = {
        bare(message.findtext("source", ""))
        for language in ("de", "en")
        for message in ElementTree.parse(
            ROOT / f"resources/translations/epicrec_{language}.ts"
        ).iter("message")
    }
    # The guide fills a place with a number or with the service of its pictures.
    values = r"(?:\d+|Film club)"
    filled = [re.escape(place.sub("\0", text)).replace("\0", values) for text in texts]
    pattern = re.compile("|".join(filled))
    bold = [
        (name, label)
        for name in DOCUMENTS
        if name.startswith("docs/guide/") and not name.endswith("start-a-service.md")
        for text in re.findall(r"\*\*(.+?)\*\*", text_of(name))
        for label in re.sub(r"\[|\]\(.*?\)", "", text).split(" → ")
    ]
    assert len(bold) > 80
    assert [
        (name, label)
        for name, label in bold
        if label not in _EMPHASIS and not pattern.fullmatch(bare(re.sub("^… | … ", " 5 ", label)))
    ] == []


def test_every_file_of_the_data_is_named(started_today):
    text = text_of("docs/architecture.md").partition("\n## State")[2].partition("\n## ")[0]
    files = {file.name for file in (started_today / "data").iterdir() if file.is_file()}
    assert "epicrec.sqlite3" in files
    assert sorted(name for name in files if f"`{name}`" not in text) == []


def test_the_number_of_texts_is_about_that_of_the_translation():
    (said,) = re.findall(r"All texts at once, some ([\d,]+):", text_of("CONTRIBUTING.md"))
    texts = text_of("resources/translations/epicrec_de.ts").count("<message")
    assert int(said.replace(",", "")) == pytest.approx(texts, rel=0.05)


def test_every_variable_of_the_environment_is_read_somewhere(code):
    named = {name for n in CURRENT for name in re.findall(r"EPICREC_[A-Z_]+\b", text_of(n))}
    text = "\n".join(code.values())
    settings = tuple(name for name in named if name.startswith("EPICREC_SERVE_"))
    assert sorted(name for name in named - {*settings} if name not in text) == []


def test_the_numbers_of_the_architecture_are_those_of_the_code():
    text, cost = text_of("docs/architecture.md"), key_file.KdfCost()
    for sentence in (
        f"(Argon2id, {cost.memory >> 20} MB, {cost.work} passes)",
        f"a recovery code of {key_file._CODE_BITS} bits",
        f"at most {local_users.MOST} users, {local_users.LONGEST_NAME} characters each",
        f"once a month, {personas.BATCH} a minute",
    ):
        assert sentence in text, sentence


def test_the_shares_of_the_guide_are_those_of_the_code():
    assert "among the best quarter for each" in text_of("docs/guide/recommendations.md")
    assert LIKED_BY_ALL == 3 / 4
    share = f"counts as watched from {WATCHED_SHARE:.0%} of its length".replace("%", " %")
    assert share in text_of("docs/guide/movies.md")
