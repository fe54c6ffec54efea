"""Brings `resources/translations` up to date with the texts of the window.

    python packaging/translations.py [--check]

Reads every text of the window and every template of the messages from the parts without one
(`domain.messages`), merges them into `epicrec_<language>.ts` (new ones are marked
unfinished, those no longer used are dropped) and compiles each file to `.qm` with Qt's lrelease.

The texts are found in Python's own syntax tree: Qt's lupdate does not see plurals outside of
`self.tr` in Python, nor the functions that fill in a module's context.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path

from epicrec_desktop import resources, settings
from epicrec_desktop.catalog.facts_table import place_names, trait_names
from epicrec_desktop.domain.movies import CATEGORIES, category_label
from epicrec_desktop.recommend.learned_question import RECOGNIZED, load_question

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = tuple(settings.LANGUAGES)
TRANSLATE = ("translate", "QCoreApplication.translate", "QT_TRANSLATE_NOOP")
PLURAL = ("plural", "wording.plural")

CORE = "Core"
"""The context of the templates of messages."""
OUTSIDE = ("cli", "console", "lab", "resources", "server", "ui")
"""Their messages are for a terminal, or marked another way."""
ERRORS = (
    *("EpicRecError", "HistoryError", "StoreError", "ProviderError", "PrivacyError"),
    *("AgreementError", "CatalogError", "ModelError", "Cancelled", "ReplacedError"),
    *("TransportError", "UpdateError"),
    *(
        "ProviderBusyError",
        "KeyLostError",
        "PassphraseRequiredError",
        "KeyringError",
        "DamagedError",
    ),
)
STEPS = ("Progress", "job.step", "job.steps", "self._job.step", "self._job.steps")
TEMPLATES = (*ERRORS, *STEPS, "Message", "message", "N_", "catalog_error", "counted")
"""Their first argument is a template; of the last two the second as well."""
MARKERS = ("N_", "message", "counted")
PASSED_ON = (
    "system_errors",  # a module whose constants are all marked
    "sentence",
    "explanation",
    "explained",
    "template",
    "what",
    "todo",
    "step",
    "message",
    "said",
)
"""Names of a template that was marked where it was written."""


@dataclass(frozen=True, order=True)
class Text:
    """A text of the sources. `plural`: it has a form per number."""

    context: str
    source: str
    plural: bool = False


def sources() -> list[Path]:
    """The files that the window's texts are in."""
    package = ROOT / "epicrec_desktop"
    return [package / "app.py", *sorted((package / "ui").rglob("*.py"))]


def core() -> list[Path]:
    """The files that messages to the window are in."""
    package = ROOT / "epicrec_desktop"
    folders = [f for f in sorted(package.iterdir()) if f.is_dir() and f.name not in OUTSIDE]
    files = [file for folder in folders for file in sorted(folder.rglob("*.py"))]
    files = [file for file in files if file != package / "domain" / "messages.py"]
    return [*files, *sorted(set(package.glob("*.py")) - {package / "app.py"})]


def texts(files: list[Path] | None = None) -> list[Text]:
    """Every text of these files, sorted; by default of all there are.

    Raises `ValueError` for one that cannot be read.
    """
    found = {text for file in files or sources() for text in _Reader(file).texts()}
    if files is None:
        found.update(template for file in core() for template in templates(file))
        found.update(names())
    return sorted(found)


def names() -> Iterator[Text]:
    """The names of categories, cells, countries, languages, themes, tones, and words of Help."""
    yield from (Text("Categories", category_label(name)) for name in CATEGORIES)
    sets = [one for known in RECOGNIZED.values() for one in (known, *known.before)]
    cells = [load_question().cells, *(known.cells for known in sets)]
    yield from (Text("Cells", name) for name in chain(*cells))
    yield from (Text("PlaceNames", name) for name in chain(*place_names()))
    for section in ("themes", "tones"):
        yield from (Text("MovieWords", words) for words in trait_names(section).values())
    yield from (Text("Help", line) for line in chain(*resources.sections("help.txt").values()))


