"""Every regular expression of the package is linear, or its text is short enough for what it is."""

import ast
import json
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec
import pytest

from epicrec_desktop.catalog.wikidata import SITES
from epicrec_desktop.history.cleaning import clean_title
from epicrec_desktop.recommend.model_manifest import Manifest
from epicrec_desktop.recommend.wire import Answer, Request
from epicrec_desktop.recommend.wire_contribution import ContributionDocument
from epicrec_desktop.recommend.wire_personas import PersonaLists
from epicrec_desktop.recommend.wire_published import About, CatalogDocument
from epicrec_desktop.services.backup.export_document import ExportDocument
from epicrec_desktop.updates import manifest
from processes import python
from regexes import Cost, Verdict, judge

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "epicrec_desktop"
ANYWHERE = ("search", "sub", "subn", "split", "findall", "finditer")
FUNCTIONS = ("compile", "match", "fullmatch", *ANYWHERE)
RECORD = """
import gc, importlib, json, re, sys
genuine, found = re._compile, []
def record(pattern, flags):
    frame = sys._getframe(2)
    if isinstance(pattern, str):
        found.append([frame.f_code.co_filename, frame.f_lineno, pattern, int(flags)])
    elif isinstance(pattern, bytes):
        text = pattern.decode("latin-1")
        found.append([frame.f_code.co_filename, frame.f_lineno, text, int(flags)])
    return genuine(pattern, flags)
re._compile = record
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name.partition(".")[0] == "epicrec_desktop":
            raise
from epicrec_desktop.matching.sites import Pattern
for pattern in gc.get_objects():
    if isinstance(pattern, Pattern):
        pattern.match  # compiles
json.dump(found, sys.stdout)
"""


@dataclass(frozen=True)
class Use:
    """A call of `re` in the package, and the expressions that it was seen to be given."""

    file: str
    line: int
    end: int
    function: str
    name: str  # what it is kept as
    patterns: tuple[tuple[str, int], ...]
    anywhere: bool  # it may begin at any place of a text


@dataclass(frozen=True)
class Call:
    node: ast.Call
    function: str
    name: str


def _calls(tree: ast.Module) -> Iterator[Call]:
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name):
                names[node.value] = target.id
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in FUNCTIONS
        ):
            yield Call(node, node.func.attr, names.get(node, ""))


def _methods(tree: ast.Module, name: str) -> set[str]:
    """Methods that are called on what has this name; empty where it is handed on."""
    found, elsewhere = set(), False
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            parent = parents[node]
            if isinstance(parent, ast.Attribute):
                found.add(parent.attr)
            else:
                elsewhere = True
    return set() if elsewhere else found


@cache
def uses() -> tuple[Use, ...]:
    files = sorted(PACKAGE.rglob("*.py"))
    modules = [".".join(f.relative_to(ROOT).with_suffix("").parts) for f in files]
    skipped = ("epicrec_desktop.__main__", "epicrec_desktop.cli.__main__")
    modules = [m.removesuffix(".__init__") for m in modules if m not in skipped]
    modules = [m for m in modules if ".migrations." not in m]
    done = python("-c", RECORD, *modules, check=True, cwd=ROOT)
    seen: dict[str, list[tuple[int, str, int]]] = {}
    for file, line, pattern, flags in json.loads(done.stdout):
        seen.setdefault(file, []).append((line, pattern, flags))
    found = []
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for call in _calls(tree):
            end = call.node.end_lineno or call.node.lineno
            given = {(p, f) for n, p, f in seen.get(str(file), ()) if call.node.lineno <= n <= end}
            first = call.node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                given = given or {(first.value, _flags(call.node))}
            methods = {call.function} if call.function != "compile" else _methods(tree, call.name)
            found.append(
                Use(
                    file.relative_to(PACKAGE).as_posix(),
                    call.node.lineno,
                    end,
                    call.function,
                    call.name,
                    tuple(sorted(given)),
                    not methods or bool(methods & set(ANYWHERE)),
                )
            )
    return tuple(found)


def _flags(call: ast.Call) -> int:
    given = [*call.args[1:], *(word.value for word in call.keywords)]
    flags = 0
    for node in (node for value in given for node in ast.walk(value)):
        if isinstance(node, ast.Attribute) and isinstance(getattr(re, node.attr, 0), re.RegexFlag):
            flags |= int(getattr(re, node.attr))
    return flags


_DECLARED = (
    ExportDocument, Request, Answer, ContributionDocument, PersonaLists, About, CatalogDocument,
    Manifest
)  # fmt: skip
"""Documents from elsewhere, whose patterns msgspec looks for at any place of a text."""


def _of_schemas() -> Iterator[str]:
    """Every pattern in a schema of ours."""
    waiting: list[object] = [
        msgspec.json.schema(kind, schema_hook=lambda _: {"type": "string"}) for kind in _DECLARED
    ]
    seen = set()
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict) and id(here) not in seen:
            seen.add(id(here))
            if isinstance(here.get("pattern"), str):
                yield here["pattern"]
            waiting += [v for k, v in here.items() if not str(k).startswith("__")]
        elif isinstance(here, (list, tuple)) and id(here) not in seen:
            seen.add(id(here))
            waiting += here


