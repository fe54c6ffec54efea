"""What holds for every module of the package, beyond what the linters look at."""

import ast
from collections import Counter
from pathlib import Path

import epicrec_desktop


def _names_given(node: ast.stmt) -> list[str]:
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
    names = [part.id for t in targets for part in ast.walk(t) if isinstance(part, ast.Name)]
    return [*names, node.name] if isinstance(node, ast.ClassDef) else names


def test_no_module_gives_a_name_twice():
    """The second of two constants would hold for the uses of the first one, too."""
    twice = []
    for file in sorted(Path(epicrec_desktop.__file__).parent.rglob("*.py")):
        body = ast.parse(file.read_text(encoding="utf-8")).body
        count = Counter(name for node in body for name in _names_given(node))
        twice += [f"{file.name}: {name}" for name, n in count.items() if n > 1]
    assert twice == []