def templates(file: Path) -> list[Text]:
    """The templates of messages in a file. Raises `ValueError` for one that is no literal."""
    reader = _TemplateReader(file)
    reader.visit(reader.tree)
    return reader.found


@cache
def _marked(file: Path) -> frozenset[str]:
    """Return the names of a module whose value holds marked templates."""
    found: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node.value is None:
            continue
        calls = [n for n in ast.walk(node.value) if isinstance(n, ast.Call)]
        if any(ast.unparse(call.func) in MARKERS for call in calls):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.update(map(ast.unparse, targets))
    return frozenset(found)


class _TemplateReader(ast.NodeVisitor):
    """The templates of one file of the parts without a window."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.tree = ast.parse(file.read_text(encoding="utf-8"))
        self._marked = {*_marked(file), *self._imported()}
        self.found: list[Text] = []

    def _imported(self) -> Iterator[str]:
        """Yield names that are marked in another module of ours."""
        for node in self.tree.body:
            if isinstance(node, ast.ImportFrom) and node.module:
                names = {one.name for one in node.names if one.name.isupper()}
                file = ROOT / f"{node.module.replace('.', '/')}.py"
                if names and file.is_file():
                    yield from names & _marked(file)

    def visit_Call(self, node: ast.Call) -> None:
        name = ast.unparse(node.func)
        if name in TEMPLATES and node.args:
            if name == "counted":
                self.found.append(Text(CORE, self._literals(node)[1], plural=True))
            else:
                count = 2 if name == "catalog_error" else 1
                self.found += [Text(CORE, text) for text in self._literals(node, count)]
        self.generic_visit(node)

    def _literals(self, call: ast.Call, count: int = 2) -> list[str]:
        found = []
        for node in call.args[:count]:
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(node.value)
            elif not self._is_marked(node):
                raise ValueError(f"{self._file.name}:{node.lineno}: a template must be a literal")
        return found

    def _is_marked(self, node: ast.expr) -> bool:
        """Whether the template was written, and marked, somewhere else."""
        if isinstance(node, ast.IfExp):
            return self._is_marked(node.body) and self._is_marked(node.orelse)
        if isinstance(node, ast.BoolOp):
            return all(map(self._is_marked, node.values))
        if isinstance(node, ast.Attribute) and node.attr in ("message", "template"):
            return True
        while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
            node = node.func if isinstance(node, ast.Call) else node.value
        known = (*self._marked, *MARKERS, *PASSED_ON)
        return isinstance(node, ast.Name) and node.id in known


class _Reader(ast.NodeVisitor):
    """The texts of one file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._tree = ast.parse(file.read_text(encoding="utf-8"))
        self._classes: list[str] = []
        self._functions: list[str] = []
        self._contexts = dict(self._wrappers())
        self._found: list[Text] = []

    def texts(self) -> list[Text]:
        self.visit(self._tree)
        return self._found

    def _wrappers(self) -> Iterator[tuple[str, str]]:
        """Yield name and context of `_tr = translator("X")` and of callers of `translate`."""
        for node in ast.walk(self._tree):
            value = node.value if isinstance(node, ast.Assign) else None
            if isinstance(value, ast.Call) and ast.unparse(value.func) == "translator":
                context = str(ast.literal_eval(value.args[0]))
                yield from ((ast.unparse(target), context) for target in node.targets)
            if not isinstance(node, ast.FunctionDef) or node.name not in ("_tr", "tr"):
                continue
            for call in ast.walk(node):
                if isinstance(call, ast.Call) and ast.unparse(call.func) in TRANSLATE:
                    yield node.name, str(ast.literal_eval(call.args[0]))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in (*self._contexts, "plural"):
            return
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = ast.unparse(node.func)
        if name == "self.tr":
            self._add(node, self._classes[-1], node.args[0])
        elif name in self._contexts:
            self._add(node, self._contexts[name], node.args[0])
        elif name in (*TRANSLATE, *PLURAL):
            self._add(node, self._literal(node.args[0]), node.args[1], plural=name in PLURAL)
        self.generic_visit(node)

    def _add(self, call: ast.Call, context: str, source: ast.expr, *, plural: bool = False) -> None:
        tables = ("message.", "THIS_")
        lookup = ast.unparse(source).startswith(tables)
        if lookup and ast.unparse(call.func) == "QCoreApplication.translate":
            return  # from a table whose texts are marked
        self._found.append(Text(context, self._literal(source), plural))

    def _literal(self, node: ast.expr) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        raise ValueError(f"{self._file.name}:{node.lineno}: a text to translate must be a literal")