MADE_LATER = {
    ("catalog/wikidata.py", "fullmatch"): [pattern for _, pattern in SITES.values()],
    ("ui/common/text.py", "sub"): [r"\S{61,}"],
    ("updates/manifest.py", "match"): [manifest._VERSION],
}
"""Calls whose expression is put together when they are made, and what they are given."""

ADDRESS, TITLE, OTHER = 2_000, 512, 10_000
"""Characters: of an address as `matching/matcher.py` cuts it, of a title as it is read
(`history/cleaning.py`), and of any other text, where what reads it allows as many or fewer."""
LIMIT_S = 0.6
"""Processor time of one expression on the worst text of its greatest length, on a busy machine."""


def _longest(use: Use, pattern: str) -> int:
    if use.file in ("history/exports/parsing.py", "history/exports/episodes.py"):
        return TITLE  # of what `clean_title` made
    if not use.file.startswith("matching/"):
        return OTHER
    of_addresses = ("matching/urls.py", "matching/urls.py", "matching/unknown_sites.py")
    return ADDRESS if pattern.startswith(("/", "(?:/")) or use.file in of_addresses else TITLE


def _every() -> Iterator[tuple[Use, str, int]]:
    for use in uses():
        for pattern, flags in use.patterns:
            yield use, pattern, flags
        for pattern in MADE_LATER.get((use.file, use.function), ()) if not use.patterns else ():
            yield use, pattern, 0
    for pattern in {*_of_schemas()}:
        yield Use("", 0, 0, "search", "", (), anywhere=True), pattern, 0


@pytest.mark.slow
def test_every_call_is_known():
    unknown = [u for u in uses() if not u.patterns and (u.file, u.function) not in MADE_LATER]
    assert [(use.file, use.line) for use in unknown] == []
    assert len(uses()) > 100
    assert MADE_LATER.keys() <= {(use.file, use.function) for use in uses() if not use.patterns}


def _check(chosen: Sequence[tuple[Use, str, int]]) -> None:
    slow = []
    for use, pattern, flags in chosen:
        found = judge(pattern, flags, search=use.anywhere)
        assert found.cost is not Cost.EXPONENTIAL, (use.file, use.line, pattern)
        if found.cost is Cost.POLYNOMIAL:
            for text in _worst(found, _longest(use, pattern)):
                if (took := _seconds(pattern, flags, text, use.anywhere)) > LIMIT_S:
                    slow.append((took, use.file, pattern[:100]))
    assert slow == []


def _worst(found: Verdict, length: int) -> list[str]:
    """The text that takes long; of titles, which have no two spaces in a row, what comes near."""
    if length != TITLE:
        return [found.text(length)]
    texts = [
        found.text(4 * length),
        *(f"a {again} " * length for again in ("", "-", "|", "a", "(")),
    ]
    return [clean_title(text) for text in texts]


def _seconds(pattern: str, flags: int, text: str, anywhere: bool) -> float:
    """The shortest of three tries: a machine that does something else is slow now and then."""
    compiled, times = re.compile(pattern, flags), []
    for _ in range(3):
        start = time.process_time()
        if anywhere:
            compiled.search(text)
        else:
            compiled.match(text)
            compiled.fullmatch(text)
        times.append(time.process_time() - start)
        if times[-1] < LIMIT_S:
            break
    return min(times)


@pytest.mark.parametrize(
    ("pattern", "search", "expected"),
    [
        (r"a+b", False, Cost.LINEAR),
        (r"(a|b)*c", False, Cost.LINEAR),
        (r"(?:x+,)*y", False, Cost.LINEAR),
        (r"\d+\.\d+", False, Cost.LINEAR),
        (r"[0-9a-f]{64}", False, Cost.LINEAR),
        (r"\s+$", False, Cost.LINEAR),
        (r"\s+$", True, Cost.POLYNOMIAL),
        (r"<[^>]+>", True, Cost.POLYNOMIAL),
        (r"a*a*b", False, Cost.POLYNOMIAL),
        (r"\w+\d+", False, Cost.POLYNOMIAL),
        (r"(a+)+b", False, Cost.EXPONENTIAL),
        (r"(a|a)*b", False, Cost.EXPONENTIAL),
        (r"(a*)*", False, Cost.EXPONENTIAL),
        (r"(\w+\s?)*$", False, Cost.EXPONENTIAL),
        (r"([a-z]{1,3})*z", False, Cost.EXPONENTIAL),
        (r"x(?=(a+)+b)", False, Cost.EXPONENTIAL),
        (r"(?:\(?uhd\s*|u?hd[- ])*x", False, Cost.EXPONENTIAL),  # was in the table of sites
    ],
)
def test_what_is_known_of_these_is_found(pattern, search, expected):
    assert judge(pattern, search=search).cost is expected


def test_the_worst_text_is_one():
    """On the text that is made the steps grow as the square: twice as many, four times as long."""
    found, spaces = judge(r"\s+$", search=True), re.compile(r"\s*")

    def steps(text):  # of a search, which reads on from every place of the text
        return sum(len(spaces.match(text, start)[0]) for start in range(len(text)))

    assert steps(found.text(400)) > 3.9 * steps(found.text(200))


@pytest.mark.slow
def test_no_expression_takes_long_on_any_text_that_it_can_get():
    """None is exponential; where one is not linear, its worst text is short enough."""
    every = list(_every())
    assert len(every) > 800, "those of the sites are among them"
    _check(every)