# Files of translations


def read(language: str) -> dict[Text, list[str]]:
    """What a language's file says of each text: one form, or one per number; unfinished: none."""
    file = FOLDER / f"epicrec_{language}.ts"
    if not file.is_file():
        return {}
    known: dict[Text, list[str]] = {}
    for context in ET.parse(file).getroot().findall("context"):
        name = context.findtext("name", "")
        for message in context.findall("message"):
            plural = message.get("numerus") == "yes"
            text = Text(name, message.findtext("source", ""), plural)
            translation = message.find("translation")
            if translation is None or translation.get("type") == "unfinished":
                known[text] = []
            elif plural:
                known[text] = [form.text or "" for form in translation.findall("numerusform")]
            else:
                known[text] = [translation.text or ""]
    return known


def write(language: str, known: dict[Text, list[str]]) -> None:
    """Write a language's file; a text without forms is marked unfinished."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts: dict[str, ET.Element] = {}
    for text in sorted(known):
        if text.context not in contexts:
            contexts[text.context] = ET.SubElement(root, "context")
            ET.SubElement(contexts[text.context], "name").text = text.context
        message = ET.SubElement(contexts[text.context], "message")
        if text.plural:
            message.set("numerus", "yes")
        ET.SubElement(message, "source").text = text.source
        translation = ET.SubElement(message, "translation")
        forms = known[text]
        if not forms:
            translation.set("type", "unfinished")
        if text.plural:
            for form in forms or ["", ""]:
                ET.SubElement(translation, "numerusform").text = form
        elif forms:
            translation.text = forms[0]
    ET.indent(root, "  ")
    body = ET.tostring(root, encoding="unicode")
    head = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
    (FOLDER / f"epicrec_{language}.ts").write_text(head + body + "\n", encoding="utf-8")


def wanted(language: str, found: list[Text]) -> list[Text]:
    """The texts a language's file holds: English needs only the plurals of the window's texts."""
    plurals = (text for text in found if text.plural and text.context != CORE)
    return list(plurals) if language == "en" else found


def compiled(language: str) -> bytes:
    """The `.qm` of a language's file as it is now."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "out.qm"
        tool = Path(sys.executable).with_name("pyside6-lrelease")
        command = [str(tool), "-silent", str(FOLDER / f"epicrec_{language}.ts"), "-qm", str(target)]
        subprocess.run(command, check=True, capture_output=True)
        return target.read_bytes()


def problems() -> list[str]:
    """What is missing, unfinished or out of date, one line each."""
    lines: list[str] = []
    found = texts()
    for language in LANGUAGES:
        known = read(language)
        for text in wanted(language, found):
            forms = known.get(text, [])
            if not all(forms) or len(forms) != 1 + text.plural:
                lines.append(f"{language}: not translated: {text.context}: {text.source}")
        for text in known.keys() - set(wanted(language, found)):
            lines.append(f"{language}: no longer used: {text.context}: {text.source}")
        qm = FOLDER / f"epicrec_{language}.qm"
        if not lines and (not qm.is_file() or qm.read_bytes() != compiled(language)):
            lines.append(f"{language}: {qm.name} is not what its .ts says")
    return lines


def update() -> None:
    """Merge the texts into every language's file, and compile it."""
    found = texts()
    for language in LANGUAGES:
        known = read(language)
        write(language, {text: known.get(text, []) for text in wanted(language, found)})
        (FOLDER / f"epicrec_{language}.qm").write_bytes(compiled(language))


def main() -> int:
    """Update, or only check; the exit code is 1 where something is left to translate."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing")
    if not parser.parse_args().check:
        update()
    lines = problems()
    print("\n".join(lines) or "All texts are translated.")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
